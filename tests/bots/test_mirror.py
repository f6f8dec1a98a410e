"""A client's table follows a snapshot and facts by assignment alone."""

from msgspec import UNSET

from riverbus.bots.crowd import Place, name_of, places
from riverbus.bots.mirror import Mirror
from services.gateway.domain import frames as f


def mirror() -> Mirror:
    """Two seats taken, sequence 10."""
    made = Mirror()
    taken = [f.SeatView(seat=n, account_id=f"a{n}", stack=1000) for n in (1, 2)]
    seats = (*taken, f.SeatView(seat=3))
    made.load(f.TableView(table_id="t", epoch=1, sequence=10, seats=seats))
    return made


def event(sequence: int, *facts: f.Fact, own: f.PrivateView | None = None) -> f.TableEvent:
    """An event of hand h."""
    public = f.PublicEvent(table_id="t", epoch=1, sequence=sequence, hand_id="h", facts=facts)
    return f.TableEvent(event=public, own=UNSET if own is None else own)


def test_a_hand_is_followed() -> None:
    table = mirror()
    dealt = tuple(f.DealtIn(seat=n, stack=1000) for n in (1, 2))
    started = f.HandStarted(hand_id="h", button=1, seats=dealt, game=f.Game.HOLDEM)
    assert table.apply(event(11, f.Fact(hand_started=started)))
    posted = f.Posted(seat=1, amount=50, bet=50, stack=950)
    own = f.PrivateView(seat=1, cards="AsAd")
    assert table.apply(event(12, f.Fact(posted=posted), own=own))
    assert (table.pot, table.hand_id, table.own.cards) == (50, "h", "AsAd")
    assert [seat.seat for seat in table.opponents()] == [2]
    acted = f.Acted(seat=2, verb=f.Verb.CALL, paid=50, bet=50, stack=950)
    pots = f.PotsMade(pots=(f.Pot(amount=100, eligible=(1, 2)),))
    turn = f.Turn(seat=1, turn=3, price=0)
    facts = (f.Fact(acted=acted), f.Fact(pots_made=pots), f.Fact(turn_started=turn))
    assert table.apply(event(13, *facts))
    assert (table.pot, table.seats[2].bet) == (100, 0)
    assert table.turn is not None
    assert table.turn.turn == 3
    ended = f.HandEnded(stacks=(f.DealtIn(seat=1, stack=1050), f.DealtIn(seat=2, stack=950)))
    assert table.apply(event(14, f.Fact(hand_ended=ended)))
    assert (table.seats[1].stack, table.own.cards, table.hands_ended) == (1050, "", 1)
    assert not table.turn


def test_doubles_are_passed_over_and_gaps_are_told() -> None:
    table = mirror()
    changed = f.Fact(seat_changed=f.SeatChanged(seat=f.SeatView(seat=3, account_id="a3")))
    assert table.apply(event(10, changed))
    assert table.seats[3].account_id == ""
    assert not table.apply(event(12, changed))
    assert table.apply(event(11, changed))
    assert table.seats[3].account_id == "a3"


def test_bots_are_spread_over_tables_with_seats_kept_free() -> None:
    found = places([("b", 6), ("a", 2)], keep_free=1, most=100)
    assert found == [Place("a", 0), *(Place("b", n) for n in range(1, 6))]
    assert len(places([("b", 6)], keep_free=1, most=3)) == 3
    names = [name_of(number) for number in range(1_000)]
    assert len(set(names)) == 1_000
    assert all(3 <= len(name) <= 20 for name in names)
