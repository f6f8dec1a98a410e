"""Hands lose their names and then go, by setting; one process at a time; keys may have changed."""

import asyncio
import base64
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from riverbus.core.games import Game, LimitKind
from riverbus.pb.table.v1 import events_pb2, log_pb2
from riverbus.runtime.db import Database
from riverbus.runtime.metrics import Metrics
from services.table.adapters.anonymous import anonymised
from services.table.adapters.archive_store import ArchiveStore, HandUnknown
from services.table.adapters.archived import for_eyes
from services.table.adapters.exports.ohh import to_ohh
from services.table.adapters.exports.phh import to_phh
from services.table.adapters.exports.text import to_text
from services.table.adapters.retention_store import LOCK, RetentionStore
from services.table.adapters.sealing import KeyRing
from services.table.app.retention import DAY_MS, Kept, RetentionTask
from services.table.metrics import TableMetrics
from tests.fixtures.databases import FreshDatabases
from tests.table.adapters.played import KEYS, archived_hands, finished_hands
from tests.table.domain.felt import BLINDS, STUD

NOW_MS = 1_800_000_000_000
GAMES = [
    (Game.HOLDEM, LimitKind.NONE, BLINDS, 6),
    (Game.STUD8, LimitKind.FIXED, STUD, 6),
    (Game.DRAW, LimitKind.FIXED, BLINDS, 5),
]


class StillClock:
    """It is always NOW_MS."""

    def now_ms(self) -> int:
        return NOW_MS


@pytest.fixture
async def database(fresh_database: FreshDatabases) -> AsyncIterator[Database]:
    made = Database(await fresh_database("table"), "table_service")
    yield made
    await made.close()


async def keep(store: ArchiveStore, ages_days: list[int]) -> list[str]:
    """A hand of each age; their ids."""
    hands = finished_hands(Game.HOLDEM, LimitKind.NONE, BLINDS, 4, count=len(ages_days) + 1)
    for hand, age in zip(hands, ages_days, strict=False):
        ended_ms = NOW_MS - age * DAY_MS
        await store.keep(msgspec.structs.replace(hand, ended_ms=ended_ms))
    return [hand.hand_id for hand in hands[: len(ages_days)]]


async def run(database: Database, keys: KeyRing = KEYS, **kept: int) -> Metrics:
    metrics = Metrics("table")
    store = RetentionStore(database, keys)
    task = RetentionTask(store, Kept(**kept), StillClock(), TableMetrics(metrics))
    await task.once(store)
    return metrics


def value(metrics: Metrics, name: str, **labels: str) -> float:
    return metrics.registry.get_sample_value(f"riverbus_{name}", labels) or 0.0


async def listed(store: ArchiveStore, account: str) -> set[str]:
    rows, _ = await store.page(account, "", 100, "")
    return {row.hand.hand_id for row in rows}


async def test_hands_lose_their_names_and_later_go(database: Database) -> None:
    store = ArchiveStore(database, KEYS)
    young, middle, old = await keep(store, [1, 10, 100])
    before = (await store.hand(middle, "")).hand
    metrics = await run(database, hands_days=90, names_days=7)
    assert value(metrics, "table_forgotten_total", what="hands_deleted") == 1
    assert value(metrics, "table_forgotten_total", what="hands_anonymised") == 1
    assert value(metrics, "table_retention_overdue_seconds") == 0
    with pytest.raises(HandUnknown):
        await store.hand(old, "Person 0")
    assert await listed(store, "Person 0") == {young}
    kept = await store.hand(middle, "Person 0")
    assert kept.seat == 0, "nobody's own hand any more"
    assert kept.hand == anonymised(before)
    assert (await store.hand(young, "Person 0")).seat > 0
    again = await run(database, hands_days=90, names_days=7)
    assert value(again, "table_forgotten_total", what="hands_anonymised") == 0


async def test_by_default_hands_and_names_are_kept_for_ever(database: Database) -> None:
    store = ArchiveStore(database, KEYS)
    ids = await keep(store, [1, 10, 4_000])
    await run(database)
    assert await listed(store, "Person 0") == set(ids)


