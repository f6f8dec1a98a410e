"""The lobby hears at once who sits down, leaves or plays; a bet waits for the next regular row."""

from riverbus.engine.actions import CALL
from services.table.domain.views import row_differs
from tests.table.domain.felt import Felt


def test_a_bet_is_no_news_for_the_lobby() -> None:
    felt = Felt(seats_max=3)
    for name in ("A", "B", "C"):
        felt.sit(name)
    before = felt.table
    felt.act(felt.to_act, CALL)
    assert felt.table.seats is not before.seats
    assert not row_differs(before, felt.table)


def test_sitting_down_and_the_hand_are() -> None:
    felt = Felt(seats_max=3)
    empty = felt.table
    felt.sit("A")
    alone = felt.table
    assert row_differs(empty, alone)
    felt.sit("B")
    assert felt.table.hand is not None
    assert row_differs(alone, felt.table)


def test_leaving_and_pausing_are() -> None:
    felt = Felt(seats_max=3)
    felt.sit("A")
    before = felt.table
    felt.operate("pause", reason="cleaning")
    paused = felt.table
    assert row_differs(before, paused)
    felt.leave("A")
    assert row_differs(paused, felt.table)
