"""How hands are read: high by class number (1 is best), low by mask (smaller is better, 0: none).

phevaluator's compiled code does the work where it is installed; pure_evaluator.py gives the same
numbers without it. Cards are the numbers of riverbus.core.cards.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from riverbus.engine import pure_evaluator
from riverbus.engine.hand_classes import NAMES, SHAPES, low_text

try:
    from phevaluator import _pheval  # type: ignore[import-untyped]
except ImportError:  # pragma: no cover - the pure fallback is tested on its own
    _five: Callable[..., int] = pure_evaluator.evaluate
    _six: Callable[..., int] = pure_evaluator.evaluate
    _seven: Callable[..., int] = pure_evaluator.evaluate
    _omaha: Callable[..., int] = pure_evaluator.evaluate_omaha
    COMPILED = False
else:
    _five = _pheval.evaluate_5cards
    _six = _pheval.evaluate_6cards
    _seven = _pheval.evaluate_7cards
    _omaha = _pheval.evaluate_plo4_cards
    COMPILED = True


class EvaluationError(ValueError):
    """Raised when there are too few or too many cards for a hand, or a card stands twice."""


high_of_five = _five
"""The class of five cards, given one by one."""
high_of_seven = _seven
"""The class of the best five of seven cards, given one by one."""
omaha_high_of_nine = _omaha
"""Five board cards, then four hole cards: two of these and three of those."""


def high(cards: Sequence[int]) -> int:
    """The class of the best five of five to seven different cards."""
    size = len(cards)
    if not 5 <= size <= 7 or len(set(cards)) != size:
        raise EvaluationError(f"a hand is read from five to seven different cards, not {size}")
    return (_five, _six, _seven)[size - 5](*cards)


def omaha_high(hole: Sequence[int], board: Sequence[int]) -> int:
    """The class of the best of exactly two hole cards and three board cards (GAM-02)."""
    if len(board) < 3 or len(hole) < 2 or len({*hole, *board}) != len(hole) + len(board):
        raise EvaluationError("Omaha needs two hole cards and three board cards, all different")
    if len(board) == 5 and len(hole) == 4:
        return _omaha(*board, *hole)
    return min(
        _five(*pair, *three) for three in combinations(board, 3) for pair in combinations(hole, 2)
    )


# -- low hands, eight or better (GAM-08) ---------------------------------------------------------

_LOW_BIT = (2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 1)
"""Bit of each rank in a low's mask: ace 1, eight 128, others none."""


def _lowest_five(mask: int) -> int:
    bits = [bit for bit in range(8) if mask >> bit & 1]
    return sum([1 << bit for bit in bits[:5]]) if len(bits) >= 5 else 0


_LOWEST_FIVE = tuple(_lowest_five(mask) for mask in range(256))


def low8(cards: Sequence[int]) -> int:
    """The mask of the best eight-or-better low; 0 when there is none."""
    mask = 0
    for card in cards:
        mask |= _LOW_BIT[card >> 2]
    return _LOWEST_FIVE[mask]


_OMAHA_LOWS: dict[int, int] = {}


def omaha_low8(hole: Sequence[int], board: Sequence[int]) -> int:
    """As low8, of exactly two hole cards and three board cards (GAM-03)."""
    board_mask = 0
    for card in board:
        board_mask |= _LOW_BIT[card >> 2]
    if board_mask.bit_count() < 3:
        return 0
    hole_mask = 0
    for card in hole:
        hole_mask |= _LOW_BIT[card >> 2]
    key = hole_mask << 8 | board_mask
    found = _OMAHA_LOWS.get(key)
    if found is None:
        found = _OMAHA_LOWS[key] = _omaha_low(hole_mask, board_mask)
    return found


def _omaha_low(hole_mask: int, board_mask: int) -> int:
    own = [1 << bit for bit in range(8) if hole_mask >> bit & 1]
    shared = [1 << bit for bit in range(8) if board_mask >> bit & 1]
    lows = [
        sum({*pair, *three})
        for pair in combinations(own, 2)
        for three in combinations(shared, 3)
        if len({*pair, *three}) == 5
    ]
    return min(lows, default=0)


# -- the cards that play, and words --------------------------------------------------------------


def five_of_high(cards: Sequence[int], number: int) -> tuple[int, ...]:
    """The five of these cards that make the class, in the order in which they count.

    Where several would do, the highest suits are taken.
    """
    category, ranks = SHAPES[number]
    if category in (0, 3):
        for suit in (3, 2, 1, 0):
            held = {card >> 2: card for card in cards if card & 3 == suit}
            if all(rank in held for rank in ranks):
                return tuple([held[rank] for rank in ranks])
        raise EvaluationError("the cards do not make that flush")
    by_rank: dict[int, list[int]] = {}
    for card in sorted(cards):
        by_rank.setdefault(card >> 2, []).append(card)
    try:
        return tuple([by_rank[rank].pop() for rank in ranks])
    except LookupError:
        raise EvaluationError("the cards do not make that hand") from None


def five_of_omaha_high(hole: Sequence[int], board: Sequence[int], number: int) -> tuple[int, ...]:
    """As five_of_high, two of them from the hand and three from the board."""
    wanted = sorted(SHAPES[number][1])
    for pair in combinations(sorted(hole, reverse=True), 2):
        for three in combinations(sorted(board, reverse=True), 3):
            five = (*pair, *three)
            if sorted([card >> 2 for card in five]) == wanted and _five(*five) == number:
                return five_of_high(five, number)
    raise EvaluationError("the cards do not make that hand")


def five_of_low(cards: Sequence[int], low: int) -> tuple[int, ...]:
    """The five of these cards that make the low, highest first; the highest suits where equal."""
    held = {_LOW_BIT[card >> 2]: card for card in sorted(cards)}
    return tuple([held[1 << bit] for bit in range(7, -1, -1) if low >> bit & 1])


def five_of_omaha_low(hole: Sequence[int], board: Sequence[int], low: int) -> tuple[int, ...]:
    """As five_of_low, two of them from the hand and three from the board."""
    own = sorted(hole, reverse=True)
    for pair in combinations(own, 2):
        pair_mask = _LOW_BIT[pair[0] >> 2] | _LOW_BIT[pair[1] >> 2]
        if pair_mask.bit_count() != 2 or pair_mask & low != pair_mask:
            continue
        rest = low & ~pair_mask
        held = {_LOW_BIT[card >> 2]: card for card in sorted(board)}
        if all(not rest >> bit & 1 or 1 << bit in held for bit in range(8)):
            return five_of_low((*pair, *[held[1 << b] for b in range(8) if rest >> b & 1]), low)
    raise EvaluationError("the cards do not make that low")


def high_text(number: int) -> str:
    """The class in words; '' for 0."""
    return NAMES[number]


__all__ = [
    "COMPILED",
    "EvaluationError",
    "five_of_high",
    "five_of_low",
    "five_of_omaha_high",
    "five_of_omaha_low",
    "high",
    "high_of_five",
    "high_of_seven",
    "high_text",
    "low8",
    "low_text",
    "omaha_high",
    "omaha_high_of_nine",
    "omaha_low8",
]
