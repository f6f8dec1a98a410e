"""Taking a table over: fence first, then replay, then go on where the last owner stopped.

OwnerChanged is appended before the replay, so that a hand that kills its owners is counted: the
fourth ownership that never resumed quarantines the table (SEAMS 12, 13).
"""

from collections.abc import Sequence

import msgspec

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Appended, Fenced, LogRecord
from services.table.app import journal
from services.table.app.journal import Entry, Header, Kind
from services.table.app.pausing import growing_pauses
from services.table.app.ports import Outside
from services.table.app.rescue import seats_from_wallet
from services.table.domain.facts import OwnerChanged, PublicEvent
from services.table.domain.records import apply
from services.table.domain.state import Seat, Table, TableSettings
from services.table.domain.table import first_record, new_table

ATTEMPTS_MAX = 4
LOST = "The table's log is lost; every chip is where it was before the hand."


class NewerRecords(RoomError):
    """Raised when the log was written by a newer release: this process leaves the table alone."""

    code = "newer_records"
    kind = ErrorKind.UNAVAILABLE
    sentence = "A newer release wrote this table's log."


class KeyMissing(NewerRecords):
    """Raised when the log is sealed with a room key that is not in this process's ring."""

    code = "room_key_missing"
    sentence = "This process lacks the room key of the table's log."


class Overtaken(RoomError):
    """Raised when another owner with a higher epoch wrote first; `epoch` is in the details."""

    code = "overtaken"
    kind = ErrorKind.UNAVAILABLE
    sentence = "Another process took the table."


class PoisonedTable(RoomError):
    """Raised when too many owners died of this log; only an operator's cancel helps (SEAMS 13)."""

    code = "table_quarantined"
    kind = ErrorKind.UNAVAILABLE
    sentence = "The house looks at this table; your chips are safe."


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A table as its new owner found it."""

    table: Table
    tail: int
    announced: PublicEvent
    records: tuple[LogRecord, ...] = ()
    """Since the last checkpoint, that included."""
    earlier: tuple[LogRecord, ...] = ()
    """The whole log as it was found, if the archive may lack hands of it."""
    fresh: bool = False
    """The log was empty: a new table, or a lost log."""


async def open_table(settings: TableSettings, owner: str, epoch: int, outside: Outside) -> Opened:
    """Fence and replay. Raises NewerRecords (KeyMissing), Overtaken, PoisonedTable,
    UnreadableHeader, or what a replay raises.
    """
    table_id = settings.table_id
    seats: dict[int, Seat] = {}
    found = await read_log(table_id, outside)
    if not since_checkpoint(found, outside):
        # Before the fence: a wallet that is away must not count as a death of this process.
        seats = await seats_from_wallet(settings, epoch, LOST, outside)
    stored, announced, tail = await _fence(found, table_id, owner, epoch, outside)
    records = since_checkpoint(stored, outside)
    if not records:
        return await _begin(settings, seats, announced, tail, outside)
    table: Table | None = None
    for one in records:
        entry = outside.codec.decode(one)
        table = _after(table, entry)
    if table is None:
        raise PoisonedTable
    core = msgspec.structs.replace(table.core, epoch=epoch, sequence=announced.sequence)
    table = msgspec.structs.replace(table, core=core)
    if settings.revision > table.settings.revision:
        table = msgspec.structs.replace(table, next_settings=settings)
    return Opened(
        table=table, tail=tail, announced=announced, records=tuple(records), earlier=tuple(stored)
    )


def since_checkpoint(stored: Sequence[LogRecord], outside: Outside) -> list[LogRecord]:
    """The records from the last checkpoint on; none without a checkpoint."""
    for index in range(len(stored) - 1, -1, -1):
        if outside.codec.header(stored[index]).kind is Kind.CHECKPOINT:
            return list(stored[index:])
    return []


async def read_log(table_id: str, outside: Outside) -> list[LogRecord]:
    """All records, however long the log's servers are away."""
    async for last in growing_pauses():
        try:
            return await outside.log.read(table_id)
        except Exception:
            if last:
                raise
    raise PoisonedTable


