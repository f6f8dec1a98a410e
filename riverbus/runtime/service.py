"""The harness: `run(SERVICE)` is the whole life of a service (README.md has an example).

Start: logs, HTTP, NATS, database, build, gRPC, App.start, ready. SIGTERM or Ctrl-C: not ready,
App.drain (bounded), gRPC stop, App.stop, bus, database. A second signal ends at once.
"""

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
import uvloop

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Bus, Clock, Ids, Shuffle
from riverbus.runtime import nats as bus_connection
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.config import ServiceConfig, read_config
from riverbus.runtime.grpc_server import GrpcServer
from riverbus.runtime.http import HttpServer
from riverbus.runtime.logs import set_up_logs
from riverbus.runtime.loop_lag import LoopLag
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.nats import NatsConnection
from riverbus.runtime.rpc import Rpc, SocketRpc
from riverbus.runtime.rpc_client import CallPolicy
from riverbus.runtime.rpc_server import Guard
from riverbus.runtime.schemas import SCHEMAS, DatabaseUnavailable, newest_step
from riverbus.runtime.sources import SystemClock, SystemIds, SystemShuffle
from riverbus.runtime.tokens import TokenSigner, TokenVerifier

if TYPE_CHECKING:
    from riverbus.runtime.db import Database

log = logging.getLogger(__name__)

GRPC_GRACE_S = 5.0
START_DEADLINE_S = 30.0
GC_THRESHOLD = 50_000

C = TypeVar("C", bound=ServiceConfig)


class Ports(msgspec.Struct, frozen=True, kw_only=True):
    """All that a service's wiring gets from outside; the simulator makes it from memory.

    `nats` is nats-py's connection for adapters that need JetStream itself; None in the simulator.
    `database` is None for services without a schema and in the simulator.
    """

    instance: str
    clock: Clock
    ids: Ids
    shuffle: Shuffle
    bus: Bus
    rpc: Rpc
    metrics: Metrics
    database: "Database | None" = None
    nats: NatsConnection | None = None

    def need_database(self) -> "Database":
        """The database, for adapters that cannot do without."""
        if self.database is None:
            raise DatabaseUnavailable("This service was started without a database.")
        return self.database


class App:
    """What a wiring's build() returns. All methods have defaults; override what is needed."""

    async def start(self) -> None:
        """Subscribe, warm up. Calls are refused as `starting` until this returns."""

    async def drain(self) -> None:
        """Stop taking on new work and hand over what can be; calls are still answered."""

    async def stop(self) -> None:
        """End all tasks; nothing is called after this."""

    def unready(self) -> list[str]:
        """Why no new work should come here, beyond what the harness knows; empty: ready."""
        return []


class Service(msgspec.Struct, Generic[C], frozen=True):
    """What the harness must know of a service."""

    name: str
    config: type[C]
    build: Callable[[C, Ports], App]


