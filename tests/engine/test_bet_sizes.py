"""Sizes of bets in fixed limit and pot limit, with the numbers that the sources work out."""

import pytest

from riverbus.core.games import Game, GameKind, LimitKind, Stakes
from riverbus.engine.profiles import CLASSIC, PARTY, STONER, TDA, WINNING_HAND
from riverbus.engine.setup import PostKind
from tests.engine.dealing import Dealt

TWO_FOUR = Stakes(small_blind=1, big_blind=2, lower=2, upper=4)


def three(game: Game, stakes: Stakes, **options: object) -> Dealt:
    hands = ["AsAdAhAc", "KsKdKhKc", "QsQdQhQc"]
    size = 8 if game in (Game.OMAHA, Game.OMAHA8) else 4
    seats = [(name, 500, hands[at][:size]) for at, name in enumerate(("SB", "BB", "BTN"))]
    return Dealt(seats, game=game, stakes=stakes, **options)  # type: ignore[arg-type]


@pytest.mark.rule("GAM-10", "CAP-07")
def test_limit_2_4_bets_two_twice_and_then_four() -> None:
    game = three(Game.HOLDEM, TWO_FOUR, limit=LimitKind.FIXED)
    assert game.may() == "fold, call 2, raise 4"
    game.play("BTN raises 4, SB raises 6, BB raises 8, BTN calls, SB calls")
    assert game.may() == "fold, check, bet 2"
    game.play("SB bets 2, BB raises 4, BTN raises 6, SB raises 8, BB calls, BTN calls")
    assert game.may() == "fold, check, bet 4"
    game.play("SB bets 4, BB raises 8, BTN raises 12, SB raises 16")
    assert game.may() == "fold, call 8"
    game.play("BB calls, BTN folds")
    assert game.may() == "fold, check, bet 4"


@pytest.mark.rule("CAP-02", "TRN-08")
def test_the_third_raise_is_the_cap_heads_up_in_tournaments_and_draw() -> None:
    ladder = "BTN raises 4, BB raises 6, BTN raises 8"
    for game, kind, capped in (
        (Game.HOLDEM, GameKind.CASH, False),
        (Game.OMAHA, GameKind.CASH, False),
        (Game.HOLDEM, GameKind.TOURNAMENT, True),
        (Game.DRAW, GameKind.CASH, True),
    ):
        size = {Game.HOLDEM: 2, Game.OMAHA: 4, Game.DRAW: 5}[game]
        hands = ["AsAdAhAc2s", "KsKdKhKc3s"]
        seats = [(name, 500, hands[at][: 2 * size]) for at, name in enumerate(("BB", "BTN"))]
        played = Dealt(
            seats,
            game=game,
            stakes=TWO_FOUR,
            limit=LimitKind.FIXED,
            rules=WINNING_HAND,
            kind=kind,
        ).play(ladder)
        assert played.may() == ("fold, call 2" if capped else "fold, call 2, raise 10")


@pytest.mark.rule("GAM-11")
def test_pot_limit_heads_up_blinds_5_10_raises_by_20_to_30() -> None:
    game = Dealt([("BB", 500, "AsAd"), ("BTN", 500, "KsKd")], limit=LimitKind.POT)
    assert game.may() == "fold, call 5, raise 20..30"
    assert game.hand.legal_actions(2).pot_total == 30
    game = Dealt(
        [("SB", 500, "AsAd"), ("BB", 500, "KsKd"), ("BTN", 500, "QsQd")], limit=LimitKind.POT
    )
    assert game.may() == "fold, call 10, raise 20..35"


@pytest.mark.rule("GAM-11")
def test_pot_limit_pot_20_and_three_bets_of_10_allow_70() -> None:
    seats = [
        (name, 500, hand)
        for name, hand in zip("ABCD", ("AsAd", "KsKd", "QsQd", "JsJd"), strict=True)
    ]
    game = Dealt(seats, limit=LimitKind.POT, blinds=(5, 5))
    game.play("C calls, D calls, A checks, B checks")
    assert game.hand.total == 20
    game.play("A bets 10, B calls, C calls")
    assert game.may() == "fold, call 10, raise 20..70"
    game.play("D raises 70")
    assert game.hand.total == 120


@pytest.mark.rule("GAM-12")
def test_the_pot_of_217_is_bet_as_217() -> None:
    posts = [
        ("BB", PostKind.DEAD, 7),
        ("BTN", PostKind.SMALL_BLIND, 5),
        ("BB", PostKind.BIG_BLIND, 10),
    ]
    game = Dealt([("BB", 900, "AsAd"), ("BTN", 900, "KsKd")], limit=LimitKind.POT, posts=posts)
    game.play("BTN raises 30, BB raises 60, BTN raises 105, BB calls")
    assert game.hand.total == 217
    assert game.may() == "fold, check, bet 10..217"
    assert game.hand.legal_actions(1).pot_total == 217


@pytest.mark.rule("CAP-03")
def test_pot_limit_has_no_cap() -> None:
    game = Dealt([("BB", 9000, "AsAd"), ("BTN", 9000, "KsKd")], limit=LimitKind.POT)
    game.play("BTN raises 20, BB raises 30, BTN raises 40, BB raises 50, BTN raises 60")
    assert game.may() == "fold, call 10, raise 70..180"


def test_ro_12_pot_limit_with_a_short_or_absent_blind() -> None:
    seats = [("SB", 500, "AsAd"), ("BB", 6, "KsKd"), ("BTN", 500, "QsQd")]
    assert Dealt(seats, limit=LimitKind.POT).may() == "fold, call 10, raise 20..31"
    assert Dealt(seats, limit=LimitKind.POT, rules=TDA).may() == "fold, call 10, raise 20..35"
    no_small = [("BB", PostKind.BIG_BLIND, 10)]
    game = Dealt(seats, limit=LimitKind.POT, rules=TDA, posts=no_small)
    assert game.may() == "fold, call 10, raise 20..35"


@pytest.mark.rule("GAM-14")
def test_classic_omaha_has_no_bet_below_the_upper_stake() -> None:
    stakes = Stakes(small_blind=5, big_blind=10, lower=5, upper=10)
    classic = three(Game.OMAHA, stakes, limit=LimitKind.POT, rules=CLASSIC)
    classic.play("BTN calls, SB calls, BB checks")
    assert classic.may() == "fold, check, bet 10..30"
    by_limits = Stakes(small_blind=5, big_blind=10, lower=10, upper=20)
    for rules, least in ((CLASSIC, 20), (STONER, 10), (PARTY, 10)):
        game = three(Game.OMAHA, by_limits, limit=LimitKind.NONE, rules=rules)
        game.play("BTN calls, SB calls, BB checks")
        assert game.may() == f"fold, check, bet {least}..490"


@pytest.mark.rule("GAM-10")
def test_a_live_post_of_a_newcomer_counts_as_a_bet() -> None:
    posts = [
        ("SB", PostKind.SMALL_BLIND, 1),
        ("BB", PostKind.BIG_BLIND, 2),
        ("BTN", PostKind.LIVE, 2),
    ]
    game = three(Game.HOLDEM, TWO_FOUR, limit=LimitKind.FIXED, posts=posts)
    assert game.may() == "fold, check, raise 4"
