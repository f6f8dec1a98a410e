"""Statements and reports from PostgreSQL, through SQLAlchemy Core.

An account's entries are the newest of two index scans, as debit and as credit. Times are turned
into transfer numbers first: batches carry the time, and both rise together.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    Select,
    Text,
    cast,
    func,
    literal_column,
    select,
    true,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from riverbus.runtime.db import Database
from services.wallet.adapters.schema import batches, hands, operations, transfers, withdrawals
from services.wallet.app.statements import KIND_NAMES, Entry, Filter, RakeLine
from services.wallet.domain.accounts import AccountKey, account_number

MAX_LINES = 10_000
HIGHEST = 2**63 - 1
ZERO: ColumnElement[int] = literal_column("0")
"""Written out: a parameter would hide from the planner that the partial indexes apply."""


class PostgresReports:
    """Reads over the service's pool."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def entries(self, wanted: Filter, before: int, limit: int) -> list[Entry]:
        """See LedgerReader."""
        async with self._database.read() as connection:
            low = await _first_from(connection, wanted.since_ms) if wanted.since_ms else 0
            high = before or HIGHEST
            if wanted.until_ms:
                high = min(high, await _first_from(connection, wanted.until_ms))
            rows = (
                await connection.execute(
                    _entries(account_number(wanted.account), (low, high), wanted.kinds, limit)
                )
            ).all()
        return [
            Entry(row.id, row.at_ms, KIND_NAMES[row.kind], row.change, row.balance, *row[5:])
            for row in rows
        ]

    async def balance_at(self, account: AccountKey, at_ms: int) -> int:
        """See LedgerReader."""
        number = account_number(account)
        async with self._database.read() as connection:
            high = await _first_from(connection, at_ms + 1)
            newest = union_all(
                *(select(side.subquery()) for side in _sides(number, (0, high), (), 1))
            ).subquery()
            statement = select(newest.c.balance).order_by(newest.c.id.desc()).limit(1)
            return int(await connection.scalar(statement) or 0)

    async def rake(
        self, currency: str, grouping: str, since_ms: int, until_ms: int
    ) -> list[RakeLine]:
        """See LedgerReader."""
        raked = select(hands).where(
            hands.c.rake > 0,
            hands.c.currency == currency,
            hands.c.closed_at_ms >= since_ms,
            hands.c.closed_at_ms < (until_ms or HIGHEST),
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(_rake(raked.subquery(), grouping))).all()
        return [RakeLine(row[0], row[1], row[2]) for row in rows]

    async def withdrawals(self, account_id: str, status: str, limit: int) -> list[str]:
        """Ids of withdrawals, newest first; empty account or status: all."""
        statement = select(withdrawals.c.key)
        if account_id:
            statement = statement.where(withdrawals.c.account_id == account_id)
        if status:
            statement = statement.where(withdrawals.c.status == status)
        statement = statement.order_by(
            withdrawals.c.requested_at_ms.desc(), withdrawals.c.key
        ).limit(limit)
        async with self._database.read() as connection:
            return [str(row[0]) for row in (await connection.execute(statement)).all()]


async def _first_from(connection: AsyncConnection, at_ms: int) -> int:
    """The number of the first transfer booked at this instant or later; HIGHEST for none."""
    statement = (
        select(batches.c.first_transfer)
        .where(batches.c.at_ms >= at_ms)
        .order_by(batches.c.at_ms, batches.c.batch)
        .limit(1)
    )
    found = await connection.scalar(statement)
    return HIGHEST if found is None else int(found)


def _sides(
    number: int, bounds: tuple[int, int], kinds: tuple[int, ...], limit: int
) -> list[Select[Any]]:
    t = transfers.c
    found = []
    for column, sign, after in ((t.debit, -1, t.debit_after), (t.credit, 1, t.credit_after)):
        side = select(
            t.id,
            t.operation,
            t.kind,
            (t.amount * sign).label("change"),
            after.label("balance"),
        ).where(column == number, column > ZERO, t.id >= bounds[0], t.id < bounds[1])
        if kinds:
            side = side.where(t.kind.in_(kinds))
        found.append(side.order_by(t.id.desc()).limit(limit))
    return found


def _entries(
    number: int, bounds: tuple[int, int], kinds: tuple[int, ...], limit: int
) -> Select[Any]:
    both = union_all(
        *(select(side.subquery()) for side in _sides(number, bounds, kinds, limit))
    ).subquery()
    page = select(both).order_by(both.c.id.desc()).limit(limit).subquery()
    at_ms = (
        select(batches.c.at_ms)
        .where(batches.c.first_transfer <= page.c.id)
        .order_by(batches.c.first_transfer.desc(), batches.c.batch.desc())
        .limit(1)
        .scalar_subquery()
    )
    return (
        select(
            page.c.id,
            at_ms.label("at_ms"),
            page.c.kind,
            page.c.change,
            page.c.balance,
            operations.c.subject,
            operations.c.id.label("operation_id"),
            operations.c.note,
        )
        .join(operations, operations.c.number == page.c.operation)
        .order_by(page.c.id.desc())
    )


def _rake(raked: Any, grouping: str) -> Select[str, int, int]:
    amount: Any = raked.c.rake
    source: Any = raked
    if grouping == "player":
        parts = func.jsonb_array_elements_text(raked.c.raked_from).table_valued(
            "value", with_ordinality="position", name="parts"
        )
        parts = parts.render_derived()
        source = raked.join(parts, true())
        seat = raked.c.line_up[cast(parts.c.position - 1, Integer)]
        key: Any = seat["account_id"].astext
        amount = cast(parts.c.value, BigInteger)
    elif grouping == "day":
        day = func.to_timestamp(raked.c.closed_at_ms / 1000).op("at time zone")("UTC")
        key = func.to_char(day, "YYYY-MM-DD")
    else:
        key = {"table": raked.c.table_id, "game": raked.c.game}[grouping]
    total = cast(func.sum(amount), BigInteger)
    return (
        select(cast(key, Text), func.count(), total)
        .select_from(source)
        .where(amount > 0)
        .group_by(key)
        .limit(MAX_LINES)
    )
