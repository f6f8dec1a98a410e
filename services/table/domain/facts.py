"""What a table tells the world: the engine's facts without hidden cards, and the table's own.

`public` makes the public form from a positive list: what is not named here is not told (SE-05).
"""

from collections.abc import Iterable

import msgspec

from riverbus.engine import events
from riverbus.engine.actions import LegalActions, Verb
from services.table.domain.state import Advance, Options, SeatStatus, TableState


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as everybody may see it (proto: SeatView)."""

    seat: int
    account_id: str = ""
    name: str = ""
    avatar: str = ""
    status: SeatStatus | None = None
    connected: bool = True
    stack: int = 0
    bet: int = 0
    in_hand: bool = False
    folded: bool = False
    all_in: bool = False
    down_cards: int = 0
    up_cards: tuple[int, ...] = ()
    shown_cards: tuple[int, ...] = ()
    shown_text: str = ""
    last_verb: Verb | None = None
    drew: int = 0
    owes: str = ""
    until_ms: int = 0
    won: int = 0
    bank_ms: int = 0
    protected: bool = False


class TurnStarted(msgspec.Struct, frozen=True, kw_only=True, tag="turn_started"):
    """A player is asked to act, or the clock of the turn changed."""

    seat: int
    turn: int
    price: int
    deadline_ms: int
    duration_ms: int
    bank: bool = False


class TurnEnded(msgspec.Struct, frozen=True, tag="turn_ended"):
    """The turn is over without another one following."""


class SeatChanged(msgspec.Struct, frozen=True, tag="seat_changed"):
    """A seat as it is now."""

    seat: SeatView


class TableStateChanged(msgspec.Struct, frozen=True, tag="table_state_changed"):
    """The table's state changed."""

    state: TableState
    reason: str = ""


class OwnerChanged(msgspec.Struct, frozen=True, tag="owner_changed"):
    """Another process writes from here on."""

    owner: str
    epoch: int


class Note(msgspec.Struct, frozen=True, tag="note"):
    """Something worth telling that changes nothing."""

    code: str
    text: str = ""
    seat: int = 0


class ActedBecause(msgspec.Struct, frozen=True, tag="acted_because"):
    """An action with the reason for which the server acted; '' by the player."""

    acted: events.Acted
    reason: str = ""


TableFact = TurnStarted | TurnEnded | SeatChanged | TableStateChanged | OwnerChanged | Note
Fact = events.Event | ActedBecause | TableFact


class PublicEvent(msgspec.Struct, frozen=True, kw_only=True):
    """What one record made public."""

    epoch: int
    sequence: int
    at_ms: int
    hand_id: str = ""
    hand_number: int = 0
    facts: tuple[Fact, ...] = ()
    private_seats: tuple[int, ...] = ()
    trace_id: str = ""


class PrivateView(msgspec.Struct, frozen=True, kw_only=True):
    """What only the player in the seat may know, whole, after an event."""

    seat: int = 0
    cards: tuple[int, ...] = ()
    high: str = ""
    low: str = ""
    legal: LegalActions | None = None
    offers: tuple[Advance, ...] = ()
    advance: Advance | None = None
    options: Options | None = None
    protections_left: int = -1
    top_up_waiting: int = 0
    owes_live: int = 0
    owes_dead: int = 0


_SHOWN_AS_THEY_ARE = (
    events.HandStarted,
    events.Posted,
    events.BoardDealt,
    events.StreetStarted,
    events.Acted,
    events.Returned,
    events.PotsMade,
    events.Shown,
    events.Mucked,
    events.Raked,
    events.Awarded,
    events.HandEnded,
    events.HandCancelled,
)


def public(happened: Iterable[events.Event]) -> list[Fact]:
    """The facts that everybody may see, without the cards that are not for everybody."""
    told: list[Fact] = []
    for event in happened:
        if isinstance(event, _SHOWN_AS_THEY_ARE):
            told.append(event)
        elif isinstance(event, events.Dealt):
            told.append(event if event.up else msgspec.structs.replace(event, cards=()))
        elif isinstance(event, events.Burned):
            told.append(events.Burned(cards=()))
        elif isinstance(event, events.Drew):
            told.append(msgspec.structs.replace(event, discards=(), cards=()))
        elif isinstance(event, events.DeckMixed):
            told.append(msgspec.structs.replace(event, stub=()))
    return told
