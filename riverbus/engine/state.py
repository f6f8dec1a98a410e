"""A hand's state, and the one place that changes it: applying an event is assignment only.

Players are held by position, 0 being the first dealt in to the left of the button; seats are
the numbers that events and callers use.
"""

from collections.abc import Callable
from typing import Any

from riverbus.core.games import PLANS, LimitKind, StreetPlan
from riverbus.engine import events as ev
from riverbus.engine.actions import Verb
from riverbus.engine.errors import BrokenHandError
from riverbus.engine.setup import SEATS_MAX, HandSetup, PostKind

AGGRESSIVE = frozenset((Verb.BET, Verb.RAISE, Verb.COMPLETE))


FIELDS = (
    "able",
    "acted",
    "aggressor",
    "all_in",
    "at",
    "began_live",
    "bet",
    "bets",
    "board",
    "bring_in_due",
    "burns",
    "cancelled",
    "dead",
    "deck",
    "discards",
    "doubled",
    "draws",
    "drew",
    "first_actor",
    "fixed",
    "folded",
    "highs",
    "hole",
    "live",
    "locked",
    "lows",
    "mucked",
    "n",
    "opener_of_street",
    "over",
    "paid",
    "paid_pots",
    "plan",
    "position",
    "posted_big",
    "posted_small",
    "pots",
    "price",
    "protected",
    "raise_to",
    "rake",
    "rakes",
    "returned",
    "rules",
    "seats",
    "setup",
    "shares",
    "show_order",
    "shown",
    "stack",
    "stakes",
    "start",
    "started",
    "step",
    "street",
    "stud",
    "total",
    "turn",
    "up",
    "won",
)
"""All that a state consists of; highs and lows are caches."""


