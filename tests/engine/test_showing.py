"""Who shows, who may muck, protection, cancelling and what a hand refuses at the door."""

import msgspec
import pytest

from riverbus.core.games import Game, GameKind, LimitKind, Stakes
from riverbus.engine import actions as do
from riverbus.engine.errors import BrokenHandError, RuleError, SetupError
from riverbus.engine.events import Awarded, HandCancelled, Mucked, Returned, Shown
from riverbus.engine.hand import Hand, Step
from riverbus.engine.profiles import CLASSIC, STANDARD, STONER, TDA, WINNING_HAND
from riverbus.engine.setup import HandSetup, Post, PostKind, SeatIn
from tests.engine.dealing import ORDERED, Dealt

BOARD = "2c7d9h3c4s"
THREE = [("SB", 500, "AsKd"), ("BB", 500, "QsQd"), ("BTN", 500, "AhAd")]
TO_RIVER = (
    "BTN calls, SB calls, BB checks, SB checks, BB checks, BTN checks, "
    "SB checks, BB checks, BTN checks"
)


def order(game: Dealt) -> list[str]:
    """Who showed and who mucked, in order."""
    both = [event for event in game.events if isinstance(event, Shown | Mucked)]
    return [
        ("" if isinstance(event, Shown) else "-") + game.names[event.seat - 1] for event in both
    ]


@pytest.mark.rule("SHO-01", "SHO-02")
def test_sd_01_the_last_aggressor_shows_first() -> None:
    game = Dealt(THREE, board=BOARD)
    game.play(TO_RIVER + ", SB checks, BB bets 20, BTN calls, SB calls").finish()
    assert order(game) == ["BB", "BTN", "-SB"]
    checked = Dealt(THREE, board=BOARD).play(TO_RIVER + ", SB checks, BB checks, BTN checks")
    checked.finish()
    assert order(checked) == ["SB", "BB", "BTN"]


@pytest.mark.rule("SHO-01")
def test_stud_shows_by_the_best_board_or_by_the_first_option() -> None:
    stakes = Stakes(lower=4, upper=8, ante=1, bring_in=2)
    deck = ORDERED
    for rules in (STANDARD, WINNING_HAND, STONER):
        game = Dealt(
            [("P0", 100, ""), ("P1", 100, "")],
            game=Game.STUD,
            limit=LimitKind.FIXED,
            stakes=stakes,
            rules=rules,
            deck=deck,
        )
        game.play(f"{game.to_act} brings, {'P1' if game.to_act == 'P0' else 'P0'} calls").checks()
        opener = game.hand.opener_of_street[4]
        assert order(game)[0].lstrip("-") == game.names[opener]


def test_sd_02_all_hands_are_up_once_all_betting_is_over() -> None:
    seats = [("B", 500, "AsKd"), ("C", 80, "QsQd"), ("A", 40, "AhAd")]
    play = "A all-in, B calls, C calls, B checks, C checks, B bets 60, C all-in"
    game = Dealt(seats, board=BOARD, rules=TDA)
    game.play(play.rsplit(",", 1)[0])
    assert order(game) == []
    game.play("C all-in")
    assert order(game) == ["B", "C", "A"]
    assert game.hand.next_step is Step.RUN_OUT
    assert order(game.finish()) == ["B", "C", "A"]
    cash = Dealt(seats, board=BOARD).play(play)
    assert order(cash) == []


@pytest.mark.rule("SHO-02")
def test_sd_04_the_side_pot_shows_and_pays_first() -> None:
    seats = [("B", 500, "KsKd"), ("C", 500, "QsQd"), ("A", 40, "AhAd")]
    game = Dealt(seats, board=BOARD)
    game.play("A all-in, B calls, C calls, B bets 20, C calls, B checks, C checks")
    game.play("B checks, C checks").finish()
    assert order(game) == ["B", "-C", "A"]
    assert [(event.pot, event.seat) for event in game.of(Awarded)] == [(1, 1), (0, 3)]


