"""Clock, ids and shuffle of the simulated room: virtual time and a seed."""

import random
import uuid

from riverbus.sim.loop import EPOCH_MS, VirtualLoop


class SimClock:
    """Virtual wall time."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def now_ms(self) -> int:
        """See Clock."""
        return EPOCH_MS + int(self._loop.time() * 1000)


class SimIds:
    """UUIDv7 from virtual time and a seed; each process gets its own stream of them."""

    def __init__(self, clock: SimClock, randomness: random.Random) -> None:
        self._clock = clock
        self._random = randomness
        self._last = 0

    def uuid7(self) -> str:
        """See Ids."""
        self._last = max(self._last + 1, self._clock.now_ms() << 12)
        high, low = divmod(self._last, 1 << 12)
        tail = self._random.getrandbits(62)
        return str(uuid.UUID(int=(high << 80) | (7 << 76) | (low << 64) | (2 << 62) | tail))


class SimShuffle:
    """Permutations from a seed: what was dealt can be dealt again."""

    def __init__(self, randomness: random.Random) -> None:
        self._random = randomness

    def permutation(self, n: int) -> list[int]:
        """See Shuffle."""
        order = list(range(n))
        self._random.shuffle(order)
        return order
