"""What the players of a room see while it is broken: events, gaps, hands, changes of owner.

Fed with every frame of every bot. Times are time.monotonic(); an event's time is that of the first
bot that saw it.
"""

import time
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from msgspec import UNSET, Struct, field

from riverbus.bots.crowd import Place
from services.gateway.domain import frames as f

CAUSE_S = 6.0
"""A silence that begins so long after a fault still counts as its doing."""
LONGEST_THOUGHT_S = 60.0


class SeenHand(Struct):
    """A hand as it was seen."""

    table_id: str
    began: float
    streets: list[tuple[float, str]] = field(default_factory=list)
    ended: float = 0.0

    def street_at(self, moment: float) -> str:
        """Where the hand stood."""
        found = [name for at, name in self.streets if at <= moment]
        return found[-1] if found else "posting"


class SeenTable(Struct):
    """One table."""

    events: dict[int, float] = field(default_factory=dict)
    owners: list[float] = field(default_factory=list)
    epoch: int = 0
    thoughts: list[tuple[float, float]] = field(default_factory=list)
    """Begin and end of each time that a bot thought about its turn."""

    def owned(self, epoch: int, now: float) -> None:
        """An event or a snapshot of that epoch was seen."""
        if self.epoch and epoch > self.epoch:
            self.owners.append(now)
        self.epoch = max(self.epoch, epoch)


class SeenPlayer(Struct):
    """One bot's line."""

    table_id: str
    heard: list[float] = field(default_factory=list)
    sequence: int = -1
    fresh: list[float] = field(default_factory=list)


class Watcher:
    """Keeps it all; only the thread of the bots writes."""

    def __init__(self) -> None:
        self.tables: dict[str, SeenTable] = {}
        self.players: dict[int, SeenPlayer] = {}
        self.hands: dict[str, SeenHand] = {}
        self.doubled = 0
        self.missing = 0

    def take(self, place: Place, frame: f.ServerFrame) -> None:
        """One frame that reached one bot."""
        now = time.monotonic()
        player = self.players.setdefault(place.number, SeenPlayer(place.table_id))
        if frame.snapshot is not UNSET and frame.snapshot.view is not UNSET:
            view = frame.snapshot.view
            player.sequence = view.sequence
            player.heard.append(now)
            player.fresh.append(now)
            self.tables.setdefault(view.table_id, SeenTable()).owned(view.epoch, now)
        elif frame.event is not UNSET and frame.event.event is not UNSET:
            event = frame.event.event
            player.heard.append(now)
            if player.sequence >= 0 and event.sequence <= player.sequence:
                self.doubled += 1
                return
            if player.sequence >= 0 and event.sequence != player.sequence + 1:
                self.missing += 1
            player.sequence = event.sequence
            self._event(event, now)

    def thinks(self, table_id: str, seconds: float) -> None:
        """A bot at that table has its turn and thinks: silence of its own."""
        now = time.monotonic()
        self.tables.setdefault(table_id, SeenTable()).thoughts.append((now, now + seconds))

    def _event(self, event: f.PublicEvent, now: float) -> None:
        table = self.tables.setdefault(event.table_id, SeenTable())
        if event.sequence in table.events:
            return
        table.events[event.sequence] = now
        table.owned(event.epoch, now)
        for fact in event.facts:
            if fact.hand_started is not UNSET:
                self.hands[fact.hand_started.hand_id] = SeenHand(event.table_id, now)
            hand = self.hands.get(event.hand_id)
            if hand is None:
                continue
            if fact.street_started is not UNSET:
                hand.streets.append((now, str(fact.street_started.street)))
            elif fact.hand_ended is not UNSET or fact.hand_cancelled is not UNSET:
                hand.ended = now

    # -- questions ---------------------------------------------------------------------------

    def last_event(self, table_id: str) -> float:
        """When the table's newest event was seen; 0: never."""
        events = self.tables.get(table_id, SeenTable()).events
        return max(events.values(), default=0.0)

    def hands_at(self, moment: float, table_ids: set[str]) -> dict[str, str]:
        """Hands that ran then at these tables, with their streets."""
        return {
            hand_id: hand.street_at(moment)
            for hand_id, hand in list(self.hands.items())
            if hand.table_id in table_ids
            and hand.began <= moment
            and (not hand.ended or hand.ended > moment)
            and not self._followed(hand, moment)
        }

    def _followed(self, hand: SeenHand, moment: float) -> bool:
        """True where a later hand had begun by then: this one's end went unseen."""
        return any(
            other.table_id == hand.table_id and hand.began < other.began <= moment
            for other in list(self.hands.values())
        )

    def taken_over(self, since: float, until: float) -> set[str]:
        """Tables with a new owner in that time."""
        return {
            name
            for name, table in list(self.tables.items())
            if any(since <= at <= until for at in table.owners)
        }

    def table_pause(self, table_id: str, moment: float, until: float) -> float:
        """The table's longest silence that a fault at that moment may have caused, seconds."""
        table = self.tables.get(table_id, SeenTable())
        return longest_gap(sorted(table.events.values()), moment, until, table.thoughts)

    def player_pauses(self, numbers: set[int], moment: float, until: float) -> list[float]:
        """The same of these players' lines, snapshots counting as news."""
        return [
            longest_gap(
                self.players[n].heard, moment, until,
                self.tables.get(self.players[n].table_id, SeenTable()).thoughts,
            )
            for n in numbers
        ]  # fmt: skip


def longest_gap(
    times: list[float],
    moment: float,
    until: float,
    thoughts: Sequence[tuple[float, float]] = (),
) -> float:
    """The longest gap that contains the moment or begins within CAUSE_S after it.

    What a bot thought meanwhile is taken off: nobody waited for the room then.
    """
    start = max(0, bisect_right(times, moment) - 1)
    last = bisect_left(times, min(moment + CAUSE_S, until))
    gaps = [
        _without(thoughts, times[n], times[n + 1] if n + 1 < len(times) else until)
        for n in range(start, min(last, len(times)))
    ]
    return max(gaps, default=until - moment)


def _without(thoughts: Sequence[tuple[float, float]], begin: float, end: float) -> float:
    """The time between the two in which nobody thought."""
    left, at = 0.0, begin
    first = bisect_left(thoughts, (begin - LONGEST_THOUGHT_S, 0.0))
    for index in range(first, len(thoughts)):
        since, to = thoughts[index]
        if since >= end:
            break
        left += max(0.0, since - at)
        at = max(at, to)
    return left + max(0.0, end - at)
