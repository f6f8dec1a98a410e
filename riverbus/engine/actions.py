"""What a player can ask for, and what is open to a player, with exact amounts."""

from enum import StrEnum

import msgspec


class Verb(StrEnum):
    """What a player does. ALL_IN and PROTECT are asked for; facts name what they were."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    COMPLETE = "complete"
    BRING_IN = "bring_in"
    DRAW = "draw"
    STAND_PAT = "stand_pat"
    SHOW = "show"
    MUCK = "muck"
    ALL_IN = "all_in"
    """All the chips: a call, bet, raise or short bring-in, whichever fits."""
    PROTECT = "protect"
    """All-in by disconnection for what is in already; the stack stays (ACT-03)."""


class Action(msgspec.Struct, frozen=True, gc=False):
    """One action. `to` is the player's total on this street (RO-14), for bet, raise, complete.

    A complete without `to` is the smallest one. `discards` belongs to a draw alone.
    """

    verb: Verb
    to: int = 0
    discards: tuple[int, ...] = ()


FOLD = Action(Verb.FOLD)
CHECK = Action(Verb.CHECK)
CALL = Action(Verb.CALL)
BRING_IN = Action(Verb.BRING_IN)
COMPLETE = Action(Verb.COMPLETE)
STAND_PAT = Action(Verb.STAND_PAT)
SHOW = Action(Verb.SHOW)
MUCK = Action(Verb.MUCK)
ALL_IN = Action(Verb.ALL_IN)
PROTECT = Action(Verb.PROTECT)


def bet(to: int) -> Action:
    """A bet of this total."""
    return Action(Verb.BET, to)


def raise_to(to: int) -> Action:
    """A raise to this total on the street."""
    return Action(Verb.RAISE, to)


def draw(*discards: int) -> Action:
    """Discards these cards and draws as many; none is standing pat."""
    return Action(Verb.DRAW, 0, discards) if discards else STAND_PAT


class LegalActions(msgspec.Struct, frozen=True, gc=False):
    """What is open to `seat`; all amounts are exact, totals on this street but for `call`.

    A wager (bet, raise or complete) is possible when `wager` is set: one of `sizes`, or, when that
    is empty, anything from `wager_min` to `wager_max`.
    """

    seat: int
    fold: bool = False
    check: bool = False
    call: int = 0
    """What a call pays now; 0: no call."""
    wager: Verb | None = None
    """BET, RAISE or COMPLETE; None: no wager."""
    wager_min: int = 0
    wager_max: int = 0
    sizes: tuple[int, ...] = ()
    """Fixed limit and short stacks: the only totals, ascending."""
    bring_in: int = 0
    """Stud: what bringing it in costs; 0: not asked."""
    draw_max: int = -1
    """Draw: the most cards that can be discarded; -1: not a draw."""
    show: bool = False
    """Showdown: the cards may be shown; see Hand.chooser."""
    muck: bool = False
    """Showdown: the cards may be kept down."""
    pot_total: int = 0
    """What a bet or raise of the pot comes to, as a total; 0 unless the sizes are free."""
