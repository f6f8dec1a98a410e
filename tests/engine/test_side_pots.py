"""Side pots and all-ins below a forced bet: cases SP."""

import pytest

from riverbus.engine import actions as do
from riverbus.engine.errors import RuleError
from riverbus.engine.events import PotsMade, Returned
from riverbus.engine.setup import PostKind
from tests.engine.dealing import Dealt

BOARD = "2c7d9h3c4s"


def pots_of(game: Dealt) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, pot.eligible) for pot in game.of(PotsMade)[-1].pots]


@pytest.mark.rule("SHO-05")
def test_sp_01_an_all_in_player_stays_eligible_on_later_streets() -> None:
    game = Dealt([("SB", 400, "KsKd"), ("BB", 400, "QsQd"), ("BTN", 60, "AsAd")], board=BOARD)
    game.play("BTN all-in, SB calls, BB calls, SB bets 100, BB calls").checks()
    assert pots_of(game) == [(180, (1, 2, 3)), (200, (1, 2))]
    assert game.stacks() == {"BTN": 180, "SB": 440, "BB": 240}


@pytest.mark.rule("SHO-07", "SHO-08")
def test_sp_02_two_tied_winners_one_of_them_all_in() -> None:
    game = Dealt(
        [("SB", 500, "AcTd"), ("BB", 500, "2c2d"), ("BTN", 301, "AhTs")], board="KsQsJd3h4c"
    )
    game.play("BTN all-in, SB calls, BB calls").checks()
    assert game.stacks() == {"SB": 651, "BB": 199, "BTN": 451}


@pytest.mark.rule("SHO-06")
def test_sp_04_the_excess_of_the_biggest_stack_comes_back() -> None:
    game = Dealt(
        [("SB", 1200, "AsAd"), ("BB", 1000, "5h5d"), ("UTG", 900, "KsKd"), ("BTN", 900, "QsQd")],
        blinds=(1, 2),
        board=BOARD,
    )
    game.play("UTG all-in, BTN calls, SB all-in, BB folds").finish()
    assert game.of(Returned)[0].amount == 300
    assert game.stacks() == {"SB": 3002, "BB": 998, "UTG": 0, "BTN": 0}


@pytest.mark.rule("SHO-05", "SHO-14")
def test_sp_05_dead_money_lies_inside_the_level_that_it_reaches() -> None:
    game = Dealt(
        [("SB", 100, "AsAd"), ("BB", 300, "KsKd"), ("UTG", 1000, "QsQd"), ("BTN", 1000, "JsJd")],
        board=BOARD,
    )
    game.play("UTG raises 80, BTN calls, SB all-in, BB all-in, UTG raises 600, BTN folds")
    game.finish()
    assert pots_of(game) == [(380, (1, 2, 3)), (400, (2, 3))]
    assert game.stacks() == {"SB": 380, "BB": 400, "UTG": 700, "BTN": 920}


@pytest.mark.rule("SHO-05")
def test_sp_07_a_short_big_blind_does_not_make_the_call_cheaper() -> None:
    game = Dealt(
        [("SB", 1000, "KsKd"), ("BB", 60, "AsAd"), ("BTN", 1000, "QsQd")],
        blinds=(50, 100),
        board=BOARD,
    )
    assert game.may() == "fold, call 100, raise 200..1000"
    game.play("BTN calls, SB calls").checks()
    assert pots_of(game) == [(180, (1, 2, 3)), (80, (1, 3))]
    assert game.stacks() == {"SB": 980, "BB": 180, "BTN": 900}


@pytest.mark.rule("ACT-12")
def test_sp_08_heads_up_a_big_blind_all_in_from_posting() -> None:
    game = Dealt([("BB", 50, "AsAd"), ("BTN", 1950, "KsKd")], blinds=(25, 50), board=BOARD)
    assert game.may() == "fold, call 25"
    with pytest.raises(RuleError) as refused:
        game.act("BTN", do.raise_to(100))
    assert refused.value.code == "raise_closed"
    game.play("BTN folds").finish()
    assert game.stacks() == {"BB": 75, "BTN": 1925}

    game = Dealt([("BB", 20, "AsAd"), ("BTN", 1950, "KsKd")], blinds=(25, 50), board=BOARD)
    assert game.hand.turn_seat == 0
    assert game.of(Returned)[0].amount == 5
    assert pots_of(game) == [(40, (1, 2))]
    assert game.finish().stacks() == {"BB": 40, "BTN": 1930}


