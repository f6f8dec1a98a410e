"""Roodles (ACC-09): after a big hand is shown down, a hand or a round at raised stakes."""

import msgspec

from riverbus.core.cards import card
from riverbus.core.games import Stakes
from riverbus.engine import evaluate
from riverbus.engine.state import State

ACES_FULL = evaluate.high([card(text) for text in ("As", "Ah", "Ad", "2s", "2h")])
"""The class of the smallest big hand; better ones have lower numbers."""


def raised_hands_left(state: State, left: int) -> int:
    """How many of the next hands are at raised stakes, once this hand is over.

    `left` is what it was for this hand; a void hand changes nothing.
    """
    if state.cancelled or state.rules.roodles == "off":
        return left
    if big_hand_was_shown(state):
        return 1 if state.rules.roodles == "hand" else state.n
    return max(0, left - 1)


def big_hand_was_shown(state: State) -> bool:
    """Whether somebody showed aces full or better at a showdown."""
    if state.live < 2 or state.street + 1 < len(state.plan.streets):
        return False
    for at in range(state.n):
        if state.shown[at] and not state.folded[at] and _class_of(state, at) <= ACES_FULL:
            return True
    return False


def raised(stakes: Stakes) -> Stakes:
    """Twice the blinds, bets, ante and bring-in: limit 5 becomes limit 10."""
    return msgspec.structs.replace(
        stakes,
        small_blind=2 * stakes.small_blind,
        big_blind=2 * stakes.big_blind,
        lower=2 * stakes.lower,
        upper=2 * stakes.upper,
        ante=2 * stakes.ante,
        bring_in=2 * stakes.bring_in,
    )


def _class_of(state: State, at: int) -> int:
    hole, board = state.hole[at], state.board
    if state.plan.omaha:
        return evaluate.omaha_high(hole, board)
    return evaluate.high([*hole, *board])
