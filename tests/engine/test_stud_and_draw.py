"""Stud's exposed cards and shortage, draw's reshuffle: cases ST and DR."""

import pytest

from riverbus.core.games import Game, LimitKind, Stakes
from riverbus.engine import actions as do
from riverbus.engine.errors import RuleError
from riverbus.engine.events import BoardDealt, Burned, Dealt, DeckMixed, Drew
from riverbus.engine.hand import Step
from riverbus.engine.profiles import PARTY, STANDARD, STONER, TDA, WINNING_HAND
from riverbus.engine.rules import HouseRules
from riverbus.engine.setup import PostKind
from tests.engine.dealing import ORDERED, stacked
from tests.engine.dealing import Dealt as Table

FOUR_EIGHT = Stakes(lower=4, upper=8, ante=1, bring_in=2)
TWO_FOUR = Stakes(lower=2, upper=4, bring_in=1)


def stud(
    doors: str,
    later: str = "",
    *,
    rules: HouseRules = STONER,
    stakes: Stakes = FOUR_EIGHT,
    game: Game = Game.STUD,
    stacks: list[int] | None = None,
    limit: LimitKind = LimitKind.FIXED,
) -> Table:
    """Players P0, P1 … with these door cards; their down cards do not matter."""
    up = [doors[at : at + 2] for at in range(0, len(doors), 2)]
    count = len(up)
    used = doors + later
    texts = [rank + suit for rank in "6789TJ" for suit in "cdhs"]
    down = [text for text in texts if text not in used]
    each = 1 if game is Game.STUD5 else 2
    return Table(
        [(f"P{at}", (stacks or [500] * count)[at], "") for at in range(count)],
        game=game,
        limit=limit,
        stakes=stakes,
        rules=rules,
        deck=stacked("".join(down[: each * count]), doors, later),
    )


@pytest.mark.rule("STU-01", "STU-10")
def test_st_01_a_tie_for_the_bring_in_by_suit_or_by_seat() -> None:
    for rules, first in ((STANDARD, "P1"), (WINNING_HAND, "P1"), (PARTY, "P1"), (STONER, "P0")):
        assert stud("2s2c2h", rules=rules).to_act == first
    assert stud("Ac3d4h").to_act == "P1"  # the ace is high


@pytest.mark.rule("STU-15", "STU-02", "GAM-22")
def test_the_bring_in_is_forced() -> None:
    game = stud("2c9sKd")
    assert game.may() == "bring in 2, complete 4"
    for action in (do.CHECK, do.FOLD):
        with pytest.raises(RuleError):
            game.act("P0", action)
    game.play("P0 brings")
    assert game.may() == "fold, call 2, complete 4"
    assert stud("2c9sKd").play("P0 completes").may() == "fold, call 4, raise 8"


def test_st_02_the_low_card_is_all_in_for_the_ante() -> None:
    game = stud("2c9s3hKd", stacks=[1, 100, 100, 100])
    assert game.to_act == "P1"
    assert game.may() == "fold, bring in 2, complete 4"
    game.play("P1 folds")
    assert game.may() == "fold, bring in 2, complete 4"
    game.play("P2 brings")
    assert game.may() == "fold, call 2, complete 4"
    game.play("P3 folds").finish()
    assert game.hand.result().seats[0].contributed == 1
    assert sum(pot.amount for pot in game.hand.pots) == 4


@pytest.mark.rule("STU-12")
def test_the_bring_in_has_no_option_to_raise_itself() -> None:
    game = stud("2c9sKd").play("P0 brings, P1 calls, P2 calls")
    assert game.hand.street == 1
    game = stud("2c9sKd").play("P0 brings, P1 calls, P2 completes")
    assert game.to_act == "P0"
    assert game.may() == "fold, call 2, raise 8"


@pytest.mark.rule("STU-03", "CAP-01")
def test_a_completion_is_no_raise_and_the_cap_is_four_bets() -> None:
    game = stud("2c9sKd", stakes=TWO_FOUR)
    game.play("P0 brings, P1 completes, P2 raises 4, P0 raises 6, P1 raises 8")
    assert game.may() == "fold, call 4"


