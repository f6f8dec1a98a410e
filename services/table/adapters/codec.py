"""The domain's facts and views as the messages of proto/riverbus/table/v1/events.proto.

One way only: what the log needs back, it keeps in its own form (record_codec.py).
"""

from collections.abc import Callable, Iterable
from typing import Any

from riverbus.core.cards import cards_text
from riverbus.core.games import Game, LimitKind, Stakes, Street
from riverbus.core.rake import RakePolicy
from riverbus.engine import events as ev
from riverbus.engine.actions import LegalActions, Verb
from riverbus.engine.setup import PostKind
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.table.v1 import events_pb2 as pb
from services.table.domain import facts
from services.table.domain.facts import Fact, PrivateView, PublicEvent, SeatView, TurnStarted
from services.table.domain.state import (
    Advance,
    Options,
    SeatStatus,
    TableSettings,
    TableState,
)
from services.table.domain.views import TableView

GAMES = {game: types_pb2.Game.Value(f"GAME_{game.name}") for game in Game}
LIMITS = {limit: types_pb2.Limit.Value(f"LIMIT_{limit.name}") for limit in LimitKind}
VERBS: dict[Verb, pb.Verb.ValueType] = {
    verb: pb.Verb.Value(f"VERB_{verb.name}") for verb in Verb if verb is not Verb.PROTECT
}
STREETS = {street: pb.Street.Value(f"STREET_{street.name}") for street in Street}
POSTS = {kind: pb.PostKind.Value(f"POST_KIND_{kind.name}") for kind in PostKind}
STATUSES = {status: pb.SeatStatus.Value(f"SEAT_STATUS_{status.name}") for status in SeatStatus}
STATES = {state: pb.TableState.Value(f"TABLE_STATE_{state.name}") for state in TableState}
VERBS_BACK = {number: verb for verb, number in VERBS.items()}


def public_event(table_id: str, event: PublicEvent) -> pb.PublicEvent:
    """One event for everybody; facts that have no public form are left out."""
    message = pb.PublicEvent(
        table_id=table_id,
        epoch=event.epoch,
        sequence=event.sequence,
        at_ms=event.at_ms,
        hand_id=event.hand_id,
        private_seats=event.private_seats,
        trace_id=event.trace_id,
    )
    message.facts.extend(fact(one, event.hand_id, event.hand_number) for one in event.facts)
    return message


def fact(one: Fact, hand_id: str = "", hand_number: int = 0) -> pb.Fact:
    """One fact; a hand's start carries the hand's id and number."""
    if isinstance(one, ev.HandStarted):
        return pb.Fact(hand_started=_hand_started(one, hand_id, hand_number))
    return _FACTS[type(one)](one)


def private_part(table_id: str, event: PublicEvent, seat: int, view: PrivateView) -> pb.PrivatePart:
    """What only the player in the seat may see of an event."""
    return pb.PrivatePart(
        table_id=table_id,
        epoch=event.epoch,
        sequence=event.sequence,
        seat=seat,
        hand_id=event.hand_id,
        view=private_view(view),
    )


def private_view(view: PrivateView) -> pb.PrivateView:
    """A player's own part, whole."""
    message = pb.PrivateView(
        seat=view.seat,
        cards=cards_text(view.cards),
        high=view.high,
        low=view.low,
        advance_offers=[advance(offer) for offer in view.offers],
        protections_left=view.protections_left,
        top_up_waiting=view.top_up_waiting,
        owes_live=view.owes_live,
        owes_dead=view.owes_dead,
    )
    if view.legal is not None:
        message.legal.CopyFrom(legal(view.legal))
    if view.advance is not None:
        message.advance.CopyFrom(advance(view.advance))
    if view.options is not None:
        message.options.CopyFrom(options(view.options))
    return message


def legal(open_to: LegalActions) -> pb.LegalActions:
    """Open actions; two fixed sizes are two wagers."""
    wagers = []
    if open_to.wager is not None:
        verb = VERBS[open_to.wager]
        if open_to.sizes:
            wagers = [pb.Wager(verb=verb, min=size, max=size) for size in open_to.sizes]
        else:
            wagers = [pb.Wager(verb=verb, min=open_to.wager_min, max=open_to.wager_max)]
    if open_to.bring_in:
        verb = VERBS[Verb.BRING_IN]
        wagers.insert(0, pb.Wager(verb=verb, min=open_to.bring_in, max=open_to.bring_in))
    return pb.LegalActions(
        fold=open_to.fold,
        check=open_to.check,
        call=open_to.call,
        wagers=wagers,
        draw_max=open_to.draw_max,
        show_or_muck=open_to.show or open_to.muck,
        pot_total=open_to.pot_total,
    )


def advance(held: Advance) -> pb.Advance:
    """An advance action."""
    return pb.Advance(kind=held.kind, amount=held.amount)


