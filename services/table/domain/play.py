"""A hand in progress at the table: actions, what the server does by itself, and the hand's end.

Each street of a run-out, each show and each award is a step of its own, after its pause (SEAMS 2).
"""

from riverbus.engine.actions import Action, Verb
from riverbus.engine.hand import Hand, Step
from riverbus.engine.result import HandResult
from services.table.domain import advance, turn_clock
from services.table.domain.draft import Draft
from services.table.domain.errors import BrokenTable
from services.table.domain.settlement import PotResult, PotShare, SeatResult, Settlement
from services.table.domain.state import Advance, Intent, IntentKind, Phase, SeatStatus

STEPS_MAX = 400
RECENT = 20
CHOICES = (Verb.SHOW, Verb.MUCK)


def act(draft: Draft, number: int, action: Action, reason: str = "") -> None:
    """Play an action and all that follows from it at once. Raises RuleError."""
    hand = draft.play()
    price = hand.price
    if action.verb in CHOICES:
        draft.tell_events(hand.act(number, action), reason)
    else:
        happened = hand.act(number, action)
        turn_clock.end_turn(draft)
        draft.set_seat(number, advance=None)
        draft.tell_events(happened, reason)
        _lapse(draft, hand, price)
    follow(draft)


def follow(draft: Draft) -> None:
    """Go on until a player is asked, a pause is due or the hand is over."""
    for _ in range(STEPS_MAX):
        hand = draft.play()
        if hand.street >= 1 and not draft.core.saw_flop:
            draft.set_core(saw_flop=hand.live)
        if hand.over:
            end_hand(draft)
            return
        number = hand.turn_seat
        if number:
            turn = draft.core.turn
            if turn is not None and turn.seat == number:
                return
            if _absent(draft, hand, number):
                continue
            turn_clock.start_turn(draft, number, hand.legal_actions(number).call)
            return
        pause = pause_ms(draft, hand)
        if pause > 0:
            draft.set_core(turn=None, pause_until_ms=draft.now_ms + pause)
            return
        step(draft)
    raise BrokenTable("A hand that does not end.")


def step(draft: Draft) -> None:
    """The hand's next step by itself: a street, a show, a pot, the end."""
    hand = draft.play()
    price = hand.price
    draft.tell_events(hand.advance())
    _lapse(draft, hand, price)
    draft.set_core(pause_until_ms=0)


def pause_ms(draft: Draft, hand: Hand) -> int:
    """How long the table waits before the hand's next step."""
    paces = draft.settings.paces
    chooser = hand.chooser
    asked = bool(chooser) and not _decides_for(draft, chooser)
    match hand.next_step:
        case Step.RUN_OUT:
            return paces.run_out_ms
        case Step.SHOW:
            return paces.choice_ms if asked else paces.show_ms
        case Step.AWARD:
            return paces.award_ms if any(hand.shown) else 0
        case Step.END:
            return paces.choice_ms if asked else 0
    return 0


def end_hand(draft: Draft) -> None:
    """The hand is over: stacks as they are, and the result to the wallet (SEAMS 18, 21)."""
    hand = draft.play()
    core = draft.core
    result = hand.result()
    for at, number in enumerate(hand.seats):
        draft.set_seat(number, stack=hand.stack[at], advance=None)
    draft.set_core(
        turn=None,
        pause_until_ms=0,
        phase=Phase.CLOSING_HAND,
        next_hand_ms=draft.now_ms + draft.settings.paces.hand_gap_ms,
    )
    if result.cancelled:
        intent = Intent(
            id=f"cancel:{core.hand_id}",
            kind=IntentKind.CANCEL,
            made_ms=draft.now_ms,
            hand_id=core.hand_id,
            reason=core.reason or "cancelled",
        )
    else:
        _count(draft, hand)
        intent = Intent(
            id=f"settle:{core.hand_id}:1",
            kind=IntentKind.SETTLE,
            made_ms=draft.now_ms,
            hand_id=core.hand_id,
            settlement=settlement(result),
        )
    draft.intents[intent.id] = intent


def cancel_hand(draft: Draft, reason: str) -> None:
    """Void the hand; every stack is what it was at its start (ACT-05)."""
    hand = draft.play()
    turn_clock.end_turn(draft)
    draft.tell_events(hand.cancel(reason))
    draft.note("hand_cancelled", reason)
    end_hand(draft)


def settlement(result: HandResult) -> Settlement:
    """The engine's result as the wallet wants it."""
    return Settlement(
        seats=tuple(SeatResult(s.seat, s.contributed, s.returned) for s in result.seats),
        pots=tuple(
            PotResult(
                amount=pot.amount,
                eligible=pot.eligible,
                shares=tuple(PotShare(share.seat, share.amount) for share in pot.shares),
                rake=pot.rake,
            )
            for pot in result.pots
        ),
        drop_reached=result.drop_reached,
    )


def _absent(draft: Draft, hand: Hand, number: int) -> bool:
    """Who has left, or is taken out, does not get a turn: the cards go (SEAMS 36).

    A tournament player who is away checks where that is free and folds to every price (ACT-08).
    """
    seat = draft.seats[number]
    legal = hand.legal_actions(number)
    if seat.leaving:
        action, reason = turn_clock.give_up(legal), "left"
    elif seat.status is SeatStatus.AWAY:
        action, reason = turn_clock.passive(legal) or turn_clock.give_up(legal), "away"
    else:
        return False
    price = hand.price
    draft.tell_events(hand.act(number, action), reason)
    _lapse(draft, hand, price)
    return True


def _decides_for(draft: Draft, number: int) -> bool:
    """Whether nobody is to be asked to show or muck."""
    seat = draft.seats.get(number)
    return seat is None or seat.options.auto_muck or not seat.connected or seat.leaving


def _lapse(draft: Draft, hand: Hand, price: int) -> None:
    for at, number in enumerate(hand.seats):
        seat = draft.seats.get(number)
        if seat is None or seat.advance is None:
            continue
        if hand.over or advance.lapses(seat.advance, hand, at, price):
            draft.set_seat(number, advance=None)


def hold(draft: Draft, number: int, wanted: Advance | None) -> None:
    """Keep or clear an advance action."""
    draft.set_seat(number, advance=wanted)


def _count(draft: Draft, hand: Hand) -> None:
    """Figures of the last hands for the lobby."""
    core = draft.core
    pot = sum(pot.amount for pot in hand.pots)
    draft.set_core(
        pots=(*core.pots, pot)[-RECENT:],
        hand_times_ms=(*core.hand_times_ms, core.hand_started_ms)[-RECENT:],
        flops=(*core.flops, core.saw_flop * 10_000 // hand.n)[-RECENT:],
    )
