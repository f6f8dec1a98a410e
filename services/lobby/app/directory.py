"""The table directory: configurations from the store, live rows from the owners (ACC-08)."""

import logging
from collections.abc import Callable

import msgspec

from riverbus.core.errors import RoomError
from riverbus.core.games import Game, LimitKind
from services.lobby.app.operators import record
from services.lobby.app.ports import TableBucket, Tx
from services.lobby.app.requests import Operator
from services.lobby.app.room import Room
from services.lobby.domain.accounts import verify_reason
from services.lobby.domain.errors import BadPage, UnknownTable
from services.lobby.domain.rows import TableRow, fresh, newer
from services.lobby.domain.tables import (
    Table,
    TableState,
    changed,
    verify_table,
    with_house_buy_in,
    with_state,
)

logger = logging.getLogger(__name__)

CACHE_MS = 1_000


class Wanted(msgspec.Struct, frozen=True):
    """Which tables to list; empty fields mean all."""

    game: Game | None = None
    limit: LimitKind | None = None
    currency: str = ""
    seats_max: int = 0
    free_seat: bool = False
    tag: str = ""
    include_closed: bool = False


class Listed(msgspec.Struct, frozen=True):
    """A table, its live row if there is one, and how many wait."""

    table: Table
    row: TableRow | None
    waiting: int


