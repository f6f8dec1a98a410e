"""All tables of this process: which it owns, how it takes them and gives them back.

Fences, not time, make a wrong guess harmless: a process that claims wrongly is refused by the log.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from riverbus.core.errors import RoomError
from riverbus.core.ports import LeaseRecord
from services.table.app.actor import TableActor
from services.table.app.archiver import Archiver
from services.table.app.errors import NotOwner
from services.table.app.journal import UnreadableHeader
from services.table.app.ports import Outside
from services.table.app.rescue import rescue
from services.table.app.takeover import (
    NewerRecords,
    Opened,
    Overtaken,
    PoisonedTable,
    open_table,
)
from services.table.domain.commands import Configure, Drain, Moment, Release, Resume
from services.table.domain.errors import NoHand, TableUnknown
from services.table.domain.records import Decision, Record
from services.table.domain.state import Phase, TableSettings, TableState
from services.table.domain.table import decide
from services.table.metrics import TableMetrics

DRAIN_LOOK_S = 0.1

log = logging.getLogger(__name__)


class Me(msgspec.Struct, frozen=True):
    """This process."""

    name: str
    address: str
    build: str


class Tables:
    """The tables that this process owns."""

    def __init__(self, outside: Outside, metrics: TableMetrics) -> None:
        self.outside = outside
        self.metrics = metrics
        self.me = Me("", "", "")
        self.settings: dict[str, TableSettings] = {}
        self.leases: dict[str, LeaseRecord] = {}
        self.actors: dict[str, TableActor] = {}
        self.quarantined: dict[str, str] = {}
        self.newer: set[str] = set()
        self._opening: set[str] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self.archiver = Archiver(outside, metrics)
        self.on_opened: list[Callable[[TableActor], None]] = []
        """Called with each table that this process took over or opened."""

    # -- asking -----------------------------------------------------------------------------

    def actor(self, table_id: str) -> TableActor:
        """The table's writer here. Raises TableUnknown or NotOwner with owner, address, epoch."""
        actor = self.actors.get(table_id)
        if actor is not None and not actor.stopped:
            return actor
        lease = self.leases.get(table_id)
        if lease is None and table_id not in self.settings:
            raise TableUnknown
        if table_id in self.quarantined and lease is not None and lease.owner == self.me.name:
            raise PoisonedTable
        details = {"owner": "", "address": "", "epoch": "0"}
        if lease is not None and not lease.released:
            details = {
                "owner": lease.owner,
                "address": lease.address,
                "epoch": str(lease.epoch),
            }
        raise NotOwner(details=details)

    def busy(self, table_id: str) -> bool:
        """Whether the table is here, or on its way."""
        return table_id in self.actors or table_id in self._opening

    # -- taking -----------------------------------------------------------------------------

    async def claim(self, table_id: str, seen: LeaseRecord | None) -> bool:
        """Compare-and-set the lease, then fence, replay and go on; whether the table is ours."""
        settings = self.settings.get(table_id)
        if settings is None or self.busy(table_id) or table_id in self.newer:
            return False
        self._opening.add(table_id)
        began_ms = self.outside.clock.now_ms()
        try:
            held = await self._win(table_id, seen)
            if held is None:
                return False
            self.leases[table_id] = held
            await self._open(settings, held)
        except Overtaken as error:
            floor = int(error.details.get("epoch", "0"))
            lease = self.leases.get(table_id)
            if lease is not None and lease.owner == self.me.name and floor:
                raised = msgspec.structs.replace(lease, epoch=floor)
                self.leases[table_id] = raised
            self.metrics.takeovers.labels("overtaken").inc()
            return False
        except NewerRecords:
            self.newer.add(table_id)
            await self.outside.lease.release(self.leases[table_id])
            self.metrics.takeovers.labels("newer").inc()
            return False
        except PoisonedTable:
            self._quarantine(table_id, "four owners did not get through its log")
            return False
        except UnreadableHeader as error:
            self._quarantine(table_id, error.sentence)
            return False
        except RoomError as error:
            log.warning("table not taken", extra={"table": table_id, "code": error.code})
            self.metrics.takeovers.labels("failed").inc()
            return False
        except Exception:
            log.exception("table not taken", extra={"table": table_id})
            self.metrics.takeovers.labels("failed").inc()
            return False
        finally:
            self._opening.discard(table_id)
        took_s = (self.outside.clock.now_ms() - began_ms) / 1000
        self.metrics.takeover.observe(took_s)
        self.metrics.takeovers.labels("resumed").inc()
        self._gauge()
        return True

    def stuck(self, table_id: str) -> bool:
        """Whether only a new beginning from the escrows helps (SEAMS 13, 26)."""
        actor = self.actors.get(table_id)
        return table_id in self.quarantined or (actor is not None and bool(actor.table.core.behind))

    async def cancel_without_replay(self, table_id: str, reason: str) -> None:
        """An operator's way out: chips from the escrows, then a new opening."""
        settings, lease = self.settings.get(table_id), self.leases.get(table_id)
        if not self.stuck(table_id) or settings is None or lease is None:
            raise NoHand
        actor = self.actors.pop(table_id, None)
        if actor is not None:
            await actor.stop()
        await rescue(settings, lease.epoch, reason, self.outside)
        self.quarantined.pop(table_id, None)
        self.metrics.quarantined.set(len(self.quarantined))
        await self.claim(table_id, lease)

    async def _win(self, table_id: str, seen: LeaseRecord | None) -> LeaseRecord | None:
        """The lease under the next epoch; None if another was quicker (SEAMS 10)."""
        floor = seen.epoch if seen is not None else 0
        known = self.leases.get(table_id)
        if known is not None:
            floor = max(floor, known.epoch)
        if seen is None:
            standing = await self.outside.neighbours.standing(table_id)
            floor = max(floor, standing.epoch)
        wanted = LeaseRecord(
            table_id=table_id,
            owner=self.me.name,
            address=self.me.address,
            epoch=floor + 1,
            build=self.me.build,
        )
        return await self.outside.lease.claim(wanted, seen)

    async def _open(self, settings: TableSettings, held: LeaseRecord) -> None:
        opened = await open_table(settings, self.me.name, held.epoch, self.outside)
        table_id = settings.table_id
        actor = TableActor(
            opened.table,
            opened.tail,
            self.outside,
            self.metrics,
            self._lost,
            self._broken,
            self.archiver.take,
            opened.records,
        )
        await self.outside.publisher.publish(table_id, opened.announced, ())
        actor.history.add(opened.announced, ())
        await actor.resume(self._resumed(opened, held))
        self.archiver.take_left(table_id, opened.earlier)
        self.actors[table_id] = actor
        self.quarantined.pop(table_id, None)
        actor.start()
        for hear in self.on_opened:
            hear(actor)
        latest = self.settings.get(table_id, settings)
        if latest.revision > settings.revision:
            await actor.submit(Configure(latest))

    def _resumed(self, opened: Opened, held: LeaseRecord) -> Decision:
        """The decision with which a new owner goes on; always a record (SEAMS 13)."""
        moment = Moment(self.outside.clock.now_ms(), self.outside.ids, self.outside.shuffle)
        decision = decide(opened.table, Resume(epoch=held.epoch), moment)
        if decision.record is not None:
            return decision
        return Decision(decision.table, Record(at_ms=moment.now_ms))

    # -- losing and giving back -------------------------------------------------------------

    async def on_lease(self, lease: LeaseRecord) -> None:
        """A lease changed: one of a higher epoch than ours ends our ownership (SEAMS 14)."""
        known = self.leases.get(lease.table_id)
        if known is not None and lease.epoch < known.epoch:
            return
        self.leases[lease.table_id] = lease
        actor = self.actors.get(lease.table_id)
        if actor is not None and lease.epoch > actor.table.core.epoch:
            self._lost(actor)

    async def on_settings(self, table_id: str, settings: TableSettings | None) -> None:
        """The lobby wrote a table's configuration."""
        if settings is None:
            self.settings.pop(table_id, None)
            return
        known = self.settings.get(table_id)
        if known is not None and known.revision >= settings.revision:
            return
        self.settings[table_id] = settings
        actor = self.actors.get(table_id)
        if actor is not None and not actor.stopped:
            # Not waited for: one table's writer may be stuck, the others' news are not to wait.
            self._spawn(_quietly(actor, Configure(settings)))

    async def drain(self, deadline_s: float, others: Callable[[], bool]) -> None:
        """Give all tables back: the idle at once, the others after their hand or at the deadline.

        Without another process to claim them the log keeps the hands as they are (SEAMS 15).
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + deadline_s
        for actor in self.actors.values():
            if actor.table.hand is not None and others():
                self._spawn(_quietly(actor, Drain()))
        while self.actors:
            over = loop.time() >= until or not others()
            ready = [
                actor
                for actor in self.actors.values()
                if over or actor.table.core.phase is Phase.IDLE
            ]
            await asyncio.gather(*(self.release(actor) for actor in ready))
            if self.actors:
                await asyncio.sleep(DRAIN_LOOK_S)

    async def release(self, actor: TableActor) -> None:
        """The last record, then the lease (SEAMS 15)."""
        await _quietly(actor, Release())
        self.actors.pop(actor.table_id, None)
        await actor.stop()
        lease = self.leases.get(actor.table_id)
        if lease is not None and lease.owner == self.me.name:
            await self.outside.lease.release(lease)
        self._gauge()

    async def stop(self) -> None:
        """End everything without a word; another process takes over."""
        for actor in list(self.actors.values()):
            await actor.stop()
        self.actors.clear()
        await asyncio.gather(*self._ending, return_exceptions=True)
        await self.archiver.stop()

    def _lost(self, actor: TableActor) -> None:
        if self.actors.get(actor.table_id) is actor:
            del self.actors[actor.table_id]
        log.info("table lost", extra={"table": actor.table_id})
        self._end(actor)

    def _broken(self, actor: TableActor, error: BaseException) -> None:
        self._quarantine(actor.table_id, str(error))

    def _quarantine(self, table_id: str, reason: str) -> None:
        log.error("table quarantined", extra={"table": table_id, "reason": reason})
        self.quarantined[table_id] = reason
        self.metrics.takeovers.labels("quarantined").inc()
        self.metrics.quarantined.set(len(self.quarantined))

    def _end(self, actor: TableActor) -> None:
        self._spawn(actor.stop())
        self._gauge()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _gauge(self) -> None:
        self.metrics.owned.set(len(self.actors))


async def _quietly(actor: TableActor, command: Drain | Release | Configure) -> None:
    try:
        await actor.submit(command)
    except RoomError as error:
        log.info("not taken", extra={"table": actor.table_id, "code": error.code})


__all__ = ["Me", "TableState", "Tables"]
