"""Wait for a condition of real servers, with a deadline instead of a sleep."""

import asyncio
from collections.abc import Awaitable, Callable

from riverbus.core.errors import ErrorKind, RoomError


async def until(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    """Returns when the condition holds; fails the test after that time."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def insist(attempt: Callable[[], Awaitable[object]], seconds: float = 15.0) -> None:
    """Try again while the server is away: the client may not have noticed its death yet."""
    async with asyncio.timeout(seconds):
        while True:
            try:
                await attempt()
                return
            except RoomError as error:
                if error.kind is not ErrorKind.UNAVAILABLE:
                    raise
            await asyncio.sleep(0.05)
