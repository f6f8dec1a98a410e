"""A player's cards in words, for the player's own eyes or once they are shown."""

from functools import lru_cache

from riverbus.core.games import PLANS, Game
from riverbus.engine.actions import Verb
from riverbus.engine.hand import Hand
from riverbus.engine.hand_text import hand_text


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
    return hand_text(PLANS[game], hole, board)
