"""NATS users: what one service may not see or do with another's subjects (SEAMS 35)."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from riverbus.core.ports import Message
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.embedded.nats_server import NatsServer
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.nats import BusUnavailable, NatsConnection
from riverbus.runtime.streams import SERVICES, grants
from tests.fixtures.servers import scratch_folder
from tests.runtime.waiting import until

PASSWORDS = {service: f"{service}-password" for service in (*SERVICES, "admin")}


@pytest.fixture(scope="module")
def guarded(server_folder: Path) -> Iterator[NatsServer]:
    """A NATS with a user per service."""
    with scratch_folder(server_folder) as folder:
        server = NatsServer(folder, passwords=PASSWORDS)
        server.start()
        yield server
        server.stop()


@asynccontextmanager
async def logged_in(server: NatsServer, service: str) -> AsyncIterator[NatsBus]:
    """A bus as that service."""
    connection = NatsConnection(service, Metrics(service))
    await connection.connect([server.url], name=service, user=service, password=PASSWORDS[service])
    try:
        yield NatsBus(connection, Metrics(service))
    finally:
        await connection.close()


async def test_every_service_creates_and_uses_what_it_writes(guarded: NatsServer) -> None:
    async with logged_in(guarded, "lobby") as lobby, logged_in(guarded, "table") as table:
        await (await lobby.key_value("tables")).put("t-1", b"config")
        assert [entry.key for entry in await (await table.key_value("tables")).entries()] == ["t-1"]
        assert await lobby.append("account.event.a", b"closed", message_id="a-1") == 1
        received: list[bytes] = []

        async def take(message: Message) -> None:
            received.append(message.data)

        await table.consume("ACCOUNTS", take, durable="table")
        await until(lambda: received == [b"closed"])
        await table.append("handlog.03.t-1", b"record", message_id="r-1")


async def test_private_parts_reach_the_gateway_and_nobody_else(guarded: NatsServer) -> None:
    """SEAMS 35."""
    heard: dict[str, list[bytes]] = {"gateway": [], "chat": [], "lobby": []}

    async def listen(name: str, bus: NatsBus) -> None:
        async def take(message: Message) -> None:
            heard[name].append(message.data)

        await bus.subscribe("player.>" if name == "gateway" else "player.alice.table.t", take)
        await bus.flush()

    async with (
        logged_in(guarded, "gateway") as gateway,
        logged_in(guarded, "chat") as chat,
        logged_in(guarded, "lobby") as lobby,
        logged_in(guarded, "table") as table,
    ):
        for name, bus in (("gateway", gateway), ("chat", chat), ("lobby", lobby)):
            await listen(name, bus)
        await table.publish("player.alice.table.t", b"As Ad")
        await until(lambda: heard["gateway"] == [b"As Ad"])
        await chat.publish("player.alice.table.t", b"forged")
        await chat.flush()
        await table.publish("player.alice.table.t", b"end")
        await until(lambda: heard["gateway"][-1] == b"end")
    assert heard == {"gateway": [b"As Ad", b"end"], "chat": [], "lobby": []}


@pytest.mark.parametrize(
    ("curious", "speaker", "subject"),
    [
        ("lobby", "table", "table.t.event"),
        ("chat", "table", "table.t.event"),
        ("chat", "gateway", "presence.gateway-0"),
        ("gateway", "table", "heartbeat.table.table-0"),
        ("gateway", "lobby", "lobby.offers"),
        ("wallet", "chat", "chat.lobby"),
    ],
)
def test_nobody_hears_what_they_do_not_act_on(curious: str, speaker: str, subject: str) -> None:
    def fits(pattern: str) -> bool:
        words, said = pattern.split("."), subject.split(".")
        if words[-1] == ">":
            words, said = words[:-1], said[: len(words) - 1]
        return len(words) == len(said) and all(
            w in ("*", s) for w, s in zip(words, said, strict=True)
        )

    assert any(fits(pattern) for pattern in grants(speaker).publish)
    assert not any(fits(pattern) for pattern in grants(curious).subscribe)


@pytest.mark.parametrize("service", ["lobby", "gateway", "chat", "wallet"])
def test_streams_of_the_tables_are_open_to_tables_alone(service: str) -> None:
    closed = ("TABLES", "HANDLOG-03")
    assert [g for g in grants(service).publish if any(name in g for name in closed)] == []
    assert [g for g in grants("table").publish if "TABLES" in g]


async def test_hand_log_is_closed_to_others(guarded: NatsServer) -> None:
    async with logged_in(guarded, "table"), logged_in(guarded, "wallet") as wallet:
        with pytest.raises(BusUnavailable):
            await wallet.append("handlog.03.t-1", b"x", message_id="x", deadline_s=0.3)


def test_no_service_may_read_another_inbox() -> None:
    """SEAMS 35."""
    for service in SERVICES:
        inboxes = [s for s in grants(service).subscribe if s.startswith("_INBOX")]
        assert inboxes == [f"_INBOX_{service}.>"]
        assert ">" not in grants(service).subscribe
