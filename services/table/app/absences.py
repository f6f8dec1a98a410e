"""A record of who was absent when, for support's review (ACT-02, 04, 07, 13).

Lines and switches stand in the table's log. This looks at the seats when a line comes or goes, and
once a second, and writes what began and ended. What a dead process left open its heir ends.
"""

import asyncio
import logging
from collections.abc import Iterator, Mapping

import msgspec

from riverbus.core.errors import RoomError
from riverbus.core.ports import Clock
from riverbus.runtime.tasks import end
from services.table.app.ports import Absence, Absences
from services.table.app.tables import Tables
from services.table.domain.state import Seat, SeatStatus, Table

LOOK_S = 1.0
BATCH = 500
WAITING_MAX = 10_000

log = logging.getLogger(__name__)
Key = tuple[str, int, str, str]


class AbsenceBook:
    """Looks at the seats of the process's tables, and writes beside it, however slow that is."""

    def __init__(self, tables: Tables, store: Absences | None, clock: Clock) -> None:
        self._tables = tables
        self._store = store
        self._clock = clock
        self._open: dict[str, dict[Key, Absence]] = {}
        self._seen: dict[str, Mapping[int, Seat]] = {}
        self._inherited: set[str] = set()
        """Tables of which an earlier owner's open absences are known."""
        self._unwritten: dict[Key, Absence] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin, if there is a database."""
        if self._store is not None:
            self._tasks = [
                asyncio.create_task(self._look_on()),
                asyncio.create_task(self._write_on(self._store)),
            ]

    async def stop(self) -> None:
        """End; open absences are ended by the tables' next owners."""
        await end(*self._tasks)

    async def _look_on(self) -> None:
        while True:
            self.look()
            await asyncio.sleep(LOOK_S)

    async def _write_on(self, store: Absences) -> None:
        while True:
            try:
                await self.write(store)
            except RoomError as error:
                log.info("absences wait", extra={"code": error.code})
            except Exception:
                log.exception("absences are not recorded")
            await asyncio.sleep(LOOK_S)

    def look(self) -> None:
        """Compare the seats of each table with what is open."""
        actors = dict(self._tables.actors)
        for gone in self._open.keys() - actors.keys():
            del self._open[gone]
            self._seen.pop(gone, None)
            self._inherited.discard(gone)
        for table_id, actor in actors.items():
            if self._seen.get(table_id) is not actor.table.seats:
                self._seen[table_id] = actor.table.seats
                self.look_at(actor.table)

    async def write(self, store: Absences) -> None:
        """End what earlier owners left open, then write all that is new. Raises RoomError."""
        new = [table_id for table_id in self._open if table_id not in self._inherited]
        if new:
            for absence in await store.still_open(new):
                actor = self._tables.actors.get(absence.table_id)
                open_here = self._open.get(absence.table_id, {})
                if actor is not None and absence.key not in open_here | self._unwritten:
                    self._end(absence, actor.table)
            self._inherited |= self._open.keys() & set(new)
        while self._unwritten:
            batch = list(self._unwritten.values())[:BATCH]
            await store.write(batch)
            for absence in batch:
                if self._unwritten.get(absence.key) is absence:
                    del self._unwritten[absence.key]

    def look_at(self, table: Table) -> None:
        """Note what began and what ended since the last look."""
        open_here = self._open.setdefault(table.settings.table_id, {})
        now = {absence.key: absence for absence in absences_of(table)}
        for key in now.keys() - open_here.keys():
            open_here[key] = now[key]
            self._note(now[key])
        for key in open_here.keys() - now.keys():
            self._end(open_here.pop(key), table)

    def _end(self, absence: Absence, table: Table) -> None:
        seated = table.seat_of(absence.account_id) is not None
        ended_ms = max(self._clock.now_ms(), absence.began_ms)
        ending = "returned" if seated else "left"
        self._note(msgspec.structs.replace(absence, ended_ms=ended_ms, ending=ending))

    def _note(self, absence: Absence) -> None:
        if len(self._unwritten) >= WAITING_MAX:
            log.error("an absence is not recorded", extra={"account": absence.account_id})
            return
        self._unwritten[absence.key] = absence


def absences_of(table: Table) -> Iterator[Absence]:
    """Whose line is lost and who sits out, by the table's own times."""
    hand = table.hand
    for number, seat in table.seats.items():
        if seat.status is SeatStatus.RESERVED:
            continue
        begun: list[tuple[str, int]] = []
        if not seat.connected:
            begun.append(("disconnected", seat.lost_ms))
        if seat.status is SeatStatus.SITTING_OUT:
            begun.append(("sitting_out", seat.out_since_ms))
        for kind, began_ms in begun:
            yield Absence(
                account_id=seat.account_id,
                began_ms=began_ms,
                kind=kind,
                table_id=table.settings.table_id,
                seat=number,
                hand_id=table.core.hand_id if hand is not None and number in hand.seats else "",
            )
