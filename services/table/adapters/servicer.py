"""TableService over gRPC: protobuf in, commands through, protobuf out."""

from typing import Any

import grpc.aio

from riverbus.core.cards import CardError, cards
from riverbus.core.games import MAX_AMOUNT
from riverbus.engine.actions import Action
from riverbus.pb.common.v1 import errors_pb2
from riverbus.pb.table.v1 import events_pb2, table_pb2
from riverbus.runtime.calls import account, caller, trace_id
from services.table.adapters import codec, operator_calls
from services.table.adapters.absence_store import AbsenceStore
from services.table.adapters.archive_store import ArchiveStore
from services.table.adapters.audit_client import AuditClient
from services.table.adapters.kept_servicer import KeptServicer, RequestRefused
from services.table.adapters.protection_store import ProtectionStore
from services.table.adapters.seat_holds import SeatHolds
from services.table.app.ports import Outside
from services.table.app.tables import Tables
from services.table.domain import commands
from services.table.domain.advance import KINDS
from services.table.domain.errors import ReasonMissing
from services.table.domain.state import Advance, Answer

Context = grpc.aio.ServicerContext[Any, Any]


class TableServicer(KeptServicer):
    """Every other call goes to the table's actor in this process, or says who has it."""

    def __init__(
        self,
        tables: Tables,
        outside: Outside,
        archive: ArchiveStore | None = None,
        protections: ProtectionStore | None = None,
        audit: AuditClient | None = None,
        holds: SeatHolds | None = None,
        resolve_alone_max: int = MAX_AMOUNT,
        absences: AbsenceStore | None = None,
    ) -> None:
        super().__init__(outside.clock, archive, protections, absences, audit)
        self._tables = tables
        self._holds = holds
        self._outside = outside
        self._resolve_alone_max = resolve_alone_max

    async def GetTable(
        self, request: table_pb2.GetTableRequest, context: Context
    ) -> table_pb2.GetTableResponse:
        actor = self._tables.actor(request.table_id)
        view, own = actor.view(caller().account_id)
        now_ms = self._outside.clock.now_ms()
        return table_pb2.GetTableResponse(
            view=codec.table_view(view, own, now_ms, request.table_id)
        )

    async def RequestHead(
        self, request: table_pb2.RequestHeadRequest, context: Context
    ) -> table_pb2.RequestHeadResponse:
        if not 8 <= len(request.nonce) <= 40:
            raise RequestRefused("A nonce has 8 to 40 characters.")
        core = self._tables.actor(request.table_id).table.core
        await self._outside.publisher.head(
            request.table_id,
            core.epoch,
            core.sequence,
            self._outside.clock.now_ms(),
            request.nonce,
        )
        return table_pb2.RequestHeadResponse()

    async def ListEvents(
        self, request: table_pb2.ListEventsRequest, context: Context
    ) -> table_pb2.ListEventsResponse:
        actor = self._tables.actor(request.table_id)
        response = table_pb2.ListEventsResponse()
        told = actor.history.since(request.after_sequence, caller().account_id)
        for event, part in told:
            response.events.append(codec.public_event(request.table_id, event))
            if part is not None:
                own = codec.private_part(request.table_id, event, part.seat, part.view)
                response.parts.append(own)
        return response

    async def Sit(self, request: table_pb2.SitRequest, context: Context) -> table_pb2.SitResponse:
        if self._holds is not None:
            table = self._tables.actor(request.table_id).table
            await self._holds.verify(table, account(), request.action_id)
        command = commands.Sit(
            account_id=account(),
            action_id=request.action_id,
            name=caller().name,
            seat=request.seat,
            buy_in=request.buy_in,
            wait_for_big_blind=request.wait_for_big_blind,
        )
        return table_pb2.SitResponse(answer=await self._ask(request.table_id, command))

    async def Act(self, request: table_pb2.ActRequest, context: Context) -> table_pb2.ActResponse:
        command = commands.Act(
            account_id=account(),
            action_id=request.action_id,
            hand_id=request.hand_id,
            turn=request.turn,
            price=request.price,
            action=_action(request),
            rtt_ms=request.rtt_ms,
        )
        return table_pb2.ActResponse(answer=await self._ask(request.table_id, command))

    async def SetAdvance(
        self, request: table_pb2.SetAdvanceRequest, context: Context
    ) -> table_pb2.SetAdvanceResponse:
        held = request.advance
        if held.kind and held.kind not in KINDS:
            raise RequestRefused("There is no such advance action.")
        command = commands.SetAdvance(
            account_id=account(),
            action_id=request.action_id,
            hand_id=request.hand_id,
            advance=Advance(held.kind, held.amount) if held.kind else None,
        )
        return table_pb2.SetAdvanceResponse(answer=await self._ask(request.table_id, command))

    async def SetOptions(
        self, request: table_pb2.SetOptionsRequest, context: Context
    ) -> table_pb2.SetOptionsResponse:
        switches = {field.name: value for field, value in request.options.ListFields()}
        command = commands.SetOptions(account_id=account(), action_id=request.action_id, **switches)
        return table_pb2.SetOptionsResponse(answer=await self._ask(request.table_id, command))

    async def TopUp(
        self, request: table_pb2.TopUpRequest, context: Context
    ) -> table_pb2.TopUpResponse:
        command = commands.TopUp(
            account_id=account(), action_id=request.action_id, amount=request.amount
        )
        return table_pb2.TopUpResponse(answer=await self._ask(request.table_id, command))

    async def Leave(
        self, request: table_pb2.LeaveRequest, context: Context
    ) -> table_pb2.LeaveResponse:
        command = commands.Leave(account_id=account(), action_id=request.action_id)
        return table_pb2.LeaveResponse(answer=await self._ask(request.table_id, command))

    async def Operate(
        self, request: table_pb2.OperateRequest, context: Context
    ) -> table_pb2.OperateResponse:
        if not request.reason.strip():
            raise ReasonMissing
        try:
            command = operator_calls.command_of(
                request, caller(), account(), self._resolve_alone_max
            )
        except KeyError:
            raise RequestRefused("Name what is to be done.") from None
        name = operator_calls.NAMES[request.operation]
        before = after = ""
        if name == "cancel_hand" and self._tables.stuck(request.table_id):
            await self._tables.cancel_without_replay(request.table_id, request.reason)
            answer = _answer(Answer(action_id=request.action_id))
        else:
            actor = self._tables.actor(request.table_id)
            before = operator_calls.kept(actor.table)
            answer = await self._ask(request.table_id, command)
            after = operator_calls.kept(actor.table)
        if self._audit is not None and answer.ok:
            subject = f"table:{request.table_id}"
            call = "propose_resolution" if answer.proposal_id else name
            self._audit.record(
                caller(), request.action_id, call, subject, request.reason, before, after
            )
        return table_pb2.OperateResponse(answer=answer)

    async def GetRefusedHand(
        self, request: table_pb2.GetRefusedHandRequest, context: Context
    ) -> table_pb2.GetRefusedHandResponse:
        return operator_calls.refused_hand(self._tables.actor(request.table_id).table)

    async def _ask(
        self, table_id: str, command: commands.PlayerCommand | commands.OperatorCommand
    ) -> table_pb2.CommandAnswer:
        answer = await self._tables.actor(table_id).ask(command, trace_id())
        return _answer(answer)


def _answer(answer: Answer) -> table_pb2.CommandAnswer:
    message = table_pb2.CommandAnswer(
        action_id=answer.action_id,
        ok=answer.ok,
        pending=answer.pending,
        sequence=answer.sequence,
        proposal_id=answer.proposal,
    )
    if not answer.ok:
        message.error.CopyFrom(
            errors_pb2.ErrorDetail(
                code=answer.code, sentence=answer.sentence, kind=answer.kind or "refused"
            )
        )
    return message


def _action(request: table_pb2.ActRequest) -> Action:
    verb = codec.VERBS_BACK.get(request.verb)
    if verb is None or request.verb == events_pb2.VERB_UNSPECIFIED:
        raise RequestRefused("There is no such action.")
    try:
        discards = cards(request.discards)
    except CardError as error:
        raise RequestRefused(str(error)) from error
    return Action(verb, request.to, discards)
