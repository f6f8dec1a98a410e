"""The commands of players and tables. Each is one client intent with an id; `content_hash` covers
the business fields, so that a reused id with another content is told from a repetition.
"""

from hashlib import sha256
from typing import Any, ClassVar

import msgspec

from riverbus.core.rake import NO_RAKE, RakePolicy
from services.wallet.domain.accounts import MAX_BALANCE
from services.wallet.domain.checks import (
    MAX_SEATS,
    check_amount,
    check_currency,
    check_distinct,
    check_id,
    check_name,
    check_policy,
    check_seat,
    check_text,
)
from services.wallet.domain.errors import InvalidAmount, Malformed

HASH_VERSION = 1
ALWAYS_UNHASHED = ("id", "replay")
MAX_POTS = 10
MAX_SHARES = 2 * MAX_SEATS
MAX_PENDING = 100


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """A request with its idempotency key."""

    KIND: ClassVar[str] = ""
    UNHASHED: ClassVar[frozenset[str]] = frozenset()
    id: str
    replay: bool = False
    """Booked before, repeated to a ledger from a backup (SEAMS 26): a refusal is not stored."""

    @property
    def account(self) -> str:
        """The player it is about, if one."""
        return ""

    @property
    def subject(self) -> str:
        """What it is for, as statements show it."""
        return ""

    @property
    def note(self) -> str:
        """A line for statements."""
        return ""

    @property
    def other_ids(self) -> tuple[str, ...]:
        """Ids of other calls whose stored outcomes the decision must know."""
        return ()

    def check(self) -> None:
        """Raises Malformed where the request can never be right."""


def content_hash(command: Command) -> bytes:
    """SHA-256 over kind, version and the hashed fields (SEAMS 18)."""
    left_out = command.UNHASHED
    fields: list[Any] = [HASH_VERSION, command.KIND]
    for name in command.__struct_fields__:
        if name not in ALWAYS_UNHASHED and name not in left_out:
            fields.append(getattr(command, name))
    return sha256(msgspec.msgpack.encode(fields)).digest()


class OpenAccount(Command, frozen=True, kw_only=True):
    """A player's accounts, with the first play chips (MON-12)."""

    KIND: ClassVar[str] = "open_account"
    UNHASHED: ClassVar[frozenset[str]] = frozenset({"currencies", "bot"})
    account_id: str
    currencies: tuple[str, ...] = ()
    bot: bool = False

    @property
    def account(self) -> str:
        """The player."""
        return self.account_id

    def check(self) -> None:
        """Names and currencies."""
        check_name(self.account_id, "account_id")
        for currency in self.currencies:
            check_currency(currency)


class RefillPlayChips(Command, frozen=True, kw_only=True):
    """Play chips for who is nearly broke."""

    KIND: ClassVar[str] = "refill_play_chips"
    account_id: str

    @property
    def account(self) -> str:
        """The player."""
        return self.account_id

    def check(self) -> None:
        """Names."""
        check_name(self.account_id, "account_id")


class TableCommand(Command, frozen=True, kw_only=True):
    """A player's chips at a table."""

    account_id: str
    table_id: str
    currency: str

    @property
    def account(self) -> str:
        """The player."""
        return self.account_id

    @property
    def subject(self) -> str:
        """The table."""
        return self.table_id

    def check(self) -> None:
        """Names and currency."""
        check_name(self.account_id, "account_id")
        check_name(self.table_id, "table_id")
        check_currency(self.currency)


class BuyIn(TableCommand, frozen=True, kw_only=True):
    """Cash to escrow, within the table's limits (MON-02, MON-03, MON-11)."""

    KIND: ClassVar[str] = "buy_in"
    UNHASHED: ClassVar[frozenset[str]] = frozenset(
        {"min_buy_in", "max_buy_in", "reducing_window_ms", "seat"}
    )
    amount: int
    min_buy_in: int
    max_buy_in: int
    reducing_window_ms: int | None = None
    seat: int = 0

    def check(self) -> None:
        """Amounts too."""
        super().check()
        check_amount(self.amount)
        check_amount(self.min_buy_in)
        check_amount(self.max_buy_in)
        if self.min_buy_in > self.max_buy_in:
            raise Malformed("The smallest buy-in is above the largest.")
        if self.seat:
            check_seat(self.seat)


