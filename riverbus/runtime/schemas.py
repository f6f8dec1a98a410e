"""Which services keep a schema, and what they raise without it. Loads no SQLAlchemy."""

from riverbus.core.errors import ErrorKind, RoomError

SCHEMAS = {
    "lobby": "lobby",
    "chat": "chat",
    "wallet": "wallet",
    "table": "table_service",
}
"""Schema of each service that has one; its role is riverbus_<service>."""


class DatabaseUnavailable(RoomError):
    """Raised when PostgreSQL is away, too slow, or has no connection left."""

    code = "database_unavailable"
    kind = ErrorKind.UNAVAILABLE
    sentence = "The database is away; try again."
