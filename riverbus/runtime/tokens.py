"""Compact Ed25519-signed tokens that say who calls: 60 seconds, one issuer, maybe an account.

Form: base64url(JSON payload) "." base64url(signature). Only the gateway's tokens name accounts.
"""

import base64
import binascii
import contextlib
import time
from collections.abc import Callable, Mapping

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Caller

LIFETIME_S = 60
LEEWAY_S = 5
KEY_BYTES = 32
MAX_TOKEN_CHARS = 2_048
SPEAKS_FOR_ACCOUNTS = frozenset({"gateway"})


class TokenRefused(RoomError):
    """Raised when a token is missing, malformed, expired, wrongly signed or claims too much."""

    code = "token_refused"
    kind = ErrorKind.UNAUTHENTICATED
    sentence = "The caller's token is not valid."


class _Payload(msgspec.Struct, omit_defaults=True):
    iss: str
    exp: int
    sub: str = ""
    name: str = ""
    roles: list[str] = []
    sid: str = ""


def new_key_pair() -> tuple[str, str]:
    """(private, public), each 32 bytes in base64: for RIVERBUS_PRIVATE_KEY / _PUBLIC_KEYS."""
    private = Ed25519PrivateKey.generate()
    raw = private.private_bytes_raw(), private.public_key().public_bytes_raw()
    return base64.b64encode(raw[0]).decode(), base64.b64encode(raw[1]).decode()


class TokenSigner:
    """Signs this service's tokens; its own token and those of recent callers are reused."""

    def __init__(
        self, service: str, private_key: str, now_s: Callable[[], float] = time.time
    ) -> None:
        self._service = service
        self._key = Ed25519PrivateKey.from_private_bytes(
            _key_bytes(private_key, "RIVERBUS_PRIVATE_KEY")
        )
        self._now_s = now_s
        self._recent: dict[Caller | None, tuple[float, str]] = {}

    def token(self, speaking_for: Caller | None = None) -> str:
        """A token good for at least half of LIFETIME_S."""
        now = self._now_s()
        until, token = self._recent.get(speaking_for, (0.0, ""))
        if until - now > LIFETIME_S / 2:
            return token
        payload = _Payload(iss=self._service, exp=int(now) + LIFETIME_S)
        if speaking_for is not None:
            payload.sub = speaking_for.account_id or ""
            payload.name = speaking_for.name
            payload.roles = sorted(speaking_for.roles)
            payload.sid = speaking_for.session_id
        body = msgspec.json.encode(payload)
        token = f"{_encode(body)}.{_encode(self._key.sign(body))}"
        if len(self._recent) >= 4_096:
            self._recent.clear()
        self._recent[speaking_for] = (payload.exp, token)
        return token


class TokenVerifier:
    """Checks tokens against the public keys of all services; verified ones are remembered.

    A service may have several keys, comma-separated, while a new one takes the old one's place.
    """

    def __init__(
        self, public_keys: Mapping[str, str], now_s: Callable[[], float] = time.time
    ) -> None:
        self._keys = {
            service: [
                Ed25519PublicKey.from_public_bytes(_key_bytes(key, "RIVERBUS_PUBLIC_KEYS"))
                for key in keys.split(",")
            ]
            for service, keys in public_keys.items()
        }
        self._now_s = now_s
        self._seen: dict[str, tuple[int, Caller]] = {}

    def verify(self, token: str) -> Caller:
        """The caller that the token proves. Raises TokenRefused."""
        now = self._now_s()
        if known := self._seen.get(token):
            if known[0] + LEEWAY_S < now:
                raise TokenRefused("The caller's token has expired.")
            return known[1]
        payload = self._open(token)
        if payload.exp + LEEWAY_S < now:
            raise TokenRefused("The caller's token has expired.")
        if payload.exp > now + LIFETIME_S + LEEWAY_S:
            raise TokenRefused("The caller's token lives longer than tokens may.")
        if (payload.sub or payload.roles) and payload.iss not in SPEAKS_FOR_ACCOUNTS:
            raise TokenRefused("This service may not speak for an account.")
        caller = Caller(
            service=payload.iss,
            account_id=payload.sub or None,
            name=payload.name,
            roles=frozenset(payload.roles),
            session_id=payload.sid,
        )
        if len(self._seen) >= 4_096:
            self._seen.clear()
        self._seen[token] = (payload.exp, caller)
        return caller

    def _open(self, token: str) -> _Payload:
        if not token or len(token) > MAX_TOKEN_CHARS:
            raise TokenRefused
        body_part, _, signature_part = token.partition(".")
        try:
            body, signature = _decode(body_part), _decode(signature_part)
            payload = msgspec.json.decode(body, type=_Payload)
            keys = self._keys[payload.iss]
        except (binascii.Error, ValueError, KeyError) as error:
            raise TokenRefused from error
        for key in keys:
            with contextlib.suppress(InvalidSignature):
                key.verify(signature, body)
                return payload
        raise TokenRefused


def _key_bytes(text: str, variable: str) -> bytes:
    """A key as settings have it. Raises RoomError naming the variable."""
    with contextlib.suppress(binascii.Error, ValueError):
        if len(raw := base64.b64decode(text, validate=True)) == KEY_BYTES:
            return raw
    raise RoomError(
        f"{variable}: a key is {KEY_BYTES} bytes in base64, as `riverbus secrets` makes them.",
        code="config_refused",
        kind=ErrorKind.INVALID,
    )


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
