"""From one hand to the next: line-up, opening at the wallet, the deal, the books afterwards.

A hand is opened with the wallet's stacks and closed exactly once (SEAMS 19, 20); the opening is the
log's checkpoint.
"""

import msgspec

from riverbus.core.cards import DECK_SIZE
from riverbus.core.games import GameKind, Stakes
from riverbus.engine.lineup import HandPlan, LineupSeat, NoHand, SeatDebt
from riverbus.engine.next_hand import plan_next_hand
from riverbus.engine.roodles import raised, raised_hands_left
from riverbus.engine.setup import HandSetup, PostKind, SeatIn
from services.table.domain import cashier, play, seating, sitting_out, turn_clock
from services.table.domain.commands import Outcome
from services.table.domain.draft import Draft
from services.table.domain.errors import BrokenTable
from services.table.domain.state import (
    BeforeHand,
    DebtBefore,
    Intent,
    IntentKind,
    LineUpStack,
    Phase,
    Seat,
    SeatStatus,
    TableState,
)

BLINDS = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND)
BLOCKING = (IntentKind.TOP_UP, IntentKind.STAND_UP, IntentKind.SETTLE, IntentKind.CANCEL)
OPENS_MAX = 2
RETRY_MS = 1_000


def may_open(core_phase: Phase, state: TableState, intents: dict[str, Intent]) -> bool:
    """Whether a hand may be opened, if enough players are there."""
    if core_phase is not Phase.IDLE or state is not TableState.OPEN:
        return False
    return not any(i.kind in BLOCKING and i.seat and not i.held for i in intents.values())


def open_hand(draft: Draft) -> None:
    """Plan the next hand and ask the wallet to freeze its stacks; or note that none is possible."""
    take_settings(draft)
    if draft.core.state is not TableState.OPEN:
        return
    _mark_absent(draft)
    plan = _plan(draft)
    _mark(draft, plan.seats)
    if isinstance(plan, NoHand):
        draft.set_core(next_hand_ms=0)
        if draft.core.last_hand_id:  # the table comes to rest: close the last hand's records
            draft.set_core(last_hand_id="")
            draft.checkpoint = True
        return
    hand_id = draft.ids.uuid7()
    intent = Intent(
        id=f"open:{hand_id}",
        kind=IntentKind.OPEN,
        made_ms=draft.now_ms,
        hand_id=hand_id,
        line_up=tuple(
            LineUpStack(number, draft.seats[number].account_id, draft.seats[number].stack)
            for number in plan.dealt_in
        ),
    )
    draft.intents[intent.id] = intent
    draft.forget_strangers()
    draft.set_core(phase=Phase.OPENING, hand_id=hand_id, plan=plan, next_hand_ms=0, last_hand_id="")
    draft.checkpoint = True


def open_outcome(draft: Draft, intent: Intent, outcome: Outcome) -> None:
    """The wallet froze the stacks: deal. Or it refused: no card is dealt (SEAMS 20)."""
    core, plan = draft.core, draft.core.plan
    del draft.intents[intent.id]
    if plan is None or core.hand_id != intent.hand_id:
        raise BrokenTable("A hand was opened that nobody planned.")
    if not outcome.ok:
        _open_refused(draft, outcome)
        return
    frozen = {chips.account_id: chips.stack for chips in outcome.stacks}
    for entry in intent.line_up:
        if frozen.get(entry.account_id) != entry.stack:
            raise BrokenTable("The wallet froze another stack than the table has.")
    settings = draft.settings
    setup = HandSetup(
        game=settings.game,
        limit=settings.limit,
        kind=settings.kind,
        stakes=stakes_of_hand(draft),
        rules=settings.rules,
        seats=tuple(SeatIn(entry.seat, entry.stack) for entry in intent.line_up),
        button=plan.positions.button,
        posts=plan.posts,
        deck=tuple(draft.shuffle.permutation(DECK_SIZE)),
        mix=tuple(draft.shuffle.permutation(DECK_SIZE)),
        rake=settings.rake,
    )
    before = BeforeHand(
        core.positions,
        tuple(
            DebtBefore(number, seat.account_id, seat.owes, seat.new)
            for number, seat in sorted(draft.seats.items())
        ),
    )
    _book_debts(draft, plan)
    draft.set_core(
        phase=Phase.PLAYING,
        plan=None,
        before_hand=before,
        positions=plan.positions,
        hand_number=core.hand_number + 1,
        hand_started_ms=draft.now_ms,
        turns=0,
        saw_flop=0,
        refused_opens=0,
    )
    draft.tell_events(draft.begin_hand(setup).begin())
    play.follow(draft)


