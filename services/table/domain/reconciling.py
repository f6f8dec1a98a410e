"""Table and wallet disagree: who is believed, and what is asked again (SEAMS 26).

What the wallet has is the truth for chips, unless it is older than the log: then the calls that it
lost are repeated first, and this is told whether that went through.
"""

from services.table.domain import cashier, dealing, resolving
from services.table.domain.commands import Reconciled, Repeated
from services.table.domain.draft import Draft
from services.table.domain.state import Intent, IntentKind, SeatStatus, TableState

HAND_CALLS = (IntentKind.OPEN, IntentKind.SETTLE, IntentKind.CANCEL)
DIFFERS = "stack_mismatch"
"""A call was refused because the escrow is not what the table believes: they are compared."""
CALL_AGAIN = (DIFFERS, "unknown_hand")
"""Refusals that the wallet does not keep: the same call may go through later."""
STOPS = (TableState.OPEN, TableState.DRAINING, TableState.WAITING_FOR_WALLET)
BEHIND = "The cashier's books are older than this table's; an operator brings them up to date."


def outstanding(intent: Intent) -> bool:
    """Whether the call may still be booked: refused ones have their outcome."""
    return intent.held in ("", "hand_open")


def reconciled(draft: Draft, command: Reconciled) -> None:
    """The wallet knows better than the log."""
    if command.foreign_hand:
        intent = Intent(
            id=f"cancel:{command.foreign_hand}",
            kind=IntentKind.CANCEL,
            made_ms=draft.now_ms,
            hand_id=command.foreign_hand,
            reason="the hand's log is lost",
        )
        draft.intents[intent.id] = intent
        return
    abandoned = command.hand_closed and bool(draft.core.hand_id)
    if abandoned:
        draft.note("hand_cancelled", "The cashier had closed the hand already.")
        for intent in list(draft.intents.values()):
            if intent.kind in HAND_CALLS:
                del draft.intents[intent.id]
    _from_escrows(draft, command)
    if abandoned:
        draft.set_core(proposal=None)
        dealing.close_hand(draft)
    _call_again(draft, (DIFFERS,))


def repeated(draft: Draft, command: Repeated) -> None:
    """All is booked again, and the table goes on; or a call was refused, and it pauses."""
    core = draft.core
    if command.refused:
        draft.set_core(behind=f"{command.call} {command.refused}")
        if core.state in STOPS:
            draft.set_state(TableState.PAUSED, BEHIND, paused_by="wallet")
        elif core.paused_by != "wallet":
            draft.set_state(core.state, BEHIND)
        return
    forgotten = any(intent.held in CALL_AGAIN for intent in draft.intents.values())
    _call_again(draft, CALL_AGAIN)
    draft.set_core(behind="")
    if core.state is TableState.PAUSED and core.paused_by == "wallet":
        mended = forgotten or core.behind or core.refused_opens
        if mended and resolving.refused_intent(draft.intents) is None:
            draft.set_core(refused_opens=0)
            draft.set_state(TableState.OPEN, "", paused_by="")
            draft.look_for_hand()
    elif core.reason == BEHIND:
        draft.set_state(core.state, "")


def _from_escrows(draft: Draft, command: Reconciled) -> None:
    escrows = {chips.account_id: chips.stack for chips in command.escrows}
    moving = {i.account_id for i in draft.intents.values() if i.account_id and outstanding(i)}
    for number, seat in list(draft.seats.items()):
        if seat.status is SeatStatus.RESERVED or seat.account_id in moving:
            continue
        stack = escrows.get(seat.account_id, 0)
        if stack != seat.stack and not (draft.in_hand(number) and not command.hand_closed):
            draft.note("stack_corrected", f"{seat.name} has {stack} by the cashier.", number)
            draft.set_seat(number, stack=stack)


def _call_again(draft: Draft, codes: tuple[str, ...]) -> None:
    """Calls refused for the difference that is mended now, with what the table has by now."""
    for intent in list(draft.intents.values()):
        if intent.held in codes:
            cashier.ask_again(draft, intent)
