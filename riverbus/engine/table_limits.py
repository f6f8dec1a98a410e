"""What a room's tables may be: seats, stakes with their defaults, and buy-ins. Pure functions."""

from fractions import Fraction

import msgspec

from riverbus.core.cards import DECK_SIZE
from riverbus.core.games import MAX_STAKE, PLANS, Game, LimitKind, Stakes
from riverbus.engine.rules import HouseRules
from riverbus.engine.setup import SEATS_MAX, cards_needed


class TableLimitError(ValueError):
    """Raised when a table may not be opened, or money may not be bought in, as asked."""


class BuyIn(msgspec.Struct, frozen=True):
    """The least and the most that a player may sit down with; most 0: no limit."""

    least: int
    most: int


def seats_max(rules: HouseRules, game: Game) -> int:
    """The most seats of a table of this game: the room's, and what the deck serves (GAM-16)."""
    match game:
        case Game.HOLDEM:
            most = rules.holdem_seats_max
        case Game.OMAHA | Game.OMAHA8:
            most = rules.omaha_seats_max
        case Game.DRAW:
            most = rules.draw_seats_max
        case Game.STUD | Game.STUD8 | Game.STUD5:
            most = rules.stud_seats_max
    return min(most, deck_seats_max(rules, game))


def deck_seats_max(rules: HouseRules, game: Game) -> int:
    """The most players whom 52 cards serve, the shortage rules of stud and draw included."""
    burns = rules.burn_cards != "none"
    before_draw = rules.burn_cards == "streets_and_draw"
    return max(
        players
        for players in range(2, SEATS_MAX + 1)
        if cards_needed(game, players, burns=burns, burn_before_draw=before_draw) <= DECK_SIZE
    )


def verify_seats_of_table(rules: HouseRules, game: Game, seats: int) -> None:
    """Raises TableLimitError when a table of the game may not have so many seats (GAM-16)."""
    most = seats_max(rules, game)
    if not 2 <= seats <= most:
        raise TableLimitError(f"{game} has 2 to {most} seats at {rules.name}, not {seats}")


def resolve_stakes(
    rules: HouseRules,
    game: Game,
    limit: LimitKind,
    *,
    lower: int = 0,
    upper: int = 0,
    small_blind: int | None = None,
    big_blind: int = 0,
    ante: int | None = None,
    bring_in: int | None = None,
    unit: int = 1,
    ante_from_big_blind: bool = False,
) -> Stakes:
    """A table's full stakes from its limits L/U or its blinds (GAM-17, GAM-18, STU-02, STU-16).

    What is not given takes the room's default. Raises TableLimitError for impossible amounts.
    """
    if (lower or upper) and (big_blind or small_blind is not None):
        raise TableLimitError("stakes are given by lower and upper or by the blinds, not both")
    for amount in (lower, upper, small_blind or 0, big_blind, ante or 0, bring_in or 0, unit):
        if not 0 <= amount <= MAX_STAKE:
            raise TableLimitError(f"a stake of {amount} is not 0 to {MAX_STAKE}")
    if (upper and upper < lower) or (small_blind or 0) > (big_blind or MAX_STAKE):
        raise TableLimitError("the lower limit or the small blind is above the other")
    if unit < 1 or lower + big_blind < 1:
        raise TableLimitError("stakes need a lower limit or a big blind, and a unit of 1 or more")
    if PLANS[game].stud:
        low = lower or big_blind
        high = upper or 2 * low
        return Stakes(
            lower=low,
            upper=high if limit is LimitKind.FIXED else 0,
            ante=stud_ante(rules, low, unit) if ante is None else ante,
            bring_in=max(1, _down(Fraction(low, 2), unit)) if bring_in is None else bring_in,
            unit=unit,
        )
    named_by_blinds = (
        rules.pot_limit_min_bet == "upper_stake"
        and PLANS[game].omaha
        and limit is not LimitKind.FIXED
    )
    if lower and named_by_blinds and upper:
        small_blind, big_blind = lower, upper
    big = big_blind or lower
    fixed = limit is LimitKind.FIXED
    return Stakes(
        small_blind=small_blind_of(rules, big, unit) if small_blind is None else small_blind,
        big_blind=big,
        lower=big if fixed else 0,
        upper=(upper or 2 * big) if fixed else 0,
        ante=ante or 0,
        unit=unit,
        ante_from_big_blind=ante_from_big_blind,
    )


def small_blind_of(rules: HouseRules, big_blind: int, unit: int) -> int:
    """Half of the big blind, to the smallest coin or down to the table's chip (GAM-17)."""
    return _down(Fraction(big_blind, 2), unit if rules.small_blind_rounding == "down" else 1)


def stud_ante(rules: HouseRules, lower: int, unit: int = 1) -> int:
    """The room's default ante of a stud table, down to the smallest chip (GAM-18, STU-16)."""
    return _down(Fraction(rules.stud_ante_fraction) * lower, unit)


def tournament_ante(rules: HouseRules, game: Game, lower: int, unit: int = 1) -> int:
    """What an ante is by default in a tournament that sets antes (GAM-18)."""
    if PLANS[game].stud:
        return stud_ante(rules, lower, unit)
    return _down(Fraction(rules.flop_ante_fraction) * lower, unit)


def buy_in(
    rules: HouseRules,
    limit: LimitKind,
    stakes: Stakes,
    *,
    table_least: int | None = None,
    table_most: int | None = None,
) -> BuyIn:
    """The room's limits for these stakes, or what the table set itself (MON-02, MON-03, MON-11).

    Stud has no blinds: L counts as the big one, half of it as the small one.
    """
    big = stakes.big_blind or stakes.lower
    if limit is LimitKind.FIXED:
        small = stakes.small_blind or stakes.lower // 2
        of = small if rules.limit_buy_in_unit == "small_blind" else stakes.lower
        least, most = rules.limit_buy_in_min * of, rules.limit_buy_in_max * big
    else:
        least, most = rules.big_bet_buy_in_min * big, rules.big_bet_buy_in_max * big
    least = least if table_least is None else table_least
    most = most if table_most is None else table_most
    if most and most < least:
        if table_most is not None:
            raise TableLimitError(f"the most, {most}, is below the least, {least}")
        most = least
    return BuyIn(least, most)


def may_buy_short(rules: HouseRules, game: Game) -> bool:
    """Whether a seated player may add chips and still have less than the least (MON-02)."""
    if rules.short_buys == "not_in_draw_and_stud":
        return game not in (Game.DRAW, Game.STUD, Game.STUD8)
    return rules.short_buys == "allowed"


def verify_buy_in(
    rules: HouseRules, game: Game, limits: BuyIn, amount: int, *, in_front: int = 0, again: bool
) -> None:
    """Raises TableLimitError unless the amount may be bought in.

    `in_front` is what the player has at the table; `again`: the player sits here already, so by
    `short_buys` less than the least may do.
    """
    if amount < 1:
        raise TableLimitError("a buy-in is a positive amount")
    if limits.most and in_front + amount > limits.most:
        raise TableLimitError(f"at most {limits.most} may be in front")
    if in_front + amount >= limits.least:
        return
    if again and may_buy_short(rules, game):
        return
    raise TableLimitError(f"the least that may be in front is {limits.least}")


def _down(amount: Fraction, unit: int) -> int:
    return int(amount // unit) * unit
