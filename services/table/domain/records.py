"""What a decision leaves in the log, and how replay puts it back: it assigns and never judges."""

from collections.abc import Mapping
from operator import attrgetter
from typing import TypeVar

import msgspec

from riverbus.engine.events import Event
from riverbus.engine.hand import Hand
from riverbus.engine.setup import HandSetup
from riverbus.engine.state import State
from services.table.domain.errors import BrokenTable
from services.table.domain.facts import PublicEvent
from services.table.domain.state import Answer, Answered, Core, Intent, Seat, Table, TableSettings

Part = Core | TableSettings | Seat | Intent | tuple[Answered, ...]
NESTED = frozenset({"hole", "up", "discards"})
"""Lists of lists in the engine's state; a test compares with copy.deepcopy."""
_everything = attrgetter(*State.__slots__)
_K = TypeVar("_K")
_P = TypeVar("_P", Seat, Intent, tuple[Answered, ...])


class Change(msgspec.Struct, frozen=True):
    """One part of the table as it is from here on; None: it is gone."""

    part: str
    key: str
    value: Part | None


class Booked(msgspec.Struct, frozen=True):
    """An intent's call was booked; `amount` was added or went home."""

    intent_id: str
    amount: int = 0


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """What one command changed; a checkpoint holds every part (SEAMS 2, 4)."""

    at_ms: int
    checkpoint: bool = False
    changes: tuple[Change, ...] = ()
    setup: HandSetup | None = None
    """A hand begins with it; only the log may know it."""
    happened: tuple[Event, ...] = ()
    """The engine's events with every card; only the log may know them."""
    event: PublicEvent | None = None
    booked: tuple[Booked, ...] = ()
    """Calls that the wallet booked, as this record tells (SEAMS 26)."""


class Decision(msgspec.Struct, frozen=True):
    """What a command comes to: the table after it, the record to append first, the answer.

    Without a record nothing changed, and the answer, if any, may go out at once.
    """

    table: Table
    record: Record | None = None
    answer: Answer | None = None


def apply(table: Table | None, record: Record) -> Table:
    """The table after a record. The first record of a table is a checkpoint."""
    if record.checkpoint:
        parts: dict[str, dict[str, Part | None]] = {}
        for change in record.changes:
            parts.setdefault(change.part, {})[change.key] = change.value
        core, settings = parts["core"][""], parts["settings"][""]
        waiting = parts["settings"].get("next")
        if not isinstance(core, Core) or not isinstance(settings, TableSettings):
            raise BrokenTable("A checkpoint has no core or no settings.")
        return Table(
            settings=settings,
            next_settings=waiting if isinstance(waiting, TableSettings) else None,
            core=core,
            seats=_seats(parts.get("seat", {})),
            intents=_intents(parts.get("intent", {})),
            memory=_memory(parts.get("memory", {})),
            hand=None,
        )
    if table is None:
        raise BrokenTable("The log begins without a checkpoint.")
    core, settings, waiting = table.core, table.settings, table.next_settings
    seats, intents, memory = dict(table.seats), dict(table.intents), dict(table.memory)
    for change in record.changes:
        value = change.value
        if isinstance(value, Core):
            core = value
        elif isinstance(value, TableSettings):
            if change.key:
                waiting = value
            else:
                settings = value
        elif isinstance(value, Seat):
            seats[int(change.key)] = value
        elif isinstance(value, Intent):
            intents[change.key] = value
        elif value is not None:
            memory[change.key] = value
        elif change.part == "settings":
            waiting = None
        elif change.part == "seat":
            seats.pop(int(change.key), None)
        elif change.part == "intent":
            intents.pop(change.key, None)
        elif change.part == "memory":
            memory.pop(change.key, None)
    hand = _hand(table.hand, record) if core.hand_id else None
    return Table(
        settings=settings,
        next_settings=waiting,
        core=core,
        seats=seats,
        intents=intents,
        memory=memory,
        hand=hand,
    )


def difference(before: Table, after: Table) -> tuple[Change, ...]:
    """The parts that changed, whole."""
    changes: list[Change] = []
    if after.settings != before.settings:
        changes.append(Change("settings", "", after.settings))
    if after.next_settings != before.next_settings:
        changes.append(Change("settings", "next", after.next_settings))
    if after.core != before.core:
        changes.append(Change("core", "", after.core))
    changes += _changed("seat", before.seats, after.seats)
    changes += _changed("intent", before.intents, after.intents)
    changes += _changed("memory", before.memory, after.memory)
    return tuple(changes)


def everything(table: Table) -> tuple[Change, ...]:
    """All parts, for a checkpoint; there is no hand in progress then."""
    if table.hand is not None:
        raise BrokenTable("A checkpoint stands between hands.")
    return (
        Change("settings", "", table.settings),
        Change("settings", "next", table.next_settings),
        Change("core", "", table.core),
        *(Change("seat", str(key), seat) for key, seat in table.seats.items()),
        *(Change("intent", key, intent) for key, intent in table.intents.items()),
        *(Change("memory", key, answered) for key, answered in table.memory.items()),
    )


def _changed(part: str, before: Mapping[_K, _P], after: Mapping[_K, _P]) -> list[Change]:
    if before is after:
        return []
    changed = [
        Change(part, str(key), value)
        for key, value in after.items()
        if before.get(key) is not value and before.get(key) != value
    ]
    return changed + [Change(part, str(key), None) for key in before if key not in after]


def fork(hand: Hand) -> Hand:
    """A copy to work on: the old one is what views see until the record is durable (SEAMS 7)."""
    copy = object.__new__(Hand)
    for name, value in zip(State.__slots__, _everything(hand), strict=True):
        if type(value) is list:
            value = [part[:] for part in value] if name in NESTED else value[:]
        setattr(copy, name, value)
    return copy


def _hand(hand: Hand | None, record: Record) -> Hand | None:
    if record.setup is not None:
        hand = Hand(record.setup)
    elif hand is not None and record.happened:
        hand = fork(hand)
    if record.happened:
        if hand is None:
            raise BrokenTable("Events of a hand that did not begin.")
        for event in record.happened:
            hand.apply(event)
    return hand


def _seats(parts: Mapping[str, Part | None]) -> dict[int, Seat]:
    return {int(key): value for key, value in parts.items() if isinstance(value, Seat)}


def _intents(parts: Mapping[str, Part | None]) -> dict[str, Intent]:
    return {key: value for key, value in parts.items() if isinstance(value, Intent)}


def _memory(parts: Mapping[str, Part | None]) -> dict[str, tuple[Answered, ...]]:
    return {key: value for key, value in parts.items() if isinstance(value, tuple)}
