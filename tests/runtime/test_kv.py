"""KV on a real NATS: compare-and-set, and watches that survive restarts (GW-07, GW-08)."""

from functools import partial

import pytest

from riverbus.core.errors import RoomError
from riverbus.core.ports import Bus, KvEntry
from riverbus.runtime.embedded.nats_server import NatsServer
from tests.fixtures.servers import connected_bus
from tests.runtime.waiting import insist, until


class Seen:
    """Latest value by key, and all revisions."""

    def __init__(self) -> None:
        self.values: dict[str, bytes | None] = {}
        self.revisions: list[int] = []

    async def __call__(self, entry: KvEntry) -> None:
        """The handler."""
        self.values[entry.key] = entry.value
        self.revisions.append(entry.revision)


async def test_compare_and_set(any_bus: Bus) -> None:
    leases = await any_bus.key_value("leases")
    first = await leases.create("cas", b"1")
    with pytest.raises(RoomError, match="kv_conflict"):
        await leases.create("cas", b"2")
    second = await leases.update("cas", b"2", first)
    with pytest.raises(RoomError, match="kv_conflict"):
        await leases.update("cas", b"3", first)
    assert await leases.get("cas") == KvEntry("cas", b"2", second)
    with pytest.raises(RoomError, match="kv_conflict"):
        await leases.delete("cas", first)
    await leases.delete("cas", second)
    assert await leases.get("cas") is None
    assert await leases.create("cas", b"4") > second


async def test_entries_by_prefix_without_what_was_deleted(any_bus: Bus) -> None:
    tables = await any_bus.key_value("tables")
    assert await tables.entries("nothing") == []
    await tables.put("a-1", b"x")
    await tables.put("a-2", b"y")
    await tables.put("b-1", b"z")
    await tables.delete("a-1")
    assert [entry.key for entry in await tables.entries("a-")] == ["a-2"]


async def test_watch_gives_what_is_there_before_it_returns(any_bus: Bus) -> None:
    leases = await any_bus.key_value("leases")
    await leases.put("watched", b"1")
    seen = Seen()
    watch = await leases.watch(seen)
    assert seen.values["watched"] == b"1"
    await leases.put("watched", b"2")
    await until(lambda: seen.values["watched"] == b"2")
    await leases.delete("watched")
    await until(lambda: seen.values["watched"] is None)
    await watch.stop()


async def test_gw_07_watch_goes_on_after_a_restart(nats_server: NatsServer) -> None:
    async with connected_bus(nats_server.url) as bus:
        tables = await bus.key_value("tables")
        await tables.put("t", b"1")
        seen = Seen()
        await tables.watch(seen)
        nats_server.kill()
        nats_server.start()
        await insist(lambda: tables.put("t", b"2"))
        await until(lambda: seen.values["t"] == b"2", 20)
        assert seen.revisions == sorted(set(seen.revisions))


@pytest.mark.slow
async def test_gw_08_flapping_leaves_no_consumers(nats_server: NatsServer) -> None:
    async with connected_bus(nats_server.url) as bus:
        tables = await bus.key_value("tables")
        seen = Seen()
        watch = await tables.watch(seen)
        for number in range(5):
            nats_server.kill()
            nats_server.start()
            await insist(partial(tables.put, "t", b"%d" % number))
        await until(lambda: seen.values.get("t") == b"4", 30)
        assert await bus.consumer_count("KV_tables") <= 1
        await watch.stop()
        assert await bus.consumer_count("KV_tables") == 0