def test_sp_10_one_all_in_and_one_with_chips_no_more_betting() -> None:
    game = Dealt([("BB", 330, "AsAd"), ("BTN", 150, "KsKd")], board=BOARD)
    game.play("BTN all-in, BB calls")
    assert game.to_act == ""
    game = Dealt([("SB", 330, "AsAd"), ("BB", 330, "QsQd"), ("BTN", 150, "KsKd")], board=BOARD)
    game.play("BTN all-in, SB calls, BB calls")
    assert game.to_act == "SB"
    assert game.may() == "fold, check, bet 10..180"


@pytest.mark.rule("SHO-05", "SHO-07")
def test_sp_11_a_tie_inside_a_middle_side_pot() -> None:
    game = Dealt(
        [("A", 50, "AsAd"), ("B", 150, "KsKd"), ("C", 300, "KcKh"), ("D", 300, "QsQd")],
        board=BOARD,
    )
    game.play("C all-in, D calls, A all-in, B all-in").finish()
    assert game.stacks() == {"A": 200, "B": 150, "C": 450, "D": 0}
    game = Dealt(
        [("A", 60, "AsAd"), ("B", 110, "KsKd"), ("C", 260, "QcQh"), ("D", 500, "JsJd")],
        board=BOARD,
    )
    game.play("C all-in, D calls, A all-in, B all-in").finish()
    assert game.stacks() == {"A": 240, "B": 150, "C": 300, "D": 240}


@pytest.mark.rule("GAM-18")
def test_sp_13_a_big_blind_ante_belongs_to_everybody() -> None:
    game = Dealt(
        [("SB", 5000, "KsKd"), ("BB", 5000, "QsQd"), ("BTN", 50, "AsAd")],
        blinds=(100, 200),
        board=BOARD,
        posts=[
            ("SB", PostKind.SMALL_BLIND, 100),
            ("BB", PostKind.BIG_BLIND, 200),
            ("BB", PostKind.BIG_BLIND_ANTE, 200),
        ],
    )
    game.play("BTN all-in, SB calls").checks()
    assert pots_of(game) == [(350, (1, 2, 3)), (300, (1, 2))]
    assert game.stacks() == {"BTN": 350, "SB": 5100, "BB": 4600}


def test_bl_13_a_short_big_blind_ante_in_both_orders() -> None:
    blind_first = [("BB", PostKind.BIG_BLIND, 100), ("BB", PostKind.BIG_BLIND_ANTE, 100)]
    for posts, pots in (
        (blind_first, [(330, (1, 2, 3))]),
        (blind_first[::-1], [(190, (1, 2, 3)), (140, (1, 3))]),
    ):
        game = Dealt(
            [("SB", 1000, "KsKd"), ("BB", 130, "AsAd"), ("BTN", 1000, "QsQd")],
            blinds=(50, 100),
            board=BOARD,
            posts=[("SB", PostKind.SMALL_BLIND, 50), *posts],
        )
        game.play("BTN calls, SB calls").checks()
        assert pots_of(game) == pots


@pytest.mark.rule("BLD-11")
def test_a_dead_blind_goes_to_the_main_pot_and_is_no_part_of_a_call() -> None:
    game = Dealt(
        [("SB", 500, "KsKd"), ("BB", 500, "QsQd"), ("CO", 500, "AsAd"), ("BTN", 500, "JsJd")],
        board=BOARD,
        posts=[
            ("SB", PostKind.SMALL_BLIND, 5),
            ("BB", PostKind.BIG_BLIND, 10),
            ("CO", PostKind.LIVE, 10),
            ("CO", PostKind.DEAD, 5),
        ],
    )
    assert game.hand.total == 30
    assert game.may() == "fold, check, raise 20..495"
    game.play("CO raises 30, BTN folds, SB folds, BB folds").finish()
    assert game.of(Returned)[0].amount == 20
    assert game.stacks() == {"SB": 495, "BB": 490, "CO": 515, "BTN": 500}
