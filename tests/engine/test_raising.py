"""Under-raises, re-opening and minimum raises: cases RO, clauses CAP-03 to CAP-06 and GAM-13."""

import pytest

from riverbus.core.games import LimitKind, Stakes
from riverbus.engine import actions as do
from riverbus.engine.errors import RuleError
from riverbus.engine.profiles import STONER, TDA
from riverbus.engine.rules import HouseRules
from riverbus.engine.setup import PostKind
from tests.engine.dealing import Dealt

HANDS = ["AsAd", "KsKd", "QsQd", "JsJd", "TsTd", "9s9d"]


def no_limit(
    stacks: dict[str, int],
    blinds: tuple[int, int] = (5, 10),
    rules: HouseRules = TDA,
    **changed: str,
) -> Dealt:
    seats = [(name, stack, HANDS[at]) for at, (name, stack) in enumerate(stacks.items())]
    return Dealt(seats, blinds=blinds, rules=rules, changed=changed or None)


def limit(stacks: dict[str, int], rules: HouseRules = STONER, **changed: str) -> Dealt:
    seats = [(name, stack, HANDS[at]) for at, (name, stack) in enumerate(stacks.items())]
    stakes = Stakes(small_blind=5, big_blind=10, lower=10, upper=20)
    return Dealt(seats, limit=LimitKind.FIXED, stakes=stakes, rules=rules, changed=changed or None)


def refused(game: Dealt, name: str, action: do.Action) -> str:
    with pytest.raises(RuleError) as error:
        game.act(name, action)
    return error.value.code


def test_ro_01_a_full_all_in_raise_does_not_feed_the_short_ones() -> None:
    game = no_limit({"SB": 72, "BB": 500, "UTG": 60, "BTN": 500})
    game.play("UTG all-in, BTN calls, SB all-in, BB calls")
    assert game.to_act == "BTN"
    assert game.may() == "fold, call 12"


@pytest.mark.rule("CAP-05")
def test_ro_02_short_all_ins_add_up_for_the_one_who_faces_a_full_bet() -> None:
    stacks = {"A": 1000, "B": 90, "C": 1000, "D": 120, "E": 1000}
    game = no_limit(stacks, blinds=(20, 40))
    game.play("C calls, D calls, E calls, A calls, B checks")
    game.play("A bets 40, B all-in, C calls, D all-in, E calls")
    assert game.to_act == "A"
    assert game.may() == "fold, call 40, raise 120..960"
    game.play("A calls")
    assert game.to_act == "C"
    assert game.may() == "fold, call 30"

    game = no_limit(stacks, blinds=(20, 40))
    game.play("C calls, D calls, E calls, A calls, B checks")
    game.play("A bets 40, B all-in, C calls, D all-in, E calls, A raises 120")
    assert game.may() == "fold, call 70, raise 160..960"


def test_ro_04_the_minimum_raise_against_a_nearly_all_in_opponent() -> None:
    stacks = {"BB": 100, "BTN": 500}
    game = no_limit(stacks).play("BTN raises 50, BB raises 90")
    assert game.may() == "fold, call 40, raise 130..500"
    game.play("BTN raises 130, BB all-in")
    assert game.hand.returned == [0, 30]
    game = no_limit(stacks, min_raise_against_short_stack="all_in")
    game.play("BTN raises 50, BB raises 90")
    assert game.may() == "fold, call 40, raise 100..500"


@pytest.mark.rule("ACT-12")
def test_ro_05_an_all_in_below_the_minimum_raise_is_always_allowed() -> None:
    game = no_limit({"B": 40, "A": 1000})
    game.play("A calls, B checks, B checks, A checks, B checks, A checks, B checks, A bets 24")
    assert game.may() == "fold, call 24, raise 30"
    game.play("B all-in")
    assert game.may() == "fold, call 6"


