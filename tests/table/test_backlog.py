"""Hands that wait for the archive: more than fit in memory, none is lost (SEAMS 5)."""

import pytest

from riverbus.pb.table.v1 import table_pb2
from riverbus.runtime.bus import NatsBus
from services.table.app import archiver
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.fixtures.severed import line_to
from tests.table.room import real_room, until_async
from tests.table.test_history import hands_of
from tests.table.test_outages import seated


async def test_seams_5_hands_beyond_the_memory_are_read_from_the_log_again(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """The table's database is away for some hands; the log keeps them, and is purged afterwards."""
    monkeypatch.setattr(archiver, "IN_MEMORY", 2)
    urls = await fresh_database.together("wallet", "table")
    async with (
        real_room(nats_url, urls, keys, bus) as room,
        line_to(urls["table"]) as (line, through),
    ):
        await room.start_pod("table-0", RIVERBUS_DATABASE_URL=through)
        seats = await seated(room, "spindle")
        await line.cut()
        await room.play_on("spindle", seats, 6)
        played = (await room.to_act("spindle", seats)).hand_number - 1
        assert played >= 5
        waiting = room.tables("table-0").archiver._queue._queue  # type: ignore[attr-defined]
        assert sum(not stretch.records for stretch in waiting) >= 2, "some are not in memory"
        log = room.tables("table-0").outside.log
        whole = len(await log.read("spindle"))
        await line.mend()

        async def archived() -> list[table_pb2.HandSummary]:
            found = await hands_of(room, seats[1])
            return found if len(found) >= played else []

        rows = await until_async(archived)
        numbers = sorted(row.number for row in rows)
        assert numbers == list(range(1, played + 1)), "none is left out"

        async def purged() -> bool:
            return len(await log.read("spindle")) < whole / 2

        await until_async(purged)
