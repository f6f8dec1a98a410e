"""The real room for browser tests: every service a process, bots in most seats of a few tables."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from riverbus.cli.local.child import Child
from riverbus.cli.local.gateway_client import OperatorClient
from riverbus.cli.local.room import LocalRoom, Replicas
from riverbus.cli.up import bots_of
from riverbus.core.errors import RoomError
from riverbus.runtime.sources import SystemIds

TABLES = ("confluence", "rapids")
SEATS_MAX = 9
SETTINGS = {
    "RIVERBUS_DRAIN_S": "1",
    "RIVERBUS_TABLE_RUN_OUT_MS": "500",
    "RIVERBUS_TABLE_SHOW_MS": "400",
    "RIVERBUS_TABLE_CHOICE_MS": "800",
    "RIVERBUS_TABLE_AWARD_MS": "700",
    "RIVERBUS_TABLE_HAND_GAP_MS": "900",
    "RIVERBUS_WALLET_CONSENT_ABOVE": "100000000",
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
        self._operator: OperatorClient | None = None

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

    @contextmanager
    def bots_at(self, table: str, free: int) -> Iterator[None]:
        """More bots at one table for a while, so that `free` seats are left."""
        name = f"bots-{table}"
        options = ("--table", table, "--free", str(free), "--speed", "20", "--prefix", "G")
        bots = bots_of(self._room, name, *options)
        bots.start()
        try:
            yield
        finally:
            bots.terminate()
            bots.wait(time.monotonic() + 5)
            self._clear(table)

    def operate(self, call: str, **fields: Any) -> dict[str, Any]:
        """A call of the house, by its first operator."""
        if self._operator is None:
            secrets = self._room.secrets
            self._operator = OperatorClient(self.url)
            self._operator.sign_in(secrets.operator_name, secrets.operator_password)
        return self._operator.operate(call, **fields)

    def _clear(self, table: str) -> None:
        """Nobody stays behind whose turns would have to run out before others play on."""
        for seat in range(1, SEATS_MAX + 1):
            try:
                self.operate(
                    "Operate",
                    table_id=table,
                    action_id=SystemIds().uuid7(),
                    operation="remove_player",
                    seat=seat,
                    reason="The test is over.",
                )
            except RoomError as error:
                if error.code != "seat_empty":
                    raise

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