class Directory:
    """Every table there is. Each replica hears all rows; configurations are read each second."""

    def __init__(self, room: Room, bucket: TableBucket) -> None:
        self._room = room
        self._bucket = bucket
        self._rows: dict[str, TableRow] = {}
        self._tables: dict[str, Table] = {}
        self._waiting: dict[str, int] = {}
        self._read_ms = 0

    async def list(self, wanted: Wanted, after_id: str, limit: int) -> tuple[list[Listed], str]:
        """A page by name, and the id to go on after (empty at the end). Raises BadPage."""
        await self._refresh()
        found = [
            listed
            for listed in map(self._listed, self._tables.values())
            if _matches(wanted, listed)
        ]
        found.sort(key=lambda listed: (listed.table.name, listed.table.table_id))
        start = 0
        if after_id:
            last = self._tables.get(after_id)
            if last is None:
                raise BadPage
            key = (last.name, last.table_id)
            start = sum((each.table.name, each.table.table_id) <= key for each in found)
        page = found[start : start + limit]
        more = start + limit < len(found)
        return page, page[-1].table.table_id if more else ""

    async def get(self, table_id: str) -> Listed:
        """One table. Raises UnknownTable."""
        await self._refresh()
        table = self._tables.get(table_id)
        if table is None:
            raise UnknownTable
        return self._listed(table)

    def row(self, table_id: str) -> TableRow | None:
        """The live row, if it still counts."""
        return fresh(self._rows.get(table_id), self._room.clock.now_ms())

    async def heard(self, row: TableRow) -> bool:
        """Takes a row from an owner; whether it was news. A closed table is put down as such."""
        if row.table_id not in self._tables:
            await self._refresh(force=True)
        table = self._tables.get(row.table_id)
        if table is None or not newer(self._rows.get(row.table_id), row):
            return False
        self._rows[row.table_id] = row
        if row.closed and table.state is TableState.CLOSING:
            await self._put_down(row.table_id)
        return True

    async def create(self, operator: Operator, table: Table) -> Table:
        """A new table. Raises BadTable, TableExists."""
        verify_reason(operator.reason)
        table = with_house_buy_in(table)
        verify_table(table)
        made = msgspec.structs.replace(
            table,
            state=TableState.OPEN,
            revision=1,
            changed_at_ms=self._room.clock.now_ms(),
        )
        async with self._room.store.begin() as tx:
            await tx.tables.add(made)
            await self._audit(tx, operator, "create_table", None, made)
        await self._publish(made)
        return made

    async def change(self, operator: Operator, table: Table) -> Table:
        """A changed table. Raises UnknownTable, BadTable, StaleRevision, TableIsClosed."""
        return await self._change(
            operator,
            "change_table",
            table.table_id,
            lambda old, now: changed(old, table, now),
        )

    async def set_state(self, operator: Operator, table_id: str, state: TableState) -> Table:
        """Opened, paused or closing. Raises UnknownTable, TableIsClosed, BadState."""
        notice = verify_reason(operator.reason)
        return await self._change(
            operator,
            "set_table_state",
            table_id,
            lambda old, now: with_state(old, state, notice, now),
        )

    async def reconcile(self) -> int:
        """Writes to the bucket what it lacks or has otherwise (SEAMS 16); how many."""
        async with self._room.store.begin() as tx:
            tables = await tx.tables.all()
        outdated = await self._bucket.outdated(tables)
        for table in outdated:
            await self._bucket.put(table)
        return len(outdated)

    async def counts(self) -> dict[TableState, int]:
        """Tables by state."""
        await self._refresh()
        states = [table.state for table in self._tables.values()]
        return {state: states.count(state) for state in TableState}

    async def _change(
        self,
        operator: Operator,
        call: str,
        table_id: str,
        step: Callable[[Table, int], Table],
    ) -> Table:
        verify_reason(operator.reason)
        async with self._room.store.begin() as tx:
            old = await tx.tables.get(table_id, lock=True)
            if old is None:
                raise UnknownTable
            new = step(old, self._room.clock.now_ms())
            await tx.tables.save(new)
            await self._audit(tx, operator, call, old, new)
        await self._publish(new)
        return new

    async def _put_down(self, table_id: str) -> None:
        async with self._room.store.begin() as tx:
            old = await tx.tables.get(table_id, lock=True)
            if old is None or old.state is not TableState.CLOSING:
                return
            new = msgspec.structs.replace(
                old,
                state=TableState.CLOSED,
                revision=old.revision + 1,
                changed_at_ms=self._room.clock.now_ms(),
            )
            await tx.tables.save(new)
        await self._publish(new)

    async def _publish(self, table: Table) -> None:
        """The store has it; if the bucket is away, the next reconciliation writes it."""
        self._tables[table.table_id] = table
        try:
            await self._bucket.put(table)
        except RoomError as error:
            logger.warning("table %s not in the bucket yet: %s", table.table_id, error.code)

    async def _audit(
        self, tx: Tx, operator: Operator, call: str, old: Table | None, new: Table
    ) -> None:
        subject = f"table:{new.table_id}"
        await record(self._room, tx, operator, call, subject, old, new)

    def _listed(self, table: Table) -> Listed:
        waiting = self._waiting.get(table.table_id, 0)
        return Listed(table, self.row(table.table_id), waiting)

    async def _refresh(self, *, force: bool = False) -> None:
        now = self._room.clock.now_ms()
        if self._tables and not force and now - self._read_ms < CACHE_MS:
            return
        self._read_ms = now
        async with self._room.store.begin() as tx:
            revisions = await tx.tables.revisions()
            known = {key: table.revision for key, table in self._tables.items()}
            changed_ids = [key for key, revision in revisions.items() if known.get(key) != revision]
            for table in await tx.tables.many(changed_ids):
                self._tables[table.table_id] = table
            self._waiting = await tx.waiters.counts()


def _matches(wanted: Wanted, listed: Listed) -> bool:
    table = listed.table
    seated = listed.row.seated if listed.row is not None else 0
    return (
        (wanted.game is None or table.game is wanted.game)
        and (wanted.limit is None or table.limit is wanted.limit)
        and wanted.currency in ("", table.currency)
        and wanted.seats_max in (0, table.seats_max)
        and (not wanted.free_seat or seated < table.seats_max)
        and (not wanted.tag or wanted.tag in table.tags)
        and (wanted.include_closed or table.state is not TableState.CLOSED)
    )
