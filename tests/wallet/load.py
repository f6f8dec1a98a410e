"""Load on a ledger while something is done to it, and what must be true of it afterwards."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.pb.wallet.v1 import events_pb2
from riverbus.runtime.db import Database
from riverbus.runtime.embedded.postgres_server import PostgresServer
from riverbus.runtime.migrations import Target, migrate
from services.wallet.adapters.postgres_store import PostgresStore
from services.wallet.app.statements import Filter, kinds_of
from services.wallet.domain.accounts import cash
from services.wallet.domain.commands import Command
from tests.wallet.desk import ANN, BOB, CAT, Desk, postgres_desk, transfer

MONEY = 100_000
PASSWORD = "test-only"
CALLERS = 8
TURNS = 40
MOST_ENTRIES = 1_000_000
TRANSIENT = (ErrorKind.UNAVAILABLE, ErrorKind.DEADLINE)
Harm = Callable[[asyncio.Event], Awaitable[None]]
"""`harm(trouble)`: do it; `trouble` is set as soon as a caller is refused for it."""


async def until_known(desk: Desk, command: Command, trouble: asyncio.Event | None = None) -> str:
    """Repeat the same call until it is not transient any more: `ok` or the refusal's code."""
    for _ in range(1_200):
        try:
            await desk.do(command)
        except RoomError as error:
            if error.kind not in TRANSIENT:
                return error.code
            if trouble is not None:
                trouble.set()
            await asyncio.sleep(0.05)
        else:
            return "ok"
    raise AssertionError(f"{command.id} never got an answer")


@asynccontextmanager
async def booking(url: str) -> AsyncIterator[Desk]:
    """A replica over a database."""
    database = Database(url, "wallet", pool=4)
    desk = postgres_desk(database)
    desk.batcher.start()
    yield desk
    await desk.batcher.stop()
    await database.close()


@asynccontextmanager
async def ledger_server(folder: Path) -> AsyncIterator[PostgresServer]:
    """A durable server whose cluster lies there, with the wallet's schema."""
    server = PostgresServer(folder, password=PASSWORD)
    server.start()
    try:
        admin = await asyncpg.connect(server.url("postgres"))
        await admin.execute("create database riverbus")
        await admin.close()
        await migrate([Target("wallet", server.url(), password=PASSWORD)])
        yield server
    finally:
        server.stop()


async def under_load(desk: Desk, harm: Harm) -> None:
    """Transfers in a circle from eight callers, each repeated until known, while harm is done.

    Then: the audit is clean, each is booked once, and each is told once, in order.
    """
    await desk.open(ANN, BOB, CAT, money=MONEY)
    ring = [(ANN, BOB), (BOB, CAT), (CAT, ANN)]
    answered: list[str] = []
    warm, trouble, harmed = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def caller(name: int) -> None:
        for turn in itertools.count():
            if turn >= TURNS and harmed.is_set():
                return
            sender, receiver = ring[(name + turn) % 3]
            call = f"x-{name}-{turn}"
            command = transfer(sender, receiver, 1, call)
            assert await until_known(desk, command, trouble) == "ok"
            answered.append(call)
            if len(answered) == TURNS:
                warm.set()

    callers = [asyncio.create_task(caller(name)) for name in range(CALLERS)]
    await warm.wait()
    trouble.clear()
    await harm(trouble)
    harmed.set()
    await asyncio.gather(*callers)
    assert len(answered) >= CALLERS * TURNS
    assert sum([await desk.cash(name) for name in (ANN, BOB, CAT)]) == 3 * MONEY
    assert await desk.findings() == []
    booked = [
        entry.operation_id
        for name in (ANN, BOB, CAT)
        for entry in await desk.reports.entries(_sent(name), 0, MOST_ENTRIES)
        if entry.change < 0
    ]
    assert sorted(booked) == sorted(answered)
    events = await events_of(desk)
    told = [event.booked.operation_id for event in events if event.booked.kind == "transfer"]
    assert sorted(told) == sorted(answered)


def _sent(name: str) -> Filter:
    return Filter(cash(name, "USD"), kinds=kinds_of(["transfer"]))


async def events_of(desk: Desk) -> list[events_pb2.WalletEvent]:
    """What waits to be told (no relay runs here): every event from the first to the last."""
    assert isinstance(desk.store, PostgresStore)
    async with desk.store.connection() as connection:
        rows = await connection.fetch("select payload from outbox order by id")
        last = await connection.fetchval("select last_event from chain_head")
    events = [event for row in rows for event in events_pb2.WalletEvents.FromString(row[0]).events]
    assert [event.sequence for event in events] == list(range(1, last + 1))
    return events
