"""Seats and the cashier: sit, top up, leave, switches, and what the wallet's answers do (SEAMS 25).

Every call to the wallet is an intent first; its outcome is another command. One call in flight a
seat; a top-up asked in a hand waits for its end; leaving strikes it out.
"""

import msgspec

from riverbus.core.games import MAX_AMOUNT
from riverbus.engine.table_limits import may_buy_short
from services.table.domain.commands import Leave, Outcome, SetOptions, Sit, TopUp
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
    Intent,
    IntentKind,
    Options,
    Phase,
    Seat,
    SeatStatus,
    TableState,
)

RESERVED_MS = 60_000
BROKE_MS = 120_000
TAKES_PLAYERS = (TableState.OPEN, TableState.PAUSED, TableState.WAITING_FOR_WALLET)
CASHIER = (IntentKind.BUY_IN, IntentKind.TOP_UP, IntentKind.STAND_UP)
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
    if cashier_busy(draft, command.account_id):
        raise StillMoving
    number = _free_seat(draft, command.seat)
    verify_amount(draft, command.buy_in)
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
    _ask(
        draft,
        Intent(
            id=_id(draft, "buyin", command.account_id, command.action_id),
            kind=IntentKind.BUY_IN,
            made_ms=draft.now_ms,
            account_id=command.account_id,
            seat=number,
            amount=command.buy_in,
            action_id=command.action_id,
            least=draft.settings.buy_in_min,
            up_to=draft.settings.buy_in_max,
        ),
    )
    return Answer(action_id=command.action_id, pending=True)


def top_up(draft: Draft, command: TopUp) -> Answer:
    """Add chips now, or after the hand in progress (MON-01, ACT-10)."""
    seat = draft.seat_of(command.account_id)
    verify_amount(draft, command.amount)
    if seat.status is SeatStatus.RESERVED or cashier_busy(draft, seat.account_id) or seat.top_up:
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
    if not _hand_holds(draft):
        ask_top_up(draft, seat.number)
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
        strike_top_up(draft, number, "left")
    draft.set_seat(
        number,
        leaving=True,
        leave_action=seat.leave_action or action_id,
        advance=None,
        until_ms=0,
    )
    if not _frozen(draft, number):
        ask_stand_up(draft, number)
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
        sit_out(draft, number, out=command.sit_out)
    if command.leave_after_hand is not None:
        draft.set_options(number, leave_after_hand=command.leave_after_hand)
        if command.leave_after_hand and not _frozen(draft, number):
            go(draft, number, command.action_id)
    draft.look_for_hand()
    return Answer(action_id=command.action_id)


def sit_out(draft: Draft, number: int, *, out: bool) -> None:
    """Keep the seat without playing, or come back by BLD-10."""
    seat = draft.seats[number]
    if not out and seat.status is SeatStatus.AWAY:
        draft.set_seat(number, status=SeatStatus.ACTIVE)
    if out == seat.options.sit_out and not seat.away:
        return
    draft.set_options(number, sit_out=out)
    draft.set_seat(number, away=False)
    if out and not draft.in_hand(number):
        mark_out(draft, number)
    elif not out:
        mark_in(draft, number)


def mark_out(draft: Draft, number: int) -> None:
    """From now on the seat sits out; how long it may is a rule of the house (ACT-07)."""
    seat, rules = draft.seats[number], draft.settings.rules
    if seat.status in (SeatStatus.RESERVED, SeatStatus.SITTING_OUT):
        return
    minutes = rules.sit_out_max_min
    draft.set_seat(
        number,
        status=SeatStatus.SITTING_OUT,
        out_since_ms=draft.now_ms,
        out_hands=0,
        until_ms=draft.now_ms + minutes * 60_000 if minutes else 0,
    )


def mark_in(draft: Draft, number: int) -> None:
    """The seat wants to play again; whether it waits for a blind the next line-up says."""
    seat = draft.seats[number]
    if seat.status is SeatStatus.SITTING_OUT and seat.stack > 0:
        draft.set_seat(number, status=SeatStatus.WAITING, out_since_ms=0, out_hands=0, until_ms=0)


