"""One contract for the hand log, on real NATS and in memory; then what only the real one can do."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest

from riverbus.core.ports import Appended, Fenced, HandLog, LogRecord, Undecided
from riverbus.runtime.embedded.nats_server import NatsServer
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.nats import NatsConnection, stream_config
from riverbus.runtime.streams import HANDLOG_STREAMS, stream
from riverbus.sim.broker import Broker
from riverbus.sim.hand_log import LogDisk, MemoryHandLog
from riverbus.sim.network import Network, Weather
from riverbus.sim.process import Process
from services.table.adapters.hand_log import (
    JetStreamHandLog,
    outcome,
    stream_of,
    subject_of,
)


def record(name: str, table: str = "birch", data: bytes = b"x") -> LogRecord:
    return LogRecord(
        table_id=table, record_id=name, data=data, headers={"Riverbus-Kind": "command"}
    )


async def connected(url: str) -> NatsConnection:
    connection = NatsConnection("table", Metrics("table"))
    await connection.connect([url], name="hand-log-test")
    for name in HANDLOG_STREAMS:
        await connection.jetstream.add_stream(stream_config(stream(name), 1))
    return connection


@pytest.fixture(params=["memory", "nats"])
async def hand_log(
    request: pytest.FixtureRequest, nats_url: str
) -> AsyncIterator[tuple[HandLog, str]]:
    """The log, and a table name of the test's own."""
    table = f"t-{abs(hash(request.node.nodeid)) % 10**9}"
    if request.param == "memory":
        process = Process(Broker(Network(random.Random(1)), {}), "table-0")
        yield MemoryHandLog(process, LogDisk()), table
        return
    connection = await connected(nats_url)
    yield JetStreamHandLog(lambda: connection.jetstream), table
    await connection.close()


async def test_records_are_appended_one_after_the_other_and_read_back(
    hand_log: tuple[HandLog, str],
) -> None:
    log, table = hand_log
    first = await log.append(record("r1", table), 0)
    assert isinstance(first, Appended)
    second = await log.append(record("r2", table, b"two"), first.sequence)
    assert isinstance(second, Appended)
    assert second.sequence > first.sequence
    found = await log.read(table)
    assert [(one.record_id, one.data) for one in found] == [("r1", b"x"), ("r2", b"two")]
    assert found[1].headers["Riverbus-Kind"] == "command"
    assert await log.tail(table) == second.sequence
    assert [one.record_id for one in await log.read(table, first.sequence)] == ["r2"]


async def test_seams_7_a_rival_s_record_fences_and_leaves_no_trace(
    hand_log: tuple[HandLog, str],
) -> None:
    log, table = hand_log
    assert isinstance(await log.append(record("mine", table), 0), Appended)
    late = await log.append(record("late", table), 0)
    assert isinstance(late, Fenced)
    assert [one.record_id for one in await log.read(table)] == ["mine"]


async def test_seams_7_the_same_record_again_is_acknowledged_not_doubled(
    hand_log: tuple[HandLog, str],
) -> None:
    log, table = hand_log
    first = await log.append(record("r1", table), 0)
    again = await log.append(record("r1", table), 0)
    assert again == first
    assert len(await log.read(table)) == 1


async def test_seams_7_mine_followed_by_another_owner_is_fenced(
    hand_log: tuple[HandLog, str],
) -> None:
    log, table = hand_log
    first = await log.append(record("mine", table), 0)
    assert isinstance(first, Appended)
    assert isinstance(await log.append(record("owner-2", table), first.sequence), Appended)
    assert isinstance(await log.append(record("mine", table), 0), Fenced)


async def test_seams_5_a_purge_keeps_the_checkpoint_and_the_expected_sequence(
    hand_log: tuple[HandLog, str],
) -> None:
    log, table = hand_log
    tail = 0
    for number in range(5):
        done = await log.append(record(f"r{number}", table), tail)
        assert isinstance(done, Appended)
        tail = done.sequence
    await log.purge(table, tail)
    assert [one.record_id for one in await log.read(table)] == ["r4"]
    assert isinstance(await log.append(record("next", table), tail), Appended)


