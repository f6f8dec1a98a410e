"""Operators' calls on tables between protobuf and commands, and what the audit log keeps."""

from typing import Any

import msgspec

from riverbus.core.ports import Caller
from riverbus.engine.result import PotResult as PlayedPot
from riverbus.pb.table.v1 import table_pb2
from services.table.domain.commands import (
    Agree,
    Operate,
    OperatorCommand,
    PotDecision,
    Resolve,
)
from services.table.domain.errors import HandNotRefused
from services.table.domain.resolving import refused_intent
from services.table.domain.settlement import HandResolved, PotShare
from services.table.domain.state import Table

NAMES = {
    number: name.removeprefix("OPERATION_").lower()
    for name, number in table_pb2.Operation.items()
    if number != table_pb2.OPERATION_UNSPECIFIED
}
POTS_MAX = 10


def command_of(
    request: table_pb2.OperateRequest, who: Caller, account_id: str, alone_max: int
) -> OperatorCommand:
    """The command that the request asks for; KeyError where it names no operation."""
    operation = NAMES[request.operation]
    if operation == "resolve_hand":
        return Resolve(
            account_id=account_id,
            action_id=request.action_id,
            name=who.name,
            reason=request.reason,
            pots=tuple(_decision(pot) for pot in request.pots[:POTS_MAX]),
            alone_max=alone_max,
        )
    if operation == "agree":
        return Agree(
            account_id=account_id,
            action_id=request.action_id,
            name=who.name,
            proposal=request.proposal_id,
            reason=request.reason,
        )
    return Operate(
        account_id=account_id,
        action_id=request.action_id,
        operation=operation,
        seat=request.seat,
        reason=request.reason,
        alone_max=alone_max,
    )


def refused_hand(table: Table) -> table_pb2.GetRefusedHandResponse:
    """The hand that waits for an operator. Raises HandNotRefused."""
    intent, hand = refused_intent(table.intents), table.hand
    if intent is None or hand is None:
        raise HandNotRefused
    result = hand.result()
    response = table_pb2.GetRefusedHandResponse(
        hand_id=intent.hand_id,
        attempt=intent.attempt,
        code=intent.held,
        pots=[_played(pot) for pot in result.pots],
    )
    for at, seat in enumerate(result.seats):
        known = table.seats.get(seat.seat)
        response.seats.append(
            table_pb2.RefusedSeat(
                seat=seat.seat,
                account_id=known.account_id if known is not None else "",
                name=known.name if known is not None else "",
                start=hand.start[at],
                contributed=seat.contributed,
                returned=seat.returned,
            )
        )
    if table.core.proposal is not None:
        response.proposal.CopyFrom(_proposal(table.core.proposal))
    return response


def kept(table: Table) -> str:
    """What the audit log keeps of a table before and after a call: JSON without a card."""
    core = table.core
    plain: dict[str, Any] = {
        "state": core.state,
        "reason": core.reason,
        "hand_id": core.hand_id,
        "stacks": {str(n): seat.stack for n, seat in sorted(table.seats.items())},
        "accounts": {str(n): seat.account_id for n, seat in sorted(table.seats.items())},
    }
    closing = [i for i in table.intents.values() if i.hand_id and (i.held or i.resolved)]
    if closing:
        plain["closing"] = msgspec.to_builtins(closing)
    if core.proposal is not None:
        plain["proposal"] = msgspec.to_builtins(core.proposal)
    return msgspec.json.encode(plain).decode()


def _decision(pot: table_pb2.DecidedPot) -> PotDecision:
    return PotDecision(
        shares=tuple(PotShare(share.seat, share.amount) for share in pot.shares),
        rake=pot.rake if pot.HasField("rake") else None,
    )


def _played(pot: PlayedPot) -> table_pb2.RefusedPot:
    return table_pb2.RefusedPot(
        amount=pot.amount,
        eligible=sorted(pot.eligible),
        shares=[table_pb2.DecidedShare(seat=s.seat, amount=s.amount) for s in pot.shares],
        rake=pot.rake,
    )


def _proposal(waiting: HandResolved) -> table_pb2.Proposal:
    message = table_pb2.Proposal(
        proposal_id=waiting.id,
        account_id=waiting.by,
        name=waiting.by_name,
        reason=waiting.reason,
        at_ms=waiting.at_ms,
        cancel=waiting.settlement is None,
    )
    for pot in waiting.settlement.pots if waiting.settlement is not None else ():
        message.pots.append(
            table_pb2.DecidedPot(
                shares=[table_pb2.DecidedShare(seat=s.seat, amount=s.amount) for s in pot.shares],
                rake=pot.rake,
            )
        )
    return message
