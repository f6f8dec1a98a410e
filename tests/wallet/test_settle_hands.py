"""Several settlements in one call: each with its own outcome, as if it had come alone."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc
import grpc.aio
import pytest

from riverbus.cli.audit import audit_url
from riverbus.core.errors import RoomError
from riverbus.core.ports import Message
from riverbus.pb.wallet.v1 import events_pb2 as ev
from riverbus.pb.wallet.v1 import table_money_pb2 as tm
from riverbus.pb.wallet.v1 import wallet_pb2 as wl
from riverbus.runtime.calls import tracing
from riverbus.runtime.embedded.nats_server import NatsServer
from riverbus.runtime.grpc_server import GrpcServer
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_server import Guard
from riverbus.runtime.service import Running
from services.table.adapters.settle_calls import CALLS_AT_ONCE, MOST_IN_A_CALL, SettleCalls
from services.wallet.adapters.table_servicer import MAX_SETTLEMENTS
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.fixtures.servers import connected_bus
from tests.wallet.room import Stubs, calling, config, running

ANN, BOB = "0190aaaa-0000-7000-8000-000000000001", "0190aaaa-0000-7000-8000-000000000002"
STACK = 1_000


@pytest.fixture
async def url(fresh_database: FreshDatabases) -> str:
    """A fresh wallet database."""
    return await fresh_database("wallet")


@pytest.fixture
async def service(url: str, nats_url: str, keys: TestKeys) -> AsyncIterator[Running]:
    """A running wallet."""
    async with running(config(url, nats_url, keys)) as started:
        yield started


@pytest.fixture
async def table(service: Running, keys: TestKeys) -> AsyncIterator[Stubs]:
    """The wallet as a table calls it; Ann and Bob have play chips."""
    assert service.rpc is not None
    async with calling(keys, "lobby", [service.rpc.address]) as lobby:
        for name in (ANN, BOB):
            await lobby.wallet.OpenAccount(wl.OpenAccountRequest(id=f"o:{name}", account_id=name))
    async with calling(keys, "table", [service.rpc.address]) as stubs:
        yield stubs


async def open_hands(table: Stubs, count: int) -> None:
    """Ann and Bob sit at tables t0, t1 … with a hand open at each."""

    async def one(number: int) -> None:
        for name in (ANN, BOB):
            await table.table.BuyIn(
                tm.BuyInRequest(
                    id=f"buyin:{number}:{name}",
                    account_id=name,
                    table_id=f"t{number}",
                    currency="PLAY",
                    amount=STACK,
                    min_buy_in=100,
                    max_buy_in=STACK,
                    seat=1 if name == ANN else 2,
                )
            )
        await table.table.OpenHand(
            tm.OpenHandRequest(
                id=f"open:h{number}",
                table_id=f"t{number}",
                hand_id=f"h{number}",
                epoch=1,
                currency="PLAY",
                line_up=[
                    tm.LineUpSeat(seat=1, account_id=ANN, expected_stack=STACK),
                    tm.LineUpSeat(seat=2, account_id=BOB, expected_stack=STACK),
                ],
            )
        )

    await asyncio.gather(*(one(number) for number in range(count)))


def settle(number: int, won: int = 200, call: str = "") -> tm.SettleHandRequest:
    """Ann wins `won` of Bob."""
    return tm.SettleHandRequest(
        id=call or f"settle:h{number}:1",
        table_id=f"t{number}",
        hand_id=f"h{number}",
        epoch=1,
        attempt=1,
        seats=[
            tm.SeatResult(seat=1, contributed=won),
            tm.SeatResult(seat=2, contributed=won),
        ],
        pots=[
            tm.PotResult(
                amount=2 * won, eligible=[1, 2], shares=[tm.PotShare(seat=1, amount=2 * won)]
            )
        ],
        drop_point_reached=True,
    )


def several(*settlements: tm.SettleHandRequest) -> tm.SettleHandsRequest:
    return tm.SettleHandsRequest(
        settlements=[tm.TracedSettlement(settle=one) for one in settlements]
    )


async def test_each_settlement_has_its_own_outcome(table: Stubs, url: str) -> None:
    await open_hands(table, 4)
    wrong = settle(1)
    wrong.pots[0].shares[0].amount -= 1
    malformed = settle(3, call="no such id!")
    answer = await table.table.SettleHands(
        several(settle(0), wrong, settle(2), settle(9), settle(0), settle(2, 300), malformed)
    )
    told = [
        one.refused.code or [stack.stack for stack in one.settled.stacks] for one in answer.outcomes
    ]
    assert told == [
        [1_200, 800],
        "settlement_shares",
        [1_200, 800],
        "unknown_hand",
        [1_200, 800],
        "id_reused",
        "invalid_id",
    ]
    # The same from the call for a single one: the outcomes are stored under the ids.
    assert (await table.table.SettleHand(settle(0))) == answer.outcomes[0].settled
    with pytest.raises(RoomError) as refused:
        await table.table.SettleHand(wrong)
    assert refused.value.code == "settlement_shares"
    assert (await audit_url(url)).findings == []


async def test_a_call_has_a_limit_and_only_tables_may_make_it(
    service: Running, table: Stubs, keys: TestKeys
) -> None:
    with pytest.raises(RoomError) as refused:
        await table.table.SettleHands(several(*(settle(n) for n in range(MAX_SETTLEMENTS + 1))))
    assert refused.value.code == "invalid_argument"
    assert service.rpc is not None
    async with calling(keys, "lobby", [service.rpc.address]) as lobby:
        with pytest.raises(RoomError) as refused:
            await lobby.table.SettleHands(several(settle(0)))
        assert refused.value.code == "not_allowed"


async def test_what_waits_goes_together(service: Running, table: Stubs, url: str) -> None:
    """Sixty-four at once are a few calls; one of them refused, one given up, the others booked."""
    await open_hands(table, 64)
    calls = SettleCalls(table.table, 10.0)
    wrong = settle(5)
    wrong.pots[0].shares[0].amount -= 1
    asked = [asyncio.ensure_future(calls.settle(settle(n) if n != 5 else wrong)) for n in range(64)]
    await asyncio.sleep(0)
    asked[7].cancel()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    for number, answer in enumerate(answers):
        if number == 5:
            assert isinstance(answer, RoomError)
            assert answer.code == "settlement_shares"
        elif number == 7:
            assert isinstance(answer, asyncio.CancelledError)
        else:
            assert isinstance(answer, tm.SettleHandResponse)
            assert [stack.stack for stack in answer.stacks] == [1_200, 800]
    made = service.metrics.registry.get_sample_value(
        "riverbus_grpc_server_calls_total",
        {"method": "/riverbus.wallet.v1.TableMoneyService/SettleHands", "code": "ok"},
    )
    assert made is not None
    assert 1 <= made <= 64 / MOST_IN_A_CALL + CALLS_AT_ONCE
    # Alone it leaves alone, and the same id is answered as before.
    assert await calls.settle(settle(0)) == answers[0]
    assert (await audit_url(url)).findings == []


async def test_each_settlement_is_told_with_its_own_trace(
    url: str, nats_server: NatsServer, keys: TestKeys
) -> None:
    traces: dict[str, str] = {}
    seen = asyncio.Event()

    async def take(message: Message) -> None:
        for event in ev.WalletEvents.FromString(message.data).events:
            if event.booked.kind == "settle_hand":
                traces[event.booked.subject] = event.trace_id
        if len(traces) == 2:
            seen.set()

    async with (
        connected_bus(nats_server.url) as bus,
        running(config(url, nats_server.url, keys)) as service,
        calling(keys, "lobby", [service.rpc.address if service.rpc else ""]) as lobby,
        calling(keys, "table", [service.rpc.address if service.rpc else ""]) as stubs,
        asyncio.timeout(60),
    ):
        for name in (ANN, BOB):
            await lobby.wallet.OpenAccount(wl.OpenAccountRequest(id=f"o:{name}", account_id=name))
        await open_hands(stubs, 2)
        stream = await bus.consume("WALLET", take)
        calls = SettleCalls(stubs.table, 10.0)

        async def traced(number: int) -> None:
            with tracing(f"{number}" * 32):
                await calls.settle(settle(number))

        await asyncio.gather(traced(0), traced(1))
        await seen.wait()
        await stream.stop()
    assert traces == {"h0": "0" * 32, "h1": "1" * 32}


async def test_a_wallet_that_is_away_is_unavailable_to_each(service: Running, table: Stubs) -> None:
    await service.stop()
    calls = SettleCalls(table.table, 0.5)
    answers = await asyncio.gather(
        *(calls.settle(settle(n)) for n in range(3)), return_exceptions=True
    )
    codes = {getattr(answer, "code", None) for answer in answers}
    assert codes <= {"service_unavailable", "deadline_exceeded"}
    assert codes


async def settled_before(
    request: tm.SettleHandRequest, context: "grpc.aio.ServicerContext[Any, Any]"
) -> tm.SettleHandResponse:
    """Answers with the hand's number; odd ones are refused."""
    number = int(request.hand_id[1:])
    if number % 2:
        raise RoomError("No.", code="hand_settled")
    return tm.SettleHandResponse(rake=number)


async def test_an_older_wallet_gets_one_after_the_other(keys: TestKeys) -> None:
    """A table may be newer than its wallet: the release before knew no SettleHands."""
    server = GrpcServer(Guard(keys.verifier(), Metrics("wallet")), "127.0.0.1:0")
    server.add_registered_method_handlers(
        "riverbus.wallet.v1.TableMoneyService",
        {
            "SettleHand": grpc.unary_unary_rpc_method_handler(
                settled_before,
                tm.SettleHandRequest.FromString,
                tm.SettleHandResponse.SerializeToString,
            )
        },
    )
    await server.start()
    try:
        async with calling(keys, "table", [server.address]) as stubs:
            calls = SettleCalls(stubs.table, 5.0)
            answers = await asyncio.gather(
                *(calls.settle(settle(n)) for n in range(4)), return_exceptions=True
            )
    finally:
        await server.stop(None)
    told = [one.code if isinstance(one, RoomError) else one for one in answers]
    assert told == [
        tm.SettleHandResponse(rake=0),
        "hand_settled",
        tm.SettleHandResponse(rake=2),
        "hand_settled",
    ]
