"""Seven-card and Omaha evaluators, hands a second: ours, its fallback, and others if installed."""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from riverbus.core.cards import TEXTS
from riverbus.engine import evaluate, pure_evaluator

SAMPLE = 2000
ROUNDS = 5


def figures(seconds: float) -> dict[str, float]:
    """Median rate of each evaluator, all timed in turns over the same hands."""
    rng = random.Random(1)
    sevens = [rng.sample(range(52), 7) for _ in range(SAMPLE)]
    nines = [rng.sample(range(52), 9) for _ in range(SAMPLE)]
    runs: dict[str, Callable[[], None]] = {
        "riverbus, 7 cards": _each(evaluate.high_of_seven, sevens),
        "riverbus pure fallback, 7 cards": _each(pure_evaluator.evaluate, sevens),
        "riverbus, Omaha 4+5": _each(evaluate.omaha_high_of_nine, nines),
        "riverbus pure fallback, Omaha 4+5": _each(pure_evaluator.evaluate_omaha, nines),
    }
    runs |= _others(sevens)
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, once in runs.items():
            rates[name].append(_rate(once, seconds / 4))
    return {name: statistics.median(found) for name, found in rates.items()}


def _each(read: Callable[..., int], hands: Sequence[Sequence[int]]) -> Callable[[], None]:
    def once() -> None:
        for hand in hands:
            read(*hand)

    return once


def _others(hands: Sequence[Sequence[int]]) -> dict[str, Callable[[], None]]:
    found: dict[str, Callable[[], None]] = {}
    for module, name in (("eval7", "eval7, 7 cards"), ("pkrbot", "pkrbot, 7 cards")):
        try:
            library: Any = __import__(module)
        except ImportError:
            continue
        prepared = [[library.Card(TEXTS[card]) for card in hand] for hand in hands]
        found[name] = _lists(library.evaluate, prepared)
    try:
        from phevaluator import evaluate_cards  # type: ignore[import-untyped]
    except ImportError:
        return found
    found["phevaluator, its own call, 7 cards"] = _each(evaluate_cards, hands)
    return found


def _lists(read: Callable[[Any], Any], hands: Sequence[Any]) -> Callable[[], None]:
    def once() -> None:
        for hand in hands:
            read(hand)

    return once


def _rate(once: Callable[[], None], seconds: float) -> float:
    done = 0
    start = time.perf_counter()
    while True:
        once()
        done += SAMPLE
        spent = time.perf_counter() - start
        if spent >= seconds:
            return done / spent
