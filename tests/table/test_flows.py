"""The flows at the end of SEAMS, walked through real servers with a failure in the middle."""

import asyncio

import pytest

from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.lobby.v1 import account_event_pb2
from riverbus.pb.table.v1 import events_pb2
from riverbus.runtime.bus import NatsBus
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import Room, account_ids, real_room, until, until_async

SLOW = {"RIVERBUS_RUN_OUT_MS": "400", "RIVERBUS_SHOW_MS": "400", "RIVERBUS_AWARD_MS": "400"}
PERCENT = 100
CAP = 300
RAKE = types_pb2.RakePolicy(
    version="flow",
    basis_points=5 * PERCENT,
    caps=[types_pb2.RakeCap(players=2, cap=100), types_pb2.RakeCap(players=5, cap=CAP)],
    rounding="down",
    per="hand",
)


async def seated(room: Room, table_id: str, stacks: list[int], **fields: object) -> dict[int, str]:
    """A paused table with these stacks; open it with `deal`."""
    people = account_ids(len(stacks))
    await room.open_accounts(*people)
    await room.open_table(table_id, **fields)
    await room.owned(table_id)
    for seat, (account, stack) in enumerate(zip(people, stacks, strict=True), 1):
        assert (await room.sit(table_id, account, stack, seat)).ok
    return dict(enumerate(people, 1))


async def all_in(room: Room, table_id: str, seats: dict[int, str], hand_id: str = "") -> str:
    """Everybody goes all-in before the flop; returns the hand."""
    while True:
        view = await room.view(table_id, next(iter(seats.values())))
        if hand_id and (view.hand_id != hand_id or len(view.board) > 0):
            return hand_id
        dealt = [seat for seat in view.seats if seat.in_hand and not seat.folded]
        if hand_id and sum(1 for seat in dealt if seat.stack > 0) <= 1 and not view.turn.seat:
            return hand_id
        if view.HasField("turn") and view.turn.seat in seats:
            account = seats[view.turn.seat]
            own = await room.view(table_id, account)
            if own.turn.turn != view.turn.turn or not own.own.HasField("legal"):
                continue
            hand_id = own.hand_id
            wagers = own.own.legal.wagers
            if wagers:
                await room.act(table_id, own, account, wagers[0].verb, wagers[0].max)
            else:
                await room.act(table_id, own, account, events_pb2.VERB_CALL)
        await asyncio.sleep(0.01)


async def next_hand(room: Room, table_id: str, account: str, hand_id: str) -> events_pb2.TableView:
    """The table once that hand is over."""

    async def over() -> events_pb2.TableView | None:
        view = await room.view(table_id, account)
        return view if view.hand_id != hand_id else None

    return await until_async(over)


