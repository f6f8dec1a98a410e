"""Refusals of the app: who owns a table, and whether it can answer."""

from riverbus.core.errors import ErrorKind, RoomError


class NotOwner(RoomError):
    """Raised when another process owns the table; details name owner, address and epoch."""

    code = "not_owner"
    kind = ErrorKind.NOT_OWNER
    sentence = "Another process has this table."


class TableBusy(RoomError):
    """Raised when more commands wait than a table takes."""

    code = "table_busy"
    kind = ErrorKind.RATE_LIMITED
    sentence = "Too much is asked of this table at once."


class TableStopped(RoomError):
    """Raised when the table left this process before the command was decided."""

    code = "table_moved"
    kind = ErrorKind.UNAVAILABLE
    sentence = "The table moves to another process; try again."
