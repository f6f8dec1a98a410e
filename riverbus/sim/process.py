"""What bus and buckets know of the process that uses them."""

import asyncio
import contextlib
from collections.abc import Callable

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Subscription
from riverbus.sim.broker import Broker

PATIENCE_S = 0.25


class BusAway(RoomError):
    """Raised when the broker cannot be reached in time."""

    code = "bus_unavailable"
    kind = ErrorKind.UNAVAILABLE
    sentence = "The message bus does not answer."


class Process:
    """One process on the network; it may be cut off or killed alone."""

    def __init__(self, broker: Broker, process: str) -> None:
        self.broker = broker
        self.process = process
        self._gaps: list[Callable[[str], None]] = []
        self._running: list[Subscription] = []

    @property
    def reachable(self) -> bool:
        """True when the broker answers this process."""
        return self.broker.up and not self.broker.network.is_cut(self.process)

    def on_gap(self, listener: Callable[[str], None]) -> None:
        """See Bus."""
        self._gaps.append(listener)

    def tell_gap(self, subject: str = ">") -> None:
        """Say that core messages may be missing, as after a reconnect."""
        for listener in self._gaps:
            listener(subject)

    def track(self, subscription: Subscription) -> None:
        """End this one too when the process is killed."""
        self._running.append(subscription)

    async def kill(self) -> None:
        """The process is gone: its subscriptions end."""
        running, self._running = self._running, []
        for subscription in running:
            await subscription.stop()


async def end_task(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for its end; a task may not end itself so."""
    if task is asyncio.current_task():
        return
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
