"""Accounts that may play no more leave their seats (SEAMS 36).

The news comes once, to whoever owns the table then. An owner may die with it, so the next one asks
the lobby about everybody who is seated; while the lobby is away it asks again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence

from riverbus.core.errors import RoomError
from riverbus.runtime.tasks import end
from services.table.app.actor import TableActor
from services.table.app.pausing import growing_pauses
from services.table.app.tables import Tables
from services.table.domain.commands import Suspend

log = logging.getLogger(__name__)

AskLobby = Callable[[Sequence[str]], Awaitable[Collection[str]]]
"""Which of the accounts are suspended or closed. Raises RoomError."""


class Suspensions:
    """Seats of suspended accounts at the tables of this process."""

    def __init__(self, tables: Tables, ask_lobby: AskLobby) -> None:
        self._tables = tables
        self._ask_lobby = ask_lobby
        self._asking: set[asyncio.Task[None]] = set()
        tables.on_opened.append(self.opened)

    async def heard(self, account_id: str) -> None:
        """The account was suspended or closed."""
        for actor in list(self._tables.actors.values()):
            await self._suspend(actor, account_id)

    def opened(self, actor: TableActor) -> None:
        """This process owns another table."""
        task = asyncio.create_task(self._ask(actor), name=f"suspensions-{actor.table_id}")
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def stop(self) -> None:
        """End all questions."""
        await end(*self._asking)

    async def _ask(self, actor: TableActor) -> None:
        async for _ in growing_pauses(None):
            seated = [seat.account_id for seat in actor.table.seats.values()]
            if not seated or actor.stopped:
                return
            try:
                suspended = await self._ask_lobby(seated)
            except RoomError as error:
                log.info("standing unknown", extra={"table": actor.table_id, "code": error.code})
                continue
            for account_id in suspended:
                await self._suspend(actor, account_id)
            return

    async def _suspend(self, actor: TableActor, account_id: str) -> None:
        if actor.table.seat_of(account_id) is None:
            return
        try:
            await actor.submit(Suspend(account_id))
        except RoomError as error:  # the next owner asks
            log.info("not suspended here", extra={"table": actor.table_id, "code": error.code})
