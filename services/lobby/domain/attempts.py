"""Wrong passwords: how long a login or an address has to wait after failing."""

import msgspec

FREE_FAILURES = 5
FIRST_WAIT_MS = 2_000
LONGEST_WAIT_MS = 300_000
FORGET_MS = 900_000


class Failures(msgspec.Struct, frozen=True):
    """Failures in a row of one login or one address."""

    count: int = 0
    last_ms: int = 0


def after_failure(failures: Failures, now_ms: int) -> Failures:
    """One more; an old row is forgotten."""
    if now_ms - failures.last_ms > FORGET_MS:
        failures = Failures()
    return Failures(count=failures.count + 1, last_ms=now_ms)


def wait_ms(failures: Failures, now_ms: int, free: int = FREE_FAILURES) -> int:
    """How long until the next attempt: doubling from two seconds to five minutes."""
    if failures.count < free or now_ms - failures.last_ms > FORGET_MS:
        return 0
    doubled = FIRST_WAIT_MS << min(failures.count - free, 20)
    return max(0, failures.last_ms + min(doubled, LONGEST_WAIT_MS) - now_ms)
