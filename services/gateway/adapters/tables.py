"""The app's Tables port: protobuf calls to table owners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from riverbus.core.ports import Caller
from riverbus.pb.table.v1 import events_pb2, table_pb2
from services.gateway.adapters import frames_pb
from services.gateway.adapters.owner_calls import Attempt, OwnerCalls
from services.gateway.app.ports import Command, Replayed
from services.gateway.domain import frames as f

READ_S = 5.0
HEAD_S = 2.0
COMMAND_S = 15.0
RTT_MOST_MS = 1_000


class OwnedTables:
    """See services.gateway.app.ports.Tables."""

    def __init__(self, calls: OwnerCalls) -> None:
        self._calls = calls

    async def view(self, table_id: str, caller: Caller) -> f.TableView:
        """See Tables."""
        request = table_pb2.GetTableRequest(table_id=table_id)
        response = await self._calls.call(
            table_id, caller, READ_S, lambda stub, s: stub.GetTable(request, timeout=s)
        )
        return frames_pb.TableView_from_pb(response.view)

    async def events(self, table_id: str, after: int, caller: Caller) -> Sequence[Replayed]:
        """See Tables."""
        request = table_pb2.ListEventsRequest(table_id=table_id, after_sequence=after)
        response = await self._calls.call(
            table_id, caller, READ_S, lambda stub, s: stub.ListEvents(request, timeout=s)
        )
        parts = {(part.epoch, part.sequence): part for part in response.parts}
        replayed = []
        for message in response.events:
            part = parts.get((message.epoch, message.sequence))
            own: f.PrivateView | UnsetType = UNSET
            if part is not None:
                own = frames_pb.PrivateView_from_pb(part.view)
            replayed.append(Replayed(frames_pb.PublicEvent_from_pb(message), own))
        return replayed

    async def request_head(self, table_id: str, nonce: str) -> None:
        """See Tables."""
        request = table_pb2.RequestHeadRequest(table_id=table_id, nonce=nonce)
        await self._calls.call(
            table_id, None, HEAD_S, lambda stub, s: stub.RequestHead(request, timeout=s)
        )

    async def command(
        self, table_id: str, command: Command, caller: Caller, rtt_ms: int
    ) -> f.Answer:
        """See Tables."""
        attempt = _attempt(command, min(rtt_ms, RTT_MOST_MS))
        response = await self._calls.call(table_id, caller, COMMAND_S, attempt)
        return _answer(response.answer)


def _attempt(command: Command, rtt_ms: int) -> Attempt[Any]:
    """The call that carries a command."""
    names = {"table_id": command.table_id, "action_id": command.action_id}
    if isinstance(command, f.Act):
        act = table_pb2.ActRequest(
            **names,
            hand_id=command.hand_id,
            turn=command.turn,
            price=_number(command.price),
            verb=frames_pb.VERB_NUMBERS[command.verb],
            to=_number(command.to),
            discards=command.discards,
            rtt_ms=rtt_ms,
        )
        return lambda stub, s: stub.Act(act, timeout=s)
    if isinstance(command, f.Sit):
        sit = table_pb2.SitRequest(
            **names,
            seat=command.seat,
            buy_in=_number(command.buy_in),
            wait_for_big_blind=command.wait_for_big_blind,
        )
        return lambda stub, s: stub.Sit(sit, timeout=s)
    if isinstance(command, f.SetAdvance):
        advance = events_pb2.Advance()
        if command.advance is not UNSET:
            frames_pb.Advance_into_pb(command.advance, advance)
        held = table_pb2.SetAdvanceRequest(**names, hand_id=command.hand_id, advance=advance)
        return lambda stub, s: stub.SetAdvance(held, timeout=s)
    if isinstance(command, f.SetOptions):
        options = events_pb2.SeatOptions()
        if command.options is not UNSET:
            frames_pb.SeatOptions_into_pb(command.options, options)
        switches = table_pb2.SetOptionsRequest(**names, options=options)
        return lambda stub, s: stub.SetOptions(switches, timeout=s)
    if isinstance(command, f.TopUp):
        top_up = table_pb2.TopUpRequest(**names, amount=_number(command.amount))
        return lambda stub, s: stub.TopUp(top_up, timeout=s)
    leave = table_pb2.LeaveRequest(**names)
    return lambda stub, s: stub.Leave(leave, timeout=s)


def _number(value: int | UnsetType) -> int:
    return 0 if value is UNSET else value


def _answer(answer: table_pb2.CommandAnswer) -> f.Answer:
    error: f.ErrorDetail | UnsetType = UNSET
    if answer.HasField("error"):
        error = frames_pb.ErrorDetail_from_pb(answer.error)
    return f.Answer(
        action_id=answer.action_id,
        ok=answer.ok,
        pending=answer.pending,
        error=error,
        sequence=answer.sequence,
    )
