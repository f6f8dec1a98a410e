"""The table's side of the cashier: what is asked of the wallet, and what its answers do (SEAMS 25).

Every call to the wallet is an intent first; its outcome is another command. One call in flight a
seat; a top-up asked in a hand waits for its end; leaving strikes it out.
"""

from typing import Any

import msgspec

from riverbus.core.games import MAX_AMOUNT
from services.table.domain.commands import Outcome, Sit
from services.table.domain.draft import Draft
from services.table.domain.errors import AboveMaximum, AmountImpossible
from services.table.domain.sitting_out import mark_broke, mark_in, mark_out
from services.table.domain.state import Answer, Intent, IntentKind, Phase, SeatStatus

CASHIER = {
    IntentKind.BUY_IN: "buyin",
    IntentKind.TOP_UP: "topup",
    IntentKind.STAND_UP: "standup",
}
"""The calls about a seat's chips, as their ids name them."""


def ask_buy_in(draft: Draft, command: Sit, number: int) -> None:
    """Ask the wallet for the chips of a reserved seat."""
    _ask(
        draft, IntentKind.BUY_IN, command.account_id, command.action_id,
        seat=number, amount=command.buy_in,
        least=draft.settings.buy_in_min, up_to=draft.settings.buy_in_max,
    )  # fmt: skip


def ask_stand_up(draft: Draft, number: int) -> None:
    """Ask the wallet to send the seat's whole escrow home."""
    seat = draft.seats[number]
    if busy(draft, seat.account_id):
        return
    action = seat.leave_action or draft.ids.uuid7()
    draft.set_seat(number, leaving=True, leave_action=action)
    _ask(draft, IntentKind.STAND_UP, seat.account_id, action, seat=number, expected=seat.stack)


def ask_top_up(draft: Draft, number: int) -> None:
    """Ask the wallet for a waiting top-up."""
    seat = draft.seats[number]
    if not seat.top_up or busy(draft, seat.account_id):
        return
    room = draft.settings.buy_in_max - seat.stack
    if room < draft.settings.stakes.unit:
        strike_top_up(draft, number, AboveMaximum.code)
        return
    _ask(
        draft, IntentKind.TOP_UP, seat.account_id, seat.top_up_action,
        seat=number, amount=min(seat.top_up, room),
        up_to=draft.settings.buy_in_max, expected=seat.stack,
    )  # fmt: skip


def ask_auto_top_up(draft: Draft, number: int) -> None:
    """Ask the wallet to fill the stack up to what the player chose."""
    seat = draft.seats[number]
    wanted = seat.options.auto_top_up
    action = draft.ids.uuid7()
    draft.set_seat(number, top_up=wanted - seat.stack, top_up_action=action)
    _ask(
        draft, IntentKind.TOP_UP, seat.account_id, action,
        seat=number, amount=wanted - seat.stack,
        up_to=wanted, up_to_max=True, expected=seat.stack,
    )  # fmt: skip


def _send_home(draft: Draft, account_id: str) -> None:
    _ask(draft, IntentKind.STAND_UP, account_id, draft.ids.uuid7())


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
    if busy(draft, seat.account_id) or not seat.top_up_action:
        return
    answer = Answer(
        action_id=seat.top_up_action, ok=False, code=code, kind="refused",
        sentence="The chips were not added.",
    )  # fmt: skip
    draft.settle_answer(seat.account_id, answer)
    draft.set_seat(number, top_up=0, top_up_action="")


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
    waits = outcome.code == "hand_open" and hand_holds(draft)
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
            mark_broke(draft, number)
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


def busy(draft: Draft, account_id: str) -> bool:
    """Whether a call about the account's chips is in flight (SEAMS 25)."""
    return any(
        intent.account_id == account_id and intent.kind in CASHIER
        for intent in draft.intents.values()
    )


def verify_amount(draft: Draft, amount: int) -> None:
    """Raises AmountImpossible unless it is a positive multiple of the table's smallest chip."""
    if not 0 < amount <= MAX_AMOUNT or amount % draft.settings.stakes.unit:
        raise AmountImpossible


def hand_holds(draft: Draft) -> bool:
    """Whether a hand keeps all stacks as they are (MON-01)."""
    return draft.core.phase is not Phase.IDLE


def _refusal(action_id: str, outcome: Outcome) -> Answer:
    code = outcome.code
    if code in ("buy_in_too_small", "buy_in_too_large"):
        code = "buy_in_out_of_range"
    return Answer(
        action_id=action_id, ok=False, code=code, sentence=outcome.sentence, kind="refused"
    )


def _ask(draft: Draft, kind: IntentKind, account_id: str, action_id: str, **terms: Any) -> None:
    """Note the call; its id is the same for the same wish, whoever owns the table."""
    intent = Intent(
        id=f"{CASHIER[kind]}:{draft.settings.table_id}.{account_id}.{action_id}",
        kind=kind,
        made_ms=draft.now_ms,
        account_id=account_id,
        action_id=action_id,
        **terms,
    )
    draft.intents[intent.id] = intent
