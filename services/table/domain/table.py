"""A table, whole: commands in, decisions out. Pure; this is all that others need of the domain.

    table    = new_table(settings)             state.TableSettings; paces of zero never wait
    decision = decide(table, command, moment)  RoomError: refused, nothing changed
    table    = decision.table                  once decision.record is durable
    table    = apply(table, decision.record)   the same by replay: no rule is evaluated
    due_ms(table)                              when to come with Tick(); None: not by itself
    calls(table)                               intents to carry out; answer each with Outcome(…)

Commands are in commands.py; `moment` brings time, ids and a shuffle. A loop that plays a table
without servers: decide(command), then while due_ms(table) <= now decide(Tick()), then for each of
calls(table) decide(settled(table, intent)), until nothing is due and nothing called for.
"""

from collections.abc import Iterator

from riverbus.engine.actions import Verb
from riverbus.engine.lineup import Positions
from services.table.domain import (
    cashier,
    clockwork,
    dealing,
    log_space,
    memory,
    operating,
    play,
    reconciling,
    resolving,
    seating,
    turn_clock,
)
from services.table.domain.advance import can_hold
from services.table.domain.clockwork import due_ms
from services.table.domain.commands import (
    Act,
    Agree,
    ClockStood,
    Command,
    Configure,
    Drain,
    Leave,
    LogSpace,
    Moment,
    Operate,
    Outcome,
    Presence,
    Quarantine,
    Reconciled,
    Release,
    Repeated,
    Resolve,
    Resume,
    SeatChips,
    SetAdvance,
    SetOptions,
    Sit,
    Suspend,
    Tick,
    TopUp,
    WalletAway,
    digest_of,
)
from services.table.domain.draft import Draft
from services.table.domain.errors import (
    AdvanceNotOffered,
    NotYourTurn,
    PriceChanged,
    StaleTurn,
)
from services.table.domain.records import Booked, Decision, Record, apply, everything
from services.table.domain.state import (
    Answer,
    Core,
    Intent,
    IntentKind,
    Phase,
    SeatStatus,
    Table,
    TableSettings,
)

ANSWERED = (Sit, Act, SetAdvance, SetOptions, TopUp, Leave, Operate, Resolve, Agree)
CHOICES = (Verb.SHOW, Verb.MUCK)


def new_table(settings: TableSettings, *, button: int = 0) -> Table:
    """An empty table; `button` fixes the first hand's button."""
    return Table(settings=settings, core=Core(positions=Positions(button=button)))


def first_record(table: Table, now_ms: int) -> Record:
    """The checkpoint with which a new table's log begins."""
    return Record(at_ms=now_ms, checkpoint=True, changes=everything(table))


def decide(table: Table, command: Command, moment: Moment, trace_id: str = "") -> Decision:
    """What the command comes to. Raises RoomError for a refusal; then nothing changed."""
    if isinstance(command, ANSWERED):
        memory.verify_action_id(command.action_id)
        known = memory.recall(
            table.memory, command.account_id, command.action_id, digest_of(command)
        )
        if known is not None:
            return Decision(table, None, known)
        draft = Draft(table, moment)
        return draft.finish(command, _answer(draft, command), trace_id)
    draft = Draft(table, moment)
    _follow(draft, command)
    return draft.finish(trace_id=trace_id)


def calls(table: Table) -> Iterator[Intent]:
    """Intents that are to be carried out now."""
    return (intent for intent in table.intents.values() if not intent.held)


def settled(table: Table, intent: Intent) -> Outcome:
    """The outcome that a wallet would give which agrees with the table and never refuses."""
    seat = table.seats.get(intent.seat)
    stack = seat.stack if seat is not None else 0
    stacks: tuple[SeatChips, ...] = ()
    left = -1
    match intent.kind:
        case IntentKind.BUY_IN:
            stack = intent.amount
            left = table.settings.rules.protection_uses
        case IntentKind.TOP_UP:
            stack += intent.amount
        case IntentKind.OPEN:
            stacks = tuple(SeatChips(e.account_id, e.stack) for e in intent.line_up)
        case IntentKind.SETTLE | IntentKind.CANCEL:
            stacks = tuple(SeatChips(s.account_id, s.stack) for s in table.seats.values())
        case IntentKind.PROTECT:
            left = max(0, (seat.protections_left if seat is not None else 0) - 1)
    granted = intent.kind is not IntentKind.PROTECT or (
        bool(intent.granted_ms) or (seat is not None and seat.protections_left > 0)
    )
    return Outcome(
        intent_id=intent.id, ok=granted, stack=stack, amount=intent.amount, stacks=stacks,
        protections_left=left,
    )  # fmt: skip


