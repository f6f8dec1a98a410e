"""Plans a table's next hand: the one entry to button, blinds, debts and who is dealt in."""

from collections.abc import Sequence

from riverbus.core.games import PLANS, Game, GameKind, Stakes
from riverbus.engine.ante_lineup import plan_ante_game
from riverbus.engine.blind_lineup import plan_blind_game
from riverbus.engine.lineup import HandPlan, LineupSeat, NoHand, Positions, verify_seats
from riverbus.engine.rules import HouseRules


def plan_next_hand(
    *,
    rules: HouseRules,
    stakes: Stakes,
    game: Game,
    kind: GameKind,
    seats: Sequence[LineupSeat],
    previous: Positions,
    seats_max: int,
) -> HandPlan | NoHand:
    """The plan of the next hand; raises LineupError for impossible seats.

    `previous` is the last played hand's `positions`; before the first hand it is Positions(), or
    Positions(button=…) to fix the button. After the hand has begun each seat takes its `SeatDebt`;
    if the hand is cancelled, seats and `previous` stay as they were (ACT-05).
    Clauses BLD-01 to BLD-12, BLD-16, ACT-16, STU-13.
    """
    verify_seats(seats, seats_max)
    if PLANS[game].stud:
        return plan_ante_game(rules, stakes, kind, seats, previous, seats_max)
    return plan_blind_game(rules, stakes, game, kind, seats, previous, seats_max)
