"""What a request may look like, whatever the ledger holds; what fails here is never stored."""

import re
from collections.abc import Sequence

from riverbus.core.rake import RakePolicy
from services.wallet.domain.accounts import MAX_AMOUNT, PLAY
from services.wallet.domain.errors import InvalidAmount, InvalidCurrency, InvalidId, Malformed

MAX_SEATS = 10
MAX_VERSION_CHARS = 100
MAX_MS = 253_402_300_799_999
_ID = re.compile(r"(?:[A-Za-z0-9:._-]{1,80}/)?[A-Za-z0-9:._-]{1,140}")
_CLIENT_ID = re.compile(r"[A-Za-z0-9:._-]{1,128}")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
_CURRENCY = re.compile(r"PLAY|[A-Z]{3}")


def check_id(text: str) -> None:
    """An idempotency key. Raises InvalidId."""
    if not _ID.fullmatch(text):
        raise InvalidId


def client_id(account_id: str, text: str) -> str:
    """A person's idempotency key in a space of its own, so that nobody takes a service's id.

    Raises InvalidId.
    """
    if not _CLIENT_ID.fullmatch(text):
        raise InvalidId
    return f"{account_id}/{text}"


def check_name(text: str, what: str) -> None:
    """An account, table, hand or tournament id. Raises Malformed."""
    if not _NAME.fullmatch(text):
        raise Malformed(f"{what} is missing or has characters that it may not have.")


def check_amount(amount: int) -> None:
    """1 to 10^15. Raises InvalidAmount."""
    if not 1 <= amount <= MAX_AMOUNT:
        raise InvalidAmount


def check_currency(text: str) -> None:
    """A currency's form. Raises InvalidCurrency."""
    if not _CURRENCY.fullmatch(text):
        raise InvalidCurrency


def check_money(text: str) -> None:
    """A real-money currency's form. Raises InvalidCurrency for play chips (MON-04, MON-12)."""
    check_currency(text)
    if text == PLAY:
        raise InvalidCurrency("Play chips have no money value.")


def check_text(text: str, limit: int, what: str) -> None:
    """A note of people. Raises Malformed."""
    if len(text) > limit or any(ord(letter) < 32 for letter in text):
        raise Malformed(f"{what} is longer than {limit} characters or has control characters.")


def check_time(at_ms: int) -> None:
    """Unix milliseconds up to the year 9999; 0 stands for none. Raises Malformed."""
    if not 0 <= at_ms <= MAX_MS:
        raise Malformed("Times are Unix milliseconds.")


def check_seat(number: int) -> None:
    """A seat's number at a table. Raises Malformed."""
    if not 1 <= number <= MAX_SEATS:
        raise Malformed(f"A seat has a number from 1 to {MAX_SEATS}.")


def check_distinct(values: Sequence[object], what: str) -> None:
    """Raises Malformed where one comes twice."""
    if len(set(values)) != len(values):
        raise Malformed(f"{what} are named twice.")


def check_policy(policy: RakePolicy) -> None:
    """A rake policy that can be pinned. Raises Malformed `invalid_rake_policy`."""
    check_text(policy.version, MAX_VERSION_CHARS, "The version of the rake policy")
    players = [cap.players for cap in policy.caps]
    if (
        not 0 <= policy.basis_points <= 10_000
        or len(players) > MAX_SEATS
        or players != sorted(set(players))
        or any(not 0 <= cap.cap <= MAX_AMOUNT for cap in policy.caps)
    ):
        raise Malformed(
            "A rake policy has 0 to 10,000 basis points and caps rising in players.",
            code="invalid_rake_policy",
        )
