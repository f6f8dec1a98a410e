"""The hand log as the app sees it: entries with headers in clear, and records inside.

Headers are enough to fence, count attempts and cancel; only `record` needs the room key.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Protocol

import msgspec

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import LogRecord
from services.table.domain.facts import PublicEvent
from services.table.domain.records import Record

VERSION = 1
"""Of the record's format; a pod that meets a newer one leaves the table alone."""


class Kind(StrEnum):
    """What an entry is."""

    CHECKPOINT = "checkpoint"
    COMMAND = "command"
    OWNER_CHANGED = "owner_changed"
    RESUMED = "resumed"
    RELEASED = "released"


class UnreadableHeader(RoomError):
    """Raised for a record that says in clear nothing that an entry says: no owner gets past it."""

    code = "header_unreadable"
    kind = ErrorKind.INTERNAL
    sentence = "A record in the hand log has no readable header."


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in clear beside an entry."""

    version: int = VERSION
    record_id: str
    kind: Kind
    table_id: str
    hand_id: str = ""
    epoch: int = 0
    sequence: int = 0
    """Of the last public event, this entry's included."""
    attempt: int = 0
    at_ms: int = 0


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry with what it holds."""

    header: Header
    record: Record | None = None
    """What a command changed; None for OWNER_CHANGED."""
    event: PublicEvent | None = None
    owner: str = ""


class Codec(Protocol):
    """Between entries and what the log stores."""

    def encode(self, entry: Entry) -> LogRecord:
        """The entry as stored, its secrets sealed."""
        ...

    def header(self, stored: LogRecord) -> Header:
        """The header alone; needs no key. Raises UnreadableHeader."""
        ...

    def opens(self, stored: LogRecord) -> bool:
        """Whether the room key of the entry is there; it need not be the right one."""
        ...

    def money(self, stored: LogRecord) -> Record | None:
        """What the entry says of wallet calls; needs no key. None: nothing."""
        ...

    def decode(self, stored: LogRecord) -> Entry:
        """The whole entry. Raises RoomKeyRefused with another room key."""
        ...


def readable(stored: Sequence[LogRecord], codec: Codec) -> Iterator[tuple[int, Header]]:
    """Place and header of every record that has one."""
    for index, one in enumerate(stored):
        try:
            yield index, codec.header(one)
        except UnreadableHeader:
            continue


def attempts(headers: Sequence[Header]) -> int:
    """Ownerships at the end of the log that never resumed play (SEAMS 13)."""
    count = 0
    for header in headers:
        if header.kind is Kind.OWNER_CHANGED:
            count += 1
        elif header.kind in (Kind.RESUMED, Kind.CHECKPOINT):
            count = 0
    return count
