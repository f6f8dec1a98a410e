"""The ledger in PostgreSQL: set-based SQL on one asyncpg connection a transaction.

Isolation is READ COMMITTED: rows are locked before outcomes are looked up, so a statement sees what
the transaction that held the lock before has committed. Locks go: entities in the order of
ENTITIES, accounts by id, the chain's head last. A table's row stands for its hands, seats and
accounts, which are only read; MOVE still refuses a balance that is not the one that was read.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import asyncpg
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from riverbus.runtime.db import Database
from services.wallet.adapters import arrays
from services.wallet.adapters.arrays import texts
from services.wallet.adapters.rows import ROW_MAPS
from services.wallet.app.ports import Changes, Contention, StoreAway
from services.wallet.app.sealing import Encode, Head, Sealed, seal
from services.wallet.domain.accounts import TABLE_PURPOSES, AccountKey, account_number
from services.wallet.domain.book import EntityId, Remembered
from services.wallet.domain.entities import ENTITIES, Entity, Entrant
from services.wallet.domain.errors import BrokenInvariant

E = TypeVar("E", bound=Entity)

OUTCOMES = "select id, content_hash, outcome from operations where id = any($1::text::text[])"
READ_ACCOUNTS = "select id, balance from accounts where id = any($1::text::bigint[])"
LOCK_ACCOUNTS = (
    "select id, balance from accounts where id = any($1::text::bigint[]) order by id for update"
)
OWNED = (
    "select purpose, owner, scope, currency from accounts"
    " where owner = any($1::text::text[]) and purpose in (1, 2, 3)"
)
OPEN_ACCOUNTS = """
insert into accounts (id, purpose, owner, scope, currency)
select * from unnest($1::text::bigint[], $2::text::smallint[], $3::text::text[],
    $4::text::text[], $5::text::text[])
order by 1 on conflict (id) do nothing
"""
MOVE = """
update accounts as a set balance = u.after
from unnest($1::text::bigint[], $2::text::bigint[], $3::text::bigint[]) as u(id, before, after)
where a.id = u.id and a.balance = u.before
"""
HEARD = "update tables set heard_at_ms = $2 where key = any($1::text::text[])"
LOCK_HEAD = """
select batch, at_ms, last_operation, last_transfer, last_event, hash from chain_head for update
"""
WRITE_LOG = """
with head as (
    update chain_head set batch = $1, at_ms = $2, last_operation = $3, last_transfer = $4,
        last_event = $5, hash = $6
), link as (
    insert into batches values ($1, $2, $7, $8, $9, $10, $11, $12, $13, $6)
), told as (
    insert into outbox select * from unnest(
        $14::text::bigint[], $15::text::text[], $16::text::text[], $17::text::text[],
        $18::text::bytea[])
), booked as (
    insert into transfers select * from unnest(
        $19::text::bigint[], $20::text::bigint[], $21::text::smallint[], $22::text::bigint[],
        $23::text::bigint[], $24::text::bigint[], $25::text::bigint[], $26::text::bigint[])
)
insert into operations select * from unnest(
    $27::text::bigint[], $28::text::text[], $29::text::text[], $30::text::text[],
    $31::text::text[], $32::text::text[], $33::text::bytea[], $34::text::bytea[],
    $35::text::bytea[])
