"""The five services over one simulated network; processes are started, killed and started again.

Stores, hand log and streams outlive every process, as PostgreSQL and NATS do.
"""

import asyncio
import base64
import random

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_client import CallPolicy
from riverbus.runtime.rpc_memory import MemoryNetwork, MemoryRpc
from riverbus.runtime.rpc_server import Guard
from riverbus.runtime.service import App, Ports
from riverbus.runtime.streams import SERVICES, STREAMS
from riverbus.runtime.tokens import TokenSigner, TokenVerifier, new_key_pair
from riverbus.sim.broker import Broker
from riverbus.sim.bus import MemoryBus
from riverbus.sim.hand_log import MemoryHandLog
from riverbus.sim.loop import VirtualLoop
from riverbus.sim.network import CALM, Network
from riverbus.sim.room.archive import MemoryArchive
from riverbus.sim.room.disk import WatchedDisk
from riverbus.sim.room.processes import ProcessTable, run_as
from riverbus.sim.sources import SimClock, SimIds, SimShuffle
from services.chat import wiring as chat
from services.chat.adapters.memory import MemoryStore as ChatStore
from services.chat.config import ChatConfig
from services.gateway import wiring as gateway
from services.gateway.config import GatewayConfig
from services.lobby import wiring as lobby
from services.lobby.adapters.memory import MemoryStore as LobbyStore
from services.lobby.adapters.memory import PlainSecrets
from services.lobby.config import LobbyConfig
from services.table import wiring as table
from services.table.config import TableConfig
from services.wallet import wiring as wallet
from services.wallet.adapters.event_codec import encode_events
from services.wallet.adapters.memory_store import MemoryStore as WalletStore
from services.wallet.config import WalletConfig

ROOM_KEYS = {"k1": base64.b64encode(bytes(range(32))).decode()}
PROCESSES = (
    "wallet-0", "wallet-1", "lobby-0", "chat-0", "table-0", "table-1", "table-2", "gateway-0",
    "gateway-1",
)  # fmt: skip
AGAIN_S = 0.5


class SimRoom:
    """Made inside a VirtualLoop; everything that happens follows from the seed."""

    def __init__(self, loop: VirtualLoop, seed: int) -> None:
        self.loop = loop
        self.random = random.Random(seed)
        # Shufflings of goodbyes and the like come from the module's own generator.
        random.seed(seed)
        self.network = Network(self.random, CALM)
        self.rpc_network = MemoryNetwork(self.network.rpc_fault)
        self.broker = Broker(self.network, {one.name: one.subjects for one in STREAMS})
        self.disk = WatchedDisk()
        self.archive = MemoryArchive(self.network)
        self.wallet_store = WalletStore(encode_events)
        self.lobby_store = LobbyStore()
        self.chat_store = ChatStore()
        self.secrets = PlainSecrets()
        self.apps: dict[str, App] = {}
        self._buses: dict[str, MemoryBus] = {}
        self._table = ProcessTable()
        self._table.install(loop)
        self._keys = {service: new_key_pair() for service in SERVICES}
        self._public = {service: pair[1] for service, pair in self._keys.items()}

    async def start(self) -> None:
        """All processes, the wallet first."""
        for name in PROCESSES:
            await self.start_process(name)

    async def start_process(self, name: str) -> None:
        """Start it, and again until it is up."""
        self.network.heal(name)
        while True:
            ports = self._ports(name)
            app = self._build(name, ports)
            try:
                await run_as(name, app.start())
            except RoomError as error:
                if error.kind not in (ErrorKind.UNAVAILABLE, ErrorKind.DEADLINE):
                    raise
                await self._remove(name)
                await asyncio.sleep(AGAIN_S)
                continue
            self.apps[name] = app
            return

    async def kill(self, name: str) -> None:
        """SIGKILL: nothing more leaves the process, and nothing in it goes on."""
        self.network.cut(name)
        self.apps.pop(name, None)
        await self._remove(name)

    def gateways(self) -> list[tuple[str, gateway.GatewayApp]]:
        """Names and apps of those that are up."""
        return [
            (name, app)
            for name, app in sorted(self.apps.items())
            if isinstance(app, gateway.GatewayApp)
        ]

    def client_rpc(self) -> MemoryRpc:
        """Channels with a gateway's rights, for signing up players."""
        return self._rpc("gateway", "door")

    async def _remove(self, name: str) -> None:
        self.rpc_network.vanish(name)
        await self._table.kill(name)
        await self._buses[name].kill()

    def _rpc(self, service: str, address: str) -> MemoryRpc:
        metrics = Metrics(service)
        guard = Guard(TokenVerifier(self._public), metrics)
        policy = CallPolicy(TokenSigner(service, self._keys[service][0]), metrics, 5.0)
        return MemoryRpc(self.rpc_network, service, address, guard, policy)

    def _ports(self, name: str) -> Ports:
        service = name.rsplit("-", 1)[0]
        clock = SimClock(self.loop)
        self._buses[name] = MemoryBus(self.broker, name)
        return Ports(
            instance=name,
            clock=clock,
            ids=SimIds(clock, self.random),
            shuffle=SimShuffle(self.random),
            bus=self._buses[name],
            rpc=self._rpc(service, name),
            metrics=Metrics(service),
        )

    def _build(self, name: str, ports: Ports) -> App:
        service = name.rsplit("-", 1)[0]
        if service == "wallet":
            config = WalletConfig(
                private_key=self._keys["wallet"][0], audit_every_s=0, refill_every_s=0
            )
            return wallet.build(config, ports, memory=self.wallet_store)
        if service == "lobby":
            return lobby.build(LobbyConfig(), ports, store=self.lobby_store, secrets=self.secrets)
        if service == "chat":
            return chat.build(ChatConfig(), ports, store=self.chat_store)
        if service == "table":
            quick = TableConfig(
                room_keys=ROOM_KEYS, run_out_ms=300, show_ms=200, choice_ms=400, award_ms=200,
                hand_gap_ms=300, advance_ms=100, reconcile_s=20, lobby_addresses=("lobby",),
            )  # fmt: skip
            log = MemoryHandLog(self._buses[name], self.disk)
            return table.build(quick, ports, hand_log=log, archive=self.archive)
        # Without doors it opens no port: players attach their sockets in this process.
        return gateway.build(GatewayConfig(account_burst=100_000.0), ports, doors=False)
