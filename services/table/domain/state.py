"""What a table is: frozen parts that records assign. No rule is in here.

The parts are settings, core, seats, intents and memory, each with a key; the hand in progress is
the engine's. Times are Unix ms, amounts minor units. Defaults are not stored: changing one changes
what old records mean, so a default is never changed.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

import msgspec

from riverbus.core.games import Game, GameKind, LimitKind, Stakes
from riverbus.core.rake import NO_RAKE, RakePolicy
from riverbus.engine.hand import Hand
from riverbus.engine.lineup import HandPlan, Owes, Positions
from riverbus.engine.rules import HouseRules
from services.table.domain.settlement import HandResolved, Settlement


class TableState(StrEnum):
    """What the table as a whole does."""

    OPEN = "open"
    PAUSED = "paused"
    DRAINING = "draining"
    CLOSING = "closing"
    QUARANTINED = "quarantined"
    CLOSED = "closed"
    WAITING_FOR_WALLET = "waiting_for_wallet"


class SeatStatus(StrEnum):
    """A player's standing."""

    RESERVED = "reserved"
    WAITING = "waiting"
    ACTIVE = "active"
    SITTING_OUT = "sitting_out"
    AWAY = "away"
    LEAVING = "leaving"


class Phase(StrEnum):
    """Where the table is between two hands; only OPENING holds the line-up fast."""

    IDLE = "idle"
    OPENING = "opening"
    PLAYING = "playing"
    CLOSING_HAND = "closing_hand"
    """The settle or cancel is with the wallet."""


class IntentKind(StrEnum):
    """What a slow neighbour is asked for (SEAMS 17, 18, 29)."""

    BUY_IN = "buyin"
    TOP_UP = "topup"
    STAND_UP = "standup"
    OPEN = "open"
    SETTLE = "settle"
    CANCEL = "cancel"
    PROTECT = "protect"


class Paces(msgspec.Struct, frozen=True, kw_only=True):
    """How long things stay to be seen, ms; zeros make a table that never waits."""

    run_out_ms: int = 1_500
    """Before each street once no more betting is possible."""
    show_ms: int = 1_200
    """Before each hand is shown or mucked."""
    choice_ms: int = 4_000
    """A player may choose to show or to muck for so long."""
    award_ms: int = 1_500
    """Before each pot is paid."""
    hand_gap_ms: int = 2_000
    """Between the end of a hand and the next."""
    advance_ms: int = 350
    """An advance action goes out so long after the turn came (SE-14)."""


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as configured; a hand is played by the settings that its opening pinned."""

    table_id: str
    name: str
    game: Game
    limit: LimitKind
    stakes: Stakes
    seats_max: int
    rules: HouseRules
    kind: GameKind = GameKind.CASH
    profile: str = "stoner"
    currency: str = "PLAY"
    buy_in_min: int = 1
    buy_in_max: int = 10**12
    rake: RakePolicy = NO_RAKE
    turn_s: int = 30
    bank_s: int = 0
    bank_refill_s: int = 0
    bank_refill_hands: int = 0
    paces: Paces = Paces()
    wanted: TableState = TableState.OPEN
    """OPEN, PAUSED or CLOSING, as the operator wants it."""
    notice: str = ""
    revision: int = 0


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player's switches."""

    sit_out: bool = False
    sit_out_next_big_blind: bool = False
    auto_post: bool = True
    auto_ante: bool = True
    auto_top_up: int = 0
    wait_for_big_blind: bool = False
    auto_muck: bool = True
    leave_after_hand: bool = False
    in_next_hand: bool = False
    """'I'm in': joins the next ante though auto-ante is off; cleared by the deal (ACT-16)."""


class Advance(msgspec.Struct, frozen=True):
    """An action decided before one's turn (ACT-06)."""

    kind: str
    amount: int = 0


class Seat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat that is somebody's."""

    number: int
    account_id: str
    name: str
    avatar: str = ""
    status: SeatStatus = SeatStatus.RESERVED
    stack: int = 0
    """Chips between hands; in a hand the engine has them."""
    options: Options = Options()
    advance: Advance | None = None
    connected: bool = True
    lost_ms: int = 0
    """When the line was lost; 0: it is there."""
    away: bool = False
    """Sits out because the line was lost; comes back with it."""
    leaving: bool = False
    owes: Owes = ""
    new: bool = True
    bank_ms: int = 0
    bank_hands: int = 0
    """Hands since the bank was last filled."""
    rtt_ms: int = 0
    out_since_ms: int = 0
    out_hands: int = 0
    until_ms: int = 0
    """The seat is given up then; 0: not at all."""
    timeouts_ms: tuple[int, ...] = ()
    """When the player let the time run out, within the last hour (ACT-09)."""
    protections_left: int = -1
    top_up: int = 0
    """Chips asked for, added when the hand is over."""
    top_up_action: str = ""
    leave_action: str = ""
    suspended: bool = False


