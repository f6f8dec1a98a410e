"""Passwords by argon2id in worker threads, tokens from the operating system's CSPRNG."""

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from riverbus.core.errors import ErrorKind, RoomError

_T = TypeVar("_T")

QUEUE_MAX = 200
TOKEN_BYTES = 32


class TooBusy(RoomError):
    """Raised when more passwords wait to be checked than can be in reasonable time."""

    code = "too_busy"
    kind = ErrorKind.UNAVAILABLE
    sentence = "Too many people are signing in just now; try again."


class ArgonSecrets:
    """See ports.Secrets. At most `threads` hashes are computed at once, QUEUE_MAX wait."""

    def __init__(self, *, memory_kib: int, passes: int, threads: int) -> None:
        self._hasher = PasswordHasher(
            time_cost=passes,
            memory_cost=memory_kib,
            parallelism=1,
            hash_len=RFC_9106_LOW_MEMORY.hash_len,
            salt_len=RFC_9106_LOW_MEMORY.salt_len,
        )
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="argon2")
        self._waiting = 0
        self._nobody = self._hasher.hash(secrets.token_urlsafe(16))

    async def hash_password(self, password: str) -> str:
        """See ports.Secrets."""
        return await self._off_loop(lambda: self._hasher.hash(password))

    async def check_password(self, password_hash: str, password: str) -> bool:
        """See ports.Secrets."""
        return await self._off_loop(lambda: self._check(password_hash, password))

    def outdated(self, password_hash: str) -> bool:
        """See ports.Secrets."""
        return bool(password_hash) and self._hasher.check_needs_rehash(password_hash)

    def new_token(self) -> str:
        """See ports.Secrets."""
        return secrets.token_urlsafe(TOKEN_BYTES)

    def token_hash(self, token: str) -> bytes:
        """See ports.Secrets. Tokens have full entropy, so a plain hash does."""
        return hashlib.sha256(token.encode()).digest()

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _check(self, password_hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(password_hash or self._nobody, password) and bool(
                password_hash
            )
        except (VerificationError, InvalidHashError):
            return False

    async def _off_loop(self, work: Callable[[], _T]) -> _T:
        if self._waiting >= QUEUE_MAX:
            raise TooBusy
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1
