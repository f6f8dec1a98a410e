"""Odd chips, hi-lo, quartering and rake: cases HL and RK."""

from collections.abc import Sequence

import pytest

from riverbus.core.games import Game, LimitKind, Stakes
from riverbus.core.rake import RakeCap, RakePolicy, rake_of_pots
from riverbus.engine import actions as do
from riverbus.engine.events import Awarded, PotsMade, Raked
from riverbus.engine.profiles import TDA
from riverbus.engine.setup import PostKind
from tests.engine.dealing import Dealt, interleaved, stacked

FIVE_PERCENT = RakePolicy(basis_points=500)


def shares(game: Dealt) -> list[tuple[int, str, int, str]]:
    """Pot, player, chips and half of each award."""
    return [(e.pot, game.names[e.seat - 1], e.amount, e.half) for e in game.of(Awarded)]


@pytest.mark.rule("SHO-07", "SHO-08")
def test_hl_01_the_odd_chip_goes_left_of_the_button() -> None:
    game = Dealt(
        [("SB", 500, "2h2d"), ("BB", 500, "AsKd"), ("BTN", 500, "AhKc")], board="QsJd9h3c4s"
    )
    game.play("BTN calls, SB folds").checks()
    assert shares(game) == [(0, "BB", 13, ""), (0, "BTN", 12, "")]


@pytest.mark.rule("SHO-08")
@pytest.mark.parametrize(("button", "first"), [(7, 2), (3, 5), (5, 2), (2, 5)])
def test_hl_02_the_odd_chip_whatever_the_seat_numbers(button: int, first: int) -> None:
    seats = [(str(seat), 50 if seat in (2, 5) else 2, "") for seat in range(1, 9)]
    order = [*range(button + 1, 9), *range(1, button + 1)]
    others = iter(["2h2d", "3h3d", "5h5d", "6h6d", "7h7d", "8h8d"])
    hands = {seat: {2: "AsKd", 5: "AhKc"}.get(seat) or next(others) for seat in order}
    giver = next(str(seat) for seat in order if seat not in (2, 5))
    game = Dealt(
        seats,
        posts=[(giver, PostKind.DEAD, 1)],
        deck=stacked(interleaved([hands[seat] for seat in order]), "QsJd9h3c4s"),
        button=str(button),
    )
    while game.hand.turn >= 0:
        seat = game.hand.turn_seat
        action = do.ALL_IN if seat in (2, 5) else do.FOLD
        game.act(str(seat), action)
    game.finish()
    won = {int(name): chips for _, name, chips, _ in shares(game) if chips > 1}
    assert sum(won.values()) == 101
    assert won[first] == 51


@pytest.mark.rule("SHO-08", "GAM-03")
def test_hl_04_the_odd_chip_goes_to_the_high_half() -> None:
    game = Dealt(
        [("SB", 500, "9s9c8s7s"), ("BB", 500, "KsKdTcTd"), ("BTN", 500, "Ah2h6d8c")],
        game=Game.OMAHA8,
        limit=LimitKind.FIXED,
        board="Kh3d4sJc7h",
    )
    game.play("BTN calls, SB folds").checks()
    assert shares(game) == [(0, "BB", 13, "high"), (0, "BTN", 12, "low")]
    assert [e.text for e in game.of(Awarded)] == ["three of a kind, kings", "7-4-3-2-A"]


@pytest.mark.rule("SHO-05", "SHO-08", "SHO-17")
def test_hl_05_every_pot_is_halved_on_its_own() -> None:
    game = Dealt(
        [
            ("D", 500, "9s9c8s8d"),
            ("E", 500, "9d9h8h7s"),
            ("A", 5, "QsJsTs8c"),
            ("B", 12, "KsKdTcTd"),
            ("C", 12, "Ah2h6d6c"),
        ],
        game=Game.OMAHA8,
        limit=LimitKind.POT,
        board="Kh3d4sJc7h",
        blinds=(6, 6),
        posts=[("D", PostKind.SMALL_BLIND, 6), ("E", PostKind.DEAD, 3), ("E", PostKind.LIVE, 1)],
    )
    game.play("D checks, E folds, A all-in, B all-in, C all-in, D folds").finish()
    pots = [pot.amount for pot in game.of(PotsMade)[-1].pots]
    assert pots == [24, 15]  # the live chip of E lies in the main pot
    assert [share[1:] for share in shares(game)] == [
        ("B", 8, "high"),
        ("C", 7, "low"),
        ("B", 12, "high"),
        ("C", 12, "low"),
    ]


