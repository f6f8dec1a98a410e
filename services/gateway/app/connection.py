"""One socket as the app sees it: who, in which form, what waits to be sent, how fast it answers.

Sending never waits: frames go into a bounded outbox that the socket adapter empties. A client that
lets it run full is told goodbye and dropped, so nobody waits for a slow reader (GW-13).
"""

import asyncio
from collections import deque
from collections.abc import Iterable

from services.gateway.app.ports import FrameEncoder, Session
from services.gateway.domain import frames as f
from services.gateway.domain.credits import Credits
from services.gateway.domain.goodbyes import TOO_SLOW, Ending
from services.gateway.domain.wire import Form

OUTBOX_FRAMES = 1_024
OUTBOX_BYTES = 2 * 1024 * 1024


class Outbox:
    """Frames that wait for the socket, oldest first, and the ending that comes after them."""

    def __init__(self, frames: int = OUTBOX_FRAMES, size: int = OUTBOX_BYTES) -> None:
        self._frames = frames
        self._size = size
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._ended = asyncio.Event()
        self.ending: Ending | None = None

    def put(self, data: bytes) -> bool:
        """False when it was full: the frame is not taken."""
        if self.ending is not None:
            return True
        if len(self._waiting) >= self._frames or self._bytes + len(data) > self._size:
            return False
        self._waiting.append(data)
        self._bytes += len(data)
        self._wake.set()
        return True

    def end(self, ending: Ending, *, drop: bool) -> None:
        """Nothing more is taken; `drop` also forgets what waits."""
        if self.ending is None:
            self.ending = ending
            if drop:
                self._waiting.clear()
                self._bytes = 0
        self._wake.set()
        self._ended.set()

    async def ended(self) -> None:
        """Returns when an ending was given."""
        await self._ended.wait()

    async def take(self) -> list[bytes]:
        """All that waits; an empty list once, at the end."""
        while not self._waiting and self.ending is None:
            self._wake.clear()
            await self._wake.wait()
        taken = list(self._waiting)
        self._waiting.clear()
        self._bytes = 0
        return taken

    def __len__(self) -> int:
        return len(self._waiting)


class Connection:
    """A signed-in socket."""

    def __init__(
        self,
        number: int,
        session: Session,
        token: str,
        form: Form,
        encoder: FrameEncoder,
        credits: Credits,
        outbox: Outbox | None = None,
    ) -> None:
        self.number = number
        self.session = session
        self.token = token
        self.form = form
        self.credits = credits
        self.outbox = outbox or Outbox()
        self.instance_id = ""
        self.greeted = False
        self.rtt_ms = 0
        self._encoder = encoder

    @property
    def account_id(self) -> str:
        """The account that is signed in."""
        return self.session.account_id

    @property
    def ended(self) -> bool:
        """True once goodbye is said or on its way."""
        return self.outbox.ending is not None

    def send(self, frame: f.ServerFrame) -> None:
        """Encode and queue."""
        self.send_bytes(self.encode(frame))

    def encode(self, frame: f.ServerFrame) -> bytes:
        """The frame in this connection's form."""
        return self._encoder.encode(frame, self.form)

    def send_bytes(self, data: bytes) -> None:
        """Queue an encoded frame; a full outbox ends the connection."""
        if not self.outbox.put(data):
            self.end(TOO_SLOW, drop=True)

    def end(self, ending: Ending, *, drop: bool = False) -> None:
        """Say goodbye after what is queued (or instead of it) and close."""
        self.outbox.end(ending, drop=drop)

    def measured(self, rtt_ms: int) -> None:
        """A round trip was measured: smoothed, a quarter of each new one."""
        rtt_ms = max(0, min(rtt_ms, 60_000))
        self.rtt_ms = rtt_ms if not self.rtt_ms else (3 * self.rtt_ms + rtt_ms) // 4


def broadcast(connections: Iterable[Connection], frame: f.ServerFrame) -> None:
    """The same frame to several, encoded once per form."""
    encoded: dict[Form, bytes] = {}
    for connection in connections:
        data = encoded.get(connection.form)
        if data is None:
            data = encoded[connection.form] = connection.encode(frame)
        connection.send_bytes(data)