def closed_outcome(draft: Draft, intent: Intent, outcome: Outcome) -> None:
    """The wallet booked the result, or refused it: then the table pauses and pages (SEAMS 19)."""
    if not outcome.ok:
        held = msgspec.structs.replace(intent, held=outcome.code or "refused")
        draft.intents[intent.id] = held
        stopped = draft.core.state in (TableState.CLOSING, TableState.QUARANTINED)
        draft.set_state(
            draft.core.state if stopped else TableState.PAUSED,
            "The cashier refused the hand's result; an operator looks at it.",
            paused_by=draft.core.paused_by if stopped else "wallet",
        )
        return
    del draft.intents[intent.id]
    accept_stacks(draft, outcome)
    if intent.kind is IntentKind.CANCEL:
        undo_debts(draft)
    close_hand(draft)


def undo_debts(draft: Draft) -> None:
    """A void hand moved no button and settled no debt (ACT-05)."""
    before = draft.core.before_hand
    if before is None:
        return
    draft.set_core(positions=before.positions, before_hand=None)
    for debt in before.debts:
        seat = draft.seats.get(debt.seat)
        if seat is not None and seat.account_id == debt.account_id:
            draft.set_seat(debt.seat, owes=debt.owes, new=debt.new)


def accept_stacks(draft: Draft, outcome: Outcome) -> None:
    """The wallet is the truth for chips."""
    escrows = {chips.account_id: chips.stack for chips in outcome.stacks}
    for number, seat in list(draft.seats.items()):
        stack = escrows.get(seat.account_id)
        if stack is not None and stack != seat.stack:
            draft.note("stack_corrected", f"{seat.name} has {stack} by the cashier.", number)
            draft.set_seat(number, stack=stack)


def close_hand(draft: Draft) -> None:
    """The hand's books are closed: seats move, and the next hand may come."""
    hand = draft.hand
    if hand is not None:
        draft.set_core(raised_left=raised_hands_left(hand, draft.core.raised_left))
        for number in hand.seats:
            if number in draft.seats:
                turn_clock.refill_bank(draft, number)
        draft.set_core(
            last_hand_id=draft.core.hand_id,
            hand_ended_ms=draft.now_ms,
            last_seats=tuple(
                (number, draft.seats[number].account_id, draft.seats[number].name)
                for number in hand.seats
                if number in draft.seats
            ),
        )
    draft.drop_hand()
    draft.set_core(phase=Phase.IDLE, hand_id="", turn=None, pause_until_ms=0, plan=None)
    for intent in list(draft.intents.values()):
        if intent.held == "hand_open":
            cashier.ask_again(draft, intent)
    seating.after_hand(draft)
    take_settings(draft)
    if draft.core.state is TableState.CLOSING:
        close_table(draft)
    draft.look_for_hand()


def close_table(draft: Draft) -> None:
    """Everybody goes home; without players the table is closed."""
    for number in sorted(draft.seats):
        if not draft.seats[number].leaving:
            seating.go(draft, number, draft.ids.uuid7())
    if not draft.seats and not draft.intents:
        draft.set_state(TableState.CLOSED, draft.core.reason)


def take_settings(draft: Draft) -> None:
    """The lobby's changes take effect between hands; the opening pins them (SEAMS 16)."""
    wanted = draft.next_settings
    if wanted is None:
        return
    draft.settings, draft.next_settings = wanted, None
    follow_settings(draft)


def follow_settings(draft: Draft) -> None:
    """Pause, resume or close as the lobby's configuration wants it."""
    core = draft.core
    wanted, notice = draft.settings.wanted, draft.settings.notice
    if core.state in (TableState.CLOSED, TableState.QUARANTINED) or core.paused_by == "wallet":
        return
    if wanted is TableState.CLOSING:
        draft.set_state(TableState.CLOSING, notice or "The table closes.")
    elif wanted is TableState.PAUSED and core.paused_by != "operator":
        draft.set_state(TableState.PAUSED, notice or "The table is paused.", paused_by="lobby")
    elif wanted is TableState.OPEN and core.paused_by == "lobby":
        draft.set_state(TableState.OPEN, "", paused_by="")
        draft.look_for_hand()


