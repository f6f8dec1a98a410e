"""One bot at one table: sits down, plays, tops up, comes back from absence, asks for play chips."""

import asyncio
import logging
import random
import secrets
from collections.abc import Callable

import aiohttp
from msgspec import UNSET, Struct

from riverbus.bots.api import RoomApi
from riverbus.bots.deciding import Choice, decide
from riverbus.bots.line import Line
from riverbus.bots.mirror import Mirror
from riverbus.bots.temperaments import Temperament, temperament_of
from riverbus.core.errors import RoomError
from services.gateway.domain import frames as f
from services.gateway.domain.wire import Form

THINK_S = 1.4
LOOK_EVERY_S = 2.0
SILENT_S = 15.0
"""A table that is not heard for so long is asked for again; even an idle one tells its head."""
BROKE_BLINDS = 12
CLIENT = "riverbus bot 1"

log = logging.getLogger(__name__)


class Habits(Struct):
    """Settings that all bots share; who paces a load changes the speed as it goes."""

    speed: float = 1.0
    """Thinking time is divided by it; 0: no thinking time at all."""
    form: Form = Form.JSON
    leave_after_hands: int = 0
    """Stand up after so many hands; 0: never."""
    thinks: Callable[[str, float], None] | None = None
    """Told the table and the seconds whenever a bot begins to think."""


def action_id() -> str:
    """A new one, for each intent."""
    return secrets.token_urlsafe(12)


