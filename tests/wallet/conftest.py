"""A desk over each store: what holds for the real ledger holds for the simulator's."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from riverbus.runtime.db import Database
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.wallet.desk import Desk, memory_desk, postgres_desk
from tests.wallet.rig import Rig, rigged
from tests.wallet.room import config


@pytest.fixture
async def database(fresh_database: FreshDatabases) -> AsyncIterator[Database]:
    """A fresh wallet database with the service's own role."""
    made = Database(await fresh_database("wallet"), "wallet", pool=4)
    yield made
    await made.close()


@pytest.fixture(params=["memory", "postgres"])
async def desk(request: pytest.FixtureRequest) -> AsyncIterator[Desk]:
    """The app over either store; the audit must be clean at the end."""
    if request.param == "memory":
        async with started(memory_desk()) as made:
            yield made
        return
    databases: FreshDatabases = request.getfixturevalue("databases")
    real = Database(await databases("wallet"), "wallet", pool=4)
    async with started(postgres_desk(real)) as made:
        yield made
    await real.close()
    await databases.drop_all()


@pytest.fixture
async def rig(fresh_database: FreshDatabases, nats_url: str, keys: TestKeys) -> AsyncIterator[Rig]:
    """The service with everybody who may call it."""
    url = await fresh_database("wallet")
    configuration = config(url, nats_url, keys, head_every_s=1)
    async with rigged(configuration, fresh_database.admin_of(url), keys) as made:
        yield made


@asynccontextmanager
async def started(made: Desk) -> AsyncIterator[Desk]:
    """Books, and is audited at the end."""
    made.batcher.start()
    yield made
    assert await made.findings() == []
    await made.batcher.stop()