async def test_what_is_sealed_anew_is_sealed_with_the_current_key(database: Database) -> None:
    """SEAMS 6: the old key opens what it sealed, the new one seals; then the old may go."""
    await keep(ArchiveStore(database, KEYS), [10])
    old = base64.b64encode(bytes(range(32))).decode()
    new = base64.b64encode(bytes(range(32, 64))).decode()
    await run(database, KeyRing({"k1": old, "k2": new}, "k2"), names_days=7)
    store = ArchiveStore(database, KeyRing({"k2": new}))
    rows = await rows_of(database, "select hand_id, key_id, anonymous from hand")
    assert [(row.key_id, row.anonymous) for row in rows] == [("k2", True)]
    assert (await store.hand(rows[0].hand_id, "")).hand.hand_id == rows[0].hand_id


async def test_two_processes_do_not_work_at_once(database: Database) -> None:
    await keep(ArchiveStore(database, KEYS), [10, 11, 12])
    async with database.begin() as connection:
        await connection.execute(
            text("select pg_advisory_xact_lock(hashtext(:lock))"), {"lock": LOCK}
        )
        metrics = await run(database, names_days=7, hands_days=7, absences_days=7)
        assert value(metrics, "table_forgotten_total", what="hands_deleted") == 0
        assert value(metrics, "table_retention_overdue_seconds") == 5 * 86_400
    stores = [RetentionStore(database, KEYS) for _ in range(3)]
    done = await asyncio.gather(*(one.anonymise_hands(NOW_MS, 100) for one in stores))
    assert sum(count or 0 for count in done) == 3


async def test_uses_and_absences_are_forgotten_by_their_own_setting(database: Database) -> None:
    day = NOW_MS - 100 * DAY_MS
    async with database.begin() as connection:
        await connection.execute(text("insert into protection_account values ('a', 0)"))
        for hand, at_ms in (("h1", day), ("h2", NOW_MS)):
            await connection.execute(
                text("insert into protection_use values (:h, 1, 'a', 't', :at, '', 5, true, true)"),
                {"h": hand, "at": at_ms},
            )
            await connection.execute(
                text("insert into absence values ('a', :at, 'disconnected', 't', 1, :h, 0, '')"),
                {"h": hand, "at": at_ms},
            )
    metrics = await run(database, absences_days=90)
    assert value(metrics, "table_forgotten_total", what="absences_deleted") == 2
    assert [r.hand_id for r in await rows_of(database, "select * from absence")] == ["h2"]
    assert [r.hand_id for r in await rows_of(database, "select * from protection_use")] == ["h2"]


@pytest.mark.parametrize(("game", "limit", "stakes", "seats"), GAMES)
def test_no_person_and_no_card_that_was_not_shown_is_left(
    game: Game, limit: LimitKind, stakes: Any, seats: int
) -> None:
    for hand in archived_hands(game, limit, stakes, seats, count=30):
        _add_people(hand)
        plain = anonymised(hand)
        assert anonymised(plain) == plain
        said = plain.SerializeToString() + to_text(plain).encode() + to_ohh(plain).encode()
        for word in (b"Person 0", b"guest-7", b"Guest Seven", b"the floor says", b"0af7651916cd"):
            assert word not in said
        names = [seat.name for seat in plain.seats]
        assert names == [f"Player {n}" for n in range(1, len(names) + 1)]
        seen = for_eyes(hand, 0, everything=False)
        shown = [f.shown for e in plain.events for f in e.facts if f.HasField("shown")]
        assert shown == [f.shown for e in seen.events for f in e.facts if f.HasField("shown")]
        assert not any(
            f.dealt.cards for e in plain.events for f in e.facts
            if f.HasField("dealt") and not f.dealt.up
        )  # fmt: skip
        live = any(f.posted.kind == events_pb2.POST_KIND_LIVE for e in hand.events for f in e.facts)
        if game is not Game.DRAW and not live:
            assert "??" in to_phh(plain)


def _add_people(hand: log_pb2.ArchivedHand) -> None:
    """Who came in mid-hand, what an operator said, whose trace it was."""
    event = hand.events[-1]
    event.trace_id = "0af7651916cd"
    seat = event.facts.add().seat_changed.seat
    seat.seat, seat.account_id, seat.name, seat.avatar = 9, "guest-7", "Guest Seven", "owl"
    note = event.facts.add().note
    note.code, note.text, note.seat = "removed", "the floor says: Person 0 goes", 1
    event.facts.add().table_state_changed.reason = "the floor says stop"


async def rows_of(database: Database, sql: str) -> list[Any]:
    async with database.begin() as connection:
        return list((await connection.execute(text(sql))).all())
