"""Our seven games at three limits, set up in PokerKit: a rival to time and an oracle to ask.

PokerKit is a development dependency; importing this module without it raises ImportError.
"""

from collections.abc import Sequence

from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    EightOrBetterLowHand,
    Mode,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    Opening,
    StandardHighHand,
    State,
    Street,
)

from riverbus.core.games import PLANS, Game, LimitKind, Stakes

BETTING = {
    LimitKind.FIXED: BettingStructure.FIXED_LIMIT,
    LimitKind.POT: BettingStructure.POT_LIMIT,
    LimitKind.NONE: BettingStructure.NO_LIMIT,
}
HAND_TYPES = {
    Game.HOLDEM: (StandardHighHand,),
    Game.OMAHA: (OmahaHoldemHand,),
    Game.OMAHA8: (OmahaHoldemHand, OmahaEightOrBetterLowHand),
    Game.STUD: (StandardHighHand,),
    Game.STUD8: (StandardHighHand, EightOrBetterLowHand),
    Game.DRAW: (StandardHighHand,),
    Game.STUD5: (StandardHighHand,),
}
DEALT_BY_CALLER = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
DEALT_BY_POKERKIT = tuple(Automation)


def pokerkit_state(
    game: Game,
    limit: LimitKind,
    stakes: Stakes,
    stacks: Sequence[int],
    automations: tuple[Automation, ...] = DEALT_BY_CALLER,
) -> State:
    """A hand in which player 0 is left of the button, with antes and blinds posted."""
    plan = PLANS[game]
    fixed = limit is LimitKind.FIXED
    bet = stakes.lower if plan.stud or fixed else stakes.big_blind
    cap = 4 if fixed else None
    streets = []
    pending_draw = False
    for number, street in enumerate(plan.streets):
        if street.draws:
            pending_draw = True
            continue
        if plan.stud:
            opening = Opening.HIGH_HAND if number else Opening.LOW_CARD
        else:
            opening = Opening.POSITION
        holes = (False,) * street.down + (True,) * street.up
        size = stakes.upper if fixed and street.upper else bet
        streets.append(Street(False, holes, street.board, pending_draw, opening, size, cap))
        pending_draw = False
    return State(
        automations,
        Deck.STANDARD,
        HAND_TYPES[game],
        tuple(streets),
        BETTING[limit],
        True,
        stakes.ante,
        0 if plan.stud else (stakes.small_blind, stakes.big_blind),
        stakes.bring_in,
        tuple(stacks),
        len(stacks),
        mode=Mode.TOURNAMENT,
    )
