"""WalletService over gRPC: protobuf in, commands and reads through, protobuf out."""

from typing import Any

import grpc.aio

from riverbus.pb.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from riverbus.runtime.calls import trace_id
from services.wallet.adapters.callers import CASHIERS, has_role, own_account, visible_account
from services.wallet.adapters.cash_codec import entry, statement_filter, status
from services.wallet.adapters.event_codec import withdrawal_message
from services.wallet.app.providers import Cashier
from services.wallet.app.reads import PlayerBalances, Reads
from services.wallet.app.statements import Filter, Statements
from services.wallet.app.wallet import Wallet
from services.wallet.domain.cashier_commands import CancelWithdrawal, RequestWithdrawal, Transfer
from services.wallet.domain.checks import check_time, client_id
from services.wallet.domain.commands import OpenAccount, RefillPlayChips
from services.wallet.domain.errors import Malformed
from services.wallet.domain.results import BalanceAfter, Granted, Opened, WithdrawalAfter

Context = grpc.aio.ServicerContext[Any, Any]


class WalletServicer(wallet_pb2_grpc.WalletServiceServicer):
    """Accounts, balances, the cashier, statements."""

    def __init__(
        self, wallet: Wallet, reads: Reads, cashier: Cashier, statements: Statements
    ) -> None:
        self._wallet = wallet
        self._reads = reads
        self._cashier = cashier
        self._statements = statements

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
        account_id = own_account(request.account_id)
        command = RefillPlayChips(id=client_id(account_id, request.id), account_id=account_id)
        done: Granted = await self._wallet.execute(command, context.time_remaining(), trace_id())
        return wallet_pb2.RefillPlayChipsResponse(granted=done.granted, balance=done.balance)

    async def Deposit(
        self, request: wallet_pb2.DepositRequest, context: Context
    ) -> wallet_pb2.DepositResponse:
        """Ask the provider and book what it confirms."""
        account_id = own_account(request.account_id)
        done = await self._cashier.deposit(
            client_id(account_id, request.id),
            account_id,
            (request.provider, request.reference, request.currency, request.amount),
            context.time_remaining(),
        )
        return wallet_pb2.DepositResponse(balance=done.balance)

    async def RequestWithdrawal(
        self, request: wallet_pb2.RequestWithdrawalRequest, context: Context
    ) -> wallet_pb2.RequestWithdrawalResponse:
        """Cash to hold."""
        self._cashier.provider(request.provider)
        account_id = own_account(request.account_id)
        command = RequestWithdrawal(
            id=client_id(account_id, request.id),
            account_id=account_id,
            currency=request.currency,
            amount=request.amount,
            provider=request.provider,
        )
        done: WithdrawalAfter = await self._wallet.execute(
            command, context.time_remaining(), trace_id()
        )
        return wallet_pb2.RequestWithdrawalResponse(
            withdrawal=withdrawal_message(done.withdrawal), balance=done.balance
        )

    async def CancelWithdrawal(
        self, request: wallet_pb2.CancelWithdrawalRequest, context: Context
    ) -> wallet_pb2.CancelWithdrawalResponse:
        """Taken back."""
        account_id = own_account("")
        command = CancelWithdrawal(
            id=client_id(account_id, request.id),
            withdrawal_id=request.withdrawal_id,
            account_id=account_id,
        )
        done: WithdrawalAfter = await self._wallet.execute(
            command, context.time_remaining(), trace_id()
        )
        return wallet_pb2.CancelWithdrawalResponse(
            withdrawal=withdrawal_message(done.withdrawal), balance=done.balance
        )

    async def ListWithdrawals(
        self, request: wallet_pb2.ListWithdrawalsRequest, context: Context
    ) -> wallet_pb2.ListWithdrawalsResponse:
        """One's own, everybody's for operators."""
        if not 0 <= request.limit <= 200:
            raise Malformed("At most 200 withdrawals are listed.", code="invalid_page")
        account_id = request.account_id
        if account_id or not has_role(CASHIERS):
            account_id = visible_account(account_id, CASHIERS)
        found = await self._reads.withdrawals(
            account_id, status(request.state), request.limit or 50
        )
        return wallet_pb2.ListWithdrawalsResponse(
            withdrawals=[withdrawal_message(withdrawal) for withdrawal in found]
        )

    async def Transfer(
        self, request: wallet_pb2.TransferRequest, context: Context
    ) -> wallet_pb2.TransferResponse:
        """Cash to another depositor."""
        account_id = own_account(request.from_account_id)
        command = Transfer(
            id=client_id(account_id, request.id),
            from_account_id=account_id,
            to_account_id=request.to_account_id,
            currency=request.currency,
            amount=request.amount,
            text=request.note,
        )
        done: BalanceAfter = await self._wallet.execute(
            command, context.time_remaining(), trace_id()
        )
        return wallet_pb2.TransferResponse(balance=done.balance)

    async def GetStatement(
        self, request: wallet_pb2.GetStatementRequest, context: Context
    ) -> wallet_pb2.GetStatementResponse:
        """A page of an account's entries."""
        wanted = await self._wanted(request.filter)
        entries, following = await self._statements.page(wanted, request.page, request.page_size)
        return wallet_pb2.GetStatementResponse(
            entries=[entry(found) for found in entries], next_page=following
        )

    async def ExportStatement(
        self, request: wallet_pb2.ExportStatementRequest, context: Context
    ) -> wallet_pb2.ExportStatementResponse:
        """The same as CSV."""
        wanted = await self._wanted(request.filter)
        text, following = await self._statements.as_csv(wanted, request.page)
        return wallet_pb2.ExportStatementResponse(csv=text, next_page=following)

    async def GetBalanceAt(
        self, request: wallet_pb2.GetBalanceAtRequest, context: Context
    ) -> wallet_pb2.GetBalanceAtResponse:
        """What an account held at an instant."""
        wanted = await self._wanted(request.filter)
        check_time(request.at_ms)
        held = await self._statements.balance_at(wanted.account, request.at_ms)
        return wallet_pb2.GetBalanceAtResponse(balance=held)

    async def _wanted(self, message: wallet_pb2.StatementFilter) -> Filter:
        """What to see of an account that exists, by one who may see it."""
        wanted = statement_filter(message, visible_account(message.account_id))
        await self._reads.known(wanted.account.owner)
        return wanted


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
