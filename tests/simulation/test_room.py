"""Five services, three players a table, virtual time: seeded hands from sign-up to going home."""

import logging

import pytest

from riverbus.sim.room.auditor import Finding
from riverbus.sim.room.simulation import ALL, NONE, TABLES, Faults, simulate
from tests.simulation.seeds import SEEDS, SHORT_S, again, play

AT_ONCE = 20


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Faults are loud by design."""
    logging.getLogger().setLevel(logging.CRITICAL)


def test_seeded_hands_of_all_seven_games_go_through_all_five_services() -> None:
    report = simulate(1, seconds=60.0, tables=7, faults=NONE)
    assert set(report.hands) == set(TABLES[:7])
    assert sum(report.hands.values()) >= 14
    assert report.cancelled == 0


def test_the_same_seed_does_the_same_things() -> None:
    first = simulate(5, SHORT_S, 2, ALL)
    again = simulate(5, SHORT_S, 2, ALL)
    assert (first.frames, first.actions, first.hands, first.kills) == (
        again.frames, again.actions, again.hands, again.kills,
    )  # fmt: skip


@pytest.mark.timeout(300)
@pytest.mark.parametrize("first", SEEDS[::AT_ONCE])
def test_no_chip_and_no_hand_is_lost_when_anything_fails(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        try:
            report = play(seed)
        except (Finding, TimeoutError, ExceptionGroup) as error:
            error.add_note(again(seed))
            raise
        assert sum(report.hands.values()) > 0, again(seed)


@pytest.mark.parametrize("service", ["table", "gateway", "wallet", "lobby", "chat"])
def test_a_service_may_die_again_and_again(service: str) -> None:
    report = simulate(7, SHORT_S, 2, Faults(kill=(service,)))
    assert report.kills[service] >= 1
    assert report.cancelled == 0


@pytest.mark.soak
@pytest.mark.timeout(3000)
def test_many_seeds() -> None:
    for seed in range(1000, 1200):
        try:
            simulate(seed, 60.0, 1 + seed % 4, ALL)
        except (Finding, TimeoutError, ExceptionGroup) as error:
            error.add_note(f"riverbus simulate --seed {seed} --hours 0.01667 --faults all")
            raise
