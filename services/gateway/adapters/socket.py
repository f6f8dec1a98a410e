"""The WebSocket endpoint: the handshake, and what a frame costs before it is handled."""

import asyncio
import logging
from collections.abc import Callable

from aiohttp import web

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Clock
from services.gateway.adapters.codec import WireCodec, decode_client, readable_action_id
from services.gateway.adapters.credentials import need_credential
from services.gateway.adapters.line import BAD_FRAME_COST, CLOSE_S, Line, WireSocket
from services.gateway.adapters.origins import Origins
from services.gateway.app.connection import Connection
from services.gateway.app.lanes import Lanes
from services.gateway.app.ports import Session
from services.gateway.app.room import Room
from services.gateway.app.sessions import SessionCache
from services.gateway.domain import frames as f
from services.gateway.domain.checks import payload_of, verify
from services.gateway.domain.credits import Credits, CreditTable
from services.gateway.domain.errors import CreditsGone, HelloFirst, MalformedFrame
from services.gateway.domain.goodbyes import (
    CREDITS_GONE,
    SIGNED_OUT,
    Ending,
)
from services.gateway.domain.wire import Form
from services.gateway.metrics import GatewayMetrics

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
        addresses: CreditTable,
        new_credits: Callable[[], Credits],
        clock: Clock,
        metrics: GatewayMetrics,
        most: int,
    ) -> None:
        self._room = room
        self._sessions = sessions
        self._origins = origins
        self._accounts = accounts
        self._addresses = addresses
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
        session = await self._sign_in(credential.token, request)
        socket = web.WebSocketResponse(
            protocols=tuple(Form),
            autoping=False,
            compress=False,
            max_msg_size=LARGEST_MESSAGE,
            timeout=CLOSE_S,
        )
        await socket.prepare(request)
        await self.hold(socket, session, credential.token, form, request.transport)
        return socket

    async def _sign_in(self, token: str, request: web.Request) -> Session:
        """Tokens that are none count for their address, so that nobody guesses for long; who has
        a session is not counted, whatever the neighbours behind the address do.
        """
        try:
            return await self._sessions.find(token)
        except RoomError as error:
            if error.kind is not ErrorKind.UNAUTHENTICATED:
                raise
            now, key = self._clock.now_ms(), self._origins.rate_key(request)
            if not self._addresses.spend(key, 1.0, now):
                wait_ms = self._addresses.wait_ms(key, 1.0, now)
                raise CreditsGone(details={"retry_ms": str(wait_ms)}) from error
            raise

    def connection(self, session: Session, token: str, form: Form) -> Connection:
        """A new connection of a session."""
        number = self._room.registry.next_number(self._clock.now_ms())
        return Connection(number, session, token, form, self._codec, self._new_credits())

    async def attach(self, socket: WireSocket, token: str, form: Form) -> None:
        """The same without HTTP, for a room in one process. Raises RoomError."""
        await self.hold(socket, await self._sessions.find(token), token, form, None)

    async def hold(
        self,
        socket: WireSocket,
        session: Session,
        token: str,
        form: Form,
        transport: asyncio.Transport | None,
    ) -> None:
        """From the open socket to its end."""
        connection = self.connection(session, token, form)
        self._open += 1
        self._metrics.connections.labels(form.name.lower()).inc()
        try:
            await Line(self, socket, connection, transport).run()
        finally:
            self._open -= 1
            self._metrics.connections.labels(form.name.lower()).dec()
            ending = connection.outbox.ending
            self._metrics.closed.labels(ending.code if ending else "client").inc()
            await asyncio.shield(self._room.leave(connection))

    # -- used by Line -----------------------------------------------------------------------

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


def _form_of(request: web.Request) -> Form:
    offered = request.headers.get("Sec-WebSocket-Protocol", "")
    for name in (part.strip() for part in offered.split(",")):
        if name in tuple(Form):
            return Form(name)
    raise MalformedFrame(
        f"Open the WebSocket with subprotocol {Form.JSON} or {Form.BINARY}.",
        code="subprotocol_missing",
    )