"""
MESSAGE_COLUMNS = ("bigint", "text", "text", "text", "bytea")
TRANSFER_COLUMNS = ("bigint",) * 8
OPERATION_COLUMNS = ("bigint", *("text",) * 5, *("bytea",) * 3)
RETRY = (
    asyncpg.SerializationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.UniqueViolationError,
    asyncpg.LockNotAvailableError,
)
AWAY = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    PoolTimeout,
    SQLAlchemyError,
    OSError,
    TimeoutError,
)


class PostgresTransaction:
    """One transaction over a connection."""

    def __init__(self, connection: Any, store: "PostgresStore") -> None:
        self._connection = connection
        self._store = store
        self.opened: list[int] = []

    async def entities(self, ids: Collection[EntityId]) -> dict[EntityId, Entity | None]:
        """Lock and read, in the order of ENTITIES and keys."""
        wanted: dict[type[Entity], list[str]] = {}
        for kind, key in ids:
            wanted.setdefault(kind, []).append(key)
        found: dict[EntityId, Entity | None] = dict.fromkeys(ids)
        for kind in ENTITIES:
            if kind in wanted:
                rows = ROW_MAPS[kind]
                for row in await self._connection.fetch(rows.lock, texts(wanted[kind])):
                    entity = rows.entity(row)
                    found[kind, entity.key] = entity
        return found

    async def outcomes(self, ids: Collection[str]) -> dict[str, Remembered]:
        """Those that are stored."""
        rows = await self._connection.fetch(OUTCOMES, texts(list(ids)))
        return {row[0]: Remembered(row[1], row[2]) for row in rows}

    async def accounts(
        self, keys: Collection[AccountKey], owners: Collection[tuple[str, str]]
    ) -> dict[AccountKey, int]:
        """Lock by id, opening what is missing."""
        wanted = dict.fromkeys(keys)
        if owners:
            for row in await self._connection.fetch(OWNED, texts([owner for owner, _ in owners])):
                key = AccountKey(row[0], row[1], row[2], row[3])
                if (key.owner, key.currency) in owners:
                    wanted[key] = None
        numbers = {account_number(key): key for key in wanted}
        if len(numbers) != len(wanted):
            raise BrokenInvariant("two accounts have one number")
        await self._open_new(numbers)
        shared = [number for number, key in numbers.items() if key.purpose not in TABLE_PURPOSES]
        rows = []
        if len(shared) < len(numbers):
            tables = [number for number, key in numbers.items() if key.purpose in TABLE_PURPOSES]
            rows += await self._connection.fetch(READ_ACCOUNTS, arrays.numbers(tables))
        if shared:
            rows += await self._connection.fetch(LOCK_ACCOUNTS, arrays.numbers(shared))
        if len(rows) != len(numbers):
            self._store.known_accounts.clear()
            raise Contention
        return {numbers[row[0]]: row[1] for row in rows}

    async def entrants(self, tournament_id: str) -> list[Entrant]:
        """All entrants of a tournament, locked by key."""
        rows = ROW_MAPS[Entrant]
        found = await self._connection.fetch(
            f"{rows.select} where tournament_id = $1 order by key for update", tournament_id
        )
        return [rows.entity(row) for row in found]

    async def _open_new(self, numbers: dict[int, AccountKey]) -> None:
        new = [number for number in numbers if number not in self._store.known_accounts]
        if not new:
            return
        keys = [numbers[number] for number in new]
        await self._connection.execute(
            OPEN_ACCOUNTS,
            arrays.numbers(new),
            arrays.numbers([key.purpose for key in keys]),
            texts([key.owner for key in keys]),
            texts([key.scope for key in keys]),
            texts([key.currency for key in keys]),
        )
        self.opened.extend(new)

    async def heard(self, table_ids: Collection[str], at_ms: int) -> None:
        """In a column of its own beside the table's row, which is locked."""
        await self._connection.execute(HEARD, texts(list(table_ids)), at_ms)

    async def write(self, changes: Changes) -> int:
        """Entities, balances, then the head, the log and the outbox in one statement."""
        for new, statement in ((True, "insert"), (False, "update")):
            by_kind: dict[type[Entity], list[Entity]] = {}
            for was_new, entity in changes.entities:
                if was_new is new:
                    by_kind.setdefault(type(entity), []).append(entity)
            for kind, entities in by_kind.items():
                rows = ROW_MAPS[kind]
                await self._connection.execute(
                    getattr(rows, statement), *rows.arrays(entities, new=new)
                )
        await self._move(changes)
        head = Head(*await self._connection.fetchrow(LOCK_HEAD))
        sealed = seal(head, changes, self._store.encode)
        await self._log(sealed)
        return sealed.head.batch

    async def _move(self, changes: Changes) -> None:
        if not changes.balances:
            return
        done: str = await self._connection.execute(
            MOVE,
            arrays.numbers([account_number(key) for key in changes.balances]),
            arrays.numbers([before for before, _ in changes.balances.values()]),
            arrays.numbers([after for _, after in changes.balances.values()]),
        )
        if done != f"UPDATE {len(changes.balances)}":
            raise Contention

    async def _log(self, sealed: Sealed) -> None:
        head, batch = sealed.head, sealed.batch
        await self._connection.execute(
            WRITE_LOG,
            *head,
            *batch[2:9],
            *_columns(sealed.messages, MESSAGE_COLUMNS),
            *_columns(sealed.transfers, TRANSFER_COLUMNS),
            *_columns(sealed.operations, OPERATION_COLUMNS),
        )


class PostgresStore:
    """Transactions and reads over the service's pool."""

    def __init__(self, database: Database, encode: Encode) -> None:
        self._database = database
        self.encode = encode
        self.known_accounts: set[int] = set()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[PostgresTransaction]:
        """Committed at the end, rolled back by an exception."""
        try:
            async with self.connection() as connection:
                transaction = PostgresTransaction(connection, self)
                async with connection.transaction():
                    yield transaction
                self.known_accounts.update(transaction.opened)
        except RETRY as error:
            raise Contention from error

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        """asyncpg's own connection, returned to the pool, or thrown away after a failure."""
        try:
            async with self._database.engine.connect() as pooled:
                raw = (await pooled.get_raw_connection()).driver_connection
                try:
                    yield raw
                except (*AWAY, asyncio.CancelledError):
                    with suppress(*AWAY):
                        await pooled.invalidate()
                    raise
        except AWAY as error:
            self.known_accounts.clear()
            raise StoreAway(str(error) or type(error).__name__) from error

    async def entity(self, kind: type[E], key: str) -> E | None:
        """One entity as it is now."""
        found = await self.entities(kind, [key])
        return found[0] if found else None

    async def entities(self, kind: type[E], keys: Collection[str]) -> list[E]:
        """Those of the keys that exist."""
        rows = ROW_MAPS[kind]
        async with self.connection() as connection:
            return [
                rows.entity(row) for row in await connection.fetch(rows.read, texts(list(keys)))
            ]

    async def balances(self, keys: Collection[AccountKey]) -> dict[AccountKey, int]:
        """Balances as they are now."""
        numbers = {account_number(key): key for key in keys}
        async with self.connection() as connection:
            rows = await connection.fetch(
                "select id, balance from accounts where id = any($1::text::bigint[])",
                arrays.numbers(list(numbers)),
            )
        return dict.fromkeys(keys, 0) | {numbers[row[0]]: row[1] for row in rows}

    async def accounts_of(self, owner: str) -> dict[AccountKey, int]:
        """All accounts of an owner."""
        async with self.connection() as connection:
            rows = await connection.fetch(
                "select purpose, owner, scope, currency, balance from accounts where owner = $1"
                " order by purpose, currency, scope",
                owner,
            )
        return {AccountKey(row[0], row[1], row[2], row[3]): row[4] for row in rows}


def _columns(rows: Sequence[tuple[Any, ...]], sorts: tuple[str, ...]) -> list[str]:
    """One array a column."""
    if not rows:
        return ["{}"] * len(sorts)
    columns = zip(*rows, strict=True)
    return [arrays.ENCODERS[sort](column) for sort, column in zip(sorts, columns, strict=True)]
