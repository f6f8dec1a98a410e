"""One socket's tasks: reading in order, writing without waiting for the slow, watching the line.

Sends pings (they measure the round trip), ends silent lines, looks up the session now and then,
says goodbye, and cuts what does not move any more.
"""

import asyncio
import contextlib
import logging
import random
import struct
from typing import Any, Protocol

from aiohttp import WSMsgType

from riverbus.core.errors import RoomError
from riverbus.runtime.calls import tracing
from riverbus.runtime.logs import log_context
from services.gateway.adapters.codec import decode_client, readable_action_id
from services.gateway.app.connection import Connection
from services.gateway.app.lanes import Lanes
from services.gateway.app.room import Room
from services.gateway.domain import frames as f
from services.gateway.domain.checks import payload_of, verify
from services.gateway.domain.errors import HelloFirst
from services.gateway.domain.goodbyes import CREDITS_GONE, NO_HELLO, SILENT, Ending
from services.gateway.domain.wire import Form
from services.gateway.metrics import GatewayMetrics

HELLO_S = 10.0
PING_EVERY_S = 5.0
SILENT_S = 20.0
VERIFY_EVERY_S = 30.0
CLOSE_S = 2.0
BAD_FRAME_COST = 4.0

log = logging.getLogger(__name__)


class WireSocket(Protocol):
    """The part of aiohttp's WebSocketResponse that a line uses."""

    async def receive(self) -> Any:
        """The next message: type and data."""
        ...

    async def send_frame(self, message: bytes, opcode: WSMsgType) -> None:
        """Send; waits while the peer does not read."""
        ...

    async def ping(self, message: bytes) -> None:
        """Send a ping."""
        ...

    async def pong(self, message: bytes) -> None:
        """Answer a ping."""
        ...

    async def close(self, *, code: int = 1000, message: bytes = b"") -> bool:
        """The closing handshake."""
        ...


class LineHost(Protocol):
    """What a line needs of the endpoint that it belongs to."""

    @property
    def room(self) -> Room:
        """The use cases."""
        ...

    @property
    def metrics(self) -> GatewayMetrics:
        """The counters."""
        ...

    def take_frame(self, connection: Connection, data: str | bytes, lanes: Lanes) -> None:
        """One message of a greeted client."""
        ...

    async def still_valid(self, connection: Connection) -> Ending | None:
        """Whether the session still counts."""
        ...

    def encode(self, frame: f.ServerFrame, form: Form) -> bytes:
        """A frame's bytes."""
        ...

    def now_ms(self) -> int:
        """The clock."""
        ...


