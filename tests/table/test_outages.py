"""Wallet or NATS away: hands wait or end by rule, players see why, play goes on by itself."""

import asyncio

import pytest

from riverbus.pb.table.v1 import events_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.embedded.nats_server import NatsServer
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.fixtures.servers import connected_bus
from tests.table.room import Room, account_ids, real_room, until_async


async def seated(room: Room, table_id: str, players: int = 2) -> dict[int, str]:
    """A table with players who have 20,000 each."""
    people = account_ids(players)
    await room.open_accounts(*people)
    await room.open_table(table_id)
    seats = dict(enumerate(people, 1))
    for number, account in seats.items():
        assert (await room.sit(table_id, account, 20_000, number)).ok
    return seats


async def test_seams_18_a_settle_outlives_the_wallet_and_play_goes_on_by_itself(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """The wallet goes in mid-hand; the hand ends, the table waits for the cashier, then deals."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        seats = await seated(room, "linden")
        before = await room.balances(*seats.values())
        view = await room.to_act("linden", seats)
        await room.stop_wallet()
        answer = await room.act("linden", view, seats[view.turn.seat], events_pb2.VERB_FOLD)
        assert answer.ok

        async def waits() -> bool:
            found = await room.view("linden", seats[1])
            return found.state == events_pb2.TABLE_STATE_WAITING_FOR_WALLET

        await until_async(waits, 20)
        await room.start_wallet()
        again = await room.to_act("linden", seats)
        assert again.hand_number == view.hand_number + 1
        assert again.state == events_pb2.TABLE_STATE_OPEN
        after = await room.balances(*seats.values())
        assert sum(after.values()) == sum(before.values())


@pytest.mark.slow
async def test_seams_8_while_the_log_stands_still_so_does_the_clock(
    nats_server: NatsServer, fresh_database: FreshDatabases, keys: TestKeys
) -> None:
    """NATS frozen for three seconds in an action: one answer, a later deadline, no takeover."""
    urls = await fresh_database.together("wallet", "table")
    async with (
        connected_bus(nats_server.url) as bus,
        real_room(nats_server.url, urls, keys, bus) as room,
    ):
        await room.start_pod("table-0")
        await room.start_pod("table-1")
        seats = await seated(room, "poplar", 3)
        view = await room.to_act("poplar", seats)
        nats_server.pause()
        acting = asyncio.create_task(
            room.act("poplar", view, seats[view.turn.seat], events_pb2.VERB_CALL)
        )
        await asyncio.sleep(3)
        assert not acting.done()
        nats_server.resume()
        answer = await asyncio.wait_for(acting, 40)
        assert answer.ok

        async def moved() -> events_pb2.TableView | None:
            found = await room.view("poplar", seats[1])
            stood = found.turn.deadline_ms - found.server_ms > 58_500
            return found if found.turn.turn == view.turn.turn + 1 and stood else None

        later = await until_async(moved)
        assert later.epoch == view.epoch
        await room.play_on("poplar", seats, 1)


@pytest.mark.slow
async def test_nats_killed_and_started_again_loses_no_chip_and_no_hand(
    nats_server: NatsServer, fresh_database: FreshDatabases, keys: TestKeys
) -> None:
    urls = await fresh_database.together("wallet", "table")
    async with (
        connected_bus(nats_server.url) as bus,
        real_room(nats_server.url, urls, keys, bus) as room,
    ):
        await room.start_pod("table-0")
        seats = await seated(room, "willow")
        before = await room.balances(*seats.values())
        view = await room.to_act("willow", seats)
        nats_server.kill()
        acting = asyncio.create_task(
            room.act("willow", view, seats[view.turn.seat], events_pb2.VERB_CALL)
        )
        await asyncio.sleep(0.5)
        nats_server.start()
        assert (await asyncio.wait_for(acting, 40)).ok
        again = await room.to_act("willow", seats)
        assert again.hand_id == view.hand_id
        await room.play_on("willow", seats, 2)
        after = await room.balances(*seats.values())
        assert sum(after.values()) == sum(before.values())
