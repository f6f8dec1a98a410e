"""Operators' calls: what the audit log keeps of a table, and that one bad entry blocks no other."""

import json
from typing import Any

import pytest

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Caller
from riverbus.pb.lobby.v1 import operator_pb2
from riverbus.pb.table.v1 import table_pb2
from services.table.adapters.audit_client import AuditClient
from services.table.adapters.operator_calls import command_of, kept, refused_hand
from services.table.domain.commands import Agree, Operate, Resolve
from tests.fixtures.sources import ManualClock
from tests.table.domain.test_resolving import refused_hand as refused_table
from tests.table.domain.test_resolving import resolve

FLOOR = Caller("gateway", "floor", "Floor", frozenset({"floor"}), "s1")


def test_seams_19_the_audit_log_keeps_the_refused_result_and_what_was_decided_instead() -> None:
    felt = refused_table()
    before = json.loads(kept(felt.table))
    assert before["closing"][0]["held"] == "settlement_rake"
    assert before["state"] == "paused"
    felt.run(resolve(felt, alone_max=0))
    assert json.loads(kept(felt.table))["proposal"]["reason"] == "Two tables, one pot."
    felt.run(resolve(felt))
    after = json.loads(kept(felt.table))
    assert after["closing"][0]["resolved"]["by"] == "floor"
    assert after["closing"][0]["settlement"]["pots"][0]["shares"] == [
        {"seat": 1, "amount": 400},
        {"seat": 2, "amount": 200},
    ]
    hand = felt.table.hand
    assert hand is not None
    assert "hole" not in kept(felt.table)
    assert len(kept(felt.table)) < 20_000


def test_seams_19_a_request_becomes_the_command_with_the_room_s_limit() -> None:
    request = table_pb2.OperateRequest(
        operation=table_pb2.OPERATION_RESOLVE_HAND, action_id="action-0001", reason="So.",
        pots=[table_pb2.DecidedPot(shares=[table_pb2.DecidedShare(seat=1, amount=5)])],
    )  # fmt: skip
    command = command_of(request, FLOOR, "floor", 100)
    assert isinstance(command, Resolve)
    assert (command.alone_max, command.pots[0].rake) == (100, None)
    request.pots[0].rake = 0
    command = command_of(request, FLOOR, "floor", 100)
    assert isinstance(command, Resolve)
    assert command.pots[0].rake == 0
    request.operation = table_pb2.OPERATION_AGREE
    assert isinstance(command_of(request, FLOOR, "floor", 100), Agree)
    request.operation = table_pb2.OPERATION_CANCEL_HAND
    cancel = command_of(request, FLOOR, "floor", 100)
    assert isinstance(cancel, Operate)
    assert cancel.alone_max == 100
    request.operation = table_pb2.OPERATION_UNSPECIFIED
    with pytest.raises(KeyError):
        command_of(request, FLOOR, "floor", 100)


def test_seams_19_a_proposal_is_shown_to_the_second_operator() -> None:
    felt = refused_table()
    assert not refused_hand(felt.table).HasField("proposal")
    felt.run(resolve(felt, alone_max=0))
    shown = refused_hand(felt.table)
    assert (shown.code, shown.proposal.name) == ("settlement_rake", "Floor")
    assert [s.amount for s in shown.proposal.pots[0].shares] == [400, 200]
    assert [seat.contributed for seat in shown.seats] == [300, 300]


class Lobby:
    """Refuses the first entry for good, is away for the second at first."""

    def __init__(self) -> None:
        self.errors = [ErrorKind.INVALID, ErrorKind.UNAVAILABLE]
        self.entries: list[operator_pb2.AuditEntry] = []

    async def RecordOperatorCall(self, request: Any, timeout: float) -> None:
        if self.errors:
            raise RoomError("No.", kind=self.errors.pop(0))
        self.entries.append(request.entry)


async def test_an_entry_that_the_lobby_refuses_does_not_block_the_next() -> None:
    channel: Any = type("Channel", (), {"unary_unary": lambda *_, **__: None})()
    client = AuditClient(channel, ManualClock())
    lobby = Lobby()
    client._stub = lobby  # type: ignore[assignment]
    client.record(FLOOR, "action-0001", "pause", "table:felt", "")
    client.record(FLOOR, "action-0002", "pause", "table:felt", "Lunch.", "{1}", "{2}")
    client.record(FLOOR, "action-0003", "resume", "table:felt", "Back.", "{2}", "{2}")
    assert client._task is not None
    await client._task
    assert [(e.reason, e.before_json, e.after_json) for e in lobby.entries] == [
        ("Lunch.", "{1}", "{2}"), ("Back.", "", ""),
    ]  # fmt: skip
