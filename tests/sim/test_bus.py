"""The bus in memory: what it promises when calm, and what it loses in a storm."""

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import pytest

from riverbus.core.errors import RoomError
from riverbus.core.ports import Bus, KvEntry, Message
from riverbus.sim.broker import Broker, matches
from riverbus.sim.bus import MemoryBus
from riverbus.sim.loop import NothingLeft, run_virtual
from riverbus.sim.network import Network, Weather

STREAMS = {"WALLET": ["wallet.event.>"]}


def broker(weather: Weather | None = None, seed: int = 1) -> Broker:
    return Broker(Network(random.Random(seed), weather or Weather()), STREAMS)


@pytest.mark.parametrize(
    ("pattern", "subject", "expected"),
    [
        ("table.*.event", "table.ferry.event", True),
        ("table.*.event", "table.ferry.head", False),
        ("player.a.>", "player.a.table.ferry", True),
        ("player.a.>", "player.a", False),
        ("lobby", "lobby", True),
    ],
)
def test_subjects_match_as_in_nats(pattern: str, subject: str, expected: bool) -> None:
    assert matches(pattern, subject) is expected


async def _receive(bus: Bus, subject: str) -> list[bytes]:
    got: list[bytes] = []

    async def take(message: Message) -> None:
        got.append(message.data)

    await bus.subscribe(subject, take)
    return got


def test_virtual_time_jumps_and_the_bus_keeps_order_when_calm() -> None:
    async def main() -> None:
        bus = MemoryBus(broker(), "a")
        got = await _receive(bus, "x.>")
        for number in range(20):
            await bus.publish("x.y", bytes([number]))
        await asyncio.sleep(3600)
        assert got == [bytes([number]) for number in range(20)]

    run_virtual(main)


def test_a_deadlock_is_told_instead_of_hanging() -> None:
    def main() -> Coroutine[Any, Any, bool]:
        return asyncio.Event().wait()

    with pytest.raises(NothingLeft):
        run_virtual(main)


def test_gw_01_a_stream_keeps_each_message_once_though_acknowledgements_are_lost() -> None:
    async def main() -> list[bytes]:
        server = broker(Weather(lose_answer=0.5))
        bus = MemoryBus(server, "a")
        for number in range(20):
            await bus.append("wallet.event.x", bytes([number]), message_id=f"m{number}")
        return [stored.data for stored in server.stored["WALLET"]]

    assert run_virtual(main) == [bytes([number]) for number in range(20)]


def test_a_process_that_is_cut_off_gets_nothing_and_stores_nothing() -> None:
    async def main() -> None:
        server = broker()
        near, far = MemoryBus(server, "near"), MemoryBus(server, "far")
        got = await _receive(far, "x")
        server.network.cut("far")
        await near.publish("x", b"1")
        with pytest.raises(RoomError, match="bus"):
            await far.append("wallet.event.x", b"2", message_id="m", deadline_s=2)
        server.network.heal("far")
        await near.publish("x", b"3")
        await asyncio.sleep(1)
        assert got == [b"3"]
        assert server.stored["WALLET"] == []

    run_virtual(main)


def test_of_two_rival_updates_of_a_key_one_wins() -> None:
    async def main() -> None:
        server = broker()
        one = await MemoryBus(server, "a").key_value("leases")
        two = await MemoryBus(server, "b").key_value("leases")
        revision = await one.create("t", b"0")
        await one.update("t", b"1", revision)
        with pytest.raises(RoomError) as refused:
            await two.update("t", b"2", revision)
        assert refused.value.code == "kv_conflict"

    run_virtual(main)


def test_gw_07_a_watch_sees_what_was_there_and_each_change() -> None:
    async def main() -> list[tuple[str, bytes | None]]:
        bus = MemoryBus(broker(), "a")
        bucket = await bus.key_value("tables")
        await bucket.put("one", b"1")
        seen: list[tuple[str, bytes | None]] = []

        async def note(entry: KvEntry) -> None:
            seen.append((entry.key, entry.value))

        await bucket.watch(note)
        assert seen == [("one", b"1")]
        await bucket.put("two", b"2")
        await asyncio.sleep(1)
        await bucket.delete("one")
        await asyncio.sleep(1)
        return seen

    assert run_virtual(main) == [("one", b"1"), ("two", b"2"), ("one", None)]


def test_the_same_seed_loses_the_same_messages() -> None:
    async def main() -> list[bytes]:
        bus = MemoryBus(broker(Weather(lose=0.2, double=0.2, late=0.3), seed=7), "a")
        got = await _receive(bus, "x")
        for number in range(100):
            await bus.publish("x", bytes([number]))
        await asyncio.sleep(10)
        return got

    first = run_virtual(main)
    assert first == run_virtual(main)
    assert len(set(first)) < 100
    assert len(first) != len(set(first))
