"""Operators' calls over REST: every RPC whose access option names roles beyond the player's.

The list comes from the descriptors, so a new operators' RPC is here as soon as proto/ has it. The
service that answers checks the roles again and writes its audit log.
"""

from __future__ import annotations

from typing import Any

from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from msgspec import Struct

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.pb.chat.v1 import chat_pb2
from riverbus.pb.lobby.v1 import operator_pb2 as lobby_operator_pb2
from riverbus.pb.table.v1 import table_pb2
from riverbus.pb.wallet.v1 import ledger_pb2
from riverbus.runtime.access import NotAllowed, Rule, rule_of
from riverbus.runtime.rpc import Rpc
from services.gateway.adapters.owner_calls import OwnerCalls
from services.gateway.adapters.plain import fill, to_plain
from services.gateway.adapters.rest import Call, Parameter, Route

FILES = {
    "lobby": lobby_operator_pb2.DESCRIPTOR,
    "chat": chat_pb2.DESCRIPTOR,
    "wallet": ledger_pb2.DESCRIPTOR,
    "table": table_pb2.DESCRIPTOR,
}
OPERATE_S = 15.0
ANYWHERE = frozenset({"ResetProtection", "ListAbsences"})
"""Calls that every table process answers, whoever owns which table."""


class Operation(Struct, frozen=True):
    """One call that an operator may make."""

    name: str
    service: str
    roles: tuple[str, ...]
    fields: tuple[str, ...]


class Operations(Struct, frozen=True):
    """The calls that the caller's roles open."""

    operations: tuple[Operation, ...]


class OperatorRoutes:
    """The handlers."""

    def __init__(self, rpc: Rpc, calls: OwnerCalls) -> None:
        self._rpc = rpc
        self._calls = calls
        self._methods = dict(_methods())

    def routes(self) -> list[Route]:
        """The list, and the call."""
        name = Parameter(
            "name", "The call, such as SuspendAccount.", "[A-Za-z]{1,60}", where="path"
        )
        return [
            Route("GET", "/operator", "operations", "Calls that the own roles open.", self.list,
                  Operations),
            Route("POST", "/operator/{name}", "operate",
                  "Make one; the body has the fields of its request in proto/.", self.operate,
                  dict[str, Any], dict[str, Any], parameters=(name,),
                  statuses=(404, 409, 422)),
        ]  # fmt: skip

    async def list(self, call: Call) -> Operations:
        """GET /api/operator."""
        found = [
            Operation(
                name=name,
                service=service,
                roles=tuple(sorted(rule.roles)),
                fields=tuple(field.name for field in method.input_type.fields),
            )
            for name, (service, method, rule) in sorted(self._methods.items())
            if rule.roles & _roles(call)
        ]
        return Operations(tuple(found))

    async def operate(self, call: Call) -> dict[str, Any]:
        """POST /api/operator/{name}."""
        found = self._methods.get(call.path["name"])
        if found is None:
            raise RoomError("No such call.", code="unknown_call", kind=ErrorKind.NOT_FOUND)
        service, method, rule = found
        if not rule.roles & _roles(call):
            raise NotAllowed
        request = GetMessageClass(method.input_type)()
        fill(request, call.body)
        if method.name in ANYWHERE:
            made: Message = await self._calls.anyone(
                lambda stub, s: getattr(stub, method.name)(request, timeout=s)
            )
            return to_plain(made)
        if service == "table":
            return to_plain(await self._at_owner(method.name, request, call))
        owner: ServiceDescriptor = method.containing_service
        answer_class: Any = GetMessageClass(method.output_type)
        channel: Any = self._rpc.channel(service)
        operate = channel.unary_unary(
            f"/{owner.full_name}/{method.name}",
            request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=answer_class.FromString,
        )
        return to_plain(await operate(request, timeout=OPERATE_S))

    async def _at_owner(self, name: str, request: Any, call: Call) -> Message:
        """A call that only the owner of the request's table answers."""
        caller = call.session.caller if call.session is not None else None
        answer: Message = await self._calls.call(
            request.table_id,
            caller,
            OPERATE_S,
            lambda stub, s: getattr(stub, name)(request, timeout=s),
        )
        return answer


def _roles(call: Call) -> frozenset[str]:
    return call.session.caller.roles if call.session is not None else frozenset()


def _methods() -> list[tuple[str, tuple[str, MethodDescriptor, Rule]]]:
    found = []
    for service, file in FILES.items():
        for described in file.services_by_name.values():
            for method in described.methods:
                rule = rule_of(f"/{described.full_name}/{method.name}")
                if rule.roles and "player" not in rule.roles and "gateway" in rule.services:
                    found.append((method.name, (service, method, rule)))
    return found
