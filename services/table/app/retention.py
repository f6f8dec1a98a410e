"""Forgets by setting: hands lose their names, then go; absences and uses go.

Small batches with pauses between them, in one table process at a time, so that play is not felt.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import msgspec

from riverbus.core.errors import RoomError
from riverbus.core.ports import Clock
from riverbus.runtime.tasks import end
from services.table.app.ports import Retention
from services.table.metrics import TableMetrics

DAY_MS = 86_400_000
BATCH = 50
BATCH_PAUSE_S = 0.2
PASS_S = 900.0

log = logging.getLogger(__name__)
Batch = Callable[[int, int], Awaitable[int | None]]


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """For how many days; 0: for ever."""

    hands_days: int = 0
    names_days: int = 0
    absences_days: int = 0


class RetentionTask:
    """A pass now and then; a process that finds another at work leaves it alone."""

    def __init__(
        self, store: Retention | None, kept: Kept, clock: Clock, metrics: TableMetrics
    ) -> None:
        self._store = store
        self._kept = kept
        self._clock = clock
        self._metrics = metrics
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, if there is a database."""
        if self._store is not None:
            self._task = asyncio.create_task(self._run(self._store))

    async def stop(self) -> None:
        """End; a batch is done whole or not at all."""
        await end(self._task)

    async def _run(self, store: Retention) -> None:
        while True:
            try:
                await self.once(store)
            except RoomError as error:
                log.warning("retention failed", extra={"code": error.code})
            except Exception:
                log.exception("retention failed")
            await asyncio.sleep(PASS_S)

    async def once(self, store: Retention) -> None:
        """Everything that is due now. Raises RoomError of kind unavailable."""
        kept = self._kept
        try:
            if kept.hands_days:
                await self._all("hands_deleted", store.delete_hands, kept.hands_days)
            if kept.names_days:
                await self._all("hands_anonymised", store.anonymise_hands, kept.names_days)
            if kept.absences_days:
                await self._all("absences_deleted", store.forget_absences, kept.absences_days)
        finally:
            # What could not be done is what the alert is for.
            await self._measure(store)

    async def _all(self, what: str, batch: Batch, days: int) -> None:
        before_ms = self._clock.now_ms() - days * DAY_MS
        while True:
            done = await batch(before_ms, BATCH)
            if done is None:
                return
            self._metrics.forgotten.labels(what).inc(done)
            if done < BATCH:
                return
            await asyncio.sleep(BATCH_PAUSE_S)

    async def _measure(self, store: Retention) -> None:
        """How long the oldest hand has been there beyond its day; 0 where all is done."""
        overdue_ms = 0
        for days, with_names in ((self._kept.hands_days, False), (self._kept.names_days, True)):
            oldest_ms = await store.oldest_hand_ms(with_names=with_names) if days else None
            if oldest_ms is not None:
                late_ms = self._clock.now_ms() - days * DAY_MS - oldest_ms
                overdue_ms = max(overdue_ms, late_ms)
        self._metrics.retention_overdue.set(max(0, overdue_ms) / 1000)
