"""A chat servicer whose Say does what a test tells it, over sockets or in memory."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import grpc.aio

from riverbus.core.ports import Caller
from riverbus.pb.chat.v1 import chat_pb2, chat_pb2_grpc
from riverbus.runtime.calls import caller, trace_id
from riverbus.runtime.grpc_client import RpcChannel
from riverbus.runtime.grpc_server import GrpcServer
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_client import CallPolicy
from riverbus.runtime.rpc_memory import MemoryNetwork, MemoryRpc
from riverbus.runtime.rpc_server import Guard
from tests.fixtures.keys import TestKeys

ALICE = Caller("gateway", "0190-alice", "Alice", frozenset({"player"}), "session-1")
Behaviour = Callable[[], Awaitable[None]]


class Chat(chat_pb2_grpc.ChatServiceServicer):
    """Keeps who called; `behave` runs inside the handler."""

    def __init__(self) -> None:
        self.callers: list[Caller] = []
        self.traces: list[str] = []
        self.behave: Behaviour | None = None

    async def _called(self) -> None:
        self.callers.append(caller())
        self.traces.append(trace_id())
        if self.behave is not None:
            await self.behave()

    async def Appeal(
        self,
        request: chat_pb2.AppealRequest,
        context: grpc.aio.ServicerContext[chat_pb2.AppealRequest, chat_pb2.AppealResponse],
    ) -> chat_pb2.AppealResponse:
        """Needs a player through the gateway; not idempotent."""
        await self._called()
        return chat_pb2.AppealResponse()

    async def History(
        self,
        request: chat_pb2.HistoryRequest,
        context: grpc.aio.ServicerContext[chat_pb2.HistoryRequest, chat_pb2.HistoryResponse],
    ) -> chat_pb2.HistoryResponse:
        """Needs the gateway, with or without an account; idempotent."""
        await self._called()
        return chat_pb2.HistoryResponse()


class Rig:
    """Servers and channels of one test."""

    def __init__(self, keys: TestKeys, kind: str) -> None:
        self.keys = keys
        self.kind = kind
        self.network = MemoryNetwork()
        self._servers: list[GrpcServer] = []
        self._channels: list[grpc.aio.Channel] = []

    async def serve(self, listen: str = "127.0.0.1:0") -> tuple[Chat, str]:
        """A replica: its servicer and its address."""
        chat = Chat()  # type: ignore[abstract]
        guard = Guard(self.keys.verifier(), Metrics("chat"))
        if self.kind == "memory":
            address = f"memory-{len(self.network.addresses('chat'))}"
            rpc = MemoryRpc(self.network, "chat", address, guard, self.policy("chat"))
            chat_pb2_grpc.add_ChatServiceServicer_to_server(chat, rpc.server)
            return chat, address
        server = GrpcServer(guard, listen)
        chat_pb2_grpc.add_ChatServiceServicer_to_server(chat, server)
        await server.start()
        await server.set_serving(True)
        self._servers.append(server)
        return chat, server.address

    async def end(self, number: int) -> None:
        """The replica is gone."""
        if self.kind == "memory":
            self.network.vanish(f"memory-{number}")
        else:
            await self._servers[number].stop(0)

    def policy(self, service: str) -> CallPolicy:
        """How that service calls."""
        return CallPolicy(self.keys.signer(service), Metrics(service), 2.0)

    def stub(
        self, *addresses: str, service: str = "gateway"
    ) -> "chat_pb2_grpc.ChatServiceAsyncStub":
        """Calls one of the addresses as the service."""
        channel: grpc.aio.Channel
        if self.kind == "memory":
            rpc = MemoryRpc(
                self.network,
                service,
                f"{service}-caller",
                Guard(self.keys.verifier(), Metrics(service)),
                self.policy(service),
            )
            channel = rpc.channel_to(addresses[0]) if len(addresses) == 1 else rpc.channel("chat")
        else:
            channel = RpcChannel(addresses, self.policy(service))
        self._channels.append(channel)
        return chat_pb2_grpc.ChatServiceStub(channel)

    async def close(self) -> None:
        """End all."""
        for channel in self._channels:
            await channel.close()
        for server in self._servers:
            await server.stop(0)


@asynccontextmanager
async def rig(keys: TestKeys, kind: str) -> AsyncIterator[Rig]:
    """For a fixture."""
    made = Rig(keys, kind)
    try:
        yield made
    finally:
        await made.close()


async def forever() -> None:
    """A handler that never answers."""
    await asyncio.Event().wait()
