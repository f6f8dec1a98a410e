"""How bots differ: what they play, how they bet, how long they think."""

import random

from msgspec import Struct


class Temperament(Struct, frozen=True):
    """Numbers that bend a decision. Equities and prices are shares of the pot, 0 to 1."""

    name: str
    edge: float  # equity wanted beyond the price of a call
    raise_at: float  # equity, times the number of players, from which a raise is likely
    boldness: float  # how often a good hand is raised instead of called
    bluff: float  # how often nothing is bet
    size: float  # a bet's usual size in pots
    pace: float  # thinking time, 1 is usual
    noise: float  # how far an equity is misjudged


TEMPERAMENTS = (
    Temperament("rock", 0.07, 1.75, 0.75, 0.01, 0.60, 1.2, 0.03),
    Temperament("regular", 0.02, 1.45, 0.65, 0.06, 0.65, 1.0, 0.04),
    Temperament("hustler", -0.02, 1.25, 0.80, 0.14, 0.80, 0.8, 0.06),
    Temperament("caller", -0.08, 2.00, 0.30, 0.01, 0.45, 0.9, 0.09),
    Temperament("maniac", -0.06, 1.10, 0.85, 0.25, 1.00, 0.6, 0.10),
)


def temperament_of(name: str) -> Temperament:
    """The same for a name at every start."""
    return random.Random(f"temperament of {name}").choice(TEMPERAMENTS)
