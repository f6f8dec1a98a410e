"""Everything that can be asked of a table: by players, timers, operators, neighbours, other owners.

A clock that fires is a command too (SEAMS 2). Player and operator commands carry an action id.
"""

import hashlib

import msgspec

from riverbus.core.games import MAX_AMOUNT
from riverbus.core.ports import Ids, Shuffle
from riverbus.engine.actions import Action
from services.table.domain.settlement import PotShare
from services.table.domain.state import Advance, TableSettings


class Moment(msgspec.Struct, frozen=True):
    """What a decision takes from outside: the time, fresh ids, a shuffle."""

    now_ms: int
    ids: Ids
    shuffle: Shuffle


class Sit(msgspec.Struct, frozen=True, kw_only=True, tag="sit"):
    """Takes a seat and buys in; seat 0 is any."""

    account_id: str
    action_id: str
    name: str
    seat: int
    buy_in: int
    avatar: str = ""
    wait_for_big_blind: bool = False


class Act(msgspec.Struct, frozen=True, kw_only=True, tag="act"):
    """Acts in turn."""

    account_id: str
    action_id: str
    hand_id: str
    turn: int
    price: int
    action: Action
    rtt_ms: int = 0


class SetAdvance(msgspec.Struct, frozen=True, kw_only=True, tag="set_advance"):
    """Holds an action for one's turn; None clears it."""

    account_id: str
    action_id: str
    hand_id: str
    advance: Advance | None


class SetOptions(msgspec.Struct, frozen=True, kw_only=True, tag="set_options"):
    """Changes switches; None leaves one as it is."""

    account_id: str
    action_id: str
    sit_out: bool | None = None
    sit_out_next_big_blind: bool | None = None
    auto_post: bool | None = None
    auto_ante: bool | None = None
    auto_top_up: int | None = None
    wait_for_big_blind: bool | None = None
    auto_muck: bool | None = None
    leave_after_hand: bool | None = None
    in_next_hand: bool | None = None


class TopUp(msgspec.Struct, frozen=True, kw_only=True, tag="top_up"):
    """Adds chips, after the hand if one runs."""

    account_id: str
    action_id: str
    amount: int


class Leave(msgspec.Struct, frozen=True, kw_only=True, tag="leave"):
    """Leaves; in a hand folded when the turn comes."""

    account_id: str
    action_id: str


PlayerCommand = Sit | Act | SetAdvance | SetOptions | TopUp | Leave


class Operate(msgspec.Struct, frozen=True, kw_only=True, tag="operate"):
    """An operator's command: pause, resume, close, remove_player, cancel_hand."""

    account_id: str
    action_id: str
    operation: str
    seat: int = 0
    reason: str = ""
    alone_max: int = MAX_AMOUNT
    """Above it a refused hand is cancelled by two operators, minor units (SEAMS 19)."""


class PotDecision(msgspec.Struct, frozen=True):
    """How an operator divides a pot."""

    shares: tuple[PotShare, ...]
    rake: int | None = None
    """None: as it was played."""


class Resolve(msgspec.Struct, frozen=True, kw_only=True, tag="resolve"):
    """An operator decides a hand whose result the wallet refused (SEAMS 19)."""

    account_id: str
    action_id: str
    name: str
    reason: str
    pots: tuple[PotDecision, ...] = ()
    """Main pot first."""
    cancel: bool = False
    alone_max: int = MAX_AMOUNT
    """Above it a second operator must agree, minor units."""


class Agree(msgspec.Struct, frozen=True, kw_only=True, tag="agree"):
    """A second operator agrees to a resolution as it was proposed."""

    account_id: str
    action_id: str
    name: str
    proposal: str
    reason: str


OperatorCommand = Operate | Resolve | Agree


class Tick(msgspec.Struct, frozen=True, tag="tick"):
    """Time passed: does the first thing that is due, if any."""


class ClockStood(msgspec.Struct, frozen=True, tag="clock_stood"):
    """The log was slow: the running clock's deadline moves (SEAMS 8)."""

    by_ms: int


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """A player's line came or went."""

    account_id: str
    connected: bool


class Suspend(msgspec.Struct, frozen=True, tag="suspend"):
    """The room suspended or closed the account: the seat leaves, without protection (SEAMS 36)."""

    account_id: str


class Configure(msgspec.Struct, frozen=True, tag="configure"):
    """The lobby changed the table; game, stakes and rake change with the next open (SEAMS 16)."""

    settings: TableSettings


class SeatChips(msgspec.Struct, frozen=True):
    """An escrow as the wallet has it."""

    account_id: str
    stack: int


class Outcome(msgspec.Struct, frozen=True, kw_only=True, tag="outcome"):
    """A neighbour's answer to an intent."""

    intent_id: str
    ok: bool
    code: str = ""
    sentence: str = ""
    stack: int = 0
    """The escrow afterwards (buy-in, top-up)."""
    amount: int = 0
    """What was added or went home."""
    stacks: tuple[SeatChips, ...] = ()
    """Escrows of the line-up (open, settle, cancel)."""
    protections_left: int = -1
    unbooked_ms: int = 0
    """PROTECT: granted then without the database; still to be booked."""


class WalletAway(msgspec.Struct, frozen=True, tag="wallet_away"):
    """The wallet has not answered for five seconds, or answers again."""

    away: bool


class LogSpace(msgspec.Struct, frozen=True, tag="log_space"):
    """The hand log is nearly full, or has room again."""

    short: bool


class Reconciled(msgspec.Struct, frozen=True, kw_only=True, tag="reconciled"):
    """The wallet knows better than the log, twice and with nothing pending (SEAMS 26)."""

    hand_closed: bool = False
    """The wallet closed the hand that we have open: abandon it, seats from escrow."""
    foreign_hand: str = ""
    """A hand that the wallet has open and we have not: cancel it."""
    escrows: tuple[SeatChips, ...] = ()


class Repeated(msgspec.Struct, frozen=True, kw_only=True, tag="repeated"):
    """Calls that an older wallet had lost were made again, or one was refused (SEAMS 26)."""

    refused: str = ""
    """The wallet's code; empty: it knows all again."""
    call: str = ""
    """The refused call's id."""


class Resume(msgspec.Struct, frozen=True, kw_only=True, tag="resume"):
    """A new owner goes on after its replay: clocks and pauses start again (SEAMS 12, 13)."""

    epoch: int


class Release(msgspec.Struct, frozen=True, kw_only=True, tag="release"):
    """The owner gives the table back."""


class Drain(msgspec.Struct, frozen=True, tag="drain"):
    """No new hand from here on: the process stops."""


class Quarantine(msgspec.Struct, frozen=True, tag="quarantine"):
    """Play stops for an operator."""

    reason: str


Command = (
    PlayerCommand
    | OperatorCommand
    | Tick
    | ClockStood
    | Presence
    | Suspend
    | Configure
    | Outcome
    | WalletAway
    | LogSpace
    | Reconciled
    | Repeated
    | Resume
    | Release
    | Drain
    | Quarantine
)


def digest_of(command: PlayerCommand | OperatorCommand) -> str:
    """A hash of what was asked for; the measured round trip, names and limits are no part."""
    plain = msgspec.to_builtins(command)
    for name in ("rtt_ms", "name", "avatar", "alone_max"):
        plain.pop(name, None)
    return hashlib.blake2b(msgspec.json.encode(plain, order="sorted"), digest_size=12).hexdigest()
