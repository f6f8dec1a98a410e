"""The seeds that `make test` plays; what is planted must be found within them."""

import logging

from riverbus.sim.room.simulation import ALL, Report, simulate

SEEDS = range(100, 300)
SHORT_S = 25.0


def play(seed: int) -> Report:
    """One short run with everything that can go wrong. Raises what it finds."""
    logging.getLogger().setLevel(logging.CRITICAL)
    return simulate(seed, SHORT_S, tables_of(seed), ALL)


def tables_of(seed: int) -> int:
    """How many tables the seed's room has."""
    return 1 + seed % 3


def again(seed: int) -> str:
    """The command that plays it again."""
    return (
        f"riverbus simulate --seed {seed} --hours {SHORT_S / 3600:.6f} --tables {tables_of(seed)}"
    )
