"""The wallet as a service: real gRPC, real PostgreSQL, real NATS."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from riverbus.cli.audit import audit_url
from riverbus.core.errors import RoomError
from riverbus.core.ports import Caller, Message
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.wallet.v1 import events_pb2 as ev
from riverbus.pb.wallet.v1 import ledger_pb2 as lg
from riverbus.pb.wallet.v1 import table_money_pb2 as tm
from riverbus.pb.wallet.v1 import tournament_money_pb2 as tn
from riverbus.pb.wallet.v1 import wallet_pb2 as wl
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import speaking_for
from riverbus.runtime.embedded.nats_server import NatsServer
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.fixtures.servers import connected_bus
from tests.wallet.room import Stubs, calling, config, running

ANN, BOB = "0190aaaa-0000-7000-8000-000000000001", "0190aaaa-0000-7000-8000-000000000002"
RAKE = types_pb2.RakePolicy(version="v1", basis_points=500, rounding="down", per="hand")


@pytest.fixture
async def url(fresh_database: FreshDatabases) -> str:
    """A fresh wallet database."""
    return await fresh_database("wallet")


@pytest.fixture
async def address(url: str, nats_url: str, keys: TestKeys) -> AsyncIterator[str]:
    """A running wallet's address."""
    async with running(config(url, nats_url, keys)) as service:
        assert service.rpc is not None
        yield service.rpc.address


@pytest.fixture
async def table(address: str, keys: TestKeys) -> AsyncIterator[Stubs]:
    """The wallet as a table calls it."""
    async with calling(keys, "table", [address]) as stubs:
        yield stubs


@pytest.fixture
async def lobby(address: str, keys: TestKeys) -> AsyncIterator[Stubs]:
    """The wallet as the lobby calls it."""
    async with calling(keys, "lobby", [address]) as stubs:
        yield stubs


async def open_players(lobby: Stubs, *names: str) -> None:
    for name in names:
        await lobby.wallet.OpenAccount(
            wl.OpenAccountRequest(id=f"open-account:{name}", account_id=name)
        )


def buy_in(name: str, amount: int, call: str) -> tm.BuyInRequest:
    return tm.BuyInRequest(
        id=call,
        account_id=name,
        table_id="t1",
        currency="PLAY",
        amount=amount,
        min_buy_in=100,
        max_buy_in=100_000,
    )


async def test_a_hand_from_sign_up_to_stand_up(table: Stubs, lobby: Stubs, url: str) -> None:
    await open_players(lobby, ANN, BOB)
    for name in (ANN, BOB):
        done = await table.table.BuyIn(buy_in(name, 1_000, f"buyin:{name}"))
        assert (done.stack, done.balance) == (1_000, 999_000)
    opened = await table.table.OpenHand(
        tm.OpenHandRequest(
            id="open:h1",
            table_id="t1",
            hand_id="h1",
            epoch=1,
            currency="PLAY",
            line_up=[
                tm.LineUpSeat(seat=1, account_id=ANN, expected_stack=1_000),
                tm.LineUpSeat(seat=2, account_id=BOB, expected_stack=1_000),
            ],
            rake=RAKE,
            game="nl-holdem",
        )
    )
    assert [seat.stack for seat in opened.stacks] == [1_000, 1_000]
    with pytest.raises(RoomError) as refused:
        await table.table.StandUp(
            tm.StandUpRequest(id="standup:1", account_id=ANN, table_id="t1", currency="PLAY")
        )
    assert refused.value.code == "hand_open"
    settle = tm.SettleHandRequest(
        id="settle:h1:1",
        table_id="t1",
        hand_id="h1",
        epoch=1,
        attempt=1,
        seats=[
            tm.SeatResult(seat=1, contributed=400, returned=200),
            tm.SeatResult(seat=2, contributed=200),
        ],
        pots=[
            tm.PotResult(
                amount=400,
                eligible=[1, 2],
                shares=[tm.PotShare(seat=1, amount=380)],
                rake=20,
            )
        ],
        drop_point_reached=True,
    )
    settled = await table.table.SettleHand(settle)
    assert [seat.stack for seat in settled.stacks] == [1_180, 800]
    assert settled.rake == 20
    assert await table.table.SettleHand(settle) == settled
    home = await table.table.StandUp(
        tm.StandUpRequest(id="standup:2", account_id=ANN, table_id="t1", currency="PLAY")
    )
    assert (home.returned, home.balance) == (1_180, 1_000_180)
    seen = await table.table.GetHand(tm.GetHandRequest(hand_id="h1"))
    assert seen.state == tm.HAND_STATE_SETTLED
    left = await table.table.GetTable(tm.GetTableRequest(table_id="t1"))
    assert [(seat.account_id, seat.stack) for seat in left.escrows] == [(BOB, 800)]
    report = await audit_url(url)
    assert report.findings == []
    assert (report.transfers, report.operations) == (8, 8)


