"""Configurations in KV `tables`, on real NATS and in memory."""

import random
from collections.abc import AsyncIterator

import msgspec
import pytest

from riverbus.core.games import Game, LimitKind, Stakes
from riverbus.core.ports import Bus
from riverbus.core.rake import RakeCap, RakePolicy
from riverbus.pb.lobby.v1 import table_config_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.sim.broker import Broker
from riverbus.sim.bus import MemoryBus
from riverbus.sim.network import Network
from services.lobby.adapters.codec import table_message, table_of
from services.lobby.adapters.outward import KvTableBucket
from services.lobby.domain.tables import Table, TableState

TABLE = Table(
    table_id="oxbow",
    name="Oxbow",
    game=Game.STUD8,
    limit=LimitKind.FIXED,
    stakes=Stakes(lower=500, upper=1_000, ante=100, bring_in=200, unit=100),
    seats_max=8,
    profile="party",
    rules={"raises_max": "4"},
    currency="USD",
    buy_in_min=5_000,
    buy_in_max=20_000,
    rake=RakePolicy(version="r1", basis_points=500, caps=(RakeCap(2, 100),), rounding="half_up"),
    state=TableState.PAUSED,
    tags=("hi-lo",),
    language="de",
    notice="A word with the dealer.",
    revision=3,
    changed_at_ms=7,
)


@pytest.fixture(params=["nats", "memory"])
async def any_bus(request: pytest.FixtureRequest, bus: NatsBus) -> AsyncIterator[Bus]:
    """A bus of either kind."""
    if request.param == "nats":
        yield bus
    else:
        yield MemoryBus(Broker(Network(random.Random(1)), {}), "lobby-0")


def revised(revision: int, **fields: object) -> Table:
    """The table in another revision."""
    return msgspec.structs.replace(TABLE, revision=revision, **fields)


def test_a_table_means_the_same_as_a_message() -> None:
    assert table_of(table_message(TABLE)) == TABLE


async def test_the_newest_revision_stays_in_the_bucket(any_bus: Bus) -> None:
    bucket = KvTableBucket(any_bus)
    entries = await any_bus.key_value("tables")
    for table in (revised(3), revised(5, name="Newer"), revised(4), revised(5, name="Newer")):
        await bucket.put(table)
    entry = await entries.get("oxbow")
    assert entry is not None
    stored = table_config_pb2.TableConfig.FromString(entry.value or b"")
    assert (stored.revision, stored.name) == (5, "Newer")
    assert await bucket.outdated([revised(4)]) == []
    assert await bucket.outdated([revised(5, name="Newer")]) == []
    other = revised(5, name="Other")
    missing = msgspec.structs.replace(TABLE, table_id="weir")
    assert await bucket.outdated([other, missing, revised(6)]) == [other, missing, revised(6)]


async def test_what_cannot_be_read_is_written_anew(any_bus: Bus) -> None:
    entries = await any_bus.key_value("tables")
    await entries.put("oxbow", b"\xff\xff\xff")
    bucket = KvTableBucket(any_bus)
    assert await bucket.outdated([TABLE]) == [TABLE]
    await bucket.put(TABLE)
    assert await bucket.outdated([TABLE]) == []
