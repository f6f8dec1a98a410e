"""Brings finished hands to the archive and only then drops their records from the log (SEAMS 5)."""

import asyncio
import logging

from riverbus.core.errors import RoomError
from services.table.app.pausing import growing_pauses
from services.table.app.ports import FinishedHand, Outside
from services.table.metrics import TableMetrics

WAITING_MAX = 10_000

log = logging.getLogger(__name__)


class Archiver:
    """One task that archives hand by hand; while the database is away the log keeps them."""

    def __init__(self, outside: Outside, metrics: TableMetrics) -> None:
        self._outside = outside
        self._metrics = metrics
        self._queue: asyncio.Queue[tuple[FinishedHand, int]] = asyncio.Queue(WAITING_MAX)
        self._task: asyncio.Task[None] | None = None

    def take(self, hand: FinishedHand, before: int) -> None:
        """Archive the hand, then purge its records: those below sequence `before`."""
        try:
            self._queue.put_nowait((hand, before))
        except asyncio.QueueFull:
            log.error("too many hands wait for the archive", extra={"hand": hand.hand_id})
            return
        self._metrics.unarchived.set(self._queue.qsize())
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End; what waits stays in the log only if its table did not go on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while not self._queue.empty():
            hand, before = self._queue.get_nowait()
            await self._keep(hand)
            try:
                await self._outside.log.purge(hand.table_id, before)
            except Exception as error:
                log.info("not purged", extra={"table": hand.table_id, "reason": repr(error)})
            self._metrics.unarchived.set(self._queue.qsize())

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
