"""The archive of hands in PostgreSQL; what stands in it of cards is sealed as in the log."""

from typing import Any

import msgspec
from sqlalchemy import text

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.pb.table.v1 import log_pb2
from riverbus.runtime.db import Database
from services.table.adapters.archived import archived_hand
from services.table.adapters.sealing import KeyRing
from services.table.app.ports import FinishedHand

PLACE = "archive"
PAGE = 20
PAGE_MAX = 100
_COLUMNS = "h.hand_id, h.table_id, h.key_id, h.nonce, h.sealed"


class HandUnknown(RoomError):
    """Raised when there is no such hand, or not for this caller."""

    code = "hand_unknown"
    kind = ErrorKind.NOT_FOUND
    sentence = "There is no such hand among yours."


class PageInvalid(RoomError):
    """Raised when a page's size or cursor is impossible."""

    code = "page_invalid"
    kind = ErrorKind.INVALID
    sentence = "A page has 1 to 100 hands and goes on from a cursor that was given."


class Kept(msgspec.Struct, frozen=True):
    """A hand from the archive, and the seat that the asked account had; 0: none."""

    hand: log_pb2.ArchivedHand
    seat: int


class ArchiveStore:
    """Archive of services.table.app.ports, and reading from it."""

    def __init__(self, database: Database, keys: KeyRing) -> None:
        self._database = database
        self._keys = keys

    async def keep(self, hand: FinishedHand) -> None:
        """See Archive."""
        plain = archived_hand(hand, self._keys).SerializeToString()
        sealed = self._keys.seal(plain, hand.table_id, hand.hand_id, PLACE)
        async with self._database.begin() as connection:
            done = await connection.execute(
                text(
                    "insert into hand (hand_id, table_id, number, started_ms, ended_ms, key_id,"
                    " nonce, sealed) values (:hand, :table, :number, :started, :ended,"
                    " :key, :nonce, :sealed) on conflict (hand_id) do nothing"
                ),
                {
                    "hand": hand.hand_id,
                    "table": hand.table_id,
                    "number": hand.number,
                    "started": hand.started_ms,
                    "ended": hand.ended_ms,
                    "key": sealed.key_id,
                    "nonce": sealed.nonce,
                    "sealed": sealed.ciphertext,
                },
            )
            if not done.rowcount:
                return
            for seat, account, _ in hand.accounts:
                await connection.execute(
                    text("insert into hand_player values (:account, :hand, :seat, :table)"),
                    {
                        "account": account,
                        "hand": hand.hand_id,
                        "seat": seat,
                        "table": hand.table_id,
                    },
                )

    async def page(
        self, account_id: str, table_id: str, size: int, cursor: str
    ) -> tuple[list[Kept], str]:
        """An account's hands, newest first, and the next cursor. Raises PageInvalid."""
        if not 0 <= size <= PAGE_MAX or len(cursor) > 36:
            raise PageInvalid
        limit = size or PAGE
        async with self._database.begin() as connection:
            rows = (
                await connection.execute(
                    text(
                        f"select {_COLUMNS}, p.seat from hand_player p"
                        " join hand h on h.hand_id = p.hand_id where p.account_id = :account"
                        " and (:table = '' or p.table_id = :table)"
                        " and (:cursor = '' or p.hand_id < :cursor)"
                        " order by p.hand_id desc limit :limit"
                    ),
                    {
                        "account": account_id,
                        "table": table_id,
                        "cursor": cursor,
                        "limit": limit + 1,
                    },
                )
            ).all()
        hands = [Kept(opened(row, self._keys), row.seat) for row in rows[:limit]]
        return hands, rows[limit - 1].hand_id if len(rows) > limit else ""

    async def hand(self, hand_id: str, account_id: str) -> Kept:
        """One hand. Raises HandUnknown."""
        async with self._database.begin() as connection:
            row = (
                await connection.execute(
                    text(
                        f"select {_COLUMNS}, coalesce(p.seat, 0) as seat from hand h"
                        " left join hand_player p"
                        " on p.hand_id = h.hand_id and p.account_id = :account"
                        " where h.hand_id = :hand"
                    ),
                    {"hand": hand_id, "account": account_id},
                )
            ).one_or_none()
        if row is None:
            raise HandUnknown
        return Kept(opened(row, self._keys), row.seat)


def opened(row: Any, keys: KeyRing) -> log_pb2.ArchivedHand:
    """The hand of a row with table_id, hand_id, key_id, nonce and sealed."""
    sealed = log_pb2.Sealed(key_id=row.key_id, nonce=row.nonce, ciphertext=row.sealed)
    return log_pb2.ArchivedHand.FromString(keys.open(sealed, row.table_id, row.hand_id, PLACE))
