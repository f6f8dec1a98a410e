"""What clients and the gateway say to each other, as frozen structs.

Generated from proto/ by tools/generate_frames.py. Do not edit.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

AMOUNT_MAX = 10**15
Int32 = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Int64 = Annotated[int, Meta(ge=-AMOUNT_MAX, le=AMOUNT_MAX)]


class Game(StrEnum):
    """riverbus.common.v1.Game."""

    UNSPECIFIED = "unspecified"
    HOLDEM = "holdem"
    OMAHA = "omaha"
    OMAHA8 = "omaha8"
    STUD = "stud"
    STUD8 = "stud8"
    DRAW = "draw"
    STUD5 = "stud5"


class Limit(StrEnum):
    """riverbus.common.v1.Limit."""

    UNSPECIFIED = "unspecified"
    FIXED = "fixed"
    POT = "pot"
    NONE = "none"


class PostKind(StrEnum):
    """riverbus.table.v1.PostKind."""

    UNSPECIFIED = "unspecified"
    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    ANTE = "ante"
    BIG_BLIND_ANTE = "big_blind_ante"
    LIVE = "live"
    DEAD = "dead"


class SeatStatus(StrEnum):
    """riverbus.table.v1.SeatStatus."""

    UNSPECIFIED = "unspecified"
    RESERVED = "reserved"
    WAITING = "waiting"
    ACTIVE = "active"
    SITTING_OUT = "sitting_out"
    AWAY = "away"
    LEAVING = "leaving"


class Street(StrEnum):
    """riverbus.table.v1.Street."""

    UNSPECIFIED = "unspecified"
    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"
    FIFTH = "fifth"
    SIXTH = "sixth"
    SEVENTH = "seventh"
    BEFORE_DRAW = "before_draw"
    DRAW = "draw"
    AFTER_DRAW = "after_draw"
    SHOWDOWN = "showdown"


class TableState(StrEnum):
    """riverbus.table.v1.TableState."""

    UNSPECIFIED = "unspecified"
    OPEN = "open"
    PAUSED = "paused"
    DRAINING = "draining"
    CLOSING = "closing"
    QUARANTINED = "quarantined"
    CLOSED = "closed"
    WAITING_FOR_WALLET = "waiting_for_wallet"


class Verb(StrEnum):
    """riverbus.table.v1.Verb."""

    UNSPECIFIED = "unspecified"
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    COMPLETE = "complete"
    BRING_IN = "bring_in"
    DRAW = "draw"
    STAND_PAT = "stand_pat"
    SHOW = "show"
    MUCK = "muck"
    ALL_IN = "all_in"


class Hello(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Hello."""

    protocol: Int32 = 0
    client: str = ""
    instance_id: str = ""


