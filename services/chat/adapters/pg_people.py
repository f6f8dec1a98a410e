"""Ignore lists, standings, the word list and operators' calls in PostgreSQL."""

import msgspec
from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.chat.adapters import schema
from services.chat.adapters.pg_talk import fields, plain
from services.chat.app.ports import OperatorCall, Standing, WordList
from services.chat.domain.word_filter import BannedWord

_ignored = schema.ignored.c
_standing = schema.standing.c
_words = schema.word_list.c
_call = schema.operator_call.c


class PgPeople:
    """See ports.People."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def ignored(self, account_id: str) -> list[str]:
        """See ports.People."""
        query = (
            select(_ignored.other_id)
            .where(_ignored.account_id == account_id)
            .order_by(_ignored.position)
        )
        return list((await self._connection.scalars(query)).all())

    async def ignore(self, account_id: str, other_id: str) -> None:
        """See ports.People."""
        row = {"account_id": account_id, "other_id": other_id}
        await self._connection.execute(insert(schema.ignored).values(row).on_conflict_do_nothing())

    async def unignore(self, account_id: str, other_id: str) -> None:
        """See ports.People."""
        await self._connection.execute(
            delete(schema.ignored).where(
                _ignored.account_id == account_id, _ignored.other_id == other_id
            )
        )

    async def standing(self, account_id: str) -> Standing | None:
        """See ports.People."""
        query = select(schema.standing).where(_standing.account_id == account_id)
        row = (await self._connection.execute(query)).mappings().one_or_none()
        return None if row is None else msgspec.convert(plain(row), Standing)

    async def set_standing(self, standing: Standing) -> None:
        """See ports.People."""
        row = fields(standing)
        await self._connection.execute(
            insert(schema.standing)
            .values(row)
            .on_conflict_do_update(
                index_elements=["account_id"],
                set_=row,
                where=_standing.told_at_ms <= standing.told_at_ms,
            )
        )


class PgOffice:
    """See ports.Office."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def word_revision(self) -> int:
        """See ports.Office."""
        return int(await self._connection.scalar(select(_words.revision)) or 0)

    async def word_list(self) -> WordList:
        """See ports.Office."""
        query = select(_words.revision, _words.words)
        row = (await self._connection.execute(query)).one()
        words = msgspec.json.decode(row.words, type=tuple[BannedWord, ...])
        return WordList(words, row.revision)

    async def set_word_list(self, words: WordList, expected: int) -> bool:
        """See ports.Office."""
        done = await self._connection.execute(
            update(schema.word_list)
            .where(_words.revision == expected)
            .values(revision=words.revision, words=msgspec.json.encode(words.words).decode())
        )
        return done.rowcount == 1

    async def add_call(self, call: OperatorCall) -> None:
        """See ports.Office."""
        await self._connection.execute(insert(schema.operator_call).values(fields(call)))

    async def calls(self, limit: int) -> list[OperatorCall]:
        """See ports.Office."""
        query = select(schema.operator_call).order_by(_call.entry_id).limit(limit)
        rows = (await self._connection.execute(query)).mappings().all()
        return [msgspec.convert(plain(row), OperatorCall) for row in rows]

    async def drop_call(self, entry_id: str) -> None:
        """See ports.Office."""
        await self._connection.execute(
            delete(schema.operator_call).where(_call.entry_id == entry_id)
        )
