"""Ending background tasks for sure."""

import asyncio
from typing import Any

AGAIN_S = 1.0


async def end(task: asyncio.Task[Any] | None) -> None:
    """Cancel until it has ended.

    A cancellation can get lost: a driver turns it into a failure of its own, or it meets the very
    moment in which what was waited for arrives; the task would go on, and who waits for its end
    would wait for ever. The pause leaves it time to clean up.
    """
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait((task,), timeout=AGAIN_S)
