"""Advance actions (ACT-06): held by the server, offered only while they can be right, and gone when
the price changes under those that named one.
"""

from riverbus.engine.actions import Action, LegalActions, Verb
from riverbus.engine.hand import Hand
from services.table.domain.state import Advance, Phase, Table

KINDS = ("fold", "check", "check_fold", "call", "call_any", "raise", "raise_any")
PRICED = ("check", "call", "raise")
"""They name a price, so another price ends them."""


def offers(table: Table, number: int) -> tuple[Advance, ...]:
    """What the seat could prepare now; empty when it is not waiting for its turn."""
    hand = table.hand
    if hand is None or not waits(table, number):
        return ()
    at = hand.position[number]
    price = min(hand.price - hand.bet[at], hand.stack[at])
    if price > 0:
        return (Advance("fold"), Advance("call", price), Advance("call_any"), Advance("raise_any"))
    return (
        Advance("check_fold"),
        Advance("check"),
        Advance("call_any"),
        Advance("raise_any"),
        Advance("fold"),
    )


def waits(table: Table, number: int) -> bool:
    """Whether the seat is in the hand, can act in this round and is not being asked."""
    hand, core = table.hand, table.core
    if hand is None or core.phase is not Phase.PLAYING or number not in hand.seats:
        return False
    at = hand.position[number]
    if hand.folded[at] or hand.all_in[at] or hand.turn < 0 or hand.street < 0:
        return False
    return hand.turn != at and not hand.street_plan().draws


def can_hold(table: Table, number: int, wanted: Advance) -> bool:
    """Whether the action may be prepared: offered, with the price that was seen."""
    if wanted.kind == "raise":
        return waits(table, number) and wanted.amount > 0
    for offer in offers(table, number):
        if offer.kind == wanted.kind:
            return offer.kind != "call" or offer.amount == wanted.amount
    return False


def lapses(held: Advance, hand: Hand, at: int, price_before: int) -> bool:
    """Whether an action is over: its player is out of the hand or its price is another one."""
    if hand.folded[at] or hand.all_in[at] or hand.street < 0:
        return True
    return held.kind in PRICED and hand.price != price_before


def action_of(held: Advance, legal: LegalActions) -> Action | None:
    """What a held action comes to on one's turn; None: it is no longer right, so ask."""
    call = Action(Verb.CALL) if legal.call else None
    check = Action(Verb.CHECK) if legal.check else None
    match held.kind:
        case "fold":
            return Action(Verb.FOLD) if legal.fold else None
        case "check":
            return check
        case "check_fold":
            return check or (Action(Verb.FOLD) if legal.fold else None)
        case "call":
            return call if legal.call == held.amount else None
        case "call_any":
            return call or check
        case "raise" if legal.wager is not None and _fits(held.amount, legal):
            return Action(legal.wager, held.amount)
        case "raise_any" if legal.wager is not None:
            return Action(legal.wager, legal.sizes[0] if legal.sizes else legal.wager_min)
    return call or check if held.kind == "raise_any" else None


def _fits(amount: int, legal: LegalActions) -> bool:
    if legal.sizes:
        return amount in legal.sizes
    return legal.wager_min <= amount <= legal.wager_max
