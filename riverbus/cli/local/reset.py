"""`make reset`: clears a local room's data, what PostgreSQL keeps elsewhere for it included."""

import os
import shutil
import sys
from pathlib import Path

from riverbus.cli.local.room import LocalRoom
from riverbus.core.errors import RoomError
from riverbus.runtime.embedded.postgres_binaries import MOVED

OURS = ("nats", "postgres", "log", "lock", "room.json", "secrets.json")


def reset(home: Path) -> None:
    """Remove what a room made in its home. Raises RoomError while the room runs."""
    if not (home / "secrets.json").exists():
        return
    with LocalRoom(home).locked():
        note = home / "postgres" / MOVED
        if note.exists():
            shutil.rmtree(note.read_text().strip(), ignore_errors=True)
        for name in OURS:
            path = home / name
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


if __name__ == "__main__":
    folder = Path(os.environ.get("RIVERBUS_HOME", "var"))
    try:
        reset(folder)
    except RoomError as error:
        sys.exit(f"reset: {error.sentence}")
    print(f"reset: {folder} is empty; the next start makes a new room.")
