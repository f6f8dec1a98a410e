"""Pauses that grow, for what is tried again until it works."""

import asyncio
from collections.abc import AsyncIterator

FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 1.0


async def growing_pauses(tries: int | None = 8) -> AsyncIterator[bool]:
    """Yields whether it is the last try, with a growing pause before each but the first."""
    pause_s = FIRST_PAUSE_S
    count = 0
    while tries is None or count < tries:
        count += 1
        yield tries is not None and count == tries
        await asyncio.sleep(pause_s)
        pause_s = min(pause_s * 2, LONGEST_PAUSE_S)
