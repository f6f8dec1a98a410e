"""Reading hands: cases EV, and the compiled evaluator beside the pure one."""

import random
from collections import Counter
from itertools import combinations

import pytest
from pokerkit import EightOrBetterLowHand, StandardHighHand

from riverbus.core.cards import CardError, card, cards, cards_text
from riverbus.core.games import PLANS, Game
from riverbus.engine import evaluate, pure_evaluator
from riverbus.engine.hand_classes import CATEGORIES, CLASSES, NAMES, SHAPES
from riverbus.engine.hand_text import hand_text


def high(text: str) -> int:
    return evaluate.high(cards(text))


@pytest.mark.rule("GAM-20", "GAM-09")
def test_ev_01_the_wheel_is_a_straight() -> None:
    wheel = high("Ad2c3h4s5d")
    assert wheel < high("AsAcAh7d2c")
    assert wheel > high("2s3d4h5c6s")
    assert NAMES[wheel] == "straight, five high"


def test_ev_02_the_steel_wheel_against_higher_straights() -> None:
    board = "2h3h4h5hKc"
    p1, p2, p3 = high("Ah9s" + board), high("6c9d" + board), high("6h9c" + board)
    assert p3 < p1 < p2
    assert NAMES[p1] == "straight flush, five high"


def test_ev_04_flush_and_straight_in_different_cards() -> None:
    number = high("7s8d9dTdJd2d4d")
    assert NAMES[number] == "flush, jack high"
    five = evaluate.five_of_high(cards("7s8d9dTdJd2d4d"), number)
    assert cards_text(five) == "JdTd9d8d4d"


@pytest.mark.rule("GAM-09")
def test_ev_05_a_flush_compares_all_five_cards() -> None:
    board = "KhTh8h4s3h"
    assert high("6h2c" + board) < high("As5h" + board)
    assert high("AhQh9h5h2h") < high("KhQh9h5h2h")


def test_ev_07_a_flush_on_the_board() -> None:
    board = "AhJh9h6h4h"
    assert high("5hKs" + board) < high("KdKc" + board) == high("3h2h" + board)


def test_ev_08_a_kicker_that_does_not_play() -> None:
    board = "TsTh4d4cAs"
    assert high("Qd6h" + board) == high("6cJd" + board)


def test_ev_13_one_text_for_a_card() -> None:
    assert card("Ts") == 35
    for text in ("10s", "ts", "1s", "10", "TS", "", "T", "Ts "):
        with pytest.raises(CardError):
            card(text)
    assert cards("As Kd") == cards("AsKd")
    with pytest.raises(CardError):
        cards("AsAs")
    with pytest.raises(CardError):
        cards("AsK")


def test_ev_14_ties_on_the_board() -> None:
    assert high("5c6d7h8s9cAsKd") == high("5c6d7h8s9c2h2d")


def test_ev_16_too_few_or_double_cards_are_a_typed_error() -> None:
    for few in ((), (0,), (0, 5, 9, 14), tuple(range(8)), (1, 1, 2, 3, 4)):
        with pytest.raises(evaluate.EvaluationError):
            evaluate.high(few)
    with pytest.raises(evaluate.EvaluationError):
        evaluate.omaha_high(cards("AsKsQsJs"), cards("2c3c"))


@pytest.mark.soak
def test_all_five_card_hands_fall_into_the_known_categories() -> None:
    found: Counter[int] = Counter(
        evaluate.high_of_five(*five) for five in combinations(range(52), 5)
    )
    assert len(found) == CLASSES
    by_category: Counter[str] = Counter()
    for number, count in found.items():
        by_category[CATEGORIES[SHAPES[number][0]]] += count
    assert list(map(by_category.__getitem__, CATEGORIES)) == [
        40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540,
    ]  # fmt: skip


def test_every_class_is_made_by_the_ranks_that_it_names() -> None:
    for number in range(1, CLASSES + 1):
        category, ranks = SHAPES[number]
        suits = (0,) * 5 if category in (0, 3) else (0, 1, 2, 3, 0)
        if category not in (0, 3) and len(set(ranks)) < 5:
            seen: Counter[int] = Counter()
            five = []
            for rank in ranks:
                five.append(rank * 4 + (seen[rank] if ranks.count(rank) > 1 else 3))
                seen[rank] += 1
        else:
            five = [rank * 4 + suit for rank, suit in zip(ranks, suits, strict=True)]
        assert evaluate.high_of_five(*five) == number
        assert pure_evaluator.evaluate(*five) == number


