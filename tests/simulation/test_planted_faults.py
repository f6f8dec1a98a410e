"""The simulator finds faults that are planted: each of these must break a promise within the seeds.

A simulator that finds nothing proves nothing; so every rule of the seams that a planted fault
breaks is broken here on purpose.
"""

import asyncio
import logging
from collections.abc import Collection
from typing import Any

import msgspec
import pytest

from riverbus.sim.room.auditor import Finding
from riverbus.sim.room.simulation import ALL, Faults, simulate
from services.table.app.actor import TableActor
from services.table.app.conversations import Conversations
from services.table.app.journal import Entry
from services.wallet.adapters.memory_store import MemoryTransaction

SEEDS = range(1, 7)

pytestmark = [pytest.mark.soak, pytest.mark.timeout(900)]


def found_within_the_seeds(faults: Faults) -> bool:
    logging.getLogger().setLevel(logging.CRITICAL)
    for seed in SEEDS:
        try:
            simulate(seed, 60.0, 2, faults)
        except (Finding, TimeoutError, ExceptionGroup):
            return True
    return False


def test_a_writer_that_tells_before_the_acknowledgement(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEAMS 2: events are published, then the record is appended."""
    append = TableActor.append

    async def early(self: TableActor, entry: Entry) -> int:
        if entry.event is not None:
            event, parts = self._private_parts(self.table, entry.event)
            assert event is not None
            self._teller.tell(self.table_id, event, parts)
            await asyncio.sleep(0.3)
        return await append(self, entry)

    monkeypatch.setattr(TableActor, "append", early)
    assert found_within_the_seeds(Faults(kill=("table",)))


def test_a_writer_that_skips_an_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEAMS 18: the wallet's answer never becomes a record."""

    async def answered(self: Conversations, intent: Any, outcome: Any) -> None:
        return None

    monkeypatch.setattr(Conversations, "_answered", answered)
    assert found_within_the_seeds(ALL)


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
    assert found_within_the_seeds(ALL)


def test_a_wallet_that_does_not_look_at_the_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEAMS 18: a repeated call is booked again."""

    async def outcomes(self: MemoryTransaction, ids: Collection[str]) -> dict[str, Any]:
        return {}

    monkeypatch.setattr(MemoryTransaction, "outcomes", outcomes)
    assert found_within_the_seeds(Faults(weather=True, kill=("table", "wallet")))
