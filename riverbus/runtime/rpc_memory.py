"""RPC without sockets: the same stubs, servicers, guard and policy, in one process.

Messages are serialised both ways, so nothing is shared by accident. A `fault` may delay, refuse or
lose each call: the simulator's hand on the network.
"""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

import grpc
import grpc.aio

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.errors import from_detail, to_detail
from riverbus.runtime.rpc_client import CallPolicy, Metadata
from riverbus.runtime.rpc_server import CallHead, Guard

Fault = Callable[[str, str, str], Awaitable[None]]
"""`await fault(address, method, "request" | "answer")`; may raise RoomError or take its time."""


async def no_fault(_address: str, _method: str, _way: str) -> None:
    """The network that always works."""


class MemoryNetwork:
    """Which server listens where; addresses are any strings, services have several."""

    def __init__(self, fault: Fault = no_fault) -> None:
        self.fault = fault
        self._servers: dict[str, MemoryServer] = {}
        self._services: dict[str, list[str]] = {}

    def listen(self, service: str, address: str, server: "MemoryServer") -> None:
        """The server answers at this address from now on, as one replica of the service."""
        self._servers[address] = server
        self._services.setdefault(service, []).append(address)

    def vanish(self, address: str) -> None:
        """Nobody answers there any more."""
        self._servers.pop(address, None)
        for addresses in self._services.values():
            if address in addresses:
                addresses.remove(address)

    def addresses(self, service: str) -> list[str]:
        """All replicas of a service that listen."""
        return self._services.get(service, [])

    def server_at(self, address: str) -> "MemoryServer":
        """Raises RoomError service_unavailable where nobody listens."""
        found = self._servers.get(address)
        if found is None:
            raise RoomError(
                "A part of the room is away; try again.",
                code="service_unavailable",
                kind=ErrorKind.UNAVAILABLE,
            )
        return found


class MemoryServer(grpc.aio.Server):
    """Keeps the handlers that generated code registers."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self._handlers: dict[str, Any] = {}

    def add_generic_rpc_handlers(
        self, generic_rpc_handlers: Iterable[grpc.GenericRpcHandler]
    ) -> None:
        """Generated code registers each method a second time below."""

    def add_registered_method_handlers(
        self, service_name: str, method_handlers: Mapping[str, Any]
    ) -> None:
        """Called by generated code."""
        for method, handler in method_handlers.items():
            self._handlers[f"/{service_name}/{method}"] = handler

    async def handle(
        self, method: str, request: bytes, metadata: Metadata, seconds: float
    ) -> bytes:
        """The serialised answer. Raises RoomError as the caller would see it."""
        handler = self._handlers.get(method)
        if handler is None or handler.unary_unary is None:
            raise RoomError(
                "This server does not know that call.",
                code="not_implemented",
                kind=ErrorKind.INVALID,
            )
        head = CallHead(method, dict(metadata), seconds)
        message = handler.request_deserializer(request)
        context = MemoryContext(seconds)
        try:
            answer = await self.guard.run(head, lambda: handler.unary_unary(message, context))
        except RoomError as error:
            raise from_detail(to_detail(error)) from None
        serialised: bytes = handler.response_serializer(answer)
        return serialised

    def add_insecure_port(self, address: str) -> int:
        """No port is bound."""
        return 1

    def add_secure_port(self, address: str, server_credentials: grpc.ServerCredentials) -> int:
        """No port is bound."""
        return 1

    async def start(self) -> None:
        """Nothing to start."""

    async def stop(self, grace: float | None) -> None:
        """Nothing to stop."""

    async def wait_for_termination(self, timeout: float | None = None) -> bool:
        """Always stopped."""
        return True


class MemoryContext:
    """The part of a ServicerContext that servicers of ours may use."""

    def __init__(self, seconds: float) -> None:
        self._until = asyncio.get_running_loop().time() + seconds

    def time_remaining(self) -> float:
        """Seconds until the caller's deadline."""
        return max(0.0, self._until - asyncio.get_running_loop().time())


