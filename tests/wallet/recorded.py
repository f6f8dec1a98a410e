"""Ledgers as earlier steps of the schema left them. `python -m tests.wallet.recorded` records one
of this step, which stays in tests/recorded/wallet for ever.
"""

import asyncio
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import asyncpg

from riverbus.runtime.db import Database
from riverbus.runtime.schemas import newest_step
from tests.fixtures.databases import start_postgres
from tests.fixtures.servers import scratch_folder
from tests.wallet.desk import postgres_desk
from tests.wallet.filled import fill

FOLDER = Path(__file__).parents[1] / "recorded" / "wallet"
COLUMNS = """
select table_name, array_agg(column_name::text order by ordinal_position)
from information_schema.columns
where table_schema = 'wallet' and table_name <> 'alembic_version'
group by table_name order by table_name
"""


class Recording(NamedTuple):
    """One table's columns and rows, in PostgreSQL's COPY text."""

    table: str
    columns: list[str]
    rows: bytes


def recorded_steps() -> list[str]:
    """Steps of which there is a recording."""
    return sorted(path.stem for path in FOLDER.glob("*.copy"))


def read(step: str) -> Iterator[Recording]:
    """Each table of a recording: a line `# table columns…`, then its rows."""
    for part in re.split("^# ", (FOLDER / f"{step}.copy").read_text(), flags=re.MULTILINE)[1:]:
        head, _, rows = part.partition("\n")
        table, *columns = head.split()
        yield Recording(table, columns, rows.encode())


async def load(admin: asyncpg.Connection, step: str) -> None:
    """Put a recording in place of what is there, with the recording's columns only."""
    await admin.execute("set session_replication_role = replica")
    for table, columns, rows in read(step):
        await admin.execute(f"delete from wallet.{table}")
        await admin.copy_to_table(
            table, schema_name="wallet", columns=columns, source=io.BytesIO(rows)
        )
    await admin.execute("set session_replication_role = origin")


async def _record(url: str, admin_url: str) -> str:
    database = Database(url, "wallet", pool=3)
    desk = postgres_desk(database)
    desk.batcher.start()
    await fill(desk)
    await desk.batcher.stop()
    await database.close()
    admin = await asyncpg.connect(admin_url)
    text = ""
    for table, columns in await admin.fetch(COLUMNS):
        rows = io.BytesIO()
        await admin.copy_from_table(table, schema_name="wallet", columns=columns, output=rows)
        text += f"# {table} {' '.join(columns)}\n{rows.getvalue().decode()}"
    await admin.close()
    return text


async def main() -> None:
    """Record the newest step."""
    with scratch_folder() as folder, start_postgres(folder / "pg") as databases:
        url = await databases("wallet")
        text = await _record(url, databases.admin_of(url))
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{newest_step('wallet')}.copy").write_text(text)


if __name__ == "__main__":
    asyncio.run(main())
