"""Playing scenarios: differences, decks that stand still, and the two rooms that agree."""

import re
from pathlib import Path

import pytest

from riverbus.core.cards import cards_text
from riverbus.sim.scenario.errors import ScenarioError
from riverbus.sim.scenario.load import load_file, load_text
from riverbus.sim.scenario.model import Scenario
from riverbus.sim.scenario.play import play
from riverbus.sim.scenario.report import json_of, line_of
from riverbus.sim.scenario.table_room import TableRoom

RULES = Path(__file__).parents[2] / "rules"
FILES = sorted(RULES.rglob("*.toml"))


def scenario(steps: str, *, more: str = "", expect: str = "", cards: str = "As Ad") -> Scenario:
    text = f"""
stakes = {{ small_blind = 5, big_blind = 10 }}
{more}
steps = [{steps}]
[[seats]]
name = "A"
stack = 100
cards = "{cards}"
[[seats]]
name = "B"
stack = 100
{expect}
"""
    return load_text(text, "test.toml")[0]


@pytest.mark.parametrize(
    ("steps", "failed"),
    [
        ('"deal", "? to act A"', ("? to act A", "A", "B")),
        ('"deal", "? pot 20"', ("? pot 20", "20", "15")),
        ('"deal", "flop", "? over"', ("flop", "flop reached", "preflop")),
        ('"deal", "! B calls"', ("! B calls", "a refusal", "accepted")),
        ('"deal", "! A folds: wrong"', ("! A folds: wrong", "wrong", "not_your_turn")),
        ('"deal", "deal", "? over"', ("deal", "accepted", "hand_running: ")),
        ('"B folds", "? over"', ("B folds", "accepted", "no_hand: ")),
        ('"? over"', ("? over", "a hand", "none was dealt")),
        ('"deal", "? B may fold"', ("? B may fold", "fold", "call 5, fold, raise 20..100")),
    ],
)
def test_the_first_difference(steps: str, failed: tuple[str, str, str]) -> None:
    outcome = play(scenario(steps))
    assert outcome.failed is not None
    assert (outcome.failed.step, outcome.failed.expected) == failed[:2]
    assert outcome.failed.got.startswith(failed[2])
    assert outcome.failed.step in line_of(outcome)


def test_expectations() -> None:
    outcome = play(scenario('"deal", "B folds"', expect="[expect]\nstacks = { A = 106 }"))
    assert outcome.failed is not None
    assert (outcome.failed.expected, outcome.failed.got) == ("106", "105")
    outcome = play(scenario('"deal", "B folds"', expect="[expect]\nreturned = { A = 5 }"))
    assert outcome.failed is None


def test_unfixed_cards_come_in_ascending_order() -> None:
    outcome = play(scenario('"deal", "B is all-in", "A calls", "? over"', cards="2d"))
    hand = outcome.hands[0].hand
    assert [cards_text(own) for own in hand.hole] == ["2d2h", "2c2s"]
    assert cards_text(hand.board) == "3c3d3h3s4c"


def test_cards_that_cannot_be_dealt() -> None:
    # a deuce that is discarded comes back only where discards are mixed in
    wrong = scenario(
        '"deal", "B calls", "A checks", "draw", "A draws 2c", "B draws 3c", "? over"',
        more='game = "draw"',
        cards="2c 2d 2h 2s 9c 2c",
    )
    with pytest.raises(ScenarioError, match=r"cannot be dealt|contradict"):
        play(wrong)


def test_the_report() -> None:
    report = json_of(play(scenario('"deal", "B folds", "? over"')))
    assert report["ok"] is True
    assert report["failed"] is None
    assert report["stacks"] == {"A": 105, "B": 95}
    (hand,) = report["hands"]
    assert hand["pots"] == [{"amount": 10, "to": {"A": 10}}]
    assert hand["returned"] == {"A": 5}
    assert hand["stacks"] == {"A": 105, "B": 95}
    assert hand["events"][0]["type"] == "hand_started"
    assert any(event.get("cards") == "AsAd" for event in hand["events"])


@pytest.mark.parametrize("path", FILES[::6], ids=lambda path: path.stem)
def test_the_table_plays_as_the_engine_does(path: Path) -> None:
    one = load_file(path)[-1]
    outcome = play(one, TableRoom)
    assert outcome.failed is None
    assert outcome.stacks == play(one).stacks


@pytest.mark.soak
def test_the_table_plays_every_scenario_as_the_engine_does() -> None:
    for path in FILES:
        for one in load_file(path):
            outcome = play(one, TableRoom)
            assert outcome.failed is None, f"{path.stem} {one.profile}: {outcome.failed}"
            assert outcome.stacks == play(one).stacks


def test_the_example_of_the_page() -> None:
    page = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    example = re.search(r"```toml\n(.*?)```", page, re.S)
    assert example
    for one in load_text(example[1], "docs/scenarios.md"):
        assert play(one).failed is None
