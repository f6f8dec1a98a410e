"""Which process should have which table: rendezvous hashing over the live ones (SEAMS 11, 15)."""

import hashlib
from collections.abc import Iterable

import msgspec


class Pod(msgspec.Struct, frozen=True):
    """A table process that may claim."""

    name: str
    build: str


def preferred(table_id: str, pods: Iterable[Pod]) -> str | None:
    """The process that should claim the table: of the newest build, the highest hash."""
    ready = list(pods)
    if not ready:
        return None
    newest = max(_order(pod.build) for pod in ready)
    candidates = [pod.name for pod in ready if _order(pod.build) == newest]
    return max(candidates, key=lambda name: _weight(table_id, name))


def _weight(table_id: str, name: str) -> bytes:
    return hashlib.blake2b(f"{table_id}|{name}".encode(), digest_size=8).digest()


def _order(build: str) -> tuple[int, ...]:
    """'0.10.2' after '0.9.9'; what is no number counts as 0."""
    parts = build.split("+")[0].split(".")
    return tuple(int(part) if part.isdigit() else 0 for part in parts)
