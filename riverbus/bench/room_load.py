"""Load on a room: players who act when a schedule says so, and what they measured.

Open loop: an action is due at its time whether or not a table is ready for it; its latency counts
from then. Flat out, an action is due when its turn comes.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable

import aiohttp
from msgspec import UNSET
from msgspec.structs import replace

from riverbus.bots.api import Identity, RoomApi
from riverbus.bots.line import Line
from riverbus.bots.mirror import Mirror
from riverbus.bots.player import action_id
from services.gateway.domain import frames as f
from services.gateway.domain.wire import Form

SEATS = 6
RAISES, FOLDS = 0.12, 0.10
KEPT = 4_096
SIT_S = 60.0


class Figures:
    """What the whole run measured, milliseconds."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.everybody: list[float] = []
        self.errors: dict[str, int] = {}
        self.hands = 0
        self.counting = False

    def error(self, code: str) -> None:
        """A refused or unanswered action."""
        if self.counting:
            self.errors[code] = self.errors.get(code, 0) + 1


class Schedule:
    """Gives each ready player its due time."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._ready: deque[Callable[[float], None]] = deque()
        self._wake = asyncio.Event()

    def ready(self, act: Callable[[float], None]) -> None:
        """A player's turn has come."""
        if not self._rate:
            act(time.perf_counter())
            return
        self._ready.append(act)
        self._wake.set()

    async def run(self) -> None:
        """Hand out turns at the rate; a slot that finds nobody ready is late, not lost."""

        due = time.perf_counter()
        while self._rate:
            due += 1 / self._rate
            if due > time.perf_counter():
                await asyncio.sleep(due - time.perf_counter())
            while not self._ready:
                self._wake.clear()
                await self._wake.wait()
            self._ready.popleft()(due)


class Seats:
    """When each event of a table had reached all of its seats."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._seen: dict[int, int] = {}
        self._due: dict[int, float] = {}

    def event(self, sequence: int, now: float) -> None:
        """One more seat has it."""
        count = self._seen.get(sequence, 0) + 1
        self._seen[sequence] = count
        if count == SEATS and sequence in self._due:
            self._add(now - self._due.pop(sequence))
        if len(self._seen) > KEPT:
            for old in sorted(self._seen)[: KEPT // 2]:
                self._seen.pop(old)
                self._due.pop(old, None)

    def answered(self, sequence: int, due: float, now: float) -> None:
        """The answer names the event; it may have gone round already."""
        if not sequence:
            return
        if self._seen.get(sequence, 0) >= SEATS:
            self._add(now - due)
        else:
            self._due[sequence] = due

    def _add(self, seconds: float) -> None:
        if self._figures.counting:
            self._figures.everybody.append(seconds * 1000)


class LoadPlayer:
    """Sits down and acts without thinking: mostly checks and calls."""

    def __init__(
        self,
        http: aiohttp.ClientSession,
        api: RoomApi,
        token: str,
        table_id: str,
        number: int,
        schedule: Schedule,
        seats: Seats,
        figures: Figures,
        form: Form,
    ) -> None:
        self.table = Mirror()
        self.line = Line(http, api, token, "bench", self._opened, self._take, form)
        self._table_id = table_id
        self._seat = number % SEATS + 1
        self._schedule = schedule
        self._seats = seats
        self._figures = figures
        self._dice = random.Random(number)
        self._turn: tuple[str, int] = ("", 0)
        self._due: dict[str, float] = {}
        self._leads = number % SEATS == 0
        self._seen = asyncio.Event()

    async def sit(self) -> None:
        """Returns with chips in front."""
        async with asyncio.timeout(SIT_S):
            await self._seen.wait()
        sit = f.Sit(
            table_id=self._table_id,
            action_id=action_id(),
            seat=self._seat,
            buy_in=self.table.info.buy_in_max,
        )
        answer = await self.line.command(sit=sit)
        if not answer.ok:
            raise RuntimeError(f"no seat for the benchmark: {answer.error}")
        options = f.SeatOptions(
            auto_post=True,
            auto_ante=True,
            auto_muck=True,
            auto_top_up=self.table.info.buy_in_max,
        )
        change = f.SetOptions(table_id=self._table_id, action_id=action_id(), options=options)
        await self.line.command(options=change)

    def _opened(self) -> None:
        self.line.send(watch=f.Watch(table_id=self._table_id))

    def _take(self, frame: f.ServerFrame) -> None:
        now = time.perf_counter()
        if frame.event is not UNSET and frame.event.event is not UNSET:
            self._seats.event(frame.event.event.sequence, now)
            before = self.table.hands_ended
            if not self.table.apply(frame.event):
                self._opened()
            if self._leads and self._figures.counting:
                self._figures.hands += self.table.hands_ended - before
        elif frame.snapshot is not UNSET and frame.snapshot.view is not UNSET:
            self.table.load(frame.snapshot.view)
            self._seen.set()
        elif frame.answer is not UNSET:
            self._answered(frame.answer, now)
            return
        else:
            return
        self._look()

    def _look(self) -> None:
        turn, own = self.table.turn, self.table.own
        if own.legal is UNSET or turn is None or turn.seat != own.seat:
            return
        if self._turn == (self.table.hand_id, turn.turn):
            return
        self._turn = (self.table.hand_id, turn.turn)
        self._schedule.ready(self._act)

    def _act(self, due: float) -> None:
        turn, legal = self.table.turn, self.table.own.legal
        if turn is None or legal is UNSET:
            return
        act = f.Act(
            table_id=self._table_id,
            action_id=action_id(),
            hand_id=self.table.hand_id,
            turn=turn.turn,
            price=turn.price,
            verb=f.Verb.FOLD,
        )
        self._due[act.action_id] = due
        self.line.send(act=self._choose(act, legal))

    def _choose(self, act: f.Act, legal: f.LegalActions) -> f.Act:
        roll = self._dice.random()
        if legal.show_or_muck:
            return replace(act, verb=f.Verb.MUCK)
        if legal.wagers and roll < RAISES:
            wager = legal.wagers[0]
            return replace(act, verb=wager.verb, to=wager.min)
        if legal.check:
            return replace(act, verb=f.Verb.CHECK)
        if legal.call and roll < 1 - FOLDS:
            return replace(act, verb=f.Verb.CALL)
        return act

    def _answered(self, answer: f.Answer, now: float) -> None:
        due = self._due.pop(answer.action_id, None)
        if due is None:
            return
        if not answer.ok:
            self._figures.error("" if answer.error is UNSET else answer.error.code)
            return
        if self._figures.counting:
            self._figures.answers.append((now - due) * 1000)
        self._seats.answered(answer.sequence, due, now)


async def enter(
    http: aiohttp.ClientSession, urls: list[str], number: int, bot_key: str
) -> tuple[RoomApi, str]:
    """An account; gateways in turn."""
    api = RoomApi(http, urls)
    for _ in range(number % len(urls)):
        api.move_on()
    token = await api.enter(Identity.of(f"Bench{number:05d}", bot_key), bot_key)
    return api, token
