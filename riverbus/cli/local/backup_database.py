"""The room's schemas as one file of pg_dump, and back into a database whose schemas are empty."""

import os
import re
import subprocess
from pathlib import Path

import asyncpg

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.db import SCHEMAS, driver_url
from riverbus.runtime.embedded.postgres_binaries import find_binaries

TIMEOUT_S = 3_600.0


class DatabaseRefused(RoomError):
    """Raised when pg_dump or pg_restore fails; the sentence ends with what it said."""

    code = "database_refused"
    kind = ErrorKind.UNAVAILABLE


def dump(url: str, file: Path, major: int) -> None:
    """All schemas in pg_dump's custom format."""
    schemas = [part for name in SCHEMAS.values() for part in ("-n", name)]
    _run("pg_dump", url, ["-Fc", "--no-password", "-f", str(file), *schemas], major)


def load(url: str, file: Path, major: int) -> None:
    """Everything in one transaction; the schemas are not there, the roles are."""
    words = ["--no-password", "--single-transaction", "--exit-on-error", "-d", _database(url)]
    _run("pg_restore", url, [*words, str(file)], major)


async def server_major(url: str) -> int:
    """The server's major version. Raises DatabaseRefused."""
    connection = await _connect(url)
    try:
        return int(connection.get_server_version().major)
    finally:
        await connection.close()


async def drop_empty_schemas(url: str) -> None:
    """Make room for the dump. Raises DatabaseRefused where somebody has played already."""
    connection = await _connect(url)
    try:
        async with connection.transaction():
            for schema, table in (("wallet", "transfers"), ("lobby", "account")):
                there = await connection.fetchval(
                    "select to_regclass($1) is not null", f"{schema}.{table}"
                )
                if there and await connection.fetchval(
                    f'select exists (select from "{schema}"."{table}")'
                ):
                    raise DatabaseRefused(
                        f"{schema}.{table} is not empty: a backup is only restored into an empty "
                        "room."
                    )
            for schema in SCHEMAS.values():
                await connection.execute(f'drop schema if exists "{schema}" cascade')
    finally:
        await connection.close()


async def _connect(url: str) -> "asyncpg.Connection[asyncpg.Record]":
    try:
        return await asyncpg.connect(url, timeout=20)
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError) as error:
        raise DatabaseRefused(f"The database cannot be reached: {error}.") from error


def _run(program: str, url: str, words: list[str], major: int) -> None:
    """Runs the program that came with this server's version; the password is not on its line."""
    parsed = driver_url(url)
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "LC_ALL": "C",
        "PGHOST": parsed.host or "127.0.0.1",
        "PGPORT": str(parsed.port or 5432),
        "PGUSER": parsed.username or "",
        "PGPASSWORD": str(parsed.password or ""),
        "PGDATABASE": _database(url),
        **{name: value for name, value in os.environ.items() if re.match("PGSSL", name)},
    }
    binary = find_binaries(major).folder / program
    try:
        done = subprocess.run(
            [str(binary), *words], env=environment, capture_output=True, text=True,
            timeout=TIMEOUT_S,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DatabaseRefused(f"{program} could not be run: {error}.") from error
    if done.returncode:
        raise DatabaseRefused(f"{program} failed: {done.stderr.strip()[-800:]}")


def _database(url: str) -> str:
    return driver_url(url).database or "riverbus"
