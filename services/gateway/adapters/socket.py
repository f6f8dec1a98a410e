"""The WebSocket endpoint: handshake, reading in order, writing without waiting for the slow.

One task reads, one writes, one watches over the line (pings, silence, the session's validity).
"""

import asyncio
import contextlib
import logging
import random
import struct
from collections.abc import Callable

from aiohttp import WSMsgType, web
from aiohttp.http_websocket import WSMessage

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Clock
from riverbus.runtime.calls import tracing
from services.gateway.adapters.codec import WireCodec, decode_client, readable_action_id
from services.gateway.adapters.credentials import need_credential
from services.gateway.adapters.origins import Origins
from services.gateway.app.connection import Connection
from services.gateway.app.lanes import Lanes
from services.gateway.app.room import Room
from services.gateway.app.sessions import SessionCache
from services.gateway.domain import frames as f
from services.gateway.domain.checks import payload_of, verify
from services.gateway.domain.credits import Credits, CreditTable
from services.gateway.domain.errors import CreditsGone, HelloFirst, MalformedFrame
from services.gateway.domain.goodbyes import (
    CREDITS_GONE,
    NO_HELLO,
    SIGNED_OUT,
    SILENT,
    Ending,
)
from services.gateway.domain.wire import Form
from services.gateway.metrics import GatewayMetrics

HELLO_S = 10.0
PING_EVERY_S = 5.0
SILENT_S = 20.0
VERIFY_EVERY_S = 30.0
CLOSE_S = 2.0
BAD_FRAME_COST = 4.0
LARGEST_MESSAGE = 65_536

log = logging.getLogger(__name__)


class Sockets:
    """Serves /ws."""

    def __init__(
        self,
        room: Room,
        sessions: SessionCache,
        origins: Origins,
        accounts: CreditTable,
        new_credits: Callable[[], Credits],
        clock: Clock,
        metrics: GatewayMetrics,
        most: int,
    ) -> None:
        self._room = room
        self._sessions = sessions
        self._origins = origins
        self._accounts = accounts
        self._new_credits = new_credits
        self._clock = clock
        self._metrics = metrics
        self._most = most
        self._codec = WireCodec()
        self._open = 0
        self.draining = False

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """The whole life of one socket. Raises RoomError before the upgrade."""
        credential = need_credential(request)
        self._origins.check(request, by_cookie=credential.by_cookie)
        if self.draining or self._open >= self._most:
            raise RoomError(
                "This server takes no more connections; try again, another one will.",
                code="gateway_full",
                kind=ErrorKind.UNAVAILABLE,
            )
        form = _form_of(request)
        session = await self._sessions.find(credential.token)
        socket = web.WebSocketResponse(
            protocols=tuple(Form),
            autoping=False,
            compress=False,
            max_msg_size=LARGEST_MESSAGE,
            timeout=CLOSE_S,
        )
        await socket.prepare(request)
        number = self._room.registry.next_number(self._clock.now_ms())
        connection = Connection(
            number, session, credential.token, form, self._codec, self._new_credits()
        )
        self._open += 1
        self._metrics.connections.labels(form.name.lower()).inc()
        try:
            await _Line(self, socket, connection, request).run()
        finally:
            self._open -= 1
            self._metrics.connections.labels(form.name.lower()).dec()
            ending = connection.outbox.ending
            self._metrics.closed.labels(ending.code if ending else "client").inc()
            await asyncio.shield(self._room.leave(connection))
        return socket

    # -- used by _Line -----------------------------------------------------------------------

    @property
    def room(self) -> Room:
        """The use cases."""
        return self._room

    @property
    def metrics(self) -> GatewayMetrics:
        """The counters."""
        return self._metrics

    def take_frame(self, connection: Connection, data: str | bytes, lanes: Lanes) -> None:
        """One message from the client: decode, check, pay, put into its lane."""
        now = self._clock.now_ms()
        if not connection.credits.spend(1.0, now):
            connection.end(CREDITS_GONE)
            return
        try:
            name, payload = payload_of(decode_client(data, connection.form))
            verify(name, payload)
        except RoomError as error:
            self._room.refuse(connection, error, readable_action_id(data))
            if not connection.credits.spend(BAD_FRAME_COST - 1, now):
                connection.end(CREDITS_GONE)
            return
        self._metrics.frames_in.labels(name).inc()
        action_id = getattr(payload, "action_id", "")
        if not self._accounts.spend(connection.account_id, 1.0, now):
            wait_ms = self._accounts.wait_ms(connection.account_id, 1.0, now)
            refused = CreditsGone(details={"retry_ms": str(wait_ms)})
            self._room.refuse(connection, refused, action_id)
        elif name == "ping":
            self._room.pong(connection, payload)
        elif name == "hello" or not connection.greeted:
            self._room.refuse(connection, HelloFirst(), action_id)
        elif not lanes.put(name, payload):
            self._room.refuse(connection, CreditsGone(details={"retry_ms": "100"}), action_id)

    async def still_valid(self, connection: Connection) -> Ending | None:
        """Look the session up again; the lobby's absence leaves things as they are."""
        if self._clock.now_ms() >= connection.session.expires_at_ms:
            return SIGNED_OUT
        try:
            connection.session = await self._sessions.find(connection.token)
        except RoomError as error:
            gone = error.kind in (ErrorKind.UNAUTHENTICATED, ErrorKind.FORBIDDEN)
            return SIGNED_OUT if gone or error.kind is ErrorKind.NOT_FOUND else None
        return None

    async def refresh(self, connection: Connection) -> None:
        """Roles, name or standing changed: the next call carries the new ones."""
        ending = await self.still_valid(connection)
        if ending is not None:
            connection.end(ending)

    def encode(self, frame: f.ServerFrame, form: Form) -> bytes:
        """A frame's bytes."""
        return self._codec.encode(frame, form)

    def now_ms(self) -> int:
        """The clock."""
        return self._clock.now_ms()


