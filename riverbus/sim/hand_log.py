"""The hand log in memory: one disk that all processes share, each over its own faulty network.

It answers as JetStream does: a lost acknowledgement is undecided until the records are read, rival
writers are refused, a purge leaves the subject's last sequence as it was.
"""

import asyncio

from riverbus.core.ports import Appended, Fenced, LogRecord, Undecided
from riverbus.sim.process import BusAway, Process

STREAM = "HANDLOG"


class LogDisk:
    """What every process reads and writes; durable at once, as with sync_interval always.

    `limit_bytes`: what is beyond is refused, as by a stream that discards new messages; 0: none.
    """

    def __init__(self, limit_bytes: int = 0) -> None:
        self.limit_bytes = limit_bytes
        self._records: dict[str, list[LogRecord]] = {}
        self._tails: dict[str, int] = {}
        self._next = 1

    def records(self, table_id: str, after: int = 0) -> list[LogRecord]:
        """The table's records above a sequence."""
        return [one for one in self._records.get(table_id, []) if one.sequence > after]

    def tail(self, table_id: str) -> int:
        """The last sequence ever given to the table."""
        return self._tails.get(table_id, 0)

    def append(self, record: LogRecord, expected: int) -> int | None:
        """The new sequence; None when another record stands after `expected`."""
        if self.tail(record.table_id) != expected:
            return None
        sequence, self._next = self._next, self._next + 1
        kept = LogRecord(
            table_id=record.table_id,
            record_id=record.record_id,
            data=record.data,
            headers=dict(record.headers),
            sequence=sequence,
        )
        self._records.setdefault(record.table_id, []).append(kept)
        self._tails[record.table_id] = sequence
        return sequence

    @property
    def bytes(self) -> int:
        """What all records take."""
        return sum(len(one.data) for kept in self._records.values() for one in kept)

    def full_for(self, record: LogRecord) -> bool:
        """Whether the record does not fit any more."""
        return bool(self.limit_bytes) and self.bytes + len(record.data) > self.limit_bytes

    def purge(self, table_id: str, before: int) -> None:
        """Forget what stands below a sequence."""
        kept = [one for one in self._records.get(table_id, []) if one.sequence >= before]
        self._records[table_id] = kept


class MemoryHandLog:
    """HandLog of riverbus.core.ports for one process."""

    def __init__(self, process: Process, disk: LogDisk) -> None:
        self._process = process
        self._disk = disk

    async def append(self, record: LogRecord, expected: int) -> Appended | Fenced | Undecided:
        """See HandLog."""
        network = self._process.broker.network
        await asyncio.sleep(network.latency_s())
        if not self._process.reachable:
            return Undecided("the log does not answer")
        full = self._disk.full_for(record)
        sequence = None if full else self._disk.append(record, expected)
        if sequence is not None and not network.loses_answer():
            return Appended(sequence)
        await asyncio.sleep(network.latency_s())
        if not self._process.reachable or network.loses_answer():
            return Undecided("no acknowledgement came")
        later = self._disk.records(record.table_id, expected)
        if not later:
            return Undecided("the log does not know it yet")
        if later[0].record_id != record.record_id or len(later) > 1:
            return Fenced(later[-1].sequence)
        return Appended(later[0].sequence)

    async def read(self, table_id: str, after: int = 0) -> list[LogRecord]:
        """See HandLog."""
        await self._reach()
        return self._disk.records(table_id, after)

    async def tail(self, table_id: str) -> int:
        """See HandLog."""
        await self._reach()
        found = self._disk.records(table_id)
        return found[-1].sequence if found else 0

    async def purge(self, table_id: str, before: int) -> None:
        """See HandLog."""
        await self._reach()
        self._disk.purge(table_id, before)

    def stream(self, table_id: str) -> str:
        """See HandLog."""
        return STREAM

    async def fill(self, stream: str) -> float:
        """See HandLog."""
        await self._reach()
        return self._disk.bytes / self._disk.limit_bytes if self._disk.limit_bytes else 0.0

    async def _reach(self) -> None:
        await asyncio.sleep(self._process.broker.network.latency_s())
        if not self._process.reachable:
            raise BusAway
