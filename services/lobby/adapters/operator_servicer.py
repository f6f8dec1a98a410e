"""OperatorService: protobuf in, use cases through, protobuf out. Access was checked before."""

from typing import Any, TypeAlias

import grpc.aio

from riverbus.pb.lobby.v1 import operator_pb2, operator_pb2_grpc
from riverbus.runtime.calls import caller
from services.lobby.adapters import codec, enums
from services.lobby.app.directory import Directory
from services.lobby.app.operators import AccountOffice, Records
from services.lobby.app.requests import Operator, page_size
from services.lobby.app.room import Room

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class OperatorServicer(operator_pb2_grpc.OperatorServiceServicer):
    """See operator.proto."""

    def __init__(
        self, room: Room, office: AccountOffice, records: Records, directory: Directory
    ) -> None:
        self._room = room
        self._office = office
        self._records = records
        self._directory = directory

    async def FindAccounts(
        self, request: operator_pb2.FindAccountsRequest, context: Context
    ) -> operator_pb2.FindAccountsResponse:
        """See operator.proto."""
        size = page_size(request.page.size)
        found = await self._office.find(request.query, request.page.cursor, size)
        return operator_pb2.FindAccountsResponse(
            accounts=[codec.account_message(self._room, each) for each in found],
            next_cursor=found[-1].account_id if len(found) == size else "",
        )

    async def InspectAccount(
        self, request: operator_pb2.InspectAccountRequest, context: Context
    ) -> operator_pb2.InspectAccountResponse:
        """See operator.proto."""
        found = await self._office.inspect(_operator("looked at"), request.account_id)
        return operator_pb2.InspectAccountResponse(
            account=codec.account_message(self._room, found.account),
            birth_date=found.account.birth_date,
            sign_up_address=found.account.sign_up_address,
            sessions=[codec.session_message(each, "") for each in found.sessions],
            flags=[codec.flag_message(each) for each in found.flags],
        )

    async def SuspendAccount(
        self, request: operator_pb2.SuspendAccountRequest, context: Context
    ) -> operator_pb2.SuspendAccountResponse:
        """See operator.proto."""
        changed = await self._office.suspend(
            _operator(request.reason), request.account_id, request.until_ms
        )
        return operator_pb2.SuspendAccountResponse(
            account=codec.account_message(self._room, changed)
        )

    async def LiftSuspension(
        self, request: operator_pb2.LiftSuspensionRequest, context: Context
    ) -> operator_pb2.LiftSuspensionResponse:
        """See operator.proto."""
        changed = await self._office.lift(_operator(request.reason), request.account_id)
        return operator_pb2.LiftSuspensionResponse(
            account=codec.account_message(self._room, changed)
        )

    async def CloseAccount(
        self, request: operator_pb2.CloseAccountRequest, context: Context
    ) -> operator_pb2.CloseAccountResponse:
        """See operator.proto."""
        changed = await self._office.close(_operator(request.reason), request.account_id)
        return operator_pb2.CloseAccountResponse(account=codec.account_message(self._room, changed))

    async def SetRoles(
        self, request: operator_pb2.SetRolesRequest, context: Context
    ) -> operator_pb2.SetRolesResponse:
        """See operator.proto."""
        changed = await self._office.set_roles(
            _operator(request.reason), request.account_id, list(request.roles)
        )
        return operator_pb2.SetRolesResponse(account=codec.account_message(self._room, changed))

    async def EndSessions(
        self, request: operator_pb2.EndSessionsRequest, context: Context
    ) -> operator_pb2.EndSessionsResponse:
        """See operator.proto."""
        ended = await self._office.end_sessions(_operator(request.reason), request.account_id)
        return operator_pb2.EndSessionsResponse(ended=ended)

    async def RefuseName(
        self, request: operator_pb2.RefuseNameRequest, context: Context
    ) -> operator_pb2.RefuseNameResponse:
        """See operator.proto."""
        changed = await self._office.refuse_name(_operator(request.reason), request.account_id)
        return operator_pb2.RefuseNameResponse(account=codec.account_message(self._room, changed))

    async def ListFlags(
        self, request: operator_pb2.ListFlagsRequest, context: Context
    ) -> operator_pb2.ListFlagsResponse:
        """See operator.proto."""
        size = page_size(request.page.size)
        found = await self._records.flags(request.include_decided, request.page.cursor, size)
        return operator_pb2.ListFlagsResponse(
            flags=[codec.flag_message(each) for each in found],
            next_cursor=found[-1].flag_id if len(found) == size else "",
        )

    async def DecideFlag(
        self, request: operator_pb2.DecideFlagRequest, context: Context
    ) -> operator_pb2.DecideFlagResponse:
        """See operator.proto."""
        flag = await self._records.decide(
            _operator(request.reason), request.flag_id, request.decision
        )
        return operator_pb2.DecideFlagResponse(flag=codec.flag_message(flag))

    async def ListAudit(
        self, request: operator_pb2.ListAuditRequest, context: Context
    ) -> operator_pb2.ListAuditResponse:
        """See operator.proto."""
        size = page_size(request.page.size)
        found = await self._records.entries(
            request.subject, request.actor_account_id, request.page.cursor, size
        )
        return operator_pb2.ListAuditResponse(
            entries=[codec.entry_message(each) for each in found],
            next_cursor=found[-1].entry_id if len(found) == size else "",
        )

    async def RecordOperatorCall(
        self, request: operator_pb2.RecordOperatorCallRequest, context: Context
    ) -> operator_pb2.RecordOperatorCallResponse:
        """See operator.proto."""
        await self._records.add(codec.entry_of(request.entry, caller().service))
        return operator_pb2.RecordOperatorCallResponse()

    async def CreateTable(
        self, request: operator_pb2.CreateTableRequest, context: Context
    ) -> operator_pb2.CreateTableResponse:
        """See operator.proto."""
        table = await self._directory.create(
            _operator(request.reason), codec.table_of(request.config)
        )
        return operator_pb2.CreateTableResponse(config=codec.table_message(table))

    async def ChangeTable(
        self, request: operator_pb2.ChangeTableRequest, context: Context
    ) -> operator_pb2.ChangeTableResponse:
        """See operator.proto."""
        table = await self._directory.change(
            _operator(request.reason), codec.table_of(request.config)
        )
        return operator_pb2.ChangeTableResponse(config=codec.table_message(table))

    async def SetTableState(
        self, request: operator_pb2.SetTableStateRequest, context: Context
    ) -> operator_pb2.SetTableStateResponse:
        """See operator.proto."""
        table = await self._directory.set_state(
            _operator(request.reason), request.table_id, enums.state_of(request.state)
        )
        return operator_pb2.SetTableStateResponse(config=codec.table_message(table))


def _operator(reason: str) -> Operator:
    return Operator.of(caller(), reason)
