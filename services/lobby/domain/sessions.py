"""Sessions: an opaque token whose hash is stored, for a browser or for a program."""

import enum

import msgspec

DAY_MS = 24 * 3_600_000
BROWSER_IDLE_MS = 30 * DAY_MS
BEARER_MS = 365 * DAY_MS
TOUCH_MS = 60_000
"""A use is written down once a minute at most."""
SESSIONS_MAX = 50
"""Open sessions of one account; the oldest used gives way."""


class SessionKind(enum.StrEnum):
    """For whom a session is."""

    BROWSER = "browser"
    BEARER = "bearer"


class Session(msgspec.Struct, frozen=True):
    """A session without its token. `token_hash` is SHA-256 of the token, 32 bytes."""

    session_id: str
    account_id: str
    token_hash: bytes
    kind: SessionKind
    opened_at_ms: int
    used_at_ms: int
    expires_at_ms: int
    address: str = ""
    user_agent: str = ""


def new_expiry(kind: SessionKind, now_ms: int) -> int:
    """When a session that is used now ends."""
    return now_ms + (BROWSER_IDLE_MS if kind is SessionKind.BROWSER else BEARER_MS)


def touched(session: Session, now_ms: int) -> Session | None:
    """The session with its use written down, None if that is not due yet."""
    if now_ms - session.used_at_ms < TOUCH_MS:
        return None
    expires = session.expires_at_ms
    if session.kind is SessionKind.BROWSER:
        expires = new_expiry(session.kind, now_ms)
    return msgspec.structs.replace(session, used_at_ms=now_ms, expires_at_ms=expires)
