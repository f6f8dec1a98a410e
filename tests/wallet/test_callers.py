"""Who may call what, and what calls of the wrong kind leave behind: nothing."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.internal import encoder

from riverbus.cli.audit import audit_url
from riverbus.core.ports import Caller
from riverbus.pb.wallet.v1 import table_money_pb2 as tm
from riverbus.pb.wallet.v1 import wallet_pb2 as wl
from riverbus.runtime.access import rule_of
from riverbus.runtime.calls import TOKEN_HEADER
from riverbus.runtime.streams import SERVICES
from riverbus.runtime.tokens import TokenSigner
from tests.fixtures.keys import TestKeys
from tests.fixtures.servers import scratch_folder
from tests.wallet import rpcs
from tests.wallet.load import PASSWORD, ledger_server
from tests.wallet.rig import Rig, rigged
from tests.wallet.room import config

ROLES = ("player", "support", "cashier", "floor", "auditor", "admin")
AWAY = frozenset({"unavailable", "database_unavailable"})
ANN, BOB, CAT = rpcs.ANN, rpcs.BOB, rpcs.CAT


def full_name(method: str) -> str:
    return f"/{rpcs.methods()[method].containing_service.full_name}/{method}"


async def test_each_rpc_by_everybody_who_may_not(rig: Rig) -> None:
    """Every service, the gateway without an account, and with each role alone."""
    callers = [Caller(service) for service in (*SERVICES, "cli")]
    callers += [Caller("gateway", "op9", "op9", frozenset({role})) for role in ROLES]
    before = await rig.booked()
    for method, descriptor in rpcs.methods().items():
        rule = rule_of(full_name(method))
        assert rule.services, method
        for caller in callers:
            if caller.service in rule.services and (not rule.roles or rule.roles & caller.roles):
                continue
            code = await rig.call(caller, method, descriptor.input_type._concrete_class())
            assert code == "not_allowed", (method, caller)
    assert await rig.booked() == before


async def _some_players(rig: Rig) -> None:
    for step in rpcs.scenario():
        if step.method in ("OpenAccount", "Deposit", "RequestWithdrawal"):
            assert await rig.call(step.caller, step.method, step.request) == "ok"


async def test_an_operator_sees_of_others_what_his_role_shows(rig: Rig) -> None:
    """Every operator is a player too; that must not open what only some roles may see."""
    await _some_players(rig)
    statement = wl.StatementFilter(account_id=ANN, currency="USD")
    seen: dict[str, tuple[Any, set[str]]] = {
        "GetBalances": (
            wl.GetBalancesRequest(account_id=ANN),
            {"support", "cashier", "auditor", "admin"},
        ),
        "GetStatement": (
            wl.GetStatementRequest(filter=statement),
            {"support", "cashier", "auditor", "admin"},
        ),
        "ListWithdrawals": (wl.ListWithdrawalsRequest(account_id=ANN), {"cashier", "admin"}),
    }
    for method, (request, may) in seen.items():
        for role in ROLES:
            caller = Caller("gateway", CAT, "cat", frozenset({"player", role}))
            expected = "ok" if role in may else "forbidden"
            assert await rig.call(caller, method, request) == expected, (method, role)
    everybody = wl.ListWithdrawalsRequest()
    for role, count in (("cashier", 2), ("support", 0), ("floor", 0), ("player", 0)):
        caller = Caller("gateway", CAT, "cat", frozenset({"player", role}))
        assert len((await rig.ask(caller, "ListWithdrawals", everybody)).withdrawals) == count


async def test_old_and_foreign_tokens(rig: Rig, keys: TestKeys) -> None:
    """A token kept for too long, one of a stranger's key, one that claims an account, none."""
    channel = rig.stubs["table"].channel
    method = channel._channels[0].unary_unary(
        full_name("GetTable"),
        request_serializer=tm.GetTableRequest.SerializeToString,
        response_deserializer=tm.GetTableResponse.FromString,
    )

    async def status(token: str) -> str:
        try:
            await method(
                tm.GetTableRequest(table_id="t1"), metadata=((TOKEN_HEADER, token),), timeout=5
            )
        except Exception as error:
            return str(error.code().name)  # type: ignore[attr-defined]
        return "ok"

    token = keys.signer("table").token()
    assert [await status(token) for _ in range(2)] == ["ok", "ok"]
    old = TokenSigner("table", keys.private["table"], lambda: time.time() - 120).token()
    early = TokenSigner("table", keys.private["table"], lambda: time.time() + 120).token()
    foreign = TokenSigner("table", keys.private["chat"]).token()
    claiming = TokenSigner("table", keys.private["table"]).token(rpcs.PLAYER)
    for bad in (old, early, foreign, claiming, token[:-4] + "AAAA", "x" * 5_000, ""):
        assert await status(bad) == "UNAUTHENTICATED"


