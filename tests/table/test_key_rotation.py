"""Room keys change while tables play: old hands open, new ones are sealed anew (SEAMS 6)."""

import base64

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from riverbus.core.errors import RoomError
from riverbus.core.ports import Caller
from riverbus.pb.table.v1 import events_pb2, log_pb2, table_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import speaking_for
from riverbus.runtime.db import driver_url
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import ROOM_KEYS, Room, real_room, until_async
from tests.table.test_outages import seated

NEW = base64.b64encode(bytes(range(32, 64))).decode()
WRONG = base64.b64encode(bytes(range(64, 96))).decode()


def ring(current: str, **keys: str) -> dict[str, str]:
    """A process's environment with these room keys."""
    return {
        "RIVERBUS_TABLE_ROOM_KEYS": msgspec.json.encode(keys).decode(),
        "RIVERBUS_TABLE_ROOM_KEY": current,
    }


async def archived_keys(url: str) -> dict[str, str]:
    """Which key sealed which hand."""
    engine = create_async_engine(driver_url(url))
    async with engine.connect() as connection:
        rows = await connection.execute(text("select hand_id, key_id from table_service.hand"))
        found = {row.hand_id: row.key_id for row in rows}
    await engine.dispose()
    return found


async def sealed_keys(room: Room, pod: str, table: str) -> set[str]:
    """The keys that seal what stands in the table's log."""
    records = await room.tables(pod).outside.log.read(table)
    messages = [log_pb2.LogRecord.FromString(one.data) for one in records]
    return {message.sealed.key_id for message in messages if message.HasField("sealed")}


@pytest.mark.rule("INT-05")
async def test_seams_6_a_hand_goes_on_under_a_new_key_and_old_hands_still_open(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """Taken over in mid-hand by a process whose ring names another key."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        seats = await seated(room, "yew")
        await room.play_on("yew", seats, 2)
        view = await room.to_act("yew", seats)
        player = seats[view.turn.seat]
        await room.kill("table-0")
        await room.start_pod("table-1", **ring("k2", k1=ROOM_KEYS["k1"], k2=NEW))
        again = await room.view("yew", player)
        assert (again.hand_id, again.own.cards) == (view.hand_id, view.own.cards)
        assert again.own.cards
        await room.play_on("yew", seats, 3)

        async def both() -> dict[str, str]:
            found = await archived_keys(urls["table"])
            return found if len(found) >= 4 else {}

        by_hand = await until_async(both)
        assert set(by_hand.values()) == {"k1", "k2"}
        oldest, newest = min(by_hand), max(by_hand)
        assert (by_hand[oldest], by_hand[newest]) == ("k1", "k2")
        assert await sealed_keys(room, "table-1", "yew") == {"k2"}
        for hand_id in (oldest, newest):
            with speaking_for(Caller("gateway", player, "A", frozenset({"player"}), "s1")):
                hand = await room.stub("table-1").GetHand(
                    table_pb2.GetHandRequest(hand_id=hand_id, format="events"), timeout=5
                )
            assert len(hand.summary.cards) == 4


async def test_seams_6_a_process_with_the_wrong_key_claims_nothing(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """It does not start; the room plays on without it, and through the death of an owner."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        seats = await seated(room, "cypress")
        view = await room.to_act("cypress", seats)
        for wrong in (ring("k1", k1=WRONG), ring("k2", k1=WRONG, k2=NEW)):
            with pytest.raises(RoomError) as refused:
                await room.start_pod("table-wrong", **wrong)
            assert refused.value.code == "room_key_refused"
        assert await room.owned("cypress") == "table-0"
        await room.kill("table-0")
        await room.start_pod("table-1")
        again = await room.to_act("cypress", seats)
        assert again.hand_id == view.hand_id


async def test_seams_6_a_process_without_an_old_key_leaves_the_tables_of_that_key_alone(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """The old key was taken away too early: no hand is lost, none is quarantined."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        seats = await seated(room, "larch")
        view = await room.to_act("larch", seats)
        await room.kill("table-0")
        await room.start_pod("table-1", **ring("k2", k2=NEW))

        async def left_alone() -> bool:
            return "larch" in room.tables("table-1").newer

        await until_async(left_alone, 20)
        assert not room.tables("table-1").quarantined
        await room.start_pod("table-2", **ring("k2", k1=ROOM_KEYS["k1"], k2=NEW))
        again = await room.to_act("larch", seats)
        assert again.hand_id == view.hand_id
        assert again.state == events_pb2.TABLE_STATE_OPEN
