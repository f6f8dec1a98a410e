"""Booked wallet calls on stream TABLES, subject `table.archive.TABLE` (SEAMS 26).

Beside the log and not in the database: whoever restores the database to an older day restores the
archive of hands with it.
"""

import asyncio
from collections.abc import Sequence

import msgspec
from google.protobuf.message import DecodeError

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Bus, Ids, Message
from riverbus.pb.table.v1 import log_pb2
from services.table.domain.booked import BookedCall, Terms
from services.table.domain.state import Intent

STREAM = "TABLES"
READ_S = 60.0

_encode = msgspec.msgpack.Encoder().encode
_intent = msgspec.msgpack.Decoder(Intent).decode
_terms = msgspec.msgpack.Decoder(Terms).decode


class CallsUnread(RoomError):
    """Raised when the stream did not give all calls in time."""

    code = "calls_unread"
    kind = ErrorKind.UNAVAILABLE
    sentence = "The calls that were booked cannot be read now."


class BusCalls:
    """Calls of services.table.app.ports."""

    def __init__(self, bus: Bus, ids: Ids) -> None:
        self._bus = bus
        self._ids = ids

    async def keep(self, table_id: str, key: str, calls: Sequence[BookedCall]) -> None:
        """See Calls; a repetition after the stream's window is stored twice, and read once."""
        message = log_pb2.BookedCalls(
            calls=[
                log_pb2.BookedCall(
                    intent=_encode(call.intent), terms=_encode(call.terms), amount=call.amount
                )
                for call in calls
            ]
        )
        await self._bus.append(
            _subject(table_id), message.SerializeToString(), message_id=f"calls:{key}"
        )

    async def cut(self, table_id: str, at_ms: int) -> None:
        """See Calls."""
        message = log_pb2.BookedCalls(cut_ms=at_ms)
        await self._bus.append(
            _subject(table_id), message.SerializeToString(), message_id=f"cut:{self._ids.uuid7()}"
        )

    async def read(self, table_id: str) -> tuple[list[BookedCall], int]:
        """See Calls; a mark of its own shows where the stream ends."""
        subject = _subject(table_id)
        end = await self._bus.append(subject, b"", message_id=f"mark:{self._ids.uuid7()}")
        found: list[BookedCall] = []
        cuts = [0]
        whole = asyncio.Event()

        async def on_message(message: Message) -> None:
            if message.sequence <= end:
                calls, cut_ms = _decoded(message.data)
                found.extend(calls)
                cuts.append(cut_ms)
            if message.sequence >= end:
                whole.set()

        subscription = await self._bus.consume(STREAM, on_message, subjects=(subject,))
        try:
            async with asyncio.timeout(READ_S):
                await whole.wait()
        except TimeoutError:
            raise CallsUnread from None
        finally:
            await subscription.stop()
        return found, max(cuts)


def _decoded(data: bytes) -> tuple[list[BookedCall], int]:
    """Calls and cut of one message. Raises CallsUnread for what is no such message."""
    try:
        message = log_pb2.BookedCalls.FromString(data)
        calls = [
            BookedCall(_intent(one.intent), _terms(one.terms), one.amount) for one in message.calls
        ]
    except (DecodeError, msgspec.DecodeError):
        raise CallsUnread from None
    return calls, message.cut_ms


def _subject(table_id: str) -> str:
    return f"table.archive.{table_id}"
