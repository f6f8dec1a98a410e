"""Protocols of everything outside a service that its app layer may talk to.

The real ones live in riverbus/runtime and in services' adapters; the in-memory ones in riverbus/sim
lose, double, delay and refuse, and pass the same contract tests. Bytes are protobuf, always.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

import msgspec

NO_HEADERS: Mapping[str, str] = {}


class Caller(msgspec.Struct, frozen=True):
    """Who calls: the service that signed the token, and the account it speaks for, if any."""

    service: str
    account_id: str | None = None
    name: str = ""
    roles: frozenset[str] = frozenset()
    session_id: str = ""


class Clock(Protocol):
    """Wall time that never runs backwards inside a process."""

    def now_ms(self) -> int:
        """Milliseconds since 1970 UTC; never less than at the call before."""
        ...


class Ids(Protocol):
    """Makes identities."""

    def uuid7(self) -> str:
        """A new UUIDv7 in its 36-character form; ids of one process sort by age."""
        ...


class Shuffle(Protocol):
    """Randomness near cards: the operating system's CSPRNG, or a seed in the simulator."""

    def permutation(self, n: int) -> list[int]:
        """All numbers 0..n-1 in an order of which each is equally likely."""
        ...


class Message(msgspec.Struct, frozen=True):
    """What came from the bus. `sequence` is the stream's (0 on core subjects)."""

    subject: str
    data: bytes
    headers: Mapping[str, str] = NO_HEADERS
    sequence: int = 0
    reply: str = ""
    deliveries: int = 1


Handler = Callable[[Message], Awaitable[None]]


class Subscription(Protocol):
    """Something that goes on until it is stopped."""

    async def stop(self) -> None:
        """End it; no handler runs after this returns."""
        ...


class KvEntry(msgspec.Struct, frozen=True):
    """A key's state; `value` is None where it was deleted."""

    key: str
    value: bytes | None
    revision: int


class KeyValue(Protocol):
    """One KV bucket. A lost compare-and-set raises RoomError `kv_conflict` (kind conflict)."""

    async def get(self, key: str) -> KvEntry | None:
        """The current entry, or None where there is none or it was deleted."""
        ...

    async def entries(self, prefix: str = "") -> list[KvEntry]:
        """All current entries whose key starts with `prefix`."""
        ...

    async def put(self, key: str, value: bytes) -> int:
        """Set whatever was there; returns the revision."""
        ...

    async def create(self, key: str, value: bytes) -> int:
        """Set only where the key is missing or deleted; returns the revision."""
        ...

    async def update(self, key: str, value: bytes, revision: int) -> int:
        """Set only where the last revision is `revision`; returns the new one."""
        ...

    async def delete(self, key: str, revision: int | None = None) -> None:
        """Delete, only at `revision` if given."""
        ...

    async def watch(self, handler: Callable[[KvEntry], Awaitable[None]]) -> Subscription:
        """All current entries (before this returns), then each change, revisions rising per key.

        Recovers from restarts of NATS and lost watchers by reading all keys again.
        """
        ...


