"""Joins the lobby's adapters to its use cases; the one place that knows both."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import Protocol

from google.protobuf.message import DecodeError

from riverbus.core.errors import RoomError
from riverbus.core.ports import Bus, Clock, Ids, Message
from riverbus.pb.lobby.v1 import lobby_pb2_grpc, operator_pb2_grpc
from riverbus.pb.wallet.v1 import wallet_pb2_grpc
from riverbus.runtime.outbox import OutboxRelay
from riverbus.runtime.service import App, Ports, Service
from riverbus.runtime.tasks import end
from services.lobby.adapters.account_servicer import AccountServicer
from services.lobby.adapters.codec import row_of
from services.lobby.adapters.directory_servicer import DirectoryServicer
from services.lobby.adapters.memory import MemoryRelay, MemoryStore
from services.lobby.adapters.operator_servicer import OperatorServicer
from services.lobby.adapters.outward import (
    ROWS_SUBJECT,
    BusNotices,
    GrpcWallet,
    KvTableBucket,
)
from services.lobby.adapters.postgres import PgStore
from services.lobby.adapters.secrets import ArgonSecrets
from services.lobby.app.attempts import Attempts
from services.lobby.app.directory import Directory
from services.lobby.app.operators import AccountOffice, Records
from services.lobby.app.ports import Secrets, Store
from services.lobby.app.profiles import Profiles
from services.lobby.app.purses import Purses
from services.lobby.app.registration import Registrar
from services.lobby.app.room import Room, Terms
from services.lobby.app.seeds import Seed, apply_seeds, read_seeds
from services.lobby.app.sessions import Doorkeeper
from services.lobby.app.waiting_lists import WaitingLists
from services.lobby.config import LobbyConfig
from services.lobby.domain.names import NameRules
from services.lobby.domain.registration import MAJORITY_AGES
from services.lobby.metrics import LobbyMetrics

log = logging.getLogger(__name__)

SESSIONS_EVERY_S = 600.0
RESTART_S = 1.0


class Relay(Protocol):
    """Sends facts to the stream of account events."""

    def start(self) -> None: ...
    async def stop(self) -> None: ...


class LobbyApp(App):
    """The running lobby."""

    def __init__(
        self,
        config: LobbyConfig,
        bus: Bus,
        room: Room,
        relay: Relay,
        seeds: tuple[Seed, ...],
        directory: Directory,
        waiting: WaitingLists,
        purses: Purses,
        doorkeeper: Doorkeeper,
        metrics: LobbyMetrics,
    ) -> None:
        self._config = config
        self._bus = bus
        self._room = room
        self._relay = relay
        self._seeds = seeds
        self._directory = directory
        self._waiting = waiting
        self._purses = purses
        self._doorkeeper = doorkeeper
        self._metrics = metrics
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Seeds, bucket, rows, background tasks."""
        made = await apply_seeds(self._room, self._seeds)
        if made:
            log.info("tables made from seeds", extra={"tables": made})
        await self._bus.subscribe(ROWS_SUBJECT, self._on_row)
        try:
            await self._reconcile()
        except RoomError as error:
            log.warning("bucket not reconciled yet", extra={"code": error.code})
        self._relay.start()
        self._tasks = [
            asyncio.create_task(self._for_ever("waiting", self._waiting.run)),
            asyncio.create_task(self._for_ever("purses", self._purses.run)),
            asyncio.create_task(
                self._for_ever("bucket", self._reconcile, self._config.reconcile_s)
            ),
            asyncio.create_task(
                self._for_ever("sessions", self._doorkeeper.forget_expired, SESSIONS_EVERY_S)
            ),
        ]

    async def stop(self) -> None:
        """Ends all tasks."""
        await end(*self._tasks)
        await self._relay.stop()
        if isinstance(self._room.secrets, ArgonSecrets):
            self._room.secrets.close()

    async def _reconcile(self) -> None:
        self._metrics.bucket_writes.inc(await self._directory.reconcile())
        for state, count in (await self._directory.counts()).items():
            self._metrics.tables.labels(state).set(count)

    async def _on_row(self, message: Message) -> None:
        try:
            row = row_of(message.data)
        except DecodeError:
            self._metrics.rows.labels("malformed").inc()
            return
        try:
            news = await self._directory.heard(row)
        except RoomError:
            self._metrics.rows.labels("failed").inc()
            return
        self._metrics.rows.labels("taken" if news else "dropped").inc()

    async def _for_ever(
        self, name: str, work: Callable[[], Awaitable[object]], pause_s: float = RESTART_S
    ) -> None:
        """Rounds of a task; one that fails is counted, and the next comes after the pause."""
        while True:
            await asyncio.sleep(pause_s)
            try:
                await work()
            except RoomError as error:
                self._metrics.failures.labels(name).inc()
                log.warning("task failed", extra={"task": name, "code": error.code})
            except Exception:
                self._metrics.failures.labels(name).inc()
                log.exception("task failed", extra={"task": name})