class ReverseBuyIn(TableCommand, frozen=True, kw_only=True):
    """Undo a buy-in that nobody follows, or refuse it for ever (SEAMS 23)."""

    KIND: ClassVar[str] = "reverse_buy_in"
    buy_in_id: str

    @property
    def other_ids(self) -> tuple[str, ...]:
        """The buy-in's."""
        return (self.buy_in_id,)

    def check(self) -> None:
        """The other id too."""
        super().check()
        check_id(self.buy_in_id)
        check_distinct((self.id, self.buy_in_id), "Calls")


class TopUp(TableCommand, frozen=True, kw_only=True):
    """More chips between hands (MON-01)."""

    KIND: ClassVar[str] = "top_up"
    UNHASHED: ClassVar[frozenset[str]] = frozenset(
        {"max_buy_in", "expected_stack", "booked_amount"}
    )
    amount: int
    max_buy_in: int
    up_to_max: bool = False
    expected_stack: int | None = None
    booked_amount: int = 0

    def check(self) -> None:
        """Amounts too."""
        super().check()
        check_amount(self.amount)
        check_amount(self.max_buy_in)


class StandUp(TableCommand, frozen=True, kw_only=True):
    """The whole escrow home."""

    KIND: ClassVar[str] = "stand_up"
    UNHASHED: ClassVar[frozenset[str]] = frozenset({"expected_stack"})
    expected_stack: int | None = None


class LineUpSeat(msgspec.Struct, frozen=True):
    """A seat that is dealt in, with the stack that the table believes in."""

    seat: int
    account_id: str
    expected_stack: int


class WaitingTopUp(msgspec.Struct, frozen=True):
    """A top-up that waited for the end of the hand."""

    id: str
    account_id: str
    amount: int
    max_buy_in: int
    up_to_max: bool = False


class WaitingDeparture(msgspec.Struct, frozen=True):
    """A player who leaves before the deal."""

    id: str
    account_id: str


class HandCommand(Command, frozen=True, kw_only=True):
    """A hand at a table, by its owner of an epoch."""

    UNHASHED: ClassVar[frozenset[str]] = frozenset({"epoch"})
    table_id: str
    hand_id: str
    epoch: int

    @property
    def subject(self) -> str:
        """The hand."""
        return self.hand_id

    def check(self) -> None:
        """Names and epoch."""
        check_name(self.table_id, "table_id")
        check_name(self.hand_id, "hand_id")
        if self.epoch < 1:
            raise Malformed("An epoch is at least 1.")


class OpenHand(HandCommand, frozen=True, kw_only=True):
    """Freeze the line-up's stacks and pin the rake policy."""

    KIND: ClassVar[str] = "open_hand"
    currency: str
    line_up: tuple[LineUpSeat, ...]
    policy: RakePolicy = NO_RAKE
    game: str = ""
    top_ups: tuple[WaitingTopUp, ...] = ()
    departures: tuple[WaitingDeparture, ...] = ()
    jackpot_id: str = ""
    jackpot_basis_points: int = 0

    @property
    def other_ids(self) -> tuple[str, ...]:
        """Those of the top-ups and departures that it carries."""
        waiting: tuple[WaitingTopUp | WaitingDeparture, ...] = (*self.top_ups, *self.departures)
        return tuple(item.id for item in waiting)

    def check(self) -> None:
        """The whole line-up and policy."""
        super().check()
        check_currency(self.currency)
        if not 2 <= len(self.line_up) <= MAX_SEATS:
            raise Malformed("A line-up has 2 to 10 seats.")
        _check_seats([(seat.seat, seat.account_id, seat.expected_stack) for seat in self.line_up])
        self._check_waiting()
        check_text(self.game, 64, "game")
        check_policy(self.policy)
        if self.jackpot_id:
            check_name(self.jackpot_id, "jackpot_id")
        if not 0 <= self.jackpot_basis_points <= 10_000:
            raise Malformed("A jackpot's part of the rake is 0 to 10,000 basis points.")

    def _check_waiting(self) -> None:
        if len(self.top_ups) > MAX_SEATS or len(self.departures) > MAX_SEATS:
            raise Malformed("More top-ups or departures than seats.")
        for top_up in self.top_ups:
            check_id(top_up.id)
            check_name(top_up.account_id, "account_id")
            check_amount(top_up.amount)
            check_amount(top_up.max_buy_in)
        for departure in self.departures:
            check_id(departure.id)
            check_name(departure.account_id, "account_id")
        check_distinct((self.id, *self.other_ids), "Calls")