@pytest.mark.rule("STU-04")
def test_st_04_equal_boards_on_fourth_street() -> None:
    doors, fourth = "AcAs2d", "KdKh9d"
    calls = "P2 brings, P0 calls, P1 calls"
    assert stud(doors, fourth).play(calls).to_act == "P0"
    assert stud(doors, "2s" + fourth, rules=TDA).play(calls).to_act == "P1"


@pytest.mark.rule("STU-05", "STU-14")
@pytest.mark.parametrize("game", [Game.STUD, Game.STUD8])
def test_st_05_an_open_pair_on_fourth_street(game: Game) -> None:
    doors, fourth, calls = "AcKs2d", "AdKh9d", "P2 brings, P0 calls, P1 calls"
    opened = stud(doors, fourth, game=game).play(calls)
    assert opened.may() == "fold, check, bet 4, bet 8"
    assert opened.play("P0 bets 8").may() == "fold, call 8, raise 16"
    rising = stud(doors, fourth, game=game).play(calls + ", P0 bets 4")
    assert rising.may() == "fold, call 4, raise 8, raise 12"
    assert rising.play("P1 raises 12").may() == "fold, call 12, raise 20"
    assert rising.play("P2 raises 20").may() == "fold, call 16, raise 28"
    opening = stud(doors, fourth, game=game, rules=STANDARD).play(calls)
    assert opening.may() == "fold, check, bet 4, bet 8"
    assert opening.play("P0 bets 4").may() == "fold, call 4, raise 8"
    tournament = stud(doors, "2s" + fourth, game=game, rules=TDA).play(calls)
    assert tournament.may() == "fold, check, bet 4"


@pytest.mark.rule("STU-05")
def test_no_open_pair_and_no_fixed_limit_mean_no_double_bet() -> None:
    calls = "P2 brings, P0 calls, P1 calls"
    assert stud("AcKs2d", "QdJh9d").play(calls).may() == "fold, check, bet 4"
    free = stud("AcKs2d", "AdKh9d", limit=LimitKind.POT).play(calls)
    assert free.may() == "fold, check, bet 4..9"


@pytest.mark.rule("STU-06", "STU-07", "GAM-07")
def test_five_card_stud_doubles_on_third_street_and_bets_u_from_fourth() -> None:
    game = stud("AcKs2d", "AdKh9d", game=Game.STUD5, stakes=Stakes(lower=5, upper=10, bring_in=2))
    assert game.to_act == "P2"
    game.play("P2 brings, P0 calls, P1 calls")
    assert game.may() == "fold, check, bet 5, bet 10"
    game.play("P0 checks, P1 checks, P2 checks")
    assert game.may() == "fold, check, bet 10"


@pytest.mark.rule("STU-02")
def test_stud_at_no_limit_completes_from_l() -> None:
    game = stud("2c9sKd", limit=LimitKind.NONE).play("P0 brings")
    assert game.may() == "fold, call 2, complete 4..499"
    game.play("P1 completes 10")
    assert game.may() == "fold, call 10, raise 20..499"
    assert stud("2c9sKd", limit=LimitKind.POT).play("P0 brings").may() == (
        "fold, call 2, complete 4..9"
    )


def eight(rules: HouseRules, folds: dict[int, list[int]]) -> Table:
    """Eight players of stud to seventh street; `folds` says who folds on which street index."""
    game = Table(
        [(f"P{at}", 500, "") for at in range(8)],
        game=Game.STUD,
        limit=LimitKind.FIXED,
        stakes=FOUR_EIGHT,
        rules=rules,
        deck=ORDERED,
    )
    hand = game.hand
    while hand.turn >= 0 and hand.street < 4:
        legal = hand.legal_actions(hand.turn_seat)
        if hand.turn in folds.get(hand.street, []) and legal.fold:
            action = do.FOLD
        elif legal.bring_in:
            action = do.BRING_IN
        else:
            action = do.CHECK if legal.check else do.CALL
        game.events += hand.act(hand.turn_seat, action)
    return game


