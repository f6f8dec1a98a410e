"""Table processes that are really killed: chips right, the same hand goes on, answers repeated."""

import pytest

from riverbus.pb.table.v1 import events_pb2
from riverbus.runtime.bus import NatsBus
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import account_ids, real_room, until, until_async


@pytest.mark.slow
async def test_se_11_sigkill_in_mid_hand_between_processes(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """The owner is killed before the flop and later; nobody loses a card, a turn or a chip."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        for number in range(2):
            await room.start_process(f"table-{number}")
        people = account_ids(3)
        await room.open_accounts(*people)
        before = await room.balances(*people)
        await room.open_table("hazel")
        await room.owned("hazel", 60)
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            assert (await room.sit("hazel", account, 20_000, number)).ok
        for kill in range(2):
            for _ in range(kill * 4 + 1):
                view = await room.to_act("hazel", seats)
                legal = view.own.legal
                verb = events_pb2.VERB_CHECK if legal.check else events_pb2.VERB_CALL
                await room.act("hazel", view, seats[view.turn.seat], verb)
            view = await room.to_act("hazel", seats)
            account = seats[view.turn.seat]
            owner = await room.owned("hazel")
            await room.sigkill(owner)
            await until(lambda: room.owner("hazel"), 60)
            again = await room.view("hazel", account)
            assert again.hand_id == view.hand_id
            assert (again.street, again.board, again.own.cards, again.pot_total) == (
                view.street,
                view.board,
                view.own.cards,
                view.pot_total,
            )
            assert again.turn.seat == view.turn.seat
            await room.start_process(owner)
        await room.play_on("hazel", seats, 2)
        for account in people:
            await room.leave("hazel", account)

        async def empty() -> bool:
            return not any(s.account_id for s in (await room.view("hazel", people[0])).seats)

        await until_async(empty)
        after = await room.balances(*people)
        assert sum(after.values()) == sum(before.values())


@pytest.mark.slow
async def test_seams_15_the_last_process_stops_at_once_and_the_log_keeps_the_hand(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_process("table-0")
        people = account_ids(2)
        await room.open_accounts(*people)
        await room.open_table("maple")
        await room.owned("maple", 60)
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            await room.sit("maple", account, 20_000, number)
        view = await room.to_act("maple", seats)
        assert await room.sigterm("table-0") == 0
        await room.start_process("table-9")
        await until(lambda: room.owner("maple") == "table-9", 60)
        again = await room.view("maple", seats[view.turn.seat])
        assert (again.hand_id, again.own.cards) == (view.hand_id, view.own.cards)
        assert again.state == events_pb2.TABLE_STATE_OPEN
