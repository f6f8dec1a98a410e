"""Random hands of every game and profile against the second judge of pots, shares and odd chips."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverbus.core.rake import NO_RAKE
from riverbus.engine import evaluate
from riverbus.engine.hand import Hand
from riverbus.engine.setup import PostKind
from tests.engine.judge import judge
from tests.engine.random_hands import open_actions, random_setup


def judged(seed: int) -> None:
    """Plays a hand without rake and dead money, and asks the judge."""
    rng = random.Random(seed)
    setup = random_setup(rng)
    posts = [
        post
        for post in setup.posts
        if post.kind not in (PostKind.DEAD, PostKind.BIG_BLIND_ANTE, PostKind.LIVE)
    ]
    setup = msgspec.structs.replace(setup, posts=tuple(posts), rake=NO_RAKE)
    hand = Hand(setup)
    hand.begin()
    while not hand.over:
        if hand.turn_seat:
            seat = hand.turn_seat
            hand.act(seat, rng.choice(open_actions(rng, hand, hand.legal_actions(seat))))
        else:
            hand.advance()
    put_in = {seat.seat: seat.contributed for seat in hand.result().seats}
    high: dict[int, int] = {}
    low: dict[int, int | None] = {}
    for at, seat in enumerate(hand.seats):
        if hand.folded[at]:
            continue
        hole, board = hand.hole[at], hand.board
        if hand.live == 1:
            high[seat] = 1
        elif hand.plan.omaha:
            high[seat] = -evaluate.omaha_high(hole, board)
            low[seat] = -evaluate.omaha_low8(hole, board) or None
        else:
            high[seat] = -evaluate.high([*hole, *board])
            low[seat] = -evaluate.low8([*hole, *board]) or None
    by_suit = hand.stud and hand.rules.stud_odd_chip == "suit"
    gets = judge(
        put_in,
        high,
        low,
        hand.seats,
        hi_lo=hand.plan.hi_lo,
        even_if_identical=hand.rules.identical_hands == "even",
    )
    for at, seat in enumerate(hand.seats):
        expected = hand.start[at] - put_in[seat] + gets[seat]
        assert abs(hand.stack[at] - expected) <= (2 * len(hand.pots) if by_suit else 0)


@pytest.mark.rule("SHO-05", "SHO-07", "SHO-08")
@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**48))
def test_the_judge_agrees(seed: int) -> None:
    judged(seed)


@pytest.mark.soak
def test_the_judge_agrees_for_long() -> None:
    for seed in range(20_000):
        judged(seed)
