"""A table whose log or wallet does not answer holds no other table up: news, claims, drains."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from services.table.app.ownership import Ownership
from services.table.app.presence import PresenceBook
from services.table.app.tables import Me, Tables
from services.table.domain.commands import Presence
from services.table.domain.state import SeatStatus


class StuckActor:
    """A writer whose record is never acknowledged, if so wanted."""

    def __init__(self, table_id: str, *, stuck: bool) -> None:
        self.table_id = table_id
        self.heard: list[Any] = []
        self.stopped = False
        self._stuck = stuck
        seat = SimpleNamespace(account_id="anna", connected=False, status=SeatStatus.WAITING)
        self.table = SimpleNamespace(seats={1: seat}, hand=object(), core=SimpleNamespace(phase=0))

    async def submit(self, command: Any) -> None:
        """As the real one's."""
        self.heard.append(command)
        if self._stuck:
            await asyncio.Event().wait()


def two_tables() -> tuple[Any, StuckActor, StuckActor]:
    stuck, well = StuckActor("ash", stuck=True), StuckActor("oak", stuck=False)
    return SimpleNamespace(actors={"ash": stuck, "oak": well}), stuck, well


async def test_news_of_players_reach_the_other_tables_and_are_told_once() -> None:
    tables, stuck, well = two_tables()
    noticed: list[Any] = []
    book = PresenceBook(tables, noticed.append)
    async with asyncio.timeout(1):
        for _ in range(3):
            await book.on_list("gateway-0", {"anna": 1})
            await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert well.heard[0] == Presence("anna", True)
    assert noticed[0] is well.table
    assert stuck.heard == [Presence("anna", True)], "not again while it cannot hear"


class Claimed:
    """The tables of a process: one claim never comes to an end."""

    def __init__(self) -> None:
        self.me = Me("table-0", "", "0.1")
        self.settings = dict.fromkeys(["ash", "oak", "elm"])
        self.leases: dict[str, Any] = {}
        self.actors: dict[str, Any] = {}
        self.quarantined: dict[str, str] = {}
        self.claimed: list[str] = []

    def busy(self, table_id: str) -> bool:
        """As the real one's."""
        return table_id in self.claimed

    async def claim(self, table_id: str, _seen: Any) -> bool:
        """As the real one's."""
        if table_id == "ash":
            await asyncio.Event().wait()
        self.claimed.append(table_id)
        return True

    async def drain(self, _deadline_s: float, _others: Any) -> None:
        """As the real one's."""


@pytest.fixture
def ownership() -> tuple[Ownership, Claimed]:
    tables = Claimed()
    outside: Any = SimpleNamespace(clock=SimpleNamespace(now_ms=lambda: 0))

    async def beat(_: Any) -> None:
        return None

    heartbeats: Any = SimpleNamespace(beat=beat)
    made: Any = Ownership(tables, outside, heartbeats, SimpleNamespace())  # type: ignore[arg-type]
    made._began = float("-inf")
    return made, tables


async def test_a_claim_that_hangs_keeps_nobody_from_other_tables(
    ownership: tuple[Ownership, Claimed],
) -> None:
    made, tables = ownership
    for _ in range(3):
        made._claim_what_is_ours(asyncio.get_running_loop().time())
        await asyncio.sleep(0.01)
    assert sorted(tables.claimed) == ["elm", "oak"]
    tables.claimed.remove("oak")
    made._claim_what_is_ours(asyncio.get_running_loop().time())
    await asyncio.sleep(0.01)
    assert "oak" in tables.claimed, "nor from a later one"
    async with asyncio.timeout(1):
        await made.drain(0.05)
        await made.stop()


async def test_settings_do_not_wait_for_a_stuck_table() -> None:
    outside: Any = SimpleNamespace()
    tables = Tables(outside, SimpleNamespace())  # type: ignore[arg-type]
    stuck, well = StuckActor("ash", stuck=True), StuckActor("oak", stuck=False)
    tables.actors = {"ash": stuck, "oak": well}  # type: ignore[dict-item]
    async with asyncio.timeout(1):
        await tables.on_settings("ash", SimpleNamespace(revision=2))  # type: ignore[arg-type]
        await tables.on_settings("oak", SimpleNamespace(revision=2))  # type: ignore[arg-type]
        await asyncio.sleep(0.01)
    assert len(well.heard) == 1
