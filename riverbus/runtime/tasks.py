"""Ending background tasks for sure."""

import asyncio
from typing import Any

AGAIN_S = 1.0


async def end(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel all of them until they have ended; how they ended is not told.

    A cancellation can get lost: a driver turns it into a failure of its own, or it meets the very
    moment in which what was waited for arrives; the task would go on, and who waits for its end
    would wait for ever. The pause leaves it time to clean up.
    """
    given = [task for task in tasks if task is not None]
    pending = {task for task in given if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=AGAIN_S)
    await asyncio.gather(*given, return_exceptions=True)
