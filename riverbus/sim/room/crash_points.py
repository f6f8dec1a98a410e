"""A crash point at every step of a hand's life: in each hand the owner of the table dies a record
later than in the hand before, and the next owner has to go on with the same cards.

`delay_s` after the record became durable: 0 before its writer knows, a little later when some have
been told of it and others not. The auditor looks on all the while; no hand may be cancelled.
"""

import asyncio
import contextvars
from collections.abc import Sequence

import msgspec

from riverbus.core.ports import LogRecord
from riverbus.sim.loop import VirtualLoop, run_virtual
from riverbus.sim.room.auditor import Finding
from riverbus.sim.room.simulation import NONE, Report, Simulation
from services.table.app.journal import Kind

LONGEST_S = 3600.0
SHORT_HANDS = 8
"""So many hands in a row without the wanted record: no hand has that many."""
STEPS = (Kind.CHECKPOINT, Kind.COMMAND)


class CrashReport(msgspec.Struct, kw_only=True):
    """Records after which the owner died, and what came of it."""

    points: int
    hands: int
    report: Report


class CrashRun(Simulation):
    """One table, three players who see every hand to its end, no other fault."""

    def __init__(self, loop: VirtualLoop, seed: int, tables: Sequence[str], delay_s: float) -> None:
        super().__init__(loop, seed, tables, NONE)
        self._delay_s = delay_s
        self.point = 1
        """The next crash comes after this record of a hand."""
        self.crashed: list[str] = []
        """Hands in which the owner died."""
        self._hand = ""
        self._records = 0
        self._short = 0
        self._dying: set[asyncio.Task[None]] = set()
        self._done = asyncio.Event()
        self.room.disk.onlookers.append(self._on_record)

    def _on_record(self, process: str, record: LogRecord) -> None:
        header = self.auditor.log.header(record)
        if header.kind not in STEPS or not header.hand_id or self._done.is_set():
            return
        if header.hand_id != self._hand:
            if self._hand and self._hand not in self.crashed:
                self._short += 1
                if self._short >= SHORT_HANDS:
                    self._done.set()
                    return
            self._hand, self._records = header.hand_id, 0
        self._records += 1
        if self._records == self.point and self._hand not in self.crashed:
            self._short = 0
            self.point += 1
            self.crashed.append(self._hand)
            if not self._delay_s:
                self.room.network.cut(process)
            # In a context of its own: what the dying process started dies with it.
            dying = asyncio.get_running_loop().create_task(
                self._die(process), context=contextvars.Context()
            )
            self._dying.add(dying)
            dying.add_done_callback(self._dying.discard)

    async def _die(self, process: str) -> None:
        await asyncio.sleep(self._delay_s)
        await self._kill(process)

    async def _break_things(self, end: float) -> None:
        await self._done.wait()
        while self._dying:
            await asyncio.gather(*self._dying)


def crash_everywhere(seed: int, table: str, delay_s: float = 0.0) -> CrashReport:
    """The whole run on a fresh virtual loop. Raises Finding, or what broke."""

    async def main() -> CrashReport:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        made = CrashRun(loop, seed, (table,), delay_s)
        report = await made.run(LONGEST_S)
        log = made.auditor.log
        if lost := [hand for hand in made.crashed if hand not in log.ended]:
            raise Finding(f"hands {lost} never came to an end")
        if log.cancelled:
            raise Finding(f"hands {sorted(log.cancelled)} were cancelled")
        return CrashReport(points=made.point - 1, hands=len(log.ended), report=report)

    return run_virtual(main)
