"""What is done now and then for all tables: heads, lobby rows, comparisons with the wallet."""

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable

from riverbus.core.errors import RoomError
from riverbus.runtime.tasks import end
from services.table.app.actor import TableActor
from services.table.app.ports import Outside, WalletView
from services.table.app.repeating import repeat_calls
from services.table.app.tables import Tables
from services.table.domain.commands import Reconciled, Repeated
from services.table.domain.reconciling import CALL_AGAIN, outstanding
from services.table.domain.resolving import refused_intent
from services.table.domain.state import IntentKind, Phase, Table, TableState
from services.table.metrics import TableMetrics

ROUND_S = 1.0
SLICES = 20
"""A round goes through the tables in so many parts: all at once, a hundred tables' heads and rows
held up every answer for tens of milliseconds here, in the bus and in each gateway.
"""
DOUBT_S = 2.0
HEAD_AFTER_MS = 5_000
HEAD_IDLE_ROUNDS = 10
ROW_ROUNDS = 5

log = logging.getLogger(__name__)


class Rounds:
    """One loop a process, once a second."""

    def __init__(
        self,
        tables: Tables,
        outside: Outside,
        metrics: TableMetrics,
        look: Callable[[], Awaitable[None]],
        reconcile_s: float,
    ) -> None:
        self._tables = tables
        self._outside = outside
        self._metrics = metrics
        self._look = look
        self._reconcile_s = reconcile_s
        self._compared: dict[str, float] = {}
        self._comparing: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._loop = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End."""
        await end(*self._tasks, self._loop)

    async def _run(self) -> None:
        number = 0
        while True:
            number += 1
            for place in range(SLICES):
                await asyncio.sleep(ROUND_S / SLICES)
                try:
                    await self._visit(number, place)
                except Exception:
                    log.exception("round failed")

    async def _visit(self, number: int, place: int) -> None:
        now_ms = self._outside.clock.now_ms()
        if place == 0:
            await self._look()
            self._gauges(now_ms)
        for actor in list(self._tables.actors.values()):
            if place_of(actor.table_id) == place:
                await self._tell_of(actor, number, now_ms)
                self._compare_sometimes(actor)

    async def _tell_of(self, actor: TableActor, number: int, now_ms: int) -> None:
        table = actor.table
        lively = table.hand is not None or now_ms - actor.last_event_ms < HEAD_AFTER_MS
        if lively or number % HEAD_IDLE_ROUNDS == 0:
            await self._outside.publisher.head(
                actor.table_id, table.core.epoch, table.core.sequence, now_ms
            )
        if actor.dirty or number % ROW_ROUNDS == 0:
            actor.dirty = False
            await self._outside.publisher.row(table, now_ms)

    def _compare_sometimes(self, actor: TableActor) -> None:
        """At the takeover, each minute and in doubt, between hands and in them (SEAMS 26)."""
        now = asyncio.get_running_loop().time()
        takeover = actor.table_id not in self._compared
        last = self._compared.get(actor.table_id, float("-inf"))
        pause_s = min(DOUBT_S, self._reconcile_s) if _doubtful(actor.table) else self._reconcile_s
        if now - last < pause_s or actor.table_id in self._comparing:
            return
        self._compared[actor.table_id] = now
        self._comparing.add(actor.table_id)
        task = asyncio.create_task(self._compare(actor, takeover=takeover))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _compare(self, actor: TableActor, *, takeover: bool) -> None:
        try:
            if not actor.table.core.behind:
                _, view = await self._views(actor, takeover=takeover)
                if not view.differs and _refused_for_now(actor.table):
                    await actor.submit(Repeated())
                if not view.confirmed or not _quiet(actor.table):
                    return
            told = await repeat_calls(actor.table, self._outside)
            if not told.refused:
                sequence, view = await self._views(actor, takeover=False)
                if view.confirmed and not await self._correct(actor, sequence, view):
                    return
            await actor.submit(told)  # last: what it asks again would hide a difference
        except RoomError as error:
            log.info("not compared", extra={"table": actor.table_id, "code": error.code})
        except Exception:
            log.exception("comparison failed", extra={"table": actor.table_id})
        finally:
            self._comparing.discard(actor.table_id)

    async def _views(self, actor: TableActor, *, takeover: bool) -> tuple[int, WalletView]:
        """What the wallet says, twice if it differs, and the table's sequence when it was asked."""
        before = actor.table
        neighbours = self._outside.neighbours
        view = await neighbours.reconcile(before, before.core.epoch, takeover=takeover)
        if view.differs and not view.confirmed:
            before = actor.table
            view = await neighbours.reconcile(before, before.core.epoch, takeover=False)
        return before.core.sequence, view

    async def _correct(self, actor: TableActor, sequence: int, view: WalletView) -> bool:
        """The wallet knows better, if nothing happened at the table in between."""
        if actor.table.core.sequence != sequence or not _quiet(actor.table):
            return False
        self._metrics.differences.inc()
        log.error(
            "table and wallet differ",
            extra={
                "table": actor.table_id,
                "hand_closed": view.hand_closed,
                "foreign_hand": view.foreign_hand,
            },
        )
        await actor.submit(
            Reconciled(
                hand_closed=view.hand_closed,
                foreign_hand=view.foreign_hand,
                escrows=view.escrows,
            )
        )
        return True

    def _gauges(self, now_ms: int) -> None:
        actors = list(self._tables.actors.values())
        running = [a for a in actors if a.table.hand is not None]
        intents = [
            now_ms - intent.made_ms
            for actor in actors
            for intent in actor.table.intents.values()
            if intent.kind is not IntentKind.PROTECT
        ]
        silent = [now_ms - a.last_event_ms for a in running]
        self._metrics.owned.set(len(actors))
        self._metrics.seated.set(sum(len(actor.table.seats) for actor in actors))
        self._metrics.running.set(len(running))
        self._metrics.waiting.set(max(intents, default=0) / 1000)
        self._metrics.stuck.set(max(silent, default=0) / 1000)
        self._metrics.paused.set(sum(1 for actor in actors if _wallet_refuses(actor.table)))


def place_of(table_id: str) -> int:
    """The part of a round in which a table's turn comes."""
    return zlib.crc32(table_id.encode()) % SLICES


def _wallet_refuses(table: Table) -> bool:
    """An operator must look, whoever paused the table since (SEAMS 19, 20)."""
    core = table.core
    stopped = core.state is TableState.PAUSED and core.paused_by == "wallet"
    return stopped or bool(core.behind) or refused_intent(table.intents) is not None


def _doubtful(table: Table) -> bool:
    """The wallet may be older than the log: a call was refused for what it should know."""
    return _refused_for_now(table) or bool(table.core.behind or table.core.refused_opens)


def _refused_for_now(table: Table) -> bool:
    """Whether a call waits for table and wallet to agree."""
    return any(intent.held in CALL_AGAIN for intent in table.intents.values())


def _quiet(table: Table) -> bool:
    """Whether no call is under way that would explain a difference."""
    if table.core.phase is Phase.OPENING:
        return False
    return not any(outstanding(intent) for intent in table.intents.values())
