"""The other libraries, driven by the same policies; one that is not installed plays no hand."""

import contextlib
import os
import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from riverbus.core.games import PLANS, Game, LimitKind, Stakes

PLAYERS = 6
STACK = 2000
"""200 big blinds."""


def stakes_of(game: Game, limit: LimitKind) -> Stakes:
    """The stakes of every side: 5/10, limit 10/20, stud with ante 1 and bring-in 5."""
    if PLANS[game].stud:
        return Stakes(lower=10, upper=20, ante=1, bring_in=5)
    fixed = limit is LimitKind.FIXED
    return Stakes(small_blind=5, big_blind=10, lower=10 if fixed else 0, upper=20 if fixed else 0)


def play_pokerkit(
    game: Game, limit: LimitKind, policy: str, seconds: float, seed: int
) -> tuple[int, int]:
    """PokerKit with all its automations on; hands and actions, (0, 0) when not installed."""
    try:
        from riverbus.bench.pokerkit_games import DEALT_BY_POKERKIT, pokerkit_state
    except ImportError:
        return 0, 0
    rng = random.Random(seed)
    hands = actions = 0
    until = time.perf_counter() + seconds
    stakes = stakes_of(game, limit)
    # Its deck cannot be mixed again in draw, so five play there on its side.
    players = 5 if game is Game.DRAW else PLAYERS
    decide = _random_step if policy == "random" else _passive_step
    while time.perf_counter() < until:
        state = pokerkit_state(game, limit, stakes, [STACK] * players, DEALT_BY_POKERKIT)
        while state.status:
            decide(state, rng)
            actions += 1
        hands += 1
    return hands, actions


def _passive_step(state: Any, _rng: random.Random) -> None:
    if state.can_stand_pat_or_discard():
        state.stand_pat_or_discard()
    elif state.can_post_bring_in():
        state.post_bring_in()
    else:
        state.check_or_call()


def _random_step(state: Any, rng: random.Random) -> None:
    if state.can_stand_pat_or_discard():
        index = state.stand_patter_or_discarder_index
        held = list(state.get_down_cards(index))
        state.stand_pat_or_discard(rng.sample(held, rng.randint(0, len(held))))
        return
    found: list[str] = []
    if state.can_post_bring_in():
        found.append("bring_in")
    elif state.can_check_or_call():
        found.append("call")
        if state.checking_or_calling_amount:
            found.append("fold")
    if state.can_complete_bet_or_raise_to():
        found.append("raise")
    chosen = found[int(rng.random() * len(found))]
    if chosen == "bring_in":
        state.post_bring_in()
    elif chosen == "call":
        state.check_or_call()
    elif chosen == "fold":
        state.fold()
    else:
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(rng.randint(low, high))


def play_pokerfast(policy: str, seconds: float, seed: int) -> tuple[int, int]:
    """pokerfast's FastHand, no-limit hold'em with the same stacks."""
    try:
        hand_kind: Any = import_module("pokerfast").FastHand
    except ImportError:
        return 0, 0
    rng = random.Random(seed)
    hands = actions = 0
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        hand = hand_kind(
            player_count=PLAYERS, small_blind=5, big_blind=10, min_stack=STACK, max_stack=STACK,
            rng=rng,
        )  # fmt: skip
        while not hand.done:
            space = hand.get_action_space()
            if policy == "showdown":
                hand.check() if "check" in space else hand.call()
            else:
                _random_pokerfast(hand, space, rng)
            actions += 1
        hands += 1
    return hands, actions


def _random_pokerfast(hand: Any, space: Any, rng: random.Random) -> None:
    found = [name for name in ("check", "call", "fold") if name in space]
    if "min_bet" in space:
        found.append("raise")
    chosen = found[int(rng.random() * len(found))]
    if chosen == "raise":
        hand.bet_or_raise(rng.randint(space["min_bet"], space["max_bet"]))
    else:
        getattr(hand, chosen)()


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """pokers' compiled code prints each showdown to the terminal."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def play_pokers(policy: str, seconds: float, seed: int) -> tuple[int, int]:
    """pokers, an engine in Rust, no-limit hold'em with the same stacks."""
    try:
        pokers = import_module("pokers")
    except ImportError:
        return 0, 0
    with _silence():
        return _pokers_hands(pokers, policy, seconds, seed)


def _pokers_hands(pokers: Any, policy: str, seconds: float, seed: int) -> tuple[int, int]:
    rng = random.Random(seed)
    hands = actions = 0
    kinds = pokers.ActionEnum
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        state = pokers.State.from_seed(
            n_players=PLAYERS, button=0, sb=5, bb=10, stake=STACK, seed=rng.getrandbits(60)
        )
        while not state.final_state:
            legal = state.legal_actions
            if policy == "showdown":
                wanted = kinds.Check if kinds.Check in legal else kinds.Call
                state = state.apply_action(pokers.Action(wanted))
            else:
                if kinds.Check in legal:
                    legal = [kind for kind in legal if kind != kinds.Fold]
                chosen = legal[int(rng.random() * len(legal))]
                amount = 0.0
                if chosen == kinds.Raise:
                    me = state.players_state[state.current_player]
                    most = int(me.stake - max(0, state.min_bet - me.bet_chips))
                    amount = float(rng.randint(min(10, max(1, most)), max(10, most)))
                state = state.apply_action(pokers.Action(chosen, amount))
            actions += 1
        hands += 1
    return hands, actions


NO_LIMIT_HOLDEM: dict[str, Callable[[str, float, int], tuple[int, int]]] = {
    "pokerfast": play_pokerfast,
    "pokers": play_pokers,
}
"""Rivals that know no-limit hold'em only."""
