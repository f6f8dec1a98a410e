"""One betting round: whose turn it is, what is open to that player, what an action changes.

All amounts are totals on the street but for what a call pays.
"""

from riverbus.engine import events as ev
from riverbus.engine.actions import Action, LegalActions, Verb
from riverbus.engine.errors import RuleError
from riverbus.engine.state import State
from riverbus.engine.stud import bring_in_owner
from riverbus.engine.wagers import Wager, after_raise, find_wager, pot_total

# Verbs by name: an enum member's look-up costs as much as the comparison.
FOLD, CHECK, CALL, BET = Verb.FOLD, Verb.CHECK, Verb.CALL, Verb.BET
RAISE, COMPLETE, BRING_IN = Verb.RAISE, Verb.COMPLETE, Verb.BRING_IN
ALL_IN, PROTECT = Verb.ALL_IN, Verb.PROTECT


def effective_price(state: State, at: int) -> int:
    """What the player must have in front to stay.

    The nominal price (SP-07), but no more than the others put in when none of them can bet.
    """
    price = state.price
    if state.able == 1 and state.bet[at] < price:
        return min(price, _most_of_others(state.bet, at))
    return price


def _most_of_others(bets: list[int], at: int) -> int:
    most = 0
    for other, amount in enumerate(bets):
        if amount > most and other != at:
            most = amount
    return most


def first_to_act(state: State, start: int, price: int) -> int:
    """The first position from `start` on that has something to decide; -1: nobody has."""
    if state.able == 0:
        return -1
    at = start
    while state.folded[at] or state.all_in[at]:
        at = at + 1 if at + 1 < state.n else 0
    if state.able == 1 and state.bet[at] >= min(price, _most_of_others(state.bet, at)):
        return -1
    return at


def _next_to_act(state: State, actor: int, price: int, to: int, able: bool, live: int) -> int:
    """Who acts after the actor, whose total is then `to`; -1 when the round is over.

    `able` tells whether the actor can still bet, `live` how many players are left.
    """
    if live == 1:
        return -1
    folded, all_in, acted, bet = state.folded, state.all_in, state.acted, state.bet
    n = state.n
    found = -1
    others = 0
    at = actor
    for _ in range(n - 1):
        at += 1
        if at == n:
            at = 0
        if folded[at] or all_in[at]:
            continue
        others += 1
        if found < 0 and (bet[at] < price or not acted[at]):
            found = at
        if found >= 0 and (able or others > 1):
            return found
    if found < 0:
        return -1
    most = max(to, _most_of_others([0 if at == actor else b for at, b in enumerate(bet)], found))
    return found if bet[found] < min(price, most) else -1


def legal_bets(state: State, at: int) -> LegalActions:
    """What is open to the player to act in a betting round."""
    wager = find_wager(state, at)
    bet, stack = state.bet[at], state.stack[at]
    fold, check, call, forced = True, False, 0, 0
    if state.bring_in_due:
        forced = min(state.price, stack)
        fold = bring_in_owner(state) != at
    else:
        owed = (state.price if state.able > 1 else effective_price(state, at)) - bet
        if owed <= 0:
            check = True
        else:
            call = owed if owed < stack else stack
    if wager is None:
        return LegalActions(state.seats[at], fold, check, call, None, 0, 0, (), forced)
    return LegalActions(
        state.seats[at],
        fold,
        check,
        call,
        wager.verb,
        wager.least,
        wager.most,
        wager.sizes,
        forced,
        -1,
        False,
        False,
        0 if state.fixed else pot_total(state, at),
    )


def decide(state: State, at: int, action: Action) -> ev.Acted:
    """The fact that the action makes of this state; raises RuleError when it is not possible."""
    verb, to = action.verb, action.to
    if action.discards:
        raise RuleError("not_a_draw", "There is nothing to discard for in a betting round.")
    if verb is ALL_IN:
        verb, to = _all_in(state, at)
    if verb is BET or verb is RAISE or verb is COMPLETE:
        return _raise(state, at, verb, to)
    if to:
        raise RuleError("amount_not_asked", f"A {verb} takes no amount.")
    if state.bring_in_due:
        return _bring_in(state, at, verb)
    if verb is FOLD:
        return _still(state, at, FOLD)
    owed = (state.price if state.able > 1 else effective_price(state, at)) - state.bet[at]
    if verb is CHECK:
        if owed > 0:
            raise RuleError("bet_pending", "There is a bet: fold, call or raise.")
        return _still(state, at, CHECK)
    if verb is CALL:
        if owed <= 0:
            raise RuleError("nothing_to_call", "There is no bet to call.")
        stack = state.stack[at]
        return _pay(state, at, CALL, owed if owed < stack else stack)
    if verb is PROTECT:
        if owed <= 0:
            raise RuleError("nothing_to_call", "Protection is for a bet that is pending.")
        if state.paid[at] == 0:
            raise RuleError("nothing_to_protect", "The player has nothing in the pot (ACT-13).")
        return _still(state, at, CALL, protected=True)
    if verb is BRING_IN:
        raise RuleError("no_bring_in", "No bring-in is due.")
    raise RuleError("illegal_action", f"A {verb} is not possible in a betting round.")


