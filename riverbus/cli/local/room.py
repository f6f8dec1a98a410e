"""A whole room on this machine, for `riverbus up`, tests and benchmarks.

    with LocalRoom(home) as room:       raises RoomError with what to do
        room.url, room.urls             gateways
        room.children["table-1"].kill() a SIGKILL; room.watch() starts it again

NATS and PostgreSQL are embedded unless the environment names others. Every process is a child and
is ended by its id; the home keeps accounts, balances and tables for the next start.
"""

import asyncio
import contextlib
import fcntl
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO

import msgspec

from riverbus.cli.local.child import Child
from riverbus.cli.local.prepared import is_prepared
from riverbus.cli.local.secrets import HomeUnusable, Secrets, read_or_make, unusable
from riverbus.cli.local.state import ProcessState, RoomState, remove_state, write_state
from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.embedded.nats_cluster import NatsCluster
from riverbus.runtime.embedded.postgres_server import PostgresServer
from riverbus.runtime.embedded.process import free_port, port_is_free
from riverbus.runtime.schemas import SCHEMAS

READY_S = 60.0
DRAIN_S = 8
STOP_S = 20.0
PREPARED = "prepared"
"""In the home: its databases had all steps and an operator at the last start."""


class Replicas(msgspec.Struct, frozen=True):
    """How many processes of each service."""

    gateway: int = 2
    table: int = 2
    wallet: int = 2
    lobby: int = 1
    chat: int = 1


class PortTaken(RoomError):
    """Raised when the public port is used by something else."""

    code = "port_taken"
    kind = ErrorKind.CONFLICT


