"""Log entries as riverbus.table.v1.LogRecord, with setup and cards sealed (SEAMS 3, 6).

Parts of the table travel in MessagePack of their structs: a field that a newer release added is
skipped by an older one, a missing field takes its default.
"""

from typing import Any

import msgspec
from google.protobuf.message import DecodeError

from riverbus.core.games import Stakes
from riverbus.core.ports import LogRecord
from riverbus.engine.events import Event
from riverbus.engine.rules import HouseRules
from riverbus.engine.setup import HandSetup
from riverbus.pb.table.v1 import log_pb2
from services.table.adapters import codec
from services.table.adapters.sealing import KeyRing
from services.table.app.journal import Entry, Header, Kind, UnreadableHeader
from services.table.domain.records import Booked, Change, Record
from services.table.domain.state import Answered, Core, Intent, Seat, TableSettings

KINDS = {kind: log_pb2.RecordKind.Value(f"RECORD_KIND_{kind.name}") for kind in Kind}
PARTS: dict[str, Any] = {
    "settings": TableSettings,
    "core": Core,
    "seat": Seat,
    "intent": Intent,
    "memory": tuple[Answered, ...],
}
STRICT: dict[str, type[msgspec.Struct]] = {"rules": HouseRules, "stakes": Stakes}
MONEY = (b"intent", b"settings")
"""Parts of the table that tell of wallet calls."""
PREFIX = "Riverbus-"

_encode = msgspec.msgpack.Encoder().encode
_decoders = {part: msgspec.msgpack.Decoder(kind) for part, kind in PARTS.items()}
_plain = msgspec.msgpack.Decoder()
_events = msgspec.msgpack.Decoder(tuple[Event, ...])


