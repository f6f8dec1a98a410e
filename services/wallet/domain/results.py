"""What commands answer. Stored under the command's id and given again for it."""

import msgspec

from services.wallet.domain.entities import HandStatus, Standing, TableDifference, Withdrawal


class Opened(msgspec.Struct, frozen=True):
    """The account's play chips, and what was granted now."""

    granted: int


class Granted(msgspec.Struct, frozen=True):
    """Play chips given, and cash afterwards."""

    granted: int
    balance: int


class BoughtIn(msgspec.Struct, frozen=True):
    """Escrow and cash afterwards."""

    stack: int
    balance: int


class Returned(msgspec.Struct, frozen=True):
    """What went home, and cash afterwards."""

    returned: int
    balance: int


class ToppedUp(msgspec.Struct, frozen=True):
    """What was added; escrow and cash afterwards."""

    added: int
    stack: int
    balance: int


class SeatStack(msgspec.Struct, frozen=True):
    """A seat's chips."""

    seat: int
    account_id: str
    stack: int


class TopUpOutcome(msgspec.Struct, frozen=True):
    """A waiting top-up's end."""

    id: str
    added: int
    refusal: str = ""


class DepartureOutcome(msgspec.Struct, frozen=True):
    """A waiting departure's end."""

    id: str
    returned: int


class HandOpened(msgspec.Struct, frozen=True):
    """Frozen stacks in the line-up's order."""

    stacks: tuple[SeatStack, ...]
    top_ups: tuple[TopUpOutcome, ...] = ()
    departures: tuple[DepartureOutcome, ...] = ()


class HandClosed(msgspec.Struct, frozen=True):
    """Escrows after the hand, the rake, and its part for the jackpot."""

    stacks: tuple[SeatStack, ...]
    rake: int = 0
    jackpot: int = 0
    tombstone: bool = False


class Reconciled(msgspec.Struct, frozen=True):
    """What differs, and the wallet's view."""

    differences: tuple[TableDifference, ...]
    confirmed: tuple[bool, ...]
    escrows: tuple[SeatStack, ...]
    open_hand_id: str
    hand_status: HandStatus | None
    sent_home: tuple[SeatStack, ...] = ()


class BalanceAfter(msgspec.Struct, frozen=True):
    """Cash afterwards; `refused` where a provider refused and nothing moved."""

    balance: int
    refused: bool = False


class WithdrawalAfter(msgspec.Struct, frozen=True):
    """The withdrawal, and cash afterwards."""

    withdrawal: Withdrawal
    balance: int


class Proposed(msgspec.Struct, frozen=True):
    """A proposal that waits (empty: booked at once), cash afterwards, and what was booked."""

    proposal_id: str = ""
    balance: int = 0
    change: int = 0


class StandingAfter(msgspec.Struct, frozen=True):
    """An account's standing."""

    standing: Standing


class LimitsSet(msgspec.Struct, frozen=True):
    """From when the limits hold."""

    effective_at_ms: int


class Left(msgspec.Struct, frozen=True):
    """What is left of a fund or case."""

    left: int


class Entered(msgspec.Struct, frozen=True):
    """Cash and pool afterwards."""

    balance: int
    pool: int


class PoolAfter(msgspec.Struct, frozen=True):
    """The pool afterwards."""

    pool: int


class Paid(msgspec.Struct, frozen=True):
    """What was paid, per player."""

    payments: tuple[tuple[str, int], ...]
