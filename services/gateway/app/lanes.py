"""Order of handling: frames of one connection about one table are handled one after the other.

A table that does not answer holds up only its own lane: play at other tables goes on (GW-14).
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from services.gateway.domain.checks import Payload

LANE_FRAMES = 32

Handle = Callable[[str, Payload], Awaitable[None]]


def lane_of(payload: Payload) -> str:
    """Table, room, or the common lane."""
    return getattr(payload, "table_id", "") or getattr(payload, "room", "") or "-"


class Lanes:
    """The queues of one connection."""

    def __init__(self, handle: Handle) -> None:
        self._handle = handle
        self._queues: dict[str, deque[tuple[str, Payload]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, name: str, payload: Payload) -> bool:
        """Queue a frame; False when its lane is full."""
        lane = lane_of(payload)
        queue = self._queues.get(lane)
        if queue is None:
            queue = self._queues[lane] = deque()
            task = asyncio.ensure_future(self._run(lane, queue))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if len(queue) >= LANE_FRAMES:
            return False
        queue.append((name, payload))
        return True

    def close(self) -> None:
        """Forget what waits. What is being handled is not cut off: its outcome stands anyway."""
        for queue in self._queues.values():
            while len(queue) > 1:
                queue.pop()

    async def _run(self, lane: str, queue: deque[tuple[str, Payload]]) -> None:
        try:
            while queue:
                name, payload = queue[0]
                await self._handle(name, payload)
                queue.popleft()
        finally:
            self._queues.pop(lane, None)
