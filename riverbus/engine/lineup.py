"""The line-up of a hand: its types, and what the planning of both kinds of game shares.

next_hand.py plans: seats, the last hand's positions, rules and stakes go in; the plan of the next
hand and every seat's new debt come out. A hand that is cancelled keeps the old inputs.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from riverbus.core.games import PLANS, Game, GameKind, Stakes
from riverbus.engine.rules import HouseRules
from riverbus.engine.setup import Post

Owes = Literal["", "small", "big", "both"]
"""What a seat must make up: nothing, the small blind (dead; `MS`), the big one, both (`ML`)."""
Refusal = Literal["sitting_out", "too_few_chips", "waits_for_button", "waits_for_blind", "not_in"]
"""Why a seat is not dealt in; `not_in`: the player did not join this hand's ante (ACT-16)."""


class LineupError(ValueError):
    """Raised when the seats handed in are impossible: doubles, bad numbers, negative chips."""


class LineupSeat(msgspec.Struct, frozen=True, kw_only=True):
    """An occupied seat between two hands."""

    seat: int
    stack: int
    sitting_out: bool = False
    """Keeps the seat but is not dealt in; ignored in tournaments, where blinds go on (ACT-08)."""
    new: bool = False
    """Has not played at this table since sitting down, and has paid nothing to come in."""
    owes: Owes = ""
    posts: bool = False
    """Chose to pay what is owed for the next deal rather than wait for the big blind."""
    joins_ante: bool = True
    """Auto-ante on, or 'I'm in' pressed for the next hand (ACT-16)."""


class Positions(msgspec.Struct, frozen=True, kw_only=True):
    """Where a hand's button and blinds were; seat 0: none. The seats may be empty by now."""

    button: int = 0
    small_blind: int = 0
    """The small blind's place, though nobody posted it; it has the dead button next."""
    big_blind: int = 0
    """The last big blind's seat."""
    players: int = 0
    """How many were dealt in."""


class SeatDebt(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's standing once the planned hand has begun."""

    seat: int
    owes: Owes = ""
    new: bool = False
    refused: Refusal | None = None
    """Why it is not dealt in; None: it is."""


class HandPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The next hand: what the hand's set-up needs and what the table remembers."""

    positions: Positions
    dealt_in: tuple[int, ...]
    """Clockwise from the button's (stud: the dealer's) left: the order of the deal (BLD-14)."""
    posts: tuple[Post, ...] = ()
    """All that is due before the cards, in the order in which it is paid; a tournament's short
    stack pays what there is (BLD-12)."""
    seats: tuple[SeatDebt, ...] = ()


class NoHand(msgspec.Struct, frozen=True, kw_only=True):
    """Fewer than two can be dealt in: no hand, the button stays (BL-11)."""

    seats: tuple[SeatDebt, ...] = ()


def verify_seats(seats: Sequence[LineupSeat], seats_max: int) -> None:
    """Raises LineupError unless seat numbers are distinct, in 1..seats_max, chips not negative."""
    if not 2 <= seats_max <= 10:
        raise LineupError(f"a table has 2 to 10 seats, not {seats_max}")
    numbers = [seat.seat for seat in seats]
    if len(set(numbers)) != len(numbers):
        raise LineupError("two players in one seat")
    for seat in seats:
        if not 1 <= seat.seat <= seats_max:
            raise LineupError(f"seat {seat.seat} is not one of 1 to {seats_max}")
        if seat.stack < 0:
            raise LineupError(f"seat {seat.seat} has {seat.stack} chips")


def least_to_be_dealt(rules: HouseRules, stakes: Stakes, game: Game, kind: GameKind) -> int:
    """The smallest stack that is dealt in (BLD-12): 1 in tournaments or by `any`."""
    if kind is GameKind.TOURNAMENT or rules.min_to_be_dealt == "any":
        return 1
    ante = 0 if stakes.ante_from_big_blind else stakes.ante
    return ante + (stakes.lower if PLANS[game].stud else stakes.big_blind)


def clockwise(seats: Sequence[int], after: int) -> tuple[int, ...]:
    """The seats in order from the first beyond `after`; the seat `after` itself comes last."""
    ordered = sorted(seats)
    return tuple([s for s in ordered if s > after] + [s for s in ordered if s <= after])


def between(seat: int, start: int, end: int) -> bool:
    """Whether the seat lies strictly between two seats, clockwise; the whole circle if equal."""
    if start < end:
        return start < seat < end
    return seat > start or seat < end
