"""Laws that hold in every hand, whatever is dealt and done."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverbus.engine import events as ev
from riverbus.engine.actions import Action
from riverbus.engine.errors import RuleError
from riverbus.engine.hand import Hand, Step
from riverbus.engine.state import FIELDS, State
from riverbus.engine.views import (
    OPERATOR,
    SPECTATOR,
    event_for,
    history_cards,
    private_seats,
    public_event,
    view_hand,
)
from tests.engine.random_hands import closed_actions, open_actions, random_setup

CACHES = {"highs", "lows"}
SEEDS = st.integers(0, 2**48)


def snapshot(hand: State) -> dict[str, Any]:
    """The whole state but for its caches, by value."""
    plain = {name: getattr(hand, name) for name in FIELDS if name not in CACHES}
    return {
        name: [list(one) if isinstance(one, list) else one for one in value]
        if isinstance(value, list)
        else value
        for name, value in plain.items()
    }


class Play:
    """Plays a random hand; the test looks on before each step."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.setup = random_setup(self.rng)
        self.hand = Hand(self.setup)
        self.events = self.hand.begin()
        self.steps = 0

    def choice(self) -> tuple[int, Action] | None:
        """A player's next action; None: an automatic step is next."""
        hand = self.hand
        seat = hand.turn_seat or (hand.chooser if self.rng.random() < 0.5 else 0)
        if not seat:
            return None
        actions = open_actions(self.rng, hand, hand.legal_actions(seat))
        return seat, self.rng.choice(actions)

    def step(self, chosen: tuple[int, Action] | None) -> list[ev.Event]:
        self.steps += 1
        assert self.steps < 400, "the hand does not end"
        events = self.hand.act(*chosen) if chosen else self.hand.advance()
        assert events
        self.events += events
        return events

    def finish(self) -> None:
        while not self.hand.over:
            self.step(self.choice())


def chips(hand: Hand) -> int:
    return sum(hand.stack) + hand.total + hand.rake


@settings(max_examples=250, deadline=None)
@given(SEEDS)
def test_chips_are_conserved_and_every_hand_ends(seed: int) -> None:
    play = Play(seed)
    hand = play.hand
    every = sum(hand.start)
    while not hand.over:
        assert chips(hand) == every
        assert hand.total >= 0
        assert min(hand.stack) >= 0
        if hand.pots and hand.turn < 0 and not hand.paid_pots and not any(hand.bet):
            assert sum(pot.amount for pot in hand.pots) == hand.total + hand.rake
        play.step(play.choice())
    assert hand.total == 0
    assert sum(hand.stack) + hand.rake == every
    result = hand.result()
    for seat in result.seats:
        assert seat.stack == hand.start[hand.position[seat.seat]] - seat.contributed + (
            seat.returned + seat.won
        )
    staked = sum(seat.contributed - seat.returned for seat in result.seats)
    assert staked == sum(pot.amount for pot in result.pots)
    for pot in result.pots:
        assert sum(share.amount for share in pot.shares) + pot.rake == pot.amount
        assert {share.seat for share in pot.shares} <= set(pot.eligible)


@settings(max_examples=120, deadline=None)
@given(SEEDS)
def test_open_actions_are_accepted_and_others_refused_with_the_state_untouched(seed: int) -> None:
    play = Play(seed)
    hand = play.hand
    while not hand.over:
        seat = hand.turn_seat or hand.chooser
        if seat:
            before = snapshot(hand)
            legal = hand.legal_actions(seat)
            for action in closed_actions(legal):
                with pytest.raises(RuleError):
                    hand.act(seat, action)
            for action in open_actions(play.rng, hand, legal):
                hand.verify(seat, action)
                other = seat % 10 + 1
                with pytest.raises(RuleError):
                    hand.act(other, action)
            assert snapshot(hand) == before
        play.step(play.choice())


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_any_prefix_replays_to_the_same_state(seed: int) -> None:
    play = Play(seed)
    states = [snapshot(play.hand)]
    cuts = [len(play.events)]
    while not play.hand.over:
        play.step(play.choice())
        states.append(snapshot(play.hand))
        cuts.append(len(play.events))
    again = Hand(play.setup)
    at = 0
    for cut, state in zip(cuts, states, strict=True):
        for event in play.events[at:cut]:
            again.apply(event)
        at = cut
        assert snapshot(again) == state


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_a_replayed_prefix_goes_on_as_the_hand_did(seed: int) -> None:
    play = Play(seed)
    done: list[tuple[int, tuple[int, Action] | None, list[ev.Event]]] = []
    while not play.hand.over:
        before = len(play.events)
        chosen = play.choice()
        done.append((before, chosen, play.step(chosen)))
    for before, chosen, events in play.rng.sample(done, min(4, len(done))):
        resumed = Hand.replay(play.setup, play.events[:before])
        found = resumed.act(*chosen) if chosen else resumed.advance()
        assert found == events


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_events_survive_encoding(seed: int) -> None:
    play = Play(seed)
    play.finish()
    for form in (msgspec.json, msgspec.msgpack):
        encoded = form.encode(play.events)
        assert form.decode(encoded, type=list[ev.Event]) == play.events


@pytest.mark.rule("INT-05")
@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_no_view_and_no_event_shows_a_down_card_to_the_wrong_eyes(seed: int) -> None:
    play = Play(seed)
    hand = play.hand
    while True:
        everybody = set(hand.board)
        for at in range(hand.n):
            everybody.update(hand.up[at])
            if hand.shown[at]:
                everybody.update(hand.hole[at])
        for viewer in (SPECTATOR, *hand.seats, *(() if hand.over else (OPERATOR,))):
            own = hand.hole[hand.position[viewer]] if viewer > 0 else []
            allowed = everybody | set(own)
            view = view_hand(hand, viewer)
            seen = set(view.board)
            for seat in view.seats:
                seen.update(seat.cards, seat.up_cards)
            if view.own is not None:
                seen.update(view.own.cards)
                assert viewer > 0
            assert seen <= allowed
        if hand.over:
            break
        play.step(play.choice())
    for event in play.events:
        public = public_event(event)
        for seat in hand.seats:
            mine = event_for(event, seat)
            assert (mine != public) == (seat in private_seats(event))
        assert not getattr(public, "stub", ())
        if isinstance(public, ev.Dealt) and not public.up:
            assert public.cards == ()
        if isinstance(public, ev.Burned):
            assert public.cards == ()
        if isinstance(public, ev.Drew):
            assert public.cards == public.discards == ()
    for viewer in (SPECTATOR, *hand.seats):
        for seat in history_cards(hand, viewer):
            at = hand.position[seat]
            assert seat == viewer or hand.shown[at] or (viewer > 0 and hand.mucked[at])


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_no_card_is_in_two_places(seed: int) -> None:
    play = Play(seed)
    hand = play.hand
    while not hand.over:
        held = [card for cards in hand.hole for card in cards] + hand.board
        assert len(held) == len(set(held))
        stub = hand.deck[hand.at :]
        assert not set(stub) & set(held)
        play.step(play.choice())


@settings(max_examples=100, deadline=None)
@given(SEEDS, st.integers(0, 60))
def test_a_hand_can_be_cancelled_at_any_time(seed: int, after: int) -> None:
    play = Play(seed)
    for _ in range(after):
        if play.hand.over:
            return
        play.step(play.choice())
    if not play.hand.over:
        play.hand.cancel()
        assert play.hand.stack == play.hand.start
        assert play.hand.next_step is Step.NONE
