"""One connection's place in one table's stream: what was sent, what waits, what is missing.

The rule: a viewer gets a snapshot or a replay, then every later event once, in order, each with the
viewer's private part. Whatever is in doubt is read again from the owner.
"""

from collections import OrderedDict, deque

from msgspec import UNSET, UnsetType

from services.gateway.app.connection import Connection
from services.gateway.app.ports import FrameEncoder, Part
from services.gateway.app.seats import Seats
from services.gateway.domain import frames as f
from services.gateway.domain.wire import Form

WAITING_EVENTS = 1_000
PARTS_KEPT = 64


class EncodedEvent:
    """A public event with its shared bytes, made once per form when first needed."""

    __slots__ = ("_encoder", "_pieces", "_plain", "event", "private", "resync")

    def __init__(self, event: f.PublicEvent, encoder: FrameEncoder) -> None:
        self.event = event
        self.private = frozenset(event.private_seats)
        self.resync = any(fact.owner_changed is not UNSET for fact in event.facts)
        self._encoder = encoder
        self._pieces: dict[Form, bytes] = {}
        self._plain: dict[Form, bytes] = {}

    def frame(self, form: Form, own: f.PrivateView | UnsetType) -> bytes:
        """The bytes for one viewer."""
        if own is UNSET and form in self._plain:
            return self._plain[form]
        piece = self._pieces.get(form)
        if piece is None:
            piece = self._pieces[form] = self._encoder.public_piece(self.event, form)
        data = self._encoder.event_frame(piece, own, form)
        if own is UNSET:
            self._plain[form] = data
        return data


class PartBox:
    """The latest private parts of one account at one table, by sequence."""

    def __init__(self) -> None:
        self._parts: OrderedDict[int, Part] = OrderedDict()

    def put(self, part: Part) -> None:
        """Keep it; a part of an older epoch never replaces a newer one's."""
        held = self._parts.get(part.sequence)
        if held is not None and held.epoch > part.epoch:
            return
        self._parts[part.sequence] = part
        while len(self._parts) > PARTS_KEPT:
            self._parts.popitem(last=False)

    def take(self, sequence: int, epoch: int) -> Part | None:
        """The part of this very event."""
        part = self._parts.get(sequence)
        return part if part is not None and part.epoch == epoch else None


class Viewer:
    """A connection that follows a table."""

    def __init__(self, connection: Connection, parts: PartBox) -> None:
        self.connection = connection
        self.parts = parts
        self.sequence = -1
        self.epoch = 0
        self.catching_up = True
        self.told_away = False
        """Told that the table does not answer, and not yet that it does again."""
        self.waiting: deque[EncodedEvent] = deque()

    @property
    def last(self) -> int:
        """Sequence of the last event that is here, sent or waiting."""
        return self.waiting[-1].event.sequence if self.waiting else self.sequence

    def offer(self, event: EncodedEvent) -> bool:
        """Queue a live event; False when something is missing before it."""
        number = event.event.sequence
        if not self.catching_up:
            last = self.last
            if number <= last:
                return True
            if number != last + 1:
                self.waiting.append(event)
                return False
        self.waiting.append(event)
        if len(self.waiting) > WAITING_EVENTS:
            self.waiting.popleft()
        return True

    def pump(self, seats: Seats) -> bool:
        """Send what can be sent; False when the first in line waits for its private part."""
        while self.waiting and not self.catching_up:
            first = self.waiting[0]
            number = first.event.sequence
            if number <= self.sequence:
                self.waiting.popleft()
                continue
            own: f.PrivateView | UnsetType = UNSET
            seat = seats.seat_of(self.connection.account_id, number) if first.private else 0
            if seat in first.private:
                part = self.parts.take(number, first.event.epoch)
                if part is None:
                    return False
                own = part.view
            self.waiting.popleft()
            self.send(first, own)
        return True

    def send(self, event: EncodedEvent, own: f.PrivateView | UnsetType) -> None:
        """Send one event and move on to it."""
        self.sequence = event.event.sequence
        self.epoch = max(self.epoch, event.event.epoch)
        self.connection.send_bytes(event.frame(self.connection.form, own))

    def settle(self) -> bool:
        """After a snapshot or replay: drop what it holds. False when a gap is left."""
        while self.waiting and self.waiting[0].event.sequence <= self.sequence:
            self.waiting.popleft()
        expected = self.sequence
        for event in self.waiting:
            expected += 1
            if event.event.sequence != expected:
                return False
        return True
