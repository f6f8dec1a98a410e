"""A finished hand as exporters walk through it; made from what its reader may see."""

from collections.abc import Iterator

import msgspec

from riverbus.core.cards import cards
from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.games import PLANS
from riverbus.engine.hand_text import NO_LOW_YET, hand_text
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.table.v1 import events_pb2, log_pb2
from services.table.adapters.codec import GAMES

_GAMES = {number: game for game, number in GAMES.items()}
HIDDEN = "??"
BOARD_GAMES = (types_pb2.GAME_HOLDEM, types_pb2.GAME_OMAHA, types_pb2.GAME_OMAHA8)
STUD_GAMES = (types_pb2.GAME_STUD, types_pb2.GAME_STUD8, types_pb2.GAME_STUD5)


class FormatNotForGame(RoomError):
    """Raised when a format has no words for the hand: its game, its posts, its cancellation."""

    code = "format_not_for_game"
    kind = ErrorKind.INVALID
    sentence = "That format has no words for this hand."


class Showing(msgspec.Struct, frozen=True):
    """A hand at the showdown with all its cards; without cards it was mucked."""

    seat: int
    cards: str = ""
    text: str = ""


class Player(msgspec.Struct):
    """Who was dealt in; `order` counts from 1, clockwise from the left of the button."""

    order: int
    seat: int
    name: str
    account_id: str
    stack: int
    end: int = 0
    cards: str = ""


class Story:
    """The hand's players, its facts in order, its totals."""

    def __init__(self, hand: log_pb2.ArchivedHand) -> None:
        self.hand = hand
        self.info = hand.info
        self.players: dict[int, Player] = {}
        self.button = 0
        self.rake = 0
        self.cancelled = False
        names = {seat.seat: seat for seat in hand.seats}
        for fact in self.facts():
            if fact.HasField("hand_started"):
                self.button = fact.hand_started.button
                for order, dealt in enumerate(fact.hand_started.seats, 1):
                    known = names.get(dealt.seat)
                    self.players[dealt.seat] = Player(
                        order=order,
                        seat=dealt.seat,
                        name=known.name if known is not None else f"Seat {dealt.seat}",
                        account_id=known.account_id if known is not None else "",
                        stack=dealt.stack,
                        end=dealt.stack,
                    )
            elif fact.HasField("hand_ended"):
                self.rake = fact.hand_ended.rake
                for stack in fact.hand_ended.stacks:
                    self.players[stack.seat].end = stack.stack
            elif fact.HasField("hand_cancelled"):
                self.cancelled = True
            elif fact.HasField("dealt") and fact.dealt.cards:
                self.players[fact.dealt.seat].cards += fact.dealt.cards

    @property
    def stakes(self) -> types_pb2.Stakes:
        """The stakes of the hand itself."""
        for fact in self.facts():
            if fact.HasField("hand_started"):
                return fact.hand_started.stakes
        return self.info.stakes

    def facts(self) -> Iterator[events_pb2.Fact]:
        """All facts in order."""
        return (fact for event in self.hand.events for fact in event.facts)

    def showdown(self) -> list[Showing]:
        """Who showed and who mucked, in order, once no card was to come any more.

        Hands are turned up before a run-out; other programs expect them after the last street.
        """
        found: dict[int, Showing] = {}
        board = ""
        for fact in self.facts():
            if fact.HasField("board_dealt"):
                board = fact.board_dealt.board
            elif fact.HasField("shown"):
                shown = fact.shown
                words = f"{shown.high}; low {shown.low}" if shown.low else shown.high
                found[shown.seat] = Showing(shown.seat, shown.cards, words)
            elif fact.HasField("mucked"):
                found[fact.mucked.seat] = Showing(fact.mucked.seat)
            elif fact.HasField("dealt") and fact.dealt.seat in found:
                before = found[fact.dealt.seat]
                found[before.seat] = msgspec.structs.replace(
                    before, cards=before.cards + fact.dealt.cards
                )
        return [
            one if one.text or not one.cards else self._in_words(one, board)
            for one in found.values()
        ]

    def _in_words(self, one: Showing, board: str) -> Showing:
        plan = PLANS[_GAMES[self.info.game]]
        high, low = hand_text(plan, cards(one.cards), cards(board))
        told = f"{high}; low {low}" if low and low != NO_LOW_YET else high
        return msgspec.structs.replace(one, text=told or "unfinished hand")

    def in_order(self) -> list[Player]:
        """Players clockwise from the left of the button."""
        return sorted(self.players.values(), key=lambda player: player.order)


def spaced(cards: str) -> str:
    """'As Kd' for 'AsKd'."""
    return " ".join(cards[at : at + 2] for at in range(0, len(cards), 2))
