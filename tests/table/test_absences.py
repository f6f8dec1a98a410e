"""The record of absences: who was away when, also over takeovers and a database that is away."""

from typing import Any

import pytest

from riverbus.core.errors import RoomError
from riverbus.core.ports import Caller
from riverbus.pb.lobby.v1 import table_config_pb2
from riverbus.pb.table.v1 import events_pb2, table_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import speaking_for
from riverbus.runtime.db import Database
from services.table.adapters.absence_store import AbsenceStore
from services.table.adapters.archive_store import PageInvalid
from services.table.adapters.protection_store import ProtectionStore
from services.table.app.ports import Absence
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.fixtures.severed import line_to
from tests.table.room import Room, account_ids, real_room, until_async
from tests.table.test_protection import DAY, use

DISCONNECTED = table_pb2.ABSENCE_KIND_DISCONNECTED
SITTING_OUT = table_pb2.ABSENCE_KIND_SITTING_OUT
PROTECTED = table_pb2.ABSENCE_KIND_PROTECTED


async def listed(room: Room, pod: str, role: str = "support", **request: Any) -> list[Any]:
    who = Caller("gateway", "operator-1", "Support", frozenset({role}), "s1")
    with speaking_for(who):
        answer = await room.stub(pod).ListAbsences(
            table_pb2.ListAbsencesRequest(**request), timeout=5
        )
    return list(answer.absences)


async def switch(room: Room, table: str, account: str, *, sit_out: bool) -> None:
    options = events_pb2.SeatOptions(sit_out=sit_out)
    request = table_pb2.SetOptionsRequest(
        table_id=table, action_id=room.action_id(), options=options
    )
    await room.call(account, lambda stub: stub.SetOptions(request, timeout=10), table)


@pytest.mark.rule("ACT-02", "ACT-04")
async def test_support_reads_who_was_away_when_over_a_takeover(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """A lost line in a hand, an all-in by it, sitting out; the owner dies in between."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        people = account_ids(2)
        await room.open_accounts(*people)
        clocks = table_config_pb2.TableClocks(turn_s=2)
        await room.open_table("maple", clocks=clocks)
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            await room.sit("maple", account, 20_000, number)
        view = await room.to_act("maple", seats)
        gone, other = seats[view.turn.seat], seats[3 - view.turn.seat]
        room.present[gone] = []

        async def rows(pod: str, kind: int, *, ended: bool) -> list[Any]:
            found = await listed(room, pod, account_id=gone)
            return [r for r in found if r.kind == kind and bool(r.ended_ms) == ended]

        lost = (await until_async(lambda: rows("table-0", DISCONNECTED, ended=False), 20))[0]
        assert (lost.table_id, lost.seat, lost.hand_id) == ("maple", view.turn.seat, view.hand_id)
        assert view.server_ms - 1_000 < lost.began_ms < view.server_ms + 20_000
        await room.kill("table-0")
        await room.start_pod("table-1")
        assert await room.owned("maple") == "table-1"
        room.present[gone] = [1]
        back = (await until_async(lambda: rows("table-1", DISCONNECTED, ended=True), 20))[0]
        assert (back.began_ms, back.ending) == (lost.began_ms, "returned")
        assert back.ended_ms > back.began_ms

        again = await room.to_act("maple", {view.turn.seat: gone})
        await room.act("maple", again, gone, events_pb2.VERB_FOLD)
        await switch(room, "maple", gone, sit_out=True)
        await until_async(lambda: rows("table-1", SITTING_OUT, ended=False), 30)
        await room.leave("maple", gone)
        left = (await until_async(lambda: rows("table-1", SITTING_OUT, ended=True), 20))[0]
        assert left.ending == "left"
        table = await listed(room, "table-1", role="floor", table_id="maple")
        assert [r.began_ms for r in table] == sorted((r.began_ms for r in table), reverse=True)
        assert not any(r.account_id == other and r.kind == DISCONNECTED for r in table)
        with pytest.raises(RoomError) as refused:
            await listed(room, "table-1", role="player", account_id=gone)
        assert refused.value.code == "not_allowed"


async def test_what_began_and_ended_while_the_database_was_away_is_written_later(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    urls = await fresh_database.together("wallet", "table")
    async with (
        real_room(nats_url, urls, keys, bus) as room,
        line_to(urls["table"]) as (line, through),
    ):
        await room.start_pod("table-0", RIVERBUS_DATABASE_URL=through)
        people = account_ids(2)
        await room.open_accounts(*people)
        await room.open_table("beech")
        await room.sit("beech", people[0], 20_000, 1)
        seats = room.tables("table-0").actors["beech"]

        async def connected(wanted: bool) -> bool:
            seat = seats.table.seat_of(people[0])
            return seat is not None and seat.connected is wanted

        await line.cut()
        room.present[people[0]] = []
        await until_async(lambda: connected(False), 20)
        room.present[people[0]] = [1]
        await until_async(lambda: connected(True), 20)
        await line.mend()

        async def whole() -> list[Any]:
            found = await listed(room, "table-0", account_id=people[0])
            return [row for row in found if row.kind == DISCONNECTED and row.ended_ms]

        row = (await until_async(whole, 20))[0]
        assert (row.hand_id, row.ending) == ("", "returned")


async def test_absences_and_uses_in_one_list_page_by_page(fresh_database: FreshDatabases) -> None:
    """Also where several begin in the same millisecond; an end is never taken back."""
    database = Database(await fresh_database("table"), "table_service")
    store = AbsenceStore(database)
    absences = [
        Absence(
            account_id="a1", began_ms=DAY + number // 3, kind="disconnected",
            table_id=f"t{number}", seat=2, hand_id="h", ended_ms=0,
        )
        for number in range(9)
    ]  # fmt: skip
    await store.write(absences)
    ended = Absence(**{**_fields(absences[0]), "ended_ms": DAY + 50, "ending": "left"})
    await store.write([ended])
    await store.write(absences)
    await ProtectionStore(database).use(use("h9"), "t1", DAY + 1, 2, 24)
    seen: list[Any] = []
    cursor, pages = "", 0
    while pages == 0 or cursor:
        rows, cursor = await store.page("a1", "", 4, cursor)
        seen += rows
        pages += 1
    assert pages == 3
    assert len({(r.kind, r.table_id) for r in seen}) == len(seen) == 10
    assert [r.began_ms for r in seen] == sorted((r.began_ms for r in seen), reverse=True)
    first = next(r for r in seen if r.table_id == "t0")
    assert (first.ended_ms, first.ending) == (DAY + 50, "left")
    used = next(r for r in seen if r.kind == PROTECTED)
    assert (used.amount, used.granted, used.review, used.reason) == (
        500, True, False, "disconnected",
    )  # fmt: skip
    assert {a.table_id for a in await store.still_open(["t0", "t1", "t5", "t99"])} == {"t1", "t5"}
    for bad in (("", "", 10, ""), ("a1", "", 101, ""), ("a1", "", 10, "x.y"), ("a1", "", -1, "")):
        with pytest.raises(PageInvalid):
            await store.page(*bad)
    await database.close()


def _fields(absence: Absence) -> dict[str, Any]:
    return {name: getattr(absence, name) for name in absence.__struct_fields__}
