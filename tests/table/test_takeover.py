"""An owner dies in the middle of a hand, and another goes on with it (SEAMS 10 to 13)."""

import asyncio

import pytest

from riverbus.pb.table.v1 import events_pb2
from riverbus.runtime.bus import NatsBus
from services.table.wiring import TableApp
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import Room, account_ids, real_room, until, until_async


async def _room_of_three(room: Room, table_id: str) -> dict[int, str]:
    """Two table processes, one table, three players with 10,000 each."""
    await room.start_pod("table-0")
    await room.start_pod("table-1")
    people = account_ids(3)
    await room.open_accounts(*people)
    await room.open_table(table_id)
    await room.owned(table_id)
    for number, account in enumerate(people, 1):
        assert (await room.sit(table_id, account, 10_000, number)).ok
    return dict(enumerate(people, 1))


def _standing(view: events_pb2.TableView) -> tuple[object, ...]:
    """What must be the same before and after a takeover."""
    seats = [(s.seat, s.stack, s.bet, s.folded, s.in_hand, s.account_id) for s in view.seats]
    return (
        view.hand_id, view.street, view.board, view.pot_total, view.button, seats,
        view.turn.seat, view.turn.turn, view.turn.price, view.own.cards,
    )  # fmt: skip


@pytest.mark.rule("ACT-05")
async def test_seams_12_a_killed_owner_s_hand_goes_on_with_the_same_cards(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """Killed before the flop, on the flop and later: same street, same cards, no chip lost."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        seats = await _room_of_three(room, "ash")
        before = await room.balances(*seats.values())
        for round_number in range(3):
            for _ in range(round_number * 3 + 1):
                view = await room.to_act("ash", seats)
                legal = view.own.legal
                verb = events_pb2.VERB_CHECK if legal.check else events_pb2.VERB_CALL
                answer = await room.act("ash", view, seats[view.turn.seat], verb)
                assert answer.ok
            view = await room.to_act("ash", seats)
            actor = seats[view.turn.seat]
            last = answer
            owner = await room.owned("ash")
            await room.kill(owner)
            other = await room.owned("ash")
            assert other != owner
            again = await room.view("ash", actor)
            assert _standing(again) == _standing(view)
            assert again.epoch == view.epoch + 1
            assert again.sequence > view.sequence
            assert last.ok
            await room.start_pod(owner)
        await room.play_on("ash", seats, 2)
        for account in seats.values():
            await room.leave("ash", account)

        async def empty() -> bool:
            found = await room.view("ash", seats[1])
            return not any(seat.account_id for seat in found.seats)

        await until_async(empty)
        after = await room.balances(*seats.values())
        assert sum(after.values()) == sum(before.values())


async def test_seams_4_an_action_repeated_after_a_takeover_gets_its_first_answer(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        seats = await _room_of_three(room, "oak")
        view = await room.to_act("oak", seats)
        account = seats[view.turn.seat]
        first = await room.act("oak", view, account, events_pb2.VERB_CALL, action_id="same-id-1")
        await room.kill(await room.owned("oak"))
        await room.owned("oak")
        again = await room.act("oak", view, account, events_pb2.VERB_CALL, action_id="same-id-1")
        assert again == first
        now = await room.view("oak", account)
        assert next(s for s in now.seats if s.account_id == account).bet == 100


async def test_seams_15_a_draining_owner_hands_over_in_the_middle_of_a_hand(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        seats = await _room_of_three(room, "elder")
        view = await room.to_act("elder", seats)
        owner = await room.owned("elder")
        app = room.pods[owner].app
        assert isinstance(app, TableApp)
        draining = asyncio.create_task(app.ownership.drain(0.3))

        def another() -> str | None:
            found = room.owner("elder")
            return None if found == owner else found

        other = await until(another)
        assert other != owner
        await draining
        again = await room.view("elder", seats[view.turn.seat])
        assert _standing(again) == _standing(view)
        assert again.state == events_pb2.TABLE_STATE_OPEN
