"""Carries a table's intents out: each call is repeated with its id until it has an outcome.

Slow neighbours never block the table's writer (SEAMS 17); after five seconds without an answer the
players are told (SEAMS 18).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.tasks import end
from services.table.app.ports import Outside
from services.table.domain.commands import Command, Outcome, WalletAway
from services.table.domain.state import Intent, IntentKind, Table
from services.table.domain.table import calls

FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 2.0
AWAY_AFTER_S = 5.0
AGAIN = (ErrorKind.UNAVAILABLE, ErrorKind.DEADLINE, ErrorKind.RATE_LIMITED, ErrorKind.INTERNAL)
STALE_EPOCH = "epoch_stale"

log = logging.getLogger(__name__)


class Conversations:
    """The calls of one table that are under way."""

    def __init__(
        self,
        outside: Outside,
        tell: Callable[[Command], Awaitable[None]],
        on_stale: Callable[[], None],
    ) -> None:
        self._outside = outside
        self._tell = tell
        self._on_stale = on_stale
        self._running: dict[str, asyncio.Task[None]] = {}
        self._away = False

    def follow(self, table: Table) -> None:
        """Start what is called for and not under way; `table` is durable."""
        if not table.intents and not self._running:
            return
        for intent in calls(table):
            if intent.id not in self._running:
                task = asyncio.create_task(self._carry_out(intent, table))
                self._running[intent.id] = task
                task.add_done_callback(partial(self._ended, intent.id))

    async def stop(self) -> None:
        """End all calls; the next owner repeats them."""
        await end(*self._running.values())

    def _ended(self, intent_id: str, _task: asyncio.Task[None]) -> None:
        self._running.pop(intent_id, None)

    async def _carry_out(self, intent: Intent, table: Table) -> None:
        pause_s = FIRST_PAUSE_S
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            try:
                outcome = await self._outside.neighbours.carry_out(
                    intent, table.settings, table.core.epoch
                )
            except RoomError as error:
                if error.code == STALE_EPOCH:
                    self._on_stale()
                    return
                if error.kind not in AGAIN:
                    outcome = Outcome(
                        intent_id=intent.id, ok=False, code=error.code, sentence=error.sentence
                    )
                    await self._answered(intent, outcome)
                    return
                log.info("call repeated", extra={"intent": intent.id, "code": error.code})
            else:
                await self._answered(intent, outcome)
                return
            if loop.time() - began >= AWAY_AFTER_S and intent.kind is not IntentKind.PROTECT:
                await self._say_away(True)
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, LONGEST_PAUSE_S)

    async def _answered(self, intent: Intent, outcome: Outcome) -> None:
        if intent.kind is not IntentKind.PROTECT:
            await self._say_away(False)
        await self._tell(outcome)

    async def _say_away(self, away: bool) -> None:
        if away != self._away:
            self._away = away
            await self._tell(WalletAway(away))
