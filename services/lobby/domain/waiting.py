"""Waiting lists: first come, first offered; a seat is held for 60 s (ACC-08).

A list is kept in the order of joining. Who lets an offer lapse leaves the list.
"""

from collections.abc import Iterable, Sequence

import msgspec

OFFER_MS = 60_000
LISTS_MAX = 10


class Waiter(msgspec.Struct, frozen=True):
    """Somebody who waits; `offer_until_ms` is 0 while no seat is held for them."""

    table_id: str
    account_id: str
    joined_at_ms: int
    offer_until_ms: int = 0


class Round(msgspec.Struct, frozen=True):
    """What a look at a list decides: new offers, and who leaves it and why."""

    offered: tuple[Waiter, ...] = ()
    lapsed: tuple[Waiter, ...] = ()
    seated: tuple[Waiter, ...] = ()


def decide(
    waiters: Sequence[Waiter],
    *,
    seats_max: int,
    seated_ids: Iterable[str],
    seated: int,
    now_ms: int,
) -> Round:
    """Offers as many seats as are free and not held already, to the first who have none.

    `waiters` stand in order of joining; `seated` counts reserved seats too.
    """
    at_table = set(seated_ids)
    sat_down = tuple(waiter for waiter in waiters if waiter.account_id in at_table)
    others = [waiter for waiter in waiters if waiter.account_id not in at_table]
    lapsed = tuple(w for w in others if 0 < w.offer_until_ms <= now_ms)
    held = [w for w in others if w.offer_until_ms > now_ms]
    free = seats_max - seated - len(held)
    hopeful = [w for w in others if w.offer_until_ms == 0]
    offered = tuple(
        msgspec.structs.replace(waiter, offer_until_ms=now_ms + OFFER_MS)
        for waiter in hopeful[: max(0, free)]
    )
    return Round(offered=offered, lapsed=lapsed, seated=sat_down)


def place_of(waiters: Sequence[Waiter], account_id: str) -> int:
    """Place on the list from 1, 0 if not on it."""
    for place, waiter in enumerate(waiters, start=1):
        if waiter.account_id == account_id:
            return place
    return 0
