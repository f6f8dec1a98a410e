"""The NATS server in memory: who subscribed to what, what each stream and bucket holds.

What is stored is durable at once: the real server runs with sync_interval always.
"""

import asyncio
import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from riverbus.core.ports import KvEntry, Message
from riverbus.sim.network import Network


class Listening(Protocol):
    """A core subscription, as the server sees it."""

    pattern: str
    queue: str

    def arrive(self, message: Message, latency_s: float) -> None:
        """The message comes in after the latency."""
        ...


class Stored(msgspec.Struct, frozen=True):
    """A message in a stream."""

    sequence: int
    subject: str
    data: bytes
    headers: Mapping[str, str]


@functools.lru_cache(maxsize=65_536)
def matches(pattern: str, subject: str) -> bool:
    """NATS' rule: `*` stands for one token, a last `>` for one or more."""
    wanted, got = pattern.split("."), subject.split(".")
    for index, token in enumerate(wanted):
        if token == ">":
            return len(got) > index
        if index >= len(got) or token not in ("*", got[index]):
            return False
    return len(wanted) == len(got)


class Broker:
    """The server: who subscribed to what, what each stream and bucket holds."""

    def __init__(self, network: Network, streams: Mapping[str, Sequence[str]]) -> None:
        self.network = network
        self.up = True
        self._streams = dict(streams)
        self.stored: dict[str, list[Stored]] = {name: [] for name in streams}
        self._ids: dict[str, int] = {}
        self.buckets: dict[str, dict[str, KvEntry]] = {}
        self.positions: dict[str, int] = {}
        self._turns: dict[str, asyncio.Lock] = {}
        self._revisions = itertools.count(1)
        self.subscriptions: dict[int, Listening] = {}
        self.listeners: list[Callable[[], None]] = []
        self._numbers = itertools.count(1)

    def stream_of(self, subject: str) -> str:
        """The stream that keeps a subject; KeyError where none is declared."""
        for name, patterns in self._streams.items():
            if any(matches(pattern, subject) for pattern in patterns):
                return name
        raise KeyError(subject)

    def store(self, subject: str, data: bytes, message_id: str, headers: Mapping[str, str]) -> int:
        """Keep a message once per id; returns its sequence."""
        if message_id in self._ids:
            return self._ids[message_id]
        kept = self.stored[self.stream_of(subject)]
        sequence = kept[-1].sequence + 1 if kept else 1
        kept.append(Stored(sequence, subject, data, headers))
        self._ids[message_id] = sequence
        self.changed()
        return sequence

    def set(self, bucket: str, key: str, value: bytes | None) -> int:
        """Set or delete a key; returns the revision."""
        entry = KvEntry(key, value, next(self._revisions))
        self.buckets.setdefault(bucket, {})[key] = entry
        self.changed()
        return entry.revision

    def changed(self) -> None:
        """Wake whoever consumes a stream or watches a bucket."""
        for listener in list(self.listeners):
            listener()

    def add(self, subscription: Listening) -> int:
        """Register a core subscription; returns its number."""
        number = next(self._numbers)
        self.subscriptions[number] = subscription
        return number

    def turn(self, group: str) -> asyncio.Lock:
        """Held by the consumer of a group that handles a message."""
        return self._turns.setdefault(group, asyncio.Lock())

    def has_listener(self, subject: str) -> bool:
        """True if anybody subscribed to the subject."""
        return any(matches(each.pattern, subject) for each in self.subscriptions.values())

    def route(self, sender: str, message: Message) -> None:
        """Hand a core message to all that subscribed, one of each queue group."""
        if not self.up or self.network.is_cut(sender):
            return
        if sender in self.network.mute and message.subject.startswith("heartbeat."):
            return
        groups: set[tuple[str, str]] = set()
        for subscription in list(self.subscriptions.values()):
            if not matches(subscription.pattern, message.subject):
                continue
            if subscription.queue:
                group = (subscription.pattern, subscription.queue)
                if group in groups:
                    continue
                groups.add(group)
            for _ in range(self.network.copies()):
                subscription.arrive(message, self.network.latency_s())
