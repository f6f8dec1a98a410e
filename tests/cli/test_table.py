"""`riverbus table`: how a refused hand is written down, and how it is shown."""

import argparse

import pytest

from riverbus.cli import table
from riverbus.core.errors import RoomError


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    table.add_arguments(parser)
    return parser.parse_args(words)


def test_shares_are_given_pot_by_pot() -> None:
    args = parsed(
        "resolve-hand", "elm", "--shares", "3=5700", "--shares", "2=400,5=400", "--rake", "300,0",
        "--reason", "As played.",
    )  # fmt: skip
    assert table.decision(args) == (
        "resolve-hand",
        {
            "pots": [
                {"shares": [{"seat": 3, "amount": 5_700}], "rake": 300},
                {
                    "shares": [{"seat": 2, "amount": 400}, {"seat": 5, "amount": 400}],
                    "rake": 0,
                },
            ]
        },
    )


def test_a_refused_hand_is_cancelled_by_the_same_call_as_any_other() -> None:
    args = parsed("resolve-hand", "elm", "--cancel", "--reason", "Void.")
    assert table.decision(args) == ("cancel-hand", {})


def test_a_second_operator_names_the_proposal() -> None:
    args = parsed("agree", "elm", "--proposal", "p-1", "--reason", "Yes.")
    assert table.decision(args) == ("agree", {"proposal_id": "p-1"})


@pytest.mark.parametrize(
    ("shares", "rake"),
    [(["3"], None), (["3=x"], None), (["3=1=2"], None), (["3=1"], "1,2"), (["3=1"], "")],
)
def test_what_is_no_share_is_refused(shares: list[str], rake: str | None) -> None:
    with pytest.raises(RoomError, match="SEAT=CHIPS"):
        table.pots(shares, rake)


def test_either_shares_or_a_cancellation() -> None:
    for words in (("--cancel", "--shares", "3=1"), ()):
        with pytest.raises(SystemExit):
            parsed("resolve-hand", "elm", "--reason", "x", *words)


def test_a_refused_hand_is_told_in_lines() -> None:
    lines = table.told(
        {
            "hand_id": "h1", "attempt": 1, "code": "settlement_rake",
            "seats": [{"seat": 3, "name": "Ann", "start": 1_000, "contributed": 300}],
            "pots": [{"amount": 600, "eligible": [3, 5], "shares": [{"seat": 3, "amount": 570}],
                      "rake": 30}],
            "proposal": {"proposal_id": "p-1", "name": "Floor", "reason": "So be it.",
                         "pots": [{"shares": [{"seat": 3, "amount": 600}]}]},
        }
    )  # fmt: skip
    assert lines == [
        "hand h1, attempt 1: the cashier says settlement_rake",
        "  seat 3 Ann: 1000 at the start, put in 300, back 0",
        "  pot 1: 600 for seats 3, 5; as played: 3=570 (rake 30)",
        "  Floor proposes: 3=600 (rake 0)",
        "  because: So be it. (proposal p-1)",
    ]
