"""`riverbus bench engine`: hands and actions a second, ours beside the rivals of the same run.

One process, one core. Each cell times our side and the rival in turns and keeps the medians, so
that a noisy machine is noisy for both. Ours goes through Hand.begin, legal_actions, act and
advance, as the table service does, with every event recorded and all rules on.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from itertools import count

import msgspec

from riverbus.bench import evaluators, rivals
from riverbus.bench.rivals import PLAYERS, STACK, stakes_of
from riverbus.core.games import PLANS, Game, GameKind, LimitKind
from riverbus.engine import actions as act
from riverbus.engine.actions import Action
from riverbus.engine.hand import Hand
from riverbus.engine.profiles import PROFILES
from riverbus.engine.setup import HandSetup, Post, PostKind, SeatIn
from riverbus.runtime.sources import SystemShuffle

HELP = "hands and actions a second of the engine, beside PokerKit and others"

ROUNDS = 5
Policy = str
POLICIES: tuple[Policy, ...] = ("random", "showdown")
Played = tuple[int, int]
"""Hands, actions."""


class Cell(msgspec.Struct, frozen=True):
    """One line of the table."""

    game: str
    limit: str
    policy: str
    hands_s: float
    actions_s: float
    rival: str
    rival_hands_s: float

    @property
    def times(self) -> float:
        """Ours over the rival's, 0 without one."""
        return self.hands_s / self.rival_hands_s if self.rival_hands_s else 0.0


def setup_of(game: Game, limit: LimitKind, deck: list[int]) -> HandSetup:
    """Six players (draw too: the deck is mixed when it runs out) with 200 big blinds."""
    stakes = stakes_of(game, limit)
    posts = [Post(n, PostKind.ANTE, stakes.ante) for n in range(1, PLAYERS + 1) if stakes.ante]
    if not PLANS[game].stud:
        posts.append(Post(1, PostKind.SMALL_BLIND, stakes.small_blind))
        posts.append(Post(2, PostKind.BIG_BLIND, stakes.big_blind))
    return HandSetup(
        game=game,
        limit=limit,
        kind=GameKind.CASH,
        stakes=stakes,
        rules=PROFILES["stoner"],
        seats=tuple([SeatIn(n, STACK) for n in range(1, PLAYERS + 1)]),
        button=PLAYERS,
        posts=tuple(posts),
        deck=tuple(deck),
        mix=tuple(range(52)),
    )


def choose(legal: act.LegalActions, rng: random.Random, hand: Hand) -> Action:
    """Each kind of action equally likely, a wager's size too; a draw of zero to five."""
    if legal.draw_max >= 0:
        held = hand.hole[hand.position[legal.seat]]
        return act.draw(*rng.sample(held, rng.randint(0, min(legal.draw_max, 5))))
    found: list[Action] = []
    if legal.check:
        found.append(act.CHECK)
    else:
        if legal.fold:
            found.append(act.FOLD)
        if legal.call:
            found.append(act.CALL)
        if legal.bring_in:
            found.append(act.BRING_IN)
    if legal.wager is not None:
        low, high = legal.wager_min, legal.wager_max
        to = legal.sizes[0] if legal.sizes else rng.randint(low, high)
        found.append(Action(legal.wager, to))
    return found[int(rng.random() * len(found))]


def passive(legal: act.LegalActions, _rng: random.Random, _hand: Hand) -> Action:
    """Everybody to the showdown for the least that it takes."""
    if legal.check:
        return act.CHECK
    if legal.call:
        return act.CALL
    return act.BRING_IN if legal.bring_in else act.STAND_PAT