class Running:
    """A started service; tests use it to run real services inside their own loop."""

    def __init__(self, service: Service[Any], config: ServiceConfig) -> None:
        self.service = service
        self.config = config
        self.instance = config.instance or f"{service.name}-0"
        self.metrics = Metrics(service.name, process=True)
        self.http = HttpServer(self.metrics, config.http_listen, self.unready)
        verifier = TokenVerifier(config.public_keys)
        self.guard = Guard(verifier, self.metrics)
        self.grpc = GrpcServer(self.guard, config.grpc_listen)
        self.app: App | None = None
        self.nats: NatsConnection | None = None
        self.database: Database | None = None
        self.rpc: SocketRpc | None = None
        self._lag = LoopLag(self.metrics)
        self._draining = False

    def unready(self) -> list[str]:
        """Why this process should get no new work."""
        reasons = []
        if self.app is None or not self.guard.open:
            reasons.append("starting")
        if self._draining:
            reasons.append("draining")
        if self.nats is not None and not self.nats.connected:
            reasons.append("nats_disconnected")
        if self.nats is not None and self.nats.connected and not self.nats.streams_ready:
            reasons.append("streams_missing")
        return reasons + (self.app.unready() if self.app is not None else [])

    async def start(self) -> None:
        """Everything up to readiness. Raises RoomError with what to do; stop() cleans up."""
        name, config = self.service.name, self.config
        await self.http.start()
        self._lag.start()
        self.nats = await bus_connection.connect(config, name, self.metrics)
        if name in SCHEMAS:
            self.database = await self._open_database()
        signer = TokenSigner(name, config.private_key)
        policy = CallPolicy(signer, self.metrics, config.call_timeout_s)
        addresses = {
            "wallet": config.wallet_addresses,
            "lobby": config.lobby_addresses,
            "chat": config.chat_addresses,
        }
        self.rpc = SocketRpc(self.grpc, policy, addresses, config.advertise)
        self.app = self.service.build(
            config,
            Ports(
                instance=self.instance,
                clock=SystemClock(),
                ids=SystemIds(),
                shuffle=SystemShuffle(),
                bus=NatsBus(self.nats, self.metrics),
                rpc=self.rpc,
                metrics=self.metrics,
                database=self.database,
                nats=self.nats,
            ),
        )
        self.guard.open = False
        await self.grpc.start()
        await self.app.start()
        self.guard.open = True
        await self.grpc.set_serving(True)
        self._write_port_file()
        log.info("ready", extra={"grpc": self.rpc.address, "http": self.http.address})

    async def stop(self) -> None:
        """Drain, then end everything in the reverse order; safe after a failed start."""
        self._draining = True
        if self.app is not None:
            await self.grpc.set_serving(False)
            try:
                async with asyncio.timeout(self.config.drain_s):
                    await self.app.drain()
            except TimeoutError:
                log.warning("drain took too long", extra={"limit_s": self.config.drain_s})
            except Exception:
                log.exception("drain failed")
            await self.grpc.stop(GRPC_GRACE_S)
            try:
                await self.app.stop()
            except Exception:
                log.exception("stop failed")
        if self.rpc is not None:
            await self.rpc.close()
        if self.nats is not None:
            await self.nats.close()
        if self.database is not None:
            await self.database.close()
        await self._lag.stop()
        await self.http.stop()

    async def _open_database(self) -> "Database":
        # Loaded here: SQLAlchemy takes half of the start, and the gateway has no database.
        from riverbus.runtime.db import Database
        from riverbus.runtime.schema_step import current_step

        name, config = self.service.name, self.config
        if not config.database_url:
            raise RoomError(
                "Set RIVERBUS_DATABASE_URL: where the PostgreSQL of this service is.",
                code="config_refused",
                kind=ErrorKind.INVALID,
            )
        database = Database(
            config.database_url, SCHEMAS[name], pool=config.database_pool, name=self.instance
        )
        await _within(database.ping, START_DEADLINE_S)
        step, wanted = await current_step(database.engine, database.schema), newest_step(name)
        if step < wanted:
            await database.close()
            raise RoomError(
                f"The schema {database.schema} is at step {step or 'none'}, this release needs "
                f"{wanted}: run `riverbus migrate` first.",
                code="schema_too_old",
                kind=ErrorKind.UNAVAILABLE,
            )
        return database

    def _write_port_file(self) -> None:
        if not self.config.port_file or self.rpc is None:
            return
        path = Path(self.config.port_file)
        bound = {"grpc": self.rpc.address, "http": self.http.address, "pid": os.getpid()}
        scratch = path.with_suffix(".new")
        scratch.write_bytes(msgspec.json.encode(bound))
        scratch.replace(path)


def run(service: Service[Any], environment: Mapping[str, str] | None = None) -> None:
    """Run the service until a signal comes, then exit the process: 0, or 1 with the reason."""
    environment = os.environ if environment is None else environment
    try:
        config = read_config(service.config, service.name, environment)
    except RoomError as error:
        sys.exit(f"{service.name}: {error.sentence}")
    instance = config.instance or f"{service.name}-{socket.gethostname()}"
    config = msgspec.structs.replace(config, instance=instance)
    set_up_logs(service.name, instance, config.log_level)
    sys.exit(uvloop.run(_main(service, config)))


async def _main(service: Service[Any], config: ServiceConfig) -> int:
    try:
        running = Running(service, config)
    except RoomError as error:
        log.error("cannot start", extra={"code": error.code, "sentence": error.sentence})
        return 1
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()

    def on_signal() -> None:
        if stopping.is_set():
            os._exit(1)
        stopping.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, on_signal)
    starting = asyncio.create_task(running.start())
    stop_asked = asyncio.create_task(stopping.wait())
    code = 0
    await asyncio.wait((starting, stop_asked), return_when=asyncio.FIRST_COMPLETED)
    if not starting.done():
        starting.cancel()
    try:
        await starting
    except asyncio.CancelledError:
        log.info("stopped while starting")
    except RoomError as error:
        log.error("cannot start", extra={"code": error.code, "sentence": error.sentence})
        code = 1
    except Exception:
        log.exception("cannot start")
        code = 1
    else:
        _rest_the_collector()
        await stop_asked
    stop_asked.cancel()
    await running.stop()
    log.info("stopped")
    return code


def _rest_the_collector() -> None:
    """What starting made stays, and a request's objects go with its last reference: cycles are
    rare. With Python's own threshold the collector took a tenth of a busy wallet.
    """
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)


async def _within(attempt: Callable[[], Any], seconds: float) -> None:
    """Try again each 0.2 s until it works; the last failure after that time."""
    deadline = asyncio.get_running_loop().time() + seconds
    while True:
        try:
            await attempt()
            return
        except RoomError:
            if asyncio.get_running_loop().time() >= deadline:
                raise
        await asyncio.sleep(0.2)
