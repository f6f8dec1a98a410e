"""Seeded hands of all seven games: chips conserved, replay exact, no card to the wrong eyes."""

import copy
import random
from typing import Any

import msgspec
import pytest

from riverbus.core.cards import cards_text
from riverbus.core.games import Game, LimitKind, Stakes
from riverbus.engine import events as ev
from riverbus.engine.actions import BRING_IN, CALL, CHECK, FOLD, Action, LegalActions, draw
from riverbus.engine.state import State
from services.table.domain.facts import PublicEvent
from services.table.domain.views import private_view, table_view
from tests.table.domain.felt import BLINDS, STUD, Felt

GAMES: list[tuple[Game, LimitKind, Stakes, int]] = [
    (Game.HOLDEM, LimitKind.NONE, BLINDS, 6),
    (Game.HOLDEM, LimitKind.FIXED, BLINDS, 9),
    (Game.OMAHA, LimitKind.POT, BLINDS, 6),
    (Game.OMAHA8, LimitKind.POT, BLINDS, 6),
    (Game.STUD, LimitKind.FIXED, STUD, 8),
    (Game.STUD8, LimitKind.FIXED, STUD, 8),
    (Game.DRAW, LimitKind.FIXED, BLINDS, 5),
    (Game.STUD5, LimitKind.FIXED, STUD, 6),
]
CARD_FIELDS = ("cards", "discards", "stub", "up_cards", "shown_cards", "high_cards", "low_cards")


def choose(legal: LegalActions, hole: list[int], pick: random.Random) -> Action:
    """Any legal action, calls and checks more often."""
    if legal.draw_max >= 0:
        return draw(*hole[: pick.randint(0, legal.draw_max)])
    open_to = [FOLD] if legal.fold and not legal.check else []
    open_to += [CHECK] * 3 if legal.check else []
    open_to += [CALL] * 4 if legal.call else []
    open_to += [BRING_IN] if legal.bring_in else []
    if legal.wager is not None:
        sizes = legal.sizes or (pick.randint(legal.wager_min, legal.wager_max),)
        open_to.append(Action(legal.wager, pick.choice(sizes)))
    return pick.choice(open_to)


def cards_in(value: Any) -> set[int]:
    """Every card that stands anywhere in a fact or view."""
    found: set[int] = set()
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            inner = getattr(value, name)
            if name in (*CARD_FIELDS, "board") and isinstance(inner, tuple):
                found |= set(inner)
            else:
                found |= cards_in(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            found |= cards_in(inner)
    return found


def seen_cards(event: PublicEvent) -> set[int]:
    """Cards that an event makes public by the rules: board, up cards, shown hands."""
    seen: set[int] = set()
    for fact in event.facts:
        if isinstance(fact, ev.BoardDealt):
            seen |= set(fact.board)
        elif (isinstance(fact, ev.Dealt) and fact.up) or isinstance(fact, ev.Shown):
            seen |= set(fact.cards)
    return seen


@pytest.mark.rule("INT-05", "MON-01")
@pytest.mark.parametrize(("game", "limit", "stakes", "seats"), GAMES)
def test_int_05_no_event_and_no_view_shows_a_card_to_the_wrong_eyes(
    game: Game, limit: LimitKind, stakes: Stakes, seats: int
) -> None:
    """Twenty random hands; the scanner holds every deck (SE-04, SE-05)."""
    felt = Felt(game=game, limit=limit, stakes=stakes, seats_max=seats)
    pick = random.Random(7)
    names = [f"P{number}" for number in range(seats)]
    for name in names:
        felt.sit(name, 2_000)
    chips = sum(felt.stacks().values()) + _middle(felt)
    told = 0
    public: set[int] = set()
    while felt.table.core.hand_number < 20 and felt.to_act:
        for event in felt.events[told:]:
            if any(isinstance(fact, ev.HandStarted) for fact in event.facts):
                public = set()
            public |= seen_cards(event)
            assert cards_in(event) <= public, cards_text(cards_in(event) - public)
        told = len(felt.events)
        hand = felt.table.hand
        assert hand is not None
        assert cards_in(table_view(felt.table)) <= public
        for number, seat in felt.table.seats.items():
            if number in hand.seats:
                own = set(hand.hole[hand.position[number]])
                assert cards_in(private_view(felt.table, number)) <= own | public, seat.name
        felt.verify_replay()
        assert sum(felt.stacks().values()) + _middle(felt) == chips
        at = hand.turn
        felt.act(felt.to_act, choose(hand.legal_actions(hand.turn_seat), hand.hole[at], pick))
    assert felt.table.core.hand_number >= 3


def _middle(felt: Felt) -> int:
    hand = felt.table.hand
    return hand.total if hand is not None and not hand.over else 0


@pytest.mark.parametrize(("game", "limit", "stakes", "seats"), GAMES)
def test_a_forked_hand_shares_nothing_that_changes(
    game: Game, limit: LimitKind, stakes: Stakes, seats: int
) -> None:
    """Whatever is played on a fork, the hand that views see stays as it was."""
    felt = Felt(game=game, limit=limit, stakes=stakes, seats_max=seats)
    for number in range(seats):
        felt.sit(f"P{number}", 2_000)
    pick = random.Random(5)
    for _ in range(40):
        hand = felt.table.hand
        if hand is None or not felt.to_act:
            break
        before = {name: copy.deepcopy(getattr(hand, name)) for name in State.__slots__}
        action = choose(hand.legal_actions(hand.turn_seat), hand.hole[hand.turn], pick)
        felt.act(felt.to_act, action)
        for name, value in before.items():
            if name not in ("highs", "lows"):  # caches of the hands' classes
                assert getattr(hand, name) == value, name
