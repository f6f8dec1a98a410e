"""Bots decide within what is legal, and by their cards."""

import random

import pytest
from msgspec.structs import replace

from riverbus.bots.deciding import decide
from riverbus.bots.discards import discards
from riverbus.bots.equity import equity
from riverbus.bots.mirror import Mirror
from riverbus.bots.temperaments import TEMPERAMENTS, Temperament, temperament_of
from riverbus.core.cards import cards, cards_text
from services.gateway.domain import frames as f

ROCK = TEMPERAMENTS[0]


def table(
    own: str,
    board: str = "",
    *,
    game: f.Game = f.Game.HOLDEM,
    pot: int = 300,
    legal: f.LegalActions | None = None,
) -> Mirror:
    """Seat 1 of three, to act."""
    mirror = Mirror()
    mirror.game, mirror.board, mirror.button = game, board, 3
    mirror.info = f.TableInfo(stakes=f.Stakes(small_blind=50, big_blind=100, unit=50))
    mirror.seats = {n: f.SeatView(seat=n, in_hand=True, stack=10_000) for n in (1, 2, 3)}
    mirror.pots = (f.Pot(amount=pot),)
    wager = f.Wager(verb=f.Verb.RAISE, min=200, max=10_000)
    legal = legal or f.LegalActions(fold=True, call=100, wagers=(wager,), draw_max=-1)
    mirror.own = f.PrivateView(seat=1, cards=own, legal=legal)
    return mirror


@pytest.mark.parametrize(
    ("game", "own", "board", "ups", "least", "most"),
    [
        (f.Game.HOLDEM, "AsAd", "", ["", ""], 0.60, 0.85),
        (f.Game.HOLDEM, "7c2d", "", ["", ""], 0.10, 0.35),
        (f.Game.HOLDEM, "AsKs", "QsJsTs2c3d", [""], 1.0, 1.0),
        (f.Game.OMAHA, "AsAdKsKd", "AcKc2h", [""], 0.8, 1.0),
        (f.Game.OMAHA8, "As2s3d4h", "5c6c7h", [""], 0.5, 1.0),
        (f.Game.STUD, "AsAdAhKc", "", ["2c3d", "7h8c"], 0.75, 1.0),
        (f.Game.STUD8, "As2s3s4s5s", "", ["KcKd9h"], 0.8, 1.0),
        (f.Game.STUD5, "AsAd", "", ["Kc", "2d"], 0.5, 0.95),
        (f.Game.DRAW, "AsAdAhKcKd", "", ["", ""], 0.9, 1.0),
        (f.Game.DRAW, "7c2d9h4s3c", "", ["", "", ""], 0.0, 0.3),
    ],
)
def test_equities_are_about_right(
    game: f.Game, own: str, board: str, ups: list[str], least: float, most: float
) -> None:
    assert least <= equity(game, own, board, ups, random.Random(1), 300) <= most


def test_without_opponents_everything_is_won() -> None:
    assert equity(f.Game.HOLDEM, "7c2d", "", [], random.Random(1)) == 1.0


@pytest.mark.parametrize("how", TEMPERAMENTS, ids=lambda how: how.name)
def test_good_cards_are_played_and_bad_ones_are_not(how: Temperament) -> None:
    dice = random.Random(7)
    price = f.LegalActions(fold=True, call=3_000, draw_max=-1)
    good = table("AsKs", "QsJsTs", pot=3_000, legal=price)
    bad = table("7c2d", "AsKsQs", pot=3_000, legal=price)
    nuts = [decide(good, how, dice).verb for _ in range(20)]
    trash = [decide(bad, how, dice).verb for _ in range(20)]
    assert set(nuts) == {f.Verb.CALL}
    assert trash.count(f.Verb.FOLD) >= 15


@pytest.mark.parametrize("seed", range(60))
def test_a_bet_is_within_its_limits_and_in_whole_chips(seed: int) -> None:
    dice = random.Random(seed)
    wager = f.Wager(verb=f.Verb.BET, min=100, max=dice.choice([100, 150, 4_025]))
    legal = f.LegalActions(fold=True, check=True, wagers=(wager,), draw_max=-1)
    choice = decide(table("AsAd", "AcAh2d", legal=legal), TEMPERAMENTS[seed % 5], dice)
    assert choice.verb in (f.Verb.BET, f.Verb.CHECK)
    if choice.verb is f.Verb.BET:
        assert wager.min <= choice.to <= wager.max
        assert choice.to % 50 == 0 or choice.to == wager.max


def test_a_bring_in_is_paid_or_completed() -> None:
    wagers = (
        f.Wager(verb=f.Verb.BRING_IN, min=25, max=25),
        f.Wager(verb=f.Verb.COMPLETE, min=100, max=100),
    )
    legal = f.LegalActions(wagers=wagers, draw_max=-1)
    for seed in range(20):
        mirror = table("7c2d3h", game=f.Game.STUD, legal=legal)
        choice = decide(mirror, TEMPERAMENTS[seed % 5], random.Random(seed))
        assert choice.verb in (f.Verb.BRING_IN, f.Verb.COMPLETE)
        assert choice.to == (100 if choice.verb is f.Verb.COMPLETE else 0)


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("AsAdAhKcKd", ""),
        ("2s3s4s5s9s", ""),
        ("Ts9d8h7c6d", ""),
        ("AsAdKc7d2h", "2h7dKc"),
        ("AsAdKcKd2h", "2h"),
        ("2s7s9sKs3d", "3d"),
        ("5s6d7h8cKd", "Kd"),
        ("AsKd9h4c2d", "2d4c9h"),
    ],
)
def test_discards_keep_what_helps(hand: str, thrown: str) -> None:
    assert cards_text(discards(cards(hand))) == thrown


def test_the_draw_and_the_showdown_are_answered() -> None:
    drawing = f.LegalActions(draw_max=5)
    mirror = table("AsAdKc7d2h", game=f.Game.DRAW, legal=drawing)
    choice = decide(mirror, ROCK, random.Random(1))
    assert (choice.verb, choice.discards) == (f.Verb.DRAW, "2h7dKc")
    mirror.own = replace(mirror.own, cards="AsAdAhKcKd")
    assert decide(mirror, ROCK, random.Random(1)).verb is f.Verb.STAND_PAT
    showing = f.LegalActions(show_or_muck=True, draw_max=-1)
    shown = {decide(table("7c2d", legal=showing), ROCK, random.Random(n)).verb for n in range(20)}
    assert shown == {f.Verb.SHOW, f.Verb.MUCK}


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("rock", 0.1, 0.4), ("regular", 0.25, 0.6), ("caller", 0.5, 0.95), ("maniac", 0.4, 0.95)],
)
def test_temperaments_play_as_many_hands_as_they_should(
    name: str, least: float, most: float
) -> None:
    how = next(each for each in TEMPERAMENTS if each.name == name)
    dice = random.Random(5)
    played = 0
    for _ in range(300):
        own = cards_text(dice.sample(range(52), 2))
        seat = table(own, pot=150)
        seat.seats[4] = f.SeatView(seat=4, in_hand=True, stack=10_000)
        played += decide(seat, how, dice).verb is not f.Verb.FOLD
    assert least <= played / 300 <= most


def test_a_temperament_belongs_to_a_name() -> None:
    assert temperament_of("BrookAlder") == temperament_of("BrookAlder")
    names = [f"bot{number}" for number in range(60)]
    assert {temperament_of(name).name for name in names} == {each.name for each in TEMPERAMENTS}
