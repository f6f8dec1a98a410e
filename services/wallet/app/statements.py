"""Statements and rake reports: what was booked, read from the transfers."""

import csv
import io
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from services.wallet.domain.accounts import AccountKey
from services.wallet.domain.errors import Malformed
from services.wallet.domain.policy import TransferKind

MAX_PAGE = 500
MAX_SHOWN = 40
CSV_ROWS = 5_000
CSV_HEADER = ("transfer", "at_ms", "kind", "change", "balance", "subject", "operation", "note")
KINDS = {kind.name.lower(): int(kind) for kind in TransferKind}
KIND_NAMES = {int(kind): kind.name.lower() for kind in TransferKind}


class Filter(NamedTuple):
    """What to see of an account; 0 means no bound."""

    account: AccountKey
    since_ms: int = 0
    until_ms: int = 0
    kinds: tuple[int, ...] = ()


class Entry(NamedTuple):
    """One entry of an account, in the order of a CSV line."""

    transfer_id: int
    at_ms: int
    kind: str
    change: int
    balance: int
    subject: str
    operation_id: str
    note: str


class RakeLine(NamedTuple):
    """Rake of one table, game, player or day."""

    key: str
    hands: int
    rake: int


class LedgerReader(Protocol):
    """The store's side of statements."""

    async def entries(self, wanted: Filter, before: int, limit: int) -> list[Entry]:
        """Entries with a transfer number below `before` (0: all), newest first."""
        ...

    async def balance_at(self, account: AccountKey, at_ms: int) -> int:
        """What the account held when the last transfer up to that instant was booked."""
        ...

    async def rake(
        self, currency: str, grouping: str, since_ms: int, until_ms: int
    ) -> list[RakeLine]:
        """Rake by `table`, `game`, `player` or `day`."""
        ...


class Statements:
    """Pages, CSV, balances at a time."""

    def __init__(self, reader: LedgerReader) -> None:
        self._reader = reader

    async def page(self, wanted: Filter, page: str, size: int) -> tuple[list[Entry], str]:
        """(entries newest first, the next page's name or empty). Raises Malformed."""
        if not 0 <= size <= MAX_PAGE:
            raise Malformed("A page has 1 to 500 entries.", code="invalid_page")
        return await self._page(wanted, page, size or 50)

    async def as_csv(self, wanted: Filter, page: str) -> tuple[str, str]:
        """(CSV of up to 5,000 entries, the next part's name or empty)."""
        entries, following = await self._page(wanted, page, CSV_ROWS)
        text = io.StringIO()
        writer = csv.writer(text)
        if not page:
            writer.writerow(CSV_HEADER)
        writer.writerows([_harmless(entry) for entry in entries])
        return text.getvalue(), following

    async def balance_at(self, account: AccountKey, at_ms: int) -> int:
        """What an account held at an instant."""
        return await self._reader.balance_at(account, at_ms)

    async def rake(
        self, currency: str, grouping: str, since_ms: int, until_ms: int
    ) -> list[RakeLine]:
        """Rake, largest first; days newest first."""
        lines = await self._reader.rake(currency, grouping, since_ms, until_ms)
        if grouping == "day":
            return sorted(lines, key=lambda line: line.key, reverse=True)
        return sorted(lines, key=lambda line: (-line.rake, line.key))

    async def _page(self, wanted: Filter, page: str, size: int) -> tuple[list[Entry], str]:
        if page and not (page.isascii() and page.isdigit() and len(page) < 19):
            raise Malformed("This page does not exist.", code="invalid_page")
        entries = await self._reader.entries(wanted, int(page or 0), size + 1)
        if len(entries) <= size:
            return entries, ""
        return entries[:size], str(entries[size - 1].transfer_id)


def kinds_of(names: Sequence[str]) -> tuple[int, ...]:
    """Kind numbers of names, each once. Raises Malformed for a name that nobody knows."""
    try:
        return tuple({KINDS[name]: None for name in names})
    except KeyError as error:
        name = str(error.args[0])[:MAX_SHOWN]
        raise Malformed(f"There are no entries of kind {name!r}.") from None


def _harmless(entry: Entry) -> tuple[object, ...]:
    """Text that a spreadsheet would take for a formula gets an apostrophe."""
    return tuple(
        f"'{field}" if isinstance(field, str) and field[:1] in ("=", "+", "-", "@") else field
        for field in entry
    )
