"""TournamentMoneyService over gRPC."""

from typing import Any

import grpc.aio

from riverbus.pb.wallet.v1 import tournament_money_pb2 as pb
from riverbus.pb.wallet.v1 import tournament_money_pb2_grpc
from riverbus.runtime.calls import trace_id
from services.wallet.app.reads import Reads
from services.wallet.app.wallet import Wallet
from services.wallet.domain.errors import Malformed
from services.wallet.domain.results import Entered, Paid, PoolAfter, Returned
from services.wallet.domain.tournament_commands import (
    AddToPool,
    Enter,
    EntryKind,
    Leave,
    PayOut,
    Prize,
    Refund,
)

Context = grpc.aio.ServicerContext[Any, Any]

_KINDS: dict[int, EntryKind] = {
    pb.ENTRY_KIND_BUY_IN: "buy_in",
    pb.ENTRY_KIND_REBUY: "rebuy",
    pb.ENTRY_KIND_ADD_ON: "add_on",
}


class TournamentMoneyServicer(tournament_money_pb2_grpc.TournamentMoneyServiceServicer):
    """Prize pools, for the lobby."""

    def __init__(self, wallet: Wallet, reads: Reads) -> None:
        self._wallet = wallet
        self._reads = reads

    async def EnterTournament(
        self, request: pb.EnterTournamentRequest, context: Context
    ) -> pb.EnterTournamentResponse:
        """Buy-in and fee."""
        kind = _KINDS.get(request.kind)
        if kind is None:
            raise Malformed("Say whether it is a buy-in, a re-buy or an add-on.")
        command = Enter(
            id=request.id,
            tournament_id=request.tournament_id,
            account_id=request.account_id,
            currency=request.currency,
            buy_in=request.buy_in,
            fee=request.fee,
            kind=kind,
        )
        done: Entered = await self._wallet.execute(command, context.time_remaining(), trace_id())
        return pb.EnterTournamentResponse(balance=done.balance, pool=done.pool)

    async def LeaveTournament(
        self, request: pb.LeaveTournamentRequest, context: Context
    ) -> pb.LeaveTournamentResponse:
        """An entry back."""
        command = Leave(
            id=request.id,
            tournament_id=request.tournament_id,
            account_id=request.account_id,
            currency=request.currency,
            entry_id=request.entry_id,
        )
        done: Returned = await self._wallet.execute(command, context.time_remaining(), trace_id())
        return pb.LeaveTournamentResponse(returned=done.returned, balance=done.balance)

    async def AddToPool(
        self, request: pb.AddToPoolRequest, context: Context
    ) -> pb.AddToPoolResponse:
        """A guarantee."""
        command = AddToPool(
            id=request.id,
            tournament_id=request.tournament_id,
            currency=request.currency,
            amount=request.amount,
        )
        done: PoolAfter = await self._wallet.execute(command, context.time_remaining(), trace_id())
        return pb.AddToPoolResponse(pool=done.pool)

    async def PayOut(self, request: pb.PayOutRequest, context: Context) -> pb.PayOutResponse:
        """Prizes."""
        command = PayOut(
            id=request.id,
            tournament_id=request.tournament_id,
            currency=request.currency,
            prizes=_prizes(request.prizes),
        )
        done: Paid = await self._wallet.execute(command, context.time_remaining(), trace_id())
        return pb.PayOutResponse(paid=sum(amount for _, amount in done.payments))

    async def RefundTournament(
        self, request: pb.RefundTournamentRequest, context: Context
    ) -> pb.RefundTournamentResponse:
        """Everything back."""
        command = Refund(
            id=request.id,
            tournament_id=request.tournament_id,
            currency=request.currency,
            refunds=_prizes(request.refunds),
            reason=request.reason,
        )
        done: Paid = await self._wallet.execute(command, context.time_remaining(), trace_id())
        return pb.RefundTournamentResponse(
            refunds=[
                pb.Prize(account_id=account_id, amount=amount)
                for account_id, amount in done.payments
            ]
        )

    async def GetPool(self, request: pb.GetPoolRequest, context: Context) -> pb.GetPoolResponse:
        """What is known of a pool."""
        seen = await self._reads.pool(request.tournament_id)
        return pb.GetPoolResponse(
            currency=seen.tournament.currency,
            pool=seen.pool,
            fees=seen.fees,
            added=seen.tournament.added,
            entrants=seen.tournament.entrants,
            closed=seen.tournament.closed,
        )


def _prizes(messages: Any) -> tuple[Prize, ...]:
    return tuple(Prize(prize.account_id, prize.amount, prize.place) for prize in messages)
