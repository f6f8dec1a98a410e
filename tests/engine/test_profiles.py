"""Profiles: the built-in ones are sound, files are checked, contradictions are refused."""

import pytest

from riverbus.engine.profiles import (
    PROFILES,
    STONER,
    TDA,
    WINNING_HAND,
    ProfileError,
    load_profile,
    profile,
    verify_rules,
    with_rules,
)


@pytest.mark.parametrize("name", PROFILES)
def test_built_in_profiles_are_sound(name: str) -> None:
    verify_rules(profile(name))
    assert profile(name).name == name


def test_no_such_profile() -> None:
    with pytest.raises(ProfileError, match="home"):
        profile("home")


def test_silent_profiles_take_stoners_values() -> None:
    for rules in PROFILES.values():
        assert rules.act_time_s == STONER.act_time_s
    assert TDA.button == WINNING_HAND.button == "dead"


def test_single_parameters_over_a_profile() -> None:
    rules = with_rules(STONER, {"under_raise_fraction": "1", "show_all_at_showdown": True})
    assert (rules.under_raise_fraction, rules.show_all_at_showdown) == ("1", "always")
    assert with_rules(rules, {"show_all_at_showdown": False}).show_all_at_showdown == "never"
    assert STONER.under_raise_fraction == "1/2"


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"butn": "dead"}, "butn"),
        ({"button": "square"}, "square"),
        ({"raises_max": "3"}, "raises_max"),
        ({"raises_max": 0}, "raises_max"),
        ({"raises_max": True}, "raises_max"),
        ({"heads_up_switch": 1}, "heads_up_switch"),
        ({"holdem_seats_max": 11}, "holdem_seats_max"),
        ({"stud_ante_fraction": "0.2"}, "stud_ante_fraction"),
        ({"stud_ante_fraction": "1/0"}, "stud_ante_fraction"),
        ({"burn_cards": "streets"}, "stud_shortage"),
        ({"stud_shortage": "mix"}, "burn_cards"),
        ({"limit_buy_in_min": 41}, "limit_buy_in_min"),
        ({"big_bet_buy_in_min": 21}, "big_bet_buy_in_min"),
        ({"all_in_face_up": True, "history_shows_called": "hidden"}, "all_in_face_up"),
        ({"games": ["holdem limit", "holdem limit"]}, "twice"),
        ({"games": ["razz limit"]}, "razz"),
    ],
)
def test_wrong_and_contradictory_parameters(parameters: dict[str, object], reason: str) -> None:
    with pytest.raises(ProfileError, match=reason):
        with_rules(STONER, parameters)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("name = home", 1, "not TOML"),
        ('base = "tda"', 1, "name of its own"),
        ('name = "tda"', 1, "name of its own"),
        ('name = "home"\nbase = "mine"', 2, "mine"),
        ('name = "home"\nbase = 3', 2, "base"),
        ('name = "home"\n\nextra = 1', 3, "extra"),
        ('name = "home"\nrules = 4', 2, "rules"),
        ('name = "home"\n[rules]\nraises_max = 3\nbutton = "square"', 4, "square"),
        ('name = "Home Game"', 1, "name"),
    ],
)
def test_malformed_profiles(text: str, line: int, reason: str) -> None:
    with pytest.raises(ProfileError, match=reason) as refused:
        load_profile(text)
    assert refused.value.line == line


def test_a_profile_of_ones_own() -> None:
    rules = load_profile('name = "harbour"\nbase = "winning_hand"\n[rules]\nraises_max = 4\n')
    assert (rules.name, rules.raises_max, rules.button) == ("harbour", 4, "dead")