@pytest.mark.rule("STU-08", "STU-09", "STU-11")
@pytest.mark.parametrize("rules", [STONER, WINNING_HAND, TDA])
def test_st_07_eight_players_stay_to_seventh_street(rules: HouseRules) -> None:
    game = eight(rules, {})
    board = game.of(BoardDealt)
    assert len(board) == 1
    assert len(board[0].cards) == 1
    own = {card for cards in game.hand.hole for card in cards}
    assert len(own | set(board[0].board)) == 49
    burned = [event.cards[0] for event in game.of(Burned)]
    if rules is WINNING_HAND:
        assert board[0].cards[0] in burned
    if rules is TDA:
        assert len(burned) == 4
    game.checks()
    assert sum(game.stacks().values()) == 4000


@pytest.mark.rule("STU-09")
def test_st_08_seven_players_to_seventh_street() -> None:
    names = [(f"P{at}", 500, "") for at in range(7)]
    for rules, burns, mixed in ((STONER, 0, 0), (WINNING_HAND, 3, 0), (TDA, 4, 1)):
        game = Table(
            names,
            game=Game.STUD,
            limit=LimitKind.FIXED,
            stakes=FOUR_EIGHT,
            rules=rules,
            deck=ORDERED,
        )
        hand = game.hand
        while hand.turn >= 0 and hand.street < 4:
            legal = hand.legal_actions(hand.turn_seat)
            action = do.CHECK if legal.check else do.BRING_IN if legal.bring_in else do.CALL
            game.events += hand.act(hand.turn_seat, action)
        assert [len(cards) for cards in hand.hole] == [7] * 7
        assert len({card for cards in hand.hole for card in cards}) == 49
        assert (len(game.of(Burned)), len(game.of(DeckMixed))) == (burns, mixed)


@pytest.mark.rule("STU-08", "STU-09")
@pytest.mark.parametrize("rules", [STONER, WINNING_HAND])
@pytest.mark.parametrize(
    ("folds", "community"),
    [
        ({}, True),
        ({1: [7]}, True),
        ({2: [6], 3: [7]}, True),
        ({3: [6, 7]}, True),
        ({3: [5, 6, 7]}, True),
        ({2: [6, 7]}, False),
        ({1: [6], 2: [7]}, False),
        ({0: [7]}, False),
    ],
)
def test_when_there_is_a_community_card(
    rules: HouseRules, folds: dict[int, list[int]], community: bool
) -> None:
    game = eight(rules, folds)
    assert bool(game.of(BoardDealt)) == community
    if folds == {0: [7]} and rules is WINNING_HAND:
        assert game.of(DeckMixed)[0].count == 7
    left = [cards for at, cards in enumerate(game.hand.hole) if not game.hand.folded[at]]
    assert {len(cards) for cards in left} == ({6} if community else {7})


DRAW = Stakes(small_blind=5, big_blind=10, lower=10, upper=20)


def draw_game(count: int, **changed: str) -> Table:
    return Table(
        [(f"P{at + 1}", 500, "") for at in range(count)],
        game=Game.DRAW,
        limit=LimitKind.FIXED,
        stakes=DRAW,
        deck=ORDERED,
        mix=tuple(reversed(ORDERED)),
        changed=changed or None,
    )


def before_draw(game: Table, *folding: str) -> None:
    while game.hand.street == 0:
        name = game.to_act
        legal = game.hand.legal_actions(game.seat(name))
        if name in folding:
            game.act(name, do.FOLD)
        else:
            game.act(name, do.CHECK if legal.check else do.CALL)


def draws(game: Table, *counts: int) -> None:
    for count in counts:
        at = game.hand.turn
        name = game.to_act
        game.act(name, do.draw(*game.hand.hole[at][:count]))


@pytest.mark.rule("DRW-04")
@pytest.mark.parametrize("mode", ["mixed", "rest_first", "folded_first"])
def test_dr_01_six_players_24_cards_wanted_22_left(mode: str) -> None:
    game = draw_game(6, draw_reshuffle=mode)
    before_draw(game, "P6")
    draws(game, 5, 5, 4, 5)
    stub = game.hand.deck[game.hand.at :]
    assert len(stub) == 3
    thrown = list(game.hand.hole[4])
    draws(game, 5)
    got = game.of(Drew)[-1].cards
    assert len(set(got)) == 5
    assert not set(got) & set(thrown)
    if mode != "mixed":
        assert got[:3] == tuple(stub)
    if mode == "folded_first":
        assert set(got[3:]) <= set(game.hand.hole[5])
    held = [card for at in range(5) for card in game.hand.hole[at]]
    assert len(set(held)) == 25
    game.checks()


