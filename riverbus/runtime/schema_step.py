"""Which migration a schema is at; services ask at start. Loads no Alembic."""

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
