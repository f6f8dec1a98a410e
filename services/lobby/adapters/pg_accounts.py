"""Accounts and sessions in PostgreSQL."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import and_, delete, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from services.lobby.adapters import rows
from services.lobby.adapters.schema import account as account_table
from services.lobby.adapters.schema import session as session_table
from services.lobby.adapters.schema import terms_acceptance
from services.lobby.domain.accounts import Account
from services.lobby.domain.errors import EmailTaken, NameTaken, StaleRevision
from services.lobby.domain.sessions import Session

_columns = [column for column in account_table.c if column.name != "password_hash"]
_id = account_table.c.account_id


class PgAccounts:
    """See ports.Accounts."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(self, account: Account, password_hash: str) -> None:
        """See ports.Accounts."""
        row = {**rows.account_row(account), "password_hash": password_hash}
        try:
            await self._connection.execute(insert(account_table).values(row))
        except IntegrityError as error:
            raise _taken(error) from error

    async def get(self, account_id: str, *, lock: bool = False) -> Account | None:
        """See ports.Accounts."""
        query = select(*_columns).where(_id == account_id)
        if lock:
            query = query.with_for_update()
        row = (await self._connection.execute(query)).mappings().one_or_none()
        return None if row is None else rows.account_of(row)

    async def by_name(self, name_key: str) -> Account | None:
        """See ports.Accounts."""
        query = select(*_columns).where(account_table.c.name_key == name_key)
        row = (await self._connection.execute(query)).mappings().one_or_none()
        return None if row is None else rows.account_of(row)

    async def by_email(self, email_key: str) -> Account | None:
        """See ports.Accounts."""
        query = select(*_columns).where(account_table.c.email_key == email_key)
        row = (await self._connection.execute(query)).mappings().one_or_none()
        return None if row is None else rows.account_of(row)

    async def many(self, account_ids: Sequence[str]) -> list[Account]:
        """See ports.Accounts."""
        if not account_ids:
            return []
        query = select(*_columns).where(_id.in_(list(account_ids)))
        found = (await self._connection.execute(query)).mappings().all()
        return [rows.account_of(row) for row in found]

    async def save(self, account: Account) -> Account:
        """See ports.Accounts."""
        raised = msgspec.structs.replace(account, revision=account.revision + 1)
        statement = (
            update(account_table)
            .where(_id == account.account_id, account_table.c.revision == account.revision)
            .values(rows.account_row(raised))
        )
        try:
            done = await self._connection.execute(statement)
        except IntegrityError as error:
            raise _taken(error) from error
        if done.rowcount != 1:
            raise StaleRevision
        return raised

    async def password_hash(self, account_id: str) -> str:
        """See ports.Accounts."""
        query = select(account_table.c.password_hash).where(_id == account_id)
        return str(await self._connection.scalar(query) or "")

    async def set_password_hash(self, account_id: str, password_hash: str) -> None:
        """See ports.Accounts."""
        await self._connection.execute(
            update(account_table).where(_id == account_id).values(password_hash=password_hash)
        )

    async def record_terms(self, account_id: str, version: str, at_ms: int, address: str) -> None:
        """See ports.Accounts."""
        row = {"account_id": account_id, "version": version, "at_ms": at_ms, "address": address}
        await self._connection.execute(
            insert(terms_acceptance).values(row).on_conflict_do_nothing()
        )

    async def find(self, query: str, before_id: str, limit: int) -> list[Account]:
        """See ports.Accounts."""
        found = select(*_columns).order_by(_id.desc()).limit(limit)
        if query:
            found = found.where(
                or_(
                    _id == query,
                    account_table.c.name.icontains(query, autoescape=True),
                    account_table.c.email.icontains(query, autoescape=True),
                )
            )
        if before_id:
            found = found.where(_id < before_id)
        listed = (await self._connection.execute(found)).mappings().all()
        return [rows.account_of(row) for row in listed]

    async def alike(self, account: Account, limit: int) -> list[Account]:
        """See ports.Accounts."""
        columns = account_table.c
        same_address = and_(
            columns.sign_up_address != "", columns.sign_up_address == account.sign_up_address
        )
        same_device = and_(
            columns.sign_up_device != "", columns.sign_up_device == account.sign_up_device
        )
        query = (
            select(*_columns)
            .where(or_(same_address, same_device))
            .where(_id != account.account_id, ~columns.bot)
            .order_by(columns.status != "closed", _id.desc())
            .limit(limit)
        )
        listed = (await self._connection.execute(query)).mappings().all()
        return [rows.account_of(row) for row in listed]

    async def count_admins(self) -> int:
        """See ports.Accounts."""
        columns = account_table.c
        query = (
            select(_id)
            .where(columns.roles.contains(["admin"]), columns.status != "closed")
            .order_by(_id)
            .with_for_update()
        )
        return len((await self._connection.execute(query)).all())

    async def without_purse(self, after_id: str, limit: int) -> list[str]:
        """See ports.Accounts."""
        query = (
            select(_id)
            .where(~account_table.c.purse_open, _id > after_id)
            .order_by(_id)
            .limit(limit)
        )
        return list((await self._connection.scalars(query)).all())


class PgSessions:
    """See ports.Sessions."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(self, session: Session) -> None:
        """See ports.Sessions."""
        await self._connection.execute(insert(session_table).values(rows.session_row(session)))

    async def by_hash(self, token_hash: bytes) -> Session | None:
        """See ports.Sessions."""
        query = select(session_table).where(session_table.c.token_hash == token_hash)
        row = (await self._connection.execute(query)).mappings().one_or_none()
        return None if row is None else rows.session_of(row)

    async def of_account(self, account_id: str) -> list[Session]:
        """See ports.Sessions."""
        query = (
            select(session_table)
            .where(session_table.c.account_id == account_id)
            .order_by(session_table.c.session_id.desc())
        )
        listed = (await self._connection.execute(query)).mappings().all()
        return [rows.session_of(row) for row in listed]

    async def save(self, session: Session) -> None:
        """See ports.Sessions."""
        await self._connection.execute(
            update(session_table)
            .where(session_table.c.session_id == session.session_id)
            .values(used_at_ms=session.used_at_ms, expires_at_ms=session.expires_at_ms)
        )

    async def remove(self, session_ids: Sequence[str]) -> int:
        """See ports.Sessions."""
        if not session_ids:
            return 0
        done = await self._connection.execute(
            delete(session_table).where(session_table.c.session_id.in_(list(session_ids)))
        )
        return done.rowcount

    async def remove_expired(self, now_ms: int, limit: int) -> int:
        """See ports.Sessions."""
        over = (
            select(session_table.c.session_id)
            .where(session_table.c.expires_at_ms <= now_ms)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        done = await self._connection.execute(
            delete(session_table).where(session_table.c.session_id.in_(over))
        )
        return done.rowcount


def _taken(error: IntegrityError) -> Exception:
    message = str(error.orig)
    if "account_name_key" in message:
        return NameTaken()
    return EmailTaken() if "account_email_key" in message else error