def test_ro_07_the_first_bettor_may_raise_and_the_second_may_not() -> None:
    stacks = {"A": 500, "B": 500, "C": 62}
    game = no_limit(stacks)
    game.play("C calls, A calls, B checks, A bets 20, B raises 40, C all-in")
    assert game.may() == "fold, call 32, raise 72..490"
    game.play("A calls")
    assert game.may() == "fold, call 12"


@pytest.mark.rule("CAP-05")
def test_ro_08_the_half_bet_rule_of_limit() -> None:
    def turn(b_stack: int, rules: HouseRules, **changed: str) -> Dealt:
        game = limit({"A": 500, "B": b_stack + 20, "C": 500}, rules, **changed)
        game.play("C calls, A calls, B checks, A bets 10, B calls, C calls, A bets 20, B all-in")
        return game

    game = turn(29, TDA)
    assert game.may() == "fold, call 29, raise 40"
    game.play("C calls")
    assert game.may() == "fold, call 9"
    assert turn(29, TDA).play("C raises 40").may() == "fold, call 20, raise 60"
    game = turn(30, TDA)
    assert game.may() == "fold, call 30, raise 50"
    assert game.play("C calls").may() == "fold, call 10, raise 50"
    # the full-unit reading: 30 behaves like 29
    game = turn(30, TDA, limit_under_raise_fraction="1")
    assert game.may() == "fold, call 30, raise 40"
    assert game.play("C calls").may() == "fold, call 10"


@pytest.mark.rule("CAP-05")
def test_an_under_raise_in_limit_by_the_house_rules_of_stoner() -> None:
    def flop(b_stack: int) -> Dealt:
        game = limit({"A": 500, "B": b_stack + 10, "C": 500})
        return game.play("C calls, A calls, B checks, A bets 10, B all-in")

    game = flop(14)
    assert game.may() == "fold, call 14, raise 24"
    assert game.play("C calls").may() == "fold, call 4"
    assert flop(14).play("C raises 24").may() == "fold, call 14, raise 34"
    game = flop(15)
    assert game.may() == "fold, call 15, raise 25"
    assert game.play("C calls").may() == "fold, call 5, raise 25"


@pytest.mark.rule("CAP-05", "CAP-03")
def test_an_under_raise_in_no_limit_by_the_house_rules_of_stoner() -> None:
    def flop(b_stack: int) -> Dealt:
        game = no_limit({"A": 2000, "B": b_stack + 10, "C": 2000}, rules=STONER)
        return game.play("C calls, A calls, B checks, A bets 100, B all-in, C calls")

    assert flop(149).may() == "fold, call 49"
    assert flop(150).may() == "fold, call 50, raise 250..1990"
    # who has not acted may still raise the full raise, and that opens the round again
    game = no_limit({"A": 2000, "B": 159, "C": 2000}, rules=STONER)
    game.play("C calls, A calls, B checks, A bets 100, B all-in")
    assert game.may() == "fold, call 149, raise 249..1990"
    game.play("C raises 249")
    assert game.may() == "fold, call 149, raise 349..1990"


@pytest.mark.rule("CAP-05")
def test_a_blind_has_not_acted_and_is_not_locked() -> None:
    game = no_limit({"SB": 500, "BB": 500, "UTG": 14, "BTN": 500}, rules=STONER)
    game.play("UTG all-in, BTN calls, SB calls")
    assert game.to_act == "BB"
    assert game.may() == "fold, call 4, raise 24..500"


@pytest.mark.rule("CAP-05")
def test_the_lock_of_stoner_holds_for_everybody_who_has_acted() -> None:
    # A bet, B raised in full, C is short by more than half: A has acted and is locked too
    game = no_limit({"A": 500, "B": 500, "C": 59}, rules=STONER)
    game.play("C calls, A calls, B checks, A bets 20, B raises 40, C all-in")
    assert game.may() == "fold, call 29"


