"""The one place where the gateway's adapters and its app are joined."""

import asyncio
import contextlib
import logging
import random
from collections.abc import Coroutine
from typing import Any

from riverbus.pb.chat.v1 import chat_pb2_grpc
from riverbus.pb.lobby.v1 import account_event_pb2, lobby_pb2_grpc
from riverbus.pb.wallet.v1 import wallet_pb2_grpc
from riverbus.runtime.service import App, Ports, Service
from riverbus.runtime.tasks import end
from services.gateway.adapters.bus import BusPlayers, BusPresence, BusTables, follow_accounts
from services.gateway.adapters.codec import WireCodec
from services.gateway.adapters.neighbours import (
    ChatService,
    LobbyDirectory,
    LobbySessions,
    WalletPurse,
)
from services.gateway.adapters.origins import Origins
from services.gateway.adapters.owner_calls import OwnerCalls
from services.gateway.adapters.pages import Pages, web_folder
from services.gateway.adapters.public_server import PublicServer
from services.gateway.adapters.rest import Rest
from services.gateway.adapters.rest_accounts import AccountRoutes
from services.gateway.adapters.rest_chat import ChatRoutes
from services.gateway.adapters.rest_operators import OperatorRoutes
from services.gateway.adapters.rest_play import PlayRoutes
from services.gateway.adapters.routes import Routes
from services.gateway.adapters.socket import Sockets
from services.gateway.adapters.tables import OwnedTables
from services.gateway.app.chat_rooms import ChatRooms
from services.gateway.app.feeds import Feeds
from services.gateway.app.lobby_list import LobbyList
from services.gateway.app.player_news import PlayerNews
from services.gateway.app.purses import Purses
from services.gateway.app.registry import Registry
from services.gateway.app.room import Room
from services.gateway.app.sessions import SessionCache
from services.gateway.config import GatewayConfig
from services.gateway.domain.credits import Credits, CreditTable
from services.gateway.domain.goodbyes import DRAINING, SIGNED_OUT, SUSPENDED
from services.gateway.metrics import GatewayMetrics

DRAIN_SPREAD_S = 2.0
DRAIN_WAIT_S = 8.0

log = logging.getLogger(__name__)


