"""Whether a home's databases are as this release needs them.

Asked with asyncpg alone: loading SQLAlchemy and Alembic takes longer than all the rest of what
`riverbus up` does before the services start, and at a second start there is nothing to migrate.
"""

import asyncio
from collections.abc import Mapping

import asyncpg

from riverbus.runtime.schemas import SCHEMAS, newest_step

WAIT_S = 10.0


async def is_prepared(urls: Mapping[str, str]) -> bool:
    """True where each service's own role gets in and finds its schema at the newest step."""
    steps = await asyncio.gather(*(_step(url, SCHEMAS[name]) for name, url in urls.items()))
    return steps == [newest_step(name) for name in urls]


async def _step(url: str, schema: str) -> str:
    try:
        connection = await asyncpg.connect(url, timeout=WAIT_S)
    except (asyncpg.PostgresError, OSError):
        return ""
    try:
        found = await connection.fetchval(f'select version_num from "{schema}".alembic_version')
    except asyncpg.PostgresError:
        return ""
    finally:
        await connection.close()
    return str(found or "")
