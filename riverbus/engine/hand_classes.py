"""The 7,462 classes of five-card hands, best first, and their names in words (GAM-09).

A class is a number from 1 (royal flush) to 7462 (7-5-4-3-2); suits never count.
"""

from collections.abc import Sequence
from itertools import combinations

CLASSES = 7462
_WORDS = (
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_LOW_LETTERS = "A2345678"
CATEGORIES = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "pair",
    "high card",
)
"""From best to worst."""
STRAIGHT_TOPS = tuple(range(12, 2, -1))
"""Ranks on top of a straight, ace to five."""


def straight_ranks(top: int) -> tuple[int, ...]:
    """The five ranks of a straight, highest first; the ace ends the wheel (GAM-20)."""
    return tuple(range(top, top - 5, -1)) if top > 3 else (3, 2, 1, 0, 12)


def _shapes() -> list[tuple[int, tuple[int, ...]]]:
    """Category and ranks in the order in which they count, of every class, best first."""
    down = range(12, -1, -1)
    straights = [straight_ranks(top) for top in STRAIGHT_TOPS]
    as_sets = {frozenset(ranks) for ranks in straights}
    loose = [ranks for ranks in combinations(down, 5) if frozenset(ranks) not in as_sets]
    shapes: list[tuple[int, tuple[int, ...]]] = [(0, ranks) for ranks in straights]
    shapes += [(1, (a, a, a, a, b)) for a in down for b in down if b != a]
    shapes += [(2, (a, a, a, b, b)) for a in down for b in down if b != a]
    shapes += [(3, ranks) for ranks in loose]
    shapes += [(4, ranks) for ranks in straights]
    shapes += [
        (5, (a, a, a, b, c)) for a in down for b, c in combinations([r for r in down if r != a], 2)
    ]
    shapes += [
        (6, (a, a, b, b, c)) for a, b in combinations(down, 2) for c in down if c not in (a, b)
    ]
    shapes += [
        (7, (a, a, b, c, d))
        for a in down
        for b, c, d in combinations([r for r in down if r != a], 3)
    ]
    shapes += [(8, ranks) for ranks in loose]
    return shapes


SHAPES: tuple[tuple[int, tuple[int, ...]], ...] = ((9, ()), *_shapes())
"""Category (0 to 8) and the five ranks of each class; index 0 is no hand."""


def _plural(rank: int) -> str:
    return _WORDS[rank] + ("es" if rank == 4 else "s")


def name_of(category: int, ranks: Sequence[int]) -> str:
    """A category's hand in words; the ranks stand in the order in which they count."""
    if category == 0:
        return "royal flush" if ranks[0] == 12 else f"straight flush, {_WORDS[ranks[0]]} high"
    if category == 1:
        return f"four of a kind, {_plural(ranks[0])}"
    if category == 2:
        return f"full house, {_plural(ranks[0])} full of {_plural(ranks[3])}"
    if category in (3, 4):
        return f"{CATEGORIES[category]}, {_WORDS[ranks[0]]} high"
    if category == 5:
        return f"three of a kind, {_plural(ranks[0])}"
    if category == 6:
        return f"two pair, {_plural(ranks[0])} and {_plural(ranks[2])}"
    if category == 7:
        return f"pair of {_plural(ranks[0])}"
    return f"{_WORDS[ranks[0]]} high"


NAMES: tuple[str, ...] = ("", *(name_of(category, ranks) for category, ranks in SHAPES[1:]))
"""The name in words of each class, such as 'two pair, kings and fives'."""


def low_text(low: int) -> str:
    """'8-7-5-3-A' for a low hand's mask (bit 0 the ace, bit 7 the eight); '' for none."""
    return "-".join([_LOW_LETTERS[bit] for bit in range(7, -1, -1) if low >> bit & 1])
