"""The line-up of stud: everybody antes, nobody owes, the dealer is a reference seat (STU-13)."""

from collections.abc import Sequence

from riverbus.core.games import Game, GameKind, Stakes
from riverbus.engine.lineup import (
    HandPlan,
    LineupSeat,
    NoHand,
    Positions,
    Refusal,
    SeatDebt,
    clockwise,
    least_to_be_dealt,
)
from riverbus.engine.rules import HouseRules
from riverbus.engine.setup import Post, PostKind


def plan_ante_game(
    rules: HouseRules,
    stakes: Stakes,
    kind: GameKind,
    seats: Sequence[LineupSeat],
    previous: Positions,
    seats_max: int,
) -> HandPlan | NoHand:
    """Deals in who is there, has the ante and one bet, and has not switched the ante off."""
    least = least_to_be_dealt(rules, stakes, Game.STUD, kind)
    refusals = {seat.seat: _refusal(seat, least, kind) for seat in seats}
    dealt = [seat for seat, refusal in refusals.items() if refusal is None]
    standing = tuple(
        SeatDebt(seat=s.seat, new=s.new and refusals[s.seat] is not None, refused=refusals[s.seat])
        for s in seats
    )
    if len(dealt) < 2:
        return NoHand(seats=standing)
    dealer = previous.button or seats_max
    if rules.stud_dealer == "moves" and previous.players:
        dealer = clockwise(dealt, dealer)[0]
    order = clockwise(dealt, dealer)
    return HandPlan(
        positions=Positions(button=dealer, players=len(dealt)),
        dealt_in=order,
        posts=tuple(Post(seat, PostKind.ANTE, stakes.ante) for seat in order if stakes.ante),
        seats=standing,
    )


def _refusal(seat: LineupSeat, least: int, kind: GameKind) -> Refusal | None:
    if seat.stack < max(least, 1):
        return "too_few_chips"
    if kind is GameKind.TOURNAMENT:
        return None
    if seat.sitting_out:
        return "sitting_out"
    return None if seat.joins_ante else "not_in"
