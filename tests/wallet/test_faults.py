"""Real failures on real servers. After each: the audit is clean, every acknowledged operation is
present once, no unacknowledged one half done.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from riverbus.pb.wallet.v1 import events_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.embedded.nats_server import NatsServer
from services.wallet.adapters.postgres_store import PostgresStore
from services.wallet.app.ports import StoreAway
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.fixtures.servers import connected_bus, scratch_folder
from tests.wallet import killed
from tests.wallet.desk import ANN, BOB, CAT, buy_in, stand_up, transfer
from tests.wallet.load import (
    MONEY,
    PASSWORD,
    booking,
    ledger_server,
    under_load,
    until_known,
)
from tests.wallet.room import config, running

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]
ROOT = Path(__file__).parents[2]


async def test_sigkill_at_every_step_of_a_booking(fresh_database: FreshDatabases) -> None:
    """A buy-in and a stand-up at a table of each step's own, by a process that dies there."""
    url = await fresh_database("wallet")
    async with booking(url) as desk:
        await desk.open(ANN, money=MONEY)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.wallet.killed", url, cwd=ROOT, stdout=PIPE
        )
        told = [line.split() for line in (await process.communicate())[0].decode().splitlines()]
        assert told[-1][0] == "survived"
        steps = int(told[-1][1])
        assert steps > 40
        calls = [command.id for step in range(steps) for command in killed.commands(step)]
        answered = {line[1] for line in told[:-1] if int(line[0]) < steps}
        stored = await _stored(url, calls)
        assert answered <= stored < set(calls)
        assert await desk.findings() == []
        for step in range(steps):
            for command in killed.commands(step):
                assert await until_known(desk, command) == "ok"
        assert await desk.cash(ANN) == MONEY
        assert await desk.findings() == []


async def _stored(url: str, ids: list[str]) -> set[str]:
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("select id from wallet.operations where id = any($1)", ids)
    await connection.close()
    return {row[0] for row in rows}


async def test_database_restarted_under_load(server_folder: Path) -> None:
    with scratch_folder(server_folder) as folder:
        async with (
            ledger_server(folder / "pg") as server,
            booking(server.role_url("riverbus_wallet", PASSWORD)) as desk,
        ):

            async def restart(_trouble: asyncio.Event) -> None:
                await asyncio.to_thread(server.stop)
                await asyncio.to_thread(server.start)

            await under_load(desk, restart)


async def test_connections_cut_under_load(fresh_database: FreshDatabases) -> None:
    """Backends are ended at any moment, between commit and answer too."""
    url = await fresh_database("wallet")
    async with booking(url) as desk:

        async def cut(_trouble: asyncio.Event) -> None:
            admin = await asyncpg.connect(fresh_database.admin_of(url))
            for _ in range(15):
                await admin.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity"
                    " where datname = current_database() and pid <> pg_backend_pid()"
                )
                await asyncio.sleep(0.01)
            await admin.close()

        await under_load(desk, cut)