@pytest.mark.rule("SHO-06")
def test_sd_05_the_uncalled_bet_goes_back_before_the_pot_is_counted() -> None:
    game = Dealt([("SB", 500, "KsKd"), ("BB", 180, "QsQd"), ("BTN", 500, "2h2d")], board=BOARD)
    game.play("BTN folds, SB raises 30, BB calls, SB bets 50, BB calls, SB checks, BB checks")
    game.play("SB bets 130, BB all-in").finish()
    assert [event.amount for event in game.of(Returned)] == [30]
    assert [(event.seat, event.amount) for event in game.of(Awarded)] == [(1, 360)]
    assert game.stacks() == {"SB": 680, "BB": 0, "BTN": 500}


@pytest.mark.rule("SHO-11", "SHO-03", "SHO-16")
def test_sd_07_a_default_winner_is_asked_and_no_hand_is_named() -> None:
    game = Dealt(THREE, board=BOARD).play("BTN folds, SB folds")
    assert game.hand.next_step is Step.AWARD
    game.play("go on")
    award = game.of(Awarded)[0]
    assert (award.seat, award.amount, award.text) == (2, 10, "")
    assert game.hand.chooser == 2
    assert game.hand.legal_actions(2).show
    game.play("go on")
    assert game.hand.over
    assert order(game) == []
    shown = Dealt(THREE, board=BOARD).play("BTN folds, SB folds, go on, BB shows, go on")
    assert (order(shown), shown.hand.over) == (["BB"], True)


@pytest.mark.rule("SHO-02", "SHO-16")
def test_a_beaten_caller_may_show_or_muck_and_a_winner_must_show() -> None:
    game = Dealt(THREE, board=BOARD)
    game.play(TO_RIVER + ", SB checks, BB bets 20, BTN calls, SB calls")
    assert game.hand.chooser == 0
    with pytest.raises(RuleError) as refused:
        game.play("BB mucks")
    assert refused.value.code == "no_choice"
    game.play("go on")
    with pytest.raises(RuleError):
        game.play("BTN mucks")
    game.play("go on")
    assert game.hand.chooser == 1
    game.play("SB shows")
    assert order(game.finish()) == ["BB", "BTN", "SB"]


@pytest.mark.rule("SHO-13")
def test_classic_omaha_shows_everything() -> None:
    seats = [("BB", 500, "KsKd3h8c"), ("BTN", 500, "AsAd6h8d")]
    for rules, wanted in ((STONER, ["BTN", "-BB"]), (CLASSIC, ["BTN", "BB"])):
        game = Dealt(seats, game=Game.OMAHA, board="2c7d9hJc4s", rules=rules)
        game.play("BTN calls, BB checks, BB checks, BTN checks, BB checks, BTN checks")
        game.play("BB checks, BTN bets 20, BB calls").finish()
        assert order(game) == wanted


@pytest.mark.rule("ACT-03")
def test_an_all_in_by_disconnection_contests_the_pot_so_far() -> None:
    seats = [("A", 500, "AsAd"), ("B", 500, "KsKd"), ("C", 500, "QsQd")]
    game = Dealt(seats, board=BOARD)
    game.play("C calls, A calls, B checks, A checks, B bets 50, C protected, A calls")
    assert game.to_act == "A"  # the others play on for a side pot
    game.play("A checks, B bets 60, A calls").checks()
    assert [(pot.amount, pot.eligible) for pot in game.hand.pots] == [
        (30, (1, 2, 3)),
        (220, (1, 2)),
    ]
    assert game.stacks() == {"A": 630, "B": 380, "C": 490}
    free = Dealt(seats, board=BOARD).play("C calls, A calls")
    with pytest.raises(RuleError):
        free.play("B protected")


@pytest.mark.rule("ACT-05")
def test_a_cancelled_hand_gives_everything_back() -> None:
    game = Dealt(THREE, board=BOARD).play("BTN raises 100, SB all-in")
    events = game.hand.cancel("server")
    assert isinstance(events[0], HandCancelled)
    assert game.stacks() == {"SB": 500, "BB": 500, "BTN": 500}
    assert game.hand.result().cancelled
    with pytest.raises(RuleError):
        game.hand.cancel()
    with pytest.raises(RuleError):
        game.play("BB folds")


