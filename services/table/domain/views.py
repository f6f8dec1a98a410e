"""What each viewer may see, made from a positive list (INT-05, SE-05).

`seat_view` and `table_view` hold nothing but what everybody may see; `private_view` is one
player's own. A card that is not up, shown or on the board stands nowhere else.
"""

import msgspec

from riverbus.core.games import PLANS, Street
from riverbus.engine.hand import Hand
from riverbus.engine.lineup import Owes
from services.table.domain import advance
from services.table.domain.facts import PrivateView, SeatView, TurnStarted
from services.table.domain.reading import last_verb, words
from services.table.domain.state import (
    Phase,
    Seat,
    SeatStatus,
    Table,
    TableSettings,
    TableState,
)


class PotView(msgspec.Struct, frozen=True):
    """A pot as everybody sees it."""

    amount: int
    eligible: tuple[int, ...]


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """The table as everybody may see it, after the event of this sequence."""

    settings: TableSettings
    state: TableState
    reason: str
    epoch: int
    sequence: int
    hand_id: str = ""
    hand_number: int = 0
    button: int = 0
    street: Street | None = None
    board: tuple[int, ...] = ()
    pots: tuple[PotView, ...] = ()
    pot_total: int = 0
    seats: tuple[SeatView, ...] = ()
    turn: TurnStarted | None = None


def table_view(table: Table) -> TableView:
    """The whole table for anybody."""
    core, hand = table.core, table.hand
    turn = core.turn
    view = TableView(
        settings=table.settings,
        state=core.state,
        reason=core.reason,
        epoch=core.epoch,
        sequence=core.sequence,
        hand_number=core.hand_number,
        button=core.positions.button,
        seats=tuple(seat_view(table, number) for number in range(1, table.settings.seats_max + 1)),
        turn=None
        if turn is None
        else TurnStarted(
            seat=turn.seat,
            turn=turn.number,
            price=turn.price,
            deadline_ms=turn.deadline_ms,
            duration_ms=turn.duration_ms,
            bank=turn.bank,
        ),
    )
    if hand is None or core.phase is Phase.OPENING:
        return view
    return msgspec.structs.replace(
        view,
        hand_id=core.hand_id,
        street=street_of(hand),
        board=tuple(hand.board),
        pots=tuple(PotView(pot.amount, pot.eligible) for pot in hand.pots[: _unpaid(hand)]),
        pot_total=hand.total,
    )


def seat_view(table: Table, number: int) -> SeatView:
    """One seat for anybody; a free one has no account."""
    seat = table.seats.get(number)
    hand = table.hand
    view = SeatView(seat=number)
    if seat is not None:
        view = SeatView(
            seat=number,
            account_id=seat.account_id,
            name=seat.name,
            avatar=seat.avatar,
            status=status_of(seat),
            connected=seat.connected,
            stack=seat.stack,
            owes=seat.owes,
            until_ms=seat.until_ms,
            bank_ms=seat.bank_ms,
        )
    if seat is None or hand is None or number not in hand.seats:
        return view
    at = hand.position[number]
    shown = hand.shown[at]
    return msgspec.structs.replace(
        view,
        stack=hand.stack[at],
        bet=hand.bet[at],
        in_hand=not hand.folded[at],
        folded=hand.folded[at],
        all_in=hand.all_in[at],
        down_cards=0 if hand.folded[at] or shown else len(hand.hole[at]) - len(hand.up[at]),
        up_cards=tuple(hand.up[at]),
        shown_cards=tuple(hand.hole[at]) if shown else (),
        shown_text=words(hand, at)[0] if shown else "",
        last_verb=last_verb(hand, at),
        drew=max(0, hand.drew[at]),
        won=hand.won[at],
        protected=hand.protected[at],
    )


def private_view(table: Table, number: int) -> PrivateView:
    """What the player in the seat may know beside what everybody may."""
    seat, hand = table.seats[number], table.hand
    live, dead = _debts(seat.owes, table)
    view = PrivateView(
        seat=number,
        options=seat.options,
        advance=seat.advance,
        protections_left=seat.protections_left,
        top_up_waiting=seat.top_up,
        owes_live=live,
        owes_dead=dead,
    )
    if hand is None or number not in hand.seats:
        return view
    at = hand.position[number]
    high, low = words(hand, at)
    turn = table.core.turn
    asked = turn is not None and turn.seat == number and not turn.waiting
    choosing = hand.chooser == number and table.core.phase is Phase.PLAYING
    return msgspec.structs.replace(
        view,
        cards=tuple(hand.hole[at]),
        high=high,
        low=low,
        legal=hand.legal_actions(number) if asked or choosing else None,
        offers=() if asked else advance.offers(table, number),
    )


def row_differs(before: Table, after: Table) -> bool:
    """Whether the lobby should hear at once: who sits where, with what, and whether they play."""
    now, old = after.core, before.core
    if (now.phase, now.state) != (old.phase, old.state) or len(after.seats) != len(before.seats):
        return True
    return any(
        seat is not (was := before.seats.get(number))
        and (was is None or (seat.account_id, seat.stack) != (was.account_id, was.stack))
        for number, seat in after.seats.items()
    )


def status_of(seat: Seat) -> SeatStatus:
    """The standing that is told: leaving and sitting out come before the rest."""
    if seat.leaving and seat.status is not SeatStatus.RESERVED:
        return SeatStatus.LEAVING
    return seat.status


def street_of(hand: Hand) -> Street | None:
    """Where the hand stands; None before the first street."""
    if hand.show_order is not None:
        return Street.SHOWDOWN
    return PLANS[hand.setup.game].streets[hand.street].street if hand.street >= 0 else None


def _unpaid(hand: Hand) -> int:
    return len(hand.pots) - hand.paid_pots


def _debts(owes: Owes, table: Table) -> tuple[int, int]:
    stakes = table.settings.stakes
    live = stakes.big_blind if owes in ("big", "both") else 0
    dead = stakes.small_blind if owes in ("small", "both") else 0
    return live, dead
