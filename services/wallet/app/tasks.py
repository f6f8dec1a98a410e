"""Ending background tasks for sure."""

import asyncio

AGAIN_S = 0.2


async def end(task: asyncio.Task[None] | None) -> None:
    """Cancel until it has ended: a driver may turn a cancellation into a failure of its own."""
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait((task,), timeout=AGAIN_S)
