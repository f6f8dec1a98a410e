"""The session cache: 30 seconds at most, emptied at once by revocations (SEAMS 36)."""

import hashlib
from collections import OrderedDict

from riverbus.core.ports import Clock
from services.gateway.app.ports import Session, Sessions

CACHE_MS = 30_000
CACHE_SIZE = 50_000


class SessionCache:
    """Tokens to sessions. Tokens themselves are not kept, only their hashes."""

    def __init__(self, sessions: Sessions, clock: Clock, cache_ms: int = CACHE_MS) -> None:
        self._sessions = sessions
        self._clock = clock
        self._cache_ms = cache_ms
        self._known: OrderedDict[bytes, tuple[int, Session]] = OrderedDict()
        self._revocations = 0

    async def find(self, token: str) -> Session:
        """The token's session. Raises RoomError `no_session`, `account_closed`, `unavailable`."""
        key = _key(token)
        now = self._clock.now_ms()
        held = self._known.get(key)
        if held is not None and now < held[0] and now < held[1].expires_at_ms:
            return held[1]
        self._known.pop(key, None)
        while True:
            seen = self._revocations
            session = await self._sessions.verify(token)
            if seen == self._revocations:
                break
        until = min(self._clock.now_ms() + self._cache_ms, session.expires_at_ms)
        self._known[key] = (until, session)
        if len(self._known) > CACHE_SIZE:
            self._known.popitem(last=False)
        return session

    def drop(self, token: str) -> None:
        """This token is looked up again at its next use."""
        self._revocations += 1
        self._known.pop(_key(token), None)

    def forget(self, account_id: str, session_ids: frozenset[str] = frozenset()) -> None:
        """Drop these sessions of an account, or all without ids; the next use asks the lobby."""
        self._revocations += 1
        gone = [
            key
            for key, (_, session) in self._known.items()
            if session.account_id == account_id
            and (not session_ids or session.caller.session_id in session_ids)
        ]
        for key in gone:
            del self._known[key]


def _key(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()
