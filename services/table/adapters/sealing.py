"""Seals cards: AES-256-GCM with a key per hand, derived by HKDF from a room key and the hand's id.

The key ring knows several room keys by id; the current one seals, all open (SEAMS 6).
"""

import base64
import binascii
import os
from collections.abc import Mapping

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.pb.table.v1 import log_pb2

KEY_BYTES = 32
NONCE_BYTES = 12
CACHED_HANDS = 1_024


class RoomKeyRefused(RoomError):
    """Raised when a room key is missing, malformed or not the one that sealed."""

    code = "room_key_refused"
    kind = ErrorKind.INTERNAL
    sentence = "The room key does not open this record."


class KeyRing:
    """Room keys by id; `current` seals."""

    def __init__(self, keys: Mapping[str, str], current: str = "") -> None:
        try:
            self._keys = {name: base64.b64decode(key, validate=True) for name, key in keys.items()}
        except binascii.Error as error:
            raise RoomKeyRefused("A room key is not base64.") from error
        if any(len(key) != KEY_BYTES for key in self._keys.values()):
            raise RoomKeyRefused(f"A room key has {KEY_BYTES} bytes.")
        if not self._keys:
            raise RoomKeyRefused("Set RIVERBUS_TABLE_ROOM_KEYS: cards are never stored in clear.")
        current = current or list(self._keys)[-1]
        if current not in self._keys:
            raise RoomKeyRefused(f"The current room key {current!r} is not in the ring.")
        self.current = current
        self._ciphers: dict[tuple[str, str], AESGCM] = {}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all keys."""
        return tuple(self._keys)

    def check_value(self, key_id: str) -> str:
        """What proves that two processes hold the same key, without telling it."""
        return base64.b64encode(self._derive(key_id, b"riverbus check")).decode()

    def seal(self, plain: bytes, table_id: str, hand_id: str, record_id: str) -> log_pb2.Sealed:
        """Encrypt for this place in the log only."""
        nonce = os.urandom(NONCE_BYTES)
        cipher = self._cipher(self.current, hand_id)
        return log_pb2.Sealed(
            key_id=self.current,
            nonce=nonce,
            ciphertext=cipher.encrypt(nonce, plain, _place(table_id, hand_id, record_id)),
        )

    def open(self, sealed: log_pb2.Sealed, table_id: str, hand_id: str, record_id: str) -> bytes:
        """Decrypt. Raises RoomKeyRefused for another key or another place."""
        if sealed.key_id not in self._keys:
            raise RoomKeyRefused(f"The room key {sealed.key_id!r} is not in the ring.")
        cipher = self._cipher(sealed.key_id, hand_id)
        try:
            return cipher.decrypt(
                sealed.nonce, sealed.ciphertext, _place(table_id, hand_id, record_id)
            )
        except InvalidTag as error:
            raise RoomKeyRefused from error

    def _cipher(self, key_id: str, hand_id: str) -> AESGCM:
        found = self._ciphers.get((key_id, hand_id))
        if found is None:
            found = AESGCM(self._derive(key_id, b"riverbus hand " + hand_id.encode()))
            if len(self._ciphers) >= CACHED_HANDS:
                self._ciphers.clear()
            self._ciphers[key_id, hand_id] = found
        return found

    def _derive(self, key_id: str, info: bytes) -> bytes:
        return HKDF(hashes.SHA256(), KEY_BYTES, salt=None, info=info).derive(self._keys[key_id])


def _place(table_id: str, hand_id: str, record_id: str) -> bytes:
    return f"{table_id}|{hand_id}|{record_id}".encode()