def test_ro_10_a_short_all_in_by_the_first_to_act() -> None:
    game = no_limit({"SB": 500, "BB": 500, "UTG": 30, "BTN": 500}, blinds=(10, 20))
    game.play("UTG all-in")
    assert game.may() == "fold, call 30, raise 50..500"
    game.play("BTN calls, SB calls")
    assert game.may() == "fold, call 10, raise 50..500"


@pytest.mark.rule("GAM-13", "GAM-15")
def test_ro_11_a_chain_of_raises() -> None:
    game = no_limit({"SB": 5000, "BB": 5000, "A": 5000, "B": 5000, "C": 5000}, blinds=(10, 20))
    game.play("A raises 60, B raises 160, C raises 360")
    assert game.may() == "fold, call 350, raise 560..5000"


@pytest.mark.rule("GAM-13")
def test_a_bet_is_at_least_the_big_blind_and_a_raise_the_last_raise() -> None:
    game = no_limit({"BB": 5000, "BTN": 5000})
    game.play("BTN calls, BB checks")
    assert game.may() == "fold, check, bet 10..4990"
    assert game.play("BB bets 30").may() == "fold, call 30, raise 60..4990"
    game.play("BTN calls")
    assert game.may() == "fold, check, bet 10..4960"


@pytest.mark.rule("CAP-01", "CAP-02")
def test_ro_13_the_cap_of_limit() -> None:
    three = {"SB": 500, "BB": 500, "BTN": 500}
    game = limit(three)
    game.play("BTN raises 20, SB raises 30, BB raises 40")
    assert game.may() == "fold, call 20"
    assert refused(game, "BTN", do.raise_to(50)) == "raise_closed"
    # heads-up: capped, or without end where the house says so
    ladder = "BTN raises 20, BB raises 30, BTN raises 40"
    assert limit({"BB": 500, "BTN": 500}).play(ladder).may() == "fold, call 10"
    open_end = limit({"BB": 500, "BTN": 500}, heads_up_cap="round_unlimited").play(ladder)
    assert open_end.may() == "fold, call 10, raise 50"
    # a cap that was reached with three stays when one folds
    game = limit(three, heads_up_cap="round_unlimited")
    game.play("BTN raises 20, SB raises 30, BB raises 40, BTN folds")
    assert game.may() == "fold, call 10"
    game = limit(three, heads_up_cap="cash_unlimited")
    game.play("BTN raises 20, SB raises 30, BB raises 40, BTN folds")
    assert game.may() == "fold, call 10, raise 50"


@pytest.mark.rule("CAP-01")
def test_a_locking_all_in_is_none_of_the_three_raises() -> None:
    stacks = {"A": 500, "B": 24, "C": 500, "D": 500}
    game = limit(stacks).play("C calls, D calls, A calls, B checks, A bets 10, B all-in")
    assert game.hand.bets == 1
    game.play("C raises 24, D raises 34, A raises 44")
    assert game.may() == "fold, call 20"
    game = limit({**stacks, "B": 25}).play(
        "C calls, D calls, A calls, B checks, A bets 10, B all-in"
    )
    assert game.hand.bets == 2


@pytest.mark.rule("GAM-21")
def test_ro_14_a_raise_is_named_by_its_total() -> None:
    game = no_limit({"BB": 5000, "BTN": 5000})
    game.play("BTN calls, BB checks, BB bets 100")
    assert refused(game, "BTN", do.raise_to(50)) == "raise_too_small"
    assert refused(game, "BTN", do.raise_to(199)) == "raise_too_small"
    game.play("BTN raises 250")
    assert limit({"BB": 500, "BTN": 500}).may() == "fold, call 5, raise 20"


@pytest.mark.rule("CAP-04", "CAP-06")
def test_nobody_raises_themselves_and_a_check_raise_is_fine() -> None:
    game = no_limit({"SB": 500, "BB": 500, "BTN": 500})
    game.play("BTN raises 30, SB calls, BB calls")
    assert game.hand.street == 1
    game.play("SB checks, BB bets 20, BTN folds, SB raises 60, BB calls")
    assert game.hand.street == 2