def after_hand(draft: Draft) -> None:
    """Between two hands: departures, then waiting top-ups, then who is broke (SEAMS 20)."""
    for number in sorted(draft.seats):
        seat = draft.seats[number]
        if seat.status is SeatStatus.RESERVED or cashier_busy(draft, seat.account_id):
            continue
        rules = draft.settings.rules
        if seat.options.leave_after_hand and not seat.leaving:
            go(draft, number, draft.ids.uuid7())
        elif seat.leaving:
            ask_stand_up(draft, number)
        elif rules.slow_play_max and len(seat.timeouts_ms) >= rules.slow_play_max:
            draft.note("slow_play", f"{seat.name} leaves the table: too many time-outs.", number)
            go(draft, number, draft.ids.uuid7())
        elif seat.top_up:
            ask_top_up(draft, number)
        elif seat.options.auto_top_up > seat.stack:
            _ask_auto_top_up(draft, number)
        elif seat.stack == 0:
            if seat.status is not SeatStatus.SITTING_OUT:
                mark_out(draft, number)
            draft.set_seat(number, until_ms=draft.now_ms + BROKE_MS)
        elif (seat.options.sit_out or seat.away) and seat.status is not SeatStatus.SITTING_OUT:
            mark_out(draft, number)


def ask_stand_up(draft: Draft, number: int) -> None:
    """Ask the wallet to send the seat's whole escrow home."""
    seat = draft.seats[number]
    if cashier_busy(draft, seat.account_id):
        return
    action = seat.leave_action or draft.ids.uuid7()
    draft.set_seat(number, leaving=True, leave_action=action)
    _ask(
        draft,
        Intent(
            id=_id(draft, "standup", seat.account_id, action),
            kind=IntentKind.STAND_UP,
            made_ms=draft.now_ms,
            account_id=seat.account_id,
            seat=number,
            action_id=action,
            expected=seat.stack,
        ),
    )


def ask_top_up(draft: Draft, number: int) -> None:
    """Ask the wallet for a waiting top-up."""
    seat = draft.seats[number]
    if not seat.top_up or cashier_busy(draft, seat.account_id):
        return
    room = draft.settings.buy_in_max - seat.stack
    if room < draft.settings.stakes.unit:
        strike_top_up(draft, number, AboveMaximum.code)
        return
    _ask(
        draft,
        Intent(
            id=_id(draft, "topup", seat.account_id, seat.top_up_action),
            kind=IntentKind.TOP_UP,
            made_ms=draft.now_ms,
            account_id=seat.account_id,
            seat=number,
            amount=min(seat.top_up, room),
            action_id=seat.top_up_action,
            up_to=draft.settings.buy_in_max,
            expected=seat.stack,
        ),
    )


def ask_again(draft: Draft, intent: Intent) -> None:
    """The same call once more, with the stack that the seat has by now."""
    seat = draft.seats.get(intent.seat)
    expected = intent.expected
    if expected >= 0 and seat is not None and seat.account_id == intent.account_id:
        expected = seat.stack
    draft.intents[intent.id] = msgspec.structs.replace(intent, held="", expected=expected)


def strike_top_up(draft: Draft, number: int, code: str) -> None:
    """A waiting top-up that will not be made; one that is with the wallet already is awaited."""
    seat = draft.seats[number]
    if cashier_busy(draft, seat.account_id) or not seat.top_up_action:
        return
    answer = Answer(
        action_id=seat.top_up_action, ok=False, code=code, kind="refused",
        sentence="The chips were not added.",
    )  # fmt: skip
    draft.settle_answer(seat.account_id, answer)
    draft.set_seat(number, top_up=0, top_up_action="")


def give_up_reservation(draft: Draft, number: int) -> None:
    """Free a reserved seat; its buy-in goes on, and goes home if it is booked (SEAMS 25)."""
    seat = draft.seats.pop(number)
    for intent in list(draft.intents.values()):
        if intent.kind is IntentKind.BUY_IN and intent.account_id == seat.account_id:
            draft.intents[intent.id] = msgspec.structs.replace(intent, orphan=True)


def buy_in_outcome(draft: Draft, intent: Intent, outcome: Outcome) -> None:
    """The chips are there, or the seat is free again."""
    del draft.intents[intent.id]
    if intent.orphan:
        refusal = Answer(
            action_id=intent.action_id, ok=False, code="seat_lapsed", kind="refused",
            sentence="The seat was given up before the chips came; they go back.",
        )  # fmt: skip
        draft.settle_answer(intent.account_id, refusal)
        if outcome.ok:
            _send_home(draft, intent.account_id)
        return
    number = intent.seat
    if not outcome.ok:
        draft.seats.pop(number, None)
        draft.settle_answer(intent.account_id, _refusal(intent.action_id, outcome))
        return
    rules = draft.settings.rules
    left = outcome.protections_left if rules.protection_uses else -1
    draft.set_seat(
        number,
        status=SeatStatus.WAITING,
        stack=outcome.stack,
        until_ms=0,
        protections_left=left,
    )
    draft.settle_answer(intent.account_id, Answer(action_id=intent.action_id))
    if draft.seats[number].leaving:
        ask_stand_up(draft, number)
    elif draft.seats[number].options.sit_out:
        mark_out(draft, number)
    draft.look_for_hand()


