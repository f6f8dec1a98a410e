"""KV buckets in memory: compare-and-set, and watches that see each key's latest value."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from riverbus.core.ports import KvEntry, Subscription
from riverbus.runtime.kv import KvConflict
from riverbus.sim.process import PATIENCE_S, BusAway, Process, end_task

log = logging.getLogger(__name__)


class MemoryKeyValue:
    """One bucket as one process sees it."""

    def __init__(self, bus: Process, bucket: str) -> None:
        self._bus = bus
        self._bucket = bucket

    @property
    def _entries(self) -> dict[str, KvEntry]:
        return self._bus.broker.buckets.setdefault(self._bucket, {})

    async def _reach(self) -> None:
        await asyncio.sleep(self._bus.broker.network.latency_s())
        if not self._bus.reachable:
            raise BusAway

    async def get(self, key: str) -> KvEntry | None:
        """See KeyValue."""
        await self._reach()
        entry = self._entries.get(key)
        return entry if entry is not None and entry.value is not None else None

    async def entries(self, prefix: str = "") -> list[KvEntry]:
        """See KeyValue."""
        await self._reach()
        return [
            entry
            for key, entry in sorted(self._entries.items())
            if key.startswith(prefix) and entry.value is not None
        ]

    async def put(self, key: str, value: bytes) -> int:
        """See KeyValue."""
        await self._reach()
        return self._answer(self._bus.broker.set(self._bucket, key, value))

    async def create(self, key: str, value: bytes) -> int:
        """See KeyValue."""
        await self._reach()
        entry = self._entries.get(key)
        if entry is not None and entry.value is not None:
            raise KvConflict
        return self._answer(self._bus.broker.set(self._bucket, key, value))

    async def update(self, key: str, value: bytes, revision: int) -> int:
        """See KeyValue."""
        await self._reach()
        self._expect(key, revision)
        return self._answer(self._bus.broker.set(self._bucket, key, value))

    async def delete(self, key: str, revision: int | None = None) -> None:
        """See KeyValue."""
        await self._reach()
        if revision is not None:
            self._expect(key, revision)
        self._answer(self._bus.broker.set(self._bucket, key, None))

    async def watch(self, handler: Callable[[KvEntry], Awaitable[None]]) -> Subscription:
        """See KeyValue."""
        made = KvWatch(self._bus, self._bucket, handler)
        self._bus.track(made)
        await made.caught_up()
        return made

    def _expect(self, key: str, revision: int) -> None:
        entry = self._entries.get(key)
        if (entry.revision if entry is not None else 0) != revision:
            raise KvConflict

    def _answer(self, revision: int) -> int:
        if self._bus.broker.network.loses_answer():
            raise BusAway
        return revision


class KvWatch:
    """All current entries, then each change, revisions rising per key."""

    def __init__(
        self, bus: Process, bucket: str, handler: Callable[[KvEntry], Awaitable[None]]
    ) -> None:
        self._bus = bus
        self._bucket = bucket
        self._handler = handler
        self._seen: dict[str, int] = {}
        self._wake = asyncio.Event()
        bus.broker.listeners.append(self._wake.set)
        self._task: asyncio.Task[None] | None = None

    async def caught_up(self) -> None:
        """Hand over what is there, then go on in the background."""
        await self._pass_on()
        self._task = asyncio.create_task(self._work())

    async def _pass_on(self) -> None:
        entries = list(self._bus.broker.buckets.get(self._bucket, {}).values())
        for entry in sorted(entries, key=lambda found: found.revision):
            if self._seen.get(entry.key, 0) < entry.revision:
                self._seen[entry.key] = entry.revision
                await self._handler(entry)

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            network = self._bus.broker.network
            await asyncio.sleep(network.latency_s() + network.watches_late_s)
            while not self._bus.reachable:  # noqa: ASYNC110 (the network has no event to wait for)
                await asyncio.sleep(PATIENCE_S)
            try:
                await self._pass_on()
            except Exception:
                log.exception("watch handler failed", extra={"bucket": self._bucket})

    async def stop(self) -> None:
        """See Subscription."""
        with contextlib.suppress(ValueError):
            self._bus.broker.listeners.remove(self._wake.set)
        if self._task is not None:
            await end_task(self._task)
