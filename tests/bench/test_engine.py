"""The engine's benchmark plays whole hands on every side, and says what it compares with."""

import argparse
import json

import pytest

from riverbus.bench import engine, rivals
from riverbus.core.games import Game, LimitKind


@pytest.mark.parametrize("policy", engine.POLICIES)
@pytest.mark.parametrize("game", list(Game))
def test_both_sides_play_hands_of_every_game(game: Game, policy: str) -> None:
    ours = engine.play_ours(game, LimitKind.FIXED, policy, 0.01, 1)
    theirs = rivals.play_pokerkit(game, LimitKind.FIXED, policy, 0.01, 1)
    assert ours[0] >= 1
    assert theirs[0] >= 1
    assert ours[1] > ours[0]


def test_the_json_document_has_a_figure_for_every_limit_and_policy(
    capsys: pytest.CaptureFixture[str],
) -> None:
    parser = argparse.ArgumentParser()
    engine.add_arguments(parser)
    given = ["--json", "--seconds", "0.005", "--game", "stud5"]
    assert engine.run(parser.parse_args(given)) == 0
    printed = json.loads(capsys.readouterr().out)
    assert len(printed["cells"]) == len(LimitKind) * len(engine.POLICIES)
    assert all(cell["hands_s"] > 0 for cell in printed["cells"])