async def test_deadlines_too_short_and_the_same_call_again(rig: Rig) -> None:
    """Whatever became of the hurried calls, each is booked once in the end."""
    await _some_players(rig)
    requests = [
        wl.TransferRequest(id=f"x{n}", to_account_id=BOB, currency="USD", amount=1)
        for n in range(60)
    ]
    hurried = await asyncio.gather(
        *(
            rig.call(rpcs.PLAYER, "Transfer", request, timeout=0.001 * (1 + n % 8))
            for n, request in enumerate(requests)
        )
    )
    assert set(hurried) <= {"ok", "deadline_exceeded", "call_cancelled"}
    assert "deadline_exceeded" in hurried
    for request in requests:
        assert await rig.call(rpcs.PLAYER, "Transfer", request) == "ok"
    seen = await rig.ask(rpcs.OTHER, "GetBalances", wl.GetBalancesRequest())
    assert {b.currency: b.amount for b in seen.balances}["USD"] == 10_060
    assert (await audit_url(rig.url)).findings == []


@pytest.mark.parametrize(
    "amount",
    [
        encoder._VarintBytes(5 << 3 | 2) + b"\x03" + b"100",
        encoder._VarintBytes(5 << 3 | 1) + b"\x00\x00\x00\x00\x00\x00\xe0\x3f",
        b"",
    ],
    ids=["text", "half", "none"],
)
async def test_wl_13_an_amount_that_is_no_whole_number(rig: Rig, amount: bytes) -> None:
    """Protobuf takes another wire type for an unknown field: the amount is missing, so refused."""
    await _some_players(rig)
    request = wl.TransferRequest(id="x", to_account_id=BOB, currency="USD")
    body = wl.TransferRequest.FromString(request.SerializeToString() + amount)
    assert await rig.call(rpcs.PLAYER, "Transfer", body) == "invalid_amount"


@pytest.mark.slow
async def test_reads_while_the_database_is_away(
    server_folder: Path, nats_url: str, keys: TestKeys
) -> None:
    """The caller hears that it may ask again, not that something is broken."""
    reads = ("Get", "List", "LookUp", "Export", "Audit")
    with scratch_folder(server_folder) as folder:
        async with ledger_server(folder / "pg") as server:
            url = server.role_url("riverbus_wallet", PASSWORD)
            async with rigged(config(url, nats_url, keys), server.url(), keys) as rig:
                await _some_players(rig)
                await asyncio.to_thread(server.stop)
                heard = {
                    step.method: await rig.call(step.caller, step.method, step.request, timeout=0.7)
                    for step in rpcs.scenario()
                    if step.method.startswith(reads)
                }
                assert set(heard.values()) <= {*AWAY, "deadline_exceeded"}, heard
                assert set(heard.values()) & AWAY
                await asyncio.to_thread(server.start)
                for step in rpcs.scenario():
                    if step.method in ("GetBalances", "GetStatement", "Audit"):
                        assert await rig.call(step.caller, step.method, step.request) == "ok"