def build(
    config: LobbyConfig,
    ports: Ports,
    *,
    store: Store | None = None,
    secrets: Secrets | None = None,
) -> App:
    """The lobby over these ports; the simulator puts in its own store and secrets."""
    relay: Relay
    if store is None:
        database = ports.need_database()
        store = PgStore(database)
        relay = OutboxRelay(database, ports.bus, ports.metrics)
    elif isinstance(store, MemoryStore):
        relay = MemoryRelay(store, ports.bus)
    else:
        raise TypeError(f"no relay is known for {type(store).__name__}")
    room = make_room(config, store, ports.clock, ports.ids, secrets)
    wallet_stub: wallet_pb2_grpc.WalletServiceAsyncStub = wallet_pb2_grpc.WalletServiceStub(
        ports.rpc.channel("wallet")
    )
    purses = Purses(room, GrpcWallet(wallet_stub, config.wallet_timeout_s))
    directory = Directory(room, KvTableBucket(ports.bus))
    waiting = WaitingLists(room, directory, BusNotices(ports.bus))
    doorkeeper = Doorkeeper(room, purses, Attempts(ports.clock))
    server = ports.rpc.server
    lobby_pb2_grpc.add_AccountServiceServicer_to_server(
        AccountServicer(room, Registrar(room, purses), doorkeeper, Profiles(room)), server
    )
    lobby_pb2_grpc.add_DirectoryServiceServicer_to_server(
        DirectoryServicer(directory, waiting), server
    )
    operator_pb2_grpc.add_OperatorServiceServicer_to_server(
        OperatorServicer(room, AccountOffice(room), Records(room), directory), server
    )
    return LobbyApp(
        config,
        ports.bus,
        room,
        relay,
        read_seeds(_text(config.seeds_file, "tables.toml")),
        directory,
        waiting,
        purses,
        doorkeeper,
        LobbyMetrics(ports.metrics),
    )


def make_room(
    config: LobbyConfig, store: Store, clock: Clock, ids: Ids, secrets: Secrets | None = None
) -> Room:
    """What all use cases share; also for `riverbus operator add`."""
    return Room(
        store=store,
        clock=clock,
        ids=ids,
        secrets=secrets
        or ArgonSecrets(
            memory_kib=config.password_memory_kib,
            passes=config.password_passes,
            threads=config.password_threads,
        ),
        terms=_terms(_text(config.terms_file, "terms.md")),
        names=_names(_text(config.refused_names_file, "refused_names.txt")),
        bot_key=config.bot_key,
        majority_ages={**MAJORITY_AGES, **config.majority_ages},
    )


def _text(path: str, shipped: str) -> str:
    if path:
        return Path(path).read_text(encoding="utf-8")
    return (files("services.lobby") / "seeds" / shipped).read_text(encoding="utf-8")


def _terms(text: str) -> Terms:
    version, _, body = text.strip().partition("\n")
    return Terms(version.strip(), body.strip())


def _names(text: str) -> NameRules:
    lines = [line.strip() for line in text.splitlines()]
    words = [line for line in lines if line and not line.startswith("#")]
    return NameRules(
        [word for word in words if not word.startswith("*")],
        [word.removeprefix("*") for word in words if word.startswith("*")],
    )


SERVICE = Service("lobby", LobbyConfig, build)
