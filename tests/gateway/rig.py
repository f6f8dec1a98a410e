"""A real gateway on a real bus between stand-ins, and clients that speak frames."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
from msgspec import UNSET

from riverbus.pb.chat.v1 import chat_pb2_grpc
from riverbus.pb.lobby.v1 import lobby_pb2_grpc
from riverbus.pb.table.v1 import table_pb2_grpc
from riverbus.pb.wallet.v1 import wallet_pb2_grpc
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.config import read_config
from riverbus.runtime.grpc_server import GrpcServer
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_server import Guard
from riverbus.runtime.service import Running
from services.gateway.adapters.codec import decode_server, encode_client
from services.gateway.config import GatewayConfig
from services.gateway.domain import frames as f
from services.gateway.domain.wire import Form
from services.gateway.wiring import SERVICE, GatewayApp
from tests.fixtures.keys import TestKeys
from tests.gateway.neighbours import Chat, Lobby, TableProcess, Wallet

PATIENCE_S = 10.0


class Client:
    """A socket that sends frames and waits for those it wants, keeping all."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, form: Form) -> None:
        self.socket = socket
        self.form = form
        self.frames: list[f.ServerFrame] = []
        self.raw: list[str | bytes] = []

    async def send(self, **frame: Any) -> None:
        """`send(watch=f.Watch(…))`."""
        await self.send_raw(encode_client(f.ClientFrame(**frame), self.form))

    async def send_raw(self, data: str | bytes) -> None:
        """Whatever."""
        if isinstance(data, str):
            await self.socket.send_str(data)
        else:
            await self.socket.send_bytes(data)

    async def next(self, kind: str = "") -> Any:
        """The next frame of this kind (any without), as its message; others are kept and passed."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                message = await self.socket.receive()
                if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                    raise ConnectionError(f"closed: {self.socket.close_code}")
                self.raw.append(message.data)
                frame = decode_server(message.data, self.form)
                self.frames.append(frame)
                for name in f.ServerFrame.__struct_fields__:
                    value = getattr(frame, name)
                    if value is not UNSET and kind in ("", name):
                        return value

    async def hello(self, instance_id: str = "") -> f.Welcome:
        """Greet."""
        await self.send(hello=f.Hello(protocol=1, client="test", instance_id=instance_id))
        welcome: f.Welcome = await self.next("welcome")
        return welcome

    async def watch(self, table_id: str, **known: int) -> f.Snapshot:
        """Follow a table up to its snapshot."""
        await self.send(watch=f.Watch(table_id=table_id, **known))
        snapshot: f.Snapshot = await self.next("snapshot")
        return snapshot

    async def closed(self) -> int:
        """The close code, once the server has closed."""
        try:
            while True:
                await self.next()
        except ConnectionError:
            return self.socket.close_code or 0


class House:
    """Gateway, neighbours and table processes of one test."""

    def __init__(self, keys: TestKeys, bus: NatsBus, url: str) -> None:
        self.keys = keys
        self.bus = bus
        self.lobby = Lobby()  # type: ignore[abstract]
        self.chat = Chat(bus)  # type: ignore[abstract]
        self._nats_url = url
        self._servers: list[GrpcServer] = []
        self._gateways: list[Running] = []
        self.http = aiohttp.ClientSession()
        self._neighbours = ""

    async def open(self) -> None:
        """Start the neighbours."""
        server = GrpcServer(Guard(self.keys.verifier(), Metrics("lobby")), "127.0.0.1:0")
        lobby_pb2_grpc.add_AccountServiceServicer_to_server(self.lobby, server)
        lobby_pb2_grpc.add_DirectoryServiceServicer_to_server(self.lobby, server)
        wallet = Wallet()  # type: ignore[abstract]
        wallet_pb2_grpc.add_WalletServiceServicer_to_server(wallet, server)
        chat_pb2_grpc.add_ChatServiceServicer_to_server(self.chat, server)
        self._neighbours = await self._serve(server)

    async def table_process(self, name: str) -> tuple[TableProcess, str]:
        """A table process and its address."""
        process = TableProcess(self.bus, name)  # type: ignore[abstract]
        server = GrpcServer(Guard(self.keys.verifier(), Metrics("table")), "127.0.0.1:0")
        table_pb2_grpc.add_TableServiceServicer_to_server(process, server)
        return process, await self._serve(server)

    async def gateway(self, name: str = "gateway-0", **settings: str) -> Running:
        """A real gateway; settings are RIVERBUS_* without the prefix, in lower case."""
        environment = {
            **self.keys.environment("gateway"),
            "RIVERBUS_NATS_URL": self._nats_url,
            "RIVERBUS_LOBBY_ADDRESSES": self._neighbours,
            "RIVERBUS_WALLET_ADDRESSES": self._neighbours,
            "RIVERBUS_CHAT_ADDRESSES": self._neighbours,
            "RIVERBUS_PUBLIC_LISTEN": "127.0.0.1:0",
            "RIVERBUS_INSTANCE": name,
            **{f"RIVERBUS_{key.upper()}": value for key, value in settings.items()},
        }
        running = Running(SERVICE, read_config(GatewayConfig, "gateway", environment))
        await running.start()
        self._gateways.append(running)
        return running

    async def client(
        self, gateway: Running, name: str, form: Form = Form.JSON, *, token: str = ""
    ) -> Client:
        """A socket of a signed-in player, not yet greeted."""
        socket = await self.http.ws_connect(
            f"{url_of(gateway)}/ws",
            protocols=(form.value,),
            headers={"Authorization": f"Bearer {token or 'tok-' + name}"},
            autoping=True,
        )
        return Client(socket, form)

    async def close(self) -> None:
        """End all."""
        await self.http.close()
        for running in self._gateways:
            await running.stop()
        for server in self._servers:
            await server.stop(0)

    async def _serve(self, server: GrpcServer) -> str:
        await server.start()
        await server.set_serving(True)
        self._servers.append(server)
        return server.address


def app_of(gateway: Running) -> GatewayApp:
    """The gateway's app."""
    assert isinstance(gateway.app, GatewayApp)
    return gateway.app


def url_of(gateway: Running) -> str:
    """Its public URL."""
    return app_of(gateway).server.url


@asynccontextmanager
async def opened(keys: TestKeys, bus: NatsBus, url: str) -> AsyncIterator[House]:
    """For a fixture."""
    house = House(keys, bus, url)
    try:
        await house.open()
        yield house
    finally:
        await house.close()


def page_folder(folder: Path) -> Path:
    """A small page with an inline import map."""
    (folder / "app").mkdir(parents=True)
    (folder / "index.html").write_text(
        '<!doctype html><title>t</title><script type="importmap">{"imports":{}}</script>'
        '<script type="module" src="/app/main.js"></script>'
    )
    (folder / "app" / "main.js").write_text("export {};\n")
    (folder / ".secret.json").write_text("{}")
    (folder / "tool.py").write_text("")
    return folder
