"""Disconnection all-ins while the database is away: granted, booked late, for review (SEAMS 29)."""

from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from riverbus.pb.lobby.v1 import table_config_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.db import Database, driver_url
from services.table.adapters.protection_store import ProtectionStore
from services.table.domain.state import Intent, IntentKind
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.fixtures.severed import line_to
from tests.table.room import Room, account_ids, real_room, until, until_async

DAY = 24 * 3_600_000


def use(hand: str, granted_ms: int = 0) -> Intent:
    return Intent(
        id=f"protect:{hand}:1", kind=IntentKind.PROTECT, made_ms=0, account_id="a1",
        seat=1, hand_id=hand, amount=500, reason="disconnected", granted_ms=granted_ms,
    )  # fmt: skip


async def rows_of(url: str) -> list[Any]:
    engine = create_async_engine(driver_url(url))
    async with engine.connect() as connection:
        found = await connection.execute(
            text("select * from table_service.protection_use order by at_ms")
        )
        rows = list(found.all())
    await engine.dispose()
    return rows


@pytest.mark.rule("ACT-04", "ACT-14")
async def test_act_04_two_uses_in_a_day_over_all_tables_and_support_resets(
    fresh_database: FreshDatabases,
) -> None:
    """The store alone: two granted, the third refused, again after 24 hours or a reset."""
    database = Database(await fresh_database("table"), "table_service")
    store = ProtectionStore(database)
    assert await store.use(use("h1"), "elm", DAY, 2, 24) == (True, 1)
    assert await store.use(use("h1"), "elm", DAY + 1, 2, 24) == (True, 1)
    assert await store.use(use("h2"), "oak", DAY + 2, 2, 24) == (True, 0)
    assert await store.use(use("h3"), "elm", DAY + 3, 2, 24) == (False, 0)
    assert await store.left("a1", 2 * DAY + 1, 2, 24) == 1
    await store.reset("a1", DAY + 4)
    assert await store.left("a1", DAY + 5, 2, 24) == 2
    await database.close()


async def test_seams_29_a_late_use_stands_whatever_the_budget_says(
    fresh_database: FreshDatabases,
) -> None:
    """Also where the database had refused it and only that answer was lost."""
    url = await fresh_database("table")
    database = Database(url, "table_service")
    store = ProtectionStore(database)
    assert await store.use(use("h1"), "elm", DAY, 1, 24) == (True, 0)
    assert await store.use(use("h2", DAY + 1), "elm", DAY + 1, 1, 24) == (True, 0)
    assert await store.use(use("h2", DAY + 1), "elm", DAY + 1, 1, 24) == (True, 0)
    assert await store.use(use("h3"), "elm", DAY + 2, 1, 24) == (False, 0)
    assert await store.use(use("h3", DAY + 2), "elm", DAY + 2, 1, 24) == (True, 0)
    assert [(row.hand_id, row.granted, row.review) for row in await rows_of(url)] == [
        ("h1", True, False), ("h2", True, True), ("h3", True, True),
    ]  # fmt: skip
    assert await store.use(use("h1", DAY), "elm", DAY, 1, 24) == (True, 0)
    assert not (await rows_of(url))[0].review, "it was booked in time, only the answer was lost"
    await database.close()


@pytest.mark.rule("ACT-04")
async def test_seams_29_a_use_granted_without_the_database_is_booked_by_the_next_owner(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """The database goes; a player out of time is all-in; the process dies; the next one books."""
    urls = await fresh_database.together("wallet", "table")
    async with (
        real_room(nats_url, urls, keys, bus) as room,
        line_to(urls["table"]) as (line, through),
    ):
        await room.start_pod("table-0", RIVERBUS_DATABASE_URL=through)
        people = account_ids(2)
        await room.open_accounts(*people)
        clocks = table_config_pb2.TableClocks(turn_s=2)
        await room.open_table("rowan", clocks=clocks)
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            await room.sit("rowan", account, 20_000, number)
        await room.start_pod("table-1", RIVERBUS_DATABASE_URL=through)
        view = await room.to_act("rowan", seats)
        await line.cut()
        hand = await until(lambda: protected_hand(room), 20)
        assert hand == view.hand_id
        owed = room.tables("table-0").actors["rowan"].table.intents
        assert [name for name in owed if name.startswith("protect-late:")] == [
            f"protect-late:{view.hand_id}:{view.turn.seat}"
        ]
        assert await rows_of(urls["table"]) == []
        await room.kill("table-0")
        assert await room.owned("rowan") == "table-1"
        assert await rows_of(urls["table"]) == []
        await line.mend()

        async def booked() -> list[Any]:
            return [row for row in await rows_of(urls["table"]) if row.hand_id == hand]

        row = (await until_async(booked, 30))[0]
        assert (row.account_id, row.granted, row.review) == (seats[view.turn.seat], True, True)
        assert view.server_ms < row.at_ms < view.server_ms + 10_000
        actors = room.tables("table-1").actors
        await until(
            lambda: not any(i.hand_id == hand for i in actors["rowan"].table.intents.values())
        )


def protected_hand(room: Room) -> str:
    """The hand in which somebody was all-in by disconnection."""
    for event in room.events:
        for fact in event.facts:
            if fact.HasField("acted") and fact.acted.protected:
                return event.hand_id
    return ""
