"""Counts wrong passwords by login and by address, in this process; bounded, oldest forgotten."""

from collections import OrderedDict

from riverbus.core.ports import Clock
from services.lobby.domain.attempts import FREE_FAILURES, Failures, after_failure, wait_ms
from services.lobby.domain.errors import TooManyAttempts
from services.lobby.domain.names import name_key

KEPT_MAX = 10_000
FREE_FAILURES_OF_ADDRESS = 50
"""Many honest people may share an address."""


class Attempts:
    """Failures in a row."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._logins: OrderedDict[str, Failures] = OrderedDict()
        self._addresses: OrderedDict[str, Failures] = OrderedDict()

    def verify(self, login: str, address: str) -> None:
        """Raises TooManyAttempts while the login or the address has to wait."""
        now = self._clock.now_ms()
        wait = max(
            wait_ms(self._logins.get(_key(login), Failures()), now, FREE_FAILURES),
            wait_ms(self._addresses.get(address, Failures()), now, FREE_FAILURES_OF_ADDRESS),
        )
        if wait > 0:
            raise TooManyAttempts(details={"retry_after_ms": str(wait)})

    def failed(self, login: str, address: str) -> None:
        """One more wrong password."""
        now = self._clock.now_ms()
        _count(self._logins, _key(login), now)
        if address:
            _count(self._addresses, address, now)

    def succeeded(self, login: str) -> None:
        """The login is believed again; the address is not, it may be trying other names."""
        self._logins.pop(_key(login), None)


def _key(login: str) -> str:
    return name_key(login.strip()[:254])


def _count(kept: OrderedDict[str, Failures], key: str, now_ms: int) -> None:
    kept[key] = after_failure(kept.get(key, Failures()), now_ms)
    kept.move_to_end(key)
    if len(kept) > KEPT_MAX:
        kept.popitem(last=False)
