"""A bot's WebSocket: hello, frames both ways, and each command repeated until its answer is known.

The line comes back by itself, at another gateway if need be; commands that were under way are sent
again with the same action id, which is what makes that harmless.
"""

import asyncio
import contextlib
import logging
import random
import secrets
from collections.abc import Callable
from typing import Any

import aiohttp
from msgspec import UNSET

from riverbus.bots.api import RoomApi
from services.gateway.adapters.codec import decode_server, encode_client
from services.gateway.domain import frames as f
from services.gateway.domain.wire import PROTOCOL, Form

HELLO_S = 10.0
ANSWER_S = 20.0
HEARTBEAT_S = 10.0
BACK_FIRST_S = 0.2
BACK_MOST_S = 5.0
AGAIN = frozenset({"unavailable", "deadline", "rate_limited"})

log = logging.getLogger(__name__)

Listener = Callable[[f.ServerFrame], None]


class LineLost(Exception):
    """Raised inside when the socket is gone; the line comes back by itself."""


class SignedOut(Exception):
    """Raised when the room does not know the session any more."""


class Line:
    """One client instance. `on_open` runs after each welcome, `on_frame` for each frame."""

    def __init__(
        self,
        http: aiohttp.ClientSession,
        api: RoomApi,
        token: str,
        client: str,
        on_open: Callable[[], None],
        on_frame: Listener,
        form: Form = Form.JSON,
    ) -> None:
        self._http = http
        self._api = api
        self._token = token
        self._client = client
        self._on_open = on_open
        self._on_frame = on_frame
        self._form = form
        self._instance = secrets.token_hex(8)
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._waiting: dict[str, asyncio.Future[f.Answer]] = {}
        self._sent: dict[str, dict[str, Any]] = {}
        self.welcome: f.Welcome | None = None
        self.reconnects = 0

    @property
    def url(self) -> str:
        """The gateway that the line goes to."""
        return self._api.url

    async def run(self) -> None:
        """For ever; raises SignedOut when coming back is no use."""
        pause_s = BACK_FIRST_S
        while True:
            try:
                await self._once()
                pause_s = BACK_FIRST_S
            except (aiohttp.ClientError, LineLost, TimeoutError, OSError) as error:
                log.debug("line lost", extra={"reason": repr(error)})
            self._api.move_on()
            self.reconnects += 1
            await asyncio.sleep(pause_s * random.uniform(0.5, 1.5))
            pause_s = min(pause_s * 2, BACK_MOST_S)

    def send(self, **frame: Any) -> None:
        """Send without waiting; lost if there is no line."""
        socket = self._socket
        if socket is None or socket.closed:
            return
        data = encode_client(f.ClientFrame(**frame), self._form)
        sending = socket.send_str(data) if isinstance(data, str) else socket.send_bytes(data)
        task = asyncio.ensure_future(sending)
        task.add_done_callback(_ignore_lost)

    async def command(self, **frame: Any) -> f.Answer:
        """Send a command and wait for its final answer, over reconnects and repeats."""
        [(_, message)] = frame.items()
        action_id = message.action_id
        future: asyncio.Future[f.Answer] = asyncio.get_running_loop().create_future()
        self._waiting[action_id], self._sent[action_id] = future, frame
        try:
            while True:
                self.send(**frame)
                with contextlib.suppress(TimeoutError):
                    answer = await asyncio.wait_for(asyncio.shield(future), ANSWER_S)
                    if answer.error is UNSET or answer.error.kind not in AGAIN:
                        return answer
                    future = asyncio.get_running_loop().create_future()
                    self._waiting[action_id] = future
                    await asyncio.sleep(0.5)
        finally:
            self._waiting.pop(action_id, None)
            self._sent.pop(action_id, None)

    async def _once(self) -> None:
        try:
            async with asyncio.timeout(HELLO_S):
                socket = await self._http.ws_connect(
                    f"{self._api.url}/ws",
                    protocols=(self._form.value,),
                    headers={"Authorization": f"Bearer {self._token}"},
                    max_msg_size=0,
                    heartbeat=HEARTBEAT_S,
                )
        except aiohttp.WSServerHandshakeError as error:
            if error.status == 401:
                raise SignedOut from error
            raise
        self._socket = socket
        try:
            async with asyncio.timeout(HELLO_S):
                await self._greet(socket)
            self._on_open()
            for frame in list(self._sent.values()):
                self.send(**frame)
            while True:
                self._take(await self._receive(socket))
        finally:
            self._socket = None
            with contextlib.suppress(Exception):
                await socket.close()

    async def _greet(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        hello = f.Hello(protocol=PROTOCOL, client=self._client, instance_id=self._instance)
        self.send(hello=hello)
        while True:
            frame = await self._receive(socket)
            if frame.welcome is not UNSET:
                self.welcome = frame.welcome
                return
            if frame.refusal is not UNSET:
                raise LineLost

    async def _receive(self, socket: aiohttp.ClientWebSocketResponse) -> f.ServerFrame:
        message = await socket.receive()
        if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
            raise LineLost
        return decode_server(message.data, self._form)

    def _take(self, frame: f.ServerFrame) -> None:
        answer = frame.answer
        if frame.refusal is not UNSET and frame.refusal.action_id:
            refusal = frame.refusal
            answer = f.Answer(action_id=refusal.action_id, error=refusal.error)
        if answer is not UNSET and not answer.pending:
            waiting = self._waiting.get(answer.action_id)
            if waiting is not None and not waiting.done():
                waiting.set_result(answer)
        if frame.goodbye is not UNSET and frame.goodbye.retry_ms < 0:
            raise SignedOut
        self._on_frame(frame)


def _ignore_lost(task: "asyncio.Task[None]") -> None:
    if not task.cancelled():
        task.exception()
