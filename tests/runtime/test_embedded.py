"""The embedded servers: ready, durable settings, permissions, ends without a trace."""

import json
import os
import urllib.request
from pathlib import Path

import nats
import pytest

from riverbus.runtime.embedded.nats_server import NatsServer
from riverbus.runtime.embedded.postgres_server import PostgresServer
from riverbus.runtime.embedded.process import ServerFailed, ServerProcess
from tests.fixtures.databases import FreshDatabases


def test_nats_syncs_every_write(nats_server: NatsServer) -> None:
    """SEAMS 1."""
    with urllib.request.urlopen(f"{nats_server.monitor_url}/varz", timeout=5) as answer:
        config = json.load(answer)["jetstream"]["config"]
    assert config["sync_always"] is True


async def test_nats_comes_back_on_its_port_with_its_data(nats_server: NatsServer) -> None:
    client = await nats.connect(nats_server.url)
    await client.jetstream().add_stream(name="S", subjects=["s.>"])
    await client.jetstream().publish("s.1", b"kept")
    await client.close()
    nats_server.kill()
    nats_server.start()
    client = await nats.connect(nats_server.url)
    assert (await client.jetstream().get_msg("S", 1)).data == b"kept"
    await client.close()


def test_port_in_use_says_what_to_do(nats_server: NatsServer, tmp_path: Path) -> None:
    with pytest.raises(ServerFailed, match="is in use: end what uses it"):
        NatsServer(tmp_path, port=nats_server.port).start()


def test_unwritable_folder_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServerFailed, match="Set RIVERBUS_HOME"):
        NatsServer(tmp_path / "file" / "nats").start()
    with pytest.raises(ServerFailed, match="Set RIVERBUS_HOME"):
        PostgresServer(tmp_path / "file" / "postgres", password="x").start()


def test_server_that_ends_at_once_shows_its_log(tmp_path: Path) -> None:
    process = ServerProcess("Clock", tmp_path / "log")
    with pytest.raises(ServerFailed, match=r"Clock ended at once.*\n.*no clock here"):
        process.start(["/bin/sh", "-c", "echo no clock here; exit 1"], lambda: False, seconds=5)
    assert process.pid == 0


async def test_postgres_is_utf8_and_not_root(databases: FreshDatabases) -> None:
    import asyncpg

    connection = await asyncpg.connect(databases.admin_url)
    assert await connection.fetchval("show server_encoding") == "UTF8"
    assert await connection.fetchval("select length('žluť♠')") == 5
    await connection.close()


def test_stopped_server_leaves_no_process(tmp_path: Path) -> None:
    server = NatsServer(tmp_path)
    server.start()
    pid = server.pid
    server.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
