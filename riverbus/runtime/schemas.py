"""Which services keep a schema, which step this release needs, what is raised without a database.

A step's revision is the number that its file's name begins with. Loads no SQLAlchemy.
"""

from importlib.resources import files

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


def newest_step(service: str) -> str:
    """The newest step that this code knows."""
    names = (entry.name for entry in (files(f"services.{service}") / "migrations").iterdir())
    steps = (name.partition("_")[0] for name in names if name.endswith(".py"))
    return max((step for step in steps if step.isdigit()), default="")