def _mark_absent(draft: Draft) -> None:
    """Whose line is lost for longer than the time to come back sits out."""
    limit = draft.settings.rules.reconnect_time_s * 1_000
    for number, seat in list(draft.seats.items()):
        if seat.status is SeatStatus.RESERVED or seat.connected:
            continue
        if draft.settings.kind is GameKind.TOURNAMENT or seat.options.sit_out:
            continue
        if draft.now_ms - seat.lost_ms >= limit and seat.status is not SeatStatus.SITTING_OUT:
            draft.set_seat(number, away=True)
            sitting_out.mark_out(draft, number)


def stakes_of_hand(draft: Draft) -> Stakes:
    """The table's stakes, raised after a big hand where the house plays roodles (ACC-09)."""
    settings = draft.settings
    if draft.core.raised_left and settings.rules.roodles != "off":
        return raised(settings.stakes)
    return settings.stakes


def _plan(draft: Draft) -> HandPlan | NoHand:
    """The line-up; who does not want to post a blind that falls due sits out instead."""
    while True:
        settings = draft.settings
        plan = plan_next_hand(
            rules=settings.rules,
            stakes=stakes_of_hand(draft),
            game=settings.game,
            kind=settings.kind,
            seats=[_line_up_seat(s) for s in draft.seats.values() if _can_play(s)],
            previous=draft.core.positions,
            seats_max=settings.seats_max,
        )
        if isinstance(plan, NoHand):
            return plan
        unwilling = [
            post.seat
            for post in plan.posts
            if post.kind in BLINDS and _declines(draft.seats[post.seat], post.kind)
        ]
        if not unwilling:
            return plan
        for number in unwilling:
            draft.set_options(number, sit_out=True, sit_out_next_big_blind=False)
            sitting_out.mark_out(draft, number)


def _declines(seat: Seat, kind: PostKind) -> bool:
    if seat.options.sit_out_next_big_blind and kind is PostKind.BIG_BLIND:
        return True
    return not seat.options.auto_post


def _can_play(seat: Seat) -> bool:
    return seat.status is not SeatStatus.RESERVED and not seat.leaving


def _line_up_seat(seat: Seat) -> LineupSeat:
    return LineupSeat(
        seat=seat.number,
        stack=seat.stack,
        sitting_out=seat.options.sit_out or seat.away or seat.stack == 0,
        new=seat.new,
        owes=seat.owes,
        posts=seat.options.auto_post and not seat.options.wait_for_big_blind,
        joins_ante=seat.options.auto_ante or seat.options.in_next_hand,
    )


def _mark(draft: Draft, debts: tuple[SeatDebt, ...]) -> None:
    """Show who is dealt in and who waits."""
    for debt in debts:
        seat = draft.seats[debt.seat]
        if debt.refused is None:
            away = seat.status is SeatStatus.AWAY
            standing = SeatStatus.AWAY if away else SeatStatus.ACTIVE
            draft.set_seat(debt.seat, status=standing, until_ms=0)
        elif debt.refused == "sitting_out":
            sitting_out.mark_out(draft, debt.seat)
        elif seat.status is not SeatStatus.SITTING_OUT:
            draft.set_seat(debt.seat, status=SeatStatus.WAITING)


def _book_debts(draft: Draft, plan: HandPlan) -> None:
    """The hand begins: who missed a blind owes it, who sits out grows older (BLD-07, ACT-07)."""
    for debt in plan.seats:
        seat = draft.seats.get(debt.seat)
        if seat is None:
            continue
        draft.set_seat(debt.seat, owes=debt.owes, new=debt.new)
        if debt.refused is None:
            draft.set_options(debt.seat, in_next_hand=False)
        elif debt.refused == "sitting_out":
            draft.set_seat(debt.seat, out_hands=seat.out_hands + 1)
            limit = draft.settings.rules.sit_out_max_hands
            if limit and seat.out_hands + 1 > limit:
                draft.note("sat_out_too_long", f"{seat.name} was away too long.", debt.seat)
                seating.go(draft, debt.seat, draft.ids.uuid7())


def _open_refused(draft: Draft, outcome: Outcome) -> None:
    refused = draft.core.refused_opens + 1
    draft.set_core(phase=Phase.IDLE, hand_id="", plan=None, refused_opens=refused)
    if refused >= OPENS_MAX:
        draft.set_state(
            TableState.PAUSED, "The cashier does not open the hand; an operator looks at it.",
            paused_by="wallet",
        )  # fmt: skip
    seating.after_hand(draft)
    draft.look_for_hand(RETRY_MS)
