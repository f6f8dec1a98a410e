"""Table money between protobuf and commands."""

from collections.abc import Iterable

from riverbus.core.errors import RoomError
from riverbus.core.rake import NO_RAKE, RakeCap, RakePolicy
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.wallet.v1 import table_money_pb2 as pb
from riverbus.runtime.errors import to_detail
from services.wallet.domain.commands import (
    BuyIn,
    LineUpSeat,
    OpenHand,
    PotResult,
    PotShare,
    ReconcileTable,
    SeatResult,
    SeenSeat,
    SettleHand,
    WaitingDeparture,
    WaitingTopUp,
)
from services.wallet.domain.errors import Malformed
from services.wallet.domain.results import HandClosed, SeatStack

HAND_STATES = {
    None: pb.HAND_STATE_UNSPECIFIED,
    "open": pb.HAND_STATE_OPEN,
    "settled": pb.HAND_STATE_SETTLED,
    "cancelled": pb.HAND_STATE_CANCELLED,
}


def rake_policy(message: types_pb2.RakePolicy) -> RakePolicy:
    """A policy. Raises Malformed `invalid_rake_policy` for a rounding that nobody knows."""
    if not message.basis_points:
        return RakePolicy(version=message.version) if message.version else NO_RAKE
    rounding = message.rounding or "down"
    per = message.per or "hand"
    if rounding not in ("down", "half_even", "half_up") or per not in ("hand", "pot"):
        raise Malformed("Unknown rounding of rake.", code="invalid_rake_policy")
    return RakePolicy(
        version=message.version,
        basis_points=message.basis_points,
        caps=tuple(RakeCap(cap.players, cap.cap) for cap in message.caps),
        no_flop_no_drop=message.no_flop_no_drop,
        rounding=rounding,  # type: ignore[arg-type]
        per=per,  # type: ignore[arg-type]
    )


def buy_in(request: pb.BuyInRequest) -> BuyIn:
    """A buy-in; 0 seconds take the room's reducing window, a negative number means none."""
    window = request.reducing_window_s
    return BuyIn(
        id=request.id,
        account_id=request.account_id,
        table_id=request.table_id,
        currency=request.currency,
        amount=request.amount,
        min_buy_in=request.min_buy_in,
        max_buy_in=request.max_buy_in,
        reducing_window_ms=None if window == 0 else max(0, window) * 1_000,
        seat=request.seat,
        replay=request.replay,
    )


def expected(request: pb.TopUpRequest | pb.StandUpRequest) -> int | None:
    """What the table believes to be in the escrow, if it says so."""
    return request.expected_stack if request.HasField("expected_stack") else None


def open_hand(request: pb.OpenHandRequest) -> OpenHand:
    """An open."""
    return OpenHand(
        id=request.id,
        table_id=request.table_id,
        hand_id=request.hand_id,
        epoch=request.epoch,
        currency=request.currency,
        line_up=tuple(
            LineUpSeat(seat.seat, seat.account_id, seat.expected_stack) for seat in request.line_up
        ),
        policy=rake_policy(request.rake),
        game=request.game,
        top_ups=tuple(
            WaitingTopUp(item.id, item.account_id, item.amount, item.max_buy_in, item.up_to_max)
            for item in request.top_ups
        ),
        departures=tuple(WaitingDeparture(item.id, item.account_id) for item in request.departures),
        jackpot_id=request.jackpot_id,
        jackpot_basis_points=request.jackpot_basis_points,
        replay=request.replay,
    )


def settle_hand(request: pb.SettleHandRequest) -> SettleHand:
    """A settlement."""
    return SettleHand(
        id=request.id,
        table_id=request.table_id,
        hand_id=request.hand_id,
        epoch=request.epoch,
        attempt=request.attempt,
        seats=tuple(
            [SeatResult(seat.seat, seat.contributed, seat.returned) for seat in request.seats]
        ),
        pots=tuple(
            [
                PotResult(
                    pot.amount,
                    tuple(pot.eligible),
                    tuple([PotShare(share.seat, share.amount) for share in pot.shares]),
                    pot.rake,
                )
                for pot in request.pots
            ]
        ),
        drop_point_reached=request.drop_point_reached,
        resolution=request.resolution,
        replay=request.replay,
    )


def settled(done: HandClosed, answer: pb.SettleHandResponse) -> None:
    """Fill in a settlement's answer."""
    answer.rake = done.rake
    answer.jackpot = done.jackpot
    for item in done.stacks:
        stack = answer.stacks.add()
        stack.seat = item.seat
        stack.account_id = item.account_id
        stack.stack = item.stack


def settlement_outcomes(outcomes: Iterable[HandClosed | RoomError]) -> pb.SettleHandsResponse:
    """The answers and refusals of several settlements."""
    answer = pb.SettleHandsResponse()
    for outcome in outcomes:
        told = answer.outcomes.add()
        if isinstance(outcome, RoomError):
            told.refused.CopyFrom(to_detail(outcome))
        else:
            settled(outcome, told.settled)
    return answer


def reconcile(request: pb.ReconcileTableRequest, call: str) -> ReconcileTable:
    """A table's view under an id of the wallet's own."""
    return ReconcileTable(
        id=f"reconcile:{call}",
        table_id=request.table_id,
        epoch=request.epoch,
        seats=tuple(SeenSeat(seat.seat, seat.account_id, seat.stack) for seat in request.seats),
        open_hand_id=request.open_hand_id,
        pending_ids=tuple(request.pending_ids),
        pending_account_ids=tuple(request.pending_account_ids),
        takeover=request.takeover,
    )


def stacks(found: Iterable[SeatStack]) -> list[pb.SeatStack]:
    """Stacks for the wire."""
    return [
        pb.SeatStack(seat=item.seat, account_id=item.account_id, stack=item.stack) for item in found
    ]
