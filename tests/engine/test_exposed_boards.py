"""Which exposed cards are the best board (STU-04)."""

import itertools

import pytest

from riverbus.core.cards import cards
from riverbus.engine.stud import board_strength

RISING = [
    "Kd9c8h2s", "Ad4c3h2c", "Ad5c3h2s", "2d2c4h3h", "AdAs9c3d", "5h5cJhJc", "QsQd5h5d",
    "2d2c2h3s", "3d3c3h2s", "2s2d2h2c",
]  # fmt: skip


@pytest.mark.rule("STU-04")
@pytest.mark.parametrize(("worse", "better"), list(itertools.pairwise(RISING)))
def test_two_pair_beat_aces_and_kickers_break_ties(worse: str, better: str) -> None:
    assert board_strength(list(cards(worse))) < board_strength(list(cards(better)))
