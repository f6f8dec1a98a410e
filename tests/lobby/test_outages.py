"""The lobby while its database, then its NATS is away: refusals are typed, nothing is lost."""

import asyncio
from pathlib import Path

import pytest

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Message
from riverbus.pb.lobby.v1 import account_event_pb2, lobby_pb2, operator_pb2, table_config_pb2
from riverbus.runtime.calls import speaking_for
from riverbus.runtime.embedded.nats_server import NatsServer
from riverbus.runtime.embedded.postgres_server import PostgresServer
from riverbus.runtime.migrations import Target, migrate
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.fixtures.servers import connected_bus, scratch_folder
from tests.lobby.rig import PASSWORD, Rig, admin, lobby
from tests.runtime.waiting import until

pytestmark = pytest.mark.slow


async def answered(rig: Rig) -> bool:
    """Whether somebody can sign in now; any refusal must be `unavailable`."""
    try:
        await rig.accounts.SignIn(
            lobby_pb2.SignInRequest(login="heron", password=PASSWORD), timeout=3
        )
    except RoomError as error:
        if error.kind not in (ErrorKind.UNAVAILABLE, ErrorKind.DEADLINE):
            raise
        return False
    return True


async def sign_in_until_answered(rig: Rig, seconds: float = 20.0) -> None:
    """Returns once somebody can sign in."""
    async with asyncio.timeout(seconds):
        while not await answered(rig):
            continue


async def test_a_database_restart_is_survived(
    keys: TestKeys, nats_url: str, server_folder: Path
) -> None:
    with scratch_folder(server_folder) as folder:
        server = PostgresServer(folder / "pg", password="test-only", durable=False)
        server.start()
        try:
            url = server.url("postgres")
            await migrate([Target("lobby", url, password="test-only")])
            own = server.role_url("riverbus_lobby", "test-only", "postgres")
            async with lobby(keys, nats_url, own) as rig:
                made = await rig.sign_up("Heron")
                server.stop()
                assert not await answered(rig)
                server.start()
                await sign_in_until_answered(rig)
                known = await rig.caller_of(made.session_token)
                assert known.name == "Heron"
                await rig.sign_up("Egret")
        finally:
            server.stop()


async def test_what_happened_without_nats_is_told_when_it_is_back(
    keys: TestKeys, nats_server: NatsServer, fresh_database: FreshDatabases
) -> None:
    url = await fresh_database("lobby")
    async with (
        connected_bus(nats_server.url) as bus,
        lobby(keys, nats_server.url, url, RIVERBUS_LOBBY_RECONCILE_S="0.5") as rig,
    ):
        account_id = (await rig.sign_up("Heron")).account.account_id
        nats_server.kill()
        with speaking_for(admin()):
            await rig.operators.SuspendAccount(
                operator_pb2.SuspendAccountRequest(account_id=account_id, reason="Why not.")
            )
            await rig.operators.SetTableState(
                operator_pb2.SetTableStateRequest(
                    table_id="weir",
                    state=table_config_pb2.CONFIGURED_STATE_PAUSED,
                    reason="No bus.",
                ),
                timeout=20,
            )
        nats_server.start()
        told: list[str] = []

        async def hear(message: Message) -> None:
            event = account_event_pb2.AccountEvent.FromString(message.data)
            told.append(event.WhichOneof("fact") or "")

        await bus.consume("ACCOUNTS", hear, subjects=[f"account.event.{account_id}"])
        await until(lambda: told == ["opened", "suspended"], 20)
        bucket = await bus.key_value("tables")
        async with asyncio.timeout(20):
            while True:
                entry = await bucket.get("weir")
                assert entry is not None
                config = table_config_pb2.TableConfig.FromString(entry.value or b"")
                if config.notice == "No bus.":
                    break