async def test_a_player_sees_only_himself(address: str, lobby: Stubs, keys: TestKeys) -> None:
    await open_players(lobby, ANN, BOB)
    async with calling(keys, "gateway", [address]) as gateway:
        with speaking_for(Caller("gateway", ANN, "ann", frozenset({"player"}))):
            mine = await gateway.wallet.GetBalances(wl.GetBalancesRequest())
            assert [(b.currency, b.amount) for b in mine.balances] == [("PLAY", 1_000_000)]
            with pytest.raises(RoomError) as refused:
                await gateway.wallet.GetBalances(wl.GetBalancesRequest(account_id=BOB))
            assert refused.value.code == "forbidden"
            with pytest.raises(RoomError) as again:
                await gateway.wallet.RefillPlayChips(wl.RefillPlayChipsRequest(id="r1"))
            assert again.value.code == "refill_not_needed"


def player(name: str) -> Caller:
    return Caller("gateway", name, "someone", frozenset({"player"}))


def operator(name: str, *roles: str) -> Caller:
    return Caller("gateway", name, name, frozenset(roles))


async def test_nobody_takes_a_tables_id(
    address: str, table: Stubs, lobby: Stubs, keys: TestKeys
) -> None:
    """A player who uses the id of a table's call as his own stops nobody."""
    await open_players(lobby, ANN, BOB)
    async with calling(keys, "gateway", [address]) as gateway:
        for name in (ANN, BOB):
            with speaking_for(player(name)):
                await gateway.wallet.Deposit(
                    wl.DepositRequest(
                        id="buyin:a1",
                        currency="USD",
                        amount=500,
                        provider="sandbox",
                        reference=f"ref-{name}",
                    )
                )
    assert (await table.table.BuyIn(buy_in(ANN, 1_000, "buyin:a1"))).stack == 1_000


async def test_money_in_and_out_through_the_cashier(
    address: str, lobby: Stubs, keys: TestKeys, url: str
) -> None:
    await open_players(lobby, ANN, BOB)
    async with calling(keys, "gateway", [address]) as gateway:
        with speaking_for(player(ANN)):
            deposit = wl.DepositRequest(
                id="d1", currency="USD", amount=5_000, provider="sandbox", reference="r1"
            )
            assert (await gateway.wallet.Deposit(deposit)).balance == 5_000
            assert (await gateway.wallet.Deposit(deposit)).balance == 5_000
            asked = await gateway.wallet.RequestWithdrawal(
                wl.RequestWithdrawalRequest(
                    id="w1", currency="USD", amount=2_000, provider="sandbox"
                )
            )
            withdrawal = asked.withdrawal.withdrawal_id
            listed = await gateway.wallet.ListWithdrawals(wl.ListWithdrawalsRequest())
            assert [item.amount for item in listed.withdrawals] == [2_000]
            with pytest.raises(RoomError) as refused:
                await gateway.ledger.Audit(lg.AuditRequest())
            assert refused.value.code == "not_allowed"
        with speaking_for(player(BOB)), pytest.raises(RoomError) as refused:
            await gateway.wallet.CancelWithdrawal(
                wl.CancelWithdrawalRequest(id="c1", withdrawal_id=withdrawal)
            )
        assert refused.value.code == "unknown_withdrawal"
        with speaking_for(operator("op1", "cashier")):
            done = await gateway.ledger.DecideWithdrawal(
                lg.DecideWithdrawalRequest(
                    id="x1",
                    withdrawal_id=withdrawal,
                    decision=lg.WITHDRAWAL_DECISION_APPROVE,
                )
            )
            assert done.withdrawal.state == wl.WITHDRAWAL_STATE_PAID
        with speaking_for(player(ANN)):
            page = await gateway.wallet.GetStatement(
                wl.GetStatementRequest(filter=wl.StatementFilter(currency="USD"))
            )
            assert [(e.kind, e.change) for e in page.entries] == [
                ("withdrawal_hold", -2_000),
                ("deposit", 5_000),
            ]
        with speaking_for(operator("op2", "auditor")):
            assert list((await gateway.ledger.Audit(lg.AuditRequest())).findings) == []
    assert (await audit_url(url)).findings == []


