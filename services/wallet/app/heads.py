"""Signed heads of the chain: an Ed25519 signature over the last batch, for keeping elsewhere."""

import base64
from collections.abc import Iterable

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class SignedHead(msgspec.Struct, frozen=True):
    """The head and its signature; bytes are hex in JSON."""

    batch: int
    last_transfer_id: int
    hash: str
    signed_at_ms: int
    signature: str
    public_key: str


class HeadSigner:
    """Signs with the wallet's own key, and knows whose heads are the room's.

    `trusted`: public keys in base64 that sign beside it or signed before it, since a head outlives
    the key that signed it.
    """

    def __init__(self, private_key: str, trusted: Iterable[str] = ()) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(base64.b64decode(private_key))
        self._public_key = self._key.public_key().public_bytes_raw().hex()
        self.trusted = frozenset(
            {self._public_key, *(base64.b64decode(key).hex() for key in trusted)}
        )

    def sign(self, batch: int, last_transfer_id: int, digest: bytes, at_ms: int) -> SignedHead:
        """The signed head."""
        text = head_text(batch, last_transfer_id, digest.hex(), at_ms)
        signature = self._key.sign(text)
        return SignedHead(
            batch,
            last_transfer_id,
            digest.hex(),
            at_ms,
            signature.hex(),
            self._public_key,
        )


def head_text(batch: int, last_transfer_id: int, digest: str, at_ms: int) -> bytes:
    """What is signed."""
    return f"riverbus-head-v1|{batch}|{last_transfer_id}|{digest}|{at_ms}".encode()


def is_signed(head: SignedHead) -> bool:
    """True where the signature fits the key that the head names."""
    try:
        digest = bytes.fromhex(head.hash).hex()
        text = head_text(head.batch, head.last_transfer_id, digest, head.signed_at_ms)
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(head.public_key))
        key.verify(bytes.fromhex(head.signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True