@pytest.mark.rule("DRW-04")
@pytest.mark.parametrize("order", ["at_once", "fifth_later"])
def test_dr_02_all_six_draw_five(order: str) -> None:
    game = draw_game(6, draw_order=order)
    before_draw(game)
    first = [set(cards) for cards in game.hand.hole]
    draws(game, 5, 5, 5, 5, 5, 5)
    held = [set(cards) for cards in game.hand.hole]
    assert len(set().union(*held)) == 30
    assert all(not old & new for old, new in zip(first, held, strict=True))
    game.checks()


@pytest.mark.rule("DRW-02")
def test_dr_04_replacements_come_at_once_or_the_fifth_later() -> None:
    game = draw_game(2)
    before_draw(game)
    draws(game, 5, 1)
    assert [event.cards for event in game.of(Drew)] == [(10, 11, 12, 13, 14), (15,)]
    game = draw_game(2, draw_order="fifth_later")
    before_draw(game)
    draws(game, 5, 1)
    assert [event.cards for event in game.of(Drew)] == [(10, 11, 12, 13), (14,)]
    assert game.of(Dealt)[-1].cards == (15,)


@pytest.mark.rule("DRW-01", "DRW-03", "GAM-06")
def test_draw_opens_left_of_the_big_blind_then_left_of_the_button() -> None:
    game = draw_game(5)
    assert game.to_act == "P3"
    before_draw(game, "P1")
    assert game.to_act == "P2"
    game.play("P2 pat, P3 pat, P4 pat, P5 pat")
    assert game.to_act == "P2"
    assert game.may() == "fold, check, bet 20"
    assert [event.count for event in game.of(Drew)] == [0, 0, 0, 0]


@pytest.mark.rule("DRW-02")
def test_a_draw_that_is_not_possible_is_refused() -> None:
    game = draw_game(3)
    before_draw(game)
    own = game.hand.hole[0]
    refusals = {
        "draw_pending": do.CHECK,
        "not_your_card": do.draw(game.hand.hole[1][0]),
        "wrong_discards": do.draw(own[0], own[0]),
        "amount_not_asked": do.Action(do.Verb.DRAW, 5, (own[0],)),
        "stand_pat_discards": do.Action(do.Verb.STAND_PAT, 0, (own[0],)),
    }
    for code, action in refusals.items():
        with pytest.raises(RuleError) as refused:
            game.act("P1", action)
        assert refused.value.code == code


@pytest.mark.rule("DRW-05", "ACT-12")
def test_an_all_in_player_still_draws() -> None:
    posts = [
        ("P1", PostKind.ANTE, 5),
        ("P2", PostKind.ANTE, 5),
        ("P1", PostKind.SMALL_BLIND, 5),
        ("P2", PostKind.BIG_BLIND, 10),
    ]
    game = Table(
        [("P1", 10, ""), ("P2", 10, "")],
        game=Game.DRAW,
        limit=LimitKind.NONE,
        stakes=DRAW,
        deck=ORDERED,
        posts=posts,
    )
    assert game.hand.next_step is Step.NONE
    assert game.to_act == "P1"
    draws(game, 3, 2)
    game.finish()
    assert sum(game.stacks().values()) == 20


@pytest.mark.rule("BLD-15")
def test_a_burn_before_the_draw_where_the_house_says_so() -> None:
    game = Table(
        [("P1", 100, ""), ("P2", 100, "")],
        game=Game.DRAW,
        limit=LimitKind.FIXED,
        stakes=DRAW,
        deck=ORDERED,
        rules=WINNING_HAND,
        changed={"burn_cards": "streets_and_draw"},
    )
    before_draw(game)
    assert len(game.of(Burned)) == 1
