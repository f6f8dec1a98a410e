"""The lobby's store in PostgreSQL; facts leave by the outbox, written last in the transaction."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from riverbus.runtime import outbox
from riverbus.runtime.db import Database
from services.lobby.adapters.codec import fact_message, fact_subject
from services.lobby.adapters.pg_accounts import PgAccounts, PgSessions
from services.lobby.adapters.pg_tables import PgRecords, PgTables, PgWaiters
from services.lobby.domain.facts import AccountFact


class PgTx:
    """One transaction. See ports.Tx."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.accounts = PgAccounts(connection)
        self.sessions = PgSessions(connection)
        self.tables = PgTables(connection)
        self.records = PgRecords(connection)
        self.waiters = PgWaiters(connection)
        self.facts: list[AccountFact] = []

    async def tell(self, fact: AccountFact) -> None:
        """See ports.Tx."""
        self.facts.append(fact)


class PgStore:
    """See ports.Store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[PgTx]:
        """See ports.Store."""
        async with self._database.begin() as connection:
            tx = PgTx(connection)
            yield tx
            await outbox.write(
                connection,
                self._database.schema,
                [
                    outbox.OutboxMessage(
                        subject=fact_subject(fact),
                        message_id=fact.event_id,
                        payload=fact_message(fact).SerializeToString(),
                    )
                    for fact in tx.facts
                ],
            )
