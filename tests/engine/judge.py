"""A second opinion on who gets what: slow, plain, and written without looking at the engine.

It cuts the contributions into layers, one for each different height, joins neighbouring layers that
the same players can win, and hands each pot out chip by chip.
"""

from collections.abc import Mapping, Sequence


def judge(
    put_in: Mapping[int, int],
    high: Mapping[int, int],
    low: Mapping[int, int | None],
    order: Sequence[int],
    *,
    hi_lo: bool,
    even_if_identical: bool,
) -> dict[int, int]:
    """Chips that each seat gets back, uncalled chips included.

    `high`: strength of each hand that is left, more is better. `low`: the same for low, None: no
    low. `order`: the seats in the order in which odd chips go out.
    """
    gets = dict.fromkeys(put_in, 0)
    for amount, winners in pots(put_in, set(high)):
        if len(winners) == 1:
            gets[next(iter(winners))] += amount
            continue
        best_high = {seat for seat in winners if high[seat] == max(high[s] for s in winners)}
        lows = {seat: value for seat in winners if (value := low.get(seat)) is not None}
        if not hi_lo or not lows:
            deal_out(gets, amount, best_high, order)
            continue
        best_low = {seat for seat, value in lows.items() if value == max(lows.values())}
        if even_if_identical and best_high == best_low:
            deal_out(gets, amount, best_high, order)
            continue
        deal_out(gets, amount - amount // 2, best_high, order)
        deal_out(gets, amount // 2, best_low, order)
    return gets


def pots(put_in: Mapping[int, int], left: set[int]) -> list[tuple[int, set[int]]]:
    """The pots from the bottom up; a layer that only one player reaches is that player's."""
    made: list[tuple[int, set[int]]] = []
    floor = 0
    for height in sorted({amount for amount in put_in.values() if amount}):
        layer = sum(min(amount, height) - min(amount, floor) for amount in put_in.values())
        winners = {seat for seat in left if put_in[seat] >= height}
        if not winners:  # dead chips above everybody who is left: they fall to the pot below
            winners = made[-1][1] if made else set(left)
        if made and made[-1][1] == winners:
            made[-1] = (made[-1][0] + layer, winners)
        else:
            made.append((layer, winners))
        floor = height
    return made


def deal_out(gets: dict[int, int], amount: int, winners: set[int], order: Sequence[int]) -> None:
    """One chip to each winner in turn, until none is left."""
    each, odd = divmod(amount, len(winners))
    for seat in order:
        if seat in winners:
            gets[seat] += each + (1 if odd > 0 else 0)
            odd -= 1