def test_the_pure_evaluator_gives_the_same_numbers() -> None:
    rng = random.Random(7)
    for _ in range(1500):
        nine = rng.sample(range(52), 9)
        for size in (5, 6, 7):
            assert pure_evaluator.evaluate(*nine[:size]) == evaluate.high(nine[:size])
    for _ in range(60):
        nine = rng.sample(range(52), 9)
        assert pure_evaluator.evaluate_omaha(*nine) == evaluate.omaha_high_of_nine(*nine)


def test_high_and_low_order_hands_as_pokerkit_does() -> None:
    rng = random.Random(8)
    for _ in range(200):
        deal = rng.sample(range(52), 9)
        a, b, board = deal[:2], deal[2:4], deal[4:]
        ours = [evaluate.high([*own, *board]) for own in (a, b)]
        theirs = [StandardHighHand.from_game(cards_text(own), cards_text(board)) for own in (a, b)]
        assert (ours[0] < ours[1]) == (theirs[0] > theirs[1])
        assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])
        low = EightOrBetterLowHand.from_game_or_none(cards_text(a), cards_text(board))
        assert (low is None) == (evaluate.low8([*a, *board]) == 0)


@pytest.mark.rule("GAM-02")
def test_omaha_takes_two_from_the_hand_and_three_from_the_board() -> None:
    hole, board = cards("AhKd7c2s"), cards("QhJh9h6h4d")
    assert NAMES[evaluate.omaha_high(hole, board)] == "ace high"
    number = evaluate.omaha_high(cards("AhKh7c2s"), board)
    assert NAMES[number] == "flush, ace high"
    five = evaluate.five_of_omaha_high(cards("AhKh7c2s"), board, number)
    assert cards_text(five) == "AhKhQhJh9h"


@pytest.mark.rule("GAM-08")
def test_low_hands_compare_from_the_highest_card() -> None:
    def low(text: str) -> int:
        return evaluate.low8(cards(text))

    assert low("7c6d5h4s2c") < low("8c6d4h2sAc")
    assert 0 < low("Ac2d3h4s5c") < low("Ac2d3h4s6c")
    assert low("8c7d6h5s4c") == max(low("8c7d6h5s4c"), low("8c7d6h5s3c"))
    assert low("8c8d6h5s4cKdQd") == 0
    assert evaluate.low_text(low("As5h7c8d3sKcQc")) == "8-7-5-3-A"


@pytest.mark.rule("GAM-03", "GAM-05")
def test_the_worked_omaha_hi_lo_hand_of_classic() -> None:
    board = cards("5s7s8sJdKh")
    p1, p2 = cards("As3s3dKc"), cards("Ad2sQhQd")
    assert NAMES[evaluate.omaha_high(p1, board)] == "flush, ace high"
    assert NAMES[evaluate.omaha_high(p2, board)] == "pair of queens"
    lows = [evaluate.omaha_low8(hole, board) for hole in (p1, p2)]
    assert [evaluate.low_text(low) for low in lows] == ["8-7-5-3-A", "8-7-5-2-A"]
    assert lows[1] < lows[0]
    assert cards_text(evaluate.five_of_omaha_low(p2, board, lows[1])) == "8s7s5s2sAd"


@pytest.mark.rule("GAM-08")
def test_hl_08_a_counterfeited_low() -> None:
    a, b = cards("As2dKcKd"), cards("2h4cJdJs")
    for board, wanted in (
        ("3h7c8d", ["8-7-3-2-A", "8-7-4-3-2"]),
        ("3h7c8dAc9s", ["8-7-3-2-A", "7-4-3-2-A"]),
    ):
        found = [evaluate.low_text(evaluate.omaha_low8(hole, cards(board))) for hole in (a, b)]
        assert found == wanted


@pytest.mark.rule("GAM-05")
def test_straights_and_flushes_do_not_hurt_a_low() -> None:
    text = "Ah2h3h4h5hKdQd"
    assert NAMES[high(text)] == "straight flush, five high"
    assert evaluate.low_text(evaluate.low8(cards(text))) == "5-4-3-2-A"


def test_hands_in_words_while_they_grow() -> None:
    for hole, board, wanted in (
        ("KsKd", "", "pair of kings"),
        ("AsKd", "", "ace high"),
        ("KsKd", "5h5c2d", "two pair, kings and fives"),
    ):
        assert hand_text(PLANS[Game.HOLDEM], cards(hole), cards(board)) == (wanted, "")
    omaha8 = PLANS[Game.OMAHA8]
    assert hand_text(omaha8, cards("As2dKcKd"), ()) == ("", "no low yet")
    assert hand_text(omaha8, cards("As2dKcKd"), cards("3h7c8d")) == ("pair of kings", "8-7-3-2-A")
