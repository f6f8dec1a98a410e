"""Bots for a room that is broken on purpose: in a thread of their own, slower when CPU is dear.

The thread of the room is free to kill, wait and start.
"""

import asyncio
import os
import threading
import time
from contextlib import suppress
from types import TracebackType

import aiohttp
import uvloop

from riverbus.bench.chaos_watch import Watcher
from riverbus.bench.processes import cpu_seconds
from riverbus.bots.api import Identity, RoomApi
from riverbus.bots.crowd import Crowd, Place
from riverbus.bots.line import Line
from riverbus.bots.player import Habits
from riverbus.cli.local.room import LocalRoom
from riverbus.core.errors import RoomError
from services.gateway.domain import frames as f

HIGH, LOW = 0.50, 0.35
SLOWEST = 0.5
LOOK_S = 20.0
LOOK_AT_ONCE = 20
"""Tables over one line; a gateway allows 32."""


class Load:
    """Context: bots play from enter to exit."""

    def __init__(self, room: LocalRoom, places: list[Place], speed: float, seed: int) -> None:
        self._room = room
        self._places = places
        self._fastest = speed
        self._seed = seed
        self.watcher = Watcher()
        self.habits = Habits(speed=speed, thinks=self.watcher.thinks)
        self.crowd: Crowd | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)

    def __enter__(self) -> "Load":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """All lines are closed; the seats stay taken."""
        if self._loop is not None and self._thread.is_alive():
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(20)

    def players_at(self, url: str) -> set[int]:
        """Bots whose line goes to this gateway."""
        players = self.crowd.players if self.crowd is not None else {}
        return {
            number
            for number, player in list(players.items())
            if player.line.url == url and number in self.watcher.players
        }

    def _run(self) -> None:
        uvloop.run(self._play())

    async def _play(self) -> None:
        self._loop = asyncio.get_running_loop()
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector) as http:
            self.crowd = Crowd(
                http, self._room.urls, self._room.secrets.bot_key, self.habits, self._seed,
                "C", self.watcher.take,
            )  # fmt: skip
            playing = asyncio.ensure_future(self.crowd.run(self._places))
            stopping = asyncio.ensure_future(self._stop.wait())
            await asyncio.wait((playing, stopping), return_when=asyncio.FIRST_COMPLETED)
            for task in (playing, stopping):
                task.cancel()
            await asyncio.gather(playing, stopping, return_exceptions=True)


class Pacer:
    """Keeps the room's CPU under 60 % of the machine by the bots' speed; remembers the shares."""

    def __init__(self, room: LocalRoom, habits: Habits, fastest: float) -> None:
        self._room = room
        self._habits = habits
        self._fastest = fastest
        self._before = cpu_seconds(room)
        self._at = time.monotonic()
        self.shares: list[float] = []

    def look(self, every_s: float = 2.0) -> None:
        """Call now and then."""
        now = time.monotonic()
        if now - self._at < every_s:
            return
        used = cpu_seconds(self._room)
        busy = sum(max(0.0, s - self._before.get(name, 0.0)) for name, s in used.items())
        share = busy / (now - self._at) / (os.cpu_count() or 1)
        self._before, self._at = used, now
        self.shares.append(share)
        if share > HIGH:
            self._habits.speed = max(SLOWEST, self._habits.speed * 0.85)
        elif share < LOW:
            self._habits.speed = min(self._fastest, self._habits.speed * 1.1)


async def seated(room: LocalRoom, table_ids: list[str]) -> dict[str, dict[str, int]]:
    """Stacks by table and account, as a stranger sees them now. Raises RoomError, TimeoutError."""
    found: dict[str, dict[str, int]] = {}
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as http:
        api = RoomApi(http, room.urls)
        token = await api.enter(Identity.of("ChaosEye", room.secrets.bot_key), room.secrets.bot_key)
        for start in range(0, len(table_ids), LOOK_AT_ONCE):
            found |= await _look(http, api, token, table_ids[start : start + LOOK_AT_ONCE])
    return found


async def _look(
    http: aiohttp.ClientSession, api: RoomApi, token: str, table_ids: list[str]
) -> dict[str, dict[str, int]]:
    """The same over one line."""
    views: dict[str, f.TableView] = {}
    done = asyncio.Event()

    def opened() -> None:
        for table_id in table_ids:
            line.send(watch=f.Watch(table_id=table_id))

    def take(frame: f.ServerFrame) -> None:
        if frame.snapshot and frame.snapshot.view:
            views[frame.snapshot.view.table_id] = frame.snapshot.view
            if len(views) == len(table_ids):
                done.set()

    line = Line(http, api, token, "chaos", opened, take)
    running = asyncio.ensure_future(line.run())
    try:
        async with asyncio.timeout(LOOK_S):
            await done.wait()
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return {
        table_id: {seat.account_id: seat.stack for seat in view.seats if seat.account_id}
        for table_id, view in views.items()
    }


async def play_chip_tables(room: LocalRoom) -> list[tuple[str, int]]:
    """Id and seats of all tables. Raises RoomError."""
    async with aiohttp.ClientSession() as http:
        found = await Crowd(http, room.urls, "", Habits(), 0).tables()
    if not found:
        raise RoomError("The room has no tables.", code="no_tables")
    return found
