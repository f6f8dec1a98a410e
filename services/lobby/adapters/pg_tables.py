"""Tables, waiting lists, flags and the audit log in PostgreSQL."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.lobby.adapters import rows, schema
from services.lobby.domain.audit import AuditEntry
from services.lobby.domain.duplicates import DuplicateFlag
from services.lobby.domain.errors import TableExists
from services.lobby.domain.tables import Table
from services.lobby.domain.waiting import Waiter


class PgTables:
    """See ports.Tables."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(self, table: Table) -> None:
        """See ports.Tables."""
        done = await self._connection.execute(
            insert(schema.game_table).values(rows.table_row(table)).on_conflict_do_nothing()
        )
        if done.rowcount != 1:
            raise TableExists

    async def get(self, table_id: str, *, lock: bool = False) -> Table | None:
        """See ports.Tables."""
        query = select(schema.game_table).where(schema.game_table.c.table_id == table_id)
        if lock:
            query = query.with_for_update()
        row = (await self._connection.execute(query)).mappings().one_or_none()
        return None if row is None else rows.table_of(row)

    async def all(self) -> list[Table]:
        """See ports.Tables."""
        found = (await self._connection.execute(select(schema.game_table))).mappings().all()
        tables = [rows.table_of(row) for row in found]
        return sorted(tables, key=lambda table: (table.name, table.table_id))

    async def revisions(self) -> dict[str, int]:
        """See ports.Tables."""
        query = select(schema.game_table.c.table_id, schema.game_table.c.revision)
        return {row[0]: row[1] for row in (await self._connection.execute(query)).all()}

    async def many(self, table_ids: Sequence[str]) -> list[Table]:
        """See ports.Tables."""
        if not table_ids:
            return []
        wanted = schema.game_table.c.table_id.in_(list(table_ids))
        query = select(schema.game_table).where(wanted)
        found = (await self._connection.execute(query)).mappings().all()
        return [rows.table_of(row) for row in found]

    async def save(self, table: Table) -> None:
        """See ports.Tables."""
        await self._connection.execute(
            update(schema.game_table)
            .where(schema.game_table.c.table_id == table.table_id)
            .values(rows.table_row(table))
        )

    async def claim_seed(self, key: str, at_ms: int) -> bool:
        """See ports.Tables."""
        done = await self._connection.execute(
            insert(schema.seed).values(key=key, at_ms=at_ms).on_conflict_do_nothing()
        )
        return done.rowcount == 1


class PgRecords:
    """See ports.Records."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add_entry(self, entry: AuditEntry) -> None:
        """See ports.Records."""
        await self._connection.execute(
            insert(schema.audit_entry).values(_fields(entry)).on_conflict_do_nothing()
        )

    async def entries(
        self, subject: str, actor_account_id: str, before_id: str, limit: int
    ) -> list[AuditEntry]:
        """See ports.Records."""
        columns = schema.audit_entry.c
        query = select(schema.audit_entry).order_by(columns.entry_id.desc()).limit(limit)
        if subject:
            query = query.where(columns.subject == subject)
        if actor_account_id:
            query = query.where(columns.actor_account_id == actor_account_id)
        if before_id:
            query = query.where(columns.entry_id < before_id)
        found = (await self._connection.execute(query)).mappings().all()
        return [rows.entry_of(row) for row in found]

    async def add_flag(self, flag: DuplicateFlag) -> None:
        """See ports.Records."""
        await self._connection.execute(insert(schema.duplicate_flag).values(_fields(flag)))

    async def flag(self, flag_id: str, *, lock: bool = False) -> DuplicateFlag | None:
        """See ports.Records."""
        columns = schema.duplicate_flag.c
        query = select(schema.duplicate_flag).where(columns.flag_id == flag_id)
        if lock:
            query = query.with_for_update()
        row = (await self._connection.execute(query)).mappings().one_or_none()
        return None if row is None else rows.flag_of(row)

    async def save_flag(self, flag: DuplicateFlag) -> None:
        """See ports.Records."""
        await self._connection.execute(
            update(schema.duplicate_flag)
            .where(schema.duplicate_flag.c.flag_id == flag.flag_id)
            .values(_fields(flag))
        )

    async def flags(self, include_decided: bool, before_id: str, limit: int) -> list[DuplicateFlag]:
        """See ports.Records."""
        columns = schema.duplicate_flag.c
        query = select(schema.duplicate_flag).order_by(columns.flag_id.desc()).limit(limit)
        if not include_decided:
            query = query.where(columns.decision == "")
        if before_id:
            query = query.where(columns.flag_id < before_id)
        found = (await self._connection.execute(query)).mappings().all()
        return [rows.flag_of(row) for row in found]

    async def flags_of(self, account_id: str) -> list[DuplicateFlag]:
        """See ports.Records."""
        columns = schema.duplicate_flag.c
        query = (
            select(schema.duplicate_flag)
            .where(or_(columns.account_id == account_id, columns.other_account_id == account_id))
            .order_by(columns.flag_id.desc())
            .limit(100)
        )
        found = (await self._connection.execute(query)).mappings().all()
        return [rows.flag_of(row) for row in found]


class PgWaiters:
    """See ports.Waiters."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def lock_table(self, table_id: str) -> None:
        """See ports.Waiters."""
        await self._connection.execute(
            text("select pg_advisory_xact_lock(hashtext(:name))"),
            {"name": f"lobby.waiting.{table_id}"},
        )

    async def of_table(self, table_id: str) -> list[Waiter]:
        """See ports.Waiters."""
        columns = schema.waiter.c
        query = select(schema.waiter).where(columns.table_id == table_id).order_by(columns.position)
        found = (await self._connection.execute(query)).mappings().all()
        return [rows.waiter_of(row) for row in found]

    async def of_account(self, account_id: str) -> list[Waiter]:
        """See ports.Waiters."""
        columns = schema.waiter.c
        query = (
            select(schema.waiter).where(columns.account_id == account_id).order_by(columns.position)
        )
        found = (await self._connection.execute(query)).mappings().all()
        return [rows.waiter_of(row) for row in found]

    async def put(self, waiter: Waiter) -> None:
        """See ports.Waiters."""
        await self._connection.execute(
            insert(schema.waiter)
            .values(_fields(waiter))
            .on_conflict_do_update(
                index_elements=["table_id", "account_id"],
                set_={"offer_until_ms": waiter.offer_until_ms},
            )
        )

    async def remove(self, table_id: str, account_id: str) -> bool:
        """See ports.Waiters."""
        columns = schema.waiter.c
        done = await self._connection.execute(
            delete(schema.waiter).where(
                columns.table_id == table_id, columns.account_id == account_id
            )
        )
        return done.rowcount == 1

    async def counts(self) -> dict[str, int]:
        """See ports.Waiters."""
        query = select(schema.waiter.c.table_id, func.count()).group_by(schema.waiter.c.table_id)
        found = (await self._connection.execute(query)).all()
        return {row[0]: row[1] for row in found}


def _fields(struct: AuditEntry | DuplicateFlag | Waiter) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}
