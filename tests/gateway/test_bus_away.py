"""NATS goes and comes back: sockets stay, and every viewer catches up (SEAMS 32)."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from riverbus.runtime.embedded.nats_server import NatsServer
from services.gateway.domain import frames as f
from tests.fixtures.keys import TestKeys
from tests.fixtures.servers import connected_bus
from tests.gateway.neighbours import account_of
from tests.gateway.rig import House, app_of, opened
from tests.runtime.waiting import until


@pytest.fixture
async def own_house(keys: TestKeys, nats_server: NatsServer) -> AsyncIterator[House]:
    """A house on a NATS of its own."""
    async with (
        connected_bus(nats_server.url) as bus,
        opened(keys, bus, nats_server.url) as made,
    ):
        yield made


@pytest.mark.slow
async def test_viewers_catch_up_after_a_restart_of_nats(
    own_house: House, nats_server: NatsServer
) -> None:
    process, address = await own_house.table_process("table-0")
    process.open("river", {1: account_of("ann")})
    await process.claim("river", address, 1)
    gateway = await own_house.gateway()
    ann = await own_house.client(gateway, "ann")
    await ann.hello()
    await ann.watch("river")
    await process.send(process.add("river", ann="AsAd"))
    assert (await ann.next("event")).own.cards == "AsAd"
    await asyncio.to_thread(nats_server.kill)
    for cards in ("AsAd", "AsAd"):
        process.add("river", ann=cards)
    assert gateway.nats is not None
    await until(lambda: gateway.nats is not None and not gateway.nats.connected)
    assert "nats_disconnected" in gateway.unready()
    await ann.send(ping=f.Ping(client_ms=7))
    assert (await ann.next("pong")).client_ms == 7
    await asyncio.to_thread(nats_server.start)
    events = [await ann.next("event") for _ in range(2)]
    assert [event.event.sequence for event in events] == [2, 3]
    assert [event.own.cards for event in events] == ["AsAd", "AsAd"]
    await until(lambda: gateway.unready() == [])
    await until(lambda: own_house.bus._connection.connected)
    await process.send(process.add("river", ann="AsAd"))
    assert (await ann.next("event")).event.sequence == 4
    assert len(app_of(gateway).room.registry) == 1
