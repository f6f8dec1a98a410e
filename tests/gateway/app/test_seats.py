"""Who sat where: told by views, replays and live events in any order (SEAMS 31)."""

from services.gateway.app.seats import Seats
from services.gateway.domain import frames as f


def seated(sequence: int, seat: int, account: str) -> f.PublicEvent:
    """An event that tells who has a seat now."""
    changed = f.SeatChanged(seat=f.SeatView(seat=seat, account_id=account))
    return f.PublicEvent(sequence=sequence, facts=(f.Fact(seat_changed=changed),))


def view(sequence: int, **accounts: int) -> f.TableView:
    """A view with these accounts in their seats."""
    seats = tuple(f.SeatView(seat=seat, account_id=name) for name, seat in accounts.items())
    return f.TableView(sequence=sequence, seats=seats)


def test_a_seat_is_as_it_was_at_the_event() -> None:
    seats = Seats()
    seats.note_view(view(10, ann=1, bob=2))
    seats.note_event(seated(14, 1, ""))
    seats.note_event(seated(16, 1, "eve"))
    assert [seats.seat_of("ann", at) for at in (10, 13, 14, 20)] == [1, 1, 0, 0]
    assert [seats.seat_of("eve", at) for at in (15, 16, 99)] == [0, 1, 1]
    assert seats.seat_of("bob", 99) == 2


def test_an_old_word_does_not_undo_a_newer_one() -> None:
    seats = Seats()
    seats.note_event(seated(20, 3, "bob"))
    seats.note_event(seated(15, 3, "ann"))
    seats.note_view(view(17, ann=3))
    assert seats.seat_of("bob", 20) == 3
    assert seats.seat_of("ann", 20) == 0
    assert seats.seat_of("ann", 17) == 3


def test_who_is_in_no_view_sits_nowhere() -> None:
    seats = Seats()
    assert not seats.read
    seats.note_view(view(5, ann=1))
    seats.note_view(view(9))
    assert seats.read
    assert seats.seat_of("ann", 9) == 0
    assert seats.seat_of("bob", 9) == 0