class Tasks:
    """Background work that ends with the service."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Start it; a failure is logged."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def stop(self) -> None:
        """Cancel all and wait."""
        await end(*self._tasks)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("background work failed", exc_info=task.exception())


class GatewayApp(App):
    """The running gateway."""

    def __init__(
        self,
        ports: Ports,
        room: Room,
        sessions: SessionCache,
        routes: Routes,
        sockets: Sockets,
        server: PublicServer,
        tasks: Tasks,
        doors: bool,
    ) -> None:
        self._ports = ports
        self.room = room
        self._sessions = sessions
        self._routes = routes
        self.sockets = sockets
        self._tasks = tasks
        self.server = server
        self._doors = doors

    async def start(self) -> None:
        """Routes and revocations first, then the doors open."""
        await self._routes.start()
        self._accounts = await follow_accounts(self._ports.bus, self._on_account)
        self._ports.bus.on_gap(self.room.feeds.on_gap)
        self._tasks.spawn(self.room.registry.publish_presence())
        self._tasks.spawn(self.room.lobby.run())
        if self._doors:
            await self.server.start()
            log.info("doors open", extra={"url": self.server.url})

    async def drain(self) -> None:
        """Say goodbye to everybody, spread over two seconds so that the others are not stormed."""
        self.sockets.draining = True
        connections = list(self.room.registry)
        random.shuffle(connections)
        pause_s = DRAIN_SPREAD_S / max(1, len(connections))
        for connection in connections:
            connection.end(DRAINING)
            await asyncio.sleep(min(pause_s, 0.05))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_WAIT_S):
                await self.room.registry.empty()

    async def stop(self) -> None:
        """Close everything."""
        if self._doors:
            await self.server.stop()
        await self._tasks.stop()
        await self.room.feeds.close()
        await self._accounts.stop()
        await self._routes.stop()

    def unready(self) -> list[str]:
        """A draining gateway gets no new sockets."""
        return ["draining"] if self.sockets.draining else []

    async def _on_account(self, event: account_event_pb2.AccountEvent) -> None:
        """Revocations close sockets at once (SEAMS 36, GW-16)."""
        fact = event.WhichOneof("fact")
        account_id = event.account_id
        if fact == "sessions_revoked":
            ids = frozenset(event.sessions_revoked.session_ids)
            self._sessions.forget(account_id, ids)
            self.room.registry.end(SIGNED_OUT, account_id, ids)
        elif fact in ("suspended", "closed"):
            self._sessions.forget(account_id)
            self.room.registry.end(SUSPENDED, account_id)
        elif fact is not None and fact != "opened":
            self._sessions.forget(account_id)
            for connection in self.room.registry.of(account_id):
                self._tasks.spawn(self.sockets.refresh(connection))


def build(config: GatewayConfig, ports: Ports, *, doors: bool = True) -> GatewayApp:
    """Join everything; no I/O. Without doors no port is opened: the simulator walks in."""
    metrics = GatewayMetrics(ports.metrics)
    tasks = Tasks()
    clock, bus, rpc = ports.clock, ports.bus, ports.rpc
    accounts = lobby_pb2_grpc.AccountServiceStub(rpc.channel("lobby"))
    directory = lobby_pb2_grpc.DirectoryServiceStub(rpc.channel("lobby"))
    wallet = wallet_pb2_grpc.WalletServiceStub(rpc.channel("wallet"))
    chat = chat_pb2_grpc.ChatServiceStub(rpc.channel("chat"))
    routes = Routes(bus)
    calls = OwnerCalls(rpc, routes, metrics)
    tables = OwnedTables(calls)
    sessions = SessionCache(LobbySessions(accounts), clock)
    feeds = Feeds(tables, BusTables(bus), WireCodec(), metrics, tasks.spawn)
    chat_rooms = ChatRooms(ChatService(chat, bus))
    purses = Purses(WalletPurse(wallet))
    news = PlayerNews(feeds, chat_rooms, purses, tasks.spawn)
    registry = Registry(BusPlayers(bus), news, BusPresence(bus, ports.instance, clock))
    news.registry = registry
    lobby = LobbyList(LobbyDirectory(directory, bus))
    room = Room(
        ports.instance, clock, tables, registry, feeds, chat_rooms, lobby, purses, metrics,
        tasks.spawn,
    )  # fmt: skip
    origins = Origins(config.public_origins, config.trusted_proxies)
    by_account = CreditTable(config.account_burst, config.account_per_s)
    by_address = CreditTable(config.address_burst, config.address_per_s)

    def new_credits() -> Credits:
        return Credits(config.frame_burst, config.frames_per_s, clock.now_ms())

    sockets = Sockets(
        room,
        sessions,
        origins,
        by_account,
        by_address,
        new_credits,
        clock,
        metrics,
        config.max_connections,
    )
    declared = [
        *AccountRoutes(accounts, sessions, origins, config.cookie_secure).routes(),
        *PlayRoutes(directory, wallet, calls).routes(),
        *ChatRoutes(chat).routes(),
        *OperatorRoutes(rpc, calls).routes(),
    ]
    rest = Rest(declared, sessions, origins, by_account, by_address, clock, metrics)
    server = PublicServer(
        rest,
        sockets,
        Pages(web_folder(config.web_dir)),
        origins,
        config.public_listen,
        config.public_port_file,
        (config.tls_certificate, config.tls_key),
    )
    return GatewayApp(ports, room, sessions, routes, sockets, server, tasks, doors)


SERVICE = Service("gateway", GatewayConfig, build)
