"""Where a draw's cards come from once the deck has run out (DRW-04), by each parameter value."""

from pathlib import Path

import msgspec
import pytest

from riverbus.engine import events as ev
from riverbus.sim.scenario.load import load_file
from riverbus.sim.scenario.play import Outcome, play

HERE = Path(__file__).parent / "draw"


def played(name: str, reshuffle: str) -> Outcome:
    scenario = load_file(HERE / f"{name}.toml")[0]
    rules = msgspec.structs.replace(scenario.rules, draw_reshuffle=reshuffle)
    seats = tuple(msgspec.structs.replace(seat, cards=seat.cards[:5]) for seat in scenario.seats)
    cards = msgspec.structs.replace(
        scenario.first_cards, players={seat.name: seat.cards for seat in seats}
    )
    outcome = play(msgspec.structs.replace(scenario, rules=rules, seats=seats, first_cards=cards))
    assert outcome.failed is None
    return outcome


def draws(outcome: Outcome) -> dict[str, ev.Drew]:
    hand = outcome.hands[0]
    return {hand.names[e.seat]: e for e in hand.events if isinstance(e, ev.Drew)}


@pytest.mark.parametrize("reshuffle", ["mixed", "rest_first", "folded_first"])
@pytest.mark.rule("DRW-04")
def test_dr_01_the_last_draw_is_full_and_brings_nothing_back(reshuffle: str) -> None:
    outcome = played("twenty_four_from_twenty_two", reshuffle)
    taken = draws(outcome)
    p5 = taken["P5"]
    assert len(p5.cards) == 5
    assert not set(p5.cards) & set(p5.discards)
    hand = outcome.hands[0].hand
    held = [card for at in range(hand.n) if not hand.folded[at] for card in hand.hole[at]]
    assert len(set(held)) == len(held) == 25
    dealt = set(hand.setup.deck[:30]) | {c for name in ("P1", "P2", "P3", "P4") for c in
                                         taken[name].cards}  # fmt: skip
    rest = set(range(52)) - dealt
    assert len(rest) == 3
    earlier = {card for name in ("P1", "P2", "P3", "P4") for card in taken[name].discards}
    folded = {card for at in range(hand.n) if hand.folded[at] for card in hand.hole[at]}
    if reshuffle == "mixed":
        assert set(p5.cards) <= rest | earlier
    else:
        assert set(p5.cards[:3]) == rest
        assert set(p5.cards[3:]) <= (folded if reshuffle == "folded_first" else earlier)


@pytest.mark.rule("DRW-04")
def test_dr_02_all_six_draw_five() -> None:
    outcome = played("six_run_the_deck_out", "mixed")
    hand = outcome.hands[0].hand
    held = [card for own in hand.hole for card in own]
    assert len(set(held)) == len(held) == 30
    for taken in draws(outcome).values():
        assert len(taken.cards) == 5
        assert not set(taken.cards) & set(taken.discards)


@pytest.mark.rule("DRW-02")
def test_dr_04_order_of_replacements() -> None:
    """At once: five and then the sixth. The live custom: four, one, and the fifth at the end."""
    scenario = load_file(HERE / "replacements_at_once.toml")[0]
    for order in ("at_once", "fifth_later"):
        rules = msgspec.structs.replace(scenario.rules, draw_order=order)
        outcome = play(msgspec.structs.replace(scenario, rules=rules))
        hand = outcome.hands[0].hand
        following = list(hand.setup.deck[15:21])
        first, second = (hand.hole[hand.position[seat]] for seat in (1, 2))
        if order == "at_once":
            assert set(following[:5]) == set(first)
            assert following[5] in second
        else:
            assert {*following[:4], following[5]} == set(first)
            assert following[4] in second
