"""The record of absences in PostgreSQL, and support's list of it with the protection uses."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import text

from riverbus.pb.table.v1 import table_pb2
from riverbus.runtime.db import Database
from services.table.adapters.archive_store import PAGE, PAGE_MAX, PageInvalid
from services.table.app.ports import Absence

KINDS = {
    "disconnected": table_pb2.ABSENCE_KIND_DISCONNECTED,
    "sitting_out": table_pb2.ABSENCE_KIND_SITTING_OUT,
    "protected": table_pb2.ABSENCE_KIND_PROTECTED,
}
_FILTER = "(:account = '' or account_id = :account) and (:table = '' or table_id = :table)"
_LIST = f"""
    select * from (
        select account_id, began_ms, kind, table_id, seat, hand_id, ended_ms, ending,
            0 as amount, false as granted, false as review, '' as reason
        from absence where {_FILTER}
        union all
        select account_id, at_ms, 'protected', table_id, seat, hand_id, at_ms, '',
            amount, granted, review, reason
        from protection_use where {_FILTER}
    ) both_of_them
    where :since = 0 or (began_ms, kind, table_id, account_id)
        < (:since, :since_kind, :since_table, :since_account)
    order by began_ms desc, kind desc, table_id desc, account_id desc limit :limit
"""


class AbsenceStore:
    """Absences of services.table.app.ports, and reading them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, absences: Sequence[Absence]) -> None:
        """See Absences."""
        async with self._database.begin() as connection:
            await connection.execute(
                text(
                    "insert into absence (account_id, began_ms, kind, table_id, seat, hand_id,"
                    " ended_ms, ending) values (:account_id, :began_ms, :kind, :table_id, :seat,"
                    " :hand_id, :ended_ms, :ending)"
                    " on conflict (account_id, began_ms, kind, table_id) do update"
                    " set ended_ms = excluded.ended_ms, ending = excluded.ending"
                    " where excluded.ended_ms > 0"
                ),
                [msgspec.structs.asdict(one) for one in absences],
            )

    async def still_open(self, table_ids: Sequence[str]) -> list[Absence]:
        """See Absences."""
        async with self._database.begin() as connection:
            rows = await connection.execute(
                text("select * from absence where ended_ms = 0 and table_id = any(:tables)"),
                {"tables": list(table_ids)},
            )
        return [Absence(**row._mapping) for row in rows]

    async def page(
        self, account_id: str, table_id: str, size: int, cursor: str
    ) -> tuple[list[table_pb2.Absence], str]:
        """Absences and protection uses, newest first, and the next cursor. Raises PageInvalid."""
        if not (account_id or table_id) or not 0 <= size <= PAGE_MAX:
            raise PageInvalid
        limit = size or PAGE
        since, kind, table, account = _place(cursor)
        async with self._database.begin() as connection:
            rows = (
                await connection.execute(
                    text(_LIST),
                    {
                        "account": account_id,
                        "table": table_id,
                        "since": since,
                        "since_kind": kind,
                        "since_table": table,
                        "since_account": account,
                        "limit": limit + 1,
                    },
                )
            ).all()
        last = rows[limit - 1] if len(rows) > limit else None
        following = ""
        if last is not None:
            following = f"{last.began_ms}.{last.kind}.{last.table_id}.{last.account_id}"
        return [_row(row) for row in rows[:limit]], following


def _place(cursor: str) -> tuple[int, str, str, str]:
    if not cursor:
        return 0, "", "", ""
    parts = cursor.split(".")
    if len(parts) != 4 or not parts[0].isdigit() or len(cursor) > 200:
        raise PageInvalid
    return int(parts[0]), parts[1], parts[2], parts[3]


def _row(row: Any) -> table_pb2.Absence:
    return table_pb2.Absence(
        account_id=row.account_id,
        kind=KINDS[row.kind],
        table_id=row.table_id,
        seat=row.seat,
        hand_id=row.hand_id,
        began_ms=row.began_ms,
        ended_ms=row.ended_ms,
        ending=row.ending,
        amount=row.amount,
        granted=row.granted,
        review=row.review,
        reason=row.reason,
    )