def play_ours(game: Game, limit: LimitKind, policy: Policy, seconds: float, seed: int) -> Played:
    """As many hands as fit into the time."""
    rng = random.Random(seed)
    decide = choose if policy == "random" else passive
    hands = actions = 0
    until = time.perf_counter() + seconds
    deck = list(range(52))
    while time.perf_counter() < until:
        rng.shuffle(deck)
        hand = Hand(setup_of(game, limit, deck))
        events = hand.begin()
        while not hand.over:
            seat = hand.turn_seat
            if seat:
                events += hand.act(seat, decide(hand.legal_actions(seat), rng, hand))
                actions += 1
            else:
                events += hand.advance()
        hands += 1
    return hands, actions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Time per cell, JSON, one game only."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--seconds", type=float, default=0.4, help="per side and round of a cell")
    parser.add_argument("--game", choices=[game.value for game in Game], help="this game only")


def run(arguments: argparse.Namespace) -> int:
    """All cells, then evaluators and the shuffle."""
    cells: list[Cell] = []
    for game in Game:
        if arguments.game in (None, game.value):
            for limit in LimitKind:
                for policy in POLICIES:
                    cells.append(_cell(game, limit, policy, arguments.seconds))
                    if not arguments.json:
                        print(_line(cells[-1]), flush=True)
    others: list[Cell] = []
    if arguments.game in (None, Game.HOLDEM.value):
        others = [
            _against(name, play, policy, arguments.seconds)
            for name, play in rivals.NO_LIMIT_HOLDEM.items()
            for policy in POLICIES
        ]
    read = evaluators.figures(arguments.seconds)
    shuffle_us = _shuffle_us()
    hand_us = next((1e6 / cell.hands_s for cell in cells if cell.policy == "random"), 0.0)
    if arguments.json:
        print(
            json.dumps(
                {
                    "cells": [msgspec.to_builtins(cell) for cell in cells + others],
                    "evaluators": read,
                    "shuffle_us": shuffle_us,
                    "hand_us": hand_us,
                }
            )
        )
        return 0
    for cell in others:
        print(_line(cell))
    for name, rate in read.items():
        print(f"evaluator {name:<40} {rate:>12,.0f} hands/s")
    print(f"a deck from the CSPRNG {shuffle_us:.1f} us, a hand of the first cell {hand_us:.1f} us")
    return 0


def _cell(game: Game, limit: LimitKind, policy: Policy, seconds: float) -> Cell:
    def rival(seconds: float, seed: int) -> Played:
        return rivals.play_pokerkit(game, limit, policy, seconds, seed)

    return _timed(game, limit, policy, "PokerKit", rival, seconds)


def _against(
    name: str, play: Callable[[Policy, float, int], Played], policy: Policy, seconds: float
) -> Cell:
    def rival(seconds: float, seed: int) -> Played:
        return play(policy, seconds, seed)

    return _timed(Game.HOLDEM, LimitKind.NONE, policy, name, rival, seconds)


def _timed(
    game: Game,
    limit: LimitKind,
    policy: Policy,
    name: str,
    rival: Callable[[float, int], Played],
    seconds: float,
) -> Cell:
    ours: list[tuple[float, float]] = []
    theirs: list[float] = []
    seeds = count(1)
    for _ in range(ROUNDS):
        seed = next(seeds)
        start = time.perf_counter()
        hands, actions = play_ours(game, limit, policy, seconds, seed)
        spent = time.perf_counter() - start
        ours.append((hands / spent, actions / spent))
        start = time.perf_counter()
        hands, _ = rival(seconds, seed)
        theirs.append(hands / (time.perf_counter() - start))
    return Cell(
        game.value,
        limit.value,
        policy,
        statistics.median(rate for rate, _ in ours),
        statistics.median(rate for _, rate in ours),
        name,
        statistics.median(theirs),
    )


def _line(cell: Cell) -> str:
    return (
        f"{cell.game:<8} {cell.limit:<9} {cell.policy:<8} {cell.hands_s:>8,.0f} hands/s "
        f"{cell.actions_s:>9,.0f} actions/s   {cell.rival:<10} {cell.rival_hands_s:>8,.0f} hands/s "
        f"{cell.times:>6.1f}x"
    )


def _shuffle_us() -> float:
    shuffle = SystemShuffle()
    times = []
    for _ in range(2000):
        start = time.perf_counter()
        shuffle.permutation(52)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6
