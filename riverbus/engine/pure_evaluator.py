"""The high-hand evaluator in Python alone, for machines where the compiled one is missing.

Same numbers as phevaluator: 1 is best. A hand's ranks are added up to a sum that is unique for
every set of up to seven ranks; sums are looked up, and worked out once when they are new.
"""

from itertools import combinations

from riverbus.engine.hand_classes import SHAPES

_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""Addends of the ranks: all sums of five to seven of them (at most four alike) differ."""


def _by_sum() -> tuple[dict[int, int], dict[int, int]]:
    plain: dict[int, int] = {}
    flush: dict[int, int] = {}
    for number, (category, ranks) in enumerate(SHAPES):
        if category in (0, 3):
            mask = 0
            for rank in ranks:
                mask |= 1 << rank
            flush[mask] = number
        elif number:
            plain[sum([_KEYS[rank] for rank in ranks])] = number
    return plain, flush


_FIVE, _FLUSH = _by_sum()
_LARGER: tuple[dict[int, int], dict[int, int]] = ({}, {})


def _best_flush(mask: int) -> int:
    found = _FLUSH.get(mask)
    if found is None:
        bits = [rank for rank in range(13) if mask >> rank & 1]
        found = min(_FLUSH[sum([1 << rank for rank in five])] for five in combinations(bits, 5))
        _FLUSH[mask] = found
    return found


def evaluate(*cards: int) -> int:
    """The class of the best five of five to seven cards."""
    total = 0
    suits = [0, 0, 0, 0]
    counts = [0, 0, 0, 0]
    for card in cards:
        rank, suit = card >> 2, card & 3
        total += _KEYS[rank]
        suits[suit] |= 1 << rank
        counts[suit] += 1
    size = len(cards)
    if size == 5:
        plain = _FIVE[total]
    else:
        known = _LARGER[size - 6]
        plain = known.get(total, 0)
        if not plain:
            ranks = [card >> 2 for card in cards]
            plain = min(
                _FIVE[sum([_KEYS[rank] for rank in five])] for five in combinations(ranks, 5)
            )
            known[total] = plain
    if max(counts) >= 5:
        for suit in range(4):
            if counts[suit] >= 5:
                flush = _best_flush(suits[suit])
                return min(flush, plain)
    return plain


def evaluate_omaha(b1: int, b2: int, b3: int, b4: int, b5: int, *hole: int) -> int:
    """The class of the best hand of two hole cards and three board cards."""
    board = (b1, b2, b3, b4, b5)
    threes = list(combinations(board, 3))
    best = 7463
    for pair in combinations(hole, 2):
        for three in threes:
            number = evaluate(*pair, *three)
            if number < best:
                best = number
    return best
