"""Hands through the real table service, wallet, NATS and PostgreSQL, players over gRPC."""

from riverbus.runtime.bus import NatsBus
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import account_ids, real_room, until_async


async def test_three_players_play_and_go_home(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        people = account_ids(3)
        await room.open_accounts(*people)
        before = await room.balances(*people)
        await room.open_table("elm")
        await room.owned("elm")
        seats = {}
        for number, account in enumerate(people, 1):
            answer = await room.sit("elm", account, 10_000, number)
            assert answer.ok
            assert not answer.pending
            seats[number] = account
        assert await room.play_on("elm", seats, 5) > 5
        view = await room.view("elm", people[0])
        assert view.own.cards == "" or len(view.own.cards) == 4
        for account in people:
            await room.leave("elm", account)

        async def empty() -> bool:
            return not any(s.account_id for s in (await room.view("elm", people[0])).seats)

        await until_async(empty)
        after = await room.balances(*people)
        assert sum(after.values()) == sum(before.values())
        assert after != before
