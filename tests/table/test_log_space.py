"""A stream of the hand log fills up: new hands stop, hands in progress end, play goes on by itself
(SEAMS 5). On a real stream with a tiny limit, and in the simulator's hand log."""

import asyncio

import pytest
from nats.js.client import JetStreamContext
from nats.js.errors import APIError

from riverbus.core.ports import LogRecord
from riverbus.pb.table.v1 import events_pb2, table_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.nats import stream_config
from riverbus.runtime.streams import stream
from riverbus.sim.loop import run_virtual
from services.table.adapters.hand_log import stream_of, subject_of
from services.table.app import log_watch
from services.table.app.log_watch import LogWatch
from services.table.app.tables import Tables
from services.table.domain.commands import Operate
from services.table.domain.log_space import REASON
from services.table.domain.state import TableState
from services.table.metrics import TableMetrics
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.app.test_actor import Bench, sit
from tests.table.room import Room, real_room, until_async
from tests.table.test_outages import seated

LIMIT = 400_000
FILLER = 10_000


async def fill_to(streams: JetStreamContext, table: str, share: float) -> None:
    """Other tables of the same stream take so much of it."""
    name = stream_of(table)
    while True:
        info = await streams.stream_info(name)
        if info.state.bytes >= share * LIMIT - FILLER:
            return
        await streams.publish(f"{subject_of(table)}-filler", bytes(FILLER - 200), stream=name)


async def fill_up(streams: JetStreamContext, table: str) -> None:
    """Until not even a small message is taken."""
    for size in (FILLER, 1_000, 100, 1):
        while await taken(streams, table, size):
            pass


async def taken(streams: JetStreamContext, table: str, size: int) -> bool:
    """Whether a message of the size still fits."""
    try:
        await streams.publish(f"{subject_of(table)}-filler", bytes(size))
    except APIError as error:
        if error.description != "maximum bytes exceeded":
            raise
        return False
    return True


async def standing(room: Room, table: str, account: str, state: "events_pb2.TableState") -> bool:
    return (await room.view(table, account)).state == state


async def test_seams_5_new_hands_stop_before_a_stream_is_full_and_go_on_when_it_is_not(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(log_watch, "LOOK_S", 0.1)
    urls = await fresh_database.together("wallet", "table")
    table = "hornbeam"
    async with real_room(nats_url, urls, keys, bus) as room:
        pod = await room.start_pod("table-0")
        assert pod.nats is not None
        streams = pod.nats.jetstream
        config = stream_config(stream(stream_of(table)), 1)
        await streams.update_stream(config.evolve(max_bytes=LIMIT))
        try:
            await _fills_and_empties(room, streams, table)
        finally:
            await streams.purge_stream(stream_of(table), subject=f"{subject_of(table)}-filler")
            await streams.update_stream(config)
        exposed = pod.metrics.exposition().decode()
        assert f'riverbus_table_hand_log_fill_ratio{{stream="{stream_of(table)}"}}' in exposed


async def _fills_and_empties(room: Room, streams: JetStreamContext, table: str) -> None:
    seats = await seated(room, table)
    view = await room.to_act(table, seats)
    await fill_to(streams, table, 0.95)
    paused = events_pb2.TABLE_STATE_PAUSED
    await until_async(lambda: standing(room, table, seats[1], paused), 10)
    told = await room.view(table, seats[1])
    assert told.state_reason == REASON
    assert told.hand_id == view.hand_id, "the hand in progress goes on"
    while (await room.view(table, seats[1])).hand_id == view.hand_id:
        now = await room.view(table, seats[1])
        if now.HasField("turn"):
            player = seats[now.turn.seat]
            own = await room.view(table, player)
            await room.act(table, own, player, events_pb2.VERB_FOLD)
    await asyncio.sleep(1)
    assert not (await room.view(table, seats[1])).hand_id, "no new hand"

    await fill_up(streams, table)
    asking = asyncio.create_task(switch(room, table, seats[2]))
    await asyncio.sleep(1)
    assert not asking.done(), "nothing is answered that is not durable"
    await streams.purge_stream(stream_of(table), subject=f"{subject_of(table)}-filler")
    await asking
    await until_async(lambda: standing(room, table, seats[1], events_pb2.TABLE_STATE_OPEN), 10)
    again = await room.to_act(table, seats)
    assert again.hand_number == view.hand_number + 1


async def switch(room: Room, table: str, account: str) -> None:
    """A command that changes little and wants a record."""
    options = events_pb2.SeatOptions(auto_muck=False)
    request = table_pb2.SetOptionsRequest(
        table_id=table, action_id=room.action_id(), options=options
    )
    await room.call(account, lambda stub: stub.SetOptions(request, timeout=10), table)


def test_seams_5_the_simulator_s_log_fills_up_too() -> None:
    async def main() -> None:
        bench = Bench()
        bench.wallet.freezes = True
        bench.disk.append(LogRecord("filler", "f1", bytes(1_000_000)), 0)
        bench.disk.limit_bytes = 1_080_000
        actor = await bench.take("table-0", 1)
        tables = Tables(bench.outside("table-0"), TableMetrics(Metrics("table")))
        tables.actors["felt"] = actor
        watch = LogWatch(tables, bench.outside("table-0"), TableMetrics(Metrics("table")))
        await actor.ask(sit("A"))
        await actor.ask(sit("B"))
        await asyncio.sleep(5)
        number, hand_id = actor.table.core.hand_number, actor.table.core.hand_id
        assert hand_id
        await watch.look()
        assert actor.table.core.state is TableState.PAUSED
        assert actor.table.core.reason == REASON
        await asyncio.sleep(300)
        await watch.look()
        assert (actor.table.core.hand_number, actor.table.core.hand_id) == (number, "")
        new = await bench.take("table-1", 2)
        tables.actors["felt"] = new
        assert new.table.core.state is TableState.PAUSED
        bench.disk.purge("filler", 2)
        await watch.look()
        assert new.table.core.state is TableState.OPEN
        await asyncio.sleep(5)
        assert new.table.core.hand_number == number + 1

    run_virtual(main)


def test_seams_5_an_operator_s_pause_is_not_lifted_and_a_small_wave_does_not_flicker() -> None:
    async def main() -> None:
        bench = Bench()
        actor = await bench.take("table-0", 1)
        tables = Tables(bench.outside("table-0"), TableMetrics(Metrics("table")))
        tables.actors["felt"] = actor
        watch = LogWatch(tables, bench.outside("table-0"), TableMetrics(Metrics("table")))

        async def at(share: float) -> TableState:
            bench.disk.limit_bytes = int(bench.disk.bytes / share)
            await watch.look()
            bench.disk.limit_bytes = 0
            return actor.table.core.state

        bench.disk.append(LogRecord("filler", "f1", bytes(1_000_000)), 0)
        assert await at(0.89) is TableState.OPEN
        assert await at(0.91) is TableState.PAUSED
        assert await at(0.86) is TableState.PAUSED
        assert await at(0.84) is TableState.OPEN
        await actor.ask(Operate(account_id="F", action_id="pause-0001", operation="pause"))
        assert await at(0.95) is TableState.PAUSED
        assert await at(0.5) is TableState.PAUSED
        assert actor.table.core.paused_by == "operator"

    run_virtual(main)
