"""The harness around a service: start, readiness, drain, stop; as a process and inside a loop."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import msgspec
import pytest

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.config import ServiceConfig
from riverbus.runtime.embedded.nats_server import NatsServer
from riverbus.runtime.service import App, Ports, Running, Service
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.runtime.waiting import until


def _get(address: str, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://{address}{path}", timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


class Recorder(App):
    """Notes what the harness asks of it; `reasons` make it unready."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.reasons: list[str] = []
        self.drain_for_ever = False

    async def start(self) -> None:
        """Noted."""
        self.asked.append("start")

    async def drain(self) -> None:
        """Noted; may take for ever."""
        self.asked.append("drain")
        if self.drain_for_ever:
            await asyncio.Event().wait()

    async def stop(self) -> None:
        """Noted."""
        self.asked.append("stop")

    def unready(self) -> list[str]:
        """What the test says."""
        return self.reasons


def _running(app: Recorder, url: str, keys: TestKeys) -> Running:
    def build(_config: ServiceConfig, ports: Ports) -> App:
        assert ports.database is None
        return app

    config = ServiceConfig(
        nats_url=url,
        private_key=keys.private["gateway"],
        public_keys=keys.public,
        drain_s=0.2,
    )
    return Running(Service("gateway", ServiceConfig, build), config)


async def test_readiness_follows_app_and_bus_and_liveness_does_not(
    nats_server: NatsServer, keys: TestKeys
) -> None:
    app = Recorder()
    running = _running(app, nats_server.url, keys)
    await running.start()
    address = running.http.address
    assert await asyncio.to_thread(_get, address, "/readyz") == (
        200, '{"ready": true, "reasons": []}',
    )  # fmt: skip
    app.reasons = ["no_lease"]
    status, body = await asyncio.to_thread(_get, address, "/readyz")
    assert (status, json.loads(body)["reasons"]) == (503, ["no_lease"])
    nats_server.kill()
    await until(lambda: "nats_disconnected" in running.unready())
    assert (await asyncio.to_thread(_get, address, "/livez"))[0] == 200
    nats_server.start()
    await until(lambda: running.unready() == ["no_lease"])
    _, metrics = await asyncio.to_thread(_get, address, "/metrics")
    assert "riverbus_event_loop_lag_seconds_count" in metrics
    assert "process_cpu_seconds_total" in metrics
    await running.stop()
    assert app.asked == ["start", "drain", "stop"]


async def test_drain_has_a_limit(nats_url: str, keys: TestKeys) -> None:
    app = Recorder()
    app.drain_for_ever = True
    running = _running(app, nats_url, keys)
    await running.start()
    async with asyncio.timeout(5):
        await running.stop()
    assert app.asked == ["start", "drain", "stop"]


async def test_old_schema_keeps_a_service_from_starting(
    nats_url: str, keys: TestKeys, fresh_database: FreshDatabases
) -> None:
    def build(_config: ServiceConfig, _ports: Ports) -> App:
        raise AssertionError("must not get here")

    config = ServiceConfig(
        nats_url=nats_url,
        private_key=keys.private["wallet"],
        public_keys=keys.public,
        database_url=await fresh_database.empty(),
    )
    running = Running(Service("wallet", ServiceConfig, build), config)
    with pytest.raises(RoomError, match="run `riverbus migrate` first") as old:
        await running.start()
    assert old.value.kind is ErrorKind.UNAVAILABLE
    await running.stop()


class ChatProcess:
    """The real chat service as a process."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.port_file = folder / "ports.json"
        self.log = folder / "log"
        self._environment = {
            **os.environ, **environment, "RIVERBUS_PORT_FILE": str(self.port_file),
        }  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run it."""
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "services.chat"], env=self._environment, stderr=log
            )

    def ended(self) -> bool:
        """True once it is gone."""
        return self.process is not None and self.process.poll() is not None

    def stop(self, number: signal.Signals) -> int:
        """Send the signal; the exit status."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(20)


async def test_process_tells_its_ports_logs_json_and_ends_on_sigterm(
    bus: NatsBus,
    nats_url: str,
    keys: TestKeys,
    fresh_database: FreshDatabases,
    tmp_path: Path,
) -> None:
    assert bus.connected
    environment = {
        **keys.environment("chat"),
        "RIVERBUS_NATS_URL": nats_url,
        "RIVERBUS_DATABASE_URL": await fresh_database("chat"),
        "RIVERBUS_INSTANCE": "chat-7",
        "RIVERBUS_LOBBY_ADDRESSES": "127.0.0.1:1",
    }
    chat = ChatProcess(environment, tmp_path)
    chat.start()
    try:
        await until(lambda: chat.port_file.exists() or chat.ended(), 60)
        bound = msgspec.json.decode(chat.port_file.read_bytes())
        status, _ = await asyncio.to_thread(_get, bound["http"], "/readyz")
        assert status == 200
    finally:
        code = await asyncio.to_thread(chat.stop, signal.SIGTERM)
    assert code == 0
    lines = [json.loads(line) for line in chat.log.read_text().splitlines()]
    assert {line["instance"] for line in lines} == {"chat-7"}
    assert lines[-1]["message"] == "stopped"


def test_bad_setting_ends_a_process_with_its_name(keys: TestKeys) -> None:
    environment = {**os.environ, **keys.environment("chat"), "RIVERBUS_DATABASE_POOL": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "services.chat"],
        env=environment, capture_output=True, text=True, timeout=30,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("chat: RIVERBUS_DATABASE_POOL: Expected `int` >= 1")
