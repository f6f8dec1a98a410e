"""A small real room whose processes are killed under bots: every chip is found again."""

import pytest

from riverbus.bench.chaos import Plan, run
from riverbus.bench.chaos_ledger import compare
from riverbus.bench.chaos_watch import longest_gap
from riverbus.cli.local.room import Replicas

SHORT_PAUSES = {
    f"RIVERBUS_TABLE_{name}_MS": "100"
    for name in ("RUN_OUT", "SHOW", "CHOICE", "AWARD", "HAND_GAP", "ADVANCE")
}
SMALL = Replicas(gateway=2, table=2, wallet=2)


@pytest.fixture(autouse=True)
def own_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is killed here is never somebody else's."""
    for name in ("RIVERBUS_DATABASE_URL", "RIVERBUS_NATS_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_all_chips_are_there_after_a_table_a_wallet_and_a_gateway_were_killed() -> None:
    told: list[str] = []
    plan = Plan(
        tables=2,
        seats=4,
        kinds=("table", "wallet", "gateway"),
        replicas=SMALL,
        durable=False,
        nats_nodes=1,
        quiet_s=0.0,
        rest_s=(2.0, 3.0),
        settings=SHORT_PAUSES,
    )
    outcome = run(plan, told.append)
    report = "\n".join(told)
    assert outcome.whole, report
    assert [fault.kind for fault in outcome.faults] == ["table", "wallet", "gateway"]
    # Whether the process that died owned the one table that is watched is up to the hashing.
    assert not outcome.count.hands["cancelled"], report
    assert outcome.count.in_seats > 0


@pytest.mark.soak
def test_three_minutes_of_random_faults_lose_nothing() -> None:
    told: list[str] = []
    outcome = run(Plan(minutes=3.0, tables=10, seed=7), told.append)
    assert outcome.whole, "\n".join(told)


@pytest.mark.soak
def test_rolling_restart_cancels_no_hand() -> None:
    told: list[str] = []
    outcome = run(Plan(rolling=True, tables=10), told.append)
    assert outcome.whole, "\n".join(told)
    assert not outcome.count.hands["cancelled"], "\n".join(told)


def test_every_difference_between_seats_and_escrows_is_told() -> None:
    seats = {"one": {"anna": 300, "ben": 200}, "two": {"cleo": 50}}
    assert compare(seats, {"one": {"anna": 300, "ben": 200}, "two": {"cleo": 50}}) == ([], 0)
    told, lost = compare(seats, {"one": {"anna": 250, "ben": 200}, "three": {"dora": 7}})
    assert lost == 50 + 50 + 7
    assert told[0] == "one: anna shows 300, escrow holds 250"
    assert len(told) == 3


def test_pause_is_the_longest_silence_a_fault_may_have_caused() -> None:
    times = [0.0, 1.0, 9.0, 10.0, 40.0]
    assert longest_gap(times, 2.0, 50.0) == 8.0, "the silence that it fell into"
    assert longest_gap(times, 5.0, 12.0) == 30.0, "and the one that followed soon"
    assert longest_gap(times, 41.0, 45.0) == 5.0, "up to the end where nothing came"
    assert longest_gap([], 3.0, 7.0) == 4.0


def test_what_a_bot_thinks_about_is_no_pause_of_the_room() -> None:
    thoughts = [(2.0, 5.0), (6.0, 7.0)]
    assert longest_gap([1.0, 9.0], 1.5, 20.0, thoughts) == 8.0 - 3.0 - 1.0
    assert longest_gap([1.0, 4.0, 9.0], 1.5, 5.0, thoughts) == 3.0, "one that went on thinking"
    assert longest_gap([1.0, 9.0], 1.5, 20.0, [(0.5, 30.0)]) == 0.0