class LocalRoom:
    """Starts servers and services, watches them, ends them."""

    def __init__(
        self,
        home: Path,
        *,
        port: int = 0,
        replicas: Replicas | None = None,
        settings: Mapping[str, str] | None = None,
        durable: bool = True,
        nats_nodes: int = 1,
    ) -> None:
        self.home = home.absolute()
        self.replicas = replicas or Replicas()
        self._port = port
        self._settings = dict(settings or {})
        self._durable = durable
        self._nats_nodes = nats_nodes
        self._lock: IO[bytes] | None = None
        self.children: dict[str, Child] = {}
        self.nats: NatsCluster | None = None
        self.postgres: PostgresServer | None = None
        self.urls: list[str] = []
        self._common: dict[str, str] = {}
        self._addresses: dict[str, str] = {}
        self.secrets: Secrets

    @property
    def url(self) -> str:
        """Where the page is."""
        return self.urls[0]

    def __enter__(self) -> "LocalRoom":
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Everything up to readiness of all services."""
        if self._port and not port_is_free(self._port):
            raise PortTaken(
                f"Port {self._port} is in use: end what uses it, or choose another with --port."
            )
        self.secrets = read_or_make(self.home)
        self._take_lock()
        self._make_log_folder()
        common = {
            "RIVERBUS_HOME": str(self.home),
            "RIVERBUS_PUBLIC_KEYS": msgspec.json.encode(self.secrets.public_keys).decode(),
            "RIVERBUS_DRAIN_S": str(DRAIN_S),
            "RIVERBUS_TABLE_HAND_OVER_S": "2",
            "RIVERBUS_TABLE_ROOM_KEYS": msgspec.json.encode(self.secrets.room_keys).decode(),
            "RIVERBUS_LOBBY_BOT_KEY": self.secrets.bot_key,
        }
        common |= self._start_nats()
        self._start_database()
        if not self._is_prepared():
            self._prepare(common)
        common |= self._settings
        self._common = common
        self._make_children(common)
        for child in self.children.values():
            child.start()
        deadline = time.monotonic() + READY_S
        for child in self.children.values():
            child.wait_ready(deadline)
        write_state(self.home, self._state())

    def stop(self) -> None:
        """Drain and end all processes, then the servers; safe after a failed start."""
        if self._lock is not None:
            remove_state(self.home)
        # Gateways first, so that players hear it; the wallet last, for the tables' sake.
        order = ("gateway", "table", "chat", "lobby", "wallet")
        for service in order:
            ending = [c for name, c in self.children.items() if name.rsplit("-", 1)[0] == service]
            for child in ending:
                child.terminate()
            deadline = time.monotonic() + STOP_S
            for child in ending:
                child.wait(deadline)
        if self.postgres is not None:
            self.postgres.stop()
        if self.nats is not None:
            self.nats.stop()
        self._drop_lock()

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the home without starting anything. Raises HomeUnusable while a room runs."""
        self._take_lock()
        try:
            yield
        finally:
            self._drop_lock()

    @contextlib.contextmanager
    def servers_only(self) -> Iterator[tuple[str, str]]:
        """NATS and PostgreSQL, migrated, without services: the admin's URL and that of NATS.

        Raises HomeUnusable while a room runs, and where the environment names other servers.
        """
        self.secrets = read_or_make(self.home)
        with self.locked():
            try:
                self._start_nats()
                self._start_database()
                self._migrate()
                if self.nats is None or self.postgres is None:
                    raise HomeUnusable(
                        "Unset RIVERBUS_NATS_URL and RIVERBUS_DATABASE_URL, or name both servers: "
                        "RIVERBUS_ADMIN_DATABASE_URL and RIVERBUS_NATS_URL."
                    )
                yield self.postgres.url(), self.nats.url
            finally:
                if self.postgres is not None:
                    self.postgres.stop()
                if self.nats is not None:
                    self.nats.stop()

    def watch(self) -> list[str]:
        """Start again what died; call it now and then. Returns the names."""
        return [name for name, child in self.children.items() if child.watch()]

    def instances(self, service: str) -> list[Child]:
        """The processes of one service."""
        return [c for name, c in self.children.items() if name.rsplit("-", 1)[0] == service]

    def environment(self, service: str) -> dict[str, str]:
        """What another process of the service needs to join this room."""
        return {**self._common, **self._addresses, **self._own(service)}

    def database_url(self, service: str) -> str:
        """The URL of a service's role."""
        return self._own(service).get("RIVERBUS_DATABASE_URL", "")

    def _state(self) -> RoomState:
        return RoomState(
            urls=tuple(self.urls),
            processes=tuple(
                ProcessState(name, child.http_address, child.variable("RIVERBUS_GRPC_LISTEN"))
                for name, child in self.children.items()
            ),
            nats_monitor=self.nats.monitor_url if self.nats is not None else "",
            nats_url=self.nats.url if self.nats is not None else "",
            postgres_port=self.postgres.port if self.postgres is not None else 0,
        )

    def _take_lock(self) -> None:
        path = self.home / "lock"
        try:
            lock = path.open("wb")
        except OSError as error:
            raise unusable(path, error) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise HomeUnusable(
                f"A room runs in {self.home} already: end it, or set RIVERBUS_HOME to another."
            ) from error
        self._lock = lock

    def _make_log_folder(self) -> None:
        folder = self.home / "log"
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise unusable(folder, error) from error

    def _drop_lock(self) -> None:
        if self._lock is not None:
            (self.home / "lock").unlink(missing_ok=True)
            self._lock.close()
            self._lock = None

    def _start_nats(self) -> dict[str, str]:
        if os.environ.get("RIVERBUS_NATS_URL"):
            return {}
        self.nats = NatsCluster(
            self.home / "nats", nodes=self._nats_nodes, passwords=self.secrets.nats_passwords
        )
        self.nats.start()
        return {
            "RIVERBUS_NATS_URL": self.nats.url,
            "RIVERBUS_NATS_REPLICAS": str(self.nats.replicas),
        }

    def _named_databases(self) -> dict[str, str]:
        """Where the environment says that each service's database is; empty: in our own server."""
        return {
            service: os.environ.get(f"RIVERBUS_{service.upper()}_DATABASE_URL")
            or os.environ.get("RIVERBUS_DATABASE_URL", "")
            for service in SCHEMAS
        }

    def _start_database(self) -> None:
        """PostgreSQL, unless the environment names one for each service."""
        if all(self._named_databases().values()):
            return
        self.postgres = PostgresServer(
            self.home / "postgres", password=self.secrets.admin_password, durable=self._durable
        )
        self.postgres.start()

    def _is_prepared(self) -> bool:
        """Whether our own databases are as the last start left them and need nothing."""
        if any(self._named_databases().values()) or not (self.home / PREPARED).exists():
            return False
        return asyncio.run(is_prepared({name: self.database_url(name) for name in SCHEMAS}))

    def _prepare(self, common: Mapping[str, str]) -> None:
        # Loaded here: Argon2, SQLAlchemy and the lobby are for a first start only.
        from riverbus.cli.local.operator import add_first_operator

        self._migrate()
        add_first_operator(self.secrets, {**os.environ, **common, **self._own("lobby")})
        (self.home / PREPARED).touch()

    def _migrate(self) -> None:
        # Loaded here: SQLAlchemy and Alembic take longer than all else before the services start.
        from riverbus.cli.local.migrating import migrate_room

        migrate_room(self._named_databases(), self.secrets, self.postgres)

    def _own(self, service: str) -> dict[str, str]:
        """What only this service may know."""
        own = {"RIVERBUS_PRIVATE_KEY": self.secrets.private_keys[service]}
        if self.nats is not None:
            own["RIVERBUS_NATS_USER"] = service
            own["RIVERBUS_NATS_PASSWORD"] = self.secrets.nats_passwords[service]
        if service in SCHEMAS and self.postgres is not None:
            password = self.secrets.database_passwords[service]
            own["RIVERBUS_DATABASE_URL"] = self.postgres.role_url(f"riverbus_{service}", password)
        return own

    def _make_children(self, common: Mapping[str, str]) -> None:
        counts = msgspec.structs.asdict(self.replicas)
        grpc = {
            f"{service}-{number}": f"127.0.0.1:{free_port()}"
            for service, count in counts.items()
            for number in range(count)
        }
        self._addresses = {
            f"RIVERBUS_{service.upper()}_ADDRESSES": ",".join(
                address for name, address in grpc.items() if name.rsplit("-", 1)[0] == service
            )
            for service in ("wallet", "lobby", "chat")
        }
        for service in ("wallet", "lobby", "chat", "table", "gateway"):
            for number in range(counts[service]):
                name = f"{service}-{number}"
                http = f"127.0.0.1:{free_port()}"
                environment = {
                    **common,
                    **self._addresses,
                    **self._own(service),
                    "RIVERBUS_INSTANCE": name,
                    "RIVERBUS_GRPC_LISTEN": grpc[name],
                    "RIVERBUS_HTTP_LISTEN": http,
                }
                if service == "gateway":
                    port = self._port if self._port and number == 0 else free_port()
                    environment["RIVERBUS_GATEWAY_PUBLIC_LISTEN"] = f"127.0.0.1:{port}"
                    self.urls.append(f"http://127.0.0.1:{port}")
                self.children[name] = Child(
                    name,
                    [f"services.{service}"],
                    environment,
                    self.home / "log" / f"{name}.log",
                    http,
                )
