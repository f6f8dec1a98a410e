"""A step's action in the engine's words, and refusals by a room itself."""

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.engine.actions import ALL_IN, FOLD, STAND_PAT, Action, Verb
from riverbus.engine.hand import Hand
from riverbus.sim.scenario.model import Act

_VERBS = {
    "fold": Verb.FOLD,
    "check": Verb.CHECK,
    "call": Verb.CALL,
    "bet": Verb.BET,
    "raise": Verb.RAISE,
    "all_in": Verb.ALL_IN,
    "complete": Verb.COMPLETE,
    "open": Verb.COMPLETE,
    "bring_in": Verb.BRING_IN,
    "draw": Verb.DRAW,
    "stand_pat": Verb.STAND_PAT,
    "show": Verb.SHOW,
    "muck": Verb.MUCK,
}


def refused(code: str, sentence: str) -> RoomError:
    """A refusal by the room itself."""
    return RoomError(sentence, code=code, kind=ErrorKind.REFUSED)


def action_of(deed: Act) -> Action:
    """The engine's action for a step."""
    if deed.verb == "all_in":
        return ALL_IN
    if deed.verb == "draw" and not deed.cards:
        return STAND_PAT
    return Action(_VERBS[deed.verb], deed.amount, deed.cards)


def for_the_absent(hand: Hand, seat: int) -> Action:
    """Folded when the turn comes; the bring-in is paid first, and a draw stands pat."""
    legal = hand.legal_actions(seat)
    if legal.fold:
        return FOLD
    return STAND_PAT if legal.draw_max >= 0 else Action(Verb.BRING_IN)
