"""LedgerService over gRPC: operators' money, reports, proofs."""

from typing import Any

import grpc.aio
import msgspec

from riverbus.pb.wallet.v1 import ledger_pb2 as pb
from riverbus.pb.wallet.v1 import ledger_pb2_grpc
from riverbus.runtime.calls import trace_id
from services.wallet.adapters.callers import operator
from services.wallet.adapters.cash_codec import decision, grouping, standing, standing_number
from services.wallet.adapters.event_codec import withdrawal_message
from services.wallet.app.heads import SignedHead
from services.wallet.app.proofs import Proofs
from services.wallet.app.providers import Cashier
from services.wallet.app.statements import Statements
from services.wallet.app.wallet import Wallet
from services.wallet.domain.cashier_commands import DecideWithdrawal, SetLimits
from services.wallet.domain.checks import check_currency, check_time, client_id
from services.wallet.domain.commands import Command
from services.wallet.domain.errors import Malformed
from services.wallet.domain.operator_commands import (
    Adjust,
    Consent,
    PayJackpot,
    RemoveDumpedChips,
    ReturnToLosers,
    SetStanding,
)
from services.wallet.domain.results import Left, LimitsSet, Proposed, StandingAfter

Context = grpc.aio.ServicerContext[Any, Any]
REPORT_LINES = 1_000


