"""Reading scenario files: what is understood, and file, line and reason of what is not."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverbus.core.cards import cards
from riverbus.sim.scenario.errors import ScenarioError, StepSyntaxError
from riverbus.sim.scenario.load import FILE_MAX, load_file, load_text
from riverbus.sim.scenario.model import (
    Act,
    Check,
    Deal,
    Level,
    May,
    Pass,
    Prepare,
    Refused,
    SeatStep,
    Street,
)
from riverbus.sim.scenario.steps import parse_step

GOOD = """\
title = "A hand"
clauses = ["SHO-11"]
stakes = { small_blind = 5, big_blind = 10 }
steps = [
  "deal",
  "B folds",
]

[[seats]]
name = "A"
stack = 100
cards = "As Ad"

[[seats]]
name = "B"
stack = 100

[expect]
stacks = { A = 105, B = 95 }
"""


def test_a_good_file() -> None:
    (scenario,) = load_text(GOOD, "good.toml")
    assert (scenario.profile, scenario.game, scenario.limit, scenario.kind) == (
        "stoner",
        "holdem",
        "no-limit",
        "cash",
    )
    assert (scenario.seats_max, scenario.button) == (2, 2)
    assert scenario.seats[0].cards == cards("As Ad")
    assert [step.line for step in scenario.steps] == [5, 6]


def test_a_list_of_profiles_is_played_once_with_each() -> None:
    text = GOOD.replace("stakes", 'profile = ["stoner", "tda"]\nstakes', 1)
    assert [one.rules.name for one in load_text(text, "x")] == ["stoner", "tda"]


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('title = "A hand"', "title = A hand", 1, "not TOML"),
        ("[[seats]]", "[[seat]]", 9, "unknown key 'seat'"),
        ("clauses", "clauses = 3\nx", 3, "unknown key 'x'"),
        ('["SHO-11"]', '["SHO11"]', 2, "'SHO11'"),
        ('["SHO-11"]', '["SHO-11", "SHO-12", "SHO-13", "SHO-14"]', 2, "at most 3"),
        ("stakes =", 'profile = "home"\nstakes =', 3, "no profile 'home'"),
        ("stakes =", 'game = "razz"\nstakes =', 3, "razz"),
        ("stakes =", "rules = { no_such = 1 }\nstakes =", 3, "no_such"),
        ("stakes =", 'rules = { button = "square" }\nstakes =', 3, "square"),
        ("big_blind = 10", "big_blind = 10.5", 3, "10.5"),
        ("big_blind = 10", "big_blind = -10", 3, "-10"),
        ("big_blind = 10", "big_blind = 10000000000000000", 3, "not 0 to"),
        ("big_blind = 10", "big_blind = 10, lower = 3", 3, "not both"),
        ("big_blind = 10", "big_blind = 10, middle = 3", 3, "middle"),
        ("big_blind = 10", "big_blind = 4", 3, "above the other"),
        ("stakes =", 'board = "2c 3c 4c 5c 6c 7c"\nstakes =', 3, "6 cards on the board"),
        ('"B folds"', '"C folds"', 6, "no player's name"),
        ('"B folds"', '"B flies"', 6, "'flies'"),
        ('"B folds"', "6", 4, "no text"),
        ("stack = 100\ncards", "stack = -1\ncards", 11, "-1"),
        ("stack = 100\ncards", "stack = 1.5\ncards", 11, "1.5"),
        ('"As Ad"', '"As Ax"', 12, "'Ax'"),
        ('"As Ad"', '"As As"', 12, "twice"),
        ('"As Ad"', '"As Ad Ah"', 12, "3 cards"),
        ('"As Ad"', '"10s Ad"', 12, "10s"),
        ('name = "B"', 'name = "A"', 9, "same name"),
        ('name = "B"', 'name = "B"\nseat = 1', 9, "same seat"),
        ('name = "B"', 'name = "B"\nseat = 11', 16, "11"),
        ('name = "B"', 'name = "B"\nowes = "much"', 16, "much"),
        ("[expect]", 'board = "x"\n[expect]', 18, "board"),
        ("stacks = { A = 105", "stacks = { Z = 105", 19, "'Z'"),
        ("stacks = { A = 105", 'stacks = { A = "105"', 19, "no whole number"),
        ("[expect]\nstacks = { A = 105, B = 95 }", "", 4, "expects nothing"),
        ("stacks = { A = 105, B = 95 }", "", 18, "expects nothing"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, line: int, reason: str) -> None:
    assert old in GOOD
    with pytest.raises(ScenarioError) as refused:
        load_text(GOOD.replace(old, new, 1), "bad.toml")
    assert reason in refused.value.reason
    assert refused.value.file == "bad.toml"
    assert refused.value.line == line


def test_more_seats_than_the_game_allows() -> None:
    seats = "".join(f'[[seats]]\nname = "P{n}"\nstack = 9\n' for n in range(11))
    head = 'stakes = { small_blind = 1, big_blind = 2 }\nsteps = ["deal", "? over"]\n'
    with pytest.raises(ScenarioError, match="11"):
        load_text(head + seats, "x")
    six = "".join(f'[[seats]]\nname = "P{n}"\nstack = 9\n' for n in range(6))
    with pytest.raises(ScenarioError, match="2 to 5 seats"):
        load_text('game = "draw"\n' + head + six, "x")


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="No such file"):
        load_file(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ScenarioError, match="UTF-8"):
        load_file(tmp_path / "binary.toml")
    (tmp_path / "long.toml").write_text("#" * (FILE_MAX + 1))
    with pytest.raises(ScenarioError, match="larger"):
        load_file(tmp_path / "long.toml")


NAMES = ("A", "B", "Big Al")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("A folds", Act(name="A", verb="fold")),
        ("Big Al is all-in", Act(name="Big Al", verb="all_in")),
        ("A bets 20", Act(name="A", verb="bet", amount=20)),
        ("A raises to 45", Act(name="A", verb="raise", amount=45)),
        ("A opens for 4", Act(name="A", verb="open", amount=4)),
        ("A draws 2h 3c", Act(name="A", verb="draw", cards=cards("2h 3c"))),
        ("A stands pat", Act(name="A", verb="stand_pat")),
        ("A brings in", Act(name="A", verb="bring_in")),
        ("A prepares check/fold", Prepare(name="A", kind="check_fold")),
        ("A prepares call 20", Prepare(name="A", kind="call", amount=20)),
        ("A prepares call any", Prepare(name="A", kind="call_any")),
        ("A prepares raise to 60", Prepare(name="A", kind="raise", amount=60)),
        ("+30s", Pass(seconds=30)),
        ("level 25/50 ante 5", Level(first=25, second=50, ante=5)),
        ("C joins seat 4 with 200", SeatStep(name="C", what="join", seat=4, amount=200)),
        ("A adds 50", SeatStep(name="A", what="add", amount=50)),
        ("turn", Street(name="turn")),
        ("? to act Big Al", Check(what="to_act", name="Big Al")),
        ("? posts A 10 live 5 dead", Check(what="posts", name="A", amount=10, dead=5)),
        ("? dealt in A Big Al B", Check(what="dealt_in", names=("A", "Big Al", "B"))),
        ("? button seat 3", Check(what="button", amount=3)),
        ("? button B", Check(what="button", name="B")),
        ("? clock A 12s", Check(what="clock", name="A", amount=12)),
        (
            "? A may fold, call 20, raise 40..100",
            May(name="A", offers=frozenset(("fold", "call 20", "raise 40..100"))),
        ),
        (
            "! A raises to 45: raise_too_small",
            Refused(step=Act(name="A", verb="raise", amount=45), code="raise_too_small"),
        ),
    ],
)
def test_steps(text: str, meaning: object) -> None:
    assert parse_step(text, NAMES) == meaning


def test_a_later_deal_fixes_its_own_cards() -> None:
    deal = parse_step('deal board "2c 3c" burns "4c" A "As Ad" Big Al "Ks"', NAMES)
    assert isinstance(deal, Deal)
    assert deal.cards.board == cards("2c 3c")
    assert deal.cards.burns == cards("4c")
    assert deal.cards.players == {"A": cards("As Ad"), "Big Al": cards("Ks")}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "deal board",
        'deal C "As"',
        'deal A "Ax"',
        "A bets",
        "A bets -5",
        "A bets 5.5",
        "? A may",
        "? A may fly",
        "? pot",
        "? stack C 5",
        "! flop",
        "+s",
        "level 5",
        "A joins seat four with 3",
        "A prepares dinner",
    ],
)
def test_steps_that_are_none(text: str) -> None:
    with pytest.raises(StepSyntaxError):
        parse_step(text, NAMES)


@given(st.text(max_size=60))
def test_any_text_is_a_step_or_a_named_error(text: str) -> None:
    for form in (text, f"A {text}", f"? {text}", f"! A {text}", f"deal {text}"):
        with suppress(StepSyntaxError):
            parse_step(form, NAMES)


@given(st.integers(0, len(GOOD)), st.text(max_size=8), st.integers(0, 12))
def test_a_damaged_file_is_read_or_refused(at: int, junk: str, cut: int) -> None:
    with suppress(ScenarioError):
        load_text(GOOD[:at] + junk + GOOD[at + cut :], "x")
