"""The lobby's rows for those who look at the list: all of them once, then what changes."""

import asyncio
import logging

from riverbus.core.errors import RoomError
from riverbus.core.ports import Subscription
from services.gateway.app.connection import Connection, broadcast
from services.gateway.app.ports import Directory
from services.gateway.domain import frames as f

READ_EVERY_S = 5.0
READ_LEAST_S = 0.5

log = logging.getLogger(__name__)


class LobbyList:
    """One reading for all watchers; read again after a change, and each few seconds."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._watchers: dict[int, Connection] = {}
        self._rows: dict[str, f.LobbyRow] = {}
        self._changed = asyncio.Event()
        self._subscription: Subscription | None = None
        self._known = False

    async def watch(self, connection: Connection) -> None:
        """All rows now, changes from now on. Raises RoomError when they cannot be read."""
        if not self._known:
            await self._read()
        self._watchers[connection.number] = connection
        rows = tuple(self._rows.values())
        connection.send(
            f.ServerFrame(lobby=f.LobbyRows(all=True, rows=rows, players=self._players()))
        )

    def unwatch(self, connection: Connection) -> None:
        """Not watching is no error."""
        self._watchers.pop(connection.number, None)

    async def run(self) -> None:
        """For ever: keep the rows fresh while somebody looks."""
        self._subscription = await self._directory.follow(self._changed.set)
        while True:
            self._changed.clear()
            if self._watchers:
                try:
                    self._tell(await self._read())
                except RoomError as error:
                    log.warning("lobby rows not read", extra={"code": error.code})
            else:
                self._known = False
            await asyncio.sleep(READ_LEAST_S)
            try:
                async with asyncio.timeout(READ_EVERY_S - READ_LEAST_S):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def _read(self) -> list[f.LobbyRow]:
        """The rows that changed; vanished ones come marked as removed."""
        rows = {row.table_id: row for row in await self._directory.rows()}
        changed = [row for key, row in rows.items() if self._rows.get(key) != row]
        gone = [f.LobbyRow(table_id=key, removed=True) for key in self._rows if key not in rows]
        self._rows = rows
        self._known = True
        return changed + gone

    def _tell(self, changed: list[f.LobbyRow]) -> None:
        if not changed:
            return
        rows = f.LobbyRows(rows=tuple(changed), players=self._players())
        broadcast(list(self._watchers.values()), f.ServerFrame(lobby=rows))

    def _players(self) -> int:
        return sum(row.seated for row in self._rows.values())
