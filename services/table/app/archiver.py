"""Brings finished hands to the archive, and booked wallet calls to their stream (SEAMS 26); only
then drops their records from the log (SEAMS 5).
"""

import asyncio
import itertools
import logging
from collections.abc import Sequence

import msgspec

from riverbus.core.errors import RoomError
from riverbus.core.ports import LogRecord
from riverbus.runtime.tasks import end
from services.table.app.journal import Kind, readable
from services.table.app.pausing import growing_pauses
from services.table.app.ports import FinishedHand, Outside
from services.table.domain.booked import booked_calls
from services.table.domain.records import apply
from services.table.domain.state import Table
from services.table.metrics import TableMetrics

IN_MEMORY = 500
"""Hands whose records wait in memory; those of more are read from the log again."""

log = logging.getLogger(__name__)


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """A table's records between two checkpoints, on their way out of the log."""

    table_id: str
    before: int
    """Sequence of the second checkpoint."""
    records: tuple[LogRecord, ...]
    hand: FinishedHand | None = None
    left: bool = False
    """The hand, if any, is made of the records when its turn comes: they are an earlier owner's, or
    were not kept in memory."""
    first: int = 0
    """Sequence of the first checkpoint, where the records are to be read again."""


class Archiver:
    """One task that archives hand by hand; while the database is away the log keeps them."""

    def __init__(self, outside: Outside, metrics: TableMetrics) -> None:
        self._outside = outside
        self._metrics = metrics
        self._queue: asyncio.Queue[Stretch] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def take(self, stretch: Stretch) -> None:
        """Keep its calls and its hand, then purge its records."""
        self._put(stretch)

    def take_left(self, table_id: str, stored: Sequence[LogRecord]) -> None:
        """What an earlier owner finished and did not archive: all before the last checkpoint."""
        headers = readable(stored, self._outside.codec)
        starts = [index for index, header in headers if header.kind is Kind.CHECKPOINT]
        for start, until in itertools.pairwise(starts):
            records = tuple(stored[start:until])
            before = stored[until].sequence
            self._put(Stretch(table_id=table_id, before=before, records=records, left=True))

    def _put(self, waiting: Stretch) -> None:
        if self._queue.qsize() >= IN_MEMORY:
            waiting = Stretch(
                table_id=waiting.table_id,
                before=waiting.before,
                records=(),
                left=True,
                first=waiting.records[0].sequence,
            )
        self._queue.put_nowait(waiting)
        self._metrics.unarchived.set(self._queue.qsize())
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End; what waits stays in the log for the table's next owner."""
        await end(self._task)

    async def _run(self) -> None:
        while not self._queue.empty():
            waiting = self._queue.get_nowait()
            if waiting.first:
                waiting = await self._read_again(waiting)
            await self._keep_calls(waiting)
            hand = self._made_of(waiting) if waiting.left else waiting.hand
            if hand is not None:
                await self._keep(hand)
            try:
                await self._outside.log.purge(waiting.table_id, waiting.before)
            except Exception as error:
                log.info("not purged", extra={"table": waiting.table_id, "reason": repr(error)})
            self._metrics.unarchived.set(self._queue.qsize())

    async def _read_again(self, waiting: Stretch) -> Stretch:
        """With its records; without any where another owner archived and purged them."""
        async for _ in growing_pauses(None):
            try:
                later = await self._outside.log.read(waiting.table_id, waiting.first - 1)
            except RoomError as error:
                log.info("not read again", extra={"table": waiting.table_id, "code": error.code})
                continue
            records = tuple(one for one in later if one.sequence < waiting.before)
            return msgspec.structs.replace(waiting, records=records)
        return waiting

    def _made_of(self, waiting: Stretch) -> FinishedHand | None:
        """The hand that the records tell of; None where they tell of none, or cannot be read."""
        table: Table | None = None
        hands = set()
        try:
            for one in waiting.records:
                entry = self._outside.codec.decode(one)
                hands.add(entry.header.hand_id)
                if entry.record is not None:
                    table = apply(table, entry.record)
        except Exception:
            log.exception("a finished hand cannot be read", extra={"table": waiting.table_id})
            return None
        if table is None or table.core.last_hand_id not in hands:
            return None
        return finished_hand(table, waiting.records)

    async def _keep_calls(self, stretch: Stretch) -> None:
        """What the wallet booked, for a wallet that loses it (SEAMS 26)."""
        if self._outside.calls is None:
            return
        read = (self._outside.codec.money(one) for one in stretch.records)
        calls = booked_calls(record for record in read if record is not None)
        if not calls:
            return
        async for _ in growing_pauses(None):
            try:
                await self._outside.calls.keep(
                    stretch.table_id, stretch.records[0].record_id, calls
                )
            except RoomError as error:
                log.info("calls not kept", extra={"table": stretch.table_id, "code": error.code})
            else:
                return

    async def _keep(self, hand: FinishedHand) -> None:
        if self._outside.archive is None:
            return
        async for _ in growing_pauses(None):
            try:
                await self._outside.archive.keep(hand)
            except RoomError as error:
                log.info("not archived", extra={"hand": hand.hand_id, "code": error.code})
            else:
                return


def finished_hand(table: Table, records: Sequence[LogRecord]) -> FinishedHand | None:
    """The hand whose records these are; None if there was none."""
    if not records or not table.core.last_hand_id:
        return None
    return FinishedHand(
        hand_id=table.core.last_hand_id,
        table_id=table.settings.table_id,
        number=table.core.hand_number,
        settings=table.settings,
        accounts=table.core.last_seats,
        started_ms=table.core.hand_started_ms,
        ended_ms=table.core.hand_ended_ms,
        records=tuple(records),
    )
