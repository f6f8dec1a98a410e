"""WalletService over gRPC: protobuf in, commands and reads through, protobuf out."""

from typing import Any

import grpc.aio

from riverbus.pb.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from riverbus.runtime.calls import trace_id
from services.wallet.adapters.callers import own_account, visible_account
from services.wallet.app.reads import PlayerBalances, Reads
from services.wallet.app.wallet import Wallet
from services.wallet.domain.commands import OpenAccount, RefillPlayChips
from services.wallet.domain.results import Granted, Opened

Context = grpc.aio.ServicerContext[Any, Any]


class WalletServicer(wallet_pb2_grpc.WalletServiceServicer):
    """Accounts and balances."""

    def __init__(self, wallet: Wallet, reads: Reads) -> None:
        self._wallet = wallet
        self._reads = reads

    async def OpenAccount(
        self, request: wallet_pb2.OpenAccountRequest, context: Context
    ) -> wallet_pb2.OpenAccountResponse:
        """Open a player's accounts."""
        command = OpenAccount(
            id=request.id,
            account_id=request.account_id,
            currencies=tuple(request.currencies),
            bot=request.bot,
        )
        done: Opened = await self._wallet.execute(command, context.time_remaining(), trace_id())
        seen = await self._reads.player(request.account_id)
        return wallet_pb2.OpenAccountResponse(balances=balances(seen), granted=done.granted)

    async def GetBalances(
        self, request: wallet_pb2.GetBalancesRequest, context: Context
    ) -> wallet_pb2.GetBalancesResponse:
        """One's own balances, anybody's for operators."""
        seen = await self._reads.player(visible_account(request.account_id))
        return wallet_pb2.GetBalancesResponse(
            balances=balances(seen),
            frozen=seen.player.standing != "open",
            refill_at_ms=seen.refill_at_ms,
            refill_amount=seen.refill_amount,
            depositor=seen.player.depositor,
        )

    async def LookUpBalances(
        self, request: wallet_pb2.LookUpBalancesRequest, context: Context
    ) -> wallet_pb2.LookUpBalancesResponse:
        """The same for services."""
        seen = await self._reads.player(request.account_id)
        return wallet_pb2.LookUpBalancesResponse(
            balances=balances(seen),
            frozen=seen.player.standing != "open",
            depositor=seen.player.depositor,
        )

    async def RefillPlayChips(
        self, request: wallet_pb2.RefillPlayChipsRequest, context: Context
    ) -> wallet_pb2.RefillPlayChipsResponse:
        """Play chips for who is nearly broke."""
        command = RefillPlayChips(id=request.id, account_id=own_account(request.account_id))
        done: Granted = await self._wallet.execute(command, context.time_remaining(), trace_id())
        return wallet_pb2.RefillPlayChipsResponse(granted=done.granted, balance=done.balance)


def balances(seen: PlayerBalances) -> list[wallet_pb2.Balance]:
    """Cash first."""
    return [
        wallet_pb2.Balance(
            currency=key.currency,
            purpose=wallet_pb2.Purpose.ValueType(key.purpose),
            table_id=key.scope,
            amount=amount,
        )
        for key, amount in seen.balances.items()
    ]
