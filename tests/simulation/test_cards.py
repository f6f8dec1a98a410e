"""The auditor's model of cards sees a card in two places, and a seat with too many."""

from riverbus.sim.room.cards import CardModel
from services.gateway.domain import frames as f


def view(own: str = "", board: str = "", seat: int = 1, hand_id: str = "h1") -> f.TableView:
    return f.TableView(
        table_id="t",
        hand_id=hand_id,
        info=f.TableInfo(game=f.Game.HOLDEM),
        board=board,
        own=f.PrivateView(seat=seat, cards=own),
    )


def test_the_same_cards_again_are_right() -> None:
    model = CardModel()
    assert not [*model.snapshot(view("AsKd")), *model.snapshot(view("AsKd", "2c3c4c"))]
    assert not [*model.snapshot(view("QhQd", "2c3c4c", seat=2))]
    assert not [*model.snapshot(view("2c3c", hand_id="h2"))], "another hand, another deck"


def test_a_card_in_two_places_is_found() -> None:
    model = CardModel()
    assert not [*model.snapshot(view("AsKd"))]
    assert [*model.snapshot(view("AsQd", seat=2))] == ["As was at 1 and at 2 in hand h1"]
    assert [*model.snapshot(view("", "Kd2c3c"))] == ["Kd was at 1 and at 0 in hand h1"]


def test_other_cards_after_a_takeover_are_found() -> None:
    model = CardModel()
    assert not [*model.snapshot(view("AsKd"))]
    assert [*model.snapshot(view("7h7d"))] == ["seat 1 saw 4 cards of its own in hand h1"]


def test_events_are_looked_at_too() -> None:
    model = CardModel()
    shown = f.PublicEvent(
        table_id="t", hand_id="h1", facts=(f.Fact(shown=f.Shown(seat=1, cards="AsKd")),)
    )
    frame = f.TableEvent(event=shown, own=f.PrivateView(seat=2, cards="As7d"))
    assert [*model.event(frame, f.Game.HOLDEM)] == ["As was at 1 and at 2 in hand h1"]
