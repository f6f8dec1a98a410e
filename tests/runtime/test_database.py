"""Migrations, roles and transactions on a real PostgreSQL."""

import asyncpg
import pytest
import sqlalchemy
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from riverbus.core.errors import RoomError
from riverbus.runtime.db import SCHEMAS, Database, DatabaseUnavailable, driver_url
from riverbus.runtime.embedded.process import free_port
from riverbus.runtime.migrations import RolesMissing, Target, migrate
from riverbus.runtime.schema_step import current_step
from riverbus.runtime.schemas import newest_step
from tests.fixtures.databases import ROLE_PASSWORD, FreshDatabases


async def test_migrate_twice_changes_nothing_the_second_time(
    fresh_database: FreshDatabases,
) -> None:
    url = await fresh_database.empty()
    targets = [Target(service, url, password=ROLE_PASSWORD) for service in SCHEMAS]
    first = await migrate(targets)
    assert {service: after for service, (_, after) in first.items()} == {
        service: newest_step(service) for service in SCHEMAS
    }
    assert all(before == "" for before, _ in first.values())
    second = await migrate(targets)
    assert all(before == after for before, after in second.values())


async def test_role_sees_its_own_schema_and_no_other(fresh_database: FreshDatabases) -> None:
    urls = await fresh_database.together("wallet", "lobby")
    wallet = Database(urls["wallet"], "wallet")
    try:
        assert await current_step(wallet.engine, "wallet") == newest_step("wallet")
        async with wallet.begin() as connection:
            tables = await connection.scalars(
                text("select tablename from pg_tables where schemaname = 'lobby'")
            )
            names = list(tables)
        assert names
        for name in names:
            with pytest.raises(DBAPIError, match="permission denied"):
                async with wallet.begin() as connection:
                    await connection.execute(text(f'select 1 from lobby."{name}"'))
        with pytest.raises(DBAPIError, match="permission denied"):
            async with wallet.begin() as connection:
                await connection.execute(text("create table wallet.extra (id int)"))
    finally:
        await wallet.close()


async def test_admin_without_the_right_to_make_roles_gets_the_sql(
    fresh_database: FreshDatabases,
) -> None:
    url = await fresh_database.empty()
    name = sqlalchemy.make_url(url).database
    admin = await asyncpg.connect(url)
    await admin.execute("create role plain_admin login password 'p' nocreaterole")
    await admin.execute(f'alter database "{name}" owner to plain_admin')
    plain = sqlalchemy.make_url(url).set(username="plain_admin", password="p")
    target = Target(
        "wallet", plain.render_as_string(hide_password=False), role="new_wallet", password="pw'x"
    )
    try:
        with pytest.raises(RolesMissing) as missing:
            await migrate([target])
        await admin.execute(missing.value.sql)
        moved = await migrate([target])
        assert moved["wallet"][1] == newest_step("wallet")
        login = sqlalchemy.make_url(url).set(username="new_wallet", password="pw'x")
        database = Database(login.render_as_string(hide_password=False), "wallet")
        await database.ping()
        await database.close()
    finally:
        await admin.execute('drop owned by new_wallet; drop role if exists "new_wallet"')
        await admin.execute(f'alter database "{name}" owner to current_user')
        await admin.execute("drop owned by plain_admin cascade; drop role plain_admin")
        await admin.close()


async def test_what_went_wrong_is_told_apart(fresh_database: FreshDatabases) -> None:
    database = Database(await fresh_database.empty(), "public")
    try:
        async with database.begin() as connection:
            await connection.execute(text("create table t (id int primary key)"))
            await connection.execute(text("insert into t values (1)"))
        with pytest.raises(IntegrityError):
            async with database.begin() as connection:
                await connection.execute(text("insert into t values (1)"))
        with pytest.raises(DBAPIError, match="syntax error"):
            async with database.begin() as connection:
                await connection.execute(text("selekt"))
        with pytest.raises(DatabaseUnavailable):
            async with database.begin() as connection:
                await connection.execute(text("select pg_terminate_backend(pg_backend_pid())"))
        await database.ping()
    finally:
        await database.close()


async def test_absent_database_is_unavailable() -> None:
    nowhere = f"postgresql://u:p@127.0.0.1:{free_port()}/d"
    database = Database(nowhere, "wallet")
    with pytest.raises(DatabaseUnavailable):
        await database.ping()
    await database.close()
    with pytest.raises(DatabaseUnavailable, match="check the admin URL"):
        await migrate([Target("wallet", nowhere)])


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://u:p@h/d"])
def test_url_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(RoomError, match="must look like postgresql://"):
        driver_url(url)
