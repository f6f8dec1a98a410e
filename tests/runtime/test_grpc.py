"""What only sockets have: servers that are absent or late, health, reflection, keepalive, loops."""

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.pb.chat.v1 import chat_pb2, chat_pb2_grpc
from riverbus.runtime import grpc_client, grpc_server
from riverbus.runtime.calls import TOKEN_HEADER
from riverbus.runtime.grpc_client import WrongLoop
from riverbus.runtime.grpc_server import GrpcServer, PortTaken
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_server import Guard
from tests.fixtures.keys import TestKeys
from tests.runtime.rpc_rig import Chat, Rig, rig


@pytest.fixture
async def rpc(keys: TestKeys) -> AsyncIterator[Rig]:
    """Sockets."""
    async with rig(keys, "socket") as made:
        yield made


def _free_address() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


async def test_nobody_listening_is_an_error_within_the_deadline(rpc: Rig) -> None:
    """GW-20 b."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    with pytest.raises(RoomError) as away:
        await rpc.stub(_free_address()).History(chat_pb2.HistoryRequest(), timeout=0.3)
    assert away.value.kind in (ErrorKind.UNAVAILABLE, ErrorKind.DEADLINE)
    assert loop.time() - began < 2


async def test_call_waits_for_a_server_that_comes(rpc: Rig) -> None:
    """GW-10."""
    address = _free_address()
    call = asyncio.ensure_future(rpc.stub(address).History(chat_pb2.HistoryRequest(), timeout=10))
    await asyncio.wait({call}, timeout=0.2)
    assert not call.done()
    await rpc.serve(address)
    await call


async def test_nothing_is_served_past_the_guard(rpc: Rig, keys: TestKeys) -> None:
    """A generic handler would answer without token, rights, deadline."""

    async def answer(_request: Any, _context: Any) -> chat_pb2.HistoryResponse:
        return chat_pb2.HistoryResponse()

    handler = grpc.unary_unary_rpc_method_handler(
        answer, chat_pb2.HistoryRequest.FromString, chat_pb2.HistoryResponse.SerializeToString
    )
    server = GrpcServer(Guard(keys.verifier(), Metrics("chat")), "127.0.0.1:0")
    server.add_generic_rpc_handlers(
        [grpc.method_handlers_generic_handler("riverbus.chat.v1.ChatService", {"History": handler})]
    )
    await server.start()
    try:
        with pytest.raises(RoomError) as refused:
            await rpc.stub(server.address).History(chat_pb2.HistoryRequest(), timeout=5)
    finally:
        await server.stop(None)
    assert refused.value.code == "not_implemented"


async def test_channel_belongs_to_one_loop(rpc: Rig) -> None:
    """GW-20 a."""
    _, address = await rpc.serve()
    stub = rpc.stub(address)
    await stub.History(chat_pb2.HistoryRequest())

    async def use() -> None:
        with pytest.raises(WrongLoop):
            await stub.History(chat_pb2.HistoryRequest())

    await asyncio.to_thread(asyncio.run, use())


async def test_call_without_deadline_is_refused(rpc: Rig, keys: TestKeys) -> None:
    chat, address = await rpc.serve()
    metadata = ((TOKEN_HEADER, keys.signer("gateway").token()),)
    async with grpc.aio.insecure_channel(address) as bare:
        stub: chat_pb2_grpc.ChatServiceAsyncStub = chat_pb2_grpc.ChatServiceStub(bare)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stub.History(chat_pb2.HistoryRequest(), metadata=metadata)
        assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        with pytest.raises(grpc.aio.AioRpcError) as unknown:
            await stub.History(chat_pb2.HistoryRequest(), timeout=2)
        assert unknown.value.code() is grpc.StatusCode.UNAUTHENTICATED
    assert chat.callers == []


async def test_health_and_reflection_need_no_token(rpc: Rig) -> None:
    _, address = await rpc.serve()
    async with grpc.aio.insecure_channel(address) as bare:
        health: Any = health_pb2_grpc.HealthStub(bare)
        for name in ("", "riverbus.chat.v1.ChatService"):
            answer = await health.Check(health_pb2.HealthCheckRequest(service=name), timeout=2)
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        listing = reflection_pb2.ServerReflectionRequest(list_services="")
        stub: Any = reflection_pb2_grpc.ServerReflectionStub(bare)  # type: ignore[arg-type]
        call = stub.ServerReflectionInfo(iter([listing]), timeout=2)
        answers = [answer async for answer in call]
        names = {service.name for service in answers[0].list_services_response.service}
        assert "riverbus.chat.v1.ChatService" in names


async def test_starting_server_refuses_until_it_is_ready(rpc: Rig, keys: TestKeys) -> None:
    guard = Guard(keys.verifier(), Metrics("chat"))
    guard.open = False
    server = GrpcServer(guard, "127.0.0.1:0")
    chat_pb2_grpc.add_ChatServiceServicer_to_server(Chat(), server)  # type: ignore[abstract]
    await server.start()
    call = asyncio.ensure_future(
        rpc.stub(server.address).History(chat_pb2.HistoryRequest(), timeout=10)
    )
    await asyncio.wait({call}, timeout=0.2)
    assert not call.done()
    guard.open = True
    await call
    await server.stop(0)


async def test_taken_port_says_what_to_do(rpc: Rig, keys: TestKeys) -> None:
    _, address = await rpc.serve()
    with pytest.raises(PortTaken, match="RIVERBUS_GRPC_LISTEN"):
        await GrpcServer(Guard(keys.verifier(), Metrics("chat")), address).start()


def test_keepalive_of_both_sides_fits() -> None:
    """GW-11: the client may ping as often as it does, with and without calls."""
    client, server = dict(grpc_client.OPTIONS), dict(grpc_server.OPTIONS)
    assert client["grpc.keepalive_time_ms"] > server["grpc.http2.min_ping_interval_without_data_ms"]
    assert client["grpc.keepalive_permit_without_calls"] == 1
    assert server["grpc.keepalive_permit_without_calls"] == 1