async def test_a_tournament_over_the_wire(lobby: Stubs) -> None:
    await open_players(lobby, ANN, BOB)
    for name in (ANN, BOB):
        entered = await lobby.tournament.EnterTournament(
            tn.EnterTournamentRequest(
                id=f"enter:{name}",
                tournament_id="T",
                account_id=name,
                currency="PLAY",
                buy_in=1_000,
                fee=100,
                kind=tn.ENTRY_KIND_BUY_IN,
            )
        )
    assert (entered.balance, entered.pool) == (998_900, 2_000)
    paid = await lobby.tournament.PayOut(
        tn.PayOutRequest(
            id="payout:T",
            tournament_id="T",
            currency="PLAY",
            prizes=[tn.Prize(account_id=BOB, amount=2_000, place=1)],
        )
    )
    assert paid.paid == 2_000
    seen = await lobby.tournament.GetPool(tn.GetPoolRequest(tournament_id="T"))
    assert (seen.pool, seen.fees, seen.entrants, seen.closed) == (0, 200, 2, True)


@pytest.mark.slow
async def test_heads_and_balances_are_told_on_the_bus(
    url: str, nats_server: NatsServer, keys: TestKeys
) -> None:
    """A signed head reaches the stream; a player hears of his new cash."""
    async with connected_bus(nats_server.url) as bus:
        await _heads_and_balances(url, nats_server.url, keys, bus)


async def _heads_and_balances(url: str, nats_url: str, keys: TestKeys, bus: NatsBus) -> None:
    heads: asyncio.Queue[lg.SignedHead] = asyncio.Queue()
    told: asyncio.Queue[ev.BalancesChanged] = asyncio.Queue()

    async def take(message: Message) -> None:
        if message.subject == "wallet.event.head":
            heads.put_nowait(lg.SignedHead.FromString(message.data))

    async def hear(message: Message) -> None:
        told.put_nowait(ev.BalancesChanged.FromString(message.data))

    stream = await bus.consume("WALLET", take)
    core = await bus.subscribe(f"player.{ANN}.wallet", hear)
    await bus.flush()
    async with (
        running(config(url, nats_url, keys, head_every_s=1, audit_every_s=1)) as service,
        calling(keys, "lobby", [service.rpc.address if service.rpc else ""]) as lobby,
        asyncio.timeout(60),
    ):
        await open_players(lobby, ANN)
        changed = await told.get()
        assert [(balance.currency, balance.amount) for balance in changed.balances] == [
            ("PLAY", 1_000_000)
        ]
        head = await heads.get()
        assert (head.batch, head.last_transfer_id) == (1, 1)
        kept = await lobby.ledger.GetSignedHead(lg.GetSignedHeadRequest())
        assert kept.head == head
        assert "riverbus_wallet_audit_findings 0.0" in service.metrics.exposition().decode()
    await core.stop()
    await stream.stop()