class State:
    """Everything known about a hand in progress, secret cards included."""

    __slots__ = FIELDS

    def __init__(self, setup: HandSetup) -> None:
        self.setup = setup
        self.plan = PLANS[setup.game]
        self.rules = setup.rules
        self.stakes = setup.stakes
        self.fixed = setup.limit is LimitKind.FIXED
        self.stud = self.plan.stud
        button = setup.button
        ordered = sorted(setup.seats, key=lambda one: (one.seat - button - 1) % SEATS_MAX)
        n = self.n = len(ordered)
        self.seats = [one.seat for one in ordered]
        self.position = [-1] * (SEATS_MAX + 1)
        for at, seat in enumerate(self.seats):
            self.position[seat] = at
        self.start = [one.stack for one in ordered]
        self.stack = self.start[:]
        self.bet = [0] * n
        """In front, this street."""
        self.paid = [0] * n
        """Put into the hand and contested level by level: bets and own antes, net of returns."""
        self.dead = [0] * n
        """Dead blinds and the big blind's ante: straight to the main pot."""
        self.returned = [0] * n
        self.won = [0] * n
        self.total = 0
        """All chips in pots and in front."""
        self.folded = [False] * n
        self.all_in = [False] * n
        """Cannot act any more: no chips behind, or protected (ACT-03)."""
        self.protected = [False] * n
        self.acted = [False] * n
        self.live = n
        """Players who have not folded."""
        self.able = n
        """Players who can still bet."""
        self.hole: list[list[int]] = [[] for _ in range(n)]
        """All own cards in the order dealt, face up ones included."""
        self.up: list[list[int]] = [[] for _ in range(n)]
        self.board: list[int] = []
        self.deck = list(setup.deck)
        self.at = 0
        """Cards of the deck that are gone."""
        self.burns: list[int] = []
        self.discards: list[list[int]] = [[] for _ in range(n)]
        self.drew = [-1] * n
        """Draw: cards drawn; -1 before."""
        self.street = -1
        """Index into the plan's streets; -1 before the first."""
        self.draws = False
        """The street is for drawing."""
        self.bring_in_due = False
        """Stud's first street still waits for its forced bet."""
        self.price = 0
        self.raise_to = 0
        self.step = 0
        self.bets = 0
        self.locked = False
        self.doubled = False
        self.turn = -1
        """Position to act, -1: nobody."""
        self.began_live = n
        """Players left when the betting round began."""
        self.aggressor = -1
        """Last to bet or raise in the last betting round."""
        self.first_actor = -1
        """First to act in the last betting round."""
        self.opener_of_street = [-1] * len(self.plan.streets)
        """Who had the first turn on each street."""
        self.posted_small = 0
        self.posted_big = 0
        self.pots: tuple[ev.Pot, ...] = ()
        self.paid_pots = 0
        """Pots that were awarded, counted from the last side pot."""
        self.rakes: tuple[int, ...] | None = None
        self.rake = 0
        self.show_order: tuple[int, ...] | None = None
        self.shown = [False] * n
        self.mucked = [False] * n
        self.shares: list[tuple[int, int, int]] = []
        """Pot, position and chips of each award."""
        self.highs: list[int] = []
        """Classes of the hands at the showdown, a cache; empty before they are read."""
        self.lows: list[int] = []
        self.started = False
        self.over = False
        self.cancelled = False

    # -- queries that several modules share -------------------------------------------------

    def street_plan(self) -> StreetPlan:
        """The current street's plan."""
        return self.plan.streets[self.street]

    def seat_of(self, at: int) -> int:
        """The seat at this position; 0 for -1."""
        return self.seats[at] if at >= 0 else 0

    def emit(self, events: list[ev.Event], event: ev.Event) -> None:
        """Applies the event and writes it down."""
        _APPLY[type(event)](self, event)
        events.append(event)

    def collected(self) -> int:
        """Chips in pots, without what lies in front."""
        return self.total - sum(self.bet)

    # -- the only mutator -------------------------------------------------------------------

    def apply(self, event: ev.Event) -> None:
        """Makes the state what the event says it is."""
        _APPLY[type(event)](self, event)

    def _hand_started(self, event: ev.HandStarted) -> None:
        self.started = True

    def _posted(self, event: ev.Posted) -> None:
        at = self.position[event.seat]
        kind = event.kind
        if kind is PostKind.DEAD or kind is PostKind.BIG_BLIND_ANTE:
            self.dead[at] += event.amount
        else:
            self.paid[at] += event.amount
            if kind is PostKind.SMALL_BLIND:
                self.posted_small += event.amount
            elif kind is PostKind.BIG_BLIND:
                self.posted_big = event.amount
        self.total += event.amount
        self.bet[at] = event.bet
        self.stack[at] = event.stack
        if event.all_in and not self.all_in[at]:
            self.all_in[at] = True
            self.able -= 1

    def _dealt(self, event: ev.Dealt) -> None:
        at = self.position[event.seat]
        self.hole[at].extend(event.cards)
        if event.up:
            self.up[at].extend(event.cards)
        self.at += event.count

    def _burned(self, event: ev.Burned) -> None:
        self.burns.extend(event.cards)
        self.at += 1

    def _board_dealt(self, event: ev.BoardDealt) -> None:
        self.board = list(event.board)
        self.at += len(event.cards)

    def _deck_mixed(self, event: ev.DeckMixed) -> None:
        self.deck = list(event.stub)
        self.at = 0
        self.burns = []

    def _street_started(self, event: ev.StreetStarted) -> None:
        self.street += 1
        self.turn = -1
        self.draws = self.plan.streets[self.street].draws
        self.bring_in_due = self.stud and self.street == 0

    def _round_started(self, event: ev.RoundStarted) -> None:
        self.price = event.price
        self.raise_to = event.raise_to
        self.step = event.step
        self.bets = event.bets
        self.doubled = event.doubled
        self.locked = False
        self.acted = [False] * self.n
        self.began_live = self.live
        self.turn = self.position[event.turn]
        self.opener_of_street[self.street] = self.turn
        if not self.draws:
            self.aggressor = -1
            self.first_actor = -1

    def _acted(self, event: ev.Acted) -> None:
        at = self.position[event.seat]
        verb = event.verb
        paid = event.paid
        if paid:
            self.total += paid
            self.paid[at] += paid
            self.bet[at] = event.bet
            self.stack[at] = event.stack
            self.bring_in_due = False
            if event.all_in:
                self.all_in[at] = True
                self.able -= 1
            if verb in AGGRESSIVE:
                self.aggressor = at
        elif verb is Verb.FOLD:
            self.folded[at] = True
            self.live -= 1
            self.able -= 1
        elif event.protected:
            self.protected[at] = True
            self.all_in[at] = True
            self.able -= 1
        if self.first_actor < 0:
            self.first_actor = at
        self.acted[at] = True
        self.price = event.price
        self.raise_to = event.raise_to
        self.step = event.step
        self.bets = event.bets
        self.locked = event.locked
        self.turn = self.position[event.turn]

    def _drew(self, event: ev.Drew) -> None:
        at = self.position[event.seat]
        if event.count:
            kept = [card for card in self.hole[at] if card not in event.discards]
            self.hole[at] = kept + list(event.cards)
            self.discards[at] = list(event.discards)
            self.at += len(event.cards)  # a fifth card may come later
        self.drew[at] = event.count
        self.turn = self.position[event.turn]

    def _returned(self, event: ev.Returned) -> None:
        at = self.position[event.seat]
        self.stack[at] = event.stack
        self.paid[at] -= event.amount
        self.bet[at] = max(0, self.bet[at] - event.amount)
        self.returned[at] += event.amount
        self.total -= event.amount

    def _pots_made(self, event: ev.PotsMade) -> None:
        self.pots = event.pots
        self.bet = [0] * self.n

    def _showdown_started(self, event: ev.ShowdownStarted) -> None:
        position = self.position
        self.show_order = tuple([position[seat] for seat in event.order])

    def _shown(self, event: ev.Shown) -> None:
        self.shown[self.position[event.seat]] = True

    def _mucked(self, event: ev.Mucked) -> None:
        self.mucked[self.position[event.seat]] = True

    def _raked(self, event: ev.Raked) -> None:
        self.rakes = event.amounts
        self.rake = event.total
        self.total -= event.total

    def _awarded(self, event: ev.Awarded) -> None:
        at = self.position[event.seat]
        self.stack[at] = event.stack
        self.won[at] += event.amount
        self.total -= event.amount
        self.paid_pots = len(self.pots) - event.pot
        self.shares.append((event.pot, at, event.amount))

    def _hand_ended(self, event: ev.HandEnded) -> None:
        self.over = True
        self.turn = -1

    def _hand_cancelled(self, event: ev.HandCancelled) -> None:
        self.over = True
        self.cancelled = True
        self.turn = -1
        for entry in event.stacks:
            self.stack[self.position[entry.seat]] = entry.stack
        self.total = 0


_APPLY: dict[type, Callable[[Any, Any], None]] = {
    ev.HandStarted: State._hand_started,
    ev.Posted: State._posted,
    ev.Dealt: State._dealt,
    ev.Burned: State._burned,
    ev.BoardDealt: State._board_dealt,
    ev.DeckMixed: State._deck_mixed,
    ev.StreetStarted: State._street_started,
    ev.RoundStarted: State._round_started,
    ev.Acted: State._acted,
    ev.Drew: State._drew,
    ev.Returned: State._returned,
    ev.PotsMade: State._pots_made,
    ev.ShowdownStarted: State._showdown_started,
    ev.Shown: State._shown,
    ev.Mucked: State._mucked,
    ev.Raked: State._raked,
    ev.Awarded: State._awarded,
    ev.HandEnded: State._hand_ended,
    ev.HandCancelled: State._hand_cancelled,
}


def verify_balance(state: State) -> None:
    """Raises BrokenHandError unless chips in equal chips out."""
    if sum(state.stack) + state.total + state.rake != sum(state.start):
        raise BrokenHandError("chips in and chips out differ")
