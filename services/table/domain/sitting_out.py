"""Sitting out and coming back (ACT-07, BLD-10)."""

from services.table.domain.draft import Draft
from services.table.domain.state import SeatStatus

BROKE_MS = 120_000


def sit_out(draft: Draft, number: int, *, out: bool) -> None:
    """Keep the seat without playing, or come back by BLD-10."""
    seat = draft.seats[number]
    if not out and seat.status is SeatStatus.AWAY:
        draft.set_seat(number, status=SeatStatus.ACTIVE)
    if out == seat.options.sit_out and not seat.away:
        return
    draft.set_options(number, sit_out=out)
    draft.set_seat(number, away=False)
    if out and not draft.in_hand(number):
        mark_out(draft, number)
    elif not out:
        mark_in(draft, number)


def mark_out(draft: Draft, number: int) -> None:
    """From now on the seat sits out; how long it may is a rule of the house (ACT-07)."""
    seat, rules = draft.seats[number], draft.settings.rules
    if seat.status in (SeatStatus.RESERVED, SeatStatus.SITTING_OUT):
        return
    minutes = rules.sit_out_max_min
    draft.set_seat(
        number,
        status=SeatStatus.SITTING_OUT,
        out_since_ms=draft.now_ms,
        out_hands=0,
        until_ms=draft.now_ms + minutes * 60_000 if minutes else 0,
    )


def mark_in(draft: Draft, number: int) -> None:
    """The seat wants to play again; whether it waits for a blind the next line-up says."""
    seat = draft.seats[number]
    if seat.status is SeatStatus.SITTING_OUT and seat.stack > 0:
        draft.set_seat(number, status=SeatStatus.WAITING, out_since_ms=0, out_hands=0, until_ms=0)


def mark_broke(draft: Draft, number: int) -> None:
    """Without chips the seat sits out and is kept for a while only."""
    mark_out(draft, number)
    draft.set_seat(number, until_ms=draft.now_ms + BROKE_MS)
