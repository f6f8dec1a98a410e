"""Measures how late the event loop runs what was due: the first sign of blocking code."""

import asyncio

from riverbus.runtime.metrics import Metrics
from riverbus.runtime.tasks import end

INTERVAL_S = 0.1


class LoopLag:
    """Sleeps for INTERVAL_S again and again and records by how much it overslept."""

    def __init__(self, metrics: Metrics) -> None:
        self._lag = metrics.histogram(
            "event_loop_lag_seconds", "By how much a timer of the event loop fired late, seconds."
        )
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to measure."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End."""
        await end(self._task)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + INTERVAL_S
            await asyncio.sleep(INTERVAL_S)
            self._lag.observe(max(0.0, loop.time() - due))
