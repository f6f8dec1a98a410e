"""From every earlier step, with data: the new release reads, books and audits it."""

import asyncpg

from riverbus.cli.audit import audit_url
from riverbus.runtime import migrations, schema_step
from riverbus.runtime.db import Database
from tests.fixtures.databases import ROLE_PASSWORD, FreshDatabases
from tests.wallet.desk import ANN, BOB, buy_in, postgres_desk, stand_up


async def test_from_step_0001_with_data(fresh_database: FreshDatabases) -> None:
    admin_url = await fresh_database.empty()
    target = migrations.Target("wallet", admin_url, password=ROLE_PASSWORD)
    await migrations.migrate([target])
    name = admin_url.rpartition("/")[2]
    url = fresh_database._url(name, "riverbus_wallet", ROLE_PASSWORD)
    database = Database(url, "wallet", pool=2)
    desk = postgres_desk(database)
    desk.batcher.start()
    await desk.open(ANN, BOB, money=1_000)
    await desk.do(buy_in(ANN, 400, "b1"))
    # As release N-1 left it: the column is not there, its rows are.
    admin = await asyncpg.connect(admin_url)
    await admin.execute(
        "alter table wallet.players drop column frozen_by;"
        "alter table wallet.tables drop column heard_at_ms;"
        "update wallet.alembic_version set version_num = '0001'"
    )
    await admin.close()
    moved = await migrations.migrate([target])
    assert moved["wallet"] == ("0001", schema_step.newest_step("wallet"))
    await desk.batcher.stop()
    await database.close()
    database = Database(url, "wallet", pool=2)
    desk = postgres_desk(database)
    desk.batcher.start()
    assert (await desk.do(stand_up(ANN, "s1"))).balance == 1_000
    await desk.batcher.stop()
    await database.close()
    assert (await audit_url(url)).findings == []