async def test_an_unknown_table_has_no_records(hand_log: tuple[HandLog, str]) -> None:
    log, table = hand_log
    assert await log.read(table) == []
    assert await log.tail(table) == 0


async def test_six_rival_writers_make_one_line_of_records(hand_log: tuple[HandLog, str]) -> None:
    """Each of six appends after what it last saw; every acknowledged record is there once."""
    log, table = hand_log
    done: list[str] = []

    async def writer(number: int) -> None:
        for count in range(5):
            tail = await log.tail(table)
            name = f"w{number}-{count}"
            if isinstance(await log.append(record(name, table), tail), Appended):
                done.append(name)

    await asyncio.gather(*(writer(number) for number in range(6)))
    names = [one.record_id for one in await log.read(table)]
    assert len(names) == len(set(names))
    assert set(done) <= set(names)


def test_seams_7_the_outcome_by_what_stands_after_the_expected_tail() -> None:
    mine, other = record("mine"), record("other")
    assert isinstance(outcome(mine, [], "timeout"), Undecided)
    assert isinstance(outcome(mine, [other], "timeout"), Fenced)
    assert isinstance(outcome(mine, [mine, other], "timeout"), Fenced)
    assert isinstance(outcome(mine, [mine], "timeout"), Appended)


def test_a_table_s_stream_never_changes() -> None:
    assert (stream_of("birch"), subject_of("birch")) == ("HANDLOG-09", "handlog.09.birch")


@pytest.mark.slow
async def test_seams_7_a_lost_server_leaves_an_append_undecided_until_it_is_back(
    nats_server: NatsServer,
) -> None:
    """Killed and started again: the same record is stored once, what was acknowledged is there."""
    connection = await connected(nats_server.url)
    log = JetStreamHandLog(lambda: connection.jetstream, ack_timeout_s=0.3)
    first = await log.append(record("r1"), 0)
    assert isinstance(first, Appended)
    nats_server.kill()
    assert isinstance(await log.append(record("r2"), first.sequence), Undecided)
    nats_server.start()
    async with asyncio.timeout(20):
        while True:
            again = await log.append(record("r2"), first.sequence)
            if not isinstance(again, Undecided):
                break
    assert isinstance(again, Appended)
    assert [one.record_id for one in await log.read("birch")] == ["r1", "r2"]
    await connection.close()


@pytest.mark.slow
async def test_seams_9_a_frozen_server_answers_later_and_nothing_is_doubled(
    nats_server: NatsServer,
) -> None:
    connection = await connected(nats_server.url)
    log = JetStreamHandLog(lambda: connection.jetstream, ack_timeout_s=0.3)
    nats_server.pause()
    assert isinstance(await log.append(record("r1"), 0), Undecided)
    nats_server.resume()
    async with asyncio.timeout(20):
        while True:
            again = await log.append(record("r1"), 0)
            if not isinstance(again, Undecided):
                break
    assert isinstance(again, Appended)
    assert len(await log.read("birch")) == 1
    await connection.close()


async def test_in_memory_lost_acknowledgements_are_found_by_reading() -> None:
    """With half of all answers lost, a writer that repeats stores each record once."""
    network = Network(random.Random(3), Weather(lose_answer=0.5))
    log = MemoryHandLog(Process(Broker(network, {}), "table-0"), LogDisk())
    tail, undecided = 0, 0
    for number in range(40):
        while True:
            done = await log.append(record(f"r{number}"), tail)
            if isinstance(done, Appended):
                tail = done.sequence
                break
            assert isinstance(done, Undecided)
            undecided += 1
    assert undecided > 0
    assert [one.record_id for one in await log.read("birch")] == [f"r{n}" for n in range(40)]
