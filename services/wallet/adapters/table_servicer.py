"""TableMoneyService over gRPC."""

import logging
from typing import Any

import grpc.aio

from riverbus.core.ports import Ids
from riverbus.pb.wallet.v1 import table_money_pb2 as pb
from riverbus.pb.wallet.v1 import table_money_pb2_grpc
from riverbus.runtime.calls import trace_id
from services.wallet.adapters import table_codec as codec
from services.wallet.app.reads import Reads
from services.wallet.app.wallet import Wallet
from services.wallet.domain.checks import check_text
from services.wallet.domain.commands import CancelHand, ReverseBuyIn, StandUp, TopUp
from services.wallet.domain.errors import Malformed
from services.wallet.domain.results import (
    BoughtIn,
    HandClosed,
    HandOpened,
    Reconciled,
    Returned,
    ToppedUp,
)
from services.wallet.metrics import WalletMetrics

log = logging.getLogger(__name__)

MAX_SETTLEMENTS = 128
MAX_TRACE_CHARS = 64

Context = grpc.aio.ServicerContext[Any, Any]


class TableMoneyServicer(table_money_pb2_grpc.TableMoneyServiceServicer):
    """Escrows and hands, for table owners."""

    def __init__(self, wallet: Wallet, reads: Reads, ids: Ids, metrics: WalletMetrics) -> None:
        self._wallet = wallet
        self._reads = reads
        self._ids = ids
        self._metrics = metrics

    async def BuyIn(self, request: pb.BuyInRequest, context: Context) -> pb.BuyInResponse:
        """Cash to escrow."""
        done: BoughtIn = await self._wallet.execute(
            codec.buy_in(request), context.time_remaining(), trace_id()
        )
        return pb.BuyInResponse(stack=done.stack, balance=done.balance)

    async def ReverseBuyIn(
        self, request: pb.ReverseBuyInRequest, context: Context
    ) -> pb.ReverseBuyInResponse:
        """Undo a buy-in, or bar it."""
        command = ReverseBuyIn(
            id=request.id,
            account_id=request.account_id,
            table_id=request.table_id,
            currency=request.currency,
            buy_in_id=request.buy_in_id,
        )
        done: Returned = await self._wallet.execute(command, context.time_remaining(), trace_id())
        return pb.ReverseBuyInResponse(returned=done.returned, balance=done.balance)

    async def TopUp(self, request: pb.TopUpRequest, context: Context) -> pb.TopUpResponse:
        """More chips between hands."""
        command = TopUp(
            id=request.id,
            account_id=request.account_id,
            table_id=request.table_id,
            currency=request.currency,
            amount=request.amount,
            max_buy_in=request.max_buy_in,
            up_to_max=request.up_to_max,
            expected_stack=codec.expected(request),
            booked_amount=request.booked_amount,
            replay=request.replay,
        )
        done: ToppedUp = await self._wallet.execute(command, context.time_remaining(), trace_id())
        return pb.TopUpResponse(added=done.added, stack=done.stack, balance=done.balance)

    async def StandUp(self, request: pb.StandUpRequest, context: Context) -> pb.StandUpResponse:
        """The whole escrow home."""
        command = StandUp(
            id=request.id,
            account_id=request.account_id,
            table_id=request.table_id,
            currency=request.currency,
            expected_stack=codec.expected(request),
            replay=request.replay,
        )
        done: Returned = await self._wallet.execute(command, context.time_remaining(), trace_id())
        return pb.StandUpResponse(returned=done.returned, balance=done.balance)

    async def OpenHand(self, request: pb.OpenHandRequest, context: Context) -> pb.OpenHandResponse:
        """Freeze the line-up's stacks."""
        done: HandOpened = await self._wallet.execute(
            codec.open_hand(request), context.time_remaining(), trace_id()
        )
        return pb.OpenHandResponse(
            stacks=codec.stacks(done.stacks),
            top_ups=[
                pb.TopUpOutcome(id=item.id, added=item.added, refusal=item.refusal)
                for item in done.top_ups
            ],
            departures=[
                pb.DepartureOutcome(id=item.id, returned=item.returned) for item in done.departures
            ],
        )

    async def SettleHand(
        self, request: pb.SettleHandRequest, context: Context
    ) -> pb.SettleHandResponse:
        """Book a hand's result."""
        done: HandClosed = await self._wallet.execute(
            codec.settle_hand(request), context.time_remaining(), trace_id()
        )
        answer = pb.SettleHandResponse()
        codec.settled(done, answer)
        return answer

    async def SettleHands(
        self, request: pb.SettleHandsRequest, context: Context
    ) -> pb.SettleHandsResponse:
        """Book several hands' results, each by itself."""
        if len(request.settlements) > MAX_SETTLEMENTS:
            raise Malformed("Too many settlements in one call.")
        for one in request.settlements:
            check_text(one.trace_id, MAX_TRACE_CHARS, "trace_id")
        calls = [(codec.settle_hand(one.settle), one.trace_id) for one in request.settlements]
        outcomes = await self._wallet.execute_each(calls, context.time_remaining())
        return codec.settlement_outcomes(outcomes)

    async def CancelHand(
        self, request: pb.CancelHandRequest, context: Context
    ) -> pb.CancelHandResponse:
        """Every stack as at the start."""
        command = CancelHand(
            id=request.id,
            table_id=request.table_id,
            hand_id=request.hand_id,
            epoch=request.epoch,
            reason=request.reason,
            replay=request.replay,
        )
        done: HandClosed = await self._wallet.execute(command, context.time_remaining(), trace_id())
        return pb.CancelHandResponse(stacks=codec.stacks(done.stacks), tombstone=done.tombstone)

    async def GetHand(self, request: pb.GetHandRequest, context: Context) -> pb.GetHandResponse:
        """What is known of a hand."""
        hand = await self._reads.hand(request.hand_id)
        if hand is None:
            return pb.GetHandResponse()
        return pb.GetHandResponse(
            state=codec.HAND_STATES[hand.status],
            table_id=hand.table_id,
            frozen=[
                pb.SeatStack(seat=seat.seat, account_id=seat.account_id, stack=seat.stack)
                for seat in hand.line_up
            ],
            closed_by=hand.closed_by,
            rake=hand.rake,
        )

    async def GetTable(self, request: pb.GetTableRequest, context: Context) -> pb.GetTableResponse:
        """What is known of a table."""
        table, escrows = await self._reads.table(request.table_id)
        return pb.GetTableResponse(
            epoch=table.epoch,
            open_hand_id=table.open_hand,
            last_hand_id=table.last_hand,
            escrows=codec.stacks(escrows),
            currency=table.currency,
        )

    async def ReconcileTable(
        self, request: pb.ReconcileTableRequest, context: Context
    ) -> pb.ReconcileTableResponse:
        """Compare a table's view with the ledger's."""
        command = codec.reconcile(request, self._ids.uuid7())
        done: Reconciled = await self._wallet.execute(command, context.time_remaining(), trace_id())
        self._metrics.differences.inc(sum(done.confirmed))
        for found, confirmed in zip(done.differences, done.confirmed, strict=True):
            if confirmed:
                log.warning(
                    "table difference",
                    extra={
                        "table": request.table_id,
                        "kind": found.kind,
                        "account": found.account_id,
                        "hand": found.hand_id,
                        "table_amount": found.table_amount,
                        "wallet_amount": found.wallet_amount,
                    },
                )
        return pb.ReconcileTableResponse(
            differences=[
                pb.Difference(
                    kind=pb.DifferenceKind.ValueType(found.kind),
                    account_id=found.account_id,
                    table_amount=found.table_amount,
                    wallet_amount=found.wallet_amount,
                    hand_id=found.hand_id,
                    confirmed=confirmed,
                )
                for found, confirmed in zip(done.differences, done.confirmed, strict=True)
            ],
            escrows=codec.stacks(done.escrows),
            open_hand_id=done.open_hand_id,
            hand_state=codec.HAND_STATES[done.hand_status],
            sent_home=codec.stacks(done.sent_home),
        )
