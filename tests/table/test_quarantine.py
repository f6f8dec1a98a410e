"""A hand that kills its owners is stopped, and an operator gets the chips out (SEAMS 13)."""

import pytest

from riverbus.core.errors import RoomError
from riverbus.core.ports import Caller
from riverbus.pb.table.v1 import events_pb2, table_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import speaking_for
from services.table.adapters.hand_log import stream_of, subject_of
from services.table.adapters.record_codec import RecordCodec
from services.table.app.journal import Entry
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import account_ids, real_room, until


@pytest.mark.rule("ACT-05")
async def test_seams_13_the_fourth_owner_quarantines_and_cancelling_needs_no_replay(
    nats_url: str,
    fresh_database: FreshDatabases,
    keys: TestKeys,
    bus: NatsBus,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A record in the hand that no replay survives; every chip is back after the cancel."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        people = account_ids(2)
        await room.open_accounts(*people)
        before = await room.balances(*people)
        await room.open_table("thorn")
        await room.owned("thorn")
        for number, account in enumerate(people, 1):
            await room.sit("thorn", account, 10_000, number)
        seats = dict(enumerate(people, 1))
        view = await room.to_act("thorn", seats)
        await room.act("thorn", view, seats[view.turn.seat], events_pb2.VERB_RAISE, 500)
        await room.kill("table-0")
        whole = RecordCodec.decode

        def poisoned(self: RecordCodec, stored: object) -> Entry:
            entry = whole(self, stored)  # type: ignore[arg-type]
            if entry.record is not None and entry.record.happened:
                raise ValueError("this record cannot be replayed")
            return entry

        monkeypatch.setattr(RecordCodec, "decode", poisoned)
        await room.start_pod("table-1")
        await until(lambda: "thorn" in room.tables("table-1").quarantined, 20)
        with (
            pytest.raises(RoomError) as stopped,
            speaking_for(Caller("gateway", people[0], "A", frozenset({"player"}), "s1")),
        ):
            await room.stub("table-1").GetTable(
                table_pb2.GetTableRequest(table_id="thorn"), timeout=5
            )
        assert stopped.value.code == "table_quarantined"
        monkeypatch.undo()
        with speaking_for(Caller("gateway", "floor-1", "Floor", frozenset({"floor"}), "s1")):
            answer = await room.stub("table-1").Operate(
                table_pb2.OperateRequest(
                    table_id="thorn",
                    action_id="cancel-thorn",
                    operation=table_pb2.OPERATION_CANCEL_HAND,
                    reason="The hand could not be played on.",
                ),
                timeout=10,
            )
            assert answer.answer.ok
        assert await room.owned("thorn") == "table-1"
        again = await room.view("thorn", people[0])
        assert again.state == events_pb2.TABLE_STATE_PAUSED
        assert [seat.stack for seat in again.seats if seat.account_id] == [10_000, 10_000]
        assert again.sequence > view.sequence
        assert await room.balances(*people) == before


async def test_seams_13_a_record_that_is_no_record_quarantines_too(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """Bytes that no release ever wrote: each attempt is counted, and the fourth is the last."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        people = account_ids(2)
        await room.open_accounts(*people)
        await room.open_table("briar")
        await room.owned("briar")
        for number, account in enumerate(people, 1):
            await room.sit("briar", account, 10_000, number)
        await room.to_act("briar", dict(enumerate(people, 1)))
        await room.kill("table-0")
        subject = subject_of("briar")
        last = await bus.jetstream.get_msg(stream_of("briar"), subject=subject)
        kept = {k: v for k, v in (last.headers or {}).items() if k.startswith("Riverbus-")}
        headers = {**kept, "Riverbus-Record": "poison", "Riverbus-Kind": "command"}
        await bus.jetstream.publish(subject, b"\xff\xff no record", headers=headers)
        await room.start_pod("table-1")
        await until(lambda: "briar" in room.tables("table-1").quarantined, 30)


async def test_seams_13_a_record_without_a_header_quarantines_at_once(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """No owner would get past it; the house cancels, and the table plays on behind it."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        people = account_ids(2)
        await room.open_accounts(*people)
        before = await room.balances(*people)
        await room.open_table("bramble")
        await room.owned("bramble")
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            await room.sit("bramble", account, 10_000, number)
        view = await room.to_act("bramble", seats)
        await room.act("bramble", view, seats[view.turn.seat], events_pb2.VERB_RAISE, 500)
        await room.kill("table-0")
        await bus.jetstream.publish(subject_of("bramble"), b"\x00", headers={"Who": "knows"})
        await room.start_pod("table-1")
        await until(lambda: "bramble" in room.tables("table-1").quarantined, 20)
        floor = Caller("gateway", "floor-1", "Floor", frozenset({"floor"}), "s1")
        for operation in (table_pb2.OPERATION_CANCEL_HAND, table_pb2.OPERATION_RESUME):
            with speaking_for(floor):
                answer = await room.stub("table-1").Operate(
                    table_pb2.OperateRequest(
                        table_id="bramble",
                        action_id=f"operate-{operation}",
                        operation=operation,
                        reason="A record of its log is none.",
                    ),
                    timeout=10,
                )
            assert answer.answer.ok
        assert await room.balances(*people) == before
        again = await room.to_act("bramble", seats)
        assert again.hand_id != view.hand_id
        assert again.sequence > view.sequence
        await room.play_on("bramble", seats, 2)
