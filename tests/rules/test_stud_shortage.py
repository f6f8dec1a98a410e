"""How many cards each player holds on seventh street, in every shortage that the books work out."""

from pathlib import Path

import pytest

from riverbus.engine import events as ev
from riverbus.sim.scenario.load import load_file, load_text
from riverbus.sim.scenario.play import play

HERE = Path(__file__).parent / "stud"
COMMUNITY = sorted([*HERE.glob("eight_to_seventh_*.toml"), *HERE.glob("shortage_*.toml")])
OWN = [
    "seven_after_third_no_burns.toml",
    "seven_after_third_burns.toml",
    *sorted(p.name for p in HERE.glob("seven_from_*.toml")),
]


def cards_held(text: str, file: str) -> list[tuple[int, int]]:
    """For each profile: own cards of who is left, cards on the board; all must be distinct."""
    found = []
    for scenario in load_text(text, file):
        outcome = play(scenario)
        assert outcome.failed is None, outcome.failed
        hand = outcome.hands[0].hand
        held = [hand.hole[at] for at in range(hand.n) if not hand.folded[at]]
        assert len({len(own) for own in held}) == 1
        together = [card for own in held for card in own] + list(hand.board)
        assert len(set(together)) == len(together)
        found.append((len(held[0]), len(hand.board)))
    return found


@pytest.mark.parametrize("path", [*COMMUNITY, HERE / "seven_after_third_tda.toml"], ids=str)
@pytest.mark.rule("STU-08", "STU-09")
def test_st_07_one_community_card(path: Path) -> None:
    assert set(cards_held(path.read_text(), path.name)) == {(6, 1)}


@pytest.mark.parametrize("name", OWN)
@pytest.mark.rule("STU-08", "STU-09")
def test_st_08_an_own_last_card(name: str) -> None:
    assert set(cards_held((HERE / name).read_text(), name)) == {(7, 0)}


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.rule("STU-08")
def test_up_to_six_are_never_short(players: int) -> None:
    seats = "".join(f'[[seats]]\nname = "P{n}"\nstack = 1\n' for n in range(players))
    text = (
        'profile = ["stoner", "winning_hand", "tda"]\ngame = "stud"\nlimit = "limit"\n'
        'kind = "tournament"\nstakes = { lower = 2, upper = 4, ante = 1 }\n'
        'steps = ["deal", "? over"]\n' + seats
    )
    assert set(cards_held(text, "short")) == {(7, 0)}


@pytest.mark.parametrize(("name", "burned"), [("exact", 3), ("mixed", 4)])
@pytest.mark.rule("STU-09")
def test_st_08_the_burn_before_the_last_card(name: str, burned: int) -> None:
    """Seven from the start: dealt exactly without a burn, or mixed and one burned first."""
    scenario = load_file(HERE / f"seven_from_the_start_{name}.toml")[0]
    events = play(scenario).hands[0].events
    assert sum(isinstance(event, ev.Burned) for event in events) == burned
    assert any(isinstance(event, ev.DeckMixed) for event in events) is (name == "mixed")
