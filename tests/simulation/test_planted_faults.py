"""The simulator finds planted faults: each breaks a promise within the seeds of `make test`.

A simulator that finds nothing proves nothing; so the rules of the seams are broken here one by one.
"""

from collections.abc import Collection
from typing import Any

import msgspec
import pytest

from riverbus.sim.room.auditor import Finding
from services.gateway.app.table_feed import TableFeed
from services.table.app import actor
from services.table.app.actor import FencedOut, TableActor
from services.table.app.archiver import Archiver
from services.table.app.conversations import Conversations
from services.table.app.journal import Entry
from services.table.domain import memory
from services.wallet.adapters.memory_store import MemoryTransaction
from tests.simulation.seeds import SEEDS, play

pytestmark = [pytest.mark.soak, pytest.mark.timeout(900)]


def first_finding() -> str:
    """What the first seed that finds anything says; empty where none does."""
    for seed in SEEDS:
        try:
            play(seed)
        except (Finding, TimeoutError, ExceptionGroup) as error:
            return f"seed {seed}: {error!r}"
    return ""


def test_nothing_is_found_where_nothing_is_planted() -> None:
    assert first_finding() == ""


def test_a_writer_that_ignores_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEAMS 7, 12: a rival's record stands there, and the writer goes on as if it were its own."""
    append = TableActor.append

    async def stubborn(self: TableActor, entry: Entry) -> int:
        try:
            return await append(self, entry)
        except FencedOut:
            return 0

    monkeypatch.setattr(TableActor, "append", stubborn)
    found = first_finding()
    assert found
    print(found)


def test_a_writer_that_tells_before_the_acknowledgement(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEAMS 2: events are published, then the record is appended."""
    append = TableActor.append

    async def early(self: TableActor, entry: Entry) -> int:
        if entry.event is not None:
            event, parts = self._private_parts(self.table, entry.event)
            assert event is not None
            self._teller.tell(self.table_id, event, parts)
        return await append(self, entry)

    monkeypatch.setattr(TableActor, "append", early)
    found = first_finding()
    assert found
    print(found)


def test_a_writer_that_skips_an_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEAMS 18: one answer of the wallet in ten never becomes a record."""
    answered = Conversations._answered
    count = 0

    async def forgetful(self: Conversations, intent: Any, outcome: Any) -> None:
        nonlocal count
        count += 1
        if count % 10:
            await answered(self, intent, outcome)

    monkeypatch.setattr(Conversations, "_answered", forgetful)
    found = first_finding()
    assert found
    print(found)


def test_a_table_that_forgets_action_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEAMS 4: a repeated action is decided once more."""
    monkeypatch.setattr(memory, "recall", lambda *_: None)
    monkeypatch.setattr(actor, "recall", lambda *_: None)
    found = first_finding()
    assert found
    print(found)


def test_a_log_that_is_purged_before_the_archive_has_the_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SEAMS 5: the records are gone, and then the process dies."""
    keep = Archiver._keep

    async def hasty(self: Archiver, hand: Any) -> None:
        before = max(record.sequence for record in hand.records) + 1
        await self._outside.log.purge(hand.table_id, before)
        await keep(self, hand)

    monkeypatch.setattr(Archiver, "_keep", hasty)
    found = first_finding()
    assert found
    print(found)


def test_a_private_part_to_the_wrong_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEAMS 31: the next seat's player gets it."""
    parts_of = TableActor._private_parts

    def crossed(self: TableActor, after: Any, event: Any) -> Any:
        public, parts = parts_of(self, after, event)
        accounts = [part.account_id for part in parts]
        turned = accounts[1:] + accounts[:1]
        return public, [
            msgspec.structs.replace(part, account_id=account)
            for part, account in zip(parts, turned, strict=True)
        ]

    monkeypatch.setattr(TableActor, "_private_parts", crossed)
    found = first_finding()
    assert found
    print(found)


def test_a_wallet_that_does_not_look_at_the_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEAMS 18: a repeated call is booked again."""

    async def outcomes(self: MemoryTransaction, ids: Collection[str]) -> dict[str, Any]:
        return {}

    monkeypatch.setattr(MemoryTransaction, "outcomes", outcomes)
    found = first_finding()
    assert found
    print(found)


def test_a_gateway_that_replays_before_it_knows_who_sits_where(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SEAMS 31: a gateway that was started anew, and all its viewers come back by a replay."""
    make = TableFeed.__init__

    def careless(self: TableFeed, *parts: Any) -> None:
        make(self, *parts)
        self._seats.read = True

    monkeypatch.setattr(TableFeed, "__init__", careless)
    found = first_finding()
    assert "own part" in found
    print(found)
