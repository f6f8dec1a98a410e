"""The latest public events of a table in memory, with the private parts that belong to them."""

from collections import deque
from collections.abc import Sequence

import msgspec

from riverbus.core.errors import ErrorKind, RoomError
from services.table.app.ports import Part
from services.table.domain.facts import PublicEvent

EVENTS_KEPT = 512


class HistoryGone(RoomError):
    """Raised when events are asked for that are no longer kept: take a snapshot."""

    code = "history_gone"
    kind = ErrorKind.STALE
    sentence = "Those events are no longer kept; take the table as it is."


class Told(msgspec.Struct, frozen=True):
    """An event as it was published."""

    event: PublicEvent
    parts: tuple[Part, ...]


class History:
    """What happened since some time ago, without gaps."""

    def __init__(self, limit: int = EVENTS_KEPT) -> None:
        self._told: deque[Told] = deque(maxlen=limit)

    def add(self, event: PublicEvent, parts: Sequence[Part]) -> None:
        """Keep an event; they come in order."""
        self._told.append(Told(event, tuple(parts)))

    def since(self, after: int, account_id: str | None) -> list[tuple[PublicEvent, Part | None]]:
        """Events after a sequence, each with the account's part. Raises HistoryGone for a gap."""
        newest = self._told[-1].event.sequence if self._told else 0
        found = [told for told in self._told if told.event.sequence > after]
        if after > newest or len(found) != newest - after:
            raise HistoryGone
        return [
            (told.event, next((p for p in told.parts if p.account_id == account_id), None))
            for told in found
        ]
