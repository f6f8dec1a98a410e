"""Switching a rule off must make a scenario fail: a parameter set to another value, or a piece of
the engine replaced by a wrong one. The normal run tries a sample, `make soak` all of them.
"""

import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from riverbus.engine import (
    awards,
    betting,
    blind_lineup,
    drawing,
    evaluate,
    hand,
    streets,
    wagers,
)
from riverbus.engine.button import Places
from riverbus.engine.events import Pot
from riverbus.engine.profiles import PROFILES
from riverbus.engine.rules import HouseRules
from riverbus.engine.setup import PostKind
from riverbus.sim.scenario.errors import ScenarioError
from riverbus.sim.scenario.load import load_file
from riverbus.sim.scenario.model import Scenario
from riverbus.sim.scenario.play import play

HERE = Path(__file__).parent

PARAMETERS = """
holdem_seats_max 6 blinds/three_newcomers
omaha_seats_max 4 games/seats_omaha_10_most
stud_seats_max 7 games/seats_stud5_8
draw_seats_max 4 draw/five_never_run_out
small_blind_rounding down games/blinds_five_ten_silent
stud_ante_fraction 0 stud/ante_by_default_300
pot_limit_min_bet upper_stake games/lower_stake_elsewhere
pot_limit_blinds full caps/pot_limit_short_blind_posted
raises_max 2 caps/completion_is_the_bet
raises_max 4 caps/completion_is_the_bet
heads_up_cap cash_unlimited caps/heads_up_capped
heads_up_cap round_unlimited caps/heads_up_capped
under_raise_fraction 1 caps/ro_08_half
limit_under_raise_fraction 1/2 caps/ro_08_full_unit
limit_under_raise_fraction 1 caps/ro_08_half
limit_short_raise complete caps/locking_raise_is_none_of_three
short_opening_bet complete caps/short_opening_bet_on_top
min_raise_against_short_stack all_in caps/ro_04_full_raise_against_a_short_stack
button dead blinds/both_blinds_gone_moving
heads_up_switch False blinds/three_become_two_button_gone
missed_small_owes small blinds/stoner_missed_both
missed_small_is live blinds/missed_small_blind_dead
free_wait False blinds/missed_big_blind_waits
newcomer_between posts blinds/newcomer_behind_the_button
newcomer_pays nothing blinds/newcomer_behind_the_button
min_to_be_dealt any blinds/ante_game_minimum
big_blind_ante_order blind_first blinds/big_blind_ante_ante_first
burn_cards streets blinds/no_burns
burn_cards streets_and_draw blinds/no_burns
bring_in_ties suit stud/dealer_seat_fixed
first_to_act_ties suit stud/equal_boards_by_seat
open_pair none stud/five_card_open_pair
open_pair opening stud/open_pair_choice
stud_dealer moves stud/dealer_seat_fixed
stud_shortage burns blinds/no_burns
stud_shortage mix blinds/no_burns
seventh_opener sixth stud/eight_to_seventh_no_burns
draw_reshuffle rest_first draw/mixed
draw_reshuffle folded_first draw/mixed
draw_order fifth_later draw/mixed
checked_showdown first_option showdown/best_board_all_in_position
show_all_at_showdown omaha showdown/omaha_losers_muck
show_all_at_showdown always showdown/omaha_losers_muck
all_in_face_up True pots/all_in_stays_down
stud_odd_chip suit showdown/stud_odd_chip_by_seat
identical_hands even showdown/identical_halves
act_time_s 20 absence/thirty_seconds
reconnect_time_s 10 absence/thirty_seconds_to_come_back
protection_uses 0 absence/a_blind_is_a_bet
protection_uses 3 absence/a_blind_is_a_bet
timeout_protected False absence/out_of_time_with_a_bet_in
small_blind_rounding down games/blinds_five_ten_exact
bring_in_ties seat stud/equal_lowest_by_suit
open_pair rising stud/open_pair_standard
stud_dealer moves stud/dealer_seat_stays
omaha_seats_max 4 blinds/missed_small_blind_omaha
small_blind_rounding exact games/blinds_five_ten_chips
stud_ante_fraction 0 stud/ante_by_default_10
heads_up_cap capped caps/heads_up_after_a_fold
heads_up_cap round_unlimited caps/heads_up_after_a_fold
button moving blinds/missed_small_blind
missing_small_blind nobody blinds/missed_small_blind
missing_small_blind_draw nobody blinds/missed_small_blind_draw
missed_small_owes both blinds/missed_small_blind
newcomer_between posts blinds/missed_big_blind
newcomer_pays nothing blinds/newcomer_behind_the_button_dead
burn_cards none blinds/burns_before_each_street
burn_cards streets_and_draw blinds/draw_has_no_burn
stud_shortage rest blinds/burns_before_each_street
stud_shortage mix stud/seven_after_third_burns
seventh_opener sixth stud/eight_to_seventh_burns
checked_showdown position showdown/best_board_all_in_first_option
open_pair none stud/open_pair_choice
pot_limit_min_bet big_blind games/classic_upper_stake
show_all_at_showdown never showdown/classic_omaha_shows_all
show_all_at_showdown always pots/all_in_stays_down
pot_limit_blinds posted caps/pot_limit_short_blind_full
heads_up_cap capped caps/heads_up_unlimited
heads_up_cap cash_unlimited caps/reached_cap_stays
under_raise_fraction 1/2 caps/full_raise_reopens_only
limit_under_raise_fraction same caps/ro_08_half
limit_short_raise on_top caps/ro_08_below_half
button moving blinds/both_blinds_gone
missing_small_blind big_blind_pays_both blinds/both_blinds_gone
missed_small_owes both blinds/missed_small_blind_tda
newcomer_between posts blinds/newcomer_behind_the_button_dead
big_blind_ante_order ante_first blinds/big_blind_ante_blind_first
first_to_act_ties seat stud/equal_boards_by_suit
open_pair opening stud/five_card_open_pair_tda
open_pair rising stud/five_card_open_pair_tda
stud_shortage burns stud/seven_after_third_tda
seventh_opener board stud/eight_to_seventh_tda
all_in_face_up False pots/all_in_all_up
stud_odd_chip seat showdown/stud_odd_chip_by_suit
identical_hands halves showdown/identical_even_tda
act_time_s 20 absence/lost_tda
reconnect_time_s 10 absence/lost_tda
protection_uses 3 absence/tda_knows_no_protection
small_blind_rounding exact games/blinds_five_ten_down
missing_small_blind_draw two_big_blinds blinds/missed_small_blind_draw_tda
sit_out_max_min 0 absence/sits_out_too_many_minutes
sit_out_max_hands 0 absence/sits_out_too_many_hands
slow_play_max 0 absence/repeated_slow_play
roodles hand showdown/roodles_off
roodles round showdown/roodles_off
"""
"""Parameter, another value, and the scenario that must fail under every profile that differs."""

