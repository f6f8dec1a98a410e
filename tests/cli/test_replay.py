"""`riverbus replay`: hands that agree, differ, are refused by name, and files that are none."""

import argparse
from pathlib import Path

import pytest

from riverbus.cli import replay
from tests.fixtures.skips import skip_without_shared

GIVEN = Path(__file__).resolve().parents[3] / "shared" / "hands"

WALK = """variant = '{variant}'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
small_bet = 10
big_bet = 20
starting_stacks = [500, 500, 500]
actions = ['d dh p1 2c7d', 'd dh p2 ????', 'd dh p3 AsAd', {actions}]
finishing_stacks = {stacks}
"""


def replayed(*paths: Path) -> int:
    parser = argparse.ArgumentParser()
    replay.add_arguments(parser)
    return replay.run(parser.parse_args([str(path) for path in paths]))


def hand(folder: Path, **values: str) -> Path:
    path = folder / "one.phh"
    given = {"variant": "NT", "actions": "'p3 f', 'p1 f'", "stacks": "[495, 505, 500]"} | values
    path.write_text(WALK.format(**given))
    return path


def test_a_hand_that_ends_with_the_files_stacks_agrees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(hand(tmp_path)) == 0
    assert "1 hands: 1 agree, 0 differ, 0 refused" in capsys.readouterr().out


def test_a_hand_that_ends_otherwise_differs_and_shows_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(hand(tmp_path, stacks="[490, 510, 500]")) == 1
    assert "got [495, 505, 500]" in capsys.readouterr().out


def test_games_outside_the_seven_are_refused_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(hand(tmp_path, variant="FR")) == 0
    assert "razz" in capsys.readouterr().out


def test_play_against_the_rules_is_refused_with_the_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(hand(tmp_path, actions="'p3 cbr 15'")) == 0
    assert "refused" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("variant = 'NT'\nantes = [", ":2:"),
        ("variant = 3\n", "'variant' is missing or no text"),
        ("variant = 'NT'\nstarting_stacks = [0.5, 3]\n", "not a list of whole numbers"),
        ("variant = 'NT'\nstarting_stacks = [5]\n", "2 to 10 can play"),
    ],
)
def test_a_file_that_is_no_hand_history_gets_file_line_and_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, reason: str
) -> None:
    path = tmp_path / "bad.phh"
    path.write_text(text)
    assert replayed(path) == 2
    out = capsys.readouterr().out
    assert str(path) in out
    assert reason in out


def test_all_recorded_hands_agree_or_are_of_another_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    if not GIVEN.exists():
        skip_without_shared("hands")
    assert replayed(GIVEN) == 0
    out = capsys.readouterr().out
    refused = [line for line in out.splitlines() if line.startswith("refused")]
    assert all("variant" in line for line in refused)
    assert "150 agree, 0 differ, 11 refused" in out
