"""`riverbus bench room`: a room of real processes under load, its latencies and CPU per hand.

With --rate it is open loop (waiting counts); `flat-out` acts as soon as a turn comes.
"""

import argparse
import asyncio
import gc
import os
import tempfile
import time
from pathlib import Path

import aiohttp
import uvloop

from riverbus.bench.processes import cpu_seconds
from riverbus.bench.room_floors import Floors
from riverbus.bench.room_load import SEATS, Figures, LoadPlayer, Schedule, Seats, enter
from riverbus.bots.line import Line
from riverbus.cli.audit import audit_url
from riverbus.cli.local.room import LocalRoom
from services.gateway.domain.wire import Form

HELP = "the whole room under load: latency at a rate, or hands and CPU flat out"
FLOOR_S = 3.0
WARM_S = 3.0
JOINING = 6
PAUSES = ("RUN_OUT", "SHOW", "CHOICE", "AWARD", "HAND_GAP", "ADVANCE")
TABLE = """
[[seeds.tables]]
table_id = "bench-{number}"
name = "Bench {number}"
game = "holdem"
limit = "no-limit"
seats_max = {seats}
stakes = {{ small_blind = 50, big_blind = 100, unit = 50 }}
buy_in_min = 4000
buy_in_max = 20000
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("--tables", type=int, default=20, help="tables of six players")
    parser.add_argument("--rate", default="200", help="actions a second in all, or flat-out")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to measure")
    parser.add_argument("--binary", action="store_true", help="binary frames instead of JSON")


def run(arguments: argparse.Namespace) -> int:
    """Starts a room of its own, loads it, prints, ends it. 1 when something went wrong."""
    rate = 0.0 if arguments.rate == "flat-out" else float(arguments.rate)
    with tempfile.TemporaryDirectory(prefix="riverbus-bench-") as folder:
        home = Path(folder) / "home"
        home.mkdir()
        os.chmod(folder, 0o711)
        seeds = Path(folder) / "tables.toml"
        seeds.write_text(_seeds(arguments.tables))
        with LocalRoom(home, settings=_settings(seeds)) as room:
            measured = _Run(room, arguments.tables, rate, arguments.seconds, arguments.binary)
            figures = uvloop.run(measured.go())
            clean = _audit(room)
    measured.show(figures, clean)
    return 0 if clean and not figures.errors else 1


def _seeds(tables: int) -> str:
    parts = ['[[seeds]]\nkey = "bench"\n']
    parts += [TABLE.format(number=number, seats=SEATS) for number in range(tables)]
    return "".join(parts)


def _settings(seeds: Path) -> dict[str, str]:
    """No pauses, cheap passwords, and credits that a load generator at one address needs."""
    return {
        "RIVERBUS_LOBBY_SEEDS_FILE": str(seeds),
        "RIVERBUS_LOBBY_PASSWORD_MEMORY_KIB": "64",
        "RIVERBUS_LOBBY_PASSWORD_PASSES": "1",
        "RIVERBUS_GATEWAY_ADDRESS_BURST": "100000",
        "RIVERBUS_GATEWAY_ADDRESS_PER_S": "10000",
        "RIVERBUS_GATEWAY_FRAME_BURST": "1000",
        "RIVERBUS_GATEWAY_FRAMES_PER_S": "200",
        "RIVERBUS_LOG_LEVEL": "warning",
        **{f"RIVERBUS_TABLE_{name}_MS": "0" for name in PAUSES},
    }


class _Run:
    """One measurement."""

    def __init__(
        self, room: LocalRoom, tables: int, rate: float, seconds: float, binary: bool
    ) -> None:
        self._room = room
        self._tables = tables
        self._rate = rate
        self._seconds = seconds
        self._form = Form.BINARY if binary else Form.JSON
        self._idle: dict[str, list[float]] = {}
        self._loaded: dict[str, list[float]] = {}
        self._cpu: dict[str, float] = {}
        self._took_s = 1.0

    async def go(self) -> Figures:
        """Floors, players, warm-up, measurement."""
        figures = Figures()
        schedule = Schedule(self._rate)
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector) as http:
            floors = await self._floors(http)
            self._idle = await floors.run(FLOOR_S)
            players = await self._players(http, schedule, figures)
            lines = [asyncio.ensure_future(player.line.run()) for player in players]
            await asyncio.gather(*(player.sit() for player in players))
            pacing = asyncio.ensure_future(schedule.run())
            await asyncio.sleep(WARM_S)
            gc.collect()
            gc.freeze()  # a pause of the generator would count as one of the room
            before, began = cpu_seconds(self._room), time.monotonic()
            figures.counting = True
            self._loaded = await floors.run(self._seconds)
            figures.counting = False
            self._took_s = time.monotonic() - began
            after = cpu_seconds(self._room)
            self._cpu = {name: after[name] - before.get(name, 0.0) for name in after}
            for task in (*lines, pacing, self._probing):
                task.cancel()
            await asyncio.gather(*lines, pacing, self._probing, return_exceptions=True)
        return figures

    async def _floors(self, http: aiohttp.ClientSession) -> Floors:
        api, token = await enter(http, self._room.urls, 99_999, self._room.secrets.bot_key)
        opened = asyncio.Event()
        floors: Floors
        line = Line(http, api, token, "bench floor", opened.set, lambda frame: floors.hear(frame))
        floors = Floors(self._room, http, line)
        self._probing = asyncio.ensure_future(line.run())
        await opened.wait()
        return floors

    async def _players(
        self, http: aiohttp.ClientSession, schedule: Schedule, figures: Figures
    ) -> list[LoadPlayer]:
        at_once = asyncio.Semaphore(JOINING)
        seats = [Seats(figures) for _ in range(self._tables)]

        async def make(number: int) -> LoadPlayer:
            table = number // SEATS
            async with at_once:
                api, token = await enter(http, self._room.urls, number, self._room.secrets.bot_key)
            return LoadPlayer(
                http, api, token, f"bench-{table}", number, schedule, seats[table], figures,
                self._form,
            )  # fmt: skip

        return list(await asyncio.gather(*(make(n) for n in range(self._tables * SEATS))))

    def show(self, figures: Figures, clean: bool) -> None:
        """Print all figures."""
        offered = f"{self._rate:g} actions/s offered" if self._rate else "flat out"
        print(f"\n{self._tables} tables of {SEATS}, {offered}, {self._took_s:.0f} s")
        print(f"  actions   {len(figures.answers) / self._took_s:8.1f} /s")
        print(f"  hands     {figures.hands / self._took_s:8.1f} /s")
        print(f"  {'':24}{'p50':>9}{'p99':>9}  ms")
        print(_row("frame to answer", figures.answers))
        print(_row("frame to all seats", figures.everybody))
        for name in self._idle:
            print(_row(f"floor: {name}, idle", self._idle[name]))
            print(_row(f"floor: {name}, loaded", self._loaded.get(name, [])))
        print("  CPU        ms a hand   of one core")
        for name, used_s in sorted(self._cpu.items(), key=lambda item: -item[1]):
            per_hand = 1000 * used_s / figures.hands if figures.hands else 0.0
            print(f"    {name:<14}{per_hand:7.2f}{used_s / self._took_s:12.1%}")
        used_s = sum(self._cpu.values())
        per_hand = 1000 * used_s / figures.hands if figures.hands else 0.0
        print(f"    {'all':<14}{per_hand:7.2f}{used_s / self._took_s:12.1%}")
        print(f"  errors    {figures.errors or 'none'}")
        print(f"  audit     {'clean' if clean else 'NOT CLEAN'}")


def _row(name: str, values: list[float]) -> str:
    if not values:
        return f"  {name:<24}{'-':>9}{'-':>9}"
    ordered = sorted(values)
    p50, p99 = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return f"  {name:<24}{p50:9.2f}{p99:9.2f}"


def _audit(room: LocalRoom) -> bool:
    report = asyncio.run(audit_url(room.database_url("wallet")))
    return not report.findings
