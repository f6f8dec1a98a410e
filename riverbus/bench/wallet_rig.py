"""What the wallet's benchmark runs on: durable PostgreSQL, NATS, one wallet process, its tables."""

import asyncio
import os
import secrets
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import asyncpg
import msgspec

from riverbus.bench.processes import cpu_s, family
from riverbus.core.rake import RakePolicy
from riverbus.runtime.db import Database
from riverbus.runtime.embedded.nats_server import NatsServer
from riverbus.runtime.embedded.postgres_server import PostgresServer
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.migrations import Target, migrate
from riverbus.runtime.sources import SystemClock
from riverbus.runtime.streams import SERVICES
from riverbus.runtime.tokens import new_key_pair
from services.wallet.adapters.event_codec import encode_events
from services.wallet.adapters.postgres_store import PostgresStore
from services.wallet.app.batcher import Batcher
from services.wallet.app.wallet import Wallet
from services.wallet.domain.commands import BuyIn, Command, LineUpSeat, OpenAccount, OpenHand
from services.wallet.domain.policy import RoomPolicy
from services.wallet.metrics import WalletMetrics

SEATS = 6
STACK = 100_000
PASSWORD = "bench-only"
POLICY = RakePolicy(version="bench", basis_points=500)
READY_S = 30.0


class Rig:
    """The running servers and how to reach them; times are CPU seconds used so far."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.postgres = PostgresServer(
            folder / "postgres", password=secrets.token_hex(16), durable=True
        )
        self.nats = NatsServer(folder / "nats")
        pairs = {service: new_key_pair() for service in SERVICES}
        self.private = {service: pair[0] for service, pair in pairs.items()}
        self._public = {service: pair[1] for service, pair in pairs.items()}
        self.wallets: list[asyncio.subprocess.Process] = []
        self.addresses: list[str] = []
        self.metrics_urls: list[str] = []
        self.url = ""

    async def start(self) -> None:
        """Everything but the wallet process."""
        self.postgres.start()
        self.nats.start()
        admin = await asyncpg.connect(self.postgres.url("postgres"))
        await admin.execute("create database riverbus")
        await admin.close()
        await migrate([Target("wallet", self.postgres.url(), password=PASSWORD)])
        self.url = self.postgres.role_url("riverbus_wallet", PASSWORD)

    async def start_wallets(self, replicas: int) -> None:
        """The service as processes of its own, as a room runs it."""
        for number in range(replicas):
            await self._start_wallet(f"wallet-{number}.json")

    async def _start_wallet(self, name: str) -> None:
        port_file = self.folder / name
        environment = os.environ | {
            "RIVERBUS_DATABASE_URL": self.url,
            "RIVERBUS_NATS_URL": self.nats.url,
            "RIVERBUS_PRIVATE_KEY": self.private["wallet"],
            "RIVERBUS_PUBLIC_KEYS": msgspec.json.encode(self._public).decode(),
            "RIVERBUS_PORT_FILE": str(port_file),
            "RIVERBUS_AUDIT_EVERY_S": "0",
            "RIVERBUS_LOG_LEVEL": "error",
        }
        command = [sys.executable, "-m", "services.wallet"]
        process = await asyncio.create_subprocess_exec(*command, env=environment)
        self.wallets.append(process)
        deadline = asyncio.get_running_loop().time() + READY_S
        while not port_file.exists():
            if process.returncode is not None or asyncio.get_running_loop().time() > deadline:
                raise RuntimeError("the wallet did not start")
            await asyncio.sleep(0.05)
        bound = msgspec.json.decode(port_file.read_bytes())
        self.addresses.append(bound["grpc"])
        self.metrics_urls.append(f"http://{bound['http']}/metrics")

    async def metrics(self) -> list[str]:
        """Each wallet's metrics as text."""
        async with aiohttp.ClientSession() as session:
            answers = [await session.get(url) for url in self.metrics_urls]
            return [await answer.text() for answer in answers]

    def cpu_s(self) -> dict[str, float]:
        """Of the wallets, the servers and the generator (Linux; elsewhere 0)."""
        return {
            "wallet": sum(cpu_s(process.pid) for process in self.wallets),
            "postgres": sum(cpu_s(pid) for pid in family(self.postgres.pid)),
            "nats": cpu_s(self.nats.pid),
            "generator": sum(os.times()[:2]),
        }

    async def stop(self) -> None:
        """End everything that was started, by pid."""
        for process in self.wallets:
            process.terminate()
            await process.wait()
        self.nats.stop()
        self.postgres.stop()


@asynccontextmanager
async def rig() -> AsyncIterator[Rig]:
    """A rig in a folder of its own, removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="riverbus-bench-") as name:
        os.chmod(name, 0o711)
        made = Rig(Path(name))
        try:
            await made.start()
            yield made
        finally:
            await made.stop()


@asynccontextmanager
async def in_process(url: str) -> AsyncIterator[tuple[Wallet, PostgresStore]]:
    """The app over the same database, to set the scene quickly."""
    database = Database(url, "wallet", pool=2, name="bench")
    store = PostgresStore(database, encode_events)
    metrics = WalletMetrics(Metrics("bench"))
    policy = RoomPolicy(play_grant=10**12)
    batcher = Batcher(store, SystemClock(), policy, metrics)
    batcher.start()
    try:
        yield Wallet(batcher, metrics), store
    finally:
        await batcher.stop()
        await database.close()


def player(number: int) -> str:
    """A player's account id."""
    return f"0190bbbb-0000-7000-8000-{number:012d}"


def seats_of(table: int, players: int) -> list[str]:
    """Who sits at a table."""
    return [player((table * SEATS + seat) % players) for seat in range(SEATS)]


async def set_scene(wallet: Wallet, tables: int, players: int) -> None:
    """Players with chips at every table."""
    await _all(
        wallet,
        [OpenAccount(id=f"open-account:{n}", account_id=player(n)) for n in range(players)],
    )
    await _all(
        wallet,
        [
            BuyIn(
                id=f"buyin:{table}:{seat}",
                account_id=account_id,
                table_id=f"bench-{table}",
                currency="PLAY",
                amount=STACK,
                min_buy_in=1,
                max_buy_in=STACK,
                seat=seat,
            )
            for table in range(tables)
            for seat, account_id in enumerate(seats_of(table, players), 1)
        ],
    )


async def open_hands(wallet: Wallet, stacks: dict[int, list[int]], players: int, turn: int) -> None:
    """One open hand a table; `stacks` are the escrows by table."""
    await _all(
        wallet,
        [
            OpenHand(
                id=f"open:{turn}-{table}",
                table_id=f"bench-{table}",
                hand_id=f"{turn}-{table}",
                epoch=1,
                currency="PLAY",
                line_up=tuple(
                    LineUpSeat(seat, account_id, held[seat - 1])
                    for seat, account_id in enumerate(seats_of(table, players), 1)
                ),
                policy=POLICY,
                game="nl-holdem",
            )
            for table, held in stacks.items()
        ],
    )


async def _all(wallet: Wallet, commands: list[Command]) -> None:
    for start in range(0, len(commands), 2_000):
        part = commands[start : start + 2_000]
        await asyncio.gather(*(wallet.execute(command, 60.0) for command in part))
