"""Operators' calls: what a role opens, strict bodies, the roles checked by who answers too."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from riverbus.bots.api import Identity, RoomApi
from riverbus.cli.local.operator import make_operator
from riverbus.pb.lobby.v1 import operator_pb2
from riverbus.pb.table.v1 import table_pb2
from riverbus.runtime.embedded.nats_server import NatsServer
from services.gateway.adapters.plain import fill, to_plain
from services.gateway.domain.errors import BadField, UnknownField
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.gateway import random_messages
from tests.gateway.real_room import BOT_KEY, ROOM_KEY, RealRoom, real_room, seeds_file

STAKES = "small_blind = 50, big_blind = 100"


@pytest.fixture
async def room(
    keys: TestKeys, nats_server: NatsServer, fresh_database: FreshDatabases, tmp_path: Path
) -> AsyncIterator[RealRoom]:
    """Everything, one table."""
    async with real_room(keys, nats_server.url, fresh_database) as made:
        seeds = seeds_file(tmp_path, ("river", "holdem", "no-limit", STAKES))
        await made.start("wallet")
        await made.start("lobby", lobby_seeds_file=seeds)
        await made.start("chat")
        await made.start("table", table_room_keys=json.dumps({"k1": ROOM_KEY}))
        await made.start("gateway")
        yield made


async def call(
    room: RealRoom, token: str, name: str, body: dict[str, Any]
) -> tuple[int, dict[str, Any]]:
    """Status and JSON of an operator's call."""
    headers = {"Authorization": f"Bearer {token}"}
    url = f"{room.urls[0]}/api/operator/{name}"
    async with room.http.post(url, json=body, headers=headers) as response:
        return response.status, await response.json()


async def test_a_player_has_no_operators_calls(room: RealRoom) -> None:
    api = RoomApi(room.http, room.urls)
    token = await api.enter(Identity.of("Plain", BOT_KEY), BOT_KEY)
    assert await api.call("GET", "/operator", token) == {"operations": []}
    status, body = await call(room, token, "SuspendAccount", {"account_id": "x"})
    assert (status, body["error"]["code"]) == (403, "not_allowed")
    status, body = await call(room, token, "Operate", {"table_id": "river", "operation": "pause"})
    assert (status, body["error"]["code"]) == (403, "not_allowed")
    status, body = await call(room, token, "SignUp", {})
    assert (status, body["error"]["code"]) == (404, "unknown_call")


async def test_a_floor_manager_pauses_a_table(room: RealRoom) -> None:
    await make_operator(
        {"RIVERBUS_DATABASE_URL": room.database_url("lobby")},
        name="Floor-1",
        email="floor@example.org",
        password="correct horse battery",
        roles=("player", "floor"),
        reason="test",
    )
    api = RoomApi(room.http, room.urls)
    sign_in = {"login": "Floor-1", "password": "correct horse battery", "kind": "bearer"}
    token = str((await api.call("POST", "/sign-in", body=sign_in))["token"])
    names = [each["name"] for each in (await api.call("GET", "/operator", token))["operations"]]
    assert "Operate" in names
    assert "CloseAccount" not in names
    status, body = await call(room, token, "Operate", {"table_id": "river", "colour": "red"})
    assert (status, body["error"]["code"]) == (400, "unknown_field")
    status, body = await call(
        room,
        token,
        "Operate",
        {
            "table_id": "river",
            "action_id": "pause-0001",
            "operation": "pause",
            "reason": "The felt is wet.",
        },
    )
    assert (status, body["answer"]["ok"]) == (200, True)


async def test_seams_19_a_hand_that_was_not_refused_is_not_resolved(room: RealRoom) -> None:
    """The pots of the request come through as they are; the table says that it is not the case."""
    await make_operator(
        {"RIVERBUS_DATABASE_URL": room.database_url("lobby")},
        name="Floor-2",
        email="floor-2@example.org",
        password="correct horse battery",
        roles=("player", "floor"),
        reason="test",
    )
    api = RoomApi(room.http, room.urls)
    sign_in = {"login": "Floor-2", "password": "correct horse battery", "kind": "bearer"}
    token = str((await api.call("POST", "/sign-in", body=sign_in))["token"])
    _, body = await call(room, token, "GetRefusedHand", {"table_id": "river"})
    assert body["error"]["code"] == "hand_not_refused"
    resolve = {
        "table_id": "river",
        "action_id": "resolve-0001",
        "operation": "resolve_hand",
        "reason": "Nothing was refused.",
        "pots": [{"shares": [{"seat": 1, "amount": 200}], "rake": 0}],
    }
    _, body = await call(room, token, "Operate", resolve)
    assert body["error"]["code"] == "hand_not_refused"
    _, body = await call(room, token, "Operate", {**resolve, "reason": ""})
    assert body["error"]["code"] == "reason_missing"


async def test_support_gives_a_budget_back_and_reads_absences_at_any_table_process(
    room: RealRoom,
) -> None:
    """Neither call names a table; what support did is in the audit log."""
    await make_operator(
        {"RIVERBUS_DATABASE_URL": room.database_url("lobby")},
        name="Support-1",
        email="support@example.org",
        password="correct horse battery",
        roles=("player", "support", "auditor"),
        reason="test",
    )
    api = RoomApi(room.http, room.urls)
    sign_in = {"login": "Support-1", "password": "correct horse battery", "kind": "bearer"}
    token = str((await api.call("POST", "/sign-in", body=sign_in))["token"])
    who = "01900000-0000-7000-8000-000000000001"
    async with asyncio.timeout(20):
        while True:
            status, body = await call(room, token, "ListAbsences", {"account_id": who})
            if status != 503:  # the only table has an owner
                break
            await asyncio.sleep(0.1)
    assert (status, body.get("absences", [])) == (200, [])
    status, body = await call(room, token, "ListAbsences", {})
    assert (status, body["error"]["code"]) == (400, "page_invalid")
    status, body = await call(room, token, "ResetProtection", {"account_id": who})
    assert body["error"]["code"] == "reason_missing"
    reset = {"account_id": who, "reason": "The line of the whole town was down."}
    status, _ = await call(room, token, "ResetProtection", reset)
    assert status == 200
    async with asyncio.timeout(20):
        while True:
            _, body = await call(room, token, "ListAudit", {"subject": f"account:{who}"})
            if body.get("entries"):
                break
            await asyncio.sleep(0.1)
    assert [entry["call"] for entry in body["entries"]] == ["reset_protection"]
    assert body["entries"][0]["reason"] == reset["reason"]


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize(
    "kind", [table_pb2.OperateRequest, operator_pb2.SetRolesRequest, table_pb2.GetHandResponse]
)
def test_plain_data_and_messages_mean_the_same(kind: type[Any], seed: int) -> None:
    message = random_messages.made(kind, seed)
    again = kind()
    fill(again, to_plain(message))
    assert again == message


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({"seat": "3"}, BadField),
        ({"seat": 3.0}, BadField),
        ({"seat": True}, BadField),
        ({"seat": 2**31}, BadField),
        ({"operation": 1}, BadField),
        ({"operation": "PAUSE"}, BadField),
        ({"reason": None}, BadField),
        ({"stack": 5}, UnknownField),
        ([], BadField),
    ],
)
def test_plain_data_is_strict(data: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        fill(table_pb2.OperateRequest(), data)
