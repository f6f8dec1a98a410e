"""The card scanner: whatever one viewer is sent, no card may be in it that these eyes may not see.

It reads any string of a frame, wherever it stands, for cards; allowed are the viewer's own and
those that a reveal (board, face-up deal, showdown) has turned up in this hand.
"""

import re
from collections.abc import Iterator
from typing import Any

CARDS = re.compile(r"(?:[2-9TJQKA][cdhs])+")
WORD = re.compile(r"(?<![\w-])(?:[2-9TJQKA][cdhs])+(?![\w-])")
IDENTITY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}")


class Leak(AssertionError):
    """Raised for a card before the wrong eyes."""


def split(text: str) -> list[str]:
    """Cards of a text, two characters each."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def cards_in(value: Any) -> Iterator[str]:
    """Every card in every string below, whatever its field is called."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from cards_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cards_in(inner)
    elif isinstance(value, str) and not IDENTITY.fullmatch(value):
        if CARDS.fullmatch(value):
            yield from split(value)
        else:
            for found in WORD.findall(value):
                yield from split(found)


class Scanner:
    """One viewer at one table; account "" is a spectator. Frames come as plain data, in order."""

    def __init__(self, account_id: str) -> None:
        self._account_id = account_id
        self._seat = 0
        self._allowed: set[str] = set()
        self._folded: set[int] = set()
        self.hand_id = ""
        self.hands = 0
        self.frames = 0
        self.holes: dict[tuple[str, int], str] = {}
        self.shown: dict[tuple[str, int], str] = {}

    def frame(self, frame: dict[str, Any]) -> None:
        """Raises Leak."""
        self.frames += 1
        if "snapshot" in frame:
            self._snapshot(frame["snapshot"]["view"])
        elif "event" in frame:
            for fact in frame["event"].get("event", {}).get("facts", []):
                self._reveal(fact)
            if "own" in frame["event"]:
                self._own(frame["event"]["own"])
        self._search(frame)

    def event(self, event: dict[str, Any]) -> None:
        """An event as everybody has it, without a frame around it."""
        self.frame({"event": {"event": event}})

    def _snapshot(self, view: dict[str, Any]) -> None:
        self.hand_id = view.get("hand_id", "")
        self._allowed = set(split(view.get("board", "")))
        for seat in view.get("seats", []):
            if seat.get("account_id") == self._account_id != "":
                self._seat = seat["seat"]
            self._allowed |= set(split(seat.get("up_cards", "") + seat.get("shown_cards", "")))
        if "own" in view:
            self._own(view["own"])

    def _reveal(self, fact: dict[str, Any]) -> None:
        if "hand_started" in fact:
            self.hand_id = fact["hand_started"]["hand_id"]
            self.hands += 1
            self._allowed, self._folded = set(), set()
        elif "seat_changed" in fact:
            seat = fact["seat_changed"]["seat"]
            if seat.get("account_id", "") == self._account_id != "":
                self._seat = seat["seat"]
            elif seat["seat"] == self._seat:
                self._seat = 0
        elif "board_dealt" in fact:
            self._allowed |= set(split(fact["board_dealt"]["cards"]))
        elif "dealt" in fact and fact["dealt"].get("up"):
            self._allowed |= set(split(fact["dealt"]["cards"]))
        elif "acted" in fact and fact["acted"].get("verb") == "fold":
            self._folded.add(fact["acted"]["seat"])
        elif "shown" in fact:
            self._show(fact["shown"])

    def _show(self, shown: dict[str, Any]) -> None:
        seat, cards = shown["seat"], shown.get("cards", "")
        if seat in self._folded:
            raise Leak(f"seat {seat} folded and was shown in {self.hand_id}")
        self.shown[self.hand_id, seat] = cards
        self._allowed |= set(split(cards))

    def _own(self, own: dict[str, Any]) -> None:
        seat, cards = own.get("seat", 0), own.get("cards", "")
        if cards and (not self._account_id or seat != self._seat):
            raise Leak(f"cards of seat {seat} to {self._account_id or 'a spectator'}")
        if cards and self.hand_id:
            self._allowed |= set(split(cards))
            self.holes[self.hand_id, seat] = cards

    def _search(self, data: dict[str, Any]) -> None:
        for card in cards_in(data):
            if card not in self._allowed:
                who = self._account_id or "a spectator"
                raise Leak(f"{card} before {who} in hand {self.hand_id}: {data}")
