"""Hand logs of released versions: read as they were meant, taken over, played on, archived."""

import asyncio
import itertools
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from riverbus.core.ports import LogRecord
from riverbus.engine import events as ev
from riverbus.runtime.metrics import Metrics
from riverbus.sim.loop import run_virtual
from riverbus.sim.phh.player import play
from riverbus.sim.phh.reader import parse_hand
from services.table.adapters.archived import archived_hand
from services.table.adapters.exports.ohh import to_ohh
from services.table.adapters.exports.phh import VARIANTS, to_phh
from services.table.adapters.exports.text import to_text
from services.table.adapters.record_codec import RecordCodec
from services.table.app.actor import TableActor
from services.table.app.archiver import finished_hand
from services.table.app.journal import Kind
from services.table.app.takeover import open_table
from services.table.domain.commands import Moment, Resume
from services.table.domain.records import apply
from services.table.domain.state import Table
from services.table.domain.table import decide
from services.table.metrics import TableMetrics
from tests.recorded.recordings import TABLES, VERSIONS, hand_logs, lines
from tests.table.app.test_actor import KEYS, Bench
from tools.record_release import outcome_of

CODEC = RecordCodec(KEYS)


def test_there_is_a_recording_of_every_game() -> None:
    assert "0.1.0" in VERSIONS
    for version in VERSIONS:
        games = {line["game"] for line in lines(version, "tables")}
        assert len(games) == 7, version


def replayed(records: list[LogRecord]) -> Table:
    """The table after its records, each part assigned as it stands in them."""
    table: Table | None = None
    for one in records:
        entry = CODEC.decode(one)
        if entry.header.kind is Kind.OWNER_CHANGED or entry.record is None:
            continue
        table = apply(table, entry.record)
        assert table.core.sequence == entry.header.sequence
    assert table is not None
    return table


@pytest.mark.parametrize("version", VERSIONS)
def test_a_replay_gives_what_the_release_itself_made_of_it(version: str) -> None:
    told = {line["table"]: line for line in lines(version, "tables")}
    for table_id, records in hand_logs(version).items():
        now = outcome_of(replayed(records))
        then = told[table_id]
        assert {name: now[name] for name in then} == then


@pytest.mark.parametrize(("version", "table_id"), TABLES)
def test_a_new_owner_takes_a_recorded_table_over_and_plays_the_hand_to_its_end(
    version: str, table_id: str
) -> None:
    """Nobody acts any more: clocks run out, the hand ends, and every chip is still there."""
    records = hand_logs(version)[table_id]
    before = replayed(records)

    async def main() -> None:
        bench = Bench()
        bench.wallet.freezes = True
        for record in records:
            bench.disk.append(record, bench.disk.tail(table_id))
        actor = await resumed(bench, before)
        hand = before.hand
        if hand is not None:
            now = actor.table.hand
            assert now is not None
            assert (now.hole, now.board, now.stack) == (hand.hole, hand.board, hand.stack)
        await asyncio.sleep(400)
        assert bench.lost == []
        assert actor.table.core.hand_number >= before.core.hand_number
        ended = [
            fact for event in bench.told.events for fact in event.facts
            if event.hand_id == before.core.hand_id and isinstance(fact, ev.HandEnded)
        ]  # fmt: skip
        if hand is not None and not hand.over:
            [result] = ended
            assert sum(s.stack for s in result.stacks) + result.rake == sum(hand.start)

    run_virtual(main)


async def resumed(bench: Bench, before: Table) -> TableActor:
    """The table under a new owner of this release."""
    outside = bench.outside("table-9")
    epoch = before.core.epoch + 10
    opened = await open_table(before.settings, "table-9", epoch, outside)
    actor = TableActor(
        opened.table, opened.tail, outside, TableMetrics(Metrics("table")),
        bench.lost.append, lambda *_: None, records=opened.records,
    )  # fmt: skip
    moment = Moment(bench.clock.now_ms(), outside.ids, outside.shuffle)
    await actor.resume(decide(opened.table, Resume(epoch=epoch), moment))
    actor.start()
    return actor


@pytest.mark.parametrize("version", VERSIONS)
def test_finished_hands_of_recorded_logs_are_archived_and_exported(version: str) -> None:
    """PHH goes through the replay; what the release before could not end is left out."""
    archived, replays = 0, 0
    for records in hand_logs(version).values():
        starts = [at for at, one in enumerate(records) if CODEC.header(one).kind is Kind.CHECKPOINT]
        for start, end in itertools.pairwise(starts):
            mine = records[start:end]
            finished = finished_hand(replayed(mine), mine)
            if finished is None:
                continue
            hand = archived_hand(finished, KEYS)
            archived += 1
            assert hand.hand_id in to_ohh(hand)
            assert to_text(hand).count("\nSeat ") == 2 * len(hand.seats)
            if (hand.info.game, hand.info.limit) in VARIANTS:
                raw: dict[str, Any] = tomllib.loads(to_phh(hand), parse_float=Decimal)
                assert play(parse_hand(Path("hand.phh"), raw)).agrees
                replays += 1
    assert archived >= 7
    assert replays >= 3