async def test_flow_run_out_with_a_takeover_in_it(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """SEAMS 2: each street of a run-out is a record; the next owner deals on, the same board."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        for name in ("table-0", "table-1"):
            await room.start_pod(name, **SLOW)
        seats = await seated(room, "runout", [5_000, 5_000])
        before = await room.balances(*seats.values())
        hand_id = await all_in(room, "runout", seats)

        async def flop() -> str:
            view = await room.view("runout", seats[1])
            return view.board if view.hand_id == hand_id else ""

        board = await until_async(flop)
        await room.kill(await room.owned("runout"))
        await room.owned("runout")

        def river() -> str:
            boards = [
                fact.board_dealt.board
                for event in room.events
                for fact in event.facts
                if fact.HasField("board_dealt") and event.hand_id == hand_id
            ]
            return next((one for one in boards if len(one) == 10), "")

        assert (await until(river)).startswith(board)
        await next_hand(room, "runout", seats[1], hand_id)
        after = await room.balances(*seats.values())
        assert sum(after.values()) == sum(before.values())


async def test_flow_an_answer_is_lost_and_asked_for_when_the_hand_is_over_and_purged(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """SEAMS 4: the checkpoint of a later hand still knows the answer, at the next owner too."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        for name in ("table-0", "table-1"):
            await room.start_pod(name)
        seats = await seated(room, "purged", [5_000, 5_000])
        view = await room.to_act("purged", seats)
        account = seats[view.turn.seat]
        fold = events_pb2.VERB_FOLD
        first = await room.act("purged", view, account, fold, action_id="lost-answer")
        await next_hand(room, "purged", account, view.hand_id)
        await _purged(room, "purged", view.hand_id)
        await room.kill(await room.owned("purged"))
        await room.owned("purged")
        again = await room.act("purged", view, account, fold, action_id="lost-answer")
        assert again == first


async def _purged(room: Room, table_id: str, hand_id: str) -> None:
    log = room.tables(await room.owned(table_id)).outside.log

    async def gone() -> bool:
        records = await log.read(table_id)
        return not any(record.headers.get("Riverbus-Hand") == hand_id for record in records)

    await until_async(gone)


@pytest.mark.parametrize("nobody_left", [False, True])
async def test_flow_drain_in_the_showdown_pause(
    nobody_left: bool, nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """SEAMS 15: the pause is armed again by the next owner, and the pot is paid once."""
    table_id = f"drained-{nobody_left:d}"
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0", **SLOW)
        if not nobody_left:
            await room.start_pod("table-1", **SLOW)
        seats = await seated(room, table_id, [5_000, 5_000])
        before = await room.balances(*seats.values())
        hand_id = await all_in(room, table_id, seats)

        async def showdown() -> bool:
            view = await room.view(table_id, seats[1])
            return view.hand_id == hand_id and view.street == events_pb2.STREET_SHOWDOWN

        await until_async(showdown)
        owner = await room.owned(table_id)
        pod = room.pods.pop(owner)
        await pod.stop()
        if nobody_left:
            await room.start_pod("table-9", **SLOW)
        await room.owned(table_id)
        await next_hand(room, table_id, seats[1], hand_id)
        paid = [
            fact
            for event in room.events
            for fact in event.facts
            if event.hand_id == hand_id and fact.HasField("hand_ended")
        ]
        assert len(paid) == 1
        after = await room.balances(*seats.values())
        assert sum(after.values()) == sum(before.values())


@pytest.mark.parametrize("late", [False, True])
async def test_flow_five_all_ins_with_side_pots_and_capped_rake(
    late: bool, nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """SEAMS 21, 22: settled at once, or by a wallet that came back after the hand's end."""
    table_id = f"five-{late:d}"
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        stacks = [2_000, 4_000, 6_000, 8_000, 10_000]
        seats = await seated(room, table_id, stacks, rake=RAKE)
        before = await room.balances(*seats.values())

        async def five_dealt() -> bool:
            view = await room.view(table_id, seats[1])
            return sum(seat.in_hand for seat in view.seats) == 5 and bool(view.hand_id)

        while not await five_dealt():
            view = await room.to_act(table_id, seats)
            verb = events_pb2.VERB_CHECK if view.own.legal.check else events_pb2.VERB_FOLD
            await room.act(table_id, view, seats[view.turn.seat], verb)
        fifth = (await room.to_act(table_id, seats)).hand_id
        raked = sum(before.values()) - sum((await room.balances(*seats.values())).values())
        if late:
            await room.stop_wallet()
        await all_in(room, table_id, seats, fifth)
        if late:

            async def waits() -> bool:
                view = await room.view(table_id, seats[1])
                return view.state == events_pb2.TABLE_STATE_WAITING_FOR_WALLET

            await until_async(waits, 20)
            await room.start_wallet()
        await next_hand(room, table_id, seats[1], fifth)
        after = await room.balances(*seats.values())
        assert sum(before.values()) - sum(after.values()) - raked == CAP


async def test_flow_an_account_is_suspended_while_seated(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """SEAMS 36: the hand goes to its end without them, then the chips go to cash."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        seats = await seated(room, "suspended", [5_000, 5_000, 5_000])
        view = await room.to_act("suspended", seats)
        account = seats[view.turn.seat]
        event = account_event_pb2.AccountEvent(
            event_id="e1", account_id=account, suspended=account_event_pb2.AccountSuspended()
        )
        await bus.append(f"account.event.{account}", event.SerializeToString(), message_id="e1")

        async def gone() -> bool:
            found = await room.view("suspended", seats[1 if account != seats[1] else 2])
            return not any(seat.account_id == account for seat in found.seats)

        await until_async(gone)
        rest = {seat: one for seat, one in seats.items() if one != account}
        await room.play_on("suspended", rest, 1)