IDLE = {
    "missing_small_blind": ("stoner", "standard", "party", "classic"),
    "missing_small_blind_draw": ("stoner", "standard", "party", "classic"),
    "checked_showdown": ("tda",),
    "timeout_protected": ("tda",),
}
"""Nothing depends on the parameter there: the button moves, all is face up, no protection."""

ELSEWHERE = (
    "name",
    "games",
    "history_shows_called",
    "protection_window_h",
    "reducing_window_min",
    "limit_buy_in_min",
    "limit_buy_in_unit",
    "limit_buy_in_max",
    "big_bet_buy_in_min",
    "big_bet_buy_in_max",
    "short_buys",
    "flop_ante_fraction",
)
"""No scenario can show them: tests of table limits, lobby and history do."""

Row = tuple[str, Any, str]
HINTS = typing.get_type_hints(HouseRules)


def rows() -> list[Row]:
    found: list[Row] = []
    for line in PARAMETERS.strip().splitlines():
        name, text, path = line.split()
        hint = HINTS[name]
        value: Any = text
        if hint is bool:
            value = text == "True"
        elif typing.get_origin(hint) is not typing.Literal and text.isdecimal():
            value = text if name.endswith("fraction") else int(text)
        found.append((name, value, path))
    return found


ROWS = rows()


