"""The auditor's model of cards: in one hand each card is in one place, whoever owns the table.

A takeover that dealt from another deck would show a card twice, or a player more cards than dealt.
"""

from collections.abc import Iterator

from msgspec import UNSET

from services.gateway.domain import frames as f

BOARD = 0
HELD = {
    f.Game.HOLDEM: 2, f.Game.OMAHA: 4, f.Game.OMAHA8: 4, f.Game.STUD: 7, f.Game.STUD8: 7,
    f.Game.STUD5: 5, f.Game.DRAW: 8,
}  # fmt: skip
"""Cards that one player sees as his own in a hand; in draw with up to three new ones."""


class CardModel:
    """Where every card was seen, by hand."""

    def __init__(self) -> None:
        self._places: dict[str, dict[str, int]] = {}

    def snapshot(self, view: f.TableView) -> Iterator[str]:
        """Faults that a snapshot shows."""
        if not view.hand_id or view.info is UNSET:
            return
        yield from self._see(view.hand_id, BOARD, view.board)
        for seat in view.seats:
            yield from self._see(view.hand_id, seat.seat, seat.up_cards + seat.shown_cards)
        if view.own is not UNSET:
            yield from self._own(view.hand_id, view.own, view.info.game)

    def event(self, frame: f.TableEvent, game: f.Game) -> Iterator[str]:
        """Faults that an event with its private part shows."""
        event = frame.event
        if event is UNSET or not event.hand_id:
            return
        for fact in event.facts:
            if fact.board_dealt is not UNSET:
                yield from self._see(event.hand_id, BOARD, fact.board_dealt.board)
            elif fact.dealt is not UNSET and fact.dealt.up:
                yield from self._see(event.hand_id, fact.dealt.seat, fact.dealt.cards)
            elif fact.shown is not UNSET:
                yield from self._see(event.hand_id, fact.shown.seat, fact.shown.cards)
        if frame.own is not UNSET:
            yield from self._own(event.hand_id, frame.own, game)

    def _own(self, hand_id: str, own: f.PrivateView, game: f.Game) -> Iterator[str]:
        yield from self._see(hand_id, own.seat, own.cards)
        held = sum(place == own.seat for place in self._places.get(hand_id, {}).values())
        if held > HELD.get(game, 52):
            yield f"seat {own.seat} saw {held} cards of its own in hand {hand_id}"

    def _see(self, hand_id: str, place: int, cards: str) -> Iterator[str]:
        places = self._places.setdefault(hand_id, {})
        for start in range(0, len(cards), 2):
            card = cards[start : start + 2]
            if places.setdefault(card, place) != place:
                yield f"{card} was at {places[card]} and at {place} in hand {hand_id}"
