"""Brings a local room's databases to this release: roles, schemas, steps of all services."""

import asyncio
import os
from collections.abc import Mapping

import asyncpg

from riverbus.cli.local.secrets import Secrets
from riverbus.runtime.db import SCHEMAS, driver_url
from riverbus.runtime.embedded.postgres_server import DATABASE, PostgresServer
from riverbus.runtime.migrations import Target, migrate_now

ADMIN_URL = "RIVERBUS_ADMIN_DATABASE_URL"


def migrate_room(named: Mapping[str, str], secrets: Secrets, own: PostgresServer | None) -> None:
    """`named` is where the environment says that a service's database is; empty: in our own."""
    if own is not None:
        asyncio.run(_make_database(own.url("postgres")))
    targets = []
    for service in SCHEMAS:
        if named[service]:
            admin = os.environ.get(ADMIN_URL, named[service])
            role, password = _login(named[service]) if admin != named[service] else ("", "")
            targets.append(Target(service, admin, role, password))
        elif own is not None:
            password = secrets.database_passwords[service]
            targets.append(Target(service, own.url(), f"riverbus_{service}", password))
    migrate_now(targets)


def _login(url: str) -> tuple[str, str]:
    """Role and password of a database URL."""
    parsed = driver_url(url)
    return parsed.username or "", str(parsed.password or "")


async def _make_database(admin_url: str) -> None:
    """The room's database, if this cluster is new."""
    connection = await asyncpg.connect(admin_url)
    try:
        if not await connection.fetchval("select 1 from pg_database where datname = $1", DATABASE):
            await connection.execute(f'create database "{DATABASE}"')
    finally:
        await connection.close()