def identical(**options: object) -> Dealt:
    game = Dealt(
        [("BB", 15, "As2hTdJc"), ("BTN", 15, "Ad2cTcJs")],
        game=Game.OMAHA8,
        limit=LimitKind.NONE,
        board="3h4d5cKsQh",
        **options,  # type: ignore[arg-type]
    )
    return game.play("BTN all-in, BB calls").finish()


@pytest.mark.rule("SHO-17")
def test_hl_07_identical_hands_both_ways() -> None:
    assert shares(identical(rules=TDA)) == [(0, "BB", 15, ""), (0, "BTN", 15, "")]
    halves = identical()
    assert halves.stacks() == {"BB": 16, "BTN": 14}


@pytest.mark.rule("GAM-03", "GAM-08")
def test_hl_10_no_qualifying_low_high_takes_everything() -> None:
    game = Dealt(
        [("BB", 50, "AsAd3h4d"), ("BTN", 51, "Ts8s7d6d")],
        game=Game.OMAHA8,
        limit=LimitKind.NONE,
        board="KhQd9s4c2h",
        posts=[("BTN", PostKind.DEAD, 1), ("BB", PostKind.BIG_BLIND, 10)],
    )
    game.play("BTN all-in, BB calls").finish()
    assert shares(game) == [(0, "BB", 101, "")]


@pytest.mark.rule("SHO-05", "SHO-17")
def test_hl_11_a_low_in_the_main_pot_only() -> None:
    game = Dealt(
        [("B", 100, "KsKdTcTd"), ("C", 100, "QsQdJs9d"), ("A", 40, "Ah2h6d6c")],
        game=Game.OMAHA8,
        limit=LimitKind.NONE,
        board="Kh3d4sJc7h",
    )
    game.play("A all-in, B all-in, C calls").finish()
    assert game.stacks() == {"B": 180, "C": 0, "A": 60}


@pytest.mark.rule("SHO-09", "SHO-17")
def test_a_low_that_two_tie_gives_each_a_quarter() -> None:
    game = Dealt(
        [
            ("A", 25, "Ah2hQc9c"),
            ("B", 25, "KsKdTcTd"),
            ("C", 25, "As2s9d9h"),
            ("D", 25, "QsQdJs8d"),
        ],
        game=Game.OMAHA8,
        limit=LimitKind.NONE,
        board="Kh3d4sJc7h",
    )
    game.play("C all-in, D all-in, A all-in, B all-in").finish()
    assert game.stacks() == {"A": 25, "B": 50, "C": 25, "D": 0}


STUD = Stakes(lower=4, upper=8, ante=1, bring_in=2)


@pytest.mark.rule("SHO-08")
def test_hl_13_the_odd_chip_of_stud_by_seat_or_by_suit() -> None:
    for options, odd in (({}, "P0"), ({"changed": {"stud_odd_chip": "suit"}}, "P1")):
        hands = ("AhKd9cQhJc4c3c", "AsKh9dQdJd4d3h", "5s6s2c7h8dTh3s")
        cards = [[hand[at : at + 2] for at in range(0, 14, 2)] for hand in hands]
        game = Dealt(
            [("P0", 4, ""), ("P1", 4, ""), ("P2", 1, "")],
            game=Game.STUD,
            limit=LimitKind.FIXED,
            stakes=STUD,
            deck=stacked("".join(cards[p][at] for at in range(7) for p in range(3))),
            posts=[(name, PostKind.ANTE, 1) for name in ("P0", "P1", "P2")],
            **options,  # type: ignore[arg-type]
        )
        assert game.may() == "fold, bring in 2, complete 3"
        game.play("P0 all-in, P1 calls").finish()
        assert game.stacks() == {"P0": 4, "P1": 4, "P2": 0, odd: 5}


