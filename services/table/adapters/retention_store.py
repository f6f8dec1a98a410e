"""What is kept and for how long: hands lose their names, then go; so do absences and uses.

A batch is one transaction under an advisory lock, so one table process works at a time.
"""

import asyncio

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from riverbus.pb.table.v1 import log_pb2
from riverbus.runtime.db import Database
from services.table.adapters.anonymous import anonymised
from services.table.adapters.archive_store import PLACE, opened
from services.table.adapters.sealing import KeyRing

LOCK = "table_service.retention"
FORGOTTEN = {"absence": "began_ms", "protection_use": "at_ms"}


class RetentionStore:
    """Retention of services.table.app.ports."""

    def __init__(self, database: Database, keys: KeyRing) -> None:
        self._database = database
        self._keys = keys

    async def delete_hands(self, before_ms: int, most: int) -> int | None:
        """See Retention."""
        async with self._database.begin() as connection:
            if not await _alone(connection):
                return None
            done = await connection.execute(
                text(
                    "delete from hand where hand_id in (select hand_id from hand"
                    " where ended_ms < :before order by ended_ms limit :most)"
                ),
                {"before": before_ms, "most": most},
            )
            return done.rowcount

    async def anonymise_hands(self, before_ms: int, most: int) -> int | None:
        """See Retention."""
        async with self._database.begin() as connection:
            if not await _alone(connection):
                return None
            rows = (
                await connection.execute(
                    text(
                        "select hand_id, table_id, key_id, nonce, sealed from hand"
                        " where not anonymous and ended_ms < :before order by ended_ms limit :most"
                    ),
                    {"before": before_ms, "most": most},
                )
            ).all()
            for row in rows:
                await self._rewrite(connection, anonymised(opened(row, self._keys)))
                await asyncio.sleep(0)  # tables play in this process too
            await connection.execute(
                text("delete from hand_player where hand_id = any(:hands)"),
                {"hands": [row.hand_id for row in rows]},
            )
            return len(rows)

    async def forget_absences(self, before_ms: int, most: int) -> int | None:
        """See Retention."""
        gone = 0
        async with self._database.begin() as connection:
            if not await _alone(connection):
                return None
            for table, column in FORGOTTEN.items():
                done = await connection.execute(
                    text(
                        f"delete from {table} where ctid in (select ctid from {table}"
                        f" where {column} < :before limit :most)"
                    ),
                    {"before": before_ms, "most": most},
                )
                gone += done.rowcount
        return gone

    async def oldest_hand_ms(self, *, with_names: bool) -> int | None:
        """See Retention."""
        where = "where not anonymous" if with_names else ""
        async with self._database.begin() as connection:
            found: int | None = await connection.scalar(
                text(f"select min(ended_ms) from hand {where}")
            )
        return found

    async def _rewrite(self, connection: AsyncConnection, hand: log_pb2.ArchivedHand) -> None:
        sealed = self._keys.seal(hand.SerializeToString(), hand.table_id, hand.hand_id, PLACE)
        await connection.execute(
            text(
                "update hand set anonymous = true, key_id = :key, nonce = :nonce, sealed = :sealed"
                " where hand_id = :hand"
            ),
            {
                "hand": hand.hand_id,
                "key": sealed.key_id,
                "nonce": sealed.nonce,
                "sealed": sealed.ciphertext,
            },
        )


async def _alone(connection: AsyncConnection) -> bool:
    got: bool | None = await connection.scalar(
        text("select pg_try_advisory_xact_lock(hashtext(:lock))"), {"lock": LOCK}
    )
    return bool(got)