class SeatResult(msgspec.Struct, frozen=True):
    """What a seat put in, and what of it came back uncalled."""

    seat: int
    contributed: int
    returned: int


class PotShare(msgspec.Struct, frozen=True):
    """A winner's part of a pot."""

    seat: int
    amount: int


class PotResult(msgspec.Struct, frozen=True):
    """One pot, main pot first."""

    amount: int
    eligible: tuple[int, ...]
    shares: tuple[PotShare, ...]
    rake: int


class SettleHand(HandCommand, frozen=True, kw_only=True):
    """A hand's result."""

    KIND: ClassVar[str] = "settle_hand"
    attempt: int
    seats: tuple[SeatResult, ...]
    pots: tuple[PotResult, ...]
    drop_point_reached: bool
    resolution: str = ""

    def check(self) -> None:
        """Bounds; whether it adds up is decided against the open hand."""
        super().check()
        if self.attempt < 1:
            raise Malformed("An attempt is at least 1.")
        if len(self.seats) > MAX_SEATS or len(self.pots) > MAX_POTS:
            raise Malformed("More seats or pots than a table has.")
        for pot in self.pots:
            if len(pot.eligible) > MAX_SEATS or len(pot.shares) > MAX_SHARES:
                raise Malformed("More seats or shares in a pot than a table has.")
        check_text(self.resolution, 500, "resolution")


class CancelHand(HandCommand, frozen=True, kw_only=True):
    """A hand that the server cannot finish (ACT-05)."""

    KIND: ClassVar[str] = "cancel_hand"
    UNHASHED: ClassVar[frozenset[str]] = frozenset({"epoch", "reason"})
    reason: str = ""

    def check(self) -> None:
        """The reason too."""
        super().check()
        check_text(self.reason, 500, "reason")


class SeenSeat(msgspec.Struct, frozen=True):
    """A taken seat as the table sees it."""

    seat: int
    account_id: str
    stack: int


class ReconcileTable(Command, frozen=True, kw_only=True):
    """A table's view of itself; the id is the wallet's own."""

    KIND: ClassVar[str] = "reconcile_table"
    table_id: str
    epoch: int
    seats: tuple[SeenSeat, ...] = ()
    open_hand_id: str = ""
    pending_ids: tuple[str, ...] = ()
    pending_account_ids: tuple[str, ...] = ()
    takeover: bool = False

    @property
    def subject(self) -> str:
        """The table."""
        return self.table_id

    def check(self) -> None:
        """Names and bounds."""
        check_name(self.table_id, "table_id")
        if self.epoch < 1 or len(self.seats) > MAX_SEATS:
            raise Malformed
        _check_seats([(seat.seat, seat.account_id, seat.stack) for seat in self.seats])
        if self.open_hand_id:
            check_name(self.open_hand_id, "open_hand_id")
        if len(self.pending_ids) > MAX_PENDING or len(self.pending_account_ids) > MAX_PENDING:
            raise Malformed("More pending calls than a table has.")
        for pending in self.pending_ids:
            check_id(pending)
        for account_id in self.pending_account_ids:
            check_name(account_id, "pending_account_ids")


def _check_seats(seats: list[tuple[int, str, int]]) -> None:
    """(number, account, stack) of different seats of different players.

    A stack may be larger than any amount: it is what several brought.
    """
    for number, account_id, stack in seats:
        check_seat(number)
        check_name(account_id, "account_id")
        if not 0 <= stack <= MAX_BALANCE:
            raise InvalidAmount
    check_distinct([seat[0] for seat in seats], "Seats")
    check_distinct([seat[1] for seat in seats], "Players")
