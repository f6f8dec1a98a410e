"""The wallet's database is restored from an older backup behind running tables (SEAMS 26)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import sqlalchemy

from riverbus.cli.local.backup_database import dump, load, server_major
from riverbus.core.ports import Caller
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.table.v1 import events_pb2, table_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import speaking_for
from riverbus.runtime.db import Database
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import Room, account_ids, real_room, until, until_async
from tests.wallet.desk import postgres_desk

RAKE = types_pb2.RakePolicy(version="1", basis_points=500, rounding="down")


class Drill:
    """A room whose wallet can be put back to the day of its backup."""

    def __init__(self, room: Room, databases: FreshDatabases, folder: Path) -> None:
        self.room = room
        self._databases = databases
        self._file = folder / "wallet.dump"
        self.lost = ""
        """URL of the database as it was when it was lost."""

    async def back_up(self) -> None:
        """With pg_dump, while the wallet books."""
        url = self._databases.admin_of(self.room.urls["wallet"])
        await asyncio.to_thread(dump, url, self._file, await server_major(url))

    async def restore(self) -> None:
        """Another database with what was backed up; the wallet starts on it."""
        await self.room.stop_wallet()
        self.lost = self.room.urls["wallet"]
        url = await self._databases.empty()
        await asyncio.to_thread(load, url, self._file, await server_major(url))
        name = sqlalchemy.make_url(url).database
        back = sqlalchemy.make_url(self.lost).set(database=name)
        self.room.urls["wallet"] = back.render_as_string(hide_password=False)
        await self.room.start_wallet()

    async def accounts(self, url: str) -> dict[tuple[Any, ...], int]:
        """Every account that holds something."""
        connection = await asyncpg.connect(self._databases.admin_of(url))
        try:
            rows = await connection.fetch(
                "select purpose, owner, scope, currency, balance from wallet.accounts"
                " where balance <> 0"
            )
        finally:
            await connection.close()
        return {tuple(row)[:4]: row["balance"] for row in rows}

    async def findings(self) -> list[str]:
        """What an audit of the ledger finds."""
        database = Database(self.room.urls["wallet"], "wallet", pool=2)
        try:
            return await postgres_desk(database).findings()
        finally:
            await database.close()

    async def is_whole_again(self) -> None:
        """The restored ledger holds for everybody what the lost one held."""
        lost = await self.accounts(self.lost)

        async def same() -> bool:
            return await self.accounts(self.room.urls["wallet"]) == lost

        await until_async(same)
        await self.is_sound()

    async def is_sound(self) -> None:
        """The audit finds nothing, once the table has compared itself again."""

        async def sound() -> bool:
            return await self.findings() == []

        await until_async(sound, 10.0)


@asynccontextmanager
async def drill(
    nats_url: str, databases: FreshDatabases, keys: TestKeys, bus: NatsBus, folder: Path
) -> AsyncIterator[Drill]:
    """Wallet and tables with a database each; a table that compares itself each second."""
    urls = {name: await databases(name) for name in ("wallet", "table")}
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0", RIVERBUS_RECONCILE_S="1")
        yield Drill(room, databases, folder)
        bucket = await bus.key_value("tables")
        for entry in await bucket.entries():  # the next test has another ledger on the same bus
            await bucket.delete(entry.key)


async def operate(room: Room, table_id: str, operation: Any) -> None:
    request = table_pb2.OperateRequest(
        table_id=table_id, action_id=room.action_id(), operation=operation, reason="A drill."
    )
    with speaking_for(Caller("gateway", "floor-1", "Floor", frozenset({"floor"}), "s1")):
        stub = room.stub(await room.owned(table_id))
        answer = await stub.Operate(request, timeout=10)
    assert answer.answer.ok


async def paused_after_the_hand(room: Room, table_id: str, seats: dict[int, str]) -> None:
    """No hand runs and none will."""
    await operate(room, table_id, table_pb2.OPERATION_PAUSE)

    async def idle() -> bool:
        view = await room.view(table_id, next(iter(seats.values())))
        if view.HasField("turn") and view.turn.seat in seats:
            account = seats[view.turn.seat]
            legal = (await room.view(table_id, account)).own.legal
            verb = events_pb2.VERB_CHECK if legal.check else events_pb2.VERB_FOLD
            await room.act(table_id, view, account, verb)
        return not view.hand_id

    await until_async(idle)


def stacks(view: events_pb2.TableView) -> dict[str, int]:
    return {seat.account_id: seat.stack for seat in view.seats if seat.account_id}


async def test_seams_26_a_table_repeats_what_an_older_wallet_lost(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus, tmp_path: Path
) -> None:
    """Backed up in mid-hand; then hands, a top-up, a departure and a new player."""
    async with drill(nats_url, fresh_database, keys, bus, tmp_path) as test:
        room = test.room
        people = account_ids(4)
        await room.open_accounts(*people)
        await room.open_table("rowan", rake=RAKE)
        seats = dict(enumerate(people[:3], 1))
        for number, account in seats.items():
            await room.sit("rowan", account, 20_000, number)
        await room.play_on("rowan", seats, 1)
        view = await room.to_act("rowan", seats)
        await room.act("rowan", view, seats[view.turn.seat], events_pb2.VERB_CALL)
        await test.back_up()
        await room.play_on("rowan", seats, 3)
        top_up = table_pb2.TopUpRequest(table_id="rowan", action_id=room.action_id(), amount=5_000)
        await room.call(people[0], lambda stub: stub.TopUp(top_up, timeout=5), "rowan")
        await room.leave("rowan", people[2])
        del seats[3]
        await room.play_on("rowan", seats, 2)
        await until_async(lambda: _gone(room, "rowan", people[2]))
        seats[3] = people[3]
        await room.sit("rowan", people[3], 15_000, 3)
        await room.play_on("rowan", seats, 2)
        await paused_after_the_hand(room, "rowan", seats)
        before = stacks(await room.view("rowan", people[0]))
        await test.restore()
        assert await test.accounts(room.urls["wallet"]) != await test.accounts(test.lost)
        await test.is_whole_again()
        view = await room.view("rowan", people[0])
        assert stacks(view) == before
        assert "operator" not in view.state_reason
        await operate(room, "rowan", table_pb2.OPERATION_RESUME)
        await room.play_on("rowan", seats, 2)
        await test.is_sound()


async def _gone(room: Room, table_id: str, account: str) -> bool:
    view = await room.view(table_id, account)
    return all(seat.account_id != account for seat in view.seats)


async def test_seams_26_a_hand_that_runs_goes_on_over_an_older_wallet(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus, tmp_path: Path
) -> None:
    """The restored wallet has an old hand open, and never saw the one that is played."""
    async with drill(nats_url, fresh_database, keys, bus, tmp_path) as test:
        room = test.room
        people = account_ids(2)
        await room.open_accounts(*people)
        await room.open_table("gean")
        before = sum((await room.balances(*people)).values())
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            await room.sit("gean", account, 20_000, number)
        view = await room.to_act("gean", seats)
        await test.back_up()
        await room.play_on("gean", seats, 3)
        running = await room.to_act("gean", seats)
        assert running.hand_id != view.hand_id
        await test.restore()
        await room.play_on("gean", seats, 3)
        await paused_after_the_hand(room, "gean", seats)
        cancelled = [e for e in room.events if any(f.HasField("hand_cancelled") for f in e.facts)]
        assert not cancelled

        async def agreed() -> bool:
            held = await test.accounts(room.urls["wallet"])
            at_table = stacks(await room.view("gean", people[0]))
            return all(amount in held.values() for amount in at_table.values())

        await until_async(agreed)
        assert sum((await room.balances(*people)).values()) == before
        await test.is_sound()


async def test_seams_26_a_refused_repetition_pauses_until_what_it_needs_is_there(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus, tmp_path: Path
) -> None:
    """A player's account was opened after the backup: the lobby opens it again."""
    async with drill(nats_url, fresh_database, keys, bus, tmp_path) as test:
        room = test.room
        people = account_ids(2)
        await room.open_accounts(people[0])
        await test.back_up()
        await room.open_accounts(people[1])
        await room.open_table("larch")
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            await room.sit("larch", account, 20_000, number)
        await room.play_on("larch", seats, 2)
        await test.restore()
        owner = room.tables(await room.owned("larch"))
        await until(lambda: owner.actors["larch"].table.core.behind)
        view = await room.view("larch", people[0])
        assert view.state == events_pb2.TABLE_STATE_PAUSED
        assert "older than this table's" in view.state_reason
        await until(lambda: owner.metrics.paused._value.get() == 1)
        leave = table_pb2.LeaveRequest(table_id="larch", action_id=room.action_id())
        await room.call(people[0], lambda stub: stub.Leave(leave, timeout=5), "larch")
        await room.open_accounts(people[1])
        await until(lambda: not owner.actors["larch"].table.core.behind)
        await paused_after_the_hand(room, "larch", {2: people[1]})
        await until_async(lambda: _gone(room, "larch", people[0]))
        await test.is_sound()


