"""Log and wallet disagree: who is believed, and no chip is lost (SEAMS 19, 26)."""

from riverbus.pb.table.v1 import events_pb2
from riverbus.pb.wallet.v1 import table_money_pb2, table_money_pb2_grpc
from riverbus.runtime.bus import NatsBus
from services.table.adapters.hand_log import stream_of, subject_of
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import account_ids, real_room, until_async


async def test_seams_26_a_lost_log_with_an_open_hand_cancels_it_and_seats_from_escrow(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """The table's records are gone behind a running wallet, in the middle of a hand."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        people = account_ids(2)
        await room.open_accounts(*people)
        before = await room.balances(*people)
        await room.open_table("aspen")
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            await room.sit("aspen", account, 10_000, number)
        view = await room.to_act("aspen", seats)
        await room.act("aspen", view, seats[view.turn.seat], events_pb2.VERB_RAISE, 500)
        await room.kill("table-0")
        jetstream = bus._connection.jetstream
        await jetstream.purge_stream(stream_of("aspen"), subject=subject_of("aspen"))
        await room.start_pod("table-1")
        await room.owned("aspen", 20)
        again = await room.to_act("aspen", seats)
        assert again.hand_id != view.hand_id
        stacks = {s.account_id: s.stack + s.bet for s in again.seats if s.account_id}
        assert stacks == dict.fromkeys(people, 10_000)
        assert await room.balances(*people) == before


async def test_seams_26_a_hand_that_the_wallet_closed_is_abandoned(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """Somebody cancelled the hand at the wallet; the table finds out and seats from escrow."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0", RIVERBUS_RECONCILE_S="1")
        people = account_ids(2)
        await room.open_accounts(*people)
        await room.open_table("yew")
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            await room.sit("yew", account, 10_000, number)
        view = await room.to_act("yew", seats)
        await room.act("yew", view, seats[view.turn.seat], events_pb2.VERB_RAISE, 500)
        assert room.wallet is not None
        assert room.wallet.rpc is not None
        stub = table_money_pb2_grpc.TableMoneyServiceStub(
            room._channel(room.wallet.rpc.address, room._table_policy)
        )
        await stub.CancelHand(
            table_money_pb2.CancelHandRequest(
                id=f"cancel:{view.hand_id}", table_id="yew", hand_id=view.hand_id,
                epoch=view.epoch, reason="a drill",
            ),
            timeout=5,
        )  # fmt: skip

        async def another() -> events_pb2.TableView | None:
            found = await room.view("yew", people[0])
            return found if found.hand_id not in ("", view.hand_id) else None

        again = await until_async(another, 20)
        stacks = {s.account_id: s.stack + s.bet for s in again.seats if s.account_id}
        assert stacks == dict.fromkeys(people, 10_000)
