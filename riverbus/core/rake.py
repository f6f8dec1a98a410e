"""What the house takes from a hand (MON-05): one policy, computed alike by engine and wallet.

All in integers of the smallest unit; a percentage is in basis points (500 is 5 %).
"""

from collections.abc import Sequence
from typing import Literal

import msgspec


class RakeCap(msgspec.Struct, frozen=True):
    """The most that one hand may pay from this number of players dealt in."""

    players: int
    cap: int


class RakePolicy(msgspec.Struct, frozen=True, kw_only=True):
    """A table's rake; the caps ascend by players, and the last one not above counts."""

    version: str = ""
    basis_points: int = 0
    caps: tuple[RakeCap, ...] = ()
    no_flop_no_drop: bool = False
    rounding: Literal["down", "half_even", "half_up"] = "down"
    per: Literal["hand", "pot"] = "hand"


NO_RAKE = RakePolicy()


def rake_of_pots(
    policy: RakePolicy, pots: Sequence[int], players_dealt: int, drop_reached: bool
) -> tuple[int, ...]:
    """The rake of each pot, main pot first (SEAMS 22); uncalled bets are no part of the pots.

    Per hand: the rake up to pot k is min(cap, percent of the first k pots, rounded), and pot k pays
    the difference. Per pot: each pot's own rounded percentage, the cap taken up in pot order.
    """
    if not policy.basis_points or (policy.no_flop_no_drop and not drop_reached):
        return (0,) * len(pots)
    cap = _cap(policy, players_dealt)
    taken: list[int] = []
    collected = total = 0
    for amount in pots:
        if policy.per == "hand":
            collected += amount
            upto = _percent(policy, collected)
        else:
            upto = total + _percent(policy, amount)
        if cap is not None and upto > cap:
            upto = cap
        taken.append(upto - total)
        total = upto
    return tuple(taken)


def _cap(policy: RakePolicy, players: int) -> int | None:
    found: int | None = None
    for entry in policy.caps:
        if entry.players <= players:
            found = entry.cap
    return found


def _percent(policy: RakePolicy, amount: int) -> int:
    whole, rest = divmod(amount * policy.basis_points, 10_000)
    if policy.rounding == "half_up":
        whole += rest >= 5_000
    elif policy.rounding == "half_even":
        whole += rest > 5_000 or (rest == 5_000 and whole % 2 == 1)
    return whole
