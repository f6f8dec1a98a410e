"""Tables, live rows and waiting lists: the use cases over the store in memory."""

import msgspec
import pytest

from riverbus.core.games import Game, LimitKind, Stakes
from services.lobby.app.directory import Wanted
from services.lobby.app.seeds import Seed, apply_seeds
from services.lobby.domain.errors import (
    AccountIsSuspended,
    AlreadySeated,
    BadPage,
    TableExists,
    TableIsClosed,
    TooManyLists,
    UnknownTable,
)
from services.lobby.domain.rows import TableRow
from services.lobby.domain.tables import Table, TableState
from tests.lobby.app.rig import ADMIN, SUPPORT, Rig


def table(table_id: str, **fields: object) -> Table:
    """A good table."""
    made = Table(
        table_id=table_id,
        name=table_id.title(),
        game=Game.HOLDEM,
        limit=LimitKind.NONE,
        stakes=Stakes(small_blind=1, big_blind=2),
        seats_max=2,
        buy_in_min=40,
        buy_in_max=200,
    )
    return msgspec.structs.replace(made, **fields)


@pytest.fixture
async def rig() -> Rig:
    """A lobby with three tables."""
    made = Rig()
    for each in (
        table("weir", seats_max=6, tags=("beginner",)),
        table("oxbow"),
        table("ford", currency="USD"),
    ):
        await made.directory.create(ADMIN, each)
    return made


async def names(rig: Rig, wanted: Wanted) -> list[str]:
    """Ids of the tables that match."""
    listed, _ = await rig.directory.list(wanted, "", 100)
    return [each.table.table_id for each in listed]


async def hear(rig: Rig, table_id: str, *seated: str, closed: bool = False) -> bool:
    """The owner says who sits there."""
    rig.clock.move(1)
    return await rig.directory.heard(
        TableRow(
            table_id,
            epoch=1,
            at_ms=rig.clock.now_ms(),
            seated=len(seated),
            closed=closed,
            seated_account_ids=seated,
        )
    )


@pytest.mark.rule("ACC-08")
async def test_tables_are_listed_by_name_filtered_and_paged(rig: Rig) -> None:
    assert await names(rig, Wanted()) == ["ford", "oxbow", "weir"]
    assert await names(rig, Wanted(currency="USD")) == ["ford"]
    assert await names(rig, Wanted(seats_max=6)) == ["weir"]
    assert await names(rig, Wanted(tag="beginner")) == ["weir"]
    assert await names(rig, Wanted(game=Game.STUD)) == []
    await hear(rig, "oxbow", "a", "b")
    assert await names(rig, Wanted(free_seat=True)) == ["ford", "weir"]
    first, cursor = await rig.directory.list(Wanted(), "", 2)
    rest, end = await rig.directory.list(Wanted(), cursor, 2)
    assert [each.table.table_id for each in first + rest] == ["ford", "oxbow", "weir"]
    assert end == ""
    with pytest.raises(BadPage):
        await rig.directory.list(Wanted(), "nowhere", 2)
    with pytest.raises(UnknownTable):
        await rig.directory.get("nowhere")


async def test_the_bucket_is_repaired_after_it_was_away(rig: Rig) -> None:
    rig.bucket.away = True
    await rig.directory.set_state(ADMIN, "weir", TableState.PAUSED)
    assert rig.bucket.kept["weir"].revision == 1
    rig.bucket.away = False
    del rig.bucket.kept["ford"]
    assert await rig.directory.reconcile() == 2
    assert rig.bucket.kept["weir"].state is TableState.PAUSED
    assert await rig.directory.reconcile() == 0


async def test_a_closing_table_is_put_down_once_its_owner_says_so(rig: Rig) -> None:
    await hear(rig, "weir", closed=True)
    assert (await rig.directory.get("weir")).table.state is TableState.OPEN
    await rig.directory.set_state(ADMIN, "weir", TableState.CLOSING)
    await hear(rig, "weir", closed=True)
    assert (await rig.directory.get("weir")).table.state is TableState.CLOSED
    assert rig.bucket.kept["weir"].state is TableState.CLOSED
    assert await names(rig, Wanted()) == ["ford", "oxbow"]
    assert "weir" in await names(rig, Wanted(include_closed=True))
    with pytest.raises(TableExists):
        await rig.directory.create(ADMIN, table("weir"))


async def test_rows_of_unknown_tables_and_old_rows_are_dropped(rig: Rig) -> None:
    assert not await hear(rig, "nowhere")
    assert await hear(rig, "oxbow", "a")
    assert not await rig.directory.heard(TableRow("oxbow", epoch=0, at_ms=10**15))
    rig.clock.move(61)
    assert (await rig.directory.get("oxbow")).row is None


