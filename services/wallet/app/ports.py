"""What the use cases need of a store; the PostgreSQL and the in-memory one pass one contract."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import NamedTuple, Protocol, TypeVar

from services.wallet.domain.accounts import AccountKey
from services.wallet.domain.book import EntityId, Remembered, Transfer
from services.wallet.domain.entities import Entity, Entrant
from services.wallet.domain.errors import DatabaseAway
from services.wallet.domain.events import Event

E = TypeVar("E", bound=Entity)


Balances = Mapping[AccountKey, tuple[int, int]]


class Contention(Exception):
    """Raised when the transaction met another one: nothing is booked, run it again at once."""


class StoreAway(DatabaseAway):
    """Raised when the store failed; whether a commit went through is not known.

    Callers hear that the ledger is away; the reason is for the log.
    """

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class Operation(NamedTuple):
    """One decided call, ready to be kept."""

    id: str
    kind: str
    account: str
    subject: str
    note: str
    content_hash: bytes
    outcome: bytes
    effects: bytes
    transfers: Sequence[Transfer]
    events: Sequence[Event]
    trace: str = ""


class Changes(NamedTuple):
    """What a batch leaves behind: balances as (before, after), entities as (was new, state)."""

    at_ms: int
    operations: Sequence[Operation]
    balances: Balances
    entities: Sequence[tuple[bool, Entity]]


Told = Callable[[int, Balances], None]
"""`told(batch, balances)` after a commit that moved something; (before, after) by account."""


class Transaction(Protocol):
    """One atomic commit. Rows it returns are locked until its end."""

    async def entities(self, ids: Collection[EntityId]) -> dict[EntityId, Entity | None]:
        """Lock and read; None where there is none."""
        ...

    async def outcomes(self, ids: Collection[str]) -> dict[str, Remembered]:
        """Stored outcomes by id, those that exist."""
        ...

    async def accounts(
        self, keys: Collection[AccountKey], owners: Collection[tuple[str, str]]
    ) -> dict[AccountKey, int]:
        """Lock and read balances, opening missing ones; also all of each (owner, currency)."""
        ...

    async def entrants(self, tournament_id: str) -> list[Entrant]:
        """Lock and read all entrants of a tournament."""
        ...

    async def heard(self, table_ids: Collection[str], at_ms: int) -> None:
        """Keep when tables were last heard of; no part of the chain."""
        ...

    async def write(self, changes: Changes) -> int:
        """Keep all of it, chained; the last call before the end. Returns the batch's number."""
        ...


class Store(Protocol):
    """Transactions, and reads that lock nothing."""

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """Commits at the end, rolls back by an exception. Raises Contention, StoreAway."""
        ...

    async def entity(self, kind: type[E], key: str) -> E | None:
        """One entity as it is now."""
        ...

    async def entities(self, kind: type[E], keys: Collection[str]) -> list[E]:
        """Those of the keys that exist."""
        ...

    async def balances(self, keys: Collection[AccountKey]) -> dict[AccountKey, int]:
        """Balances as they are now; 0 where an account was never opened."""
        ...

    async def accounts_of(self, owner: str) -> dict[AccountKey, int]:
        """All accounts of an owner."""
        ...