class Ping(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Ping."""

    client_ms: Int64 = 0


class Watch(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Watch."""

    table_id: str = ""
    epoch: Int64 | UnsetType = UNSET
    sequence: Int64 | UnsetType = UNSET


class Unwatch(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Unwatch."""

    table_id: str = ""


class Sit(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Sit."""

    table_id: str = ""
    action_id: str = ""
    seat: Int32 = 0
    buy_in: Int64 | UnsetType = UNSET
    wait_for_big_blind: bool = False


class Act(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Act."""

    table_id: str = ""
    action_id: str = ""
    hand_id: str = ""
    turn: Int32 = 0
    price: Int64 | UnsetType = UNSET
    verb: Verb = Verb.UNSPECIFIED
    to: Int64 | UnsetType = UNSET
    discards: str = ""


class Advance(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Advance."""

    kind: str = ""
    amount: Int64 = 0


class SetAdvance(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.SetAdvance."""

    table_id: str = ""
    action_id: str = ""
    hand_id: str = ""
    advance: Advance | UnsetType = UNSET


class SeatOptions(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.SeatOptions."""

    sit_out: bool | UnsetType = UNSET
    sit_out_next_big_blind: bool | UnsetType = UNSET
    auto_post: bool | UnsetType = UNSET
    auto_ante: bool | UnsetType = UNSET
    auto_top_up: Int64 | UnsetType = UNSET
    wait_for_big_blind: bool | UnsetType = UNSET
    auto_muck: bool | UnsetType = UNSET
    leave_after_hand: bool | UnsetType = UNSET
    in_next_hand: bool | UnsetType = UNSET


class SetOptions(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.SetOptions."""

    table_id: str = ""
    action_id: str = ""
    options: SeatOptions | UnsetType = UNSET


class TopUp(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.TopUp."""

    table_id: str = ""
    action_id: str = ""
    amount: Int64 | UnsetType = UNSET


class Leave(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Leave."""

    table_id: str = ""
    action_id: str = ""


class ChatJoin(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.ChatJoin."""

    room: str = ""


class ChatLeave(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.ChatLeave."""

    room: str = ""


class ChatSay(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.ChatSay."""

    room: str = ""
    action_id: str = ""
    text: str = ""


class LobbyWatch(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.LobbyWatch."""


class LobbyUnwatch(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.LobbyUnwatch."""


class ClientFrame(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.ClientFrame."""

    hello: Hello | UnsetType = UNSET
    ping: Ping | UnsetType = UNSET
    watch: Watch | UnsetType = UNSET
    unwatch: Unwatch | UnsetType = UNSET
    sit: Sit | UnsetType = UNSET
    act: Act | UnsetType = UNSET
    advance: SetAdvance | UnsetType = UNSET
    options: SetOptions | UnsetType = UNSET
    top_up: TopUp | UnsetType = UNSET
    leave: Leave | UnsetType = UNSET
    chat_join: ChatJoin | UnsetType = UNSET
    chat_leave: ChatLeave | UnsetType = UNSET
    chat_say: ChatSay | UnsetType = UNSET
    lobby_watch: LobbyWatch | UnsetType = UNSET
    lobby_unwatch: LobbyUnwatch | UnsetType = UNSET


class Welcome(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Welcome."""

    protocol: Int32 = 0
    account_id: str = ""
    name: str = ""
    roles: tuple[str, ...] = ()
    server_ms: Int64 = 0
    max_frame_bytes: Int32 = 0
    seated_at: tuple[str, ...] = ()
    gateway: str = ""


class Pong(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Pong."""

    client_ms: Int64 = 0
    server_ms: Int64 = 0


class ErrorDetail(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.common.v1.ErrorDetail."""

    code: str = ""
    sentence: str = ""
    kind: str = ""
    details: dict[str, str] = {}


class Answer(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Answer."""

    action_id: str = ""
    ok: bool = False
    pending: bool = False
    error: ErrorDetail | UnsetType = UNSET
    sequence: Int64 = 0


class Stakes(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.common.v1.Stakes."""

    small_blind: Int64 = 0
    big_blind: Int64 = 0
    lower: Int64 = 0
    upper: Int64 = 0
    ante: Int64 = 0
    bring_in: Int64 = 0
    unit: Int64 = 0
    ante_from_big_blind: bool = False


class RakeCap(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.common.v1.RakeCap."""

    players: Int32 = 0
    cap: Int64 = 0


class RakePolicy(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.common.v1.RakePolicy."""

    version: str = ""
    basis_points: Int32 = 0
    caps: tuple[RakeCap, ...] = ()
    no_flop_no_drop: bool = False
    rounding: str = ""
    per: str = ""


class TableInfo(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.TableInfo."""

    name: str = ""
    game: Game = Game.UNSPECIFIED
    limit: Limit = Limit.UNSPECIFIED
    stakes: Stakes | UnsetType = UNSET
    seats_max: Int32 = 0
    currency: str = ""
    profile: str = ""
    buy_in_min: Int64 = 0
    buy_in_max: Int64 = 0
    rake: RakePolicy | UnsetType = UNSET
    turn_s: Int32 = 0
    bank_s: Int32 = 0


class Pot(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Pot."""

    amount: Int64 = 0
    eligible: tuple[Int32, ...] = ()


class SeatView(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.SeatView."""

    seat: Int32 = 0
    account_id: str = ""
    name: str = ""
    avatar: str = ""
    status: SeatStatus = SeatStatus.UNSPECIFIED
    connected: bool = False
    stack: Int64 = 0
    bet: Int64 = 0
    in_hand: bool = False
    folded: bool = False
    all_in: bool = False
    down_cards: Int32 = 0
    up_cards: str = ""
    shown_cards: str = ""
    shown_text: str = ""
    last_verb: Verb = Verb.UNSPECIFIED
    drew: Int32 = 0
    owes: str = ""
    until_ms: Int64 = 0
    won: Int64 = 0
    bank_ms: Int64 = 0
    protected: bool = False


class Turn(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Turn."""

    seat: Int32 = 0
    turn: Int32 = 0
    price: Int64 = 0
    deadline_ms: Int64 = 0
    duration_ms: Int64 = 0
    bank: bool = False


class Wager(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Wager."""

    verb: Verb = Verb.UNSPECIFIED
    min: Int64 = 0
    max: Int64 = 0


class LegalActions(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.LegalActions."""

    fold: bool = False
    check: bool = False
    call: Int64 = 0
    wagers: tuple[Wager, ...] = ()
    draw_max: Int32 = 0
    show_or_muck: bool = False
    pot_total: Int64 = 0


class PrivateView(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.PrivateView."""

    seat: Int32 = 0
    cards: str = ""
    high: str = ""
    low: str = ""
    legal: LegalActions | UnsetType = UNSET
    advance_offers: tuple[Advance, ...] = ()
    advance: Advance | UnsetType = UNSET
    options: SeatOptions | UnsetType = UNSET
    protections_left: Int32 = 0
    top_up_waiting: Int64 = 0
    owes_live: Int64 = 0
    owes_dead: Int64 = 0


class TableView(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.TableView."""

    table_id: str = ""
    epoch: Int64 = 0
    sequence: Int64 = 0
    info: TableInfo | UnsetType = UNSET
    state: TableState = TableState.UNSPECIFIED
    state_reason: str = ""
    hand_id: str = ""
    hand_number: Int64 = 0
    button: Int32 = 0
    street: Street = Street.UNSPECIFIED
    board: str = ""
    pots: tuple[Pot, ...] = ()
    pot_total: Int64 = 0
    seats: tuple[SeatView, ...] = ()
    turn: Turn | UnsetType = UNSET
    own: PrivateView | UnsetType = UNSET
    server_ms: Int64 = 0


class Snapshot(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Snapshot."""

    view: TableView | UnsetType = UNSET


class DealtIn(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.DealtIn."""

    seat: Int32 = 0
    stack: Int64 = 0


class HandStarted(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.HandStarted."""

    hand_id: str = ""
    number: Int64 = 0
    button: Int32 = 0
    seats: tuple[DealtIn, ...] = ()
    stakes: Stakes | UnsetType = UNSET
    game: Game = Game.UNSPECIFIED
    limit: Limit = Limit.UNSPECIFIED


class Posted(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Posted."""

    seat: Int32 = 0
    kind: PostKind = PostKind.UNSPECIFIED
    amount: Int64 = 0
    bet: Int64 = 0
    stack: Int64 = 0
    all_in: bool = False


class Dealt(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Dealt."""

    seat: Int32 = 0
    count: Int32 = 0
    cards: str = ""
    up: bool = False


class Burned(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Burned."""

    count: Int32 = 0
    card: str = ""


class StreetStarted(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.StreetStarted."""

    street: Street = Street.UNSPECIFIED
    collected: Int64 = 0


class BoardDealt(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.BoardDealt."""

    cards: str = ""
    board: str = ""


class Acted(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Acted."""

    seat: Int32 = 0
    verb: Verb = Verb.UNSPECIFIED
    paid: Int64 = 0
    bet: Int64 = 0
    stack: Int64 = 0
    all_in: bool = False
    reason: str = ""
    protected: bool = False


class Drew(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Drew."""

    seat: Int32 = 0
    count: Int32 = 0
    discards: str = ""
    cards: str = ""


class DeckMixed(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.DeckMixed."""

    stub: Int32 = 0


class Returned(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Returned."""

    seat: Int32 = 0
    amount: Int64 = 0
    stack: Int64 = 0


class PotsMade(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.PotsMade."""

    pots: tuple[Pot, ...] = ()


class Shown(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Shown."""

    seat: Int32 = 0
    cards: str = ""
    high: str = ""
    low: str = ""
    high_cards: str = ""
    low_cards: str = ""


class Mucked(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Mucked."""

    seat: Int32 = 0


class Raked(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Raked."""

    amounts: tuple[Int64, ...] = ()
    total: Int64 = 0


class Awarded(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Awarded."""

    pot: Int32 = 0
    seat: Int32 = 0
    amount: Int64 = 0
    half: str = ""
    odd: Int64 = 0
    stack: Int64 = 0
    text: str = ""


class HandEnded(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.HandEnded."""

    stacks: tuple[DealtIn, ...] = ()
    rake: Int64 = 0


class HandCancelled(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.HandCancelled."""

    reason: str = ""
    stacks: tuple[DealtIn, ...] = ()


class TurnEnded(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.TurnEnded."""


class SeatChanged(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.SeatChanged."""

    seat: SeatView | UnsetType = UNSET


class TableStateChanged(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.TableStateChanged."""

    state: TableState = TableState.UNSPECIFIED
    reason: str = ""


class OwnerChanged(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.OwnerChanged."""

    owner: str = ""
    epoch: Int64 = 0


class Note(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Note."""

    code: str = ""
    text: str = ""
    seat: Int32 = 0


class Fact(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.Fact."""

    hand_started: HandStarted | UnsetType = UNSET
    posted: Posted | UnsetType = UNSET
    dealt: Dealt | UnsetType = UNSET
    burned: Burned | UnsetType = UNSET
    street_started: StreetStarted | UnsetType = UNSET
    board_dealt: BoardDealt | UnsetType = UNSET
    acted: Acted | UnsetType = UNSET
    drew: Drew | UnsetType = UNSET
    deck_mixed: DeckMixed | UnsetType = UNSET
    returned: Returned | UnsetType = UNSET
    pots_made: PotsMade | UnsetType = UNSET
    shown: Shown | UnsetType = UNSET
    mucked: Mucked | UnsetType = UNSET
    raked: Raked | UnsetType = UNSET
    awarded: Awarded | UnsetType = UNSET
    hand_ended: HandEnded | UnsetType = UNSET
    hand_cancelled: HandCancelled | UnsetType = UNSET
    turn_started: Turn | UnsetType = UNSET
    turn_ended: TurnEnded | UnsetType = UNSET
    seat_changed: SeatChanged | UnsetType = UNSET
    table_state_changed: TableStateChanged | UnsetType = UNSET
    owner_changed: OwnerChanged | UnsetType = UNSET
    note: Note | UnsetType = UNSET


class PublicEvent(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.table.v1.PublicEvent."""

    table_id: str = ""
    epoch: Int64 = 0
    sequence: Int64 = 0
    at_ms: Int64 = 0
    hand_id: str = ""
    facts: tuple[Fact, ...] = ()
    private_seats: tuple[Int32, ...] = ()
    trace_id: str = ""


class TableEvent(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.TableEvent."""

    event: PublicEvent | UnsetType = UNSET
    own: PrivateView | UnsetType = UNSET


class TableHead(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.TableHead."""

    table_id: str = ""
    epoch: Int64 = 0
    sequence: Int64 = 0


class ChatMessage(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.ChatMessage."""

    room: str = ""
    message_id: Int64 = 0
    account_id: str = ""
    name: str = ""
    text: str = ""
    at_ms: Int64 = 0
    removed: bool = False


class ChatHistory(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.ChatHistory."""

    room: str = ""
    messages: tuple[ChatMessage, ...] = ()


class LobbyRow(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.LobbyRow."""

    table_id: str = ""
    info: TableInfo | UnsetType = UNSET
    seated: Int32 = 0
    waiting: Int32 = 0
    average_pot: Int64 = 0
    hands_per_hour: Int32 = 0
    flop_percent: Int32 = 0
    state: TableState = TableState.UNSPECIFIED
    seats: tuple[SeatView, ...] = ()
    tags: tuple[str, ...] = ()
    removed: bool = False


class LobbyRows(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.LobbyRows."""

    all: bool = False
    rows: tuple[LobbyRow, ...] = ()
    players: Int32 = 0


class Balance(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Balance."""

    currency: str = ""
    cash: Int64 = 0
    at_tables: Int64 = 0
    in_tournaments: Int64 = 0


class Notice(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Notice."""

    level: str = ""
    code: str = ""
    text: str = ""
    table_id: str = ""


class Refusal(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Refusal."""

    error: ErrorDetail | UnsetType = UNSET
    action_id: str = ""


class Goodbye(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.Goodbye."""

    code: str = ""
    text: str = ""
    retry_ms: Int32 = 0


class ServerFrame(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """riverbus.client.v1.ServerFrame."""

    welcome: Welcome | UnsetType = UNSET
    pong: Pong | UnsetType = UNSET
    answer: Answer | UnsetType = UNSET
    snapshot: Snapshot | UnsetType = UNSET
    event: TableEvent | UnsetType = UNSET
    head: TableHead | UnsetType = UNSET
    chat: ChatMessage | UnsetType = UNSET
    chat_history: ChatHistory | UnsetType = UNSET
    lobby: LobbyRows | UnsetType = UNSET
    balance: Balance | UnsetType = UNSET
    notice: Notice | UnsetType = UNSET
    refusal: Refusal | UnsetType = UNSET
    goodbye: Goodbye | UnsetType = UNSET
