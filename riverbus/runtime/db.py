"""PostgreSQL through SQLAlchemy Core and asyncpg: one engine a process, one schema a service.

What the driver raises when the database is away becomes RoomError `database_unavailable`, so that
callers repeat; constraint violations stay sqlalchemy.exc.IntegrityError for the adapter to judge.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import sqlalchemy
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.schemas import SCHEMAS, DatabaseUnavailable

__all__ = ("SCHEMAS", "Database", "DatabaseUnavailable", "driver_url", "is_transient")

STATEMENT_TIMEOUT_MS = 15_000
IDLE_TIMEOUT_MS = 30_000
POOL_WAIT_S = 5.0


def driver_url(url: str) -> sqlalchemy.URL:
    """`postgresql://…` for SQLAlchemy with asyncpg. Raises RoomError for what is no such URL."""
    try:
        parsed = sqlalchemy.make_url(url)
    except sqlalchemy.exc.ArgumentError as error:
        raise _bad_url() from error
    if parsed.get_backend_name() not in ("postgresql", "postgres"):
        raise _bad_url()
    return parsed.set(drivername="postgresql+asyncpg")


def _bad_url() -> RoomError:
    return RoomError(
        "RIVERBUS_DATABASE_URL must look like postgresql://role:password@host:5432/database.",
        code="config_refused",
        kind=ErrorKind.INVALID,
    )


class Database:
    """`async with database.begin() as connection:` is one transaction."""

    def __init__(self, url: str, schema: str, *, pool: int = 10, name: str = "riverbus") -> None:
        self.schema = schema
        self.engine: AsyncEngine = create_async_engine(
            driver_url(url),
            pool_size=pool,
            max_overflow=0,
            pool_timeout=POOL_WAIT_S,
            pool_use_lifo=True,
            connect_args={
                "timeout": 5,
                "server_settings": {
                    "application_name": name,
                    "search_path": schema,
                    "statement_timeout": str(STATEMENT_TIMEOUT_MS),
                    "idle_in_transaction_session_timeout": str(IDLE_TIMEOUT_MS),
                    "timezone": "UTC",
                    "jit": "off",
                },
            },
        )
        self._reader = self.engine.execution_options(isolation_level="AUTOCOMMIT")

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed at the end, rolled back by an exception."""
        async with self._judged(self.engine.begin()) as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """For reads, each statement by itself: one round trip, where a transaction takes three."""
        async with self._judged(self._reader.connect()) as connection:
            yield connection

    @asynccontextmanager
    async def _judged(
        self, opening: AbstractAsyncContextManager[AsyncConnection]
    ) -> AsyncIterator[AsyncConnection]:
        try:
            async with opening as connection:
                yield connection
        except IntegrityError:
            raise
        except DBAPIError as error:
            if is_transient(error):
                raise DatabaseUnavailable from error
            raise
        except (PoolTimeout, OSError) as error:
            raise DatabaseUnavailable from error

    async def ping(self) -> None:
        """Raises DatabaseUnavailable unless the database answers."""
        async with self.begin() as connection:
            await connection.execute(sqlalchemy.text("select 1"))

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


TRANSIENT_STATES = ("08", "40", "53", "57", "55P03", "25P03")
"""SQLSTATE prefixes: connection, rollback (deadlock), resources, operator, lock timeout, idle."""


def is_transient(error: DBAPIError) -> bool:
    """True where the same transaction may succeed when it is run again."""
    if error.connection_invalidated:
        return True
    state = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "pgcode", None) or ""
    if state:
        return str(state).startswith(TRANSIENT_STATES)
    cause = getattr(error.orig, "__cause__", None)
    return isinstance(cause, (OSError, TimeoutError))
