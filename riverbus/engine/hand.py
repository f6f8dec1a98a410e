"""One hand of poker from the deal to the last chip.

    hand = Hand(setup)            SetupError at the door
    events = hand.begin()         posts, cards, the first turn
    events = hand.act(seat, action)      a player's action: RuleError, or what followed from it
    events = hand.advance()       one automatic step: while hand.next_step is not Step.NONE

Pure: the deck and its second permutation come in, nothing else does.
"""

from collections.abc import Iterable
from enum import StrEnum

from riverbus.core.rake import rake_of_pots
from riverbus.engine import events as ev
from riverbus.engine.actions import Action, LegalActions, Verb
from riverbus.engine.awards import award_pot
from riverbus.engine.betting import decide, legal_bets
from riverbus.engine.drawing import draw, legal_draw, verify_draw
from riverbus.engine.errors import BrokenHandError, RuleError
from riverbus.engine.pots import make_pots, uncalled
from riverbus.engine.result import HandResult, result_of
from riverbus.engine.setup import HandSetup, verify_setup
from riverbus.engine.showdown import (
    may_muck,
    next_to_show,
    read_hands,
    show_order,
    shown_event,
)
from riverbus.engine.state import State, verify_balance
from riverbus.engine.streets import deal_street, open_round, post_all

