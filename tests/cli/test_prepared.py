"""A second start asks the databases whether there is anything to migrate."""

import asyncpg
import pytest

from riverbus.cli.local.prepared import is_prepared
from riverbus.runtime.embedded.process import free_port
from tests.fixtures.databases import FreshDatabases


async def test_databases_at_the_newest_step_are_prepared(fresh_database: FreshDatabases) -> None:
    urls = await fresh_database.together("wallet", "lobby")
    assert await is_prepared(urls)


async def test_an_older_step_is_not(fresh_database: FreshDatabases) -> None:
    urls = await fresh_database.together("wallet", "lobby")
    admin = await asyncpg.connect(fresh_database.admin_of(urls["wallet"]))
    await admin.execute("update wallet.alembic_version set version_num = '0000'")
    await admin.close()
    assert not await is_prepared(urls)


@pytest.mark.parametrize("fault", ["password", "database", "server"])
async def test_whoever_cannot_get_in_is_not(fresh_database: FreshDatabases, fault: str) -> None:
    urls = await fresh_database.together("wallet", "lobby")
    url = urls["wallet"]
    place, _, database = url.rpartition("/")
    login, _, host = place.rpartition("@")
    urls["wallet"] = {
        "password": f"{login}x@{host}/{database}",
        "database": f"{url}_gone",
        "server": f"{login}@127.0.0.1:{free_port()}/{database}",
    }[fault]
    assert not await is_prepared(urls)


async def test_an_empty_database_is_not(fresh_database: FreshDatabases) -> None:
    assert not await is_prepared({"wallet": await fresh_database.empty()})
