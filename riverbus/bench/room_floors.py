"""What the parts cost alone, in the same room and run: gRPC echo, JetStream ack, socket echo."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import grpc.aio
import nats
from grpc_health.v1 import health_pb2, health_pb2_grpc
from msgspec import UNSET

from riverbus.bots.line import Line
from riverbus.cli.local.room import LocalRoom
from riverbus.runtime.streams import inbox_prefix
from services.gateway.domain import frames as f

PER_S = 25.0
FLOOR_SUBJECT = "handlog.00.bench-floor"

Probe = Callable[[], Awaitable[None]]


class Floors:
    """Probes paced slowly enough not to be a load; `samples` are milliseconds by name."""

    def __init__(self, room: LocalRoom, http: aiohttp.ClientSession, line: Line) -> None:
        self._room = room
        self._http = http
        self._line = line
        self._pongs: asyncio.Queue[int] = asyncio.Queue()
        self.samples: dict[str, list[float]] = {}

    def hear(self, frame: f.ServerFrame) -> None:
        """Frames of the line that probes the socket."""
        if frame.pong is not UNSET:
            self._pongs.put_nowait(frame.pong.client_ms)

    async def run(self, seconds: float) -> dict[str, list[float]]:
        """Probe all three for some seconds."""
        self.samples = {}
        lobby = self._room.children["lobby-0"]
        address = lobby.variable("RIVERBUS_GRPC_LISTEN")
        client = await nats.connect(
            self._room.nats.url if self._room.nats is not None else "",
            user="table",
            password=self._room.secrets.nats_passwords["table"],
            inbox_prefix=inbox_prefix("table"),
        )
        jetstream = client.jetstream()
        async with grpc.aio.insecure_channel(address) as channel:
            health: Any = health_pb2_grpc.HealthStub(channel)

            async def grpc_echo() -> None:
                await health.Check(health_pb2.HealthCheckRequest(), timeout=5)

            async def jetstream_ack() -> None:
                await jetstream.publish(FLOOR_SUBJECT, bytes(700), timeout=5)

            async def socket_echo() -> None:
                self._line.send(ping=f.Ping(client_ms=1))
                await asyncio.wait_for(self._pongs.get(), 5)

            probes = {
                "gRPC echo": grpc_echo,
                "JetStream ack": jetstream_ack,
                "socket echo": socket_echo,
            }
            await asyncio.gather(*(self._probe(n, p, seconds) for n, p in probes.items()))
        await client.close()
        return self.samples

    async def _probe(self, name: str, probe: Probe, seconds: float) -> None:

        end = time.perf_counter() + seconds
        found = self.samples.setdefault(name, [])
        await probe()
        while time.perf_counter() < end:
            began = time.perf_counter()
            await probe()
            found.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(1 / PER_S)
