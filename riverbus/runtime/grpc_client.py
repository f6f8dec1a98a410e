"""Channels to the replicas of a service: ready ones in turn, deadlines on every call, RoomErrors.

A channel waits for a replica within the call's deadline (GW-10), belongs to one event loop (GW-20),
and sends an idempotent call that found its replica gone to another one.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import grpc
import grpc.aio

from riverbus.runtime.errors import to_room_error
from riverbus.runtime.grpc_server import MAX_MESSAGE_BYTES
from riverbus.runtime.rpc_client import CallPolicy, Metadata

OPTIONS: tuple[tuple[str, Any], ...] = (
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 500),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 3_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.enable_retries", 0),
    ("grpc.service_config", '{"loadBalancingConfig": [{"round_robin": {}}]}'),
)


class WrongLoop(RuntimeError):
    """Raised when a channel is used from another event loop than the one that it was made in."""


class RpcChannel(grpc.aio.Channel):
    """One channel over all replicas of a service; generated stubs take it."""

    def __init__(self, addresses: Sequence[str], policy: CallPolicy) -> None:
        if not addresses:
            raise ValueError("a channel needs at least one address")
        self.policy = policy
        self._loop = asyncio.get_running_loop()
        self._channels = [grpc.aio.insecure_channel(address, OPTIONS) for address in addresses]
        self._turn = 0

    def check_loop(self) -> None:
        """Raises WrongLoop when called from another event loop."""
        if asyncio.get_running_loop() is not self._loop:
            raise WrongLoop("a gRPC channel belongs to the event loop that it was made in")

    async def ready_channel(self, seconds: float) -> grpc.aio.Channel:
        """The next ready replica; waits for one at most that long, then gives any."""
        if len(self._channels) == 1:
            return self._channels[0]
        self._turn += 1
        order = [
            self._channels[(self._turn + i) % len(self._channels)]
            for i in range(len(self._channels))
        ]
        states = [channel.get_state(try_to_connect=True) for channel in order]
        for channel, state in zip(order, states, strict=True):
            if state is grpc.ChannelConnectivity.READY:
                return channel
        waits = [asyncio.ensure_future(channel.channel_ready()) for channel in order]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            for channel, waiting in zip(order, waits, strict=True):
                if waiting.done() and waiting.exception() is None:
                    return channel
        finally:
            for waiting in waits:
                waiting.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
        return order[0]

    def unary_unary(
        self,
        method: str,
        request_serializer: Any = None,
        response_deserializer: Any = None,
        _registered_method: bool | None = False,
    ) -> Any:
        """Called by generated stubs."""
        return _Unary(self, method, request_serializer, response_deserializer)

    def unary_stream(
        self,
        method: str,
        request_serializer: Any = None,
        response_deserializer: Any = None,
        _registered_method: bool | None = False,
    ) -> Any:
        """Called by generated stubs."""
        return _Streaming(self, method, request_serializer, response_deserializer)

    def stream_unary(self, method: str, *args: Any, **named: Any) -> Any:
        """No RPC of ours streams requests."""
        raise TypeError(f"{method}: no RPC of ours streams requests")

    def stream_stream(self, method: str, *args: Any, **named: Any) -> Any:
        """No RPC of ours streams requests."""
        raise TypeError(f"{method}: no RPC of ours streams requests")

    def get_state(self, try_to_connect: bool = False) -> grpc.ChannelConnectivity:
        """Ready if any replica is."""
        states = [channel.get_state(try_to_connect) for channel in self._channels]
        ready = grpc.ChannelConnectivity.READY
        return ready if ready in states else states[0]

    async def wait_for_state_change(self, last_observed_state: grpc.ChannelConnectivity) -> None:
        """Of the first replica; use channel_ready."""
        await self._channels[0].wait_for_state_change(last_observed_state)

    async def channel_ready(self) -> None:
        """Returns when a replica is ready."""
        await self.ready_channel(3600.0)

    async def close(self, grace: float | None = None) -> None:
        """Closes all connections."""
        for channel in self._channels:
            await channel.close(grace)

    async def __aenter__(self) -> "RpcChannel":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class _Unary:
    """`await stub.Method(request, timeout=2)`."""

    def __init__(self, channel: RpcChannel, method: str, serialize: Any, parse: Any) -> None:
        self._channel = channel
        self._method = method
        self._serialize = serialize
        self._parse = parse
        self._calls: dict[grpc.aio.Channel, Any] = {}

    async def __call__(self, request: Any, *, timeout: float | None = None, **_: Any) -> Any:
        """The answer. Raises RoomError."""
        self._channel.check_loop()

        async def attempt(seconds: float, metadata: Metadata) -> Any:
            started = asyncio.get_running_loop().time()
            channel = await self._channel.ready_channel(seconds)
            left = seconds - (asyncio.get_running_loop().time() - started)
            call = self._calls.get(channel)
            if call is None:
                call = channel.unary_unary(self._method, self._serialize, self._parse)
                self._calls[channel] = call
            try:
                return await call(
                    request, timeout=max(left, 0.0), metadata=metadata, wait_for_ready=True
                )
            except grpc.aio.AioRpcError as error:
                raise to_room_error(error) from None

        return await self._channel.policy.call(self._method, timeout, attempt)


class _Streaming:
    """`async for answer in stub.Method(request, timeout=30)`."""

    def __init__(self, channel: RpcChannel, method: str, serialize: Any, parse: Any) -> None:
        self._channel = channel
        self._method = method
        self._serialize = serialize
        self._parse = parse

    async def __call__(
        self, request: Any, *, timeout: float | None = None, **_: Any
    ) -> AsyncIterator[Any]:
        """The answers one by one; never sent twice. Raises RoomError."""
        self._channel.check_loop()
        seconds = self._channel.policy.deadline_s(timeout)
        channel = await self._channel.ready_channel(seconds)
        call = channel.unary_stream(self._method, self._serialize, self._parse)
        try:
            async for answer in call(
                request,
                timeout=seconds,
                metadata=self._channel.policy.metadata(),
                wait_for_ready=True,
            ):
                yield answer
        except grpc.aio.AioRpcError as error:
            raise to_room_error(error) from None
