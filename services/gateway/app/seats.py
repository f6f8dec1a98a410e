"""Who sat where at one table, at each event: it decides whose private parts are waited for."""

from bisect import bisect_right, insort

from msgspec import UNSET

from services.gateway.domain import frames as f

CHANGES_KEPT = 16


class Seats:
    """Views, replays and live events tell of seats in any order; the sequence puts them right."""

    def __init__(self) -> None:
        self._changes: dict[int, list[tuple[int, str]]] = {}
        self.read = False
        """Whether a view has been read: events name only seats that change."""

    def note_event(self, event: f.PublicEvent) -> None:
        """Take the changes of seats that an event tells."""
        for fact in event.facts:
            if fact.seat_changed is not UNSET and fact.seat_changed.seat is not UNSET:
                seat = fact.seat_changed.seat
                self._note(seat.seat, event.sequence, seat.account_id)

    def note_view(self, view: f.TableView) -> None:
        """Take all seats as of a view."""
        taken = {seat.seat: seat.account_id for seat in view.seats}
        for number in taken.keys() | self._changes.keys():
            self._note(number, view.sequence, taken.get(number, ""))
        self.read = True

    def seat_of(self, account_id: str, sequence: int) -> int:
        """The account's seat after that event; 0: none."""
        for number, changes in self._changes.items():
            if _newest(changes, sequence)[1] == account_id:
                return number
        return 0

    def _note(self, number: int, sequence: int, account_id: str) -> None:
        changes = self._changes.setdefault(number, [])
        if changes and _newest(changes, sequence)[1] == account_id:
            return
        insort(changes, (sequence, account_id))
        del changes[:-CHANGES_KEPT]


def _newest(changes: list[tuple[int, str]], sequence: int) -> tuple[int, str]:
    """The last change up to that event, or the first where all came later."""
    if changes[-1][0] <= sequence:
        return changes[-1]
    return changes[max(0, bisect_right(changes, sequence, key=lambda change: change[0]) - 1)]
