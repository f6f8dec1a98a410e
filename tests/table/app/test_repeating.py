"""Which calls are repeated to a wallet that is older than the log (SEAMS 26)."""

from typing import Any

import pytest

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import LogRecord
from riverbus.engine.actions import FOLD
from services.table.app.repeating import repeat_calls
from services.table.domain.booked import BookedCall, booked_calls
from services.table.domain.records import Record
from services.table.domain.table import first_record, new_table
from tests.table.domain.felt import Felt, pace


class World:
    """Log, kept calls and a wallet that knows the first so many calls."""

    def __init__(self, felt: Felt, known: int = 0) -> None:
        self.records: list[Record] = [first_record(new_table(felt.table.settings), 0)]
        self.records += felt.records
        self.whole = [call.intent.id for call in booked_calls(self.records)]
        self.known = self.whole[:known]
        self.closed = {name.split(":")[1] for name in self.known if name.startswith("settle:")}
        self.asked: list[str] = []
        self.looked_up = 0
        self.refuse: dict[str, RoomError] = {}
        self.kept: list[BookedCall] = []
        self.cut_ms = 0
        self.reads = 0
        self.log = self.calls = self.codec = self.neighbours = self

    def archive(self) -> None:
        """All but the last stretch leaves the log."""
        last = max(at for at, record in enumerate(self.records) if record.checkpoint)
        self.kept += booked_calls(self.records[:last])
        self.records = self.records[last:]

    async def read(self, table_id: str) -> Any:
        """Of log and stream in turn; the archiver is quicker than the second reader."""
        self.reads += 1
        if self.reads == 1:
            found = [LogRecord(table_id, str(at), b"") for at in range(len(self.records))]
            self._read = list(self.records)
            self.archive()
            return found
        return list(self.kept), self.cut_ms

    def money(self, stored: LogRecord) -> Record:
        return self._read[int(stored.record_id)]

    async def hand_closed(self, hand_id: str) -> bool:
        self.looked_up += 1
        return hand_id in self.closed

    async def repeat(self, call: BookedCall, *_: object) -> None:
        error = self.refuse.get(call.intent.id)
        if error is not None:
            raise error
        self.asked.append(call.intent.id)


def played(hands: int) -> Felt:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    felt.sit("A")
    felt.sit("B")
    for _ in range(hands):
        felt.wait(1)
        felt.act(felt.to_act, FOLD)
    felt.wait(1)
    return felt


async def repeated(felt: Felt, world: World) -> Any:
    return await repeat_calls(felt.table, world)  # type: ignore[arg-type]


async def test_a_stretch_that_leaves_the_log_meanwhile_is_not_forgotten() -> None:
    felt = played(3)
    world = World(felt)
    assert not (await repeated(felt, world)).refused
    assert world.asked == world.whole
    assert len(world.asked) == 2 + 3 * 2 + 1


@pytest.mark.parametrize("hands_known", [0, 1, 5, 11, 12])
async def test_only_what_follows_the_last_closed_hand_is_repeated(hands_known: int) -> None:
    felt = played(12)
    world = World(felt, known=2 + 2 * hands_known if hands_known else 1)
    await repeated(felt, world)
    assert world.asked == world.whole[2 + 2 * hands_known if hands_known else 0 :]
    assert world.looked_up <= 5


async def test_the_first_refusal_ends_it() -> None:
    felt = played(2)
    world = World(felt)
    second = [name for name in world.whole if name.startswith("open:")][1]
    world.refuse[second] = RoomError("No.", code="stack_mismatch", kind=ErrorKind.REFUSED)
    told = await repeated(felt, world)
    assert (told.refused, told.call) == ("stack_mismatch", second)
    assert world.asked == world.whole[: world.whole.index(second)]


async def test_what_was_given_up_is_not_repeated() -> None:
    felt = played(2)
    world = World(felt)
    world.cut_ms = felt.now_ms
    assert not (await repeated(felt, world)).refused
    assert world.asked == []


async def test_a_later_owner_s_epoch_is_no_refusal() -> None:
    felt = played(1)
    world = World(felt)
    world.refuse[world.whole[0]] = RoomError("Later.", code="epoch_stale", kind=ErrorKind.STALE)
    with pytest.raises(RoomError) as stale:
        await repeated(felt, world)
    assert stale.value.code == "epoch_stale"