class Bus(Protocol):
    """NATS: core subjects may lose or reorder; streams keep and repeat until acknowledged."""

    async def publish(
        self, subject: str, data: bytes, headers: Mapping[str, str] = NO_HEADERS
    ) -> None:
        """Core publish: at most once, no acknowledgement. Never raises for a lost connection."""
        ...

    async def subscribe(
        self, subject: str, handler: Handler, *, queue: str = "", pending: int = 65_536
    ) -> Subscription:
        """Core subscription; messages of one subscription are handled one after the other.

        More than `pending` waiting messages are dropped, counted, and told to `on_gap` listeners.
        """
        ...

    async def request(self, subject: str, data: bytes, *, timeout_s: float) -> Message:
        """Core request and reply. Raises RoomError `unavailable` or `deadline_exceeded`."""
        ...

    async def flush(self) -> None:
        """Returns when the server has seen all that was published and subscribed before."""
        ...

    def on_gap(self, listener: Callable[[str], None]) -> None:
        """`listener(subject)` after anything that may have lost core messages.

        A reconnect gives ">" as subject, a slow subscription its own. Then resynchronise.
        """
        ...

    async def append(
        self,
        subject: str,
        data: bytes,
        *,
        message_id: str,
        headers: Mapping[str, str] = NO_HEADERS,
        deadline_s: float = 15.0,
    ) -> int:
        """JetStream publish; returns the stream's sequence once it is durable.

        Repeats with the same message id until acknowledged, so it is stored once. Raises RoomError
        `bus_unavailable` (kind unavailable) after `deadline_s`: the outcome is then unknown.
        """
        ...

    async def consume(
        self,
        stream: str,
        handler: Handler,
        *,
        durable: str = "",
        subjects: Sequence[str] = (),
        from_start: bool = True,
        ack_wait_s: float = 30.0,
    ) -> Subscription:
        """Consume a stream in order; acknowledged when the handler returns, else repeated.

        With `durable` the position is kept and shared by all processes of that name; without, each
        process sees everything. At least once: handlers are idempotent. Survives restarts of NATS.
        """
        ...

    async def key_value(self, bucket: str) -> KeyValue:
        """The KV bucket of that name; riverbus/runtime/streams.py declares which there are."""
        ...


class LogRecord(msgspec.Struct, frozen=True):
    """One record of a table's hand log; headers travel in clear, data is the protobuf record."""

    table_id: str
    record_id: str
    data: bytes
    headers: Mapping[str, str] = NO_HEADERS
    sequence: int = 0


class Appended(msgspec.Struct, frozen=True):
    """The record is durable at this sequence."""

    sequence: int


class Fenced(msgspec.Struct, frozen=True):
    """Another writer's records stand after the expected tail; ours is not, and will not be, in."""

    tail: int


class Undecided(msgspec.Struct, frozen=True):
    """Not known yet whether the record is in: send the same record again."""

    reason: str


class HandLog(Protocol):
    """The durable log of each table (SEAMS 1 to 9)."""

    async def append(self, record: LogRecord, expected: int) -> Appended | Fenced | Undecided:
        """Append after sequence `expected` (0: the table has no record yet)."""
        ...

    async def read(self, table_id: str, after: int = 0) -> list[LogRecord]:
        """All records of the table with a sequence above `after`, from the stream's leader."""
        ...

    async def tail(self, table_id: str) -> int:
        """Sequence of the table's last record, 0 without any."""
        ...

    async def purge(self, table_id: str, before: int) -> None:
        """Drop the table's records below sequence `before`."""
        ...

    def stream(self, table_id: str) -> str:
        """The stream that holds the table's records, with those of other tables."""
        ...

    async def fill(self, stream: str) -> float:
        """How full the stream is: 0 to 1 of its limit. Raises RoomError of kind unavailable."""
        ...


class LeaseRecord(msgspec.Struct, frozen=True):
    """Who owns a table: `revision` is the KV's, `epoch` rises by one at each claim."""

    table_id: str
    owner: str
    address: str
    epoch: int
    build: str
    revision: int = 0
    released: bool = False


class Lease(Protocol):
    """The lease bucket (SEAMS 10 to 16): compare-and-set, no TTL."""

    async def get(self, table_id: str) -> LeaseRecord | None:
        """The lease as it stands, or None."""
        ...

    async def claim(self, wanted: LeaseRecord, seen: LeaseRecord | None) -> LeaseRecord | None:
        """Replace `seen` by `wanted`; None if another was quicker."""
        ...

    async def release(self, held: LeaseRecord) -> None:
        """Mark the lease as released, keeping its epoch; nothing happens if it was lost already."""
        ...

    async def watch(self, handler: Callable[[LeaseRecord], Awaitable[None]]) -> Subscription:
        """All leases (before this returns), then each change."""
        ...
