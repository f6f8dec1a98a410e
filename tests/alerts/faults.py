"""What is done to a real room for each of its alerts, and undone again where it can be."""

import asyncio
import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from typing import Any

import asyncpg
import nats
from nats.js.api import StreamConfig

from riverbus.cli.local.child import Child
from riverbus.cli.local.gateway_client import OperatorClient
from riverbus.cli.local.room import LocalRoom
from riverbus.cli.table import operate
from riverbus.core.errors import RoomError
from riverbus.pb.lobby.v1.table_config_pb2 import TableRow
from services.table.adapters.hand_log import stream_of, subject_of
from services.wallet.domain.accounts import Purpose

Fault = Callable[[LocalRoom, list[str]], AbstractContextManager[None]]
ROW_BYTES = 900_000
FLOOD = 200
"""Rows of that size: more than the 128 MB that a subscription keeps."""
DAY_MS = 86_400_000
ESCROW = int(Purpose.ESCROW)


@contextmanager
def dead(*children: Child) -> Iterator[None]:
    """SIGKILL, and nobody starts them again meanwhile."""
    for child in children:
        child.kill()
    try:
        yield
    finally:
        for child in children:
            child.start()
        for child in children:
            child.wait_ready(time.monotonic() + 60)


@contextmanager
def frozen(*pids: int) -> Iterator[None]:
    """SIGSTOP."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


@contextmanager
def again_and_again(action: Callable[[], None], pause_s: float) -> Iterator[None]:
    """In a thread of its own until the end."""
    done = threading.Event()

    def work() -> None:
        while not done.wait(pause_s):
            action()

    worker = threading.Thread(target=work)
    worker.start()
    try:
        yield
    finally:
        done.set()
        worker.join()


def stutter(pid: int, seconds: float) -> Callable[[], None]:
    """One short freeze."""

    def once() -> None:
        with frozen(pid):
            time.sleep(seconds)

    return once


def superuser(room: LocalRoom, *statements: str) -> None:
    """Runs the statements as nobody in the room may."""

    async def run() -> None:
        assert room.postgres is not None
        connection = await asyncpg.connect(room.postgres.url())
        try:
            async with connection.transaction():
                for statement in statements:
                    await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(run())


def as_admin(room: LocalRoom, work: Callable[[Any], Any]) -> None:
    """`work(connection)` on NATS as the user who may do everything."""

    async def run() -> None:
        assert room.nats is not None
        connection = await nats.connect(
            room.nats.url, user="admin", password=room.secrets.nats_passwords["admin"]
        )
        try:
            await work(connection)
        finally:
            await connection.close()

    asyncio.run(run())


def nats_node(room: LocalRoom) -> Any:
    """The room's one NATS server."""
    assert room.nats is not None
    return room.nats.nodes[0]


# -- processes and servers ----------------------------------------------------------------------


def service_down(room: LocalRoom, _: list[str]) -> AbstractContextManager[None]:
    return dead(room.children["chat-0"])


def tables_dead(room: LocalRoom, _: list[str]) -> AbstractContextManager[None]:
    return dead(*room.instances("table"))


def wallet_frozen(room: LocalRoom, _: list[str]) -> AbstractContextManager[None]:
    return frozen(*(child.pid for child in room.instances("wallet")))


def nats_frozen(room: LocalRoom, _: list[str]) -> AbstractContextManager[None]:
    return frozen(nats_node(room).pid)


@contextmanager
def database_dead(room: LocalRoom, _: list[str]) -> Iterator[None]:
    assert room.postgres is not None
    room.postgres.kill()
    try:
        yield
    finally:
        room.postgres.start()


def nats_restarts(room: LocalRoom, _: list[str]) -> AbstractContextManager[None]:
    def restart() -> None:
        nats_node(room).kill()
        nats_node(room).start()

    return again_and_again(restart, 2.0)


def nats_stutters(room: LocalRoom, _: list[str]) -> AbstractContextManager[None]:
    """A slow disk: each answer waits for a record that waits."""
    return again_and_again(stutter(nats_node(room).pid, 0.5), 0.3)


def lobby_stutters(room: LocalRoom, _: list[str]) -> AbstractContextManager[None]:
    """A machine that has no CPU for it."""
    return again_and_again(stutter(room.children["lobby-0"].pid, 0.3), 0.2)


@contextmanager
def lobby_floods(room: LocalRoom, _: list[str]) -> Iterator[None]:
    """Large rows come in while the lobby waits for the database: more than it keeps."""

    async def work(connection: Any) -> None:
        for number in range(FLOOD):
            row = TableRow(table_id=f"nobody-{number}", seated_account_ids=["x" * ROW_BYTES])
            await connection.publish("lobby.tables", row.SerializeToString())
            await connection.flush(30)

    with locked(room, "lobby.game_table"):
        as_admin(room, work)
    yield


# -- what an operator, a full disk or a vandal does ---------------------------------------------


@contextmanager
def hand_cancelled(room: LocalRoom, tables: list[str]) -> Iterator[None]:
    client = OperatorClient(room.url)
    client.sign_in(room.secrets.operator_name, room.secrets.operator_password)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with contextlib.suppress(RoomError):
            operate(client, "cancel-hand", tables[0], "a test")
            break
        time.sleep(0.3)
    client.sign_out()
    yield


