"""A player's cards in words, for the player's own eyes or once they are shown."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from riverbus.core.cards import rank_of
from riverbus.core.games import PLANS, Game
from riverbus.engine import evaluate
from riverbus.engine.actions import Verb
from riverbus.engine.hand import Hand

_RANKS = (
    "deuce", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
NO_LOW = "no low yet"


def words(hand: Hand, at: int) -> tuple[str, str]:
    """High and low of the player at this position; the low is empty in high-only games."""
    if hand.folded[at] or not hand.hole[at]:
        return "", ""
    return _words(hand.setup.game, tuple(hand.hole[at]), tuple(hand.board))


def last_verb(hand: Hand, at: int) -> Verb | None:
    """What the seat's tag can say of the street so far."""
    if hand.folded[at]:
        return Verb.FOLD
    if hand.drew[at] >= 0:
        return Verb.DRAW if hand.drew[at] else Verb.STAND_PAT
    return None


@lru_cache(maxsize=4_096)
def _words(game: Game, hole: tuple[int, ...], board: tuple[int, ...]) -> tuple[str, str]:
    plan = PLANS[game]
    if plan.omaha:
        if len(board) < 3:
            return _few(hole), NO_LOW if plan.hi_lo else ""
        high = evaluate.high_text(evaluate.omaha_high(hole, board))
        low = evaluate.omaha_low8(hole, board) if plan.hi_lo else 0
    else:
        cards = (*hole, *board)
        high = _few(cards)
        if 5 <= len(cards) <= 7:
            high = evaluate.high_text(evaluate.high(cards))
        low = evaluate.low8(cards) if plan.hi_lo else 0
    if not plan.hi_lo:
        return high, ""
    return high, evaluate.low_text(low) if low else NO_LOW


def _few(cards: Sequence[int]) -> str:
    """Fewer than five cards: what they are worth so far."""
    counts = Counter(rank_of(card) for card in cards)
    ordered = sorted(counts.items(), key=lambda entry: (entry[1], entry[0]), reverse=True)
    rank, count = ordered[0]
    if count == 4:
        return f"four of a kind, {_plural(rank)}"
    if count == 3:
        return f"three of a kind, {_plural(rank)}"
    if count == 2:
        second = [other for other, times in ordered[1:] if times == 2]
        if second:
            return f"two pair, {_plural(rank)} and {_plural(second[0])}"
        return f"pair of {_plural(rank)}"
    return f"{_RANKS[rank]} high"


def _plural(rank: int) -> str:
    return _RANKS[rank] + ("es" if rank == 4 else "s")
