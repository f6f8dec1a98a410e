"""The owner of a table dies after every record of a hand, in all seven games (issue: crash points).

Another process goes on with the same cards; the auditor looks at chips, cards, views and answers.
"""

import logging

import pytest

from riverbus.sim.room.crash_points import crash_everywhere
from riverbus.sim.room.simulation import TABLES

UNTOLD_S = 0.0
"""Dead before the writer knows that its record is durable."""
HALF_TOLD_S = 0.002
"""Some have heard of the record, others have not."""
FEWEST = 12
"""Records that a hand with two players to the end has at least, in any game."""


@pytest.fixture(autouse=True)
def quiet() -> None:
    """Faults are loud by design."""
    logging.getLogger().setLevel(logging.CRITICAL)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("delay_s", [UNTOLD_S, HALF_TOLD_S], ids=["untold", "half told"])
@pytest.mark.parametrize("table", TABLES[:7])
def test_a_hand_goes_on_whatever_record_was_its_owners_last(table: str, delay_s: float) -> None:
    found = crash_everywhere(1, table, delay_s)
    assert found.points >= FEWEST
    assert found.report.kills == {"table": found.points}


@pytest.mark.soak
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("table", TABLES[:7])
def test_the_same_with_many_seeds_and_delays(table: str) -> None:
    for seed in range(2, 12):
        for delay_s in (UNTOLD_S, 0.001, HALF_TOLD_S, 0.05, 0.4):
            try:
                crash_everywhere(seed, table, delay_s)
            except Exception as error:
                error.add_note(f"crash_everywhere({seed}, {table!r}, {delay_s})")
                raise
