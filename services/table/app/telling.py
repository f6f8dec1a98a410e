"""Publishes a table's events in order, beside the writer: the answer does not wait for it."""

import asyncio
import logging
from collections.abc import Sequence

from services.table.app.ports import Outside, Part
from services.table.domain.facts import PublicEvent

log = logging.getLogger(__name__)


class Teller:
    """One task per table; whoever follows misses nothing for good, heads tell of gaps."""

    def __init__(self, outside: Outside) -> None:
        self._outside = outside
        self._queue: asyncio.Queue[tuple[str, PublicEvent, Sequence[Part]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def tell(self, table_id: str, event: PublicEvent, parts: Sequence[Part]) -> None:
        """Publish after what was told before."""
        self._queue.put_nowait((table_id, event, parts))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Publish what waits, then end."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while not self._queue.empty():
            table_id, event, parts = self._queue.get_nowait()
            try:
                await self._outside.publisher.publish(table_id, event, parts)
            except Exception:
                log.exception("event not published", extra={"table": table_id})
