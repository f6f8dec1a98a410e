"""A player's hand in words while it is still growing."""

from collections.abc import Sequence

from riverbus.core.games import GamePlan
from riverbus.engine import evaluate
from riverbus.engine.hand_classes import NAMES, low_text, name_of

NO_LOW_YET = "no low yet"


def hand_text(plan: GamePlan, hole: Sequence[int], board: Sequence[int]) -> tuple[str, str]:
    """The best high hand so far and, in hi-lo, the low; '' where there is nothing to say."""
    if plan.omaha:
        if len(board) < 3 or len(hole) < 2:
            return "", NO_LOW_YET if plan.hi_lo else ""
        high = NAMES[evaluate.omaha_high(hole, board)]
        low = evaluate.omaha_low8(hole, board) if plan.hi_lo else 0
    else:
        cards = [*hole, *board]
        high = NAMES[evaluate.high(cards)] if len(cards) >= 5 else _partial(cards)
        low = evaluate.low8(cards) if plan.hi_lo else 0
    if not plan.hi_lo:
        return high, ""
    return high, low_text(low) or NO_LOW_YET


def _partial(cards: Sequence[int]) -> str:
    """Fewer than five cards: what is paired, else the highest card."""
    if not cards:
        return ""
    counts: dict[int, int] = {}
    for card in cards:
        counts[card >> 2] = counts.get(card >> 2, 0) + 1
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = [rank for rank in ranks for _ in range(counts[rank])]
    pairs = sum(count == 2 for count in counts.values())
    category = {4: 1, 3: 5, 2: 6 if pairs == 2 else 7}.get(counts[ranks[0]], 8)
    return name_of(category, shape)
