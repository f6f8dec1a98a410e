"""The transactional outbox: told if and only if committed, in commit order, once."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from riverbus.core.ports import Message
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import tracing
from riverbus.runtime.db import Database
from riverbus.runtime.embedded.nats_server import NatsServer
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.outbox import OutboxMessage, OutboxRelay, write
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.servers import connected_bus
from tests.runtime.waiting import until


def _message(name: str) -> OutboxMessage:
    return OutboxMessage(f"account.event.{name}", f"id-{name}", name.encode())


@pytest.fixture
async def lobby(fresh_database: FreshDatabases) -> AsyncIterator[Database]:
    """A database with an outbox."""
    database = Database(await fresh_database("lobby"), "lobby")
    yield database
    await database.close()


class Told:
    """What came out of the stream."""

    def __init__(self) -> None:
        self.data: list[str] = []
        self.headers: list[dict[str, str]] = []

    async def __call__(self, message: Message) -> None:
        """The handler."""
        self.data.append(message.data.decode())
        self.headers.append(dict(message.headers))


async def test_told_only_if_committed_and_in_commit_order(bus: NatsBus, lobby: Database) -> None:
    told = Told()
    await bus.consume("ACCOUNTS", told)
    relays = [OutboxRelay(lobby, bus, Metrics("lobby")) for _ in range(2)]
    for relay in relays:
        relay.start()
    order: list[str] = []

    async def commit(name: str) -> None:
        async with lobby.begin() as connection:
            await write(connection, "lobby", [_message(name)])
            order.append(name)

    with pytest.raises(ValueError, match="rolled back"):  # noqa: PT012
        async with lobby.begin() as connection:
            await write(connection, "lobby", [_message("never")])
            raise ValueError("rolled back")
    with tracing("cd" * 16):
        await asyncio.gather(*(commit(f"m{number}") for number in range(8)))
    await until(lambda: len(told.data) == 8)
    assert told.data == order
    assert {headers["riverbus-trace"] for headers in told.headers} == {"cd" * 16}
    for relay in relays:
        await relay.stop()


async def test_relay_goes_on_over_an_outage_of_nats(
    nats_server: NatsServer, lobby: Database
) -> None:
    async with connected_bus(nats_server.url) as bus:
        told = Told()
        await bus.consume("ACCOUNTS", told)
        relay = OutboxRelay(lobby, bus, Metrics("lobby"))
        relay.start()
        nats_server.kill()
        async with lobby.begin() as connection:
            await write(connection, "lobby", [_message("a"), _message("b")])
        nats_server.start()
        await until(lambda: told.data == ["a", "b"], 20)
        await relay.stop()