async def _fence(
    stored: list[LogRecord], table_id: str, owner: str, epoch: int, outside: Outside
) -> tuple[list[LogRecord], PublicEvent, int]:
    """Append OwnerChanged after all that is there; returns what stood before it.

    `stored` may be out of date: then the log refuses, and is read again.
    """
    while True:
        # What stands before a checkpoint does not count; it may be what a rescue left behind.
        current = since_checkpoint(stored, outside) or stored
        headers = [outside.codec.header(one) for one in current]
        if any(header.version > journal.VERSION for header in headers):
            raise NewerRecords
        if not all(outside.codec.opens(one) for one in current):
            raise KeyMissing
        highest = max((header.epoch for header in headers), default=0)
        if highest >= epoch:
            raise Overtaken(details={"epoch": str(highest)})
        attempt = journal.attempts(headers) + 1
        last = headers[-1] if headers else None
        now_ms = outside.clock.now_ms()
        event = PublicEvent(
            epoch=epoch,
            sequence=(last.sequence if last is not None else 0) + 1,
            at_ms=now_ms,
            hand_id=last.hand_id if last is not None else "",
            facts=(OwnerChanged(owner, epoch),),
        )
        header = Header(
            record_id=outside.ids.uuid7(),
            kind=Kind.OWNER_CHANGED,
            table_id=table_id,
            hand_id=event.hand_id,
            epoch=epoch,
            sequence=event.sequence,
            attempt=attempt,
            at_ms=now_ms,
        )
        sealed = outside.codec.encode(Entry(header=header, event=event, owner=owner))
        expected = stored[-1].sequence if stored else 0
        tail = await _append(sealed, expected, outside)
        if tail is None:
            stored = await read_log(table_id, outside)
            continue
        if attempt >= ATTEMPTS_MAX:
            raise PoisonedTable
        return [*stored, msgspec.structs.replace(sealed, sequence=tail)], event, tail


async def _append(record: LogRecord, expected: int, outside: Outside) -> int | None:
    """The record's sequence once it is in; None when another one stands there."""
    async for _ in growing_pauses(None):
        outcome = await outside.log.append(record, expected)
        if isinstance(outcome, Appended):
            return outcome.sequence
        if isinstance(outcome, Fenced):
            return None
    return None


async def _begin(
    settings: TableSettings,
    seats: dict[int, Seat],
    announced: PublicEvent,
    tail: int,
    outside: Outside,
) -> Opened:
    """An empty log: a new table, or the log is lost; then the seats come from the escrows."""
    table = new_table(settings)
    core = msgspec.structs.replace(table.core, epoch=announced.epoch, sequence=announced.sequence)
    table = msgspec.structs.replace(table, core=core, seats=seats)
    header = Header(
        record_id=outside.ids.uuid7(),
        kind=Kind.CHECKPOINT,
        table_id=settings.table_id,
        epoch=announced.epoch,
        sequence=announced.sequence,
        at_ms=announced.at_ms,
    )
    record = first_record(table, announced.at_ms)
    sealed = outside.codec.encode(Entry(header=header, record=record))
    sequence = await _append(sealed, tail, outside)
    if sequence is None:
        raise Overtaken
    kept = msgspec.structs.replace(sealed, sequence=sequence)
    return Opened(table=table, tail=sequence, announced=announced, records=(kept,), fresh=True)


def _after(table: Table | None, entry: Entry) -> Table | None:
    """The table after an entry; an ownership only moves epoch and sequence."""
    header = entry.header
    if header.kind is Kind.OWNER_CHANGED:
        if table is None:
            return None
        core = msgspec.structs.replace(table.core, epoch=header.epoch, sequence=header.sequence)
        return msgspec.structs.replace(table, core=core)
    if entry.record is None:
        return table
    return apply(table, entry.record)
