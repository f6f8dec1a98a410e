"""A real lobby on real servers, a wallet whose answers the test sets, and stubs to call it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc.aio

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Caller
from riverbus.pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc, operator_pb2_grpc
from riverbus.pb.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from riverbus.runtime.config import read_config
from riverbus.runtime.grpc_client import RpcChannel
from riverbus.runtime.grpc_server import GrpcServer
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_client import CallPolicy
from riverbus.runtime.rpc_server import Guard
from riverbus.runtime.service import Running
from services.lobby.config import LobbyConfig
from services.lobby.wiring import SERVICE
from tests.fixtures.keys import TestKeys

PASSWORD = "correct horse battery"
BOT_KEY = "room-bots-only"
TERMS = "2026-11"


class Wallet(wallet_pb2_grpc.WalletServiceServicer):
    """Only OpenAccount; `away` makes it refuse as a wallet that is restarting."""

    def __init__(self) -> None:
        self.opened: list[wallet_pb2.OpenAccountRequest] = []
        self.away = False

    async def OpenAccount(
        self,
        request: wallet_pb2.OpenAccountRequest,
        context: "grpc.aio.ServicerContext[object, object]",
    ) -> wallet_pb2.OpenAccountResponse:
        """See wallet.proto."""
        if self.away:
            raise RoomError("Away.", code="queue_full", kind=ErrorKind.UNAVAILABLE)
        self.opened.append(request)
        return wallet_pb2.OpenAccountResponse(granted=100_000)


class Rig:
    """The lobby as a gateway sees it."""

    def __init__(self, keys: TestKeys, running: Running, wallet: Wallet) -> None:
        self.running = running
        self.wallet = wallet
        address = running.grpc.address
        self.channels = {
            service: RpcChannel([address], CallPolicy(keys.signer(service), Metrics(service), 10.0))
            for service in ("gateway", "table", "wallet")
        }
        gateway = self.channels["gateway"]
        self.accounts: lobby_pb2_grpc.AccountServiceAsyncStub = lobby_pb2_grpc.AccountServiceStub(
            gateway
        )
        self.directory: lobby_pb2_grpc.DirectoryServiceAsyncStub = (
            lobby_pb2_grpc.DirectoryServiceStub(gateway)
        )
        self.operators: operator_pb2_grpc.OperatorServiceAsyncStub = (
            operator_pb2_grpc.OperatorServiceStub(gateway)
        )

    async def sign_up(self, name: str, /, **changes: object) -> lobby_pb2.SignUpResponse:
        """A new account with fields that differ from a good request."""
        return await self.accounts.SignUp(sign_up_request(name, **changes))

    async def caller_of(self, token: str) -> Caller:
        """The caller for whom a gateway would speak."""
        known = await self.accounts.VerifySession(
            lobby_pb2.VerifySessionRequest(session_token=token)
        )
        return Caller(
            "gateway",
            known.account_id,
            known.name,
            frozenset(known.roles),
            known.session_id,
        )

    async def player(self, name: str, /, **changes: object) -> Caller:
        """Signs up and gives the caller."""
        made = await self.sign_up(name, **changes)
        return await self.caller_of(made.session_token)


def sign_up_request(name: str, /, **changes: object) -> lobby_pb2.SignUpRequest:
    """A request that is accepted, but for the changes."""
    fields: dict[str, object] = {
        "name": name,
        "email": f"{name}@example.org",
        "password": PASSWORD,
        "birth_date": "1990-05-17",
        "country": "AT",
        "terms_version": TERMS,
        "declarations_accepted": True,
        **changes,
    }
    return lobby_pb2.SignUpRequest(**fields)  # type: ignore[arg-type]


def admin(name: str = "Floor-1") -> Caller:
    """An operator with every role."""
    roles = frozenset({"player", "support", "cashier", "floor", "auditor", "admin"})
    return Caller("gateway", "0190-operator", name, roles, "session-of-operator")


@asynccontextmanager
async def lobby(
    keys: TestKeys, nats_url: str, database_url: str, **settings: str
) -> AsyncIterator[Rig]:
    """The service, started and stopped."""
    wallet = Wallet()  # type: ignore[abstract]
    server = GrpcServer(Guard(keys.verifier(), Metrics("wallet")), "127.0.0.1:0")
    wallet_pb2_grpc.add_WalletServiceServicer_to_server(wallet, server)
    await server.start()
    await server.set_serving(True)
    config = read_config(
        LobbyConfig,
        "lobby",
        {
            **keys.environment("lobby"),
            "RIVERBUS_NATS_URL": nats_url,
            "RIVERBUS_DATABASE_URL": database_url,
            "RIVERBUS_WALLET_ADDRESSES": server.address,
            "RIVERBUS_LOBBY_PASSWORD_MEMORY_KIB": "64",
            "RIVERBUS_LOBBY_PASSWORD_PASSES": "1",
            "RIVERBUS_LOBBY_BOT_KEY": BOT_KEY,
            "RIVERBUS_LOBBY_WALLET_TIMEOUT_S": "1",
            **settings,
        },
    )
    running = Running(SERVICE, config)
    await running.start()
    rig = Rig(keys, running, wallet)
    try:
        yield rig
    finally:
        for channel in rig.channels.values():
            await channel.close()
        await running.stop()
        await server.stop(0)