class RecordCodec:
    """Codec of services.table.app.journal."""

    def __init__(self, keys: KeyRing) -> None:
        self._keys = keys

    def encode(self, entry: Entry) -> LogRecord:
        """The entry as stored."""
        header, record = entry.header, entry.record
        message = log_pb2.LogRecord(
            version=header.version,
            record_id=header.record_id,
            kind=KINDS[header.kind],
            table_id=header.table_id,
            hand_id=header.hand_id,
            epoch=header.epoch,
            at_ms=header.at_ms,
            attempt=header.attempt,
            owner=entry.owner,
        )
        if entry.event is not None:
            message.event.CopyFrom(codec.public_event(header.table_id, entry.event))
        if record is not None:
            message.changes.extend(
                log_pb2.Change(
                    part=change.part,
                    key=change.key,
                    value=_encode(change.value) if change.value is not None else b"",
                )
                for change in record.changes
            )
            message.booked.extend(
                log_pb2.Booked(intent_id=one.intent_id, amount=one.amount) for one in record.booked
            )
            if record.setup is not None or record.happened:
                message.sealed.CopyFrom(self._seal(header, record))
        return LogRecord(
            table_id=header.table_id,
            record_id=header.record_id,
            data=message.SerializeToString(),
            headers=_in_clear(header),
        )

    def header(self, stored: LogRecord) -> Header:
        """What stands in clear."""
        got = {name.lower(): value for name, value in stored.headers.items()}
        try:
            return Header(
                version=int(got["riverbus-version"]),
                record_id=stored.record_id,
                kind=Kind(got["riverbus-kind"]),
                table_id=got["riverbus-table"],
                hand_id=got.get("riverbus-hand", ""),
                epoch=int(got["riverbus-epoch"]),
                sequence=int(got["riverbus-sequence"]),
                attempt=int(got.get("riverbus-attempt", "0")),
            )
        except (KeyError, ValueError) as error:
            raise UnreadableHeader from error

    def opens(self, stored: LogRecord) -> bool:
        """By the key's id."""
        try:
            sealed = log_pb2.LogRecord.FromString(stored.data).sealed
        except DecodeError:
            return True  # no key is missing: the replay fails, and is counted (SEAMS 13)
        return not sealed.key_id or sealed.key_id in self._keys.ids

    def decode(self, stored: LogRecord) -> Entry:
        """The whole entry."""
        message = log_pb2.LogRecord.FromString(stored.data)
        header = msgspec.structs.replace(self.header(stored), at_ms=message.at_ms)
        setup: HandSetup | None = None
        happened: tuple[Event, ...] = ()
        if message.HasField("sealed"):
            plain = self._keys.open(
                message.sealed, header.table_id, header.hand_id, header.record_id
            )
            secret = log_pb2.Secret.FromString(plain)
            if secret.setup:
                setup = _tolerant(secret.setup, HandSetup)
                happened = _tolerant(secret.happened, tuple[Event, ...])
            elif secret.happened:
                happened = _events.decode(secret.happened)
        record = Record(
            at_ms=message.at_ms,
            checkpoint=header.kind is Kind.CHECKPOINT,
            changes=tuple(
                Change(
                    change.part,
                    change.key,
                    _part(change.part, change.value) if change.value else None,
                )
                for change in message.changes
                if change.part in _decoders
            ),
            setup=setup,
            happened=happened,
            booked=tuple(Booked(one.intent_id, one.amount) for one in message.booked),
        )
        return Entry(header=header, record=record, owner=message.owner)

    def money(self, stored: LogRecord) -> Record | None:
        """Without cards, seats and answers: most records are not even parsed."""
        if not any(part in stored.data for part in MONEY):
            return None
        message = log_pb2.LogRecord.FromString(stored.data)
        return Record(
            at_ms=message.at_ms,
            checkpoint=message.kind == KINDS[Kind.CHECKPOINT],
            changes=tuple(
                Change(c.part, c.key, _part(c.part, c.value) if c.value else None)
                for c in message.changes
                if c.part.encode() in MONEY
            ),
            booked=tuple(Booked(one.intent_id, one.amount) for one in message.booked),
        )

    def _seal(self, header: Header, record: Record) -> log_pb2.Sealed:
        secret = log_pb2.Secret(
            setup=_encode(record.setup) if record.setup is not None else b"",
            happened=_encode(record.happened) if record.happened else b"",
        )
        return self._keys.seal(
            secret.SerializeToString(), header.table_id, header.hand_id, header.record_id
        )


def stored_event(stored: LogRecord) -> bytes | None:
    """The public event of a stored record as it was published; None: it made nothing public."""
    message = log_pb2.LogRecord.FromString(stored.data)
    return message.event.SerializeToString() if message.HasField("event") else None


def _part(part: str, value: bytes) -> Any:
    if part == "settings":
        return _tolerant(value, TableSettings)
    return _decoders[part].decode(value)


def _tolerant(value: bytes, kind: Any) -> Any:
    """Rules and stakes refuse fields that they do not know; those of a newer release are left out.

    Rules that an older release does not know have, by convention, a default that changes nothing.
    """
    return msgspec.convert(_known_only(_plain.decode(value)), kind)


def _known_only(plain: Any) -> Any:
    if isinstance(plain, list):
        return [_known_only(one) for one in plain]
    if not isinstance(plain, dict):
        return plain
    found = {key: _known_only(one) for key, one in plain.items()}
    for name, strict in STRICT.items():
        if isinstance(found.get(name), dict):
            known = strict.__struct_fields__
            found[name] = {key: one for key, one in found[name].items() if key in known}
    return found


def _in_clear(header: Header) -> dict[str, str]:
    clear = {
        f"{PREFIX}Version": str(header.version),
        f"{PREFIX}Kind": header.kind.value,
        f"{PREFIX}Table": header.table_id,
        f"{PREFIX}Epoch": str(header.epoch),
        f"{PREFIX}Sequence": str(header.sequence),
    }
    if header.hand_id:
        clear[f"{PREFIX}Hand"] = header.hand_id
    if header.attempt:
        clear[f"{PREFIX}Attempt"] = str(header.attempt)
    return clear