def changed(name: str, value: Any, profile: str) -> dict[str, Any]:
    """The parameter, and what must change with it so that the profile stays sound."""
    rules = PROFILES[profile]
    over = {name: value}
    if name == "burn_cards" and value == "none":
        over["stud_shortage"] = "rest"
    elif name == "burn_cards" and rules.stud_shortage == "rest":
        over["stud_shortage"] = "burns"
    elif name == "stud_shortage" and value == "rest":
        over["burn_cards"] = "none"
    elif name == "stud_shortage" and rules.burn_cards == "none":
        over["burn_cards"] = "streets"
    return over


def survives(path: Path, profile: str, over: dict[str, Any]) -> bool:
    try:
        scenario = load_file(path, house=PROFILES[profile], over=over)[0]
        return play(scenario).failed is None
    except ScenarioError:
        return False


def try_parameter(row: Row) -> None:
    name, value, path = row
    file = HERE / f"{path}.toml"
    tried = 0
    for scenario in load_file(file):
        if getattr(scenario.rules, name) == value:
            continue
        tried += 1
        if not survives(file, scenario.profile, changed(name, value, scenario.profile)):
            KILLED.add((scenario.profile, name, value))
    assert any((p, name, value) in KILLED for p in PROFILES), "no profile minds"
    assert tried


KILLED: set[tuple[str, str, Any]] = set()


@pytest.mark.parametrize("row", ROWS[::8], ids=lambda row: f"{row[0]}-{row[1]}")
def test_a_sample_of_parameters(row: Row) -> None:
    try_parameter(row)


@pytest.mark.soak
def test_every_value_of_every_parameter_in_every_profile() -> None:
    for row in ROWS:
        try_parameter(row)
    missed = []
    for profile, rules in PROFILES.items():
        for name, hint in HINTS.items():
            if name in ELSEWHERE or profile in IDLE.get(name, ()):
                continue
            values: list[Any] = []
            if typing.get_origin(hint) is typing.Literal:
                values = list(typing.get_args(hint))
            elif hint is bool:
                values = [True, False]
            wanted = [(profile, name, value) for value in values if value != getattr(rules, name)]
            missed += [one for one in wanted if one not in KILLED]
            if not values:
                assert any(name == known for _, known, _ in KILLED), name
    assert missed == []


# -- the engine with a rule switched off ------------------------------------------------------


def _one_pot(state: Any) -> tuple[Pot, ...]:
    left = tuple(state.seats[at] for at in range(state.n) if not state.folded[at])
    return (Pot(state.total, left),) if state.total else ()


def _in_blocks(state: Any, events: list[Any], plan: Any) -> None:
    for at in range(state.n):
        cards = tuple(state.deck[state.at : state.at + plan.down])
        state.emit(events, streets.ev.Dealt(state.seats[at], plan.down, cards, False))
    for at in range(state.n if plan.up else 0):
        card = (state.deck[state.at],)
        state.emit(events, streets.ev.Dealt(state.seats[at], 1, card, True))


def _by_seat(state: Any, *, only_able: bool) -> list[int]:
    every = range(state.n)
    return [a for a in every if not state.folded[a] and not (only_able and state.all_in[a])]


def _highest_door(state: Any) -> int:
    return max(range(state.n), key=lambda at: state.up[at][0])


def _pot_without_the_call(state: Any, at: int) -> int:
    return int(state.price + state.total)


def _no_more_after_forty(state: Any, at: int) -> Any:
    return wagers.find_wager(state, at) if state.price < 40 else None


def _same_button(**asked: Any) -> Places:
    places = find_places(**asked)
    previous = asked["previous"]
    if not previous.big_blind or places.heads_up:
        return places
    return Places(
        button=previous.button, small_blind=previous.small_blind, big_blinds=(previous.big_blind,)
    )


def _always_three(rules: Any, stakes: Any, game: Any, kind: Any) -> int:
    return 1


def _any_nine(*cards: int) -> int:
    board, hole = cards[:5], cards[5:]
    return min(evaluate.high([*board, a, b]) for a in hole for b in hole if a != b)


def _last_wins_the_odd_chip(
    state: Any, events: list[Any], index: int, winners: list[int], chips: int, half: str
) -> None:
    split(state, events, index, winners[::-1], chips, half)


find_places = blind_lineup.find_places
split = awards._split

