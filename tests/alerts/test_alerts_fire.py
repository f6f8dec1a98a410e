"""Each alert of deploy/ is quiet, and fires once its fault is done to a real room under bots."""

import asyncio
import os
import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from riverbus.bench.chaos import Plan, seeds_of
from riverbus.bench.chaos_load import Load, play_chip_tables
from riverbus.bots.crowd import places
from riverbus.cli.local.room import LocalRoom, Replicas
from tests.alerts.faults import FAULTS
from tests.alerts.prometheus import Prometheus, alerts, quicker
from tests.fixtures.servers import scratch_folder

PLAY_S = 90.0
QUIET_S = 90.0
FIRES_S = 120.0
SILENT_S = 180.0
"""The wallet counts a table as silent after three minutes, and this is no duration of the rules."""
SAMPLES = 5
"""An increase needs some before it."""
LOOK_S = 0.5

SETTINGS = {
    **{
        f"RIVERBUS_TABLE_{name}_MS": "100"
        for name in ("RUN_OUT", "SHOW", "CHOICE", "AWARD", "HAND_GAP", "ADVANCE")
    },
    "RIVERBUS_TABLE_RECONCILE_S": "2",
    "RIVERBUS_TABLE_HANDS_KEPT_DAYS": "1",
    "RIVERBUS_WALLET_AUDIT_EVERY_S": "4",
    "RIVERBUS_WALLET_HEAD_EVERY_S": "5",
    "RIVERBUS_LOBBY_PASSWORD_MEMORY_KIB": "64",
    "RIVERBUS_LOBBY_PASSWORD_PASSES": "1",
    "RIVERBUS_GATEWAY_ADDRESS_BURST": "100000",
    "RIVERBUS_GATEWAY_ADDRESS_PER_S": "10000",
    "RIVERBUS_LOG_LEVEL": "warning",
}


class Watched(NamedTuple):
    """A room under bots, and who scrapes it."""

    room: LocalRoom
    tables: list[str]
    prometheus: Prometheus


@pytest.fixture(scope="module")
def watched() -> Iterator[Watched]:
    """Three tables with bots, two processes of each service that may have two."""
    hidden = [name for name in ("RIVERBUS_DATABASE_URL", "RIVERBUS_NATS_URL") if name in os.environ]
    patch = pytest.MonkeyPatch()
    for name in hidden:
        patch.delenv(name)
    with scratch_folder() as folder:
        seeds = folder / "tables.toml"
        seeds.write_text(seeds_of(Plan(tables=3, seats=4)))
        room = LocalRoom(
            folder / "home",
            replicas=Replicas(gateway=2, table=2, wallet=2),
            settings={**SETTINGS, "RIVERBUS_LOBBY_SEEDS_FILE": str(seeds)},
            durable=False,
        )
        with room:
            tables = asyncio.run(play_chip_tables(room))
            with Load(room, places(tables, 1, 100), 4.0, 1) as load:
                deadline = time.monotonic() + PLAY_S
                while len({hand.table_id for hand in list(load.watcher.hands.values())}) < 3:
                    assert time.monotonic() < deadline, "nobody plays"
                    time.sleep(LOOK_S)
                prometheus = Prometheus(folder / "prometheus", room)
                prometheus.start()
                while not prometheus.ask(f"min(count_over_time(up[1m])) > {SAMPLES}"):
                    time.sleep(LOOK_S)
                yield Watched(room, [table_id for table_id, _ in tables], prometheus)
                prometheus.stop()
    patch.undo()


def until(watched: Watched, alert: str, fires: bool, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if (alert in watched.prometheus.firing()) is fires:
            return True
        time.sleep(LOOK_S)
    return False


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("alert", FAULTS)
def test_fires_once_something_is_broken(watched: Watched, alert: str) -> None:
    assert until(watched, alert, False, QUIET_S), f"{alert} fires before anything is broken"
    with FAULTS[alert](watched.room, watched.tables):
        patience_s = FIRES_S + (SILENT_S if alert == "TableSilent" else 0.0)
        assert until(watched, alert, True, patience_s), f"{alert} does not fire"


def test_each_alert_has_its_fault() -> None:
    assert sorted(FAULTS) == sorted(alerts())


def test_only_durations_are_made_quicker() -> None:
    rule = {"alert": "StuckHand", "expr": "max by (a) (rate(b[5m])) > 120", "for": "10m"}
    assert quicker(rule) == {
        "alert": "StuckHand", "expr": "max by (a) (rate(b[15s])) > 8", "for": "20s",
    }  # fmt: skip