async def test_seams_26_an_operator_gives_up_what_cannot_be_repeated(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus, tmp_path: Path
) -> None:
    """The table begins anew from the restored wallet's escrows, and nobody repeats it later."""
    async with drill(nats_url, fresh_database, keys, bus, tmp_path) as test:
        room = test.room
        people = account_ids(3)
        await room.open_accounts(*people[:2])
        await room.open_table("sorb")
        seats = dict(enumerate(people[:2], 1))
        for number, account in seats.items():
            await room.sit("sorb", account, 20_000, number)
        await test.back_up()
        await room.open_accounts(people[2])
        await room.sit("sorb", people[2], 20_000, 3)
        seats[3] = people[2]
        await room.play_on("sorb", seats, 3)
        await test.restore()
        owner = room.tables(await room.owned("sorb"))
        await until(lambda: owner.actors["sorb"].table.core.behind)
        await operate(room, "sorb", table_pb2.OPERATION_CANCEL_HAND)
        await room.owned("sorb")
        view = await room.view("sorb", people[0])
        assert stacks(view) == dict.fromkeys(people[:2], 20_000)
        await operate(room, "sorb", table_pb2.OPERATION_RESUME)
        del seats[3]
        await room.play_on("sorb", seats, 2)
        await room.open_accounts(people[2])
        await asyncio.sleep(3)
        assert not room.tables(await room.owned("sorb")).actors["sorb"].table.core.behind
        await test.is_sound()