def test_a_result_is_there_only_at_the_end() -> None:
    game = Dealt(THREE, board=BOARD)
    with pytest.raises(BrokenHandError):
        game.hand.result()
    with pytest.raises(BrokenHandError):
        game.hand.begin()


GOOD = HandSetup(
    game=Game.HOLDEM,
    limit=LimitKind.NONE,
    kind=GameKind.CASH,
    stakes=Stakes(small_blind=5, big_blind=10),
    rules=STONER,
    seats=(SeatIn(1, 100), SeatIn(2, 100)),
    button=1,
    posts=(Post(2, PostKind.BIG_BLIND, 10),),
    deck=ORDERED,
    mix=ORDERED,
)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"deck": (*ORDERED[:51], 0)}, "impossible_deck"),
        ({"deck": ORDERED[:20]}, "impossible_deck"),
        ({"mix": (*ORDERED[:51], 52)}, "impossible_deck"),
        ({"seats": tuple(SeatIn(at, 100) for at in range(1, 12))}, "impossible_seats"),
        ({"seats": (SeatIn(1, 100),)}, "impossible_seats"),
        ({"seats": (SeatIn(1, 100), SeatIn(1, 100))}, "impossible_seats"),
        ({"seats": (SeatIn(0, 100), SeatIn(1, 100))}, "impossible_seats"),
        ({"seats": (SeatIn(1, -5), SeatIn(2, 100))}, "impossible_stack"),
        ({"seats": (SeatIn(1, 0), SeatIn(2, 100))}, "impossible_stack"),
        ({"seats": (SeatIn(1, 10.5), SeatIn(2, 100))}, "impossible_stack"),  # type: ignore[arg-type]
        ({"seats": (SeatIn(1, 10**16), SeatIn(2, 100))}, "impossible_stack"),
        ({"stakes": Stakes(small_blind=5, big_blind=10**15)}, "impossible_stakes"),
        ({"stakes": Stakes(small_blind=-5, big_blind=10)}, "impossible_stakes"),
        ({"stakes": Stakes(small_blind=20, big_blind=10)}, "impossible_stakes"),
        ({"stakes": Stakes(small_blind=5, big_blind=10, unit=0)}, "impossible_stakes"),
        ({"limit": LimitKind.FIXED}, "impossible_stakes"),
        ({"game": Game.STUD}, "impossible_stakes"),
        ({"posts": (Post(7, PostKind.ANTE, 1),)}, "impossible_post"),
        ({"posts": (Post(1, PostKind.ANTE, -1),)}, "impossible_post"),
        ({"button": 11}, "impossible_seats"),
    ],
)
def test_impossible_hands_are_refused_at_the_door(change: dict[str, object], code: str) -> None:
    with pytest.raises(SetupError) as refused:
        Hand(msgspec.structs.replace(GOOD, **change))
    assert refused.value.code == code


def test_refusals_name_their_rule_and_leave_the_hand_as_it_was() -> None:
    game = Dealt(THREE, board=BOARD)
    asked: list[tuple[str, do.Action, str]] = [
        ("SB", do.FOLD, "not_your_turn"),
        ("BTN", do.CHECK, "bet_pending"),
        ("BTN", do.bet(50), "bet_pending"),
        ("BTN", do.raise_to(19), "raise_too_small"),
        ("BTN", do.raise_to(501), "not_enough_chips"),
        ("BTN", do.raise_to(-20), "raise_too_small"),
        ("BTN", do.COMPLETE, "no_bring_in"),
        ("BTN", do.BRING_IN, "no_bring_in"),
        ("BTN", do.SHOW, "not_showdown"),
        ("BTN", do.draw(0), "not_a_draw"),
        ("BTN", do.STAND_PAT, "illegal_action"),
    ]
    events = list(game.events)
    for name, action, code in asked:
        for ask in (game.hand.verify, game.hand.act):
            with pytest.raises(RuleError) as refused:
                ask(game.seat(name), action)
            assert refused.value.code == code
    again = Hand.replay(game.hand.setup, events)
    assert again.legal_actions(3) == game.hand.legal_actions(3)
    assert again.stack == game.hand.stack