@contextmanager
def locked(room: LocalRoom, table: str) -> Iterator[None]:
    """Somebody's transaction holds a table of the database."""
    held, done = threading.Event(), threading.Event()

    async def hold() -> None:
        assert room.postgres is not None
        connection = await asyncpg.connect(room.postgres.url())
        async with connection.transaction():
            await connection.execute(f"lock table {table} in access exclusive mode")
            held.set()
            await asyncio.to_thread(done.wait)
        await connection.close()

    worker = threading.Thread(target=lambda: asyncio.run(hold()))
    worker.start()
    assert held.wait(20)
    try:
        yield
    finally:
        done.set()
        worker.join()


def archive_locked(room: LocalRoom, _: list[str]) -> AbstractContextManager[None]:
    return locked(room, "table_service.hand")


@contextmanager
def old_hands_cannot_go(room: LocalRoom, _: list[str]) -> Iterator[None]:
    """The oldest hand is three days old, and rows cannot be deleted."""
    superuser(
        room,
        f"update table_service.hand set ended_ms = ended_ms - 3 * {DAY_MS}::bigint"
        " where hand_id = (select min(hand_id) from table_service.hand)",
        "revoke delete on table_service.hand from riverbus_table",
    )
    child = room.instances("table")[0]
    with dead(child):
        pass  # a process looks at what is overdue when it starts
    try:
        yield
    finally:
        superuser(room, "grant delete on table_service.hand to riverbus_table")


@contextmanager
def log_nearly_full(room: LocalRoom, tables: list[str]) -> Iterator[None]:
    """The stream may hold little more than it does."""
    name = stream_of(tables[0])
    limit = 0

    async def shrink(connection: Any) -> None:
        nonlocal limit
        jetstream = connection.jetstream()
        info = await jetstream.stream_info(name)
        limit = info.config.max_bytes
        await jetstream.update_stream(_limited(info.config, int(info.state.bytes * 1.15) + 2_000))

    async def grow(connection: Any) -> None:
        jetstream = connection.jetstream()
        info = await jetstream.stream_info(name)
        await jetstream.update_stream(_limited(info.config, limit))

    as_admin(room, shrink)
    try:
        yield
    finally:
        as_admin(room, grow)


def _limited(config: StreamConfig, max_bytes: int) -> StreamConfig:
    limited = copy(config)
    limited.max_bytes = max_bytes
    return limited


@contextmanager
def chips_moved(room: LocalRoom, tables: list[str]) -> Iterator[None]:
    """Chips go from one escrow of a table to another's, by hand in the database."""
    superuser(
        room,
        "with pair as (select min(id) as one, max(id) as other from wallet.accounts"
        f" where purpose = {ESCROW} and scope = '{tables[1]}' and balance > 500)"
        " update wallet.accounts set balance = balance + case when id = one then 7 else -7 end"
        " from pair where id in (one, other) and one <> other",
    )
    yield


@contextmanager
def hand_closed_behind_the_table(room: LocalRoom, tables: list[str]) -> Iterator[None]:
    """The ledger's row of running hands says that they were cancelled: no settle is taken."""

    def close() -> None:
        superuser(
            room,
            "update wallet.hands set status = 'cancelled' where status = 'open'"
            f" and table_id = '{tables[1]}'",
        )

    with again_and_again(close, 0.2):
        yield


@contextmanager
def poisoned_log(room: LocalRoom, tables: list[str]) -> Iterator[None]:
    """A record that nobody can replay stands in the log of a table whose owners are killed."""
    children = room.instances("table")
    for child in children:
        child.kill()

    async def poison(connection: Any) -> None:
        jetstream = connection.jetstream()
        subject = subject_of(tables[2])
        last = await jetstream.get_msg(stream_of(tables[2]), subject=subject)
        headers = {k: v for k, v in (last.headers or {}).items() if k.startswith("Riverbus-")}
        headers |= {"Riverbus-Record": "poison", "Riverbus-Kind": "command"}
        await jetstream.publish(subject, b"\xff\xff no record", headers=headers)

    as_admin(room, poison)
    for child in children:
        child.start()
    yield


@contextmanager
def balance_forged(room: LocalRoom, _: list[str]) -> Iterator[None]:
    """One chip more than the transfers say."""
    superuser(
        room,
        "update wallet.accounts set balance = balance + 1"
        f" where id = (select min(id) from wallet.accounts where purpose <> {ESCROW}"
        " and balance > 0)",
    )
    yield


FAULTS: dict[str, Fault] = {
    "ServiceDown": service_down,
    "EventLoopLate": lobby_stutters,
    "AnswersSlow": nats_stutters,
    "StuckHand": nats_frozen,
    "OutcomesUnknown": nats_frozen,
    "TableOwnerless": tables_dead,
    "BusReconnects": nats_restarts,
    "ResyncStorm": nats_restarts,
    "SlowConsumer": lobby_floods,
    "WalletCallStuck": wallet_frozen,
    "OutboxStuck": database_dead,
    "AuditSilent": database_dead,
    "HandsCancelled": hand_cancelled,
    "HandsUnarchived": archive_locked,
    "RetentionLate": old_hands_cannot_go,
    "HandLogFilling": log_nearly_full,
    "TableSilent": tables_dead,
    "TableDiffersFromLedger": chips_moved,
    "TablePausedByWallet": hand_closed_behind_the_table,
    "TableQuarantined": poisoned_log,
    "LedgerOutOfBalance": balance_forged,
}
"""In the order in which they are tried: what cannot be undone comes last."""
