"""All JetStream streams and KV buckets of the room, and which service may do what on the bus.

The writers of a stream create it at start, idempotently; `grants` becomes the users and permissions
of NATS' configuration (SEAMS 35), in the demo and in deploy/ alike.
"""

from collections.abc import Mapping

import msgspec

HANDLOG_STREAMS = tuple(f"HANDLOG-{number:02d}" for number in range(16))
GIB = 1024**3
MIB = 1024**2


class Stream(msgspec.Struct, frozen=True):
    """File storage, discard new, no max age: what is in a stream stays until it is purged."""

    name: str
    subjects: tuple[str, ...]
    writers: frozenset[str]
    readers: frozenset[str] = frozenset()
    max_bytes: int = GIB
    max_message_bytes: int = MIB
    duplicate_window_s: float = 120.0
    max_age_s: float = 0.0


class Bucket(msgspec.Struct, frozen=True):
    """A KV bucket without TTL, read from the leader."""

    name: str
    writers: frozenset[str]
    readers: frozenset[str] = frozenset()
    history: int = 1
    max_bytes: int = 256 * MIB
    max_value_bytes: int = 65_536

    @property
    def stream(self) -> str:
        """The stream behind the bucket."""
        return f"KV_{self.name}"


STREAMS: tuple[Stream, ...] = (
    *(
        Stream(name, (f"handlog.{name[-2:]}.>",), frozenset({"table"}))
        for name in HANDLOG_STREAMS
    ),
    Stream(
        "WALLET",
        ("wallet.event.>",),
        frozenset({"wallet"}),
        max_age_s=30 * 86_400.0,
    ),
    Stream(
        "ACCOUNTS",
        ("account.event.>",),
        frozenset({"lobby"}),
        frozenset({"gateway", "table", "chat", "wallet"}),
        max_age_s=30 * 86_400.0,
    ),
    Stream(
        "TABLES",
        ("table.archive.>",),
        frozenset({"table"}),
        max_age_s=30 * 86_400.0,
    ),
)  # fmt: skip

BUCKETS: tuple[Bucket, ...] = (
    Bucket("tables", frozenset({"lobby"}), frozenset({"table", "chat"})),
    Bucket("leases", frozenset({"table"}), frozenset({"gateway"})),
)

SERVICES = ("lobby", "table", "wallet", "chat", "gateway")

PUBLISHES: Mapping[str, tuple[str, ...]] = {
    "lobby": ("lobby.>", "player.*.lobby", "player.*.lobby.>"),
    "table": (
        "table.>", "player.*.table", "player.*.table.>", "heartbeat.table.*", "lobby.tables",
    ),
    "wallet": ("wallet.head", "player.*.wallet", "player.*.wallet.>"),
    "chat": ("chat.>", "player.*.chat", "player.*.chat.>"),
    "gateway": ("presence.>",),
}  # fmt: skip

SUBSCRIBES: Mapping[str, tuple[str, ...]] = {
    "lobby": ("lobby.tables",),
    "table": ("heartbeat.table.*", "presence.*", "lobby.offers"),
    "wallet": (),
    "chat": (),
    "gateway": ("table.*.event", "table.*.head", "player.>", "lobby.tables", "chat.>"),
}  # fmt: skip


class Permissions(msgspec.Struct, frozen=True):
    """What a NATS user may publish and subscribe to."""

    publish: tuple[str, ...]
    subscribe: tuple[str, ...]


def stream(name: str) -> Stream:
    """The declaration of a stream; KeyError if there is none."""
    return {declared.name: declared for declared in STREAMS}[name]


def bucket(name: str) -> Bucket:
    """The declaration of a bucket; KeyError if there is none."""
    return {declared.name: declared for declared in BUCKETS}[name]


def inbox_prefix(service: str) -> str:
    """Replies to one service go below its own prefix, which no other may subscribe to."""
    return f"_INBOX_{service}"


def grants(service: str) -> Permissions:
    """The permissions of the service's NATS user."""
    publish = [*PUBLISHES[service], "$JS.API.INFO"]
    for declared in STREAMS:
        if service in declared.writers:
            publish += [*declared.subjects, *_writing(declared.name), *_reading(declared.name)]
        elif service in declared.readers:
            publish += _reading(declared.name)
    for kept in BUCKETS:
        if service in kept.writers:
            publish += [f"$KV.{kept.name}.>", *_writing(kept.stream), *_reading(kept.stream)]
        elif service in kept.readers:
            publish += _reading(kept.stream)
    subscribe = (*SUBSCRIBES[service], f"{inbox_prefix(service)}.>")
    return Permissions(tuple(publish), subscribe)


def _writing(name: str) -> list[str]:
    return [f"$JS.API.STREAM.{verb}.{name}" for verb in ("CREATE", "UPDATE", "PURGE")]


def _reading(name: str) -> list[str]:
    return [
        f"$JS.API.STREAM.INFO.{name}",
        f"$JS.API.STREAM.MSG.GET.{name}",
        f"$JS.API.DIRECT.GET.{name}",
        f"$JS.API.DIRECT.GET.{name}.>",
        f"$JS.API.CONSUMER.CREATE.{name}",
        f"$JS.API.CONSUMER.CREATE.{name}.>",
        f"$JS.API.CONSUMER.DURABLE.CREATE.{name}.>",
        f"$JS.API.CONSUMER.INFO.{name}.>",
        f"$JS.API.CONSUMER.DELETE.{name}.>",
        f"$JS.API.CONSUMER.MSG.NEXT.{name}.>",
        f"$JS.ACK.{name}.>",
        f"$JS.FC.{name}.>",
    ]
