"""A hand that kills its owners is stopped, and an operator gets the chips out (SEAMS 13)."""

from typing import Any

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
from tests.table.room import Room, account_ids, real_room, until

PEOPLE = account_ids(2)
SEATS = dict(enumerate(PEOPLE, 1))


async def _killed_in_a_hand(room: Room, table_id: str) -> events_pb2.TableView:
    """Two players in a hand, one raise in it, and the only process killed; the view before."""
    await room.start_pod("table-0")
    await room.open_accounts(*PEOPLE)
    await room.open_table(table_id)
    await room.owned(table_id)
    for number, account in SEATS.items():
        await room.sit(table_id, account, 10_000, number)
    view = await room.to_act(table_id, SEATS)
    await room.act(table_id, view, SEATS[view.turn.seat], events_pb2.VERB_RAISE, 500)
    await room.kill("table-0")
    return view


async def _operate(room: Room, table_id: str, operation: Any) -> None:
    """By the floor, at the process that quarantined the table."""
    with speaking_for(Caller("gateway", "floor-1", "Floor", frozenset({"floor"}), "s1")):
        answer = await room.stub("table-1").Operate(
            table_pb2.OperateRequest(
                table_id=table_id,
                action_id=f"operate-{operation}",
                operation=operation,
                reason="The hand could not be played on.",
            ),
            timeout=10,
        )
    assert answer.answer.ok


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
        view = await _killed_in_a_hand(room, "thorn")
        before = await room.balances(*PEOPLE)
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
            speaking_for(Caller("gateway", PEOPLE[0], "A", frozenset({"player"}), "s1")),
        ):
            await room.stub("table-1").GetTable(
                table_pb2.GetTableRequest(table_id="thorn"), timeout=5
            )
        assert stopped.value.code == "table_quarantined"
        monkeypatch.undo()
        await _operate(room, "thorn", table_pb2.OPERATION_CANCEL_HAND)
        assert await room.owned("thorn") == "table-1"
        again = await room.view("thorn", PEOPLE[0])
        assert again.state == events_pb2.TABLE_STATE_PAUSED
        assert [seat.stack for seat in again.seats if seat.account_id] == [10_000, 10_000]
        assert again.sequence > view.sequence
        assert await room.balances(*PEOPLE) == before


async def test_seams_13_a_record_that_is_no_record_quarantines_too(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """Bytes that no release ever wrote: each attempt is counted, and the fourth is the last."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await _killed_in_a_hand(room, "briar")
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
        view = await _killed_in_a_hand(room, "bramble")
        before = await room.balances(*PEOPLE)
        await bus.jetstream.publish(subject_of("bramble"), b"\x00", headers={"Who": "knows"})
        await room.start_pod("table-1")
        await until(lambda: "bramble" in room.tables("table-1").quarantined, 20)
        await _operate(room, "bramble", table_pb2.OPERATION_CANCEL_HAND)
        await _operate(room, "bramble", table_pb2.OPERATION_RESUME)
        assert await room.balances(*PEOPLE) == before
        again = await room.to_act("bramble", SEATS)
        assert again.hand_id != view.hand_id
        assert again.sequence > view.sequence
        await room.play_on("bramble", SEATS, 2)
