"""Watches how full the hand log's streams are and stops new hands before one is full (SEAMS 5).

What a running hand still has to write fits between STOP_AT and the limit; at 80 % an alert pages.
"""

import asyncio
import logging

from riverbus.core.errors import RoomError
from riverbus.runtime.tasks import end
from services.table.app.actor import TableActor
from services.table.app.ports import Outside
from services.table.app.tables import Tables
from services.table.domain.commands import LogSpace
from services.table.domain.log_space import PAUSED_BY
from services.table.domain.state import TableState
from services.table.metrics import TableMetrics

LOOK_S = 5.0
STOP_AT = 0.9
GO_ON_BELOW = 0.85

log = logging.getLogger(__name__)


class LogWatch:
    """One loop a process over the streams of the tables that it owns."""

    def __init__(self, tables: Tables, outside: Outside, metrics: TableMetrics) -> None:
        self._tables = tables
        self._log = outside.log
        self._metrics = metrics
        self._short: set[str] = set()
        self._told: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End; tables stay as they are."""
        await end(self._task)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                log.exception("the hand log's space is not known")
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Each stream once; a stream whose leader is away says nothing this time."""
        by_stream: dict[str, list[TableActor]] = {}
        for actor in list(self._tables.actors.values()):
            by_stream.setdefault(self._log.stream(actor.table_id), []).append(actor)
        for gone in self._told - by_stream.keys():
            self._metrics.log_fill.remove(gone)
            self._told.discard(gone)
        for stream, actors in by_stream.items():
            try:
                fill = await self._log.fill(stream)
            except RoomError as error:
                log.info("no figures of a stream", extra={"stream": stream, "code": error.code})
                continue
            self._told.add(stream)
            self._metrics.log_fill.labels(stream).set(fill)
            await self._tell(stream, actors, fill)

    async def _tell(self, stream: str, actors: list[TableActor], fill: float) -> None:
        short = fill >= STOP_AT or (fill >= GO_ON_BELOW and stream in self._short)
        if short != (stream in self._short):
            log.warning("hand log space", extra={"stream": stream, "short": short, "fill": fill})
        self._short = self._short | {stream} if short else self._short - {stream}
        for actor in actors:
            core = actor.table.core
            stops = short and core.state is TableState.OPEN
            if stops or (not short and core.paused_by == PAUSED_BY):
                try:
                    await actor.submit(LogSpace(short))
                except RoomError as error:
                    log.info("not told", extra={"table": actor.table_id, "code": error.code})
