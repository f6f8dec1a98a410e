"""The real clock, ids and shuffle: wall time, UUIDv7, the operating system's CSPRNG."""

import os
import secrets
import time
import uuid


class SystemClock:
    """Wall time in milliseconds that never runs backwards inside this process."""

    def __init__(self) -> None:
        self._last = 0

    def now_ms(self) -> int:
        """Milliseconds since 1970 UTC."""
        self._last = max(self._last, time.time_ns() // 1_000_000)
        return self._last


class SystemIds:
    """UUIDv7 (RFC 9562), rising inside a process: 12 bits count within a millisecond."""

    def __init__(self) -> None:
        self._last_ms = 0
        self._count = 0

    def uuid7(self) -> str:
        """A new id; ids made later compare greater."""
        now = time.time_ns() // 1_000_000
        if now > self._last_ms:
            self._last_ms = now
            self._count = secrets.randbits(8)
        else:
            self._count += 1
            if self._count > 0xFFF:
                self._last_ms += 1
                self._count = 0
        random_part = int.from_bytes(os.urandom(8), "big") & ((1 << 62) - 1)
        value = (self._last_ms << 80) | (7 << 76) | (self._count << 64) | (2 << 62) | random_part
        return str(uuid.UUID(int=value))


class SystemShuffle:
    """Fisher-Yates over bytes of the CSPRNG, without modulo bias."""

    def permutation(self, n: int) -> list[int]:
        """All numbers 0..n-1, each order equally likely; n at most 256."""
        if not 0 <= n <= 256:
            raise ValueError(f"permutation of {n}: only 0 to 256")
        order = list(range(n))
        pool = os.urandom(2 * n + 16)
        position = 0
        for last in range(n - 1, 0, -1):
            bound = last + 1
            limit = 256 - 256 % bound
            while True:
                if position == len(pool):
                    pool, position = os.urandom(64), 0
                value = pool[position]
                position += 1
                if value < limit:
                    break
            chosen = value % bound
            order[last], order[chosen] = order[chosen], order[last]
        return order
