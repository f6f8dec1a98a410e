"""Rooms: the lobby's and one for each table."""

import re

from services.chat.domain.errors import UnknownRoom

LOBBY = "lobby"
_TABLE_ROOM = re.compile(r"table-([a-z0-9-]{1,40})")


def room_of_table(table_id: str) -> str:
    """The room of a table."""
    return f"table-{table_id}"


def table_of_room(room: str) -> str | None:
    """The table of a room, None for the lobby. Raises UnknownRoom for what is no room's name."""
    if room == LOBBY:
        return None
    match = _TABLE_ROOM.fullmatch(room)
    if match is None:
        raise UnknownRoom
    return match.group(1)
