"""Plays every scenario file beside this module, once for each profile that it names."""

from pathlib import Path

import pytest

from riverbus.sim.scenario.load import load_file
from riverbus.sim.scenario.model import Scenario
from riverbus.sim.scenario.play import play

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.toml"))


def _collect() -> list[object]:
    found: list[object] = []
    for path in FILES:
        for scenario in load_file(path):
            name = f"{path.relative_to(HERE).with_suffix('')}-{scenario.profile}"
            found.append(pytest.param(scenario, id=name))
    return found


@pytest.mark.parametrize("scenario", _collect())
def test_scenario(scenario: Scenario) -> None:
    outcome = play(scenario)
    assert outcome.failed is None, str(outcome.failed)
    for played in outcome.hands:
        hand = played.hand
        assert sum(hand.stack) + hand.total + hand.rake == sum(hand.start)
