"""A gRPC server as all services run it: health, reflection, the Guard, limits, keepalive, drain."""

from collections.abc import Iterable, Mapping
from typing import Any

import grpc
import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1._async import HealthServicer
from grpc_reflection.v1alpha import reflection

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.rpc_server import Guard, guarded

MAX_MESSAGE_BYTES = 4 * 1024 * 1024
MAX_CONCURRENT_CALLS = 4_096
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING

OPTIONS: tuple[tuple[str, Any], ...] = (
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.so_reuseport", 0),
    # Clients ping every 10 s, also without calls (grpc_client.py): allow it (GW-11).
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
    ("grpc.http2.max_ping_strikes", 4),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 5_000),
)


class PortTaken(RoomError):
    """Raised when the address to listen on cannot be bound."""

    code = "port_taken"
    kind = ErrorKind.UNAVAILABLE


class GrpcServer(grpc.aio.Server):
    """Register servicers by `add_…_to_server(servicer, server)`, then start."""

    def __init__(self, guard: Guard, listen: str) -> None:
        self._guard = guard
        self._listen = listen
        self._names: list[str] = []
        self._health = HealthServicer()
        self._server = grpc.aio.server(
            options=OPTIONS, maximum_concurrent_rpcs=MAX_CONCURRENT_CALLS
        )
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        self.port = 0

    @property
    def address(self) -> str:
        """host:port on which it listens, once started."""
        return f"{self._listen.rpartition(':')[0]}:{self.port}"

    def add_generic_rpc_handlers(
        self, generic_rpc_handlers: Iterable[grpc.GenericRpcHandler]
    ) -> None:
        """Called by generated code, which registers the same methods below: those are served."""

    def add_registered_method_handlers(
        self, service_name: str, method_handlers: Mapping[str, Any]
    ) -> None:
        """Called by generated code; the name is served by reflection and by the health service.

        The Guard stands around each handler: once here, not in an interceptor at every call.
        """
        self._names.append(service_name)
        self._server.add_registered_method_handlers(
            service_name,
            {
                name: guarded(self._guard, f"/{service_name}/{name}", handler)
                for name, handler in method_handlers.items()
            },
        )

    def add_insecure_port(self, address: str) -> int:
        """Binds; raises PortTaken with what to do."""
        try:
            port = self._server.add_insecure_port(address)
        except RuntimeError as error:
            raise PortTaken(
                f"Cannot listen on {address}: it is in use or not ours. "
                "Choose another address with RIVERBUS_GRPC_LISTEN, or port 0 for a free one."
            ) from error
        if port == 0:
            raise PortTaken(f"Cannot listen on {address}.")
        return port

    def add_secure_port(self, address: str, server_credentials: grpc.ServerCredentials) -> int:
        """TLS between services is the mesh's or the network's; kept for completeness."""
        return self._server.add_secure_port(address, server_credentials)

    async def start(self) -> None:
        """Bind and serve; not healthy until set_serving(True)."""
        reflection.enable_server_reflection(
            (*self._names, "grpc.health.v1.Health", reflection.SERVICE_NAME), self._server
        )
        self.port = self.add_insecure_port(self._listen)
        await self.set_serving(False)
        await self._server.start()

    async def set_serving(self, serving: bool) -> None:
        """What the health service says, for the server and for each of its services."""
        for name in ("", *self._names):
            await self._health.set(name, SERVING if serving else NOT_SERVING)

    async def stop(self, grace: float | None) -> None:
        """No new calls; running ones have `grace` seconds."""
        await self._health.enter_graceful_shutdown()
        await self._server.stop(grace)

    async def wait_for_termination(self, timeout: float | None = None) -> bool:
        """Waits until the server has stopped."""
        return await self._server.wait_for_termination(timeout)
