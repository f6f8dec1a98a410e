"""What is due when: `due_ms` says when to come next, `tick` does the first thing that is due."""

import msgspec

from riverbus.core.games import GameKind
from riverbus.engine.actions import Action, Verb
from riverbus.engine.errors import RuleError
from riverbus.engine.hand import Hand
from services.table.domain import dealing, play, seating, turn_clock
from services.table.domain.commands import Outcome
from services.table.domain.draft import Draft
from services.table.domain.errors import BrokenTable
from services.table.domain.state import Intent, IntentKind, Phase, SeatStatus, Table, TableState


def due_ms(table: Table) -> int | None:
    """When the table wants its next tick, Unix ms; None: not before something happens."""
    core = table.core
    times: list[int] = []
    turn = core.turn
    if turn is not None and not turn.waiting:
        if turn.advance_ms:
            times.append(turn.advance_ms)
        times.append(turn.deadline_ms + turn_clock.grace_ms(table.seats[turn.seat]))
    elif core.phase is Phase.PLAYING and core.pause_until_ms:
        times.append(core.pause_until_ms)
    if core.next_hand_ms and dealing.may_open(core.phase, core.state, dict(table.intents)):
        times.append(core.next_hand_ms)
    for seat in table.seats.values():
        if seat.until_ms and not seat.leaving and not _plays(table, seat.number):
            times.append(seat.until_ms)
    return min(times, default=None)


def tick(draft: Draft) -> None:
    """Do the first thing that is due; nothing happens when nothing is."""
    core, now = draft.core, draft.now_ms
    turn = core.turn
    if turn is not None and not turn.waiting:
        seat = draft.seats[turn.seat]
        if turn.advance_ms and turn.advance_ms <= now:
            _advance_action(draft, turn.seat)
            return
        if turn.deadline_ms + turn_clock.grace_ms(seat) <= now:
            _out_of_time(draft, turn.seat)
            return
    elif core.phase is Phase.PLAYING and core.pause_until_ms and core.pause_until_ms <= now:
        play.step(draft)
        play.follow(draft)
        return
    for number in sorted(draft.seats):
        seat = draft.seats[number]
        if seat.until_ms and seat.until_ms <= now and not seat.leaving:
            if draft.in_hand(number):
                continue
            _seat_over(draft, number)
            return
    may_open = dealing.may_open(core.phase, core.state, draft.intents)
    if may_open and 0 < core.next_hand_ms <= now:
        dealing.open_hand(draft)


def protect_outcome(draft: Draft, intent: Intent, outcome: Outcome) -> None:
    """The budget was asked: all-in by disconnection, or folded (ACT-02 to 04)."""
    del draft.intents[intent.id]
    number = intent.seat
    seat = draft.seats.get(number)
    yours = seat is not None and seat.account_id == intent.account_id
    if yours and outcome.protections_left >= 0:
        draft.set_seat(number, protections_left=outcome.protections_left)
    turn = draft.core.turn
    if intent.granted_ms or turn is None or turn.seat != number:
        return
    if draft.core.hand_id != intent.hand_id:
        return
    hand = draft.play()
    if outcome.unbooked_ms:
        _book_later(draft, intent, outcome.unbooked_ms)
    if outcome.ok:
        _server_acts(draft, number, Action(Verb.PROTECT), "disconnected")
    else:
        _server_acts(draft, number, turn_clock.give_up(hand.legal_actions(number)), _why(draft))


def _advance_action(draft: Draft, number: int) -> None:
    hand = draft.play()
    action = turn_clock.held_action(draft, hand, number)
    if action is not None:
        try:
            play.act(draft, number, action, "advance")
        except RuleError:
            action = None
    if action is None:
        draft.set_seat(number, advance=None)
        turn = draft.core.turn
        if turn is not None:
            draft.set_core(turn=msgspec.structs.replace(turn, advance_ms=0))


def _out_of_time(draft: Draft, number: int) -> None:
    """The ladder: the bank, a free check, all-in by disconnection, a fold (ACT-01, 02, 13)."""
    if turn_clock.open_bank(draft):
        return
    hand = draft.play()
    seat = draft.seats[number]
    if seat.connected:
        turn_clock.count_timeout(draft, number)
    legal = hand.legal_actions(number)
    free = turn_clock.passive(legal)
    if draft.settings.kind is GameKind.TOURNAMENT:
        draft.set_seat(number, status=SeatStatus.AWAY)
    if free is not None:
        _server_acts(draft, number, free, _why(draft))
    elif turn_clock.may_protect(draft, hand, seat):
        _ask_protection(draft, hand, number)
    else:
        _server_acts(draft, number, Action(Verb.FOLD), _why(draft))


def _ask_protection(draft: Draft, hand: Hand, number: int) -> None:
    """One use of the budget, keyed by hand and seat; the clock waits for the answer (SEAMS 29)."""
    turn = draft.core.turn
    if turn is None:
        raise BrokenTable("Nobody's turn is out of time.")
    seat = draft.seats[number]
    intent = Intent(
        id=f"protect:{draft.core.hand_id}:{number}",
        kind=IntentKind.PROTECT,
        made_ms=draft.now_ms,
        account_id=seat.account_id,
        seat=number,
        hand_id=draft.core.hand_id,
        reason=_why(draft),
        least=draft.settings.rules.protection_uses,
        amount=hand.paid[hand.position[number]],
    )
    draft.intents[intent.id] = intent
    draft.set_core(turn=msgspec.structs.replace(turn, waiting=True))


def _book_later(draft: Draft, intent: Intent, granted_ms: int) -> None:
    """The use is booked when the database is back, by whoever owns the table then (SEAMS 29)."""
    late = msgspec.structs.replace(
        intent, id=f"protect-late:{intent.hand_id}:{intent.seat}", granted_ms=granted_ms
    )
    draft.intents[late.id] = late


def _server_acts(draft: Draft, number: int, action: Action, reason: str) -> None:
    play.act(draft, number, action, reason)


def _why(draft: Draft) -> str:
    turn = draft.core.turn
    seat = draft.seats[turn.seat] if turn is not None else None
    return "timeout" if seat is None or seat.connected else "disconnected"


def _seat_over(draft: Draft, number: int) -> None:
    """A reservation lapsed, or a seat sat out too long or stayed broke (ACT-07)."""
    seat = draft.seats[number]
    if seat.status is SeatStatus.RESERVED:
        seating.give_up_reservation(draft, number)
        return
    draft.note("seat_given_up", f"{seat.name} was away too long.", number)
    seating.go(draft, number, draft.ids.uuid7())


def _plays(table: Table, number: int) -> bool:
    return table.hand is not None and number in table.hand.seats


__all__ = ["TableState", "due_ms", "protect_outcome", "tick"]