@pytest.mark.rule("MON-05")
def test_rk_01_no_flop_no_drop() -> None:
    policy = RakePolicy(basis_points=500, no_flop_no_drop=True)
    seats = [("SB", 1000, "KsKd"), ("BB", 1000, "QsQd"), ("BTN", 1000, "AsAd")]
    game = Dealt(seats, blinds=(100, 200), rake=policy)
    game.play("BTN raises 600, SB folds, BB folds").finish()
    assert game.hand.rake == 0
    game = Dealt(seats, blinds=(100, 200), rake=policy)
    game.play("BTN all-in, SB folds, BB calls").finish()
    assert game.hand.rake == 105


@pytest.mark.rule("MON-05", "SHO-06")
def test_rk_02_the_uncalled_bet_is_no_part_of_the_raked_pot() -> None:
    game = Dealt([("B", 190, "KsKd"), ("A", 400, "AsAd")], blinds=(10, 20), rake=FIVE_PERCENT)
    game.play("A raises 60, B raises 100, A raises 300, B calls").finish()
    assert game.hand.returned == [0, 110]
    assert [e.total for e in game.of(Raked)] == [19]
    assert game.stacks() == {"A": 571, "B": 0}
    result = game.hand.result()
    assert sum(seat.contributed - seat.returned for seat in result.seats) == 380
    assert [(pot.amount, pot.rake) for pot in result.pots] == [(380, 19)]


@pytest.mark.rule("MON-05")
def test_rk_04_rounding_per_hand_or_per_pot() -> None:
    per_pot = RakePolicy(basis_points=500, per="pot")
    assert rake_of_pots(FIVE_PERCENT, [870, 90], 6, True) == (43, 5)
    assert rake_of_pots(per_pot, [870, 90], 6, True) == (43, 4)


@pytest.mark.rule("MON-05")
def test_rk_05_half_a_cent() -> None:
    amounts = (50, 150, 250, 350)
    for rounding, wanted in (
        ("down", [2, 7, 12, 17]),
        ("half_even", [2, 8, 12, 18]),
        ("half_up", [3, 8, 13, 18]),
    ):
        policy = RakePolicy(basis_points=500, rounding=rounding)  # type: ignore[arg-type]
        assert [rake_of_pots(policy, [one], 2, True)[0] for one in amounts] == wanted


@pytest.mark.rule("MON-05")
def test_the_cap_is_that_of_the_players_dealt_in_and_main_pot_pays_first() -> None:
    policy = RakePolicy(basis_points=500, caps=(RakeCap(2, 100), RakeCap(3, 200), RakeCap(5, 300)))
    assert rake_of_pots(policy, [1000, 9000], 2, True) == (50, 50)
    assert rake_of_pots(policy, [1000, 9000], 4, True) == (50, 150)
    assert rake_of_pots(policy, [9000, 1000], 9, True) == (300, 0)


@pytest.mark.rule("SHO-12", "SHO-08")
def test_rk_07_rake_comes_before_splitting() -> None:
    posts = [
        ("BTN", PostKind.DEAD, 1),
        ("BTN", PostKind.SMALL_BLIND, 5),
        ("BB", PostKind.BIG_BLIND, 10),
    ]
    game = Dealt(
        [("BB", 50, "AsKd"), ("BTN", 51, "AhKc")],
        board="QsJd9h3c4s",
        rake=FIVE_PERCENT,
        posts=posts,
    )
    game.play("BTN all-in, BB calls").finish()
    assert (game.hand.rake, game.stacks()) == (5, {"BB": 48, "BTN": 48})


@pytest.mark.rule("SHO-10")
def test_when_the_board_plays_all_split() -> None:
    hands: Sequence[tuple[str, int, str]] = [
        ("SB", 100, "2c3d"),
        ("BB", 100, "2d3h"),
        ("BTN", 100, "2h3c"),
    ]
    game = Dealt(hands, board="AsKsQsJsTs").play("BTN all-in, SB calls, BB calls").finish()
    assert game.stacks() == {"SB": 100, "BB": 100, "BTN": 100}


def test_pots_are_split_in_the_chips_of_the_table() -> None:
    stakes = Stakes(small_blind=25, big_blind=50, unit=25)
    game = Dealt(
        [("SB", 500, "2h2d"), ("BB", 500, "AsKd"), ("BTN", 500, "AhKc")],
        board="QsJd9h3c4s",
        stakes=stakes,
    )
    game.play("BTN calls, SB folds").checks()
    assert game.stacks() == {"SB": 475, "BB": 525, "BTN": 500}
