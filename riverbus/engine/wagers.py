"""How large a bet or raise may be, and what it makes of the next one.

`raise_to` is the total of the next full bet or raise, `step` its size over the level that it is
counted from, so `raise_to - step` is that level.
"""

import msgspec

from riverbus.core.games import Game, GameKind, LimitKind
from riverbus.engine.actions import Verb
from riverbus.engine.state import State

BET, RAISE, COMPLETE = Verb.BET, Verb.RAISE, Verb.COMPLETE
POT = LimitKind.POT


class Wager(msgspec.Struct, frozen=True, gc=False):
    """The bet or raise that is open: one of `sizes`, or from `least` to `most` when empty."""

    verb: Verb
    least: int
    most: int
    sizes: tuple[int, ...]


def minimum_bet(state: State) -> int:
    """The smallest bet of the street: L or U, the big blind, or U (GAM-10, GAM-13, GAM-14)."""
    stakes = state.stakes
    if state.fixed:
        return stakes.upper if state.street_plan().upper else stakes.lower
    if state.stud:
        return stakes.lower
    if state.plan.omaha and state.rules.pot_limit_min_bet == "upper_stake":
        return max(stakes.big_blind, stakes.upper)
    return stakes.big_blind


def raise_is_open(state: State, at: int) -> bool:
    """Whether the player may still raise in this round (CAP-01, CAP-02, CAP-05)."""
    rules = state.rules
    fixed = state.fixed
    if state.locked and state.acted[at]:
        fraction = counting_fraction(state)
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


def counting_fraction(state: State) -> str:
    """The part of a full raise from which an all-in raise counts as one."""
    rules = state.rules
    if state.fixed and rules.limit_under_raise_fraction != "same":
        return rules.limit_under_raise_fraction
    return rules.under_raise_fraction


def find_wager(state: State, at: int) -> Wager | None:
    """The bet or raise that is open to the player; None when there is none.

    Nobody may raise when no opponent could call it (SP-08, SP-10).
    """
    price = state.price
    most = state.bet[at] + state.stack[at]
    if most <= price or state.able < 2:
        return None
    if (state.locked or state.fixed) and not raise_is_open(state, at):
        return None
    if price == 0:
        verb = BET
    elif state.bets == 0 and state.street == 0 and state.stud:
        verb = COMPLETE
    else:
        verb = RAISE
    if state.fixed:
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
    return Wager(verb, least if least < most else most, most, ())


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
    if state.street == 0 and state.rules.pot_limit_blinds == "full" and not state.stud:
        pot += max(0, state.stakes.small_blind - state.posted_small)
        pot += max(0, state.stakes.big_blind - state.posted_big)
    total = price + pot
    bet = state.bet[at]
    if bet < price:
        total += price - bet
    unit = state.stakes.unit
    return total if unit == 1 else total - total % unit


def _largest_opponent(state: State, at: int) -> int:
    return max(
        state.bet[other] + state.stack[other]
        for other in range(state.n)
        if other != at and not state.folded[other] and not state.all_in[other]
    )


def after_raise(state: State, verb: Verb, to: int) -> tuple[int, int, int, bool]:
    """raise_to, step, bets and locked after a bet or raise to this total (GAM-13, CAP-05)."""
    fixed = state.fixed
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
    if counting_fraction(state) == "1/2" and size * 2 >= step:
        return to + full_step, full_step, bets + 1, False
    mode = rules.limit_short_raise if fixed else rules.short_opening_bet
    if verb is COMPLETE or (mode == "complete" and (fixed or state.price == 0)):
        return state.raise_to, step, bets, True
    return to + step, step, bets, True