class Line:
    """Runs until the client goes or an ending is given."""

    def __init__(
        self,
        host: LineHost,
        socket: WireSocket,
        connection: Connection,
        transport: asyncio.Transport | None,
    ) -> None:
        self._host = host
        self._socket = socket
        self._connection = connection
        self._transport = transport
        self._opcode = WSMsgType.TEXT if connection.form is Form.JSON else WSMsgType.BINARY
        self._heard = asyncio.get_running_loop().time()
        self._lanes = Lanes(self._handle)

    async def run(self) -> None:
        """The whole life of the socket."""
        writing = asyncio.ensure_future(self._write())
        reading = asyncio.ensure_future(self._read())
        watching = asyncio.ensure_future(self._watch())
        ended = asyncio.ensure_future(self._connection.outbox.ended())
        try:
            await asyncio.wait((reading, writing, ended), return_when=asyncio.FIRST_COMPLETED)
            if self._connection.outbox.ending is not None and not writing.done():
                await asyncio.wait((writing,), timeout=CLOSE_S)
        finally:
            for task in (writing, reading, watching, ended):
                task.cancel()
            done = await asyncio.gather(writing, reading, watching, return_exceptions=True)
            self._lanes.close()
            for outcome in done:
                if isinstance(outcome, Exception) and not isinstance(outcome, OSError):
                    log.warning("socket task failed", exc_info=outcome)
            await self._close()

    async def _read(self) -> None:
        hello = await self._hello()
        if hello is None:
            return
        while not self._connection.ended:
            message = await self._socket.receive()
            if not await self._control(message):
                return
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                self._host.take_frame(self._connection, message.data, self._lanes)

    async def _hello(self) -> f.Hello | None:
        """The first frame; whatever else comes before it is refused."""
        try:
            async with asyncio.timeout(HELLO_S):
                while not self._connection.ended:
                    message = await self._socket.receive()
                    if not await self._control(message):
                        return None
                    if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                        continue
                    hello = self._take_hello(message.data)
                    if hello is not None and await self._greet(hello):
                        return hello
        except TimeoutError:
            self._connection.end(NO_HELLO)
        return None

    def _take_hello(self, data: str | bytes) -> f.Hello | None:
        connection = self._connection
        if not connection.credits.spend(BAD_FRAME_COST, self._host.now_ms()):
            connection.end(CREDITS_GONE)
            return None
        try:
            name, payload = payload_of(decode_client(data, connection.form))
            verify(name, payload)
            if name == "ping":
                self._host.room.pong(connection, payload)
                return None
            if not isinstance(payload, f.Hello):
                raise HelloFirst
        except RoomError as error:
            self._host.room.refuse(connection, error, readable_action_id(data))
            return None
        return payload

    async def _greet(self, hello: f.Hello) -> bool:
        try:
            await self._host.room.greet(self._connection, hello)
        except RoomError as error:
            self._host.room.refuse(self._connection, error)
            return False
        ending = await self._host.still_valid(self._connection)
        if ending is not None:  # revoked between the handshake and the hello
            self._connection.end(ending)
            return False
        return True

    async def _control(self, message: Any) -> bool:
        """Pings, pongs and closing; False at the end of the line."""
        self._heard = asyncio.get_running_loop().time()
        if message.type is WSMsgType.PING:
            await self._socket.pong(message.data)
        elif message.type is WSMsgType.PONG:
            self._measure(message.data)
        return message.type not in (
            WSMsgType.CLOSE,
            WSMsgType.CLOSING,
            WSMsgType.CLOSED,
            WSMsgType.ERROR,
        )

    def _measure(self, payload: bytes) -> None:
        if len(payload) != 8:
            return
        rtt_s = asyncio.get_running_loop().time() - struct.unpack("!d", payload)[0]
        if 0 <= rtt_s < SILENT_S:
            self._connection.measured(int(rtt_s * 1000))
            self._host.metrics.rtt_seconds.observe(rtt_s)

    async def _handle(self, name: str, payload: object) -> None:
        with tracing(), log_context(connection=self._connection.number):
            await self._host.room.handle(self._connection, name, payload)

    async def _write(self) -> None:
        outbox = self._connection.outbox
        while frames := await outbox.take():
            self._host.metrics.outbox.observe(len(frames))
            self._host.metrics.frames_out.inc(len(frames))
            for data in frames:
                await self._socket.send_frame(data, self._opcode)

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        verify_at = loop.time() + VERIFY_EVERY_S * random.uniform(0.8, 1.2)
        while True:
            with contextlib.suppress(ConnectionError):
                await self._socket.ping(struct.pack("!d", loop.time()))
            await asyncio.sleep(PING_EVERY_S)
            if loop.time() - self._heard > SILENT_S:
                self._connection.end(SILENT, drop=True)
            if loop.time() >= verify_at:
                verify_at += VERIFY_EVERY_S
                ending = await self._host.still_valid(self._connection)
                if ending is not None:
                    self._connection.end(ending)

    async def _close(self) -> None:
        """Goodbye and the closing handshake; a line that does not move is cut."""
        ending = self._connection.outbox.ending
        transport = self._transport
        try:
            async with asyncio.timeout(CLOSE_S + 1):
                if ending is None:
                    await self._socket.close()
                    return
                goodbye = f.Goodbye(code=ending.code, text=ending.text, retry_ms=ending.retry_ms)
                data = self._host.encode(f.ServerFrame(goodbye=goodbye), self._connection.form)
                await self._socket.send_frame(data, self._opcode)
                await self._socket.close(code=ending.close_code, message=ending.code.encode())
        except (TimeoutError, ConnectionError):
            if transport is not None:
                transport.abort()