async def test_wl_05_the_answer_lost_between_commit_and_reply(
    fresh_database: FreshDatabases, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await fresh_database("wallet")
    async with booking(url) as desk:
        await desk.open(ANN, money=10_000)
        whole = PostgresStore.transaction

        @asynccontextmanager
        async def cut_after_commit(store: PostgresStore):  # type: ignore[no-untyped-def]
            async with whole(store) as transaction:
                yield transaction
            raise StoreAway("the line went dead")

        monkeypatch.setattr(PostgresStore, "transaction", cut_after_commit)
        assert await desk.refusal(buy_in(ANN, 6_000, "b1")) == "unavailable"
        monkeypatch.setattr(PostgresStore, "transaction", whole)
        assert (await desk.do(buy_in(ANN, 6_000, "b1"))).balance == 4_000
        assert (await desk.cash(ANN), await desk.stack(ANN)) == (4_000, 6_000)
        assert await desk.findings() == []


async def test_an_unforeseen_failure_stands_alone(fresh_database: FreshDatabases) -> None:
    """One order of a batch breaks a law of the database: the others are booked."""
    url = await fresh_database("wallet")
    async with booking(url) as desk:
        await desk.open(ANN, BOB, money=10_000)
        admin = await asyncpg.connect(fresh_database.admin_of(url))
        await admin.execute("alter table wallet.transfers add check (amount <> 666)")
        await admin.close()
        commands = [transfer(ANN, BOB, amount, f"x-{amount}") for amount in (1, 2, 666, 4, 5)]
        outcomes = await asyncio.gather(*(desk.refusal(command) for command in commands))
        assert outcomes == ["ok", "ok", "internal", "ok", "ok"]
        assert await desk.cash(BOB) == 10_012
        assert await desk.findings() == []


@pytest.mark.parametrize("isolation", ["read committed", "serializable"])
async def test_two_replicas_race(fresh_database: FreshDatabases, isolation: str) -> None:
    """SEAMS 28: The same ids at both at once, and spending of one purse through both.

    With the strictest isolation the database itself refuses transactions that met (40001).
    """
    url = await fresh_database("wallet")
    admin = await asyncpg.connect(fresh_database.admin_of(url))
    name = await admin.fetchval("select current_database()")
    await admin.execute(
        f'alter role riverbus_wallet in database "{name}"'
        f" set default_transaction_isolation = '{isolation}'"
    )
    await admin.close()
    async with booking(url) as one, booking(url) as two:
        await one.open(ANN, BOB, CAT, money=1_000)
        for turn in range(30):
            same = transfer(ANN, BOB, 10, f"same-{turn}")
            other = transfer(CAT, BOB, 10, f"reused-{turn}")
            reused = transfer(BOB, CAT, 20, f"reused-{turn}")
            table = f"t{turn}"
            work = [
                until_known(one, same),
                until_known(two, same),
                until_known(one, other),
                until_known(two, reused),
                until_known(one, buy_in(ANN, 1, f"b-{turn}-1", table=table)),
                until_known(two, buy_in(ANN, 1, f"b-{turn}-2", table=table)),
            ]
            answers = await asyncio.gather(*work)
            assert answers[:2] == ["ok", "ok"]
            assert sorted(answers[2:4]) == ["id_reused", "ok"]
            assert sorted(answers[4:]) == ["already_bought_in", "ok"]
            assert await until_known(two, stand_up(ANN, f"s-{turn}", table)) == "ok"
        met = sum(desk.counted("riverbus_wallet_contentions_total") for desk in (one, two))
        assert isolation == "read committed" or met > 0
        assert await one.cash(ANN) == 700
        assert await one.findings() == []


async def test_nats_gone_and_back_every_event_arrives_in_order(
    fresh_database: FreshDatabases, nats_server: NatsServer, keys: TestKeys
) -> None:
    """SEAMS 28."""
    url = await fresh_database("wallet")
    async with (
        connected_bus(nats_server.url) as bus,
        running(config(url, nats_server.url, keys, audit_every_s=0)),
        booking(url) as desk,
    ):
        await desk.open(ANN, BOB, money=1_000)
        nats_server.kill()
        for turn in range(20):
            assert await until_known(desk, transfer(ANN, BOB, 1, f"x-{turn}")) == "ok"
        nats_server.start()
        for turn in range(20, 40):
            assert await until_known(desk, transfer(ANN, BOB, 1, f"x-{turn}")) == "ok"
        events = await _all_events(bus, url)
    sequences = [event.sequence for event in events]
    assert sequences == list(range(1, len(sequences) + 1))
    moved = [event.booked.operation_id for event in events if event.booked.kind == "transfer"]
    assert moved == [f"x-{turn}" for turn in range(40)]


async def _all_events(bus: NatsBus, url: str) -> list[events_pb2.WalletEvent]:
    """Everything that the wallet told, until its last event has come."""
    connection = await asyncpg.connect(url)
    last = await connection.fetchval("select last_event from wallet.chain_head")
    await connection.close()
    events: list[events_pb2.WalletEvent] = []
    complete = asyncio.Event()

    async def take(message) -> None:  # type: ignore[no-untyped-def]
        if message.subject == "wallet.event.batch":
            events.extend(events_pb2.WalletEvents.FromString(message.data).events)
            if events and events[-1].sequence >= last:
                complete.set()

    subscription = await bus.consume("WALLET", take)
    async with asyncio.timeout(60):
        await complete.wait()
    await subscription.stop()
    return events
