"""A transactional outbox: what is told on the bus is written with what it tells of, or not at all.

`write` locks the outbox until commit, so ids are in commit order; one replica (advisory lock)
relays to JetStream in that order, each row's message id keeping it from being stored twice.
"""

import asyncio
import logging
from collections.abc import Sequence

import msgspec
import sqlalchemy
from sqlalchemy import BigInteger, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from riverbus.core.errors import RoomError
from riverbus.core.ports import Bus
from riverbus.runtime.calls import TRACE_HEADER, trace_id
from riverbus.runtime.db import Database
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.tasks import end

log = logging.getLogger(__name__)

BATCH_ROWS = 500
POLL_S = 0.2
RETRY_S = 1.0


class OutboxMessage(msgspec.Struct, frozen=True):
    """One message for a stream; the id is unique for ever, such as `transfer:<id>`."""

    subject: str
    message_id: str
    payload: bytes


async def write(
    connection: AsyncConnection, schema: str, messages: Sequence[OutboxMessage]
) -> None:
    """Add messages to the transaction. Call it last: other writers wait until it commits."""
    if not messages:
        return
    await connection.execute(
        text("select pg_advisory_xact_lock(hashtext(:name))"), {"name": f"{schema}.outbox.write"}
    )
    trace = trace_id()
    await connection.execute(
        text(
            f'insert into "{schema}".outbox (subject, message_id, trace_id, payload)'
            " values (:subject, :message_id, :trace_id, :payload)"
        ),
        [
            {
                "subject": message.subject,
                "message_id": message.message_id,
                "trace_id": trace,
                "payload": message.payload,
            }
            for message in messages
        ],
    )


class OutboxRelay:
    """Sends the rows and deletes them once acknowledged; start it in every replica."""

    def __init__(self, database: Database, bus: Bus, metrics: Metrics) -> None:
        self._database = database
        self._bus = bus
        self._table = f'"{database.schema}".outbox'
        self._lock_name = f"{database.schema}.outbox.relay"
        self._task: asyncio.Task[None] | None = None
        self._sent = metrics.counter("outbox_sent", "Outbox rows acknowledged by JetStream.")
        self._waiting = metrics.gauge("outbox_waiting", "Outbox rows seen in the last batch.")
        self._leader = metrics.gauge("outbox_leader", "1 where this replica relays the outbox.")

    def start(self) -> None:
        """Begin; goes on until stop."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End; unsent rows stay for the next start."""
        await end(self._task)

    async def _run(self) -> None:
        while True:
            try:
                await self._lead()
            except (SQLAlchemyError, RoomError, OSError) as error:
                log.warning("outbox relay starts anew", extra={"reason": str(error)[:300]})
            finally:
                self._leader.set(0)
            await asyncio.sleep(RETRY_S)

    async def _lead(self) -> None:
        """Relay for as long as this connection holds the lock; returns at once without it."""
        async with self._database.engine.connect() as raw:
            connection = await raw.execution_options(isolation_level="AUTOCOMMIT")
            got = await connection.scalar(
                text("select pg_try_advisory_lock(hashtext(:name))"), {"name": self._lock_name}
            )
            if not got:
                return
            self._leader.set(1)
            try:
                while True:
                    if await self._batch(connection) < BATCH_ROWS:
                        await asyncio.sleep(POLL_S)
            finally:
                await connection.invalidate()

    async def _batch(self, connection: AsyncConnection) -> int:
        rows = (
            await connection.execute(
                text(
                    f"select id, subject, message_id, trace_id, payload from {self._table}"
                    " order by id limit :rows"
                ),
                {"rows": BATCH_ROWS},
            )
        ).all()
        self._waiting.set(len(rows))
        done: list[int] = []
        try:
            for row in rows:
                headers = {TRACE_HEADER: row.trace_id} if row.trace_id else {}
                await self._bus.append(
                    row.subject, row.payload, message_id=row.message_id, headers=headers
                )
                done.append(row.id)
        finally:
            if done:
                await connection.execute(
                    text(f"delete from {self._table} where id = any(:ids)").bindparams(
                        sqlalchemy.bindparam("ids", done, sqlalchemy.ARRAY(BigInteger))
                    )
                )
                self._sent.inc(len(done))
        return len(rows)