class MemoryChannel(grpc.aio.Channel):
    """Calls one address, or the replicas of a service in turn."""

    def __init__(
        self, network: MemoryNetwork, policy: CallPolicy, *, service: str = "", address: str = ""
    ) -> None:
        self._network = network
        self._policy = policy
        self._service = service
        self._address = address
        self._turn = 0

    def unary_unary(
        self,
        method: str,
        request_serializer: Any = None,
        response_deserializer: Any = None,
        _registered_method: bool | None = False,
    ) -> Any:
        """Called by generated stubs."""

        async def call(request: Any, *, timeout: float | None = None, **_: Any) -> Any:
            sent: bytes = request_serializer(request)

            async def attempt(seconds: float, metadata: Metadata) -> Any:
                return response_deserializer(await self._once(method, sent, metadata, seconds))

            return await self._policy.call(method, timeout, attempt)

        return call

    async def _once(self, method: str, sent: bytes, metadata: Metadata, seconds: float) -> bytes:
        travel = asyncio.create_task(self._travel(method, sent, metadata, seconds))
        try:
            await asyncio.wait({travel}, timeout=seconds)
            if travel.done():
                return travel.result()
        finally:
            travel.cancel()
            await asyncio.gather(travel, return_exceptions=True)
        raise RoomError(
            "No answer came in time; whether it was done is not known.",
            code="deadline_exceeded",
            kind=ErrorKind.DEADLINE,
        )

    async def _travel(self, method: str, sent: bytes, metadata: Metadata, seconds: float) -> bytes:
        address = self._address or self._next()
        await self._network.fault(address, method, "request")
        handling = self._network.server_at(address).handle(method, sent, metadata, seconds)
        # A fresh context, as in another process: nothing of the caller's leaks in.
        answer = await asyncio.create_task(handling, context=contextvars.Context())
        await self._network.fault(address, method, "answer")
        return answer

    def _next(self) -> str:
        addresses = self._network.addresses(self._service)
        self._turn += 1
        return addresses[self._turn % len(addresses)] if addresses else ""

    def unary_stream(self, method: str, *args: Any, **named: Any) -> Any:
        """Streams are not offered in memory; making the stub is allowed, calling is not."""
        return _refuse(method)

    def stream_unary(self, method: str, *args: Any, **named: Any) -> Any:
        """See unary_stream."""
        return _refuse(method)

    def stream_stream(self, method: str, *args: Any, **named: Any) -> Any:
        """See unary_stream."""
        return _refuse(method)

    def get_state(self, try_to_connect: bool = False) -> grpc.ChannelConnectivity:
        """Always ready."""
        return grpc.ChannelConnectivity.READY

    async def wait_for_state_change(self, last_observed_state: grpc.ChannelConnectivity) -> None:
        """Never changes."""
        await asyncio.Event().wait()

    async def channel_ready(self) -> None:
        """Always ready."""

    async def close(self, grace: float | None = None) -> None:
        """Nothing to close."""

    async def __aenter__(self) -> "MemoryChannel":
        return self

    async def __aexit__(self, *_: object) -> None:
        return None


class MemoryRpc:
    """Rpc of one process in a MemoryNetwork."""

    def __init__(
        self, network: MemoryNetwork, service: str, address: str, guard: Guard, policy: CallPolicy
    ) -> None:
        self._network = network
        self._policy = policy
        self._address = address
        self._server = MemoryServer(guard)
        network.listen(service, address, self._server)

    @property
    def server(self) -> grpc.aio.Server:
        """See Rpc."""
        return self._server

    @property
    def address(self) -> str:
        """See Rpc."""
        return self._address

    def channel(self, service: str) -> grpc.aio.Channel:
        """See Rpc."""
        return MemoryChannel(self._network, self._policy, service=service)

    def channel_to(self, address: str) -> grpc.aio.Channel:
        """See Rpc."""
        return MemoryChannel(self._network, self._policy, address=address)


def _refuse(method: str) -> Callable[..., Any]:
    def call(*_: Any, **__: Any) -> Any:
        raise TypeError(f"{method}: only unary calls are offered in memory")

    return call