SHOWING = (Verb.SHOW, Verb.MUCK)


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
        if self.turn >= 0 or self.over or not self.started:
            return Step.NONE
        pot = len(self.pots) - 1 - self.paid_pots
        if self.live > 1:
            if self.street + 1 < len(self.plan.streets):
                return Step.RUN_OUT
            if pot >= 0 and next_to_show(self, pot) >= 0:
                return Step.SHOW
        return Step.AWARD if pot >= 0 else Step.END

    @property
    def chooser(self) -> int:
        """The seat that may show or muck before the next step does the default; 0: none."""
        step = self.next_step
        if step is Step.SHOW and self.show_order is not None:
            pot = len(self.pots) - 1 - self.paid_pots
            at = next_to_show(self, pot)
            self._read()
            return self.seats[at] if may_muck(self, at, pot) else 0
        if step is Step.END and self.live == 1:
            at = self.folded.index(False)
            return 0 if self.shown[at] or self.mucked[at] else self.seats[at]
        return 0

    # -- the deal ---------------------------------------------------------------------------

    def begin(self) -> list[ev.Event]:
        """Posts, deals and opens the first round."""
        if self.started:
            raise BrokenHandError("the hand has begun already")
        events: list[ev.Event] = []
        setup = self.setup
        dealt = tuple(map(ev.DealtIn, self.seats, self.start))
        self.emit(
            events,
            ev.HandStarted(setup.game, setup.limit, setup.kind, setup.stakes, setup.button, dealt),
        )
        post_all(self, events)
        deal_street(self, events)
        if not open_round(self, events):
            self._close_round(events)
        return events

    # -- players ----------------------------------------------------------------------------

    def legal_actions(self, seat: int) -> LegalActions:
        """What is open to the seat now; everything off when it is not its turn."""
        at = self.turn
        if at >= 0 and self.seats[at] == seat:
            if self.draws:
                return legal_draw(self, at)
            return legal_bets(self, at)
        if at < 0 and seat > 0 and self.chooser == seat:
            return LegalActions(seat, show=True, muck=True)
        return LegalActions(seat)

    def verify(self, seat: int, action: Action) -> None:
        """Raises RuleError when the action is not possible; changes nothing."""
        at = self._verify_turn(seat, action)
        if at < 0:
            return
        if self.draws:
            verify_draw(self, at, action)
        else:
            decide(self, at, action)

    def act(self, seat: int, action: Action) -> list[ev.Event]:
        """Plays the action and what follows from it until a player is to act or a pause is due.

        Raises RuleError and leaves the hand as it was when the action is not possible.
        """
        at = self._verify_turn(seat, action)
        events: list[ev.Event] = []
        if at >= 0 and not self.draws:
            event = decide(self, at, action)
            self._acted(event)
            events.append(event)
        elif at < 0:
            self._choose(seat, action, events)
            return events
        else:
            verify_draw(self, at, action)
            draw(self, at, action, events)
        if self.turn < 0:
            self._close_round(events)
        return events

    def _verify_turn(self, seat: int, action: Action) -> int:
        """The position that acts; -1 for a choice at the showdown."""
        at = self.turn
        if self.over or not self.started:
            raise RuleError("no_hand", "No hand is being played.")
        if at >= 0:
            if self.seats[at] != seat:
                raise RuleError("not_your_turn", "It is another player's turn.")
            if action.verb in SHOWING:
                raise RuleError("not_showdown", "Cards are shown at the showdown only.")
            return at
        if action.verb not in SHOWING:
            raise RuleError("betting_over", "No more betting is possible in this hand.")
        if seat <= 0 or self.chooser != seat:
            raise RuleError("no_choice", "There is no choice between showing and mucking now.")
        return -1

    def _choose(self, seat: int, action: Action, events: list[ev.Event]) -> None:
        if action.verb is Verb.MUCK:
            self.emit(events, ev.Mucked(seat))
        else:
            self.emit(events, shown_event(self, self.position[seat]))

    # -- what follows by itself -------------------------------------------------------------

    def _close_round(self, events: list[ev.Event]) -> None:
        """Collects the bets and goes on to the next street while that needs no pause."""
        while True:
            if self.able < self.live or self.live == 1:
                back = uncalled(self)
                if back is not None:
                    self.emit(events, back)
            pots = make_pots(self)
            if any(self.bet) or pots != self.pots:
                self.emit(events, ev.PotsMade(pots))
            if self.live == 1 or self.street + 1 == len(self.plan.streets):
                break
            following = self.plan.streets[self.street + 1]
            if self.able < 2 and (following.down or following.up or following.board):
                break
            deal_street(self, events)
            if open_round(self, events):
                return
        self._face_up(events)

    def _face_up(self, events: list[ev.Event]) -> None:
        """Where the house wants it, all hands are up once all betting is over (SD-02)."""
        if not self.rules.all_in_face_up or self.live == 1 or self.able == self.live:
            return
        if self.street + 1 == len(self.plan.streets):
            self._read()
        for at in range(self.n):
            if not self.folded[at] and not self.shown[at]:
                self.emit(events, shown_event(self, at))

    def _read(self) -> None:
        if not self.highs:
            read_hands(self)

    def advance(self) -> list[ev.Event]:
        """Plays one automatic step: a street of a run-out, a show, a pot, the end."""
        events: list[ev.Event] = []
        step = self.next_step
        if step is Step.RUN_OUT:
            deal_street(self, events)
            if not open_round(self, events):
                self._close_round(events)
        elif step is Step.SHOW:
            self._show(events)
        elif step is Step.AWARD:
            self._award(events)
        elif step is Step.END:
            stacks = tuple(map(ev.DealtIn, self.seats, self.stack))
            verify_balance(self)
            self.emit(events, ev.HandEnded(stacks, self.rake))
        return events

    def _show(self, events: list[ev.Event]) -> None:
        self._read()
        pot = len(self.pots) - 1 - self.paid_pots
        first = self.show_order is None
        if first:
            order = tuple([self.seats[at] for at in show_order(self)])
            self.emit(events, ev.ShowdownStarted(order))
        at = next_to_show(self, pot)
        if not first and may_muck(self, at, pot):
            self.emit(events, ev.Mucked(self.seats[at]))
        else:
            self.emit(events, shown_event(self, at))

    def _award(self, events: list[ev.Event]) -> None:
        if self.live > 1:
            self._read()
        if self.rakes is None:
            amounts = rake_of_pots(
                self.setup.rake, [pot.amount for pot in self.pots], self.n, self.street >= 1
            )
            if any(amounts):
                self.emit(events, ev.Raked(amounts, sum(amounts)))
        award_pot(self, len(self.pots) - 1 - self.paid_pots, events)

    def cancel(self, reason: str = "") -> list[ev.Event]:
        """Voids the hand: every stack is what it was at the start (ACT-05)."""
        if self.over:
            raise RuleError("no_hand", "The hand is over already.")
        events: list[ev.Event] = []
        self.emit(events, ev.HandCancelled(reason, tuple(map(ev.DealtIn, self.seats, self.start))))
        return events

    def result(self) -> HandResult:
        """The settlement; raises BrokenHandError before the hand is over."""
        return result_of(self)
