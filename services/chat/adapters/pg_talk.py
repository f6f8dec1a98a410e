"""Messages and sanctions in PostgreSQL."""

from typing import Any

import msgspec
from sqlalchemy import RowMapping, Select, delete, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.chat.adapters import schema
from services.chat.domain.messages import Message
from services.chat.domain.sanctions import Sanction

_message = schema.message.c
_sanction = schema.sanction.c


class PgMessages:
    """See ports.Messages."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def next_sequence(self, room: str) -> int:
        """See ports.Messages."""
        statement = insert(schema.room).values(name=room, last_sequence=1)
        statement = statement.on_conflict_do_update(
            index_elements=["name"],
            set_={"last_sequence": schema.room.c.last_sequence + 1},
        )
        number = await self._connection.scalar(statement.returning(schema.room.c.last_sequence))
        return int(number or 0)

    async def add(self, message: Message) -> None:
        """See ports.Messages."""
        await self._connection.execute(insert(schema.message).values(fields(message)))

    async def by_client_id(self, account_id: str, client_message_id: str) -> Message | None:
        """See ports.Messages."""
        return await self._one(
            select(schema.message).where(
                _message.sender_account_id == account_id,
                _message.client_message_id == client_message_id,
                _message.client_message_id != "",
            )
        )

    async def get(self, message_id: str) -> Message | None:
        """See ports.Messages."""
        return await self._one(select(schema.message).where(_message.message_id == message_id))

    async def save(self, message: Message) -> None:
        """See ports.Messages."""
        await self._connection.execute(
            update(schema.message)
            .where(_message.message_id == message.message_id)
            .values(fields(message))
        )

    async def before(
        self, room: str, sequence: int, without: frozenset[str], limit: int
    ) -> list[Message]:
        """See ports.Messages."""
        query = _of_room(room, without).order_by(_message.sequence.desc()).limit(limit)
        if sequence:
            query = query.where(_message.sequence < sequence)
        return await self._all(query)

    async def after(
        self, room: str, sequence: int, without: frozenset[str], limit: int
    ) -> list[Message]:
        """See ports.Messages."""
        query = _of_room(room, without).order_by(_message.sequence).limit(limit)
        return await self._all(query.where(_message.sequence > sequence))

    async def review(
        self, room: str, account_id: str, filtered_only: bool, before_id: str, limit: int
    ) -> list[Message]:
        """See ports.Messages."""
        query = select(schema.message).order_by(_message.message_id.desc()).limit(limit)
        if room:
            query = query.where(_message.room == room)
        if account_id:
            query = query.where(_message.sender_account_id == account_id)
        if filtered_only:
            query = query.where(_message.filtered)
        if before_id:
            query = query.where(_message.message_id < before_id)
        return await self._all(query)

    async def forget(self, before_ms: int, limit: int) -> int:
        """See ports.Messages."""
        about = select(_sanction.message_id).where(_sanction.message_id == _message.message_id)
        old = (
            select(_message.message_id)
            .where(_message.said_at_ms < before_ms, ~about.exists())
            .limit(limit)
        )
        done = await self._connection.execute(
            delete(schema.message).where(_message.message_id.in_(old))
        )
        return done.rowcount

    async def _one(self, query: Select[Any]) -> Message | None:
        row = (await self._connection.execute(query)).mappings().one_or_none()
        return None if row is None else msgspec.convert(plain(row), Message)

    async def _all(self, query: Select[Any]) -> list[Message]:
        rows = (await self._connection.execute(query)).mappings().all()
        return [msgspec.convert(plain(row), Message) for row in rows]


class PgSanctions:
    """See ports.Sanctions."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def lock_account(self, account_id: str) -> None:
        """See ports.Sanctions."""
        await self._connection.execute(
            text("select pg_advisory_xact_lock(hashtext(:name))"),
            {"name": f"chat.sanctions.{account_id}"},
        )

    async def add(self, sanction: Sanction) -> None:
        """See ports.Sanctions."""
        await self._connection.execute(insert(schema.sanction).values(fields(sanction)))

    async def get(self, sanction_id: str, *, lock: bool = False) -> Sanction | None:
        """See ports.Sanctions."""
        query = select(schema.sanction).where(_sanction.sanction_id == sanction_id)
        if lock:
            query = query.with_for_update()
        row = (await self._connection.execute(query)).mappings().one_or_none()
        return None if row is None else msgspec.convert(plain(row), Sanction)

    async def save(self, sanction: Sanction) -> None:
        """See ports.Sanctions."""
        await self._connection.execute(
            update(schema.sanction)
            .where(_sanction.sanction_id == sanction.sanction_id)
            .values(fields(sanction))
        )

    async def of_account(self, account_id: str) -> list[Sanction]:
        """See ports.Sanctions."""
        query = (
            select(schema.sanction)
            .where(_sanction.account_id == account_id)
            .order_by(_sanction.from_ms.desc(), _sanction.sanction_id.desc())
        )
        rows = (await self._connection.execute(query)).mappings().all()
        return [msgspec.convert(plain(row), Sanction) for row in rows]

    async def page(
        self, account_id: str, open_appeals: bool, before_id: str, limit: int
    ) -> list[Sanction]:
        """See ports.Sanctions."""
        query = select(schema.sanction).order_by(_sanction.sanction_id.desc()).limit(limit)
        if account_id:
            query = query.where(_sanction.account_id == account_id)
        if open_appeals:
            query = query.where(_sanction.appeal_state == "open")
        if before_id:
            query = query.where(_sanction.sanction_id < before_id)
        rows = (await self._connection.execute(query)).mappings().all()
        return [msgspec.convert(plain(row), Sanction) for row in rows]


def fields(struct: msgspec.Struct) -> dict[str, Any]:
    """A struct's fields as columns; enumerations are strings."""
    return {name: _column(getattr(struct, name)) for name in struct.__struct_fields__}


def plain(row: RowMapping) -> dict[str, Any]:
    """The row by plain strings; SQLAlchemy's keys are a subclass that msgspec refuses."""
    return {str(key): value for key, value in row.items()}


def _column(value: object) -> object:
    return str(value) if isinstance(value, str) else value


def _of_room(room: str, without: frozenset[str]) -> Select[Any]:
    query = select(schema.message).where(_message.room == room)
    return query.where(_message.sender_account_id.not_in(sorted(without))) if without else query
