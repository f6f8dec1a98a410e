"""Migrations of all services with the admin's URL: roles, schemas, grants, then Alembic per schema.

A service's steps lie in services/X/migrations/NNNN_what.py; objects belong to the admin, the role
riverbus_X may read and write rows of its own schema only. Migrations only go forward.
"""

import asyncio
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
import sqlalchemy
from alembic import command
from alembic.config import Config
from sqlalchemy import text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.db import SCHEMAS, DatabaseUnavailable, driver_url
from riverbus.runtime.schema_step import step_of

MIGRATION_LOCK = "riverbus.migrate"


class RolesMissing(RoomError):
    """Raised where roles are missing and the admin may not make them; `sql` is for one who may."""

    code = "roles_missing"
    kind = ErrorKind.FORBIDDEN

    def __init__(self, sql: str) -> None:
        super().__init__("The admin URL may not create roles: have the SQL run by one who may.")
        self.sql = sql


class Target(msgspec.Struct, frozen=True):
    """One service to migrate: where, and the login of its role."""

    service: str
    admin_url: str
    role: str = ""
    password: str = ""

    @property
    def schema(self) -> str:
        """The service's schema."""
        return SCHEMAS[self.service]

    @property
    def role_name(self) -> str:
        """The service's role."""
        return self.role or f"riverbus_{self.service}"


def role_sql(target: Target) -> str:
    """Creates the role, or sets the password of the one that exists."""
    name, password = _quoted(target.role_name), _literal(target.password)
    with_password = f" password {password}" if target.password else ""
    return (
        f"do $$ begin if not exists (select from pg_roles where rolname = "
        f"{_literal(target.role_name)}) then create role {name}; end if; end $$;\n"
        f"alter role {name} login nosuperuser nocreatedb nocreaterole{with_password};"
    )


def schema_sql(target: Target) -> str:
    """The schema and the role's rights in it, and nowhere else."""
    name, role = _quoted(target.schema), _quoted(target.role_name)
    rows = "select, insert, update, delete"
    return "\n".join(
        (
            f"create schema if not exists {name};",
            "revoke all on schema public from public;",
            f"grant usage on schema {name} to {role};",
            f"grant {rows} on all tables in schema {name} to {role};",
            f"grant usage, select on all sequences in schema {name} to {role};",
            f"alter default privileges in schema {name} grant {rows} on tables to {role};",
            f"alter default privileges in schema {name} grant usage on sequences to {role};",
        )
    )


async def migrate(targets: list[Target]) -> dict[str, tuple[str, str]]:
    """Bring every target to its newest step; returns (step before, step after) by service.

    Raises RolesMissing, or DatabaseUnavailable with what to check. Safe to run twice, and at once.
    """
    moved = {}
    for target in targets:
        engine = create_async_engine(driver_url(target.admin_url), pool_size=1)
        try:
            async with engine.connect() as connection:
                moved[target.service] = await _migrate_one(connection, target)
        except (OSError, DBAPIError) as error:
            if isinstance(error, DBAPIError) and not error.connection_invalidated:
                cause = error.orig.__cause__ if error.orig is not None else None
                if not isinstance(cause, OSError):
                    raise
            raise DatabaseUnavailable(
                f"The database for {target.service} cannot be reached: check the admin URL."
            ) from error
        finally:
            await engine.dispose()
    return moved


async def _migrate_one(connection: AsyncConnection, target: Target) -> tuple[str, str]:
    lock = {"name": MIGRATION_LOCK}
    await connection.execute(text("select pg_advisory_lock(hashtext(:name))"), lock)
    try:
        await _make_role(connection, target)
        await _script(connection, schema_sql(target))
        await connection.commit()
        before = await step_of(connection, target.schema)
        with as_file(_folder(target.service)) as folder:
            await connection.run_sync(_upgrade, _alembic(folder, target.schema))
        await connection.commit()
        return before, await step_of(connection, target.schema)
    finally:
        await connection.rollback()
        await connection.execute(text("select pg_advisory_unlock(hashtext(:name))"), lock)


async def _make_role(connection: AsyncConnection, target: Target) -> None:
    may = await connection.scalar(
        text("select rolsuper or rolcreaterole from pg_roles where rolname = current_user")
    )
    known = await connection.scalar(
        text("select true from pg_roles where rolname = :name"), {"name": target.role_name}
    )
    if may:
        await _script(connection, role_sql(target))
    elif not known:
        raise RolesMissing(role_sql(target))


async def _script(connection: AsyncConnection, sql: str) -> None:
    raw = (await connection.get_raw_connection()).driver_connection
    if raw is None:
        raise DatabaseUnavailable
    await connection.execute(text("select 1"))
    await raw.execute(sql)


def _upgrade(connection: Connection, config: Config) -> None:
    schema = config.attributes["schema"]
    connection.execute(sqlalchemy.text(f'set search_path to "{schema}"'))
    connection.commit()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.execute(sqlalchemy.text("reset search_path"))
    connection.commit()


def _folder(service: str) -> Traversable:
    return files(f"services.{service}") / "migrations"


def _alembic(folder: Path, schema: str) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "alembic"))
    config.set_main_option("version_locations", str(folder))
    config.set_main_option("path_separator", "newline")
    config.attributes["schema"] = schema
    return config


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def migrate_now(targets: list[Target]) -> dict[str, tuple[str, str]]:
    """`migrate` for the command line."""
    return asyncio.run(migrate(targets))
