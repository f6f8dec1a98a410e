"""A finished hand without its people: what stays is how it was played.

Names and account ids become pseudonyms that hold within the hand and lead to no other; down cards
that were never shown are dropped, and so is all free text, which may name somebody.
"""

from riverbus.pb.table.v1 import events_pb2, log_pb2
from services.table.adapters.archived import for_eyes


def anonymised(hand: log_pb2.ArchivedHand) -> log_pb2.ArchivedHand:
    """A copy; to do it again changes nothing."""
    plain = for_eyes(hand, 0, everything=False)
    plain.shows_called = False
    known: dict[str, int] = {}
    for seat in plain.seats:
        _rename(seat, known)
    for event in plain.events:
        event.trace_id = ""
        for fact in event.facts:
            match fact.WhichOneof("fact"):
                case "seat_changed":
                    _rename(fact.seat_changed.seat, known)
                case "note":
                    fact.note.text = ""
                case "table_state_changed":
                    fact.table_state_changed.reason = ""
                case "hand_cancelled":
                    fact.hand_cancelled.reason = ""
    return plain


def _rename(seat: events_pb2.SeatView, known: dict[str, int]) -> None:
    if not seat.account_id:
        return
    number = known.setdefault(seat.account_id, len(known) + 1)
    seat.account_id, seat.name, seat.avatar = f"player-{number}", f"Player {number}", ""
