"""A wallet for tests: the real service over gRPC, or the app over a store, with short calls."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from riverbus.pb.wallet.v1 import (
    ledger_pb2_grpc,
    table_money_pb2_grpc,
    tournament_money_pb2_grpc,
    wallet_pb2_grpc,
)
from riverbus.runtime.config import read_config
from riverbus.runtime.grpc_client import RpcChannel
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_client import CallPolicy
from riverbus.runtime.service import Running
from services.wallet.config import WalletConfig
from services.wallet.wiring import SERVICE
from tests.fixtures.keys import TestKeys


class Stubs:
    """Stubs as one service has them."""

    def __init__(self, channel: RpcChannel) -> None:
        self.channel = channel
        self.wallet = wallet_pb2_grpc.WalletServiceStub(channel)
        self.table = table_money_pb2_grpc.TableMoneyServiceStub(channel)
        self.ledger = ledger_pb2_grpc.LedgerServiceStub(channel)
        self.tournament = tournament_money_pb2_grpc.TournamentMoneyServiceStub(channel)


def config(database_url: str, nats_url: str, keys: TestKeys, **settings: Any) -> WalletConfig:
    """A wallet's configuration as its process would read it."""
    environment = keys.environment("wallet") | {
        "RIVERBUS_DATABASE_URL": database_url,
        "RIVERBUS_NATS_URL": nats_url,
    }
    read = read_config(WalletConfig, "wallet", environment)
    return msgspec.structs.replace(read, **settings)


@asynccontextmanager
async def running(configuration: WalletConfig) -> AsyncIterator[Running]:
    """The real service inside this loop."""
    service = Running(SERVICE, configuration)
    try:
        await service.start()
        yield service
    finally:
        await service.stop()


@asynccontextmanager
async def calling(keys: TestKeys, service: str, addresses: Sequence[str]) -> AsyncIterator[Stubs]:
    """Stubs that call these replicas as the given service."""
    policy = CallPolicy(keys.signer(service), Metrics(service), 10.0)
    channel = RpcChannel(tuple(addresses), policy)
    try:
        yield Stubs(channel)
    finally:
        await channel.close()
