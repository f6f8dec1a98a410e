"""What proto/ says about each RPC: who may call it, and whether it may be sent again.

An RPC without the option `access` admits nobody; health and reflection are served apart.
"""

from functools import cache

import msgspec
from google.protobuf import descriptor_pool

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Caller
from riverbus.pb.common.v1 import options_pb2


class NotAllowed(RoomError):
    """Raised when the caller's service or roles may not make this call."""

    code = "not_allowed"
    kind = ErrorKind.FORBIDDEN
    sentence = "Your account may not do this."


class Rule(msgspec.Struct, frozen=True):
    """The option `access` of one RPC; roles by their names without prefix, in lower case."""

    roles: frozenset[str] = frozenset()
    services: frozenset[str] = frozenset()
    idempotent: bool = False


@cache
def rule_of(method: str) -> Rule:
    """The rule of `/package.Service/Method`; an unknown method admits nobody."""
    service_name, _, method_name = method.removeprefix("/").partition("/")
    try:
        service = descriptor_pool.Default().FindServiceByName(service_name)
    except KeyError:
        return Rule()
    found = service.methods_by_name.get(method_name)
    if found is None:
        return Rule()
    access = found.GetOptions().Extensions[options_pb2.access]
    return Rule(
        roles=frozenset(
            options_pb2.Role.Name(role).removeprefix("ROLE_").lower() for role in access.roles
        ),
        services=frozenset(access.services),
        idempotent=access.idempotent,
    )


def check_access(method: str, caller: Caller) -> None:
    """Raises NotAllowed unless the caller's service is named and, with roles, a role is held."""
    rule = rule_of(method)
    if caller.service not in rule.services:
        raise NotAllowed("This service may not make that call.")
    if rule.roles and (caller.account_id is None or not rule.roles & caller.roles):
        raise NotAllowed
