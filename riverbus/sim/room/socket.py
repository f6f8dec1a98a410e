"""Both ends of a WebSocket without a wire: the gateway's is aiohttp's, the other a player's."""

import asyncio
from typing import Any

import msgspec
from aiohttp import WSMsgType


class LineDown(Exception):
    """Raised at the player's end when the gateway's end is gone."""


class SimMessage(msgspec.Struct, frozen=True):
    """What receive() gives."""

    type: WSMsgType
    data: Any = None


CLOSED = SimMessage(WSMsgType.CLOSED)


class SimSocket:
    """The gateway's end as services/gateway's Line uses it; say, hear, hang_up for the player."""

    def __init__(self) -> None:
        self._in: asyncio.Queue[SimMessage] = asyncio.Queue()
        self._out: asyncio.Queue[str | None] = asyncio.Queue()
        self._closed = False

    # -- the player's end --------------------------------------------------------------------

    def say(self, data: str | bytes) -> None:
        """Send a text frame."""
        self._in.put_nowait(SimMessage(WSMsgType.TEXT, data))

    async def hear(self) -> str:
        """The next frame. Raises LineDown at the end."""
        data = await self._out.get()
        if data is None:
            raise LineDown
        return data

    def hang_up(self) -> None:
        """The player is gone."""
        self._closed = True
        self._in.put_nowait(CLOSED)

    def cut(self, _done: object = None) -> None:
        """The gateway is gone."""
        self._closed = True
        self._out.put_nowait(None)

    # -- the gateway's end -------------------------------------------------------------------

    async def receive(self) -> SimMessage:
        """See WireSocket."""
        if self._closed and self._in.empty():
            return CLOSED
        return await self._in.get()

    async def send_frame(self, message: bytes, opcode: WSMsgType) -> None:
        """See WireSocket."""
        if not self._closed:
            self._out.put_nowait(message.decode())

    async def ping(self, message: bytes) -> None:
        """See WireSocket; the player answers at once."""
        if not self._closed:
            self._in.put_nowait(SimMessage(WSMsgType.PONG, message))

    async def pong(self, message: bytes) -> None:
        """See WireSocket."""

    async def close(self, *, code: int = 1000, message: bytes = b"") -> bool:
        """See WireSocket."""
        self.cut()
        self._in.put_nowait(CLOSED)
        return True
