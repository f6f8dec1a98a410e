"""The Bus port: what holds on NATS and in memory, and NATS when it dies and comes back."""

import asyncio
from pathlib import Path

import pytest
import uvloop

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Bus, Message
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import trace_id, tracing
from riverbus.runtime.embedded.nats_server import NatsServer
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.nats import NatsConnection
from tests.fixtures.servers import connected_bus, scratch_folder
from tests.runtime.waiting import until


class Received:
    """Collects messages; `fail_first` makes the handler raise that often."""

    def __init__(self, fail_first: int = 0) -> None:
        self.data: list[bytes] = []
        self.messages: list[Message] = []
        self.traces: list[str] = []
        self.calls = 0
        self._fail_first = fail_first

    async def __call__(self, message: Message) -> None:
        """The handler."""
        self.calls += 1
        if self.calls <= self._fail_first:
            raise ValueError("not yet")
        self.data.append(message.data)
        self.messages.append(message)
        self.traces.append(trace_id())


async def test_core_messages_arrive_in_order_with_their_trace(any_bus: Bus) -> None:
    received = Received()
    subscription = await any_bus.subscribe("chat.lobby", received)
    with tracing("ab" * 16):
        for number in range(5):
            await any_bus.publish("chat.lobby", b"%d" % number)
    await until(lambda: len(received.data) == 5)
    assert received.data == [b"0", b"1", b"2", b"3", b"4"]
    assert set(received.traces) == {"ab" * 16}
    await subscription.stop()
    await any_bus.publish("chat.lobby", b"late")
    await any_bus.flush()
    assert len(received.data) == 5


async def test_failing_handler_does_not_end_the_subscription(any_bus: Bus) -> None:
    received = Received(fail_first=1)
    await any_bus.subscribe("chat.failing", received)
    await any_bus.publish("chat.failing", b"1")
    await any_bus.publish("chat.failing", b"2")
    await until(lambda: received.data == [b"2"])


async def test_request_is_answered_or_refused(any_bus: Bus) -> None:
    async def answer(message: Message) -> None:
        await any_bus.publish(message.reply, message.data + b"!")

    await any_bus.subscribe("table.t.head.ask", answer)
    assert (await any_bus.request("table.t.head.ask", b"x", timeout_s=2)).data == b"x!"
    with pytest.raises(RoomError) as nobody:
        await any_bus.request("table.none.head.ask", b"x", timeout_s=2)
    assert nobody.value.kind is ErrorKind.UNAVAILABLE


async def test_append_stores_a_message_id_once(any_bus: Bus) -> None:
    first = await any_bus.append("wallet.event.once", b"1", message_id="m-1")
    assert await any_bus.append("wallet.event.once", b"1", message_id="m-1") == first


async def test_append_without_stream_ends_at_its_deadline(bus: NatsBus) -> None:
    with pytest.raises(RoomError) as away:
        await bus.append("no.stream", b"1", message_id="m-2", deadline_s=0.3)
    assert away.value.code == "bus_unavailable"


async def test_slow_subscription_tells_of_its_gap(bus: NatsBus) -> None:
    gaps: list[str] = []
    bus.on_gap(gaps.append)
    blocked = asyncio.Event()

    async def slow(_message: Message) -> None:
        await blocked.wait()

    await bus.subscribe("chat.slow", slow, pending=4)
    for _ in range(20):
        await bus.publish("chat.slow", b"x")
    await until(lambda: "chat.slow" in gaps)
    blocked.set()


async def test_consume_repeats_what_failed_and_keeps_the_order(any_bus: Bus) -> None:
    received = Received(fail_first=2)
    subscription = await any_bus.consume("ACCOUNTS", received, durable="repeats")
    for number in range(3):
        await any_bus.append("account.event.a", b"%d" % number, message_id=f"repeat-{number}")
    await until(lambda: len(received.data) == 3)
    assert received.data == [b"0", b"1", b"2"]
    await subscription.stop()


async def test_durable_position_is_shared_and_kept(any_bus: Bus) -> None:
    one, two, later = Received(), Received(), Received()
    subscriptions = [
        await any_bus.consume("TABLES", received, durable="shared") for received in (one, two)
    ]
    for number in range(20):
        await any_bus.append("table.archive.t", b"%d" % number, message_id=f"shared-{number}")
    await until(lambda: len(one.data) + len(two.data) == 20)
    for subscription in subscriptions:
        await subscription.stop()
    await any_bus.append("table.archive.t", b"last", message_id="shared-last")
    await any_bus.consume("TABLES", later, durable="shared")
    await until(lambda: later.data == [b"last"])


async def test_gw_01_nothing_appended_is_lost_over_a_restart(nats_server: NatsServer) -> None:
    """GW-01, GW-02: appends go on through an outage, each stored once and in order."""
    async with connected_bus(nats_server.url) as bus:
        received = Received()
        await bus.consume("WALLET", received)

        async def publish() -> None:
            for number in range(1, 21):
                await bus.append("wallet.event.t", b"%d" % number, message_id=f"m-{number}")
                if number == 7:
                    nats_server.kill()
                    restarting.set()

        restarting = asyncio.Event()
        publishing = asyncio.create_task(publish())
        await restarting.wait()
        nats_server.start()
        await publishing
        await until(lambda: len(received.data) >= 20)
        assert received.data == [b"%d" % number for number in range(1, 21)]


async def test_reconnect_is_told_as_a_gap(nats_server: NatsServer) -> None:
    async with connected_bus(nats_server.url) as bus:
        gaps: list[str] = []
        bus.on_gap(gaps.append)
        nats_server.kill()
        nats_server.start()
        await until(lambda: ">" in gaps)


@pytest.mark.slow
async def test_frozen_server_is_left_within_seconds(nats_server: NatsServer) -> None:
    """SEAMS 11: pings each second, two outstanding; the append goes through after the thaw."""
    async with connected_bus(nats_server.url) as bus:
        await bus.append("wallet.event.f", b"0", message_id="f-0")
        nats_server.pause()
        appending = asyncio.create_task(
            bus.append("wallet.event.f", b"1", message_id="f-1", deadline_s=30)
        )
        await until(lambda: not bus.connected, 10)
        nats_server.resume()
        assert await appending == 2


def test_ending_while_the_server_is_away_is_quiet(server_folder: Path) -> None:
    """On the loop of the services, with messages that wait for a server that is gone."""

    async def work(server: NatsServer) -> None:
        connection = NatsConnection("test", Metrics("test"))
        await connection.connect([server.url], name="test")
        server.kill()
        bus = NatsBus(connection, Metrics("test"))
        await until(lambda: not bus.connected, 10)
        await bus.publish("chat.lobby", b"nobody hears this")
        await connection.close()

    with scratch_folder(server_folder) as folder:
        server = NatsServer(folder)
        server.start()
        try:
            uvloop.run(work(server))
        finally:
            server.stop()