Patch = tuple[str, Any, str, Any]
PATCHES: list[Patch] = [
    ("SHO-06", hand, "uncalled", lambda state: None),
    ("SHO-05", hand, "make_pots", _one_pot),
    ("BLD-14", streets, "_deal_first", _in_blocks),
    ("STU-04", streets, "boards_in_order", _by_seat),
    ("STU-01", streets, "bring_in_owner", _highest_door),
    ("STU-05", streets, "open_pair_shows", lambda state: False),
    ("STU-06", streets, "open_pair_shows", lambda state: False),
    ("STU-14", streets, "open_pair_shows", lambda state: False),
    ("GAM-10", streets, "minimum_bet", lambda state: state.stakes.lower or state.stakes.big_blind),
    ("GAM-11", wagers, "pot_total", _pot_without_the_call),
    ("GAM-12", wagers, "pot_total", lambda state, at: state.price + state.total + 1),
    ("CAP-01", wagers, "raise_is_open", lambda state, at: True),
    ("CAP-05", wagers, "raise_is_open", lambda state, at: True),
    ("CAP-03", betting, "find_wager", _no_more_after_forty),
    ("CAP-07", wagers, "raise_is_open", lambda state, at: True),
    ("SHO-01", hand, "show_order", lambda state: _by_seat(state, only_able=False)),
    ("SHO-02", hand, "may_muck", lambda state, at, pot: False),
    ("SHO-13", hand, "may_muck", lambda state, at, pot: True),
    ("SHO-08", awards, "_split", _last_wins_the_odd_chip),
    ("SHO-15", awards, "_split", _last_wins_the_odd_chip),
    ("MON-05", hand, "rake_of_pots", lambda policy, pots, players, drop: (0,) * len(pots)),
    ("BLD-16", blind_lineup, "find_places", _same_button),
    ("BLD-06", blind_lineup, "find_places", _same_button),
    ("BLD-12", blind_lineup, "least_to_be_dealt", _always_three),
    ("BLD-11", streets, "_DEAD", (PostKind.ANTE,)),
    ("BLD-13", blind_lineup, "_posts", lambda *asked: ()),
    ("BLD-18", blind_lineup, "_posts", lambda *asked: ()),
    ("BLD-03", blind_lineup, "_posts", lambda *asked: ()),
    ("GAM-02", evaluate, "omaha_high_of_nine", _any_nine),
    ("GAM-03", evaluate, "omaha_low8", lambda hole, board: 0),
    ("GAM-05", evaluate, "low8", lambda cards: 0),
    ("GAM-08", evaluate, "low8", lambda cards: 255),
    ("GAM-09", evaluate, "high_of_seven", lambda *cards: 1),
    ("GAM-20", evaluate, "high_of_seven", lambda *cards: 1),
    ("DRW-02", drawing, "DRAW_MAX", 3),
    ("DRW-04", drawing, "_short_draw", lambda state, at, needed, events: ()),
    ("STU-08", streets, "_deal_community", streets._burn),
    ("STU-09", streets, "_mix", lambda state, events, cards: None),
    ("STU-12", betting, "bring_in_owner", lambda state: 0),
]
"""Clause, module, name and the wrong thing: one scenario of the clause must fail at least."""


def carriers(clause: str) -> Iterator[Scenario]:
    for path in sorted(HERE.rglob("*.toml")):
        if f'"{clause}"' in path.read_text(encoding="utf-8"):
            yield from load_file(path)


def fails(scenario: Scenario) -> bool:
    try:
        return play(scenario).failed is not None
    except Exception:
        return True


def try_patch(patch: Patch, monkeypatch: pytest.MonkeyPatch) -> None:
    if not str(hand.__file__).endswith(".py"):
        pytest.skip("compiled modules cannot be patched")
    clause, module, name, wrong = patch
    monkeypatch.setattr(module, name, wrong)
    assert any(fails(scenario) for scenario in carriers(clause)), f"{clause} does not mind"


@pytest.mark.parametrize("patch", PATCHES[::10], ids=lambda patch: f"{patch[0]}-{patch[2]}")
def test_a_sample_of_the_engine(patch: Patch, monkeypatch: pytest.MonkeyPatch) -> None:
    try_patch(patch, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: f"{patch[0]}-{patch[2]}")
def test_the_engine_with_a_rule_off(patch: Patch, monkeypatch: pytest.MonkeyPatch) -> None:
    try_patch(patch, monkeypatch)
