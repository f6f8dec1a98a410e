"""What the hand logs say, read by the auditor as each record becomes durable: what is not in them
did not happen, whatever a process told anybody.
"""

from riverbus.core.ports import LogRecord
from riverbus.pb.table.v1 import log_pb2
from services.gateway.domain import frames as f
from services.table.adapters.record_codec import RecordCodec
from services.table.app.journal import Header
from services.table.domain.state import Answered


class LogModel:
    """Hands and answers of all tables."""

    def __init__(self, codec: RecordCodec) -> None:
        self._codec = codec
        self.first: dict[str, str] = {}
        """The record with which a hand began."""
        self.ended: dict[str, str] = {}
        """Tables by hands that came to their end or were cancelled."""
        self.cancelled: set[str] = set()
        self._answered: set[tuple[str, str]] = set()
        self._events: set[tuple[str, int, int]] = set()

    def read(self, _process: str, record: LogRecord) -> None:
        """One record that is durable now."""
        entry = self._codec.decode(record)
        self._tell(record)
        if entry.record is None:
            return
        for change in entry.record.changes:
            if change.part == "memory" and isinstance(change.value, tuple):
                for one in change.value:
                    self._note(change.key, one)

    def _tell(self, record: LogRecord) -> None:
        stored = log_pb2.LogRecord.FromString(record.data)
        if not stored.HasField("event"):
            return
        self._events.add((stored.table_id, stored.event.epoch, stored.event.sequence))
        for fact in stored.event.facts:
            if fact.HasField("hand_started"):
                self.first[stored.hand_id] = record.record_id
            elif fact.HasField("hand_ended") or fact.HasField("hand_cancelled"):
                self.ended[stored.hand_id] = stored.table_id
            if fact.HasField("hand_cancelled"):
                self.cancelled.add(stored.hand_id)

    def header(self, record: LogRecord) -> Header:
        """What stands in clear beside it."""
        return self._codec.header(record)

    def told(self, event: f.PublicEvent) -> bool:
        """True where the public event stands in a log."""
        return (event.table_id, event.epoch, event.sequence) in self._events

    def knows(self, account_id: str, action_id: str) -> bool:
        """True where an answer to this action stands in a log."""
        return (account_id, action_id) in self._answered

    def _note(self, account_id: str, one: Answered) -> None:
        self._answered.add((account_id, one.answer.action_id))