def _bring_in(state: State, at: int, verb: Verb) -> ev.Acted:
    """The forced bet of stud: its owner cannot pass; who stands in for an all-in owner can fold."""
    if verb is BRING_IN or verb is CALL:
        return _pay(state, at, BRING_IN, min(state.price, state.stack[at]))
    if verb is FOLD:
        if bring_in_owner(state) == at:
            raise RuleError("bring_in_forced", "The lowest card must bring it in or complete.")
        return _still(state, at, FOLD)
    raise RuleError("bet_pending", "The bring-in is due: pay it or complete.")


def _all_in(state: State, at: int) -> tuple[Verb, int]:
    """The verb and total of putting everything in."""
    most = state.bet[at] + state.stack[at]
    if state.bring_in_due and state.stack[at] <= state.price:
        return BRING_IN, 0
    if most <= effective_price(state, at):
        return CALL, 0
    wager = find_wager(state, at)
    if wager is None:
        raise RuleError("raise_closed", "A raise is not possible now, and a call is not all-in.")
    return wager.verb, most


def _raise(state: State, at: int, verb: Verb, to: int) -> ev.Acted:
    wager = find_wager(state, at)
    if verb is BET and state.price > 0:
        raise RuleError("bet_pending", "There is a bet already: call or raise it.")
    if verb is not BET and state.price == 0:
        raise RuleError("nothing_to_raise", "There is no bet to raise.")
    if wager is None:
        if state.bet[at] + state.stack[at] <= state.price:
            raise RuleError("not_enough_chips", "There are not enough chips for more than a call.")
        raise RuleError("raise_closed", "No further raise is possible in this round.")
    if verb is COMPLETE:
        if wager.verb is not COMPLETE:
            raise RuleError("no_bring_in", "There is no bring-in to complete.")
        to = to or wager.least
    if type(to) is not int:
        raise RuleError("amount_not_whole", "An amount is a whole number.")
    most = state.bet[at] + state.stack[at]
    if to > most:
        raise RuleError("not_enough_chips", f"There are chips for {most} at most.")
    if wager.sizes:
        if to not in wager.sizes:
            amounts = " or ".join([str(size) for size in wager.sizes])
            raise RuleError("wrong_size", f"The {wager.verb} is to {amounts}.")
    elif to < wager.least:
        raise RuleError(f"{_kind(wager)}_too_small", f"The least is {wager.least}.")
    elif to > wager.most:
        raise RuleError(f"{_kind(wager)}_too_large", f"The most is {wager.most}.")
    elif to % state.stakes.unit and to not in (wager.least, wager.most):
        raise RuleError("not_in_chips", f"Amounts are in chips of {state.stakes.unit}.")
    return _pay(state, at, wager.verb, to - state.bet[at])


def _kind(wager: Wager) -> str:
    return "bet" if wager.verb is BET else "raise"


def _still(state: State, at: int, verb: Verb, *, protected: bool = False) -> ev.Acted:
    """A fold, a check or an all-in by disconnection: nothing is paid."""
    live = state.live - 1 if verb is FOLD else state.live
    bet, stack = state.bet[at], state.stack[at]
    turn = _next_to_act(state, at, state.price, bet, verb is CHECK, live)
    return ev.Acted(
        state.seats[at],
        verb,
        0,
        bet,
        stack,
        stack == 0,
        protected,
        state.price,
        state.raise_to,
        state.step,
        state.bets,
        state.locked,
        state.seats[turn] if turn >= 0 else 0,
    )


def _pay(state: State, at: int, verb: Verb, paid: int) -> ev.Acted:
    """Chips go in front: the price and the next raise follow from the new total."""
    to = state.bet[at] + paid
    stack = state.stack[at] - paid
    price, raise_to, step = state.price, state.raise_to, state.step
    bets, locked = state.bets, state.locked
    if to > price:
        raise_to, step, bets, locked = after_raise(state, verb, to)
        price = to
    turn = _next_to_act(state, at, price, to, stack > 0, state.live)
    return ev.Acted(
        state.seats[at],
        verb,
        paid,
        to,
        stack,
        stack == 0,
        False,
        price,
        raise_to,
        step,
        bets,
        locked,
        state.seats[turn] if turn >= 0 else 0,
    )
