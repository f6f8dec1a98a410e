"""A table as a client sees it: a snapshot, then facts applied by assignment, never by rules."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from services.gateway.domain import frames as f


class Mirror:
    """The table of one client."""

    def __init__(self) -> None:
        self.table_id = ""
        self.epoch = 0
        self.sequence = -1
        self.info = f.TableInfo()
        self.state = f.TableState.UNSPECIFIED
        self.hand_id = ""
        self.game = f.Game.UNSPECIFIED
        self.button = 0
        self.street = f.Street.UNSPECIFIED
        self.board = ""
        self.pots: tuple[f.Pot, ...] = ()
        self.seats: dict[int, f.SeatView] = {}
        self.turn: f.Turn | None = None
        self.own = f.PrivateView()
        self.hands_ended = 0

    def load(self, view: f.TableView) -> None:
        """Start from a snapshot."""
        self.table_id, self.epoch, self.sequence = view.table_id, view.epoch, view.sequence
        if view.info is not UNSET:
            self.info = view.info
            self.game = view.info.game
        self.state, self.hand_id, self.button = view.state, view.hand_id, view.button
        self.street, self.board, self.pots = view.street, view.board, view.pots
        self.seats = {seat.seat: seat for seat in view.seats}
        self.turn = None if view.turn is UNSET else view.turn
        self.own = f.PrivateView() if view.own is UNSET else view.own

    def apply(self, frame: f.TableEvent) -> bool:
        """Move on by one event; False when one is missing before it."""
        event = frame.event
        if event is UNSET or event.sequence <= self.sequence:
            return True
        if self.sequence >= 0 and event.sequence != self.sequence + 1:
            return False
        self.epoch, self.sequence = event.epoch, event.sequence
        for fact in event.facts:
            self._apply(fact, event.hand_id)
        if frame.own is not UNSET:
            self.own = frame.own
        return True

    @property
    def pot(self) -> int:
        """All chips in the middle and in front."""
        collected = sum(pot.amount for pot in self.pots)
        return collected + sum(seat.bet for seat in self.seats.values())

    @property
    def mine(self) -> f.SeatView | None:
        """The own seat."""
        return self.seats.get(self.own.seat)

    def opponents(self) -> list[f.SeatView]:
        """Others who can still win the hand."""
        return [
            seat
            for seat in self.seats.values()
            if seat.in_hand and not seat.folded and seat.seat != self.own.seat
        ]

    def _seat(self, number: int, **changes: object) -> None:
        seat = self.seats.get(number) or f.SeatView(seat=number)
        self.seats[number] = replace(seat, **changes)

    def _apply(self, fact: f.Fact, hand_id: str) -> None:
        for name, change in _CHANGES.items():
            value = getattr(fact, name)
            if value is not UNSET:
                change(self, value, hand_id)
                return

    def _hand_started(self, m: f.HandStarted, _: str) -> None:
        self.hand_id, self.button, self.game = m.hand_id, m.button, m.game
        self.board, self.pots, self.turn = "", (), None
        self.street = f.Street.UNSPECIFIED
        dealt = {seat.seat: seat.stack for seat in m.seats}
        for number, seat in list(self.seats.items()):
            self.seats[number] = replace(
                seat,
                stack=dealt.get(number, seat.stack),
                bet=0,
                in_hand=number in dealt,
                folded=False,
                all_in=False,
                down_cards=0,
                up_cards="",
                shown_cards="",
                last_verb=f.Verb.UNSPECIFIED,
            )

    def _posted(self, m: f.Posted, _: str) -> None:
        self._seat(m.seat, bet=m.bet, stack=m.stack, all_in=m.all_in)

    def _dealt(self, m: f.Dealt, _: str) -> None:
        seat = self.seats.get(m.seat) or f.SeatView(seat=m.seat)
        if m.up:
            self._seat(m.seat, up_cards=seat.up_cards + m.cards)
        else:
            self._seat(m.seat, down_cards=seat.down_cards + m.count)

    def _street_started(self, m: f.StreetStarted, _: str) -> None:
        self.street = m.street
        for number in list(self.seats):
            self._seat(number, bet=0, last_verb=f.Verb.UNSPECIFIED)

    def _board_dealt(self, m: f.BoardDealt, _: str) -> None:
        self.board = m.board

    def _acted(self, m: f.Acted, _: str) -> None:
        folded = m.verb is f.Verb.FOLD
        seat = self.seats.get(m.seat) or f.SeatView(seat=m.seat)
        self._seat(
            m.seat,
            bet=m.bet,
            stack=m.stack,
            all_in=m.all_in,
            last_verb=m.verb,
            folded=seat.folded or folded,
        )

    def _drew(self, m: f.Drew, _: str) -> None:
        self._seat(m.seat, drew=m.count, last_verb=f.Verb.DRAW)

    def _returned(self, m: f.Returned, _: str) -> None:
        seat = self.seats.get(m.seat) or f.SeatView(seat=m.seat)
        self._seat(m.seat, bet=max(0, seat.bet - m.amount), stack=m.stack)

    def _pots_made(self, m: f.PotsMade, _: str) -> None:
        self.pots = m.pots
        for number in list(self.seats):
            self._seat(number, bet=0)

    def _shown(self, m: f.Shown, _: str) -> None:
        self._seat(m.seat, shown_cards=m.cards)

    def _awarded(self, m: f.Awarded, _: str) -> None:
        self._seat(m.seat, stack=m.stack)

    def _over(self, m: f.HandEnded | f.HandCancelled, _: str) -> None:
        for each in m.stacks:
            self._seat(each.seat, stack=each.stack)
        for number in list(self.seats):
            self._seat(number, bet=0, in_hand=False)
        self.turn, self.hand_id, self.pots = None, "", ()
        self.own = replace(self.own, cards="", legal=UNSET)
        self.hands_ended += 1

    def _turn_started(self, m: f.Turn, _: str) -> None:
        self.turn = m

    def _turn_ended(self, _m: f.TurnEnded, _: str) -> None:
        self.turn = None

    def _seat_changed(self, m: f.SeatChanged, _: str) -> None:
        if m.seat is not UNSET:
            self.seats[m.seat.seat] = m.seat

    def _state_changed(self, m: f.TableStateChanged, _: str) -> None:
        self.state = m.state


_CHANGES: dict[str, Callable[[Mirror, Any, str], None]] = {
    "hand_started": Mirror._hand_started,
    "posted": Mirror._posted,
    "dealt": Mirror._dealt,
    "street_started": Mirror._street_started,
    "board_dealt": Mirror._board_dealt,
    "acted": Mirror._acted,
    "drew": Mirror._drew,
    "returned": Mirror._returned,
    "pots_made": Mirror._pots_made,
    "shown": Mirror._shown,
    "awarded": Mirror._awarded,
    "hand_ended": Mirror._over,
    "hand_cancelled": Mirror._over,
    "turn_started": Mirror._turn_started,
    "turn_ended": Mirror._turn_ended,
    "seat_changed": Mirror._seat_changed,
    "table_state_changed": Mirror._state_changed,
}
