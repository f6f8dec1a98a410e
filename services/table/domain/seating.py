"""Seats: reserve, leave, switches, and what happens to them between two hands."""

import msgspec

from riverbus.engine.table_limits import may_buy_short
from services.table.domain import cashier, sitting_out
from services.table.domain.commands import Leave, SetOptions, Sit, TopUp
from services.table.domain.draft import Draft
from services.table.domain.errors import (
    AboveMaximum,
    AlreadySeated,
    AmountImpossible,
    BuyInOutOfRange,
    SeatImpossible,
    SeatTaken,
    StillMoving,
    TableNotOpen,
)
from services.table.domain.state import (
    Answer,
    IntentKind,
    Options,
    Phase,
    Seat,
    SeatStatus,
    TableState,
)

RESERVED_MS = 60_000
TAKES_PLAYERS = (TableState.OPEN, TableState.PAUSED, TableState.WAITING_FOR_WALLET)
SETTINGS_OF = (
    "sit_out_next_big_blind",
    "auto_post",
    "auto_ante",
    "wait_for_big_blind",
    "auto_muck",
    "in_next_hand",
)


def sit(draft: Draft, command: Sit) -> Answer:
    """Reserve a seat and ask the wallet for the buy-in."""
    if draft.core.state not in TAKES_PLAYERS or draft.core.paused_by == "broken":
        raise TableNotOpen
    if any(seat.account_id == command.account_id for seat in draft.seats.values()):
        raise AlreadySeated
    if cashier.busy(draft, command.account_id):
        raise StillMoving
    number = _free_seat(draft, command.seat)
    cashier.verify_amount(draft, command.buy_in)
    if command.buy_in < draft.settings.buy_in_min:
        raise BuyInOutOfRange
    draft.seats[number] = Seat(
        number=number,
        account_id=command.account_id,
        name=command.name,
        avatar=command.avatar,
        until_ms=draft.now_ms + RESERVED_MS,
        bank_ms=draft.settings.bank_s * 1_000,
        options=Options(wait_for_big_blind=command.wait_for_big_blind),
    )
    cashier.ask_buy_in(draft, command, number)
    return Answer(action_id=command.action_id, pending=True)


def top_up(draft: Draft, command: TopUp) -> Answer:
    """Add chips now, or after the hand in progress (MON-01, ACT-10)."""
    seat = draft.seat_of(command.account_id)
    cashier.verify_amount(draft, command.amount)
    if seat.status is SeatStatus.RESERVED or cashier.busy(draft, seat.account_id) or seat.top_up:
        raise StillMoving
    if seat.leaving:
        raise TableNotOpen("You are leaving this table.")
    stack = seat.stack
    settings = draft.settings
    if stack + command.amount > settings.buy_in_max:
        raise AboveMaximum
    short = stack + command.amount < settings.buy_in_min
    if short and not may_buy_short(settings.rules, settings.game):
        raise BuyInOutOfRange
    draft.set_seat(seat.number, top_up=command.amount, top_up_action=command.action_id)
    if not cashier.hand_holds(draft):
        cashier.ask_top_up(draft, seat.number)
    return Answer(action_id=command.action_id, pending=True)


def leave(draft: Draft, command: Leave) -> Answer:
    """Leave now, or after the hand in progress."""
    seat = draft.seat_of(command.account_id)
    return go(draft, seat.number, command.action_id)


def go(draft: Draft, number: int, action_id: str) -> Answer:
    """The seat leaves, by wish or by rule: at once, or when its hand is settled."""
    seat = draft.seats[number]
    if seat.status is SeatStatus.RESERVED:
        give_up_reservation(draft, number)
        return Answer(action_id=action_id)
    if seat.top_up_action:
        cashier.strike_top_up(draft, number, "left")
    draft.set_seat(
        number,
        leaving=True,
        leave_action=seat.leave_action or action_id,
        advance=None,
        until_ms=0,
    )
    if not _frozen(draft, number):
        cashier.ask_stand_up(draft, number)
    return Answer(action_id=action_id, pending=True)


def set_options(draft: Draft, command: SetOptions) -> Answer:
    """Change switches; sitting out and coming back take effect with the next deal (ACT-07, 17)."""
    seat = draft.seat_of(command.account_id)
    number = seat.number
    for name in SETTINGS_OF:
        value = getattr(command, name)
        if value is not None:
            draft.set_options(number, **{name: value})
    if command.auto_top_up is not None:
        amount = command.auto_top_up
        if amount and not draft.settings.buy_in_min <= amount <= draft.settings.buy_in_max:
            raise AmountImpossible
        draft.set_options(number, auto_top_up=amount)
    if command.sit_out is not None:
        sitting_out.sit_out(draft, number, out=command.sit_out)
    if command.leave_after_hand is not None:
        draft.set_options(number, leave_after_hand=command.leave_after_hand)
        if command.leave_after_hand and not _frozen(draft, number):
            go(draft, number, command.action_id)
    draft.look_for_hand()
    return Answer(action_id=command.action_id)


def after_hand(draft: Draft) -> None:
    """Between two hands: departures, then waiting top-ups, then who is broke (SEAMS 20)."""
    for number in sorted(draft.seats):
        seat = draft.seats[number]
        if seat.status is SeatStatus.RESERVED or cashier.busy(draft, seat.account_id):
            continue
        rules = draft.settings.rules
        if seat.options.leave_after_hand and not seat.leaving:
            go(draft, number, draft.ids.uuid7())
        elif seat.leaving:
            cashier.ask_stand_up(draft, number)
        elif rules.slow_play_max and len(seat.timeouts_ms) >= rules.slow_play_max:
            draft.note("slow_play", f"{seat.name} leaves the table: too many time-outs.", number)
            go(draft, number, draft.ids.uuid7())
        elif seat.top_up:
            cashier.ask_top_up(draft, number)
        elif seat.options.auto_top_up > seat.stack:
            cashier.ask_auto_top_up(draft, number)
        elif seat.stack == 0:
            sitting_out.mark_broke(draft, number)
        elif (seat.options.sit_out or seat.away) and seat.status is not SeatStatus.SITTING_OUT:
            sitting_out.mark_out(draft, number)


def give_up_reservation(draft: Draft, number: int) -> None:
    """Free a reserved seat; its buy-in goes on, and goes home if it is booked (SEAMS 25)."""
    seat = draft.seats.pop(number)
    for intent in list(draft.intents.values()):
        if intent.kind is IntentKind.BUY_IN and intent.account_id == seat.account_id:
            draft.intents[intent.id] = msgspec.structs.replace(intent, orphan=True)


def _free_seat(draft: Draft, wanted: int) -> int:
    seats_max = draft.settings.seats_max
    if wanted < 0 or wanted > seats_max:
        raise SeatImpossible
    free = [number for number in range(1, seats_max + 1) if number not in draft.seats]
    if wanted:
        if wanted not in free:
            raise SeatTaken
        return wanted
    if not free:
        raise SeatTaken("Every seat is taken.")
    return free[0]


def _frozen(draft: Draft, number: int) -> bool:
    """Whether the seat's chips are in a hand that is not closed, or is being opened."""
    plan = draft.core.plan
    if draft.core.phase is Phase.OPENING and plan is not None:
        return number in plan.dealt_in
    return draft.in_hand(number)
