"""Sets up hands with known cards in the order of the deal, and plays lists of actions."""

from collections.abc import Mapping, Sequence
from typing import Any

from riverbus.core.cards import cards
from riverbus.core.games import PLANS, Game, GameKind, LimitKind, Stakes
from riverbus.core.rake import NO_RAKE, RakePolicy
from riverbus.engine import actions as do
from riverbus.engine.actions import Action, Verb
from riverbus.engine.events import Event
from riverbus.engine.hand import Hand, Step
from riverbus.engine.profiles import STONER, with_rules
from riverbus.engine.rules import HouseRules
from riverbus.engine.setup import HandSetup, Post, PostKind, SeatIn

ORDERED = tuple(range(52))


def stacked(*parts: str) -> tuple[int, ...]:
    """A deck that begins with these cards; the others follow from 2c upwards."""
    first = [card for part in parts for card in cards(part)]
    return (*first, *[card for card in ORDERED if card not in first])


def interleaved(hands: Sequence[str]) -> str:
    """The cards of these hands as they are dealt: one at a time round the table."""
    split = [[hand[at : at + 2] for at in range(0, len(hand), 2)] for hand in hands]
    return "".join("".join(cards_at) for cards_at in zip(*split, strict=True))


class Dealt:
    """A hand whose players have names; the first in `seats` sits left of the button."""

    def __init__(
        self,
        seats: Sequence[tuple[str, int, str]],
        *,
        game: Game = Game.HOLDEM,
        limit: LimitKind = LimitKind.NONE,
        blinds: tuple[int, int] = (5, 10),
        stakes: Stakes | None = None,
        board: str = "",
        deck: tuple[int, ...] | None = None,
        mix: tuple[int, ...] = ORDERED,
        rules: HouseRules = STONER,
        changed: Mapping[str, Any] | None = None,
        kind: GameKind = GameKind.CASH,
        posts: Sequence[tuple[str, PostKind, int]] | None = None,
        rake: RakePolicy = NO_RAKE,
        button: str = "",
    ) -> None:
        if changed:
            rules = with_rules(rules, changed)
        self.names = [name for name, _, _ in seats]
        self.plan = PLANS[game]
        if stakes is None:
            small, big = blinds
            stakes = Stakes(small_blind=small, big_blind=big, lower=big, upper=2 * big)
        if posts is None:
            posts = self._usual_posts(stakes)
        if deck is None:
            deck = stacked(interleaved([hand for _, _, hand in seats]), board)
        self.hand = Hand(
            HandSetup(
                game=game,
                limit=limit,
                kind=kind,
                stakes=stakes,
                rules=rules,
                seats=tuple(SeatIn(at + 1, stack) for at, (_, stack, _) in enumerate(seats)),
                button=self.seat(button) if button else len(seats),
                posts=tuple(Post(self.seat(name), what, much) for name, what, much in posts),
                deck=deck,
                mix=mix,
                rake=rake,
            )
        )
        self.events: list[Event] = self.hand.begin()

    def _usual_posts(self, stakes: Stakes) -> list[tuple[str, PostKind, int]]:
        antes = [(name, PostKind.ANTE, stakes.ante) for name in self.names if stakes.ante]
        if self.plan.stud:
            return antes
        first, second = self.names[:2] if len(self.names) > 2 else self.names[1::-1]
        blinds = [(second, PostKind.BIG_BLIND, stakes.big_blind)]
        if stakes.small_blind:
            blinds.insert(0, (first, PostKind.SMALL_BLIND, stakes.small_blind))
        return antes + blinds

    def seat(self, name: str) -> int:
        return self.names.index(name) + 1

    def act(self, name: str, action: Action) -> list[Event]:
        events = self.hand.act(self.seat(name), action)
        self.events += events
        return events

    def play(self, text: str) -> "Dealt":
        """'BTN calls, SB raises 30, BB folds'; 'go on' plays one automatic step."""
        for step in [one.strip() for one in text.replace("\n", " ").split(",") if one.strip()]:
            if step == "go on":
                self.events += self.hand.advance()
            else:
                name, verb, *rest = step.split()
                self.act(name, action_of(verb, rest))
        return self

    def checks(self) -> "Dealt":
        """Everybody checks (or stands pat) to the end of the hand."""
        while self.hand.turn >= 0:
            draws = self.hand.street_plan().draws
            self.events += self.hand.act(self.hand.turn_seat, do.STAND_PAT if draws else do.CHECK)
            self.run(Step.RUN_OUT)
        return self.finish()

    def run(self, *steps: Step) -> None:
        """Plays automatic steps of these kinds."""
        while self.hand.next_step in steps:
            self.events += self.hand.advance()

    def finish(self) -> "Dealt":
        """Plays all automatic steps."""
        while self.hand.next_step is not Step.NONE:
            self.events += self.hand.advance()
        return self

    @property
    def to_act(self) -> str:
        seat = self.hand.turn_seat
        return self.names[seat - 1] if seat else ""

    def may(self) -> str:
        """What is open to the player to act, in the words of the scenario files."""
        return options(self.hand, self.hand.turn_seat)

    def stacks(self) -> dict[str, int]:
        by_seat = dict(zip(self.hand.seats, self.hand.stack, strict=True))
        return {name: by_seat[at + 1] for at, name in enumerate(self.names)}

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def action_of(verb: str, rest: Sequence[str]) -> Action:
    simple = {
        "folds": do.FOLD,
        "checks": do.CHECK,
        "calls": do.CALL,
        "all-in": do.ALL_IN,
        "brings": do.BRING_IN,
        "pat": do.STAND_PAT,
        "shows": do.SHOW,
        "mucks": do.MUCK,
        "protected": do.PROTECT,
    }
    if verb in simple:
        return simple[verb]
    if verb == "draws":
        return do.draw(*cards("".join(rest)))
    sized = {"bets": Verb.BET, "raises": Verb.RAISE, "completes": Verb.COMPLETE}
    return Action(sized[verb], int(rest[0]) if rest else 0)


def options(hand: Hand, seat: int) -> str:
    legal = hand.legal_actions(seat)
    found = [word for word, on in (("fold", legal.fold), ("check", legal.check)) if on]
    found += [f"call {legal.call}"] if legal.call else []
    found += [f"bring in {legal.bring_in}"] if legal.bring_in else []
    if legal.wager is not None:
        if legal.sizes:
            found += [f"{legal.wager} {size}" for size in legal.sizes]
        elif legal.wager_min == legal.wager_max:
            found.append(f"{legal.wager} {legal.wager_min}")
        else:
            found.append(f"{legal.wager} {legal.wager_min}..{legal.wager_max}")
    return ", ".join(found)