def top_up_outcome(draft: Draft, intent: Intent, outcome: Outcome) -> None:
    """The chips are in front, or not."""
    waits = outcome.code == "hand_open" and _hand_holds(draft)
    if not outcome.ok and (waits or outcome.code == "stack_mismatch"):
        draft.intents[intent.id] = msgspec.structs.replace(intent, held=outcome.code)
        return
    del draft.intents[intent.id]
    number = intent.seat
    seat = draft.seats.get(number)
    if seat is None or seat.account_id != intent.account_id:
        return
    if outcome.ok:
        draft.set_seat(number, stack=outcome.stack, top_up=0, top_up_action="")
        draft.settle_answer(intent.account_id, Answer(action_id=intent.action_id))
        if seat.stack == 0 and not seat.options.sit_out:
            mark_in(draft, number)
    else:
        draft.set_seat(number, top_up=0, top_up_action="")
        draft.settle_answer(intent.account_id, _refusal(intent.action_id, outcome))
        if intent.up_to_max:
            draft.set_options(number, auto_top_up=0)
        if seat.stack == 0:
            mark_out(draft, number)
            draft.set_seat(number, until_ms=draft.now_ms + BROKE_MS)
    if seat.leaving and not draft.in_hand(number):
        ask_stand_up(draft, number)
    draft.look_for_hand()


def stand_up_outcome(draft: Draft, intent: Intent, outcome: Outcome) -> None:
    """The seat is free; the chips are cash."""
    if not outcome.ok:
        draft.intents[intent.id] = msgspec.structs.replace(intent, held=outcome.code)
        return
    del draft.intents[intent.id]
    seat = draft.seats.get(intent.seat)
    if seat is not None and seat.account_id == intent.account_id:
        draft.seats.pop(intent.seat)
    draft.settle_answer(intent.account_id, Answer(action_id=intent.action_id))
    draft.look_for_hand()


def cashier_busy(draft: Draft, account_id: str) -> bool:
    """Whether a call about the account's chips is in flight (SEAMS 25)."""
    return any(
        intent.account_id == account_id and intent.kind in CASHIER
        for intent in draft.intents.values()
    )


def verify_amount(draft: Draft, amount: int) -> None:
    """Raises AmountImpossible unless it is a positive multiple of the table's smallest chip."""
    if not 0 < amount <= MAX_AMOUNT or amount % draft.settings.stakes.unit:
        raise AmountImpossible


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


def _hand_holds(draft: Draft) -> bool:
    """Whether a hand keeps all stacks as they are (MON-01)."""
    return draft.core.phase is not Phase.IDLE


def _ask_auto_top_up(draft: Draft, number: int) -> None:
    seat = draft.seats[number]
    wanted = seat.options.auto_top_up
    action = draft.ids.uuid7()
    draft.set_seat(number, top_up=wanted - seat.stack, top_up_action=action)
    _ask(
        draft,
        Intent(
            id=_id(draft, "topup", seat.account_id, action),
            kind=IntentKind.TOP_UP,
            made_ms=draft.now_ms,
            account_id=seat.account_id,
            seat=number,
            amount=wanted - seat.stack,
            action_id=action,
            up_to=wanted,
            up_to_max=True,
            expected=seat.stack,
        ),
    )


def _send_home(draft: Draft, account_id: str) -> None:
    action = draft.ids.uuid7()
    _ask(
        draft,
        Intent(
            id=_id(draft, "standup", account_id, action),
            kind=IntentKind.STAND_UP,
            made_ms=draft.now_ms,
            account_id=account_id,
            action_id=action,
        ),
    )


def _id(draft: Draft, kind: str, account_id: str, action_id: str) -> str:
    return f"{kind}:{draft.settings.table_id}.{account_id}.{action_id}"


def _ask(draft: Draft, intent: Intent) -> None:
    draft.intents[intent.id] = intent


def _refusal(action_id: str, outcome: Outcome) -> Answer:
    code = outcome.code
    if code in ("buy_in_too_small", "buy_in_too_large"):
        code = "buy_in_out_of_range"
    return Answer(
        action_id=action_id, ok=False, code=code, sentence=outcome.sentence, kind="refused"
    )
