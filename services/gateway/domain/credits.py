"""Rate credits: a bucket that refills with time, so that bursts pass and floods do not.

Pure: the time comes in. Sizes are chosen so that a player at many tables never feels them.
"""


class Credits:
    """`burst` credits at the start and at most; `per_s` come back each second."""

    __slots__ = ("_at_ms", "_burst", "_left", "_per_s")

    def __init__(self, burst: float, per_s: float, now_ms: int) -> None:
        self._burst = burst
        self._per_s = per_s
        self._left = burst
        self._at_ms = now_ms

    def spend(self, cost: float, now_ms: int) -> bool:
        """Take the cost if it is there; False, and nothing taken, if not."""
        self._refill(now_ms)
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def wait_ms(self, cost: float, now_ms: int) -> int:
        """After how long `spend(cost)` would succeed."""
        self._refill(now_ms)
        missing = max(0.0, min(cost, self._burst) - self._left)
        return int(missing / self._per_s * 1000) + (1 if missing else 0)

    def full(self, now_ms: int) -> bool:
        """True when all credits are back: such a bucket need not be remembered."""
        self._refill(now_ms)
        return self._left >= self._burst

    def _refill(self, now_ms: int) -> None:
        passed_s = max(0, now_ms - self._at_ms) / 1000
        self._left = min(self._burst, self._left + passed_s * self._per_s)
        self._at_ms = max(self._at_ms, now_ms)


class CreditTable:
    """A bucket per key (account or address), at most `size` of them; full ones are forgotten."""

    def __init__(self, burst: float, per_s: float, size: int = 100_000) -> None:
        self._burst = burst
        self._per_s = per_s
        self._size = size
        self._buckets: dict[str, Credits] = {}

    def spend(self, key: str, cost: float, now_ms: int) -> bool:
        """As Credits.spend for this key."""
        return self._bucket(key, now_ms).spend(cost, now_ms)

    def wait_ms(self, key: str, cost: float, now_ms: int) -> int:
        """As Credits.wait_ms for this key."""
        return self._bucket(key, now_ms).wait_ms(cost, now_ms)

    def __len__(self) -> int:
        return len(self._buckets)

    def _bucket(self, key: str, now_ms: int) -> Credits:
        found = self._buckets.get(key)
        if found is None:
            if len(self._buckets) >= self._size:
                self._forget(now_ms)
            found = self._buckets[key] = Credits(self._burst, self._per_s, now_ms)
        return found

    def _forget(self, now_ms: int) -> None:
        self._buckets = {k: b for k, b in self._buckets.items() if not b.full(now_ms)}
        while len(self._buckets) >= self._size:
            self._buckets.pop(next(iter(self._buckets)))
