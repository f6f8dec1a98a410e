"""Whose turn it is and for how long: turn clock, time bank, lost lines (ACT-01, 02, 13, 15).

A deadline counts from the prompt; an action that arrives within the player's measured round trip
after it, one second at most, still counts.
"""

import msgspec

from riverbus.core.games import GameKind
from riverbus.engine.actions import Action, LegalActions, Verb
from riverbus.engine.hand import Hand
from riverbus.engine.setup import PostKind
from services.table.domain.advance import action_of
from services.table.domain.draft import Draft
from services.table.domain.state import Seat, Turn

GRACE_MAX_MS = 1_000
SLOW_WINDOW_MS = 3_600_000


def grace_ms(seat: Seat) -> int:
    """How long after the deadline an action still counts."""
    return max(0, min(seat.rtt_ms, GRACE_MAX_MS))


def start_turn(draft: Draft, number: int, price: int) -> None:
    """Ask the player in the seat; the clock starts now."""
    seat, settings = draft.seats[number], draft.settings
    duration = settings.turn_s * 1_000
    if not seat.connected:
        back = settings.rules.reconnect_time_s * 1_000 - (draft.now_ms - seat.lost_ms)
        duration = max(duration, back)
    turns = draft.core.turns + 1
    turn = Turn(
        seat=number,
        number=turns,
        price=price,
        started_ms=draft.now_ms,
        deadline_ms=draft.now_ms + duration,
        duration_ms=duration,
        extended=not seat.connected,
        advance_ms=draft.now_ms + settings.paces.advance_ms if seat.advance is not None else 0,
    )
    draft.set_core(turn=turn, turns=turns, pause_until_ms=0)


def end_turn(draft: Draft) -> None:
    """The player has acted: what was used of the bank is gone."""
    turn = draft.core.turn
    if turn is None:
        return
    if turn.bank:
        used = draft.now_ms - (turn.deadline_ms - turn.duration_ms)
        seat = draft.seats[turn.seat]
        draft.set_seat(turn.seat, bank_ms=max(0, seat.bank_ms - max(0, used)))
    draft.set_core(turn=None)


def open_bank(draft: Draft) -> bool:
    """Out of time: go on with the time bank, if there is one and the player is there."""
    turn = draft.core.turn
    if turn is None or turn.bank:
        return False
    seat = draft.seats[turn.seat]
    if seat.bank_ms <= 0 or not seat.connected or seat.leaving:
        return False
    turn = msgspec.structs.replace(
        turn,
        bank=True,
        deadline_ms=draft.now_ms + seat.bank_ms,
        duration_ms=seat.bank_ms,
    )
    draft.set_core(turn=turn)
    return True


def line_lost(draft: Draft, number: int) -> None:
    """The line went in the player's own turn: time to come back, once a turn (ACT-02)."""
    turn = draft.core.turn
    if turn is None or turn.seat != number or turn.extended or turn.waiting:
        return
    back = draft.settings.rules.reconnect_time_s * 1_000
    deadline = max(turn.deadline_ms, draft.now_ms + back)
    turn = msgspec.structs.replace(
        turn,
        extended=True,
        deadline_ms=deadline,
        duration_ms=max(turn.duration_ms, deadline - draft.now_ms),
    )
    draft.set_core(turn=turn)


def shift(draft: Draft, by_ms: int) -> None:
    """The clock stood for a while (SEAMS 8)."""
    core = draft.core
    if core.turn is not None:
        turn = core.turn
        advance = turn.advance_ms + by_ms if turn.advance_ms else 0
        turn = msgspec.structs.replace(
            turn, deadline_ms=turn.deadline_ms + by_ms, advance_ms=advance
        )
        draft.set_core(turn=turn)
    if core.pause_until_ms:
        draft.set_core(pause_until_ms=core.pause_until_ms + by_ms)


def restart(draft: Draft) -> None:
    """A new owner: the clock of the turn begins again (SEAMS 12)."""
    turn = draft.core.turn
    if turn is None:
        return
    turn = msgspec.structs.replace(
        turn,
        started_ms=draft.now_ms,
        deadline_ms=draft.now_ms + turn.duration_ms,
        advance_ms=draft.now_ms + draft.settings.paces.advance_ms if turn.advance_ms else 0,
    )
    draft.set_core(turn=turn)


def refill_bank(draft: Draft, number: int) -> None:
    """After each hand; every so many hands some seconds come back, up to the full bank."""
    settings, seat = draft.settings, draft.seats[number]
    if not settings.bank_refill_hands or not settings.bank_refill_s:
        return
    hands = seat.bank_hands + 1
    bank = seat.bank_ms
    if hands >= settings.bank_refill_hands:
        hands = 0
        bank = max(bank, min(settings.bank_s * 1_000, bank + settings.bank_refill_s * 1_000))
    draft.set_seat(number, bank_hands=hands, bank_ms=bank)


def count_timeout(draft: Draft, number: int) -> None:
    """Out of time with the line there: slow play, counted over an hour (ACT-09)."""
    seat = draft.seats[number]
    recent = [at for at in seat.timeouts_ms if at > draft.now_ms - SLOW_WINDOW_MS]
    draft.set_seat(number, timeouts_ms=(*recent, draft.now_ms)[-32:])


def passive(legal: LegalActions) -> Action | None:
    """What costs nothing: a check, a pat hand, the bring-in that cannot be refused."""
    if legal.check:
        return Action(Verb.CHECK)
    if legal.draw_max >= 0:
        return Action(Verb.STAND_PAT)
    if legal.bring_in:
        return Action(Verb.BRING_IN)
    return None


def give_up(legal: LegalActions) -> Action:
    """What a player who has left does."""
    if legal.fold:
        return Action(Verb.FOLD)
    return passive(legal) or Action(Verb.FOLD)


def has_bet_in(hand: Hand, number: int) -> bool:
    """Whether the seat has a bet in the hand: a blind is one, an ante is not (ACT-13)."""
    at = hand.position[number]
    ante = sum(
        post.amount
        for post in hand.setup.posts
        if post.seat == number and post.kind is PostKind.ANTE
    )
    return bool(hand.paid[at] > min(ante, hand.start[at]))


def may_protect(draft: Draft, hand: Hand, seat: Seat) -> bool:
    """Whether the budget is asked for an all-in by disconnection (ACT-01 to 04, 13, 15)."""
    rules = draft.settings.rules
    if not rules.protection_uses or draft.settings.kind is GameKind.TOURNAMENT:
        return False
    if seat.suspended or seat.leaving or not has_bet_in(hand, seat.number):
        return False
    return not seat.connected or rules.timeout_protected


def held_action(draft: Draft, hand: Hand, number: int) -> Action | None:
    """What the advance action of the player to act comes to; None: it lapsed."""
    held = draft.seats[number].advance
    return None if held is None else action_of(held, hand.legal_actions(number))
