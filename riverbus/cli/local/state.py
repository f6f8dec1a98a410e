"""What runs where in a local room: written into its home once it is open, removed when it ends.

Holds no secret; `riverbus status` and `riverbus operator` find a running room by it.
"""

from pathlib import Path

import msgspec

FILE = "room.json"


class ProcessState(msgspec.Struct, frozen=True):
    """One service process."""

    name: str
    http: str
    grpc: str


class RoomState(msgspec.Struct, frozen=True, kw_only=True):
    """A running room. Ports are 0 and URLs empty where the server is not ours."""

    urls: tuple[str, ...]
    processes: tuple[ProcessState, ...]
    nats_monitor: str = ""
    nats_url: str = ""
    postgres_port: int = 0


def write_state(home: Path, state: RoomState) -> None:
    """Replace the file in one step."""
    scratch = home / f".{FILE}.new"
    scratch.write_bytes(msgspec.json.format(msgspec.json.encode(state)))
    scratch.replace(home / FILE)


def remove_state(home: Path) -> None:
    """The room has ended."""
    (home / FILE).unlink(missing_ok=True)


def read_state(home: Path) -> RoomState | None:
    """The running room of this home, or None."""
    try:
        return msgspec.json.decode((home / FILE).read_bytes(), type=RoomState)
    except (OSError, msgspec.DecodeError):
        return None