class Player:
    """A bot that is signed in and has a table."""

    def __init__(
        self,
        http: aiohttp.ClientSession,
        api: RoomApi,
        token: str,
        name: str,
        table_id: str,
        habits: Habits,
        dice: random.Random,
        on_frame: Callable[[f.ServerFrame], None] | None = None,
    ) -> None:
        self.name = name
        self.table = Mirror()
        self.table_id = table_id
        self.line = Line(http, api, token, CLIENT, self._opened, self._take, habits.form)
        self.acted = 0
        self.refused: dict[str, int] = {}
        self._brings_back = 0
        self._api = api
        self._token = token
        self._habits = habits
        self._dice = dice
        self._temperament: Temperament = temperament_of(name)
        self._heard = on_frame
        self._answered: tuple[str, int] = ("", 0)
        self._wake = asyncio.Event()
        self._head_s = 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """For ever, or until the session ends or the bot has left."""
        line = asyncio.ensure_future(self.line.run())
        sitting = asyncio.ensure_future(self._keep_seat())
        try:
            await asyncio.wait((line, sitting), return_when=asyncio.FIRST_COMPLETED)
            for task in (line, sitting):
                if task.done():
                    task.result()
        finally:
            for task in (line, sitting, *self._tasks):
                task.cancel()
            await asyncio.gather(line, sitting, *self._tasks, return_exceptions=True)

    # -- frames ------------------------------------------------------------------------------

    def _opened(self) -> None:
        watch = f.Watch(table_id=self.table_id)
        if self.table.sequence >= 0:
            watch = f.Watch(
                table_id=self.table_id, epoch=self.table.epoch, sequence=self.table.sequence
            )
        self.line.send(watch=watch)

    def _take(self, frame: f.ServerFrame) -> None:
        if self._heard is not None:
            self._heard(frame)
        if frame.snapshot is not UNSET and frame.snapshot.view is not UNSET:
            self.table.load(frame.snapshot.view)
        elif frame.event is not UNSET:
            if not self.table.apply(frame.event):
                self.table.sequence = -1
                self._opened()
        else:
            if frame.head is not UNSET:
                self._head_s = asyncio.get_running_loop().time()
            return
        self._wake.set()
        self._maybe_act()

    def _maybe_act(self) -> None:
        table, turn = self.table, self.table.turn
        if table.own.legal is UNSET or turn is None or turn.seat != table.own.seat:
            return
        if self._answered == (table.hand_id, turn.turn):
            return
        self._answered = (table.hand_id, turn.turn)
        task = asyncio.ensure_future(self._act(table.hand_id, turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, hand_id: str, turn: f.Turn) -> None:
        choice = decide(self.table, self._temperament, self._dice)
        await self._think(choice, turn)
        if not await self._send(choice, hand_id, turn) and self._is_turn(hand_id, turn):
            legal = self.table.own.legal
            free = legal is not UNSET and legal.check
            await self._send(Choice(f.Verb.CHECK if free else f.Verb.FOLD), hand_id, turn)

    def _is_turn(self, hand_id: str, turn: f.Turn) -> bool:
        now = self.table.turn
        return self.table.hand_id == hand_id and now is not None and now.turn == turn.turn

    async def _send(self, choice: Choice, hand_id: str, turn: f.Turn) -> bool:
        """False when the table refused it."""
        if not self._is_turn(hand_id, turn):
            return True
        act = f.Act(
            table_id=self.table_id,
            action_id=action_id(),
            hand_id=hand_id,
            turn=turn.turn,
            price=turn.price,
            verb=choice.verb,
            to=choice.to or UNSET,
            discards=choice.discards,
        )
        answer = await self.line.command(act=act)
        if answer.ok:
            self.acted += 1
            return True
        code = "" if answer.error is UNSET else answer.error.code
        self.refused[code] = self.refused.get(code, 0) + 1
        log.info("action refused", extra={"bot": self.name, "code": code})
        return False

    async def _think(self, choice: Choice, turn: f.Turn) -> None:
        """Longer for hard decisions; never into the last quarter of the clock."""
        if not self._habits.speed:
            return
        usual = THINK_S * self._temperament.pace * (0.5 + 1.5 * choice.doubt)
        seconds = usual * self._dice.lognormvariate(0.0, 0.45) / self._habits.speed
        limit = turn.duration_ms / 1000 * 0.75 if turn.duration_ms else seconds
        seconds = min(seconds, limit)
        if self._habits.thinks is not None:
            self._habits.thinks(self.table_id, seconds)
        await asyncio.sleep(seconds)

    # -- the seat ----------------------------------------------------------------------------

    async def _keep_seat(self) -> None:
        while True:
            self._wake.clear()
            if self.table.sequence >= 0:
                if self._finished():
                    await self.line.command(
                        leave=f.Leave(table_id=self.table_id, action_id=action_id())
                    )
                    return
                try:
                    await self._look()
                except RoomError as error:
                    log.info("bot waits", extra={"bot": self.name, "code": error.code})
            await asyncio.sleep(LOOK_EVERY_S * self._dice.uniform(0.7, 1.3))
            try:
                async with asyncio.timeout(SILENT_S):
                    await self._wake.wait()
            except TimeoutError:
                if asyncio.get_running_loop().time() - self._head_s > SILENT_S:
                    self._opened()

    def _finished(self) -> bool:
        limit = self._habits.leave_after_hands
        return bool(limit) and self.table.hands_ended >= limit

    async def _look(self) -> None:
        """Whatever the seat needs now; at most one thing."""
        mine = self.table.mine
        if mine is not None and not mine.account_id:
            mine = None  # the seat was reserved for us, and its buy-in refused
        if self.table.state is not f.TableState.OPEN and mine is None:
            return
        if mine is None or not self.table.own.seat:
            await self._sit()
        elif mine.status is f.SeatStatus.SITTING_OUT:
            if mine.stack == 0:
                await self._top_up(mine)
            options = f.SeatOptions(sit_out=False, auto_post=True, auto_ante=True)
            await self._set(options)
        elif not mine.in_hand and mine.stack < BROKE_BLINDS * self._blind():
            await self._top_up(mine)

    async def _sit(self) -> None:
        free = [number for number, seat in self.table.seats.items() if not seat.account_id]
        if not free:
            return
        least = max(self.table.info.buy_in_min, self._brings_back)
        buy_in = await self._affordable(least, max(self.table.info.buy_in_max, least))
        if not buy_in:
            return
        sit = f.Sit(
            table_id=self.table_id,
            action_id=action_id(),
            seat=self._dice.choice(free),
            buy_in=buy_in,
        )
        answer = await self.line.command(sit=sit)
        if answer.ok:
            await self._set(f.SeatOptions(auto_post=True, auto_ante=True, auto_muck=True))
        elif answer.error is not UNSET:
            code = answer.error.code
            self.refused[code] = self.refused.get(code, 0) + 1
            log.info("seat refused", extra={"bot": self.name, "code": code})
            if code == "reducing":
                # Who comes back soon must bring what it left with (ACT-11).
                currency = self.table.info.currency
                self._brings_back = await self._api.left_with(self._token, currency, self.table_id)

    async def _top_up(self, mine: f.SeatView) -> None:
        least = max(1, self.table.info.buy_in_min - mine.stack)
        amount = await self._affordable(least, self.table.info.buy_in_max - mine.stack)
        if amount:
            top_up = f.TopUp(table_id=self.table_id, action_id=action_id(), amount=amount)
            await self.line.command(top_up=top_up)

    async def _set(self, options: f.SeatOptions) -> None:
        await self.line.command(
            options=f.SetOptions(table_id=self.table_id, action_id=action_id(), options=options)
        )

    async def _affordable(self, least: int, most: int) -> int:
        """An amount between the limits that the purse holds, in whole chips; 0: none."""
        currency = self.table.info.currency
        cash = await self._api.cash(self._token, currency)
        if cash < least and currency == "PLAY":
            await self._api.refill(self._token, action_id())
            cash = await self._api.cash(self._token, currency)
        if cash < least or most < least:
            return 0
        stakes = self.table.info.stakes
        unit = 1 if stakes is UNSET else max(1, stakes.unit)
        wanted = int(least + (most - least) * self._dice.uniform(0.2, 0.9)) // unit * unit
        return min(max(wanted, least), cash)

    def _blind(self) -> int:
        stakes = self.table.info.stakes
        return 0 if stakes is UNSET else max(stakes.big_blind, stakes.lower)