class LedgerServicer(ledger_pb2_grpc.LedgerServiceServicer):
    """For operators and auditors."""

    def __init__(
        self, wallet: Wallet, cashier: Cashier, statements: Statements, proofs: Proofs
    ) -> None:
        self._wallet = wallet
        self._cashier = cashier
        self._statements = statements
        self._proofs = proofs

    async def DecideWithdrawal(
        self, request: pb.DecideWithdrawalRequest, context: Context
    ) -> pb.DecideWithdrawalResponse:
        """Approve, refuse, close."""
        command = DecideWithdrawal(
            id=client_id(operator(), request.id),
            withdrawal_id=request.withdrawal_id,
            decision=decision(request.decision),
            operator=operator(),
            reason=request.reason,
        )
        done = await self._cashier.decide(command, context.time_remaining())
        return pb.DecideWithdrawalResponse(withdrawal=withdrawal_message(done.withdrawal))

    async def Adjust(self, request: pb.AdjustRequest, context: Context) -> pb.AdjustResponse:
        """Correct a balance."""
        command = Adjust(
            id=client_id(operator(), request.id),
            account_id=request.account_id,
            operator=operator(),
            reason=request.reason,
            currency=request.currency,
            change=request.change,
        )
        done: Proposed = await self._do(command, context)
        return pb.AdjustResponse(proposal_id=done.proposal_id, balance=done.balance)

    async def Consent(self, request: pb.ConsentRequest, context: Context) -> pb.ConsentResponse:
        """The second operator's word."""
        command = Consent(
            id=client_id(operator(), request.id),
            proposal_id=request.proposal_id,
            operator=operator(),
            agreed=request.agreed,
            reason=request.reason,
        )
        done: Proposed = await self._do(command, context)
        return pb.ConsentResponse(balance=done.balance, change=done.change)

    async def Freeze(self, request: pb.FreezeRequest, context: Context) -> pb.FreezeResponse:
        """By an operator."""
        now = await self._stand(request, operator(), context)
        return pb.FreezeResponse(standing=standing_number(now.standing))

    async def FreezeByService(
        self, request: pb.FreezeByServiceRequest, context: Context
    ) -> pb.FreezeByServiceResponse:
        """By the lobby."""
        now = await self._stand(request, "lobby", context)
        return pb.FreezeByServiceResponse(standing=standing_number(now.standing))

    async def SetLimits(
        self, request: pb.SetLimitsRequest, context: Context
    ) -> pb.SetLimitsResponse:
        """A player's own daily limits."""
        command = SetLimits(
            id=request.id,
            account_id=request.account_id,
            currency=request.currency,
            daily_deposit=request.daily_deposit,
            daily_transfer=request.daily_transfer,
        )
        done: LimitsSet = await self._do(command, context)
        return pb.SetLimitsResponse(effective_at_ms=done.effective_at_ms)

    async def RemoveDumpedChips(
        self, request: pb.RemoveDumpedChipsRequest, context: Context
    ) -> pb.RemoveDumpedChipsResponse:
        """A proposal to take dumped chips."""
        command = RemoveDumpedChips(
            id=client_id(operator(), request.id),
            account_id=request.account_id,
            operator=operator(),
            reason=request.reason,
            case_id=request.case_id,
            currency=request.currency,
            amount=request.amount,
        )
        done: Proposed = await self._do(command, context)
        return pb.RemoveDumpedChipsResponse(proposal_id=done.proposal_id)

    async def ReturnToLosers(
        self, request: pb.ReturnToLosersRequest, context: Context
    ) -> pb.ReturnToLosersResponse:
        """Removed chips to those who lost them."""
        command = ReturnToLosers(
            id=client_id(operator(), request.id),
            case_id=request.case_id,
            currency=request.currency,
            payments=_payments(request.payments),
            reason=request.reason,
            operator=operator(),
        )
        done: Left = await self._do(command, context)
        return pb.ReturnToLosersResponse(left=done.left)

    async def PayJackpot(
        self, request: pb.PayJackpotRequest, context: Context
    ) -> pb.PayJackpotResponse:
        """A jackpot out of its fund."""
        command = PayJackpot(
            id=request.id,
            jackpot_id=request.jackpot_id,
            currency=request.currency,
            hand_id=request.hand_id,
            payments=_payments(request.payments),
            reason=request.reason,
        )
        done: Left = await self._do(command, context)
        return pb.PayJackpotResponse(left=done.left)

    async def GetRakeReport(
        self, request: pb.GetRakeReportRequest, context: Context
    ) -> pb.GetRakeReportResponse:
        """Rake by table, game, player or day."""
        check_currency(request.currency)
        check_time(request.since_ms)
        check_time(request.until_ms)
        lines = await self._statements.rake(
            request.currency, grouping(request.grouping), request.since_ms, request.until_ms
        )
        return pb.GetRakeReportResponse(
            lines=[
                pb.RakeLine(key=line.key, hands=line.hands, rake=line.rake)
                for line in lines[:REPORT_LINES]
            ],
            total=sum(line.rake for line in lines),
        )

    async def Audit(self, request: pb.AuditRequest, context: Context) -> pb.AuditResponse:
        """Recompute the ledger."""
        try:
            anchor = (
                msgspec.json.decode(request.anchor_json, type=SignedHead)
                if request.anchor_json
                else None
            )
        except msgspec.DecodeError as error:
            raise Malformed(f"The anchor cannot be read: {error}.") from None
        report = await self._proofs.audit(anchor)
        return pb.AuditResponse(
            findings=[
                pb.AuditFinding(code=finding.code, sentence=finding.sentence)
                for finding in report.findings
            ],
            transfers=report.transfers,
            accounts=report.accounts,
            batches=report.batches,
            took_ms=report.took_ms,
        )

    async def GetSignedHead(
        self, request: pb.GetSignedHeadRequest, context: Context
    ) -> pb.GetSignedHeadResponse:
        """The newest signed head."""
        return pb.GetSignedHeadResponse(head=head_message(await self._proofs.newest_head()))

    async def _do(self, command: Command, context: Context) -> Any:
        return await self._wallet.execute(command, context.time_remaining(), trace_id())

    async def _stand(
        self, request: pb.FreezeRequest | pb.FreezeByServiceRequest, who: str, context: Context
    ) -> StandingAfter:
        command = SetStanding(
            id=request.id if who == "lobby" else client_id(who, request.id),
            account_id=request.account_id,
            operator=who,
            reason=request.reason,
            standing=standing(request.standing),
        )
        done: StandingAfter = await self._do(command, context)
        return done


def head_message(head: SignedHead) -> pb.SignedHead:
    """A head for the wire."""
    return pb.SignedHead(
        batch=head.batch,
        last_transfer_id=head.last_transfer_id,
        hash=bytes.fromhex(head.hash),
        signed_at_ms=head.signed_at_ms,
        signature=bytes.fromhex(head.signature),
        public_key=bytes.fromhex(head.public_key),
    )


def _payments(messages: Any) -> tuple[tuple[str, int], ...]:
    return tuple((payment.account_id, payment.amount) for payment in messages)
