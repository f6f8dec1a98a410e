"""Differential play: random legal hands in our engine and in PokerKit end with the same stacks."""

import random

import pytest

from riverbus.core.games import Game, LimitKind
from tests.engine.lockstep import KnownDifference, Lockstep, setup_of

SHORT = 25
LONG = 3000


def play_many(game: Game, limit: LimitKind, seeds: range) -> int:
    """Hands that agree to the last chip; a Disagreement names its seed."""
    agreed = 0
    for seed in seeds:
        rng = random.Random(f"{game}/{limit}/{seed}")
        setup = setup_of(game, limit, rng)
        try:
            Lockstep(setup, rng).play()
            agreed += 1
        except KnownDifference:
            continue
        except Exception as error:
            error.add_note(f"repeat: {game} {limit} seed {seed}")
            raise
    return agreed


@pytest.mark.parametrize("limit", list(LimitKind))
@pytest.mark.parametrize("game", list(Game))
def test_random_hands_agree_with_pokerkit(game: Game, limit: LimitKind) -> None:
    assert play_many(game, limit, range(SHORT)) >= SHORT * 0.7


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("limit", list(LimitKind))
@pytest.mark.parametrize("game", list(Game))
def test_many_random_hands_agree_with_pokerkit(game: Game, limit: LimitKind) -> None:
    assert play_many(game, limit, range(LONG)) >= LONG * 0.7
