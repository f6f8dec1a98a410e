"""An asyncio loop on virtual time: no sockets, no threads, no waiting.

When nothing is ready, the clock jumps to the next timer; so an hour of play takes seconds and the
same program with the same seed does the same things in the same order.
"""

import asyncio
import contextvars
from asyncio import base_events
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")

EPOCH_MS = 1_800_000_000_000


class NothingLeft(RuntimeError):
    """Raised when every task waits for something that cannot happen any more: a deadlock."""


class _Selector:
    """Stands where the loop would wait for sockets."""

    def __init__(self, loop: "VirtualLoop") -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise NothingLeft("every task waits and no timer is armed")
        if timeout > 0:
            self._loop.advance(timeout)
        return []


class VirtualLoop(base_events.BaseEventLoop):
    """Runs what is ready, then jumps. Work for threads is done at once, in the loop."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._selector = _Selector(self)
        self._clock_resolution = 1e-9

    def time(self) -> float:
        """Virtual seconds since the start."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass without anything happening in it."""
        self._now += seconds

    def _process_events(self, event_list: list[Any]) -> None:
        """There are no sockets, so there are no events."""

    def _write_to_self(self) -> None:
        """Nobody needs to be woken: there are no threads."""

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> Any:
        """The result of `func(*args)`, computed now: threads would make runs differ."""
        future: asyncio.Future[Any] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


def run_virtual(main: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
    """Run `main()` to its end on a fresh virtual loop; tasks left behind are cancelled."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(loop.create_task(main(), context=contextvars.Context()))
    finally:
        _cancel_rest(loop)
        asyncio.set_event_loop(None)
        loop.close()


def _cancel_rest(loop: VirtualLoop) -> None:
    rest = asyncio.all_tasks(loop)
    for task in rest:
        task.cancel()
    if rest:
        loop.run_until_complete(asyncio.gather(*rest, return_exceptions=True))
