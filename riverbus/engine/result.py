"""The settlement of a hand: what each seat put in and got, pot by pot (SEAMS 21)."""

import msgspec

from riverbus.engine.errors import BrokenHandError
from riverbus.engine.state import State


class Share(msgspec.Struct, frozen=True):
    """Chips that a seat won of a pot."""

    seat: int
    amount: int


class PotResult(msgspec.Struct, frozen=True):
    """A pot as it was settled: shares by seat, the rake beside them."""

    amount: int
    eligible: tuple[int, ...]
    shares: tuple[Share, ...]
    rake: int


class SeatResult(msgspec.Struct, frozen=True):
    """What a seat put in (posts and bets, gross), what came back uncalled, what it won."""

    seat: int
    contributed: int
    returned: int
    won: int
    stack: int


class HandResult(msgspec.Struct, frozen=True):
    """The settlement of a finished hand (SEAMS 21)."""

    seats: tuple[SeatResult, ...]
    pots: tuple[PotResult, ...]
    rake: int
    drop_reached: bool
    cancelled: bool


def result_of(state: State) -> HandResult:
    """The settlement; raises BrokenHandError before the hand is over."""
    if not state.over:
        raise BrokenHandError("the hand is not over")
    rakes = state.rakes or (0,) * len(state.pots)
    pots = tuple(
        PotResult(
            pot.amount,
            pot.eligible,
            tuple(
                Share(seat, amount)
                for seat in pot.eligible
                if (amount := _won(state, index, state.position[seat]))
            ),
            rakes[index],
        )
        for index, pot in enumerate(state.pots)
    )
    seats = tuple(
        SeatResult(
            state.seats[at],
            state.paid[at] + state.dead[at] + state.returned[at],
            state.returned[at],
            state.won[at],
            state.stack[at],
        )
        for at in range(state.n)
    )
    if state.cancelled:
        pots = ()
    return HandResult(seats, pots, state.rake, state.street >= 1, state.cancelled)


def _won(state: State, pot: int, at: int) -> int:
    return sum([amount for index, winner, amount in state.shares if index == pot and winner == at])
