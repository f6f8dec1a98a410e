"""Seats, stakes, antes and buy-ins by profile, with the numbers that the rule books print."""

import pytest

from riverbus.core.games import Game, LimitKind, Stakes
from riverbus.engine.profiles import (
    CLASSIC,
    PARTY,
    PROFILES,
    STANDARD,
    STONER,
    TDA,
    WINNING_HAND,
)
from riverbus.engine.rules import HouseRules
from riverbus.engine.table_limits import (
    BuyIn,
    TableLimitError,
    buy_in,
    resolve_stakes,
    seats_max,
    tournament_ante,
    verify_buy_in,
    verify_seats_of_table,
)

FIXED, POT, NONE = LimitKind.FIXED, LimitKind.POT, LimitKind.NONE


@pytest.mark.parametrize(
    ("rules", "game", "most"),
    [
        (STONER, Game.HOLDEM, 10),
        (WINNING_HAND, Game.HOLDEM, 10),
        (CLASSIC, Game.HOLDEM, 9),
        (STANDARD, Game.OMAHA, 10),
        (WINNING_HAND, Game.OMAHA, 5),
        (STANDARD, Game.STUD, 8),
        (WINNING_HAND, Game.STUD, 8),
        (PARTY, Game.STUD8, 8),
        (WINNING_HAND, Game.DRAW, 5),
        (TDA, Game.OMAHA8, 10),
        (TDA, Game.STUD5, 8),
        (TDA, Game.DRAW, 6),
    ],
)
@pytest.mark.rule("GAM-16", "GAM-04", "GAM-06")
def test_seats(rules: HouseRules, game: Game, most: int) -> None:
    assert seats_max(rules, game) == most
    verify_seats_of_table(rules, game, most)
    for seats in (1, most + 1):
        with pytest.raises(TableLimitError):
            verify_seats_of_table(rules, game, seats)


@pytest.mark.parametrize(
    ("rules", "lower", "unit", "small", "big"),
    [
        (STONER, 1000, 100, 500, 1000),
        (STONER, 500, 100, 250, 500),
        (STANDARD, 200, 100, 100, 200),
        (STANDARD, 500, 100, 250, 500),
        (WINNING_HAND, 1500, 100, 700, 1500),
        (WINNING_HAND, 500, 100, 200, 500),
        (WINNING_HAND, 200, 100, 100, 200),
        (WINNING_HAND, 100, 50, 50, 100),
        (PARTY, 1000, 100, 500, 1000),
        (CLASSIC, 200, 100, 100, 200),
    ],
)
@pytest.mark.rule("GAM-17")
def test_blinds(rules: HouseRules, lower: int, unit: int, small: int, big: int) -> None:
    stakes = resolve_stakes(rules, Game.HOLDEM, FIXED, lower=lower, upper=2 * lower, unit=unit)
    assert (stakes.small_blind, stakes.big_blind) == (small, big)
    assert (stakes.lower, stakes.upper) == (lower, 2 * lower)


@pytest.mark.rule("GAM-17")
def test_a_guideline_gives_way_to_the_table() -> None:
    stakes = resolve_stakes(PARTY, Game.HOLDEM, NONE, small_blind=100, big_blind=300)
    assert (stakes.small_blind, stakes.big_blind, stakes.lower) == (100, 300, 0)


@pytest.mark.rule("GAM-14")
def test_classic_pot_limit_omaha_is_named_by_its_blinds() -> None:
    stakes = resolve_stakes(CLASSIC, Game.OMAHA, POT, lower=200, upper=400)
    assert (stakes.small_blind, stakes.big_blind) == (200, 400)
    stakes = resolve_stakes(CLASSIC, Game.HOLDEM, POT, lower=200, upper=400)
    assert (stakes.small_blind, stakes.big_blind) == (100, 200)
    stakes = resolve_stakes(STONER, Game.OMAHA, POT, lower=200, upper=400)
    assert (stakes.small_blind, stakes.big_blind) == (100, 200)


@pytest.mark.parametrize(
    ("rules", "lower", "ante", "bring_in"),
    [
        (STONER, 300, 60, 150),
        (WINNING_HAND, 10, 5, 5),
        (WINNING_HAND, 25, 12, 12),
        (WINNING_HAND, 50, 25, 25),
        (STANDARD, 200, 40, 100),
    ],
)
@pytest.mark.rule("GAM-18", "STU-02", "STU-16")
def test_stud_antes_and_bring_in(rules: HouseRules, lower: int, ante: int, bring_in: int) -> None:
    for game in (Game.STUD, Game.STUD8, Game.STUD5):
        stakes = resolve_stakes(rules, game, FIXED, lower=lower, upper=2 * lower)
        assert (stakes.ante, stakes.bring_in) == (ante, bring_in)