@pytest.mark.rule("GAM-13")
def test_ro_09_a_short_opening_bet_in_both_readings() -> None:
    stacks = {"A": 14, "B": 500, "C": 500}
    opening = "C calls, A calls, B checks, A all-in"
    assert no_limit(stacks).play(opening).may() == "fold, call 4, raise 14..490"
    completed = no_limit(stacks, short_opening_bet="complete").play(opening)
    assert completed.may() == "fold, call 4, raise 10..490"


@pytest.mark.rule("BLD-03", "GAM-22")
def test_the_big_blind_has_the_option() -> None:
    game = no_limit({"SB": 500, "BB": 500, "BTN": 500})
    game.play("BTN calls, SB calls")
    assert game.may() == "fold, check, raise 20..500"
    game.play("BB raises 40")
    assert game.may() == "fold, call 30, raise 70..500"
    game = no_limit({"SB": 500, "BB": 500, "BTN": 500}).play("BTN calls")
    assert refused(game, "SB", do.CHECK) == "bet_pending"


@pytest.mark.rule("BLD-01", "BLD-02")
def test_bl_01_heads_up_the_button_posts_small_and_acts_first_then_last() -> None:
    game = Dealt([("BB", 500, "AsAd"), ("BTN", 500, "KsKd")])
    assert game.hand.bet == [10, 5]
    assert game.to_act == "BTN"
    assert game.hand.hole[0] == [51, 49]  # the big blind gets the first card
    game.play("BTN calls, BB checks")
    assert game.to_act == "BB"


def test_bl_10_an_ante_and_a_blind_on_the_button() -> None:
    posts = [("A", PostKind.ANTE, 1), ("BTN", PostKind.ANTE, 1), ("BTN", PostKind.BIG_BLIND, 2)]
    game = Dealt([("A", 400, "AsAd"), ("BTN", 400, "KsKd")], blinds=(1, 2), posts=posts)
    assert game.to_act == "A"
    game.play("A calls")
    assert game.may() == "fold, check, raise 4..399"
    game.play("BTN checks")
    assert game.to_act == "A"


def test_amounts_are_whole_chips_of_the_table() -> None:
    stakes = Stakes(small_blind=25, big_blind=50, unit=25)
    game = Dealt([("BB", 1010, "AsAd"), ("BTN", 1010, "KsKd")], stakes=stakes)
    assert refused(game, "BTN", do.raise_to(110)) == "not_in_chips"
    assert refused(game, "BTN", do.raise_to(1011)) == "not_enough_chips"
    assert refused(game, "BTN", do.Action(do.Verb.CALL, 25)) == "amount_not_asked"
    game.play("BTN raises 1010")
    assert game.may() == "fold, call 960"


@pytest.mark.parametrize("end", ["least", "most"])
@pytest.mark.parametrize("stack", [1_955, 2_000])
def test_the_ends_of_a_legal_range_are_taken_though_they_are_no_whole_chips(
    stack: int, end: str
) -> None:
    """Rake leaves odd amounts behind: what legal_actions offers is never refused."""
    stakes = Stakes(small_blind=100, big_blind=200, unit=100)
    seats = [("SB", stack, "AsAd"), ("BB", 3_000, "KsKd"), ("BTN", 3_155, "QsQd")]
    hand = Dealt(seats, limit=LimitKind.POT, stakes=stakes).hand
    raises = 0
    while hand.turn_seat:
        legal = hand.legal_actions(hand.turn_seat)
        if legal.wager is None:
            hand.act(hand.turn_seat, do.CALL if legal.call else do.CHECK)
            continue
        to = legal.wager_min if end == "least" else legal.wager_max
        hand.act(hand.turn_seat, do.Action(legal.wager, to))
        raises += 1
    assert raises > 2
