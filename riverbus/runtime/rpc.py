"""The RPC port: a server to register servicers on, channels to other services.

SocketRpc is gRPC over TCP; MemoryRpc (rpc_memory.py) runs the same servicers, stubs, guard and
policy without sockets, in one process and on any event loop.
"""

from collections.abc import Mapping
from typing import Protocol

import grpc.aio

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.grpc_client import RpcChannel
from riverbus.runtime.grpc_server import GrpcServer
from riverbus.runtime.rpc_client import CallPolicy

MAX_DIRECT_CHANNELS = 256


class Rpc(Protocol):
    """What a service's wiring uses to serve and to call."""

    @property
    def server(self) -> grpc.aio.Server:
        """For `add_XServicer_to_server(servicer, rpc.server)` in build()."""
        ...

    @property
    def address(self) -> str:
        """host:port at which others reach our server; known once App.start runs."""
        ...

    def channel(self, service: str) -> grpc.aio.Channel:
        """Any replica of "wallet", "lobby" or "chat": for `XStub(rpc.channel("wallet"))`."""
        ...

    def channel_to(self, address: str) -> grpc.aio.Channel:
        """Exactly this process, such as the owner that a table's lease names."""
        ...


class SocketRpc:
    """Rpc over gRPC sockets. Channels are made at first use and kept."""

    def __init__(
        self,
        server: GrpcServer,
        policy: CallPolicy,
        addresses: Mapping[str, tuple[str, ...]],
        advertise: str,
    ) -> None:
        self._server = server
        self._policy = policy
        self._addresses = addresses
        self._advertise = advertise
        self._channels: dict[str, RpcChannel] = {}
        self._direct: dict[str, RpcChannel] = {}

    @property
    def server(self) -> grpc.aio.Server:
        """See Rpc."""
        return self._server

    @property
    def address(self) -> str:
        """See Rpc."""
        return self._advertise or self._server.address

    def channel(self, service: str) -> grpc.aio.Channel:
        """See Rpc. Raises RoomError where the service has no configured address."""
        found = self._channels.get(service)
        if found is None:
            addresses = self._addresses.get(service, ())
            if not addresses:
                raise RoomError(
                    f"Set RIVERBUS_{service.upper()}_ADDRESSES: where the {service} service is.",
                    code="service_unavailable",
                    kind=ErrorKind.UNAVAILABLE,
                )
            found = self._channels[service] = RpcChannel(addresses, self._policy)
        return found

    def channel_to(self, address: str) -> grpc.aio.Channel:
        """See Rpc. The longest unused go when there are more than MAX_DIRECT_CHANNELS."""
        found = self._direct.pop(address, None)
        if found is None:
            found = RpcChannel((address,), self._policy)
        self._direct[address] = found
        while len(self._direct) > MAX_DIRECT_CHANNELS:
            del self._direct[next(iter(self._direct))]
        return found

    async def close(self) -> None:
        """Close all channels."""
        for channel in (*self._channels.values(), *self._direct.values()):
            await channel.close()