@pytest.mark.rule("GAM-18", "DRW-05")
def test_antes_elsewhere() -> None:
    for rules in PROFILES.values():
        for game in (Game.HOLDEM, Game.OMAHA, Game.DRAW):
            assert resolve_stakes(rules, game, FIXED, lower=300, upper=600).ante == 0
        assert tournament_ante(rules, Game.OMAHA, 300) == 30
    assert tournament_ante(STONER, Game.STUD, 300) == 60
    assert resolve_stakes(WINNING_HAND, Game.DRAW, FIXED, lower=300, upper=600, ante=7).ante == 7


@pytest.mark.rule("MON-02")
def test_limit_buy_ins() -> None:
    table = Stakes(small_blind=100, big_blind=200, lower=200, upper=400)
    assert buy_in(STONER, FIXED, table) == BuyIn(1000, 4000)
    assert buy_in(WINNING_HAND, FIXED, table).least == 2000
    half = resolve_stakes(WINNING_HAND, Game.HOLDEM, FIXED, lower=100, upper=200, unit=50)
    assert buy_in(WINNING_HAND, FIXED, half).least == 1000


@pytest.mark.parametrize(("lower", "least"), [(10, 100), (25, 250), (50, 500), (100, 1000)])
@pytest.mark.rule("MON-02", "STU-16")
def test_winning_hand_stud_buy_ins(lower: int, least: int) -> None:
    stakes = resolve_stakes(WINNING_HAND, Game.STUD, FIXED, lower=lower, upper=2 * lower)
    assert buy_in(WINNING_HAND, FIXED, stakes).least == least


@pytest.mark.rule("MON-03", "MON-11")
def test_big_bet_buy_ins_and_the_tables_own() -> None:
    stakes = Stakes(small_blind=100, big_blind=200)
    for limit in (POT, NONE):
        assert buy_in(STONER, limit, stakes) == BuyIn(2000, 4000)
    assert buy_in(STONER, NONE, stakes, table_least=5000, table_most=20000) == BuyIn(5000, 20000)
    assert buy_in(STONER, NONE, stakes, table_least=5000) == BuyIn(5000, 5000)
    with pytest.raises(TableLimitError):
        buy_in(STONER, NONE, stakes, table_least=5000, table_most=4999)


@pytest.mark.rule("MON-02", "MON-11")
def test_short_buys() -> None:
    limits = BuyIn(1000, 4000)
    verify_buy_in(STONER, Game.STUD, limits, 1000, again=False)
    with pytest.raises(TableLimitError):
        verify_buy_in(STONER, Game.HOLDEM, limits, 999, again=False)
    with pytest.raises(TableLimitError):
        verify_buy_in(STONER, Game.HOLDEM, limits, 4001, again=False)
    with pytest.raises(TableLimitError):
        verify_buy_in(STONER, Game.HOLDEM, limits, 0, again=True)
    verify_buy_in(STONER, Game.STUD, limits, 300, again=True)
    verify_buy_in(WINNING_HAND, Game.STUD5, limits, 300, again=True)
    verify_buy_in(WINNING_HAND, Game.HOLDEM, limits, 300, again=True)
    for game in (Game.STUD, Game.DRAW):
        with pytest.raises(TableLimitError):
            verify_buy_in(WINNING_HAND, game, limits, 300, again=True)
        verify_buy_in(WINNING_HAND, game, limits, 300, in_front=700, again=True)


@pytest.mark.rule("GAM-19")
def test_games_offered_by_default() -> None:
    five = {"holdem limit", "omaha limit", "omaha8 limit", "stud limit", "stud8 limit"}
    assert set(STONER.games) == set(STANDARD.games) == five
    assert {"draw limit", "draw pot-limit", "draw no-limit"} <= set(WINNING_HAND.games)
    assert "stud5 limit" in WINNING_HAND.games
    assert "omaha8 no-limit" in PARTY.games
    assert "stud8 limit" in PARTY.games
    assert not any(game.startswith("stud") for game in CLASSIC.games)


@pytest.mark.parametrize(
    "wrong",
    [
        {"lower": 2, "upper": 4, "big_blind": 2},
        {"lower": -2},
        {"lower": 10**15},
        {"big_blind": 0},
        {"lower": 2, "unit": 0},
    ],
)
def test_impossible_stakes_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(TableLimitError):
        resolve_stakes(STONER, Game.HOLDEM, FIXED, **wrong)  # type: ignore[arg-type]