def _answer(draft: Draft, command: Command) -> Answer:
    match command:
        case Act():
            return _act(draft, command)
        case Sit():
            return seating.sit(draft, command)
        case SetAdvance():
            return _set_advance(draft, command)
        case SetOptions():
            return seating.set_options(draft, command)
        case TopUp():
            return seating.top_up(draft, command)
        case Leave():
            return _leave(draft, command)
        case Operate():
            return operating.operate(draft, command)
        case Resolve():
            return resolving.resolve(draft, command)
        case Agree():
            return resolving.agree(draft, command)
    raise TypeError(type(command).__name__)


def _follow(draft: Draft, command: Command) -> None:
    match command:
        case Tick():
            clockwork.tick(draft)
        case Outcome():
            _outcome(draft, command)
        case ClockStood():
            turn_clock.shift(draft, command.by_ms)
        case Presence():
            operating.presence(draft, command)
        case Suspend():
            operating.suspend(draft, command.account_id)
        case Configure():
            operating.configure(draft, command)
        case WalletAway():
            operating.wallet_away(draft, away=command.away)
        case LogSpace():
            log_space.log_space(draft, short=command.short)
        case Reconciled():
            reconciling.reconciled(draft, command)
        case Repeated():
            reconciling.repeated(draft, command)
        case Resume():
            operating.resume(draft, command)
        case Drain() | Release():
            operating.drain(draft)
        case Quarantine():
            operating.quarantine(draft, command.reason)


def _act(draft: Draft, command: Act) -> Answer:
    """In turn, at the price that was seen; showing and mucking when it is one's choice."""
    seat = draft.seat_of(command.account_id)
    core, hand, turn = draft.core, draft.hand, draft.core.turn
    if hand is None or core.phase is not Phase.PLAYING or command.hand_id != core.hand_id:
        raise StaleTurn
    if command.action.verb in CHOICES and hand.chooser == seat.number:
        play.act(draft, seat.number, command.action)
        return Answer(action_id=command.action_id)
    if turn is None or turn.seat != seat.number:
        raise StaleTurn if command.turn < core.turns else NotYourTurn
    if command.turn != turn.number:
        raise StaleTurn
    if turn.waiting:
        raise NotYourTurn("Your time is up.")
    if command.price != turn.price:
        raise PriceChanged
    draft.set_seat(seat.number, rtt_ms=max(0, min(command.rtt_ms, turn_clock.GRACE_MAX_MS)))
    play.act(draft, seat.number, command.action)
    return Answer(action_id=command.action_id)


def _set_advance(draft: Draft, command: SetAdvance) -> Answer:
    seat = draft.seat_of(command.account_id)
    if command.advance is None:
        play.hold(draft, seat.number, None)
        return Answer(action_id=command.action_id)
    if command.hand_id != draft.core.hand_id:
        raise StaleTurn
    if not can_hold(draft.before, seat.number, command.advance):
        raise AdvanceNotOffered
    play.hold(draft, seat.number, command.advance)
    return Answer(action_id=command.action_id)


def _leave(draft: Draft, command: Leave) -> Answer:
    answer = seating.leave(draft, command)
    turn = draft.core.turn
    if turn is not None and not turn.waiting:
        seat = draft.seats[turn.seat]
        if seat.account_id == command.account_id:
            hand = draft.play()
            play.act(
                draft, seat.number, turn_clock.give_up(hand.legal_actions(seat.number)), "left"
            )
    return answer


def _outcome(draft: Draft, outcome: Outcome) -> None:
    intent = draft.intents.get(outcome.intent_id)
    if intent is None:
        return
    if outcome.ok and intent.kind is not IntentKind.PROTECT:
        draft.booked.append(Booked(intent.id, outcome.amount))
    match intent.kind:
        case IntentKind.BUY_IN:
            cashier.buy_in_outcome(draft, intent, outcome)
        case IntentKind.TOP_UP:
            cashier.top_up_outcome(draft, intent, outcome)
        case IntentKind.STAND_UP:
            cashier.stand_up_outcome(draft, intent, outcome)
        case IntentKind.OPEN:
            dealing.open_outcome(draft, intent, outcome)
        case IntentKind.SETTLE | IntentKind.CANCEL:
            dealing.closed_outcome(draft, intent, outcome)
        case IntentKind.PROTECT:
            clockwork.protect_outcome(draft, intent, outcome)
    if draft.core.phase is Phase.IDLE and draft.core.state == "closing":
        dealing.close_table(draft)


__all__ = [
    "Answer",
    "Decision",
    "Phase",
    "Record",
    "SeatStatus",
    "Table",
    "TableSettings",
    "apply",
    "calls",
    "decide",
    "due_ms",
    "first_record",
    "new_table",
    "settled",
]
