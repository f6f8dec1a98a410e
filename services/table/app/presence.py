"""Who is there: the lines of every account through every gateway (SEAMS 34)."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from riverbus.core.errors import RoomError
from riverbus.runtime.tasks import end
from services.table.app.actor import TableActor
from services.table.app.tables import Tables
from services.table.domain.commands import Presence
from services.table.domain.state import SeatStatus, Table

SILENT_S = 3.0


class Seen(msgspec.Struct, frozen=True):
    """A gateway's last list and when it came, loop time."""

    accounts: frozenset[str]
    at: float


class PresenceBook:
    """Tells tables when a seated player's last line went or the first one came."""

    def __init__(self, tables: Tables, noticed: Callable[[Table], None]) -> None:
        self._tables = tables
        self._noticed = noticed
        self._gateways: dict[str, Seen] = {}
        self._began = float("inf")
        self._telling: dict[tuple[str, str], asyncio.Task[None]] = {}

    def start(self) -> None:
        """Lists are complete only some seconds after we began to listen."""
        self._began = asyncio.get_running_loop().time()

    async def stop(self) -> None:
        """What tables have not heard yet, their next owners see."""
        await end(*self._telling.values())

    async def on_list(self, gateway: str, accounts: Mapping[str, object]) -> None:
        """A gateway's whole list."""
        now = asyncio.get_running_loop().time()
        self._gateways[gateway] = Seen(frozenset(accounts), now)
        await self.look()

    async def look(self) -> None:
        """Compare seats with lines; called with each list and each second.

        A table whose writer waits for the log holds nobody up: it is told when it can hear.
        """
        now = asyncio.get_running_loop().time()
        for gateway, seen in list(self._gateways.items()):
            if now - seen.at >= SILENT_S:
                del self._gateways[gateway]
        sure = now - self._began >= SILENT_S
        for actor in list(self._tables.actors.values()):
            for seat in list(actor.table.seats.values()):
                there = any(seat.account_id in g.accounts for g in self._gateways.values())
                if there == seat.connected or (not there and not sure):
                    continue
                if seat.status is SeatStatus.RESERVED:
                    continue
                key = (actor.table_id, seat.account_id)
                if key not in self._telling:
                    told = self._tell(actor, Presence(seat.account_id, there))
                    self._telling[key] = task = asyncio.create_task(told)
                    task.add_done_callback(partial(self._told, key))

    async def _tell(self, actor: TableActor, presence: Presence) -> None:
        try:
            await actor.submit(presence)
        except RoomError:
            return
        self._noticed(actor.table)

    def _told(self, key: tuple[str, str], _task: asyncio.Task[None]) -> None:
        del self._telling[key]
