"""The hash chain: canonical bytes of operations and transfers, digests of batches, effects.

A batch's hash covers the one before, its numbers, the digests of its operations and transfers, and
the digest of each of its outbox messages, so that what still waits can be checked by itself.
An effect is the digest of an entity after an operation, so each remembered row is chained too.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b, sha256
from struct import Struct
from typing import Any, NamedTuple

import msgspec

from services.wallet.domain.entities import ENTITIES, Entity

GENESIS = bytes(32)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
EFFECT_BYTES = 25
MESSAGE_BYTES = 40
_TRANSFER = Struct(">qqhqqqqq")
_NUMBERS = Struct(">qqqqqq")
_ENTITY_NUMBER = {kind: number for number, kind in enumerate(ENTITIES, 1)}
_DEFAULTS = {
    kind: [(field.name, field.default) for field in msgspec.structs.fields(kind)]
    for kind in ENTITIES
}
_encode = msgspec.msgpack.Encoder().encode


class TransferRow(NamedTuple):
    """A transfer as it is kept; accounts by number."""

    id: int
    operation: int
    kind: int
    debit: int
    credit: int
    amount: int
    debit_after: int
    credit_after: int


class OperationRow(NamedTuple):
    """A call as it is kept, with its outcome and effects."""

    number: int
    id: str
    kind: str
    account: str
    subject: str
    note: str
    content_hash: bytes
    outcome: bytes
    effects: bytes


class BatchRow(NamedTuple):
    """A commit of the ledger. Numbers are of the first row of each sort in it."""

    batch: int
    at_ms: int
    first_operation: int
    operations: int
    first_transfer: int
    transfers: int
    operations_digest: bytes
    transfers_digest: bytes
    messages: bytes
    hash: bytes


def pack_transfer(row: Sequence[int]) -> bytes:
    """A transfer's canonical bytes."""
    return _TRANSFER.pack(*row)


def packed_digest(packed: Iterable[bytes]) -> bytes:
    """SHA-256 over packed transfers."""
    return sha256(b"".join(packed)).digest()


def transfers_digest(rows: Iterable[Sequence[int]]) -> bytes:
    """SHA-256 over the rows, each packed big-endian."""
    pack = _TRANSFER.pack
    return packed_digest([pack(*row) for row in rows])


def operations_digest(rows: Iterable[tuple[Any, ...]]) -> bytes:
    """SHA-256 over the rows as MessagePack."""
    return sha256(b"".join([_encode(row) for row in rows])).digest()


def message_digest(sequence: int, subject: str, message_id: str, trace: str, body: bytes) -> bytes:
    """40 bytes: an outbox row's sequence and SHA-256."""
    head = f"{subject}\0{message_id}\0{trace}\0".encode()
    return sequence.to_bytes(8, "big") + sha256(head + body).digest()


def batch_hash(before: bytes, row: BatchRow) -> bytes:
    """The chain's next link."""
    numbers = _NUMBERS.pack(*row[:6])
    digests = row.operations_digest + row.transfers_digest + row.messages
    return sha256(before + numbers + digests).digest()


def entity_digest(entity: Entity) -> bytes:
    """16 bytes over all fields that differ from their defaults."""
    told: dict[str, Any] = {}
    for name, default in _DEFAULTS[type(entity)]:
        value = getattr(entity, name)
        if value != default:
            told[name] = value
    return blake2b(_encode(told), digest_size=16).digest()


def effect(entity: Entity) -> bytes:
    """25 bytes: kind, key and state of an entity."""
    key = blake2b(entity.key.encode(), digest_size=8).digest()
    return bytes((_ENTITY_NUMBER[type(entity)],)) + key + entity_digest(entity)


def split_effects(effects: bytes) -> Iterable[tuple[bytes, bytes]]:
    """(kind and key, state) of each effect."""
    for start in range(0, len(effects), EFFECT_BYTES):
        yield effects[start : start + 9], effects[start + 9 : start + EFFECT_BYTES]


def day_of(at_ms: int) -> str:
    """The UTC day of an instant, YYYY-MM-DD."""
    return (EPOCH + timedelta(milliseconds=at_ms)).date().isoformat()