class _Line:
    """The tasks of one socket."""

    def __init__(
        self,
        sockets: Sockets,
        socket: web.WebSocketResponse,
        connection: Connection,
        request: web.Request,
    ) -> None:
        self._sockets = sockets
        self._socket = socket
        self._connection = connection
        self._request = request
        self._opcode = WSMsgType.TEXT if connection.form is Form.JSON else WSMsgType.BINARY
        self._heard = asyncio.get_running_loop().time()
        self._lanes = Lanes(self._handle)

    async def run(self) -> None:
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
                self._sockets.take_frame(self._connection, message.data, self._lanes)

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
        if not connection.credits.spend(BAD_FRAME_COST, self._sockets.now_ms()):
            connection.end(CREDITS_GONE)
            return None
        try:
            name, payload = payload_of(decode_client(data, connection.form))
            verify(name, payload)
            if name == "ping":
                self._sockets.room.pong(connection, payload)
                return None
            if not isinstance(payload, f.Hello):
                raise HelloFirst
        except RoomError as error:
            self._sockets.room.refuse(connection, error, readable_action_id(data))
            return None
        return payload

    async def _greet(self, hello: f.Hello) -> bool:
        try:
            await self._sockets.room.greet(self._connection, hello)
        except RoomError as error:
            self._sockets.room.refuse(self._connection, error)
            return False
        return True

    async def _control(self, message: WSMessage) -> bool:
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
            self._sockets.metrics.rtt_seconds.observe(rtt_s)

    async def _handle(self, name: str, payload: object) -> None:
        with tracing():
            await self._sockets.room.handle(self._connection, name, payload)

    async def _write(self) -> None:
        outbox = self._connection.outbox
        while frames := await outbox.take():
            self._sockets.metrics.outbox.observe(len(frames))
            self._sockets.metrics.frames_out.inc(len(frames))
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
                ending = await self._sockets.still_valid(self._connection)
                if ending is not None:
                    self._connection.end(ending)

    async def _close(self) -> None:
        """Goodbye and the closing handshake; a line that does not move is cut."""
        ending = self._connection.outbox.ending
        transport = self._request.transport
        try:
            async with asyncio.timeout(CLOSE_S + 1):
                if ending is None:
                    await self._socket.close()
                    return
                goodbye = f.Goodbye(code=ending.code, text=ending.text, retry_ms=ending.retry_ms)
                data = self._sockets.encode(f.ServerFrame(goodbye=goodbye), self._connection.form)
                await self._socket.send_frame(data, self._opcode)
                await self._socket.close(code=ending.close_code, message=ending.code.encode())
        except (TimeoutError, ConnectionError):
            if transport is not None:
                transport.abort()


def _form_of(request: web.Request) -> Form:
    offered = request.headers.get("Sec-WebSocket-Protocol", "")
    for name in (part.strip() for part in offered.split(",")):
        if name in tuple(Form):
            return Form(name)
    raise MalformedFrame(
        f"Open the WebSocket with subprotocol {Form.JSON} or {Form.BINARY}.",
        code="subprotocol_missing",
    )