def options(switches: Options) -> pb.SeatOptions:
    """All switches."""
    return pb.SeatOptions(
        sit_out=switches.sit_out,
        sit_out_next_big_blind=switches.sit_out_next_big_blind,
        auto_post=switches.auto_post,
        auto_ante=switches.auto_ante,
        auto_top_up=switches.auto_top_up,
        wait_for_big_blind=switches.wait_for_big_blind,
        auto_muck=switches.auto_muck,
        leave_after_hand=switches.leave_after_hand,
        in_next_hand=switches.in_next_hand,
    )


def seat_view(seat: SeatView) -> pb.SeatView:
    """One seat for everybody."""
    return pb.SeatView(
        seat=seat.seat,
        account_id=seat.account_id,
        name=seat.name,
        avatar=seat.avatar,
        status=STATUSES[seat.status] if seat.status is not None else pb.SEAT_STATUS_UNSPECIFIED,
        connected=seat.connected,
        stack=seat.stack,
        bet=seat.bet,
        in_hand=seat.in_hand,
        folded=seat.folded,
        all_in=seat.all_in,
        down_cards=seat.down_cards,
        up_cards=cards_text(seat.up_cards),
        shown_cards=cards_text(seat.shown_cards),
        shown_text=seat.shown_text,
        last_verb=VERBS[seat.last_verb] if seat.last_verb is not None else pb.VERB_UNSPECIFIED,
        drew=seat.drew,
        owes=seat.owes,
        until_ms=seat.until_ms,
        won=seat.won,
        bank_ms=seat.bank_ms,
        protected=seat.protected,
    )


def table_view(
    view: TableView, own: PrivateView | None, server_ms: int, table_id: str
) -> pb.TableView:
    """The table for one viewer."""
    message = pb.TableView(
        table_id=table_id,
        epoch=view.epoch,
        sequence=view.sequence,
        info=table_info(view.settings),
        state=STATES[view.state],
        state_reason=view.reason,
        hand_id=view.hand_id,
        hand_number=view.hand_number,
        button=view.button,
        street=STREETS[view.street] if view.street is not None else pb.STREET_UNSPECIFIED,
        board=cards_text(view.board),
        pots=[pb.Pot(amount=pot.amount, eligible=pot.eligible) for pot in view.pots],
        pot_total=view.pot_total,
        seats=[seat_view(seat) for seat in view.seats],
        server_ms=server_ms,
    )
    if view.turn is not None:
        message.turn.CopyFrom(_turn(view.turn))
    if own is not None:
        message.own.CopyFrom(private_view(own))
    return message


def table_info(settings: TableSettings) -> pb.TableInfo:
    """Settings of a table, for its page."""
    return pb.TableInfo(
        name=settings.name,
        game=GAMES[settings.game],
        limit=LIMITS[settings.limit],
        stakes=stakes(settings.stakes),
        seats_max=settings.seats_max,
        currency=settings.currency,
        profile=settings.profile,
        buy_in_min=settings.buy_in_min,
        buy_in_max=settings.buy_in_max,
        rake=rake(settings.rake),
        turn_s=settings.turn_s,
        bank_s=settings.bank_s,
    )


def stakes(of: Stakes) -> types_pb2.Stakes:
    """Stakes in minor units."""
    return types_pb2.Stakes(
        small_blind=of.small_blind,
        big_blind=of.big_blind,
        lower=of.lower,
        upper=of.upper,
        ante=of.ante,
        bring_in=of.bring_in,
        unit=of.unit,
        ante_from_big_blind=of.ante_from_big_blind,
    )


def rake(policy: RakePolicy) -> types_pb2.RakePolicy:
    """The rake policy, word for word: the wallet pins it."""
    return types_pb2.RakePolicy(
        version=policy.version,
        basis_points=policy.basis_points,
        caps=[types_pb2.RakeCap(players=cap.players, cap=cap.cap) for cap in policy.caps],
        no_flop_no_drop=policy.no_flop_no_drop,
        rounding=policy.rounding,
        per=policy.per,
    )


def _hand_started(one: ev.HandStarted, hand_id: str, number: int) -> pb.HandStarted:
    return pb.HandStarted(
        hand_id=hand_id,
        number=number,
        button=one.button,
        seats=_stacks(one.seats),
        stakes=stakes(one.stakes),
        game=GAMES[one.game],
        limit=LIMITS[one.limit],
    )


def _stacks(seats: Iterable[ev.DealtIn]) -> list[pb.DealtIn]:
    return [pb.DealtIn(seat=seat.seat, stack=seat.stack) for seat in seats]


def _turn(one: TurnStarted) -> pb.Turn:
    return pb.Turn(
        seat=one.seat,
        turn=one.turn,
        price=one.price,
        deadline_ms=one.deadline_ms,
        duration_ms=one.duration_ms,
        bank=one.bank,
    )


