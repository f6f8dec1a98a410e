"""Who lives and who should have which table: heartbeats, suspicion, claims (SEAMS 10 to 15)."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import msgspec

from riverbus.core.errors import RoomError
from riverbus.core.ports import LeaseRecord, Subscription
from riverbus.runtime.tasks import end
from services.table.app.claims import Pod, ranked
from services.table.app.ports import Configurations, Heartbeat, Heartbeats, Outside
from services.table.app.tables import Me, Tables

BEAT_S = 0.5
SUSPECT_S = 2.0
SURE_S = 2.0
"""A process suspects others only if its own heartbeats came back for so long."""
STALL_S = 1.0
CLAIMS_AT_ONCE = 32
TURN_S = 3.0
"""Who should claim a free table and does not, such as for want of a key, is waited for so long."""

log = logging.getLogger(__name__)


class Heard(msgspec.Struct, frozen=True):
    """The last heartbeat of a process and when it came, loop time."""

    beat: Heartbeat
    at: float


class Ownership:
    """The loop that beats, listens and claims."""

    def __init__(
        self,
        tables: Tables,
        outside: Outside,
        heartbeats: Heartbeats,
        configurations: Configurations,
        ready: Callable[[], bool] = lambda: True,
    ) -> None:
        self._tables = tables
        self._outside = outside
        self._heartbeats = heartbeats
        self._configurations = configurations
        self._ready = ready
        self._heard: dict[str, Heard] = {}
        self._sure_since = float("inf")
        self._last_own = float("-inf")
        self._began = 0.0
        self._draining = False
        self._free_since: dict[str, float] = {}
        self._claiming: dict[str, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(CLAIMS_AT_ONCE)
        self._tasks: list[asyncio.Task[None]] = []
        self._subscriptions: list[Subscription] = []

    async def start(self, me: Me) -> None:
        """Read what is there, then begin to beat and to claim."""
        self._tables.me = me
        loop = asyncio.get_running_loop()
        self._began = loop.time()
        self._subscriptions.append(await self._configurations.watch(self._tables.on_settings))
        self._subscriptions.append(await self._outside.lease.watch(self._tables.on_lease))
        self._heartbeats.on_gap(self._count_anew)
        self._subscriptions.append(await self._heartbeats.listen(self._on_beat))
        self._tasks = [
            asyncio.create_task(self._beat_on()),
            asyncio.create_task(self._claim_on()),
        ]

    async def drain(self, deadline_s: float) -> None:
        """No more claims; then give back what is owned."""
        self._draining = True
        await self._beat()
        if self._claiming:
            await asyncio.wait(self._claiming.values(), timeout=deadline_s)
        await self._tables.drain(deadline_s, lambda: bool(self._others()))

    async def stop(self) -> None:
        """End the loop and the subscriptions."""
        await end(*self._tasks, *self._claiming.values())
        for subscription in self._subscriptions:
            await subscription.stop()

    # -- who lives --------------------------------------------------------------------------

    async def _on_beat(self, beat: Heartbeat) -> None:
        now = asyncio.get_running_loop().time()
        self._heard[beat.pod] = Heard(beat, now)
        if beat.pod == self._tables.me.name:
            if now - self._last_own > STALL_S:
                self._sure_since = now
            self._last_own = now

    def _count_anew(self) -> None:
        """Heartbeats may have been missed: nobody is suspected for a while."""
        self._sure_since = float("inf")
        self._last_own = float("-inf")

    def _sure(self, now: float) -> bool:
        """Whether our own heartbeats came back without a hole for long enough."""
        return now - self._last_own <= STALL_S and now - self._sure_since >= SURE_S

    def _alive(self, name: str, now: float) -> bool:
        heard = self._heard.get(name)
        return heard is not None and now - heard.at < SUSPECT_S

    def _others(self) -> list[Pod]:
        now = asyncio.get_running_loop().time()
        return [
            Pod(name, heard.beat.build)
            for name, heard in self._heard.items()
            if name != self._tables.me.name and heard.beat.ready and self._alive(name, now)
        ]

    # -- the loops --------------------------------------------------------------------------

    async def _beat_on(self) -> None:
        """Beats whatever else is slow: a claim may wait for log or wallet."""
        loop = asyncio.get_running_loop()
        last = loop.time()
        while True:
            await self._beat()
            await asyncio.sleep(BEAT_S)
            now = loop.time()
            if now - last > BEAT_S + STALL_S:
                self._count_anew()
            last = now

    async def _claim_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            if self._draining or not self._ready():
                continue
            self._claim_what_is_ours(asyncio.get_running_loop().time())

    async def _beat(self) -> None:
        me = self._tables.me
        await self._heartbeats.beat(
            Heartbeat(
                pod=me.name,
                address=me.address,
                build=me.build,
                ready=not self._draining and self._ready(),
                tables=len(self._tables.actors),
                at_ms=self._outside.clock.now_ms(),
            )
        )

    def _claim_what_is_ours(self, now: float) -> None:
        """Begin to claim; a table whose log or wallet does not answer holds no other one up."""
        me = self._tables.me
        candidates = [*self._others(), Pod(me.name, me.build)]
        if now - self._began < BEAT_S * 3:
            return  # others may be starting too: hear them first
        for table_id in self._tables.settings:
            if (
                not self._tables.busy(table_id)
                and table_id not in self._claiming
                and table_id not in self._tables.quarantined
                and self._our_turn(table_id, candidates, now)
            ):
                task = asyncio.create_task(self._claim(table_id), name=f"claim {table_id}")
                self._claiming[table_id] = task
                task.add_done_callback(partial(self._claimed, table_id))

    async def _claim(self, table_id: str) -> None:
        try:
            async with self._slots:
                if not self._draining:
                    await self._tables.claim(table_id, self._tables.leases.get(table_id))
        except RoomError as error:
            log.info("not claimed", extra={"table": table_id, "code": error.code})
        except Exception:
            log.exception("claiming failed", extra={"table": table_id})

    def _claimed(self, table_id: str, _task: asyncio.Task[None]) -> None:
        del self._claiming[table_id]

    def _our_turn(self, table_id: str, candidates: list[Pod], now: float) -> bool:
        """Whether the table is free, and for so long that it is ours to claim."""
        if not self._free(self._tables.leases.get(table_id), now):
            self._free_since.pop(table_id, None)
            return False
        since = self._free_since.setdefault(table_id, now)
        rank = ranked(table_id, candidates).index(self._tables.me.name)
        return now - since >= rank * TURN_S

    def _free(self, lease: LeaseRecord | None, now: float) -> bool:
        if lease is None or lease.released:
            return True
        if lease.owner == self._tables.me.name:
            return True  # ours from an earlier life, or its opening failed
        return self._sure(now) and not self._alive(lease.owner, now)
