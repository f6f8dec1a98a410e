"""The chat's store in PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from riverbus.runtime.db import Database
from services.chat.adapters.pg_people import PgOffice, PgPeople
from services.chat.adapters.pg_talk import PgMessages, PgSanctions


class PgTx:
    """One transaction. See ports.Tx."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.messages = PgMessages(connection)
        self.sanctions = PgSanctions(connection)
        self.people = PgPeople(connection)
        self.office = PgOffice(connection)


class PgStore:
    """See ports.Store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[PgTx]:
        """See ports.Store."""
        async with self._database.begin() as connection:
            yield PgTx(connection)