async def test_each_seed_key_is_applied_once_and_an_operators_change_wins() -> None:
    rig = Rig()
    seeds = (Seed("first", (table("oxbow"),)),)
    assert await apply_seeds(rig.room, seeds) == 1
    shown = (await rig.directory.get("oxbow")).table
    await rig.directory.change(ADMIN, msgspec.structs.replace(shown, name="Mine"))
    later = (*seeds, Seed("second", (table("oxbow"), table("weir"))))
    assert await apply_seeds(rig.room, later) == 1
    assert await apply_seeds(rig.room, later) == 0
    rig.clock.move(2)
    assert (await rig.directory.get("oxbow")).table.name == "Mine"
    entries = await rig.records.entries("table:weir", "", "", 10)
    assert [each.reason for each in entries] == ["seed second"]


@pytest.mark.rule("ACC-08")
async def test_waiting_from_joining_to_sitting_down(rig: Rig) -> None:
    heron = (await rig.sign_up("Heron")).account.account_id
    egret = (await rig.sign_up("Egret")).account.account_id
    await hear(rig, "oxbow", "a", "b")
    _, first = await rig.waiting.join(heron, "oxbow")
    _, second = await rig.waiting.join(egret, "oxbow")
    _, again = await rig.waiting.join(heron, "oxbow")
    assert (first.place, second.place, again.place) == (1, 2, 1)
    await hear(rig, "oxbow", "a")
    await rig.waiting.look("oxbow")
    held = await rig.waiting.offers("oxbow")
    assert [each.account_id for each in held] == [heron]
    rig.clock.move(60)
    await hear(rig, "oxbow", "a")
    await rig.waiting.look("oxbow")
    held = await rig.waiting.offers("oxbow")
    assert [each.account_id for each in held] == [egret]
    await hear(rig, "oxbow", "a", egret)
    await rig.waiting.look("oxbow")
    assert await rig.waiting.of_account(egret) == []
    told = [(each.account_id, each.withdrawn) for each in rig.notices.offers]
    assert told == [(heron, False), (egret, False), (heron, True), (egret, True)]
    with pytest.raises(AlreadySeated):
        await rig.waiting.join(egret, "oxbow")


async def test_leaving_gives_the_offer_to_the_next(rig: Rig) -> None:
    heron = (await rig.sign_up("Heron")).account.account_id
    egret = (await rig.sign_up("Egret")).account.account_id
    await hear(rig, "oxbow", "a")
    mine, _ = await rig.waiting.join(heron, "oxbow")
    assert mine.offer_until_ms > 0
    await rig.waiting.join(egret, "oxbow")
    await rig.waiting.leave(heron, "oxbow")
    await rig.waiting.leave(heron, "oxbow")
    held = await rig.waiting.offers("oxbow")
    assert [each.account_id for each in held] == [egret]
    own = await rig.waiting.of_account(egret)
    assert [(place.place, place.waiting) for _, place in own] == [(1, 1)]


async def test_who_may_not_wait(rig: Rig) -> None:
    heron = (await rig.sign_up("Heron")).account.account_id
    await rig.directory.set_state(ADMIN, "ford", TableState.CLOSING)
    with pytest.raises(TableIsClosed):
        await rig.waiting.join(heron, "ford")
    for number in range(10):
        await rig.directory.create(ADMIN, table(f"pool-{number}"))
        await rig.waiting.join(heron, f"pool-{number}")
    with pytest.raises(TooManyLists):
        await rig.waiting.join(heron, "oxbow")
    egret = (await rig.sign_up("Egret")).account.account_id
    await rig.office.suspend(SUPPORT, egret, 0)
    with pytest.raises(AccountIsSuspended):
        await rig.waiting.join(egret, "oxbow")


async def test_no_seat_is_offered_while_a_table_is_paused_or_nobody_owns_it(rig: Rig) -> None:
    heron = (await rig.sign_up("Heron")).account.account_id
    mine, _ = await rig.waiting.join(heron, "oxbow")
    assert mine.offer_until_ms == 0
    await rig.directory.set_state(ADMIN, "oxbow", TableState.PAUSED)
    await hear(rig, "oxbow", "a")
    assert not (await rig.waiting.look("oxbow")).offered
    await rig.directory.set_state(ADMIN, "oxbow", TableState.OPEN)
    assert (await rig.waiting.look("oxbow")).offered
