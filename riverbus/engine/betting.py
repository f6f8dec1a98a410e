"""One betting round: what is open to the player to act, and what an action changes.

Works on amounts as totals on the street. `raise_to` is the next full bet or raise, `step` its size
over the level that it is counted from, so `raise_to - step` is that level.
"""

from riverbus.core.games import Game, GameKind, LimitKind
from riverbus.engine import events as ev
from riverbus.engine.actions import Action, LegalActions, Verb
from riverbus.engine.errors import RuleError
from riverbus.engine.state import State
from riverbus.engine.stud import bring_in_owner

# Verbs by name: an enum member's look-up costs as much as the comparison.
FOLD, CHECK, CALL, BET = Verb.FOLD, Verb.CHECK, Verb.CALL, Verb.BET
RAISE, COMPLETE, BRING_IN = Verb.RAISE, Verb.COMPLETE, Verb.BRING_IN
ALL_IN, PROTECT = Verb.ALL_IN, Verb.PROTECT
FIXED, POT = LimitKind.FIXED, LimitKind.POT


class Wager:
    """The bet or raise that is open: one of `sizes`, or from `least` to `most` when empty."""

    __slots__ = ("least", "most", "sizes", "verb")

    def __init__(self, verb: Verb, least: int, most: int, sizes: tuple[int, ...]) -> None:
        self.verb = verb
        self.least = least
        self.most = most
        self.sizes = sizes


def minimum_bet(state: State) -> int:
    """The smallest bet of the street: L or U, the big blind, or U (GAM-10, GAM-13, GAM-14)."""
    stakes = state.stakes
    if state.setup.limit is FIXED:
        return stakes.upper if state.street_plan().upper else stakes.lower
    if state.plan.stud:
        return stakes.lower
    if state.plan.omaha and state.rules.pot_limit_min_bet == "upper_stake":
        return max(stakes.big_blind, stakes.upper)
    return stakes.big_blind


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


def raise_is_open(state: State, at: int) -> bool:
    """Whether the player may still raise in this round (CAP-01, CAP-02, CAP-05)."""
    rules = state.rules
    fixed = state.setup.limit is FIXED
    if state.locked and state.acted[at]:
        fraction = _fraction(state)
        if rules.under_raise_fraction != "1" and fraction != "1":
            return False
        facing = state.price - state.bet[at]
        if (facing if fraction == "1" else facing * 2) < state.step:
            return False
    if fixed and state.bets > rules.raises_max:
        if rules.heads_up_cap == "cash_unlimited":
            cash = state.setup.kind is GameKind.CASH
            return cash and state.live == 2 and state.setup.game is not Game.DRAW
        return rules.heads_up_cap == "round_unlimited" and state.began_live == 2
    return True


def _fraction(state: State) -> str:
    """The part of a full raise from which an all-in raise counts as one."""
    rules = state.rules
    if state.setup.limit is FIXED and rules.limit_under_raise_fraction != "same":
        return rules.limit_under_raise_fraction
    return rules.under_raise_fraction


def find_wager(state: State, at: int) -> Wager | None:
    """The bet or raise that is open to the player; None when there is none.

    Nobody may raise when no opponent could call it (SP-08, SP-10).
    """
    price = state.price
    most = state.bet[at] + state.stack[at]
    if most <= price or not raise_is_open(state, at) or state.able < 2:
        return None
    if price == 0:
        verb = BET
    elif state.bets == 0 and state.street == 0 and state.plan.stud:
        verb = COMPLETE
    else:
        verb = RAISE
    if state.setup.limit is FIXED:
        sizes = fixed_sizes(state)
        if sizes[0] >= most:
            return Wager(verb, most, most, (most,))
        if len(sizes) > 1 and sizes[1] > most:
            sizes = sizes[:1]
        return Wager(verb, sizes[0], sizes[-1], sizes)
    least = state.raise_to
    if state.rules.min_raise_against_short_stack == "all_in":
        least = min(least, max(price + 1, _largest_opponent(state, at)))
    if state.setup.limit is POT:
        most = min(most, max(least, pot_total(state, at)))
    return Wager(verb, min(least, most), most, ())


def fixed_sizes(state: State) -> tuple[int, ...]:
    """Fixed limit: the totals of a full bet or raise; two with an open pair (STU-05)."""
    if not state.doubled:
        return (state.raise_to,)
    level = state.raise_to - state.step
    lower, upper = state.stakes.lower, state.stakes.upper
    if lower == upper:
        return (level + lower,)
    if state.price == 0:
        return (level + lower, level + upper)
    if state.rules.open_pair == "opening" or state.step == upper:
        return (level + state.step,)
    return (level + lower, level + upper)


