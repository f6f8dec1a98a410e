"""Which migration a schema is at, and which this release needs; services ask at start.

A step's revision is the number that its file's name begins with, so no Alembic is loaded here.
"""

from importlib.resources import files

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


async def current_step(engine: AsyncEngine, schema: str) -> str:
    """The newest applied step of a schema, empty without any."""
    async with engine.connect() as connection:
        return await step_of(connection, schema)


async def step_of(connection: AsyncConnection, schema: str) -> str:
    """`current_step` on an open connection."""
    exists = await connection.scalar(
        text("select to_regclass(:name)"), {"name": f'"{schema}".alembic_version'}
    )
    if exists is None:
        return ""
    found = await connection.scalar(
        text(f'select version_num from "{schema}".alembic_version')  # schema is one of ours
    )
    return str(found or "")


def newest_step(service: str) -> str:
    """The newest step that this code knows."""
    names = (entry.name for entry in (files(f"services.{service}") / "migrations").iterdir())
    steps = (name.partition("_")[0] for name in names if name.endswith(".py"))
    return max((step for step in steps if step.isdigit()), default="")
