"""What a scenario is played on: a table that takes deeds and tells facts, engine or full table."""

from collections.abc import Mapping
from typing import Protocol

from riverbus.engine import events as ev
from riverbus.engine.hand import Hand
from riverbus.engine.lineup import HandPlan
from riverbus.sim.scenario.deck import Decks
from riverbus.sim.scenario.model import Act, Level, Prepare, SeatStep


class PlayedHand:
    """A hand with its plan, its events and the names of its seats."""

    def __init__(self, hand: Hand, plan: HandPlan, names: Mapping[int, str]) -> None:
        self.hand = hand
        self.plan = plan
        self.names = dict(names)
        self.events: list[ev.Event] = []
        self.finished = False
        """Its stacks have gone back to the seats."""

    @property
    def over(self) -> bool:
        """Whether all is paid, or the hand was cancelled."""
        return self.hand.over

    def seat_of(self, name: str) -> int:
        """The seat of a player who was dealt in; 0 for others."""
        return next((seat for seat, known in self.names.items() if known == name), 0)


class Room(Protocol):
    """A table under a scenario. Refused deeds raise core RoomError and change nothing."""

    hands: list[PlayedHand]

    def deal(self, decks: Decks) -> None:
        """Begins the next hand."""
        ...

    def act(self, deed: Act) -> None:
        """A player acts."""
        ...

    def settle_choices(self, waits_for: str = "") -> None:
        """Lets the defaults happen at the showdown, up to this player's choice."""
        ...

    def prepare(self, deed: Prepare) -> None:
        """A player decides in advance."""
        ...

    def pass_time(self, seconds: int) -> None:
        """Time passes."""
        ...

    def line(self, name: str, connected: bool) -> None:
        """A connection goes or comes back."""
        ...

    def seat_step(self, deed: SeatStep) -> None:
        """Sits out, sits in, posts, waits, joins, leaves, adds."""
        ...

    def level(self, deed: Level) -> None:
        """The next hands' stakes."""
        ...

    def cancel(self) -> None:
        """The operator cancels the hand."""
        ...

    def seats(self) -> dict[str, int]:
        """Seat numbers by name, of who sits now."""
        ...

    def stack(self, name: str) -> int:
        """Chips behind, now."""
        ...

    def clock_s(self, name: str) -> int:
        """Seconds left to act; 0 when it is not the player's turn."""
        ...

    def bank_s(self, name: str) -> int:
        """Seconds in the time bank."""
        ...

    def protection(self, name: str) -> int:
        """Disconnection all-ins left."""
        ...
