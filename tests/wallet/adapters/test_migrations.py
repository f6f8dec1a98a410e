"""From every earlier step, with data in every table as that step's release left it; and the newest
schema takes what the release before writes: a step expands, what it replaces goes a release later.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from alembic import command

from riverbus.cli.audit import audit_url
from riverbus.runtime import migrations
from riverbus.runtime.db import Database
from riverbus.runtime.schemas import newest_step
from services.wallet.domain.cashier_commands import DecideWithdrawal
from services.wallet.domain.operator_commands import Consent, SetStanding
from services.wallet.domain.tournament_commands import PayOut, Prize
from tests.fixtures.databases import ROLE_PASSWORD, FreshDatabases
from tests.wallet import recorded
from tests.wallet.desk import ANN, BOB, CAT, Desk, buy_in, postgres_desk, pot, settle, stand_up

STEPS = recorded.recorded_steps()
NEWEST = newest_step("wallet")


@asynccontextmanager
async def booking(databases: FreshDatabases, admin_url: str) -> AsyncIterator[tuple[Desk, str]]:
    """A desk of this release over that database, and the role's URL."""
    url = databases._url(admin_url.rpartition("/")[2], "riverbus_wallet", ROLE_PASSWORD)
    database = Database(url, "wallet", pool=2)
    desk = postgres_desk(database)
    desk.batcher.start()
    yield desk, url
    await desk.batcher.stop()
    await database.close()


async def go_on(desk: Desk) -> None:
    """Finish everything that was begun: rows of every sort are read, and most are changed."""
    assert await desk.refusal(buy_in(CAT, 300, "b:cat")) == "ok"
    assert await desk.refusal(buy_in(CAT, 200, "b:again")) == "account_frozen"
    await desk.do(SetStanding(id="f2", account_id=CAT, operator="o2", reason="r", standing="open"))
    assert await desk.refusal(buy_in(CAT, 200, "b:less")) == "reducing"
    won = settle("h2", [(300, 0), (300, 0)], [pot(600, {2: 570}, 30, also=[1])])
    assert [seat.stack for seat in (await desk.do(won)).stacks] == [190, 570]
    assert (await desk.do(stand_up(BOB, "s:bob"))).balance == 5_170
    agreed = Consent(id="c1", proposal_id="a1", operator="o2", agreed=True)
    assert (await desk.do(agreed)).balance == 94_580
    refused = DecideWithdrawal(
        id="d1", withdrawal_id="w1", decision="refuse", operator="o1", reason="r"
    )
    assert (await desk.do(refused)).balance == 94_589
    prize = PayOut(id="p1", tournament_id="T", currency="USD", prizes=(Prize(ANN, 10),))
    await desk.do(prize)
    assert await desk.cash(ANN) == 94_599


def test_every_step_has_a_recording() -> None:
    """Of each table, with at least one row: a new step brings its own."""
    assert [int(step) for step in STEPS] == list(range(1, int(NEWEST) + 1))
    for step in STEPS:
        empty = [table for table, _, rows in recorded.read(step) if not rows]
        assert empty == [], step


@pytest.mark.parametrize("step", STEPS)
async def test_from_each_step_with_data(
    fresh_database: FreshDatabases, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    admin_url = await fresh_database.empty()
    target = migrations.Target("wallet", admin_url, password=ROLE_PASSWORD)
    whole = command.upgrade
    with monkeypatch.context() as patched:
        patched.setattr(migrations.command, "upgrade", lambda config, _head: whole(config, step))
        assert await migrations.migrate([target]) == {"wallet": ("", step)}
    admin = await asyncpg.connect(admin_url)
    found = await admin.fetch(recorded.COLUMNS)
    assert {row[0]: row[1] for row in found} == {r.table: r.columns for r in recorded.read(step)}
    await recorded.load(admin, step)
    await admin.close()
    assert await migrations.migrate([target]) == {"wallet": (step, NEWEST)}
    async with booking(fresh_database, admin_url) as (desk, url):
        assert (await audit_url(url)).findings == []
        await go_on(desk)
        assert (await audit_url(url)).findings == []


@pytest.mark.parametrize("step", STEPS)
async def test_the_newest_schema_takes_what_earlier_releases_write(
    fresh_database: FreshDatabases, step: str
) -> None:
    """While replicas of two releases run, the older one writes rows without the newer columns."""
    url = await fresh_database("wallet")
    admin_url = fresh_database.admin_of(url)
    admin = await asyncpg.connect(admin_url)
    await recorded.load(admin, step)
    await admin.close()
    assert (await audit_url(url)).findings == []
    async with booking(fresh_database, admin_url) as (desk, _):
        await go_on(desk)
    assert (await audit_url(url)).findings == []
