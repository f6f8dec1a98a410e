"""Stored outcomes: a result or a refusal as bytes, so that a repeated id gets the first answer."""

from typing import Any

import msgspec

from riverbus.core.errors import ErrorKind
from services.wallet.domain.errors import WalletError

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[int, msgspec.Raw]).decode


class StoredRefusal(msgspec.Struct, frozen=True):
    """A refusal as it is stored."""

    code: str
    kind: str
    sentence: str
    details: dict[str, str] = {}


class RepeatedRefusal(WalletError):
    """Raised when a refused id is repeated: the first answer again."""


def pack_result(result: msgspec.Struct) -> bytes:
    """A result as it is stored."""
    return _encode((1, result))


def pack_refusal(refusal: WalletError) -> bytes:
    """A refusal as it is stored."""
    stored = StoredRefusal(refusal.code, refusal.kind.value, refusal.sentence, refusal.details)
    return _encode((0, stored))


def unpack(outcome: bytes, kind: type[Any]) -> Any:
    """The result, or raises the refusal that was stored."""
    good, body = _decode(outcome)
    if good:
        return msgspec.msgpack.decode(body, type=kind)
    stored = msgspec.msgpack.decode(body, type=StoredRefusal)
    raise RepeatedRefusal(
        stored.sentence, code=stored.code, kind=ErrorKind(stored.kind), details=stored.details
    )


def is_refusal(outcome: bytes) -> bool:
    """True where a refusal is stored."""
    return not _decode(outcome)[0]
