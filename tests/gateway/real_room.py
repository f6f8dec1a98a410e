"""The real services in one event loop, on real NATS and PostgreSQL, behind a real gateway."""

import importlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from riverbus.runtime.config import read_config
from riverbus.runtime.service import Running, Service
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.gateway.rig import url_of

BOT_KEY = "only-for-tests"
ROOM_KEY = "dGhpcnR5LXR3byBieXRlcyBmb3IgdGVzdHMgb25seSE="
NEIGHBOURS = ("wallet", "lobby", "chat")
SEEDS = """
[[seeds]]
key = "test"

[[seeds.tables]]
table_id = "{table_id}"
name = "{name}"
game = "{game}"
limit = "{limit}"
seats_max = 5
stakes = {{ {stakes}, unit = 10 }}
buy_in_min = 4000
buy_in_max = 20000
clocks = {{ turn_s = 20, bank_s = 30, bank_refill_s = 5, bank_refill_hands = 10 }}
"""


class RealRoom:
    """Addresses and processes of one test's room."""

    def __init__(self, keys: TestKeys, nats_url: str, databases: Mapping[str, str]) -> None:
        self._keys = keys
        self._nats_url = nats_url
        self._databases = databases
        self.running: dict[str, Running] = {}
        self.http = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))

    async def start(self, service: str, number: int = 0, **settings: str) -> Running:
        """One more process of a service; its neighbours are those that run by now."""
        module = importlib.import_module(f"services.{service}.wiring")
        wiring: Service[Any] = module.SERVICE
        instance = f"{service}-{number}"
        environment = {
            **self._keys.environment(service),
            "RIVERBUS_NATS_URL": self._nats_url,
            "RIVERBUS_INSTANCE": instance,
            "RIVERBUS_PUBLIC_LISTEN": "127.0.0.1:0",
            "RIVERBUS_LOBBY_PASSWORD_MEMORY_KIB": "64",
            "RIVERBUS_LOBBY_PASSWORD_PASSES": "1",
            "RIVERBUS_LOBBY_BOT_KEY": BOT_KEY,
            **{f"RIVERBUS_{key.upper()}": value for key, value in settings.items()},
        }
        if service in self._databases:
            environment["RIVERBUS_DATABASE_URL"] = self._databases[service]
        for neighbour in NEIGHBOURS:
            found = [r for name, r in self.running.items() if name.startswith(f"{neighbour}-")]
            addresses = ",".join(r.grpc.address for r in found)
            environment[f"RIVERBUS_{neighbour.upper()}_ADDRESSES"] = addresses or "127.0.0.1:1"
        running = Running(wiring, read_config(wiring.config, service, environment))
        self.running[instance] = running
        await running.start()
        return running

    @property
    def urls(self) -> list[str]:
        """Public URLs of the gateways."""
        return [url_of(r) for name, r in self.running.items() if name.startswith("gateway-")]

    def database_url(self, service: str) -> str:
        """The database as that service's role sees it."""
        return self._databases[service]

    async def stop(self) -> None:
        """End all, the last first."""
        await self.http.close()
        for running in reversed(list(self.running.values())):
            await running.stop()


@asynccontextmanager
async def real_room(
    keys: TestKeys, nats_url: str, fresh_database: FreshDatabases
) -> AsyncIterator[RealRoom]:
    """A room without processes yet."""
    databases = await fresh_database.together("wallet", "lobby", "chat", "table")
    room = RealRoom(keys, nats_url, databases)
    try:
        yield room
    finally:
        await room.stop()


def seeds_file(folder: Path, *tables: tuple[str, str, str, str]) -> str:
    """A seed file of tables: id, game, limit, stakes without unit."""
    parts: list[str] = []
    for table_id, game, limit, stakes in tables:
        text = SEEDS.format(
            table_id=table_id, name=table_id.title(), game=game, limit=limit, stakes=stakes
        )
        parts.append(text if not parts else text.split("\n\n", 1)[1])
    file = folder / "tables.toml"
    file.write_text("\n".join(parts))
    return str(file)
