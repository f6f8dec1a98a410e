"""The budget of disconnection all-ins, over all tables, in PostgreSQL (ACT-04, SEAMS 29).

A use is keyed by hand and seat, and counted under a row lock on the account.
"""

from typing import Any

from sqlalchemy import text

from riverbus.runtime.db import Database
from services.table.domain.state import Intent

HOUR_MS = 3_600_000


class ProtectionStore:
    """Grants and counts uses."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def use(
        self, use: Intent, table_id: str, now_ms: int, limit: int, window_h: int
    ) -> tuple[bool, int]:
        """Whether the use is granted, and how many are left; the same use again is as before.

        One that was granted while the database was away stands, whatever the budget says; it is
        marked for review.
        """
        late = bool(use.granted_ms)
        async with self._database.begin() as connection:
            await _lock(connection, use.account_id)
            known = (
                await connection.execute(
                    text(
                        "select granted from protection_use where hand_id = :hand and seat = :seat"
                    ),
                    {"hand": use.hand_id, "seat": use.seat},
                )
            ).scalar_one_or_none()
            left = await _left(connection, use.account_id, now_ms, limit, window_h)
            if known is False and late:  # the answer to the first try was lost, then all-in it was
                await connection.execute(
                    text(
                        "update protection_use set granted = true, review = true"
                        " where hand_id = :hand and seat = :seat"
                    ),
                    {"hand": use.hand_id, "seat": use.seat},
                )
                return True, max(0, left - 1)
            if known is not None:
                return bool(known), left
            granted = left > 0 or late
            await connection.execute(
                text(
                    "insert into protection_use values (:hand, :seat, :account, :table, :now,"
                    " :reason, :amount, :granted, :review)"
                ),
                {
                    "hand": use.hand_id,
                    "seat": use.seat,
                    "account": use.account_id,
                    "table": table_id,
                    "now": now_ms,
                    "reason": use.reason,
                    "amount": use.amount,
                    "granted": granted,
                    "review": late,
                },
            )
            return granted, max(0, left - 1) if granted else left

    async def left(self, account_id: str, now_ms: int, limit: int, window_h: int) -> int:
        """How many uses the account has left now."""
        async with self._database.begin() as connection:
            return await _left(connection, account_id, now_ms, limit, window_h)

    async def reset(self, account_id: str, now_ms: int) -> None:
        """Support gives the whole budget back."""
        async with self._database.begin() as connection:
            await connection.execute(
                text(
                    "insert into protection_account values (:account, :now)"
                    " on conflict (account_id) do update set reset_ms = excluded.reset_ms"
                ),
                {"account": account_id, "now": now_ms},
            )


async def _lock(connection: Any, account_id: str) -> None:
    await connection.execute(
        text("insert into protection_account values (:account, 0) on conflict do nothing"),
        {"account": account_id},
    )
    await connection.execute(
        text("select 1 from protection_account where account_id = :account for update"),
        {"account": account_id},
    )


async def _left(connection: Any, account_id: str, now_ms: int, limit: int, window_h: int) -> int:
    used = (
        await connection.execute(
            text(
                "select count(*) from protection_use u where u.account_id = :account"
                " and u.granted and u.at_ms > :since and u.at_ms >= coalesce("
                " (select reset_ms from protection_account where account_id = :account), 0)"
            ),
            {"account": account_id, "since": now_ms - window_h * HOUR_MS},
        )
    ).scalar_one()
    return max(0, limit - int(used))