def pot_total(state: State, at: int) -> int:
    """The total of a raise by the pot: the call first, then all there is (GAM-11)."""
    price = state.price
    pot = state.total
    if state.street == 0 and state.rules.pot_limit_blinds == "full" and not state.plan.stud:
        pot += max(0, state.stakes.small_blind - state.posted_small)
        pot += max(0, state.stakes.big_blind - state.posted_big)
    total = price + pot + max(0, price - state.bet[at])
    return total - total % state.stakes.unit


def _largest_opponent(state: State, at: int) -> int:
    return max(
        state.bet[other] + state.stack[other]
        for other in range(state.n)
        if other != at and not state.folded[other] and not state.all_in[other]
    )


def bring_in_is_due(state: State) -> bool:
    """Whether third street (second in five-card stud) still waits for its forced bet."""
    return state.street == 0 and state.plan.stud and not any(state.bet)


def legal_bets(state: State, at: int) -> LegalActions:
    """What is open to the player to act in a betting round."""
    seat = state.seats[at]
    wager = find_wager(state, at)
    bet, stack = state.bet[at], state.stack[at]
    fold, check, call, forced = True, False, 0, 0
    if state.plan.stud and bring_in_is_due(state):
        forced = min(state.price, stack)
        fold = bring_in_owner(state) != at
    else:
        owed = effective_price(state, at) - bet
        if owed > 0:
            call = min(owed, stack)
        else:
            check = True
    if wager is None:
        return LegalActions(seat, fold, check, call, None, 0, 0, (), forced)
    pot = pot_total(state, at) if state.setup.limit is not FIXED else 0
    return LegalActions(
        seat,
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
        pot,
    )


def decide(state: State, at: int, action: Action) -> ev.Acted:
    """The fact that the action makes of this state; raises RuleError when it is not possible."""
    verb = action.verb
    if action.discards:
        raise RuleError("not_a_draw", "There is nothing to discard for in a betting round.")
    if verb is ALL_IN:
        verb, to = _all_in(state, at)
    else:
        to = action.to
        if to and verb not in (BET, RAISE, COMPLETE):
            raise RuleError("amount_not_asked", f"A {verb} takes no amount.")
    if verb is FOLD:
        if bring_in_is_due(state) and bring_in_owner(state) == at:
            raise RuleError("bring_in_forced", "The lowest card must bring it in or complete.")
        return _still(state, at, FOLD)
    if bring_in_is_due(state) and verb in (CALL, BRING_IN):
        return _pay(state, at, BRING_IN, min(state.price, state.stack[at]))
    if verb is CALL:
        owed = effective_price(state, at) - state.bet[at]
        if owed <= 0:
            raise RuleError("nothing_to_call", "There is no bet to call.")
        return _pay(state, at, CALL, min(owed, state.stack[at]))
    if verb is CHECK:
        if bring_in_is_due(state) or effective_price(state, at) > state.bet[at]:
            raise RuleError("bet_pending", "There is a bet: fold, call or raise.")
        return _still(state, at, CHECK)
    if verb in (BET, RAISE, COMPLETE):
        return _raise(state, at, verb, to)
    if verb is PROTECT:
        if bring_in_is_due(state) or effective_price(state, at) <= state.bet[at]:
            raise RuleError("nothing_to_call", "Protection is for a bet that is pending.")
        if state.paid[at] == 0:
            raise RuleError("nothing_to_protect", "The player has nothing in the pot (ACT-13).")
        return _still(state, at, CALL, protected=True)
    if verb is BRING_IN:
        raise RuleError("no_bring_in", "No bring-in is due.")
    raise RuleError("illegal_action", f"A {verb} is not possible in a betting round.")


def _all_in(state: State, at: int) -> tuple[Verb, int]:
    """The verb and total of putting everything in."""
    most = state.bet[at] + state.stack[at]
    if bring_in_is_due(state) and state.stack[at] <= state.price:
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
    elif to % state.stakes.unit and to != most:
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
        raise_to, step, bets, locked = _after_raise(state, verb, to)
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


def _after_raise(state: State, verb: Verb, to: int) -> tuple[int, int, int, bool]:
    """raise_to, step, bets and locked after a bet or raise to this total (GAM-13, CAP-05)."""
    fixed = state.setup.limit is FIXED
    rules = state.rules
    step, bets = state.step, state.bets
    size = to - (state.raise_to - step)
    if verb is COMPLETE and size >= step:  # the completion is the bet (STU-03)
        step = state.stakes.lower if fixed else to
        return to + step, step, 1, False
    if size >= step:
        if not fixed or state.doubled:
            step = size
        return to + step, step, bets + 1, False
    full_step = state.stakes.lower if verb is COMPLETE else step
    if _fraction(state) == "1/2" and size * 2 >= step:
        return to + full_step, full_step, bets + 1, False
    mode = rules.limit_short_raise if fixed else rules.short_opening_bet
    if verb is COMPLETE or (mode == "complete" and (fixed or state.price == 0)):
        return state.raise_to, step, bets, True
    return to + step, step, bets, True
