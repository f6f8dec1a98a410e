"""The hand log on a cluster of three: rivals, the leader killed, a node frozen (SEAMS 7, 9)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import nats
import nats.errors
import nats.js.errors
import pytest
from nats.aio.client import Client
from nats.js.api import StorageType, StreamConfig

from riverbus.core.ports import Appended, Fenced, LogRecord, Undecided
from riverbus.runtime.embedded.nats_cluster import NatsCluster
from riverbus.runtime.nats import BusUnavailable
from services.table.adapters.hand_log import JetStreamHandLog, stream_of
from tests.fixtures.servers import scratch_folder

TABLE = "cedar"
AWAY = (nats.errors.Error, nats.js.errors.Error, TimeoutError)


@pytest.fixture
async def cluster(server_folder: Path) -> AsyncIterator[NatsCluster]:
    """Three nodes with the table's stream in three copies that all follow its leader."""
    with scratch_folder(server_folder) as folder:
        made = NatsCluster(folder, nodes=3)
        made.start()
        connection = await connected(made)
        number = stream_of(TABLE)[-2:]
        config = StreamConfig(
            name=stream_of(TABLE),
            subjects=[f"handlog.{number}.>"],
            storage=StorageType.FILE,
            num_replicas=3,
            allow_direct=False,
        )
        async with asyncio.timeout(40):
            while True:
                try:
                    await connection.jetstream.add_stream(config)
                    break
                except AWAY:
                    await asyncio.sleep(0.1)
            await leader(connection, followers=2)
        await connection.close()
        yield made
        made.stop()


class Line:
    """A connection as the runtime's, without its streams."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.jetstream = client.jetstream(timeout=3)

    async def close(self) -> None:
        await self.client.close()


async def connected(cluster: NatsCluster) -> Line:
    return Line(
        await nats.connect(
            cluster.url.split(","),
            ping_interval=1,
            max_outstanding_pings=2,
            reconnect_time_wait=0.1,
            max_reconnect_attempts=-1,
            error_cb=_silent,
        )
    )


async def _silent(_: Exception) -> None:
    """Lost connections are what the test makes."""


def record(name: str) -> LogRecord:
    return LogRecord(table_id=TABLE, record_id=name, data=b"x" * 200, headers={})


async def until_known(log: JetStreamHandLog, one: LogRecord, expected: int) -> Appended | Fenced:
    """The same record until the outcome is known, as the writer does."""
    while True:
        outcome = await log.append(one, expected)
        if not isinstance(outcome, Undecided):
            return outcome
        await asyncio.sleep(0.05)


async def leader(connection: Line, followers: int = 0) -> str:
    """The stream's leader, once there is one that so many nodes follow."""
    while True:
        with contextlib.suppress(*AWAY):
            info = (await connection.jetstream.stream_info(stream_of(TABLE))).cluster
            if info is not None and info.leader:
                current = [peer for peer in info.replicas or () if peer.current]
                if len(current) >= followers:
                    return info.leader
        await asyncio.sleep(0.05)


async def tail_of(log: JetStreamHandLog) -> int:
    """Asked again while no leader answers, as a new owner does."""
    while True:
        with contextlib.suppress(BusUnavailable):
            return await log.tail(TABLE)
        await asyncio.sleep(0.05)


async def all_records(log: JetStreamHandLog) -> list[LogRecord]:
    """The same for reading."""
    while True:
        with contextlib.suppress(BusUnavailable):
            return await log.read(TABLE)
        await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_seams_9_the_leader_is_killed_and_a_node_frozen_between_appends(
    cluster: NatsCluster,
) -> None:
    """Every record is stored once, in order; what was acknowledged is never lost."""
    connection = await connected(cluster)
    log = JetStreamHandLog(lambda: connection.jetstream, ack_timeout_s=1.0)
    names = [f"r{number}" for number in range(60)]
    tail = 0
    async with asyncio.timeout(90):
        for number, name in enumerate(names):
            if number == 20:
                killed = cluster.node(await leader(connection))
                killed.kill()
            if number == 35:
                killed.start()
            if number == 45:
                frozen = cluster.node(await leader(connection))
                frozen.pause()
            outcome = await until_known(log, record(name), tail)
            assert isinstance(outcome, Appended)
            tail = outcome.sequence
            if number == 50:
                frozen.resume()
        found = await all_records(log)
    assert [one.record_id for one in found] == names
    await connection.close()


@pytest.mark.slow
async def test_seams_9_rival_writers_on_three_nodes_make_one_line(cluster: NatsCluster) -> None:
    """Three writers over their own connections; whatever is answered agrees with the log."""
    connections = [await connected(cluster) for _ in range(3)]
    acknowledged: list[tuple[str, int]] = []

    async def writer(number: int) -> None:
        connection = connections[number]
        log = JetStreamHandLog(lambda: connection.jetstream, ack_timeout_s=2.0)
        for count in range(10):
            tail = await tail_of(log)
            name = f"w{number}-{count}"
            outcome = await until_known(log, record(name), tail)
            if isinstance(outcome, Appended):
                acknowledged.append((name, outcome.sequence))

    async with asyncio.timeout(90):
        await asyncio.gather(*(writer(number) for number in range(3)))
        log = JetStreamHandLog(lambda: connections[0].jetstream)
        found = await all_records(log)
    stored = {one.record_id: one.sequence for one in found}
    assert len(stored) == len(found)
    assert acknowledged
    for name, sequence in acknowledged:
        assert stored[name] == sequence
    for connection in connections:
        await connection.close()
