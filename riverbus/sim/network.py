"""The weather between processes: who is cut off, what gets lost, doubled or late.

One object for bus and RPC alike. Every choice comes from the seed; `calm` makes none.
"""

import asyncio
import random

import msgspec

from riverbus.core.errors import ErrorKind, RoomError


class Weather(msgspec.Struct, frozen=True, kw_only=True):
    """How bad it is; probabilities from 0 to 1, latencies in seconds."""

    lose: float = 0.0
    double: float = 0.0
    late: float = 0.0
    late_s: float = 0.4
    latency_s: float = 0.0005
    lose_answer: float = 0.0


CALM = Weather()
STORM = Weather(lose=0.02, double=0.02, late=0.05, lose_answer=0.02)


class Network:
    """Decides for each message; processes are known by name."""

    def __init__(self, randomness: random.Random, weather: Weather = CALM) -> None:
        self.random = randomness
        self.weather = weather
        self._cut: set[str] = set()
        self.mute: set[str] = set()
        """Processes whose heartbeats nobody hears, though all else of theirs arrives."""
        self.watches_late_s = 0.0
        """How much later every watch of a bucket hears of a change."""

    def cut(self, process: str) -> None:
        """From now on nothing reaches or leaves the process."""
        self._cut.add(process)

    def heal(self, process: str) -> None:
        """The process is back on the network."""
        self._cut.discard(process)

    def is_cut(self, process: str) -> bool:
        """True while the process is off the network."""
        return process in self._cut

    def latency_s(self) -> float:
        """How long the next message takes."""
        weather = self.weather
        if weather.late and self.random.random() < weather.late:
            return weather.latency_s + self.random.random() * weather.late_s
        return weather.latency_s

    def copies(self) -> int:
        """How often the next unacknowledged message arrives: 0, 1 or 2 times."""
        weather = self.weather
        if not (weather.lose or weather.double):
            return 1
        chance = self.random.random()
        if chance < weather.lose:
            return 0
        return 2 if chance < weather.lose + weather.double else 1

    def loses_answer(self) -> bool:
        """True when the next acknowledgement or answer does not arrive."""
        return bool(self.weather.lose_answer) and self.random.random() < self.weather.lose_answer

    async def rpc_fault(self, address: str, _method: str, way: str) -> None:
        """The `fault` of riverbus.runtime.rpc_memory: delays, and loses answers."""
        await asyncio.sleep(self.latency_s())
        if self.is_cut(address):
            await asyncio.sleep(30)
        if way == "answer" and self.loses_answer():
            raise RoomError(
                "A part of the room is away; try again.",
                code="service_unavailable",
                kind=ErrorKind.UNAVAILABLE,
            )
