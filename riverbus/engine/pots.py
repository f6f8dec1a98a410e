"""Uncalled chips and pots: who contests what (SHO-05, SHO-06, SP-01 to SP-13)."""

from riverbus.engine.events import Pot, Returned
from riverbus.engine.state import State


def uncalled(state: State) -> Returned | None:
    """The part of the largest payment that nobody matched; None when all is matched."""
    paid = state.paid
    most = second = 0
    found = -1
    for at, amount in enumerate(paid):
        if amount > most:
            most, second, found = amount, most, at
        elif amount > second:
            second = amount
    if most == second or state.folded[found]:
        return None
    amount = most - second
    return Returned(state.seats[found], amount, state.stack[found] + amount)


def make_pots(state: State) -> tuple[Pot, ...]:
    """The pots as they stand, main pot first, by the levels of those who are left.

    Dead blinds and the big blind's ante belong to the main pot; what folded players put in lies at
    the levels that it reaches (SP-05).
    """
    if state.total == 0:
        return ()
    paid, folded, seats = state.paid, state.folded, state.seats
    if state.able == state.live:  # at a round's end nobody who can bet has paid less than another
        known = state.pots
        if len(known) == 1 and len(known[0].eligible) == state.live:
            return (Pot(state.total, known[0].eligible),)
        return (Pot(state.total, tuple([seats[at] for at in range(state.n) if not folded[at]])),)
    left = [at for at in range(state.n) if not folded[at]]
    levels = sorted({paid[at] for at in left})
    if len(levels) == 1:
        return (Pot(state.total, tuple([seats[at] for at in left])),)
    pots: list[Pot] = []
    below = 0
    spent = 0
    for level in levels:
        amount = sum([min(one, level) - below for one in paid if one > below])
        if not pots:
            amount += sum(state.dead)
        if level == levels[-1]:
            amount = state.total - spent
        if amount:
            eligible = tuple([seats[at] for at in left if paid[at] >= level])
            pots.append(Pot(amount, eligible))
        spent += amount
        below = level
    return tuple(pots)