def _acted(one: ev.Acted, reason: str = "") -> pb.Fact:
    return pb.Fact(
        acted=pb.Acted(
            seat=one.seat,
            verb=VERBS.get(one.verb, pb.VERB_CALL),
            paid=one.paid,
            bet=one.bet,
            stack=one.stack,
            all_in=one.all_in,
            reason=reason,
            protected=one.protected,
        )
    )


def _posted(one: ev.Posted) -> pb.Fact:
    return pb.Fact(
        posted=pb.Posted(
            seat=one.seat,
            kind=POSTS[one.kind],
            amount=one.amount,
            bet=one.bet,
            stack=one.stack,
            all_in=one.all_in,
        )
    )


def _dealt(one: ev.Dealt) -> pb.Fact:
    return pb.Fact(
        dealt=pb.Dealt(seat=one.seat, count=one.count, cards=cards_text(one.cards), up=one.up)
    )


def _drew(one: ev.Drew) -> pb.Fact:
    return pb.Fact(
        drew=pb.Drew(
            seat=one.seat,
            count=one.count,
            discards=cards_text(one.discards),
            cards=cards_text(one.cards),
        )
    )


def _shown(one: ev.Shown) -> pb.Fact:
    return pb.Fact(
        shown=pb.Shown(
            seat=one.seat,
            cards=cards_text(one.cards),
            high=one.high,
            low=one.low,
            high_cards=cards_text(one.high_cards),
            low_cards=cards_text(one.low_cards),
        )
    )


def _awarded(one: ev.Awarded) -> pb.Fact:
    return pb.Fact(
        awarded=pb.Awarded(
            pot=one.pot,
            seat=one.seat,
            amount=one.amount,
            half=one.half,
            odd=one.odd,
            stack=one.stack,
            text=one.text,
        )
    )


def _board(one: ev.BoardDealt) -> pb.Fact:
    return pb.Fact(
        board_dealt=pb.BoardDealt(cards=cards_text(one.cards), board=cards_text(one.board))
    )


def _street(one: ev.StreetStarted) -> pb.Fact:
    return pb.Fact(
        street_started=pb.StreetStarted(street=STREETS[one.street], collected=one.collected)
    )


def _returned(one: ev.Returned) -> pb.Fact:
    return pb.Fact(returned=pb.Returned(seat=one.seat, amount=one.amount, stack=one.stack))


def _pots(one: ev.PotsMade) -> pb.Fact:
    pots = [pb.Pot(amount=pot.amount, eligible=pot.eligible) for pot in one.pots]
    return pb.Fact(pots_made=pb.PotsMade(pots=pots))


def _ended(one: ev.HandEnded) -> pb.Fact:
    return pb.Fact(hand_ended=pb.HandEnded(stacks=_stacks(one.stacks), rake=one.rake))


def _cancelled(one: ev.HandCancelled) -> pb.Fact:
    return pb.Fact(hand_cancelled=pb.HandCancelled(reason=one.reason, stacks=_stacks(one.stacks)))


def _state(one: facts.TableStateChanged) -> pb.Fact:
    changed = pb.TableStateChanged(state=STATES[one.state], reason=one.reason)
    return pb.Fact(table_state_changed=changed)


_FACTS: dict[type, Callable[[Any], pb.Fact]] = {
    facts.ActedBecause: lambda one: _acted(one.acted, one.reason),
    facts.TurnStarted: lambda one: pb.Fact(turn_started=_turn(one)),
    facts.TurnEnded: lambda one: pb.Fact(turn_ended=pb.TurnEnded()),
    facts.SeatChanged: lambda one: pb.Fact(seat_changed=pb.SeatChanged(seat=seat_view(one.seat))),
    facts.TableStateChanged: _state,
    facts.OwnerChanged: lambda one: pb.Fact(
        owner_changed=pb.OwnerChanged(owner=one.owner, epoch=one.epoch)
    ),
    facts.Note: lambda one: pb.Fact(note=pb.Note(code=one.code, text=one.text, seat=one.seat)),
    ev.Posted: _posted,
    ev.Dealt: _dealt,
    ev.Burned: lambda one: pb.Fact(burned=pb.Burned(count=1, card=cards_text(one.cards))),
    ev.BoardDealt: _board,
    ev.DeckMixed: lambda one: pb.Fact(deck_mixed=pb.DeckMixed(stub=one.count)),
    ev.StreetStarted: _street,
    ev.Acted: _acted,
    ev.Drew: _drew,
    ev.Returned: _returned,
    ev.PotsMade: _pots,
    ev.Shown: _shown,
    ev.Mucked: lambda one: pb.Fact(mucked=pb.Mucked(seat=one.seat)),
    ev.Raked: lambda one: pb.Fact(raked=pb.Raked(amounts=one.amounts, total=one.total)),
    ev.Awarded: _awarded,
    ev.HandEnded: _ended,
    ev.HandCancelled: _cancelled,
}
