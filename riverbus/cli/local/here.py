"""The room that runs in RIVERBUS_HOME, for commands that are typed beside it."""

import os
from collections.abc import Mapping
from pathlib import Path

from riverbus.cli.local.secrets import FILE, Secrets, read_or_make
from riverbus.cli.local.state import RoomState, read_state
from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.embedded.postgres_server import DATABASE


class NoRoomHere(RoomError):
    """Raised when a command needs a running room and none is known."""

    code = "config_refused"
    kind = ErrorKind.INVALID


def home_of(environment: Mapping[str, str] = os.environ) -> Path:
    """RIVERBUS_HOME, else ./var."""
    return Path(environment.get("RIVERBUS_HOME") or "var")


def room_here(
    or_else: str, environment: Mapping[str, str] = os.environ
) -> tuple[RoomState, Secrets]:
    """State and secrets of the running room. Raises NoRoomHere with what else could be done."""
    home = home_of(environment)
    state = read_state(home)
    if state is None or not (home / FILE).exists():
        raise NoRoomHere(f"No room runs in {home}: start it with `riverbus up`, or {or_else}.")
    return state, read_or_make(home)


def database_here(service: str, or_else: str, environment: Mapping[str, str] = os.environ) -> str:
    """URL of a service's role in the running room's own PostgreSQL. Raises NoRoomHere."""
    state, secrets = room_here(or_else, environment)
    if not state.postgres_port:
        raise NoRoomHere(f"The room here has no database of its own: {or_else}.")
    password = secrets.database_passwords[service]
    return f"postgresql://riverbus_{service}:{password}@127.0.0.1:{state.postgres_port}/{DATABASE}"
