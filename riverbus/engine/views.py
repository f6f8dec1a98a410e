"""What each pair of eyes may see of a hand, from a positive list (INT-05).

A viewer is a seat, SPECTATOR or OPERATOR. Nobody, operators included, sees a down card of another
player before it is shown; an operator sees all cards once the hand is over.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from riverbus.core.games import Street
from riverbus.engine import events as ev
from riverbus.engine.actions import LegalActions
from riverbus.engine.hand import Hand, Step
from riverbus.engine.hand_text import hand_text
from riverbus.engine.state import State

SPECTATOR = 0
OPERATOR = -1


class SeatView(msgspec.Struct, frozen=True):
    """One seat in the hand."""

    seat: int
    stack: int
    bet: int
    folded: bool
    all_in: bool
    protected: bool
    down_cards: int
    """Cards held face down."""
    up_cards: tuple[int, ...]
    cards: tuple[int, ...]
    """All cards of the seat where these eyes may see them; else empty."""
    shown: bool
    drew: int
    """Draw: cards drawn; -1 before."""
    won: int


class OwnView(msgspec.Struct, frozen=True):
    """What only the player may know."""

    cards: tuple[int, ...]
    high: str
    low: str
    legal: LegalActions | None
    """Open actions; None when the player has nothing to decide."""


class HandView(msgspec.Struct, frozen=True):
    """The hand as one viewer may see it."""

    street: Street | None
    board: tuple[int, ...]
    pots: tuple[ev.Pot, ...]
    pot_total: int
    button: int
    turn: int
    price: int
    step: Step
    seats: tuple[SeatView, ...]
    own: OwnView | None


def view_hand(hand: Hand, viewer: int) -> HandView:
    """The hand for these eyes: a seat number, SPECTATOR or OPERATOR."""
    street = hand.plan.streets[hand.street].street if hand.street >= 0 else None
    if hand.show_order is not None:
        street = Street.SHOWDOWN
    return HandView(
        street=street,
        board=tuple(hand.board),
        pots=hand.pots,
        pot_total=hand.total,
        button=hand.setup.button,
        turn=hand.turn_seat,
        price=hand.price,
        step=hand.next_step,
        seats=tuple(_seat_view(hand, at, viewer) for at in range(hand.n)),
        own=own_view(hand, viewer),
    )


def own_view(hand: Hand, seat: int) -> OwnView | None:
    """A player's private part; None for a seat that is not in the hand."""
    at = hand.position[seat] if 0 < seat < len(hand.position) else -1
    if at < 0:
        return None
    legal = None
    if hand.turn_seat == seat or (hand.turn < 0 and hand.chooser == seat):
        legal = hand.legal_actions(seat)
    high, low = ("", "") if hand.folded[at] else hand_text(hand.plan, hand.hole[at], hand.board)
    return OwnView(tuple(hand.hole[at]), high, low, legal)


def _seat_view(state: State, at: int, viewer: int) -> SeatView:
    return SeatView(
        seat=state.seats[at],
        stack=state.stack[at],
        bet=state.bet[at],
        folded=state.folded[at],
        all_in=state.all_in[at],
        protected=state.protected[at],
        down_cards=len(state.hole[at]) - len(state.up[at]),
        up_cards=tuple(state.up[at]),
        cards=_visible(state, at, viewer),
        shown=state.shown[at],
        drew=state.drew[at],
        won=state.won[at],
    )


def _visible(state: State, at: int, viewer: int) -> tuple[int, ...]:
    own = viewer == state.seats[at]
    if own or state.shown[at] or (viewer == OPERATOR and state.over):
        return tuple(state.hole[at])
    return ()


def history_cards(state: State, viewer: int) -> dict[int, tuple[int, ...]]:
    """Whole hands that the history of a finished hand shows to the viewer, by seat (SHO-04).

    Shown hands to all; to a player of the hand also who called and mucked at the showdown, where
    the house says so; folded hands to their owner and operators only.
    """
    if not state.over:
        return {}
    took_part = viewer in state.seats
    tell = took_part and state.rules.history_shows_called == "participants"
    found: dict[int, tuple[int, ...]] = {}
    for at in range(state.n):
        called = tell and state.mucked[at] and state.show_order is not None
        cards = tuple(state.hole[at]) if called else _visible(state, at, viewer)
        if cards:
            found[state.seats[at]] = cards
    return found


# -- events --------------------------------------------------------------------------------------


def _dealt(event: ev.Dealt, viewer: int) -> ev.Event:
    if event.up or event.seat == viewer:
        return event
    return ev.Dealt(event.seat, event.count, (), False)


def _drew(event: ev.Drew, viewer: int) -> ev.Event:
    if event.seat == viewer:
        return event
    return ev.Drew(event.seat, event.count, (), (), event.turn)


def _burned(event: ev.Burned, viewer: int) -> ev.Event:
    return ev.Burned(())


def _deck_mixed(event: ev.DeckMixed, viewer: int) -> ev.Event:
    return ev.DeckMixed(event.count, ())


def _whole(event: ev.Event, viewer: int) -> ev.Event:
    return event


_SEEN: dict[type, Callable[[Any, int], ev.Event]] = {
    ev.HandStarted: _whole,
    ev.Posted: _whole,
    ev.Dealt: _dealt,
    ev.Burned: _burned,
    ev.BoardDealt: _whole,
    ev.DeckMixed: _deck_mixed,
    ev.StreetStarted: _whole,
    ev.RoundStarted: _whole,
    ev.Acted: _whole,
    ev.Drew: _drew,
    ev.Returned: _whole,
    ev.PotsMade: _whole,
    ev.ShowdownStarted: _whole,
    ev.Shown: _whole,
    ev.Mucked: _whole,
    ev.Raked: _whole,
    ev.Awarded: _whole,
    ev.HandEnded: _whole,
    ev.HandCancelled: _whole,
}


def event_for(event: ev.Event, viewer: int) -> ev.Event:
    """The event as the viewer may see it; a kind that is not listed raises KeyError."""
    return _SEEN[type(event)](event, viewer)


def public_event(event: ev.Event) -> ev.Event:
    """The event as everybody may see it."""
    return _SEEN[type(event)](event, SPECTATOR)


def private_seats(event: ev.Event) -> tuple[int, ...]:
    """Seats that see more of the event than everybody does."""
    if (isinstance(event, ev.Dealt) and not event.up) or (
        isinstance(event, ev.Drew) and event.count
    ):
        return (event.seat,)
    return ()
