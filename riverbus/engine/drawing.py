"""Five-card draw's drawing: each player in turn, all-in ones too, changes up to five cards.

Replacements are the next cards of the stub, all at once (DR-04) unless the house deals a fifth
card last. When the stub is short, discards of the round are mixed in, never the player's own.
"""

from riverbus.core.cards import TEXTS
from riverbus.engine import events as ev
from riverbus.engine.actions import Action, LegalActions, Verb
from riverbus.engine.errors import RuleError
from riverbus.engine.state import State

DRAW_MAX = 5


def legal_draw(state: State, at: int) -> LegalActions:
    """Standing pat or drawing up to five (DRW-02)."""
    return LegalActions(state.seats[at], draw_max=DRAW_MAX)


def verify_draw(state: State, at: int, action: Action) -> None:
    """Raises RuleError unless the player can draw so."""
    if action.verb is Verb.STAND_PAT:
        if action.discards:
            raise RuleError("stand_pat_discards", "Standing pat discards nothing.")
        return
    if action.verb is not Verb.DRAW:
        raise RuleError("draw_pending", "It is time to draw: discard, or stand pat.")
    if action.to:
        raise RuleError("amount_not_asked", "A draw takes no amount.")
    discards = action.discards
    if len(discards) > DRAW_MAX or len(set(discards)) != len(discards):
        raise RuleError("wrong_discards", "Up to five different cards can be discarded.")
    for card in discards:
        if card not in state.hole[at]:
            name = TEXTS[card] if card in range(52) else str(card)
            raise RuleError("not_your_card", f"{name} is not among the player's cards.")


def draw(state: State, at: int, action: Action, events: list[ev.Event]) -> None:
    """Plays a draw that was verified."""
    count = len(action.discards)
    later = _fifth_later(state) and count == DRAW_MAX
    needed = count - 1 if later else count
    if len(state.deck) - state.at < needed:
        cards = _short_draw(state, at, needed, events)
    else:
        cards = tuple(state.deck[state.at : state.at + needed])
    nxt = _next_drawer(state, at)
    seat = state.seats[at]
    state.emit(events, ev.Drew(seat, count, action.discards, cards, state.seat_of(nxt)))
    if nxt < 0 and _fifth_later(state):
        _deal_fifths(state, events)


def _fifth_later(state: State) -> bool:
    return state.rules.draw_order == "fifth_later"


def _next_drawer(state: State, after: int) -> int:
    for at in range(after + 1, state.n):
        if not state.folded[at]:
            return at
    return -1


def _deal_fifths(state: State, events: list[ev.Event]) -> None:
    """The fifth card of those who drew five, after everybody has drawn; never one's own discard."""
    for at in range(state.n):
        if state.drew[at] != DRAW_MAX or state.folded[at]:
            continue
        own = state.discards[at]
        stub = state.deck[state.at :]
        fit = next((card for card in stub if card not in own), None)
        if fit is None:
            fit = _short_draw(state, at, 1, events)[0]
        elif fit != stub[0]:
            stub.remove(fit)
            stub.insert(0, fit)
            state.emit(events, ev.DeckMixed(len(stub), tuple(stub)))
        state.emit(events, ev.Dealt(state.seats[at], 1, (fit,), False))


def _short_draw(state: State, at: int, needed: int, events: list[ev.Event]) -> tuple[int, ...]:
    """Makes the stub long enough and gives the cards that the player gets from it (DRW-04)."""
    rest = state.deck[state.at :]
    mode = state.rules.draw_reshuffle
    used = set(rest)
    discarded: set[int] = set()
    folded: set[int] = set()
    for other in range(state.n):
        (folded if state.folded[other] else used).update(state.hole[other])
        if other != at:
            discarded.update(state.discards[other])
    discarded -= used
    order = state.setup.mix
    if mode == "mixed":
        stub = [card for card in order if card in discarded or card in rest]
    else:
        stub = rest[:]
        if mode == "folded_first":
            stub += [card for card in order if card in folded and card not in used]
        if mode == "rest_first" or len(stub) < needed:
            stub += [card for card in order if card in discarded]
    state.emit(events, ev.DeckMixed(len(stub), tuple(stub)))
    return tuple(stub[:needed])
