"""Which process should have which table: rendezvous hashing over the live ones (SEAMS 11, 15)."""

import hashlib
from collections.abc import Iterable

import msgspec


class Pod(msgspec.Struct, frozen=True):
    """A table process that may claim."""

    name: str
    build: str


def ranked(table_id: str, pods: Iterable[Pod]) -> list[str]:
    """Who should claim the table, in this order: the newest build first, then by hash."""
    order = sorted(pods, key=lambda pod: (_order(pod.build), _weight(table_id, pod.name)))
    return [pod.name for pod in reversed(order)]


def _weight(table_id: str, name: str) -> bytes:
    return hashlib.blake2b(f"{table_id}|{name}".encode(), digest_size=8).digest()


def _order(build: str) -> tuple[int, ...]:
    """'0.10.2' after '0.9.9'; what is no number counts as 0."""
    parts = build.split("+")[0].split(".")
    return tuple(int(part) if part.isdigit() else 0 for part in parts)
