"""One hand of poker from the deal to the last chip.

    hand = Hand(setup)            SetupError at the door
    events = hand.begin()         posts, cards, the first turn
    events = hand.act(seat, action)      a player's action: RuleError, or what followed from it
    events = hand.advance()       one automatic step: while hand.next_step is not Step.NONE

Pure: the deck and its second permutation come in, nothing else does.
"""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from riverbus.engine import events as ev
from riverbus.engine.actions import Action, LegalActions
from riverbus.engine.setup import HandSetup, verify_setup
from riverbus.engine.state import State


class Step(StrEnum):
    """What advance() would do next."""

    NONE = "none"
    """A player is to act, or the hand is over."""
    RUN_OUT = "run_out"
    """Deals the next street; nobody can bet any more."""
    SHOW = "show"
    """The next hand is shown or mucked; if `chooser` is set, that player may act first."""
    AWARD = "award"
    """Pays the next pot, the last side pot first."""
    END = "end"
    """Ends the hand; after a default win the winner (`chooser`) may show before it."""


class PotResult(msgspec.Struct, frozen=True):
    """A pot as it was settled: shares by seat, the rake beside them."""

    amount: int
    eligible: tuple[int, ...]
    shares: tuple[ev.DealtIn, ...]
    rake: int


class SeatResult(msgspec.Struct, frozen=True):
    """What a seat put in (posts and bets, gross), what came back uncalled, what it won."""

    seat: int
    contributed: int
    returned: int
    won: int
    stack: int


class HandResult(msgspec.Struct, frozen=True):
    """The settlement of a finished hand (SEAMS 21)."""

    seats: tuple[SeatResult, ...]
    pots: tuple[PotResult, ...]
    rake: int
    drop_reached: bool
    cancelled: bool


class Hand(State):
    """A hand in progress; every method that returns events has applied them."""

    __slots__ = ()

    def __init__(self, setup: HandSetup) -> None:
        verify_setup(setup)
        super().__init__(setup)

    @classmethod
    def replay(cls, setup: HandSetup, events: Iterable[ev.Event]) -> "Hand":
        """The hand after these events; no rule is evaluated."""
        hand = cls(setup)
        for event in events:
            hand.apply(event)
        return hand

    @property
    def turn_seat(self) -> int:
        """The seat to act; 0: nobody."""
        return self.seats[self.turn] if self.turn >= 0 else 0

    @property
    def next_step(self) -> Step:
        """What advance() would do."""
        raise NotImplementedError

    @property
    def chooser(self) -> int:
        """The seat that may show or muck before the next step does the default; 0: none."""
        raise NotImplementedError

    def begin(self) -> list[ev.Event]:
        """Posts, deals and opens the first round."""
        raise NotImplementedError

    def legal_actions(self, seat: int) -> LegalActions:
        """What is open to the seat now; everything off when it is not its turn."""
        raise NotImplementedError

    def verify(self, seat: int, action: Action) -> None:
        """Raises RuleError when the action is not possible; changes nothing."""
        raise NotImplementedError

    def act(self, seat: int, action: Action) -> list[ev.Event]:
        """Plays the action and what follows from it until a player is to act or a pause is due.

        Raises RuleError and leaves the hand as it was when the action is not possible.
        """
        raise NotImplementedError

    def advance(self) -> list[ev.Event]:
        """Plays one automatic step: a street of a run-out, a show, a pot, the end."""
        raise NotImplementedError

    def cancel(self, reason: str = "") -> list[ev.Event]:
        """Voids the hand: every stack is what it was at the start (ACT-05)."""
        raise NotImplementedError

    def result(self) -> HandResult:
        """The settlement; raises BrokenHandError before the hand is over."""
        raise NotImplementedError