class Turn(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The player to act and the clock."""

    seat: int
    number: int
    price: int
    started_ms: int
    deadline_ms: int
    duration_ms: int
    bank: bool = False
    extended: bool = False
    """The line was lost in this turn, and the time to come back was given already."""
    advance_ms: int = 0
    """When the advance action goes out; 0: none held."""
    waiting: bool = False
    """The protection budget is being asked."""


class LineUpStack(msgspec.Struct, frozen=True):
    """A seat of a hand to be opened, with the stack that the table expects."""

    seat: int
    account_id: str
    stack: int


class Intent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A call to a neighbour that is in the log and not answered yet."""

    id: str
    kind: IntentKind
    made_ms: int
    account_id: str = ""
    seat: int = 0
    amount: int = 0
    action_id: str = ""
    hand_id: str = ""
    attempt: int = 1
    up_to: int = 0
    """TOP_UP: the escrow may hold so much; BUY_IN: the most."""
    up_to_max: bool = False
    expected: int = -1
    """STAND_UP, TOP_UP: chips that the escrow should hold; -1: not known."""
    least: int = 0
    orphan: bool = False
    """BUY_IN: the seat is gone; what is booked goes home at once (SEAMS 25)."""
    held: str = ""
    """Not to be called now: a code such as `hand_open` or a refusal that an operator must see."""
    reason: str = ""
    settlement: Settlement | None = None
    resolved: HandResolved | None = None
    """SETTLE, CANCEL: operators decided so after a refusal (SEAMS 19)."""
    line_up: tuple[LineUpStack, ...] = ()
    granted_ms: int = 0
    """PROTECT: granted then without the database; only to be booked, for review (SEAMS 29)."""


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a player or operator is answered; the same for a repeated action id."""

    action_id: str
    ok: bool = True
    pending: bool = False
    code: str = ""
    sentence: str = ""
    kind: str = ""
    sequence: int = 0
    proposal: str = ""
    """A second operator must agree to what stands under this id (SEAMS 19)."""


class Answered(msgspec.Struct, frozen=True):
    """An action id with the hash of its content."""

    digest: str
    answer: Answer


class DebtBefore(msgspec.Struct, frozen=True):
    """What a seat owed before the hand in progress."""

    seat: int
    account_id: str
    owes: Owes
    new: bool


class BeforeHand(msgspec.Struct, frozen=True):
    """Button and debts before the hand in progress: a void hand puts them back (ACT-05)."""

    positions: Positions
    debts: tuple[DebtBefore, ...]


class Core(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table itself, without its seats."""

    state: TableState = TableState.OPEN
    reason: str = ""
    epoch: int = 0
    sequence: int = 0
    """Of the last public event."""
    phase: Phase = Phase.IDLE
    hand_id: str = ""
    hand_number: int = 0
    hand_started_ms: int = 0
    last_hand_id: str = ""
    """The last hand that was dealt and closed; empty after an opening that was refused."""
    last_seats: tuple[tuple[int, str, str], ...] = ()
    """Seat, account and name of who was dealt into it."""
    hand_ended_ms: int = 0
    saw_flop: int = 0
    """Players left when the hand's second street came; 0: it did not."""
    positions: Positions = Positions()
    plan: HandPlan | None = None
    before_hand: BeforeHand | None = None
    raised_left: int = 0
    """Hands to come at raised stakes, the one in progress included (ACC-09)."""
    turn: Turn | None = None
    turns: int = 0
    """Prompts of this hand so far."""
    pause_until_ms: int = 0
    """The hand's next step by itself is due then; 0: it waits for a player."""
    next_hand_ms: int = 0
    """No hand is opened before."""
    refused_opens: int = 0
    wallet_away: bool = False
    paused_by: str = ""
    """'operator', 'lobby', 'wallet', 'log' or 'broken'; empty: not paused."""
    proposal: HandResolved | None = None
    """A resolution that waits for a second operator (SEAMS 19)."""
    behind: str = ""
    """The wallet is older than the log and refuses this call again: its id and code (SEAMS 26)."""
    pots: tuple[int, ...] = ()
    """Totals of the last 20 pots, for the lobby."""
    hand_times_ms: tuple[int, ...] = ()
    """Starts of the last 20 hands, for the lobby."""
    flops: tuple[int, ...] = ()
    """Players to the flop of the last 20 hands, hundredths of a percent."""


NO_SEATS: Mapping[int, Seat] = MappingProxyType({})
NO_INTENTS: Mapping[str, Intent] = MappingProxyType({})
NO_MEMORY: Mapping[str, tuple[Answered, ...]] = MappingProxyType({})


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is; replaced as a whole, its mappings are never changed in place."""

    settings: TableSettings
    next_settings: TableSettings | None = None
    """The lobby's change, for the next hand."""
    core: Core = Core()
    seats: Mapping[int, Seat] = NO_SEATS
    intents: Mapping[str, Intent] = NO_INTENTS
    memory: Mapping[str, tuple[Answered, ...]] = NO_MEMORY
    hand: Hand | None = None

    def seat_of(self, account_id: str) -> Seat | None:
        """The account's seat, if it has one."""
        for seat in self.seats.values():
            if seat.account_id == account_id:
                return seat
        return None
