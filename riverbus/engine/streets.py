"""Posts, cards and the opening of rounds: everything that happens without a player's choice.

The deck is dealt from its front; what is mixed later comes in the order of the second permutation.
"""

from riverbus.core.games import StreetPlan
from riverbus.engine import events as ev
from riverbus.engine.betting import first_to_act
from riverbus.engine.setup import PostKind
from riverbus.engine.state import State
from riverbus.engine.stud import boards_in_order, bring_in_owner, open_pair_shows
from riverbus.engine.wagers import minimum_bet

_DEAD = (PostKind.DEAD, PostKind.BIG_BLIND_ANTE)


def post_all(state: State, events: list[ev.Event]) -> None:
    """Takes the blinds, antes and debts in order; a short stack pays what it has (BLD-18)."""
    for post in state.setup.posts:
        at = state.position[post.seat]
        amount = min(post.amount, state.stack[at])
        if amount == 0:
            continue
        stack = state.stack[at] - amount
        bet = state.bet[at]
        if post.kind is not PostKind.ANTE and post.kind not in _DEAD:
            bet += amount
        state.emit(events, ev.Posted(post.seat, post.kind, amount, bet, stack, stack == 0))


def deal_street(state: State, events: list[ev.Event]) -> None:
    """Starts the next street and deals its cards, after the burn where one is due (BLD-15)."""
    plan = state.plan.streets[state.street + 1]
    state.emit(events, ev.StreetStarted(plan.street, state.collected()))
    if state.street == 0:
        _deal_first(state, events, plan)
        return
    burns = state.rules.burn_cards != "none"
    if plan.board:
        if burns:
            _burn(state, events)
        cards = tuple(state.deck[state.at : state.at + plan.board])
        state.emit(events, ev.BoardDealt(cards, (*state.board, *cards)))
    elif plan.down or plan.up:
        _deal_stud_street(state, events, plan, burns)
    elif plan.draws and state.rules.burn_cards == "streets_and_draw":
        _burn(state, events)


def _deal_first(state: State, events: list[ev.Event], plan: StreetPlan) -> None:
    """One card at a time from the left of the button, face down first (BLD-14)."""
    n, deck, seats = state.n, state.deck, state.seats
    first = state.at
    down = plan.down
    up_from = first + n * down
    for at in range(n):
        cards = tuple(deck[first + at : up_from : n])
        state.emit(events, ev.Dealt(seats[at], down, cards, False))
    if plan.up:
        for at in range(n):
            state.emit(events, ev.Dealt(seats[at], 1, (deck[up_from + at],), True))


def _burn(state: State, events: list[ev.Event]) -> None:
    state.emit(events, ev.Burned((state.deck[state.at],)))


def _deal_stud_street(state: State, events: list[ev.Event], plan: StreetPlan, burns: bool) -> None:
    """One card to everybody who is left; a short seventh street by STU-08 and STU-09."""
    left = len(state.deck) - state.at
    needed = state.live
    if left >= needed + burns:
        if burns:
            _burn(state, events)
        _deal_one_each(state, events, plan)
    elif state.rules.stud_shortage == "mix":
        together = left + len(state.burns)
        _mix(state, events, state.burns + state.deck[state.at :])
        _burn(state, events)
        if together >= needed + 2:
            _deal_one_each(state, events, plan)
        else:
            _deal_community(state, events)
    elif left >= needed:
        _deal_one_each(state, events, plan)
    elif burns and left + len(state.burns) >= needed:
        _mix(state, events, state.burns + state.deck[state.at :])
        _deal_one_each(state, events, plan)
    else:
        if burns:
            _mix(state, events, state.burns)
        _deal_community(state, events)


def _deal_one_each(state: State, events: list[ev.Event], plan: StreetPlan) -> None:
    for at in range(state.n):
        if not state.folded[at]:
            card = state.deck[state.at]
            state.emit(events, ev.Dealt(state.seats[at], 1, (card,), plan.up > 0))


def _deal_community(state: State, events: list[ev.Event]) -> None:
    cards = (state.deck[state.at],)
    state.emit(events, ev.BoardDealt(cards, cards))


def _mix(state: State, events: list[ev.Event], cards: list[int]) -> None:
    """Puts these cards into the order of the second permutation; they are the stub then."""
    pool = set(cards)
    stub = tuple([card for card in state.setup.mix if card in pool])
    state.emit(events, ev.DeckMixed(len(stub), stub))


def open_round(state: State, events: list[ev.Event]) -> bool:
    """Opens the street's betting or drawing; False when nobody has anything to decide."""
    if state.draws:
        turn = state.folded.index(False)
        state.emit(events, ev.RoundStarted(0, 0, 0, 0, False, state.seats[turn]))
        return True
    if state.street == 0:
        event = _first_round(state)
    else:
        if state.able < 2:
            return False
        if state.plan.stud:
            turn = boards_in_order(state, only_able=True)[0]
        else:
            turn = first_to_act(state, 0, 0)
        step = minimum_bet(state)
        doubled = open_pair_shows(state)
        event = ev.RoundStarted(0, step, step, 0, doubled, state.seats[turn])
    if event.turn == 0:
        return False
    state.emit(events, event)
    return True


def _first_round(state: State) -> ev.RoundStarted:
    """The round with forced bets: left of the big blind, or the lowest door card (STU-12)."""
    step = minimum_bet(state)
    if state.plan.stud:
        price = state.stakes.bring_in
        turn = first_to_act(state, bring_in_owner(state), price)
        if price < step:
            event = ev.RoundStarted(price, step, step - price, 0, False, state.seat_of(turn))
        else:
            event = ev.RoundStarted(price, price + step, step, 1, False, state.seat_of(turn))
        return event
    price, start = 0, 0
    for post in state.setup.posts:
        if post.kind in (PostKind.ANTE, PostKind.DEAD, PostKind.BIG_BLIND_ANTE):
            continue
        price = max(price, state.stakes.big_blind, post.amount)
        if post.kind is PostKind.BIG_BLIND:
            start = (state.position[post.seat] + 1) % state.n
    turn = first_to_act(state, start, price)
    return ev.RoundStarted(price, price + step, step, 1 if price else 0, False, state.seat_of(turn))
