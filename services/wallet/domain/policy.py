"""The room's money policy: one frozen struct, made from the wallet's configuration."""

from enum import IntEnum

import msgspec


class TransferKind(IntEnum):
    """What a transfer was; the names are those of statements, in lower case."""

    GRANT = 1
    REFILL = 2
    BUY_IN = 3
    TOP_UP = 4
    STAND_UP = 5
    SENT_HOME = 6
    SETTLE = 7
    RAKE = 8
    JACKPOT_DROP = 9
    DEPOSIT = 10
    WITHDRAWAL_HOLD = 11
    WITHDRAWAL_RETURN = 12
    WITHDRAWAL_PAID = 13
    TRANSFER = 14
    ADJUSTMENT = 15
    TOURNAMENT_BUY_IN = 16
    TOURNAMENT_FEE = 17
    TOURNAMENT_RETURN = 18
    GUARANTEE = 19
    PRIZE = 20
    JACKPOT = 21
    REMOVAL = 22
    RETURN_TO_LOSER = 23
    REVERSE_BUY_IN = 24


class RoomPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """Amounts in minor units, times in milliseconds."""

    currencies: frozenset[str] = frozenset({"USD", "EUR", "GBP"})
    play_grant: int = 1_000_000
    refill_below: int = 100_000
    refill_to: int = 1_000_000
    refill_every_ms: int = 4 * 3_600_000
    bot_refill_every_ms: int = 0
    reducing_window_ms: int = 3_600_000
    lost_escrow_home_ms: int = 600_000
    daily_deposit: int = 1_000_000
    daily_transfer: int = 200_000
    consent_above: int = 50_000


class Context(msgspec.Struct, frozen=True):
    """What a decision may know beside the book: the batch's time and the policy."""

    now_ms: int
    policy: RoomPolicy
