"""The hand log on JetStream: 16 streams, one subject a table, expected last sequence per subject.

An append has three outcomes (SEAMS 7): whatever but an acknowledgement comes back, the leader's
records after the expected tail decide.
"""

import asyncio
import contextlib
import logging
import zlib
from collections.abc import Iterator
from typing import Protocol

from nats.errors import Error as NatsError
from nats.js.client import JetStreamContext
from nats.js.errors import APIError, NotFoundError

from riverbus.core.ports import Appended, Fenced, LogRecord, Undecided
from riverbus.runtime.nats import BusUnavailable

STREAMS = 16
RECORD_HEADER = "Riverbus-Record"
EXPECTED_HEADER = "Nats-Expected-Last-Subject-Sequence"
ACK_TIMEOUT_S = 1.0

log = logging.getLogger(__name__)


def stream_of(table_id: str) -> str:
    """The stream that holds a table's records; the same in every process and release."""
    return f"HANDLOG-{_number(table_id):02d}"


def subject_of(table_id: str) -> str:
    """The subject of a table's records."""
    return f"handlog.{_number(table_id):02d}.{table_id}"


class Streams(Protocol):
    """What gives the JetStream context of the connection that is there now."""

    def __call__(self) -> JetStreamContext:
        """The context."""
        ...


class JetStreamHandLog:
    """HandLog of riverbus.core.ports on real NATS."""

    def __init__(self, streams: Streams, ack_timeout_s: float = ACK_TIMEOUT_S) -> None:
        self._streams = streams
        self._ack_timeout_s = ack_timeout_s

    async def append(self, record: LogRecord, expected: int) -> Appended | Fenced | Undecided:
        """Append after sequence `expected` of the table's subject, 0 for none."""
        headers = {
            **record.headers,
            RECORD_HEADER: record.record_id,
            EXPECTED_HEADER: str(expected),
        }
        try:
            ack = await self._streams().publish(
                subject_of(record.table_id),
                record.data,
                timeout=self._ack_timeout_s,
                stream=stream_of(record.table_id),
                headers=headers,
            )
        except (APIError, NatsError, TimeoutError, OSError) as error:
            log.debug("append to %s not acknowledged: %s", record.table_id, error)
            return await self._look(record, expected, repr(error))
        return Appended(ack.seq)

    async def read(self, table_id: str, after: int = 0) -> list[LogRecord]:
        """All records after a sequence, from the stream's leader. Raises BusUnavailable."""
        with answering():
            return await self._read(table_id, after)

    async def _read(self, table_id: str, after: int) -> list[LogRecord]:
        """One by one: a batch from another node than the leader may be old."""
        found: list[LogRecord] = []
        position = after + 1
        while True:
            try:
                message = await self._streams().get_msg(
                    stream_of(table_id), seq=position, subject=subject_of(table_id), next=True
                )
            except NotFoundError:
                return found
            sequence = message.seq or position
            headers = message.headers or {}
            found.append(
                LogRecord(
                    table_id=table_id,
                    record_id=headers.get(RECORD_HEADER, ""),
                    data=message.data or b"",
                    headers=headers,
                    sequence=sequence,
                )
            )
            position = sequence + 1

    async def tail(self, table_id: str) -> int:
        """Sequence of the last record, 0 without any. Raises BusUnavailable."""
        with answering():
            try:
                message = await self._streams().get_msg(
                    stream_of(table_id), subject=subject_of(table_id)
                )
            except NotFoundError:
                return 0
            return message.seq or 0

    async def purge(self, table_id: str, before: int) -> None:
        """Drop what is below a sequence. Raises BusUnavailable."""
        if before > 1:
            with answering():
                await self._streams().purge_stream(
                    stream_of(table_id), seq=before, subject=subject_of(table_id)
                )

    def stream(self, table_id: str) -> str:
        """See HandLog."""
        return stream_of(table_id)

    async def fill(self, stream: str) -> float:
        """By bytes; a stream without a limit is never full. Raises BusUnavailable."""
        with answering():
            info = await self._streams().stream_info(stream)
        limit = info.config.max_bytes or 0
        return info.state.bytes / limit if limit > 0 else 0.0

    async def _look(
        self, record: LogRecord, expected: int, reason: str
    ) -> Appended | Fenced | Undecided:
        try:
            later = await asyncio.wait_for(
                self.read(record.table_id, expected), self._ack_timeout_s
            )
        except (BusUnavailable, TimeoutError) as error:
            return Undecided(f"{reason}, then {error!r}")
        return outcome(record, later, reason)


def outcome(
    record: LogRecord, later: list[LogRecord], reason: str
) -> Appended | Fenced | Undecided:
    """What the records after the expected tail say about one that was not acknowledged."""
    if not later:
        return Undecided(reason)
    if later[0].record_id != record.record_id:
        return Fenced(later[-1].sequence)
    if len(later) > 1:
        return Fenced(later[-1].sequence)
    return Appended(later[0].sequence)


@contextlib.contextmanager
def answering() -> Iterator[None]:
    """A leader that is away, or still to be elected, is no fault: BusUnavailable, ask again."""
    try:
        yield
    except (APIError, NatsError, TimeoutError, OSError) as error:
        raise BusUnavailable from error


def _number(table_id: str) -> int:
    return zlib.crc32(table_id.encode()) % STREAMS
