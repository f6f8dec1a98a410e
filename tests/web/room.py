"""The real room for browser tests: every service a process, bots in most seats of a few tables."""

import time
from collections.abc import Callable
from pathlib import Path

from riverbus.cli.local.child import Child
from riverbus.cli.local.room import LocalRoom, Replicas
from riverbus.cli.up import bots_of

TABLES = ("confluence", "rapids")
SETTINGS = {
    "RIVERBUS_DRAIN_S": "1",
    "RIVERBUS_TABLE_RUN_OUT_MS": "500",
    "RIVERBUS_TABLE_SHOW_MS": "400",
    "RIVERBUS_TABLE_CHOICE_MS": "800",
    "RIVERBUS_TABLE_AWARD_MS": "700",
    "RIVERBUS_TABLE_HAND_GAP_MS": "900",
}


class RoomWithBots:
    """A LocalRoom with quick bots; two seats are free at each table that they play at."""

    def __init__(self, home: Path) -> None:
        self._room = LocalRoom(
            home / "room",
            replicas=Replicas(gateway=1, table=1, wallet=1),
            settings=SETTINGS,
            durable=False,
        )
        self._bots: Child | None = None

    def __enter__(self) -> "RoomWithBots":
        self._room.__enter__()
        options = [part for table in TABLES for part in ("--table", table)]
        self._bots = bots_of(self._room, "bots", *options, "--free", "2", "--speed", "20")
        self._bots.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bots is not None:
            self._bots.terminate()
            self._bots.wait(time.monotonic() + 5)
        self._room.stop()

    @property
    def url(self) -> str:
        """Where the page is."""
        return self._room.url

    def kill_gateway(self) -> None:
        """A SIGKILL, as a crash would end it."""
        self._room.children["gateway-0"].kill()

    def revive(self, until: Callable[[], bool], deadline_s: float = 30.0) -> None:
        """Start again what died, until the condition holds."""
        deadline = time.monotonic() + deadline_s
        while not until():
            assert time.monotonic() < deadline, "the room did not come back in time"
            self._room.watch()
