"""A finished hand from its log records, and what each viewer may see of it (SHO-04).

A player sees own cards, what was shown, and, where the house says so, hands that were called and
mucked; folded hands nobody's. An auditor sees all cards.
"""

from collections.abc import Iterator

import msgspec

from riverbus.core.cards import cards_text
from riverbus.engine import events as ev
from riverbus.pb.table.v1 import events_pb2, log_pb2, table_pb2
from services.table.adapters import codec
from services.table.adapters.sealing import KeyRing
from services.table.app.ports import FinishedHand

_happened = msgspec.msgpack.Decoder(tuple[ev.Event, ...])


def archived_hand(hand: FinishedHand, keys: KeyRing) -> log_pb2.ArchivedHand:
    """The hand with every card, from its records."""
    message = log_pb2.ArchivedHand(
        hand_id=hand.hand_id,
        table_id=hand.table_id,
        number=hand.number,
        info=codec.table_info(hand.settings),
        started_ms=hand.started_ms,
        ended_ms=hand.ended_ms,
        shows_called=hand.settings.rules.history_shows_called == "participants",
    )
    for stored in hand.records:
        record = log_pb2.LogRecord.FromString(stored.data)
        if record.hand_id != hand.hand_id or not record.HasField("event"):
            continue
        event = record.event
        if record.HasField("sealed"):
            plain = keys.open(record.sealed, record.table_id, record.hand_id, record.record_id)
            secret = log_pb2.Secret.FromString(plain)
            if secret.happened:
                _fill(event, _hidden(_happened.decode(secret.happened)))
        message.events.append(event)
    names = {seat: (account, name) for seat, account, name in hand.accounts}
    for fact in _facts(message):
        if fact.HasField("hand_started"):
            for seat in fact.hand_started.seats:
                account, name = names.get(seat.seat, ("", ""))
                message.seats.append(
                    events_pb2.SeatView(
                        seat=seat.seat, account_id=account, name=name, stack=seat.stack
                    )
                )
    return message


def summary(hand: log_pb2.ArchivedHand, seat: int) -> table_pb2.HandSummary:
    """A row of a hand list for the player in the seat; 0: for an operator."""
    board, pot, start, end = "", 0, 0, 0
    for fact in _facts(hand):
        kind = fact.WhichOneof("fact")
        if kind == "board_dealt":
            board = fact.board_dealt.board
        elif kind == "pots_made":
            pot = sum(one.amount for one in fact.pots_made.pots)
        elif kind == "hand_started":
            start = _stack(fact.hand_started.seats, seat)
        elif kind == "hand_ended":
            end = _stack(fact.hand_ended.stacks, seat)
        elif kind == "hand_cancelled":
            end = _stack(fact.hand_cancelled.stacks, seat)
    return table_pb2.HandSummary(
        hand_id=hand.hand_id,
        number=hand.number,
        table_id=hand.table_id,
        table_name=hand.info.name,
        started_ms=hand.started_ms,
        cards=cards_of(hand, seat),
        board=board,
        net=end - start,
        pot=pot,
        currency=hand.info.currency,
    )


def cards_of(hand: log_pb2.ArchivedHand, seat: int) -> str:
    """The seat's cards at the end of the hand."""
    held: list[str] = []
    for fact in _facts(hand):
        if fact.HasField("dealt") and fact.dealt.seat == seat:
            held += _split(fact.dealt.cards)
        elif fact.HasField("drew") and fact.drew.seat == seat:
            gone = _split(fact.drew.discards)
            held = [card for card in held if card not in gone] + _split(fact.drew.cards)
    return "".join(held)


def for_eyes(hand: log_pb2.ArchivedHand, seat: int, *, everything: bool) -> log_pb2.ArchivedHand:
    """The hand with no card but those that these eyes may see; seat 0 sees public ones only."""
    view = log_pb2.ArchivedHand()
    view.CopyFrom(hand)
    if everything:
        return view
    open_to = {seat} if seat else set()
    if hand.shows_called and seat:
        open_to |= {fact.mucked.seat for fact in _facts(hand) if fact.HasField("mucked")}
    for event in view.events:
        del event.private_seats[:]
        for fact in event.facts:
            if fact.HasField("dealt"):
                if not fact.dealt.up and fact.dealt.seat not in open_to:
                    fact.dealt.cards = ""
            elif fact.HasField("drew") and fact.drew.seat not in open_to:
                fact.drew.cards = fact.drew.discards = ""
            elif fact.HasField("burned"):
                fact.burned.card = ""
    return view


def _hidden(happened: tuple[ev.Event, ...]) -> Iterator[ev.Event]:
    return (
        event
        for event in happened
        if isinstance(event, ev.Burned | ev.Drew) or (isinstance(event, ev.Dealt) and not event.up)
    )


def _fill(event: events_pb2.PublicEvent, hidden: Iterator[ev.Event]) -> None:
    """Put the cards back that the public form left out; both stand in the same order."""
    for fact in event.facts:
        if (fact.HasField("dealt") and not fact.dealt.up) or (
            fact.HasField("drew") or fact.HasField("burned")
        ):
            one = next(hidden)
            if isinstance(one, ev.Dealt):
                fact.dealt.cards = cards_text(one.cards)
            elif isinstance(one, ev.Drew):
                fact.drew.cards = cards_text(one.cards)
                fact.drew.discards = cards_text(one.discards)
            elif isinstance(one, ev.Burned):
                fact.burned.card = cards_text(one.cards)


def _facts(hand: log_pb2.ArchivedHand) -> Iterator[events_pb2.Fact]:
    return (fact for event in hand.events for fact in event.facts)


def _stack(seats: object, wanted: int) -> int:
    return next((s.stack for s in seats if s.seat == wanted), 0)  # type: ignore[attr-defined]


def _split(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]
