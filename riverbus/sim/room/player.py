"""A player at the door of a gateway: frames in JSON, as a browser sends them, at random but legal.

Comes back at another gateway when its own dies, and repeats what was under way with the same id.
"""

import asyncio
import contextlib
import random
from collections.abc import Callable

from msgspec import UNSET

from riverbus.bots.mirror import Mirror
from riverbus.core.errors import RoomError
from riverbus.sim.room.processes import run_as
from riverbus.sim.room.room import SimRoom
from riverbus.sim.room.socket import LineDown, SimSocket
from services.gateway.adapters.codec import decode_server, encode_client
from services.gateway.domain import frames as f
from services.gateway.domain.wire import PROTOCOL, Form

ANSWER_S = 5.0
WATCH_AGAIN_S = 2.0
AGAIN_SHARE = 0.05
"""Of the answers, how many are asked for twice."""
AGAIN = frozenset({"unavailable", "deadline", "rate_limited", "not_owner"})
Listener = Callable[["SimPlayer", f.ServerFrame], None]


class SimPlayer:
    """One account at one table."""

    def __init__(
        self, room: SimRoom, token: str, account_id: str, table_id: str, hear: Listener
    ) -> None:
        self.account_id = account_id
        self.table_id = table_id
        self.mirror = Mirror()
        self.refused: dict[str, int] = {}
        self.acted = 0
        self.accepted: list[str] = []
        """Ids of acts and seats to which the room said yes."""
        self.contradictions: list[str] = []
        self._room = room
        self._token = token
        self._hear = hear
        self._random = random.Random(room.random.getrandbits(64))
        self._made = 0
        self._waiting: dict[str, asyncio.Future[f.Answer]] = {}
        self._socket: SimSocket | None = None
        self._line: asyncio.Task[None] | None = None
        self._answered: tuple[str, int] = ("", 0)
        self._watched_s = 0.0
        self.folds = True

    async def play(self, over: Callable[[], bool]) -> None:
        """Sit, play, top up, and leave with all chips once it is over."""
        self._line = asyncio.ensure_future(self._keep_line())
        try:
            while not over():
                await asyncio.sleep(0.15 + self._random.random() * 0.3)
                await self._step()
            await self._go_home()
        finally:
            self._line.cancel()
            await asyncio.gather(self._line, return_exceptions=True)

    # -- what a person does ------------------------------------------------------------------

    async def _step(self) -> None:
        mirror = self.mirror
        if mirror.sequence < 0:
            if self._room.loop.time() > self._watched_s + WATCH_AGAIN_S:
                self._watch()  # the table had no owner, or the answer was lost
            return
        if self._socket is None:
            return
        mine = next((s for s in mirror.seats.values() if s.account_id == self.account_id), None)
        if mine is None:
            free = [number for number, seat in mirror.seats.items() if not seat.account_id]
            if free and mirror.state is f.TableState.OPEN:
                await self._command(
                    sit=f.Sit(
                        table_id=self.table_id, action_id=self._id(),
                        seat=self._random.choice(free), buy_in=mirror.info.buy_in_max,
                    )
                )  # fmt: skip
            return
        legal, turn = mirror.own.legal, mirror.turn
        if legal is not UNSET and turn is not None and turn.seat == mirror.own.seat:
            if self._answered != (mirror.hand_id, turn.turn):
                self._answered = (mirror.hand_id, turn.turn)
                await self._act(legal, turn)
        elif mine.status is f.SeatStatus.SITTING_OUT and mine.stack:
            await self._command(
                options=f.SetOptions(
                    table_id=self.table_id, action_id=self._id(),
                    options=f.SeatOptions(sit_out=False),
                )
            )  # fmt: skip
        elif mine.stack < self._least() and not mine.in_hand and not mirror.own.top_up_waiting:
            await self._command(
                top_up=f.TopUp(
                    table_id=self.table_id, action_id=self._id(), amount=mirror.info.buy_in_min
                )
            )

    def _least(self) -> int:
        """With less nobody is dealt in: an ante and some bets."""
        stakes = self.mirror.info.stakes
        return 1 if stakes is UNSET else stakes.ante + 2 * max(stakes.big_blind, stakes.lower)

    async def _act(self, legal: f.LegalActions, turn: f.Turn) -> None:
        chance = self._random.random()
        if chance < 0.004:
            return  # lets the time run out
        verb, to, discards = self._choice(legal)
        answer = await self._command(
            act=f.Act(
                table_id=self.table_id, action_id=self._id(), hand_id=self.mirror.hand_id,
                turn=turn.turn, price=turn.price, verb=verb, to=to or UNSET, discards=discards,
            )
        )  # fmt: skip
        if not answer.ok:
            self._answered = ("", 0)

    def _choice(self, legal: f.LegalActions) -> tuple[f.Verb, int, str]:
        if legal.show_or_muck:
            return self._random.choice((f.Verb.SHOW, f.Verb.MUCK)), 0, ""
        if legal.draw_max >= 0 and not (legal.check or legal.call or legal.wagers):
            cards = self.mirror.own.cards
            count = self._random.randint(0, min(legal.draw_max, 3))
            if not count:
                return f.Verb.STAND_PAT, 0, ""
            return f.Verb.DRAW, 0, cards[: 2 * count]
        found: list[tuple[f.Verb, int, str]] = []
        if legal.check:
            found += [(f.Verb.CHECK, 0, "")] * 3
        elif legal.fold and (self.folds or not (legal.call or legal.wagers)):
            found.append((f.Verb.FOLD, 0, ""))
        if legal.call:
            found += [(f.Verb.CALL, 0, "")] * 3
        for wager in legal.wagers:
            found.append((wager.verb, self._random.choice((wager.min, wager.min, wager.max)), ""))
        return self._random.choice(found)

    async def _go_home(self) -> None:
        """Leave until the seat is free; the chips are the wallet's then."""
        action_id = self._id()
        while True:
            seats = self.mirror.seats.values()
            if self.mirror.sequence >= 0 and not any(
                seat.account_id == self.account_id for seat in seats
            ):
                return
            if self.mirror.sequence < 0:
                self._watch()
            await self._command(leave=f.Leave(table_id=self.table_id, action_id=action_id))
            await asyncio.sleep(1)

    # -- the line ----------------------------------------------------------------------------

    def _id(self) -> str:
        self._made += 1
        return f"{self.account_id[-8:]}-{self._made:06d}"

    async def _command(self, **frame: f.Sit | f.Act | f.TopUp | f.Leave | f.SetOptions) -> f.Answer:
        """Sent again with the same id until its outcome is known."""
        [message] = frame.values()
        action_id = message.action_id
        while True:
            future: asyncio.Future[f.Answer] = self._room.loop.create_future()
            self._waiting[action_id] = future
            self._send(f.ClientFrame(**frame))  # type: ignore[arg-type]
            try:
                async with asyncio.timeout(ANSWER_S):
                    answer = await future
            except TimeoutError:
                continue
            if answer.error is not UNSET and answer.error.kind in AGAIN:
                await asyncio.sleep(0.5)
                continue
            if answer.ok:
                self.acted += 1
                if isinstance(message, f.Act | f.Sit):
                    self.accepted.append(action_id)
                if self._random.random() < AGAIN_SHARE:
                    await self._ask_again(action_id, f.ClientFrame(**frame))  # type: ignore[arg-type]
            elif answer.error is not UNSET:
                code = answer.error.code
                self.refused[code] = self.refused.get(code, 0) + 1
            return answer

    async def _ask_again(self, action_id: str, frame: f.ClientFrame) -> None:
        """The same id with the same content is answered as before (SEAMS 4)."""
        future: asyncio.Future[f.Answer] = self._room.loop.create_future()
        self._waiting[action_id] = future
        self._send(frame)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                answer = await future
            if answer.error is not UNSET and answer.error.kind not in AGAIN:
                self.contradictions.append(
                    f"{action_id} was accepted, then refused as {answer.error.code}"
                )

    def _send(self, frame: f.ClientFrame) -> None:
        if self._socket is not None:
            self._socket.say(encode_client(frame, Form.JSON))

    async def _keep_line(self) -> None:
        while True:
            try:
                await self._once()
            except (LineDown, RoomError):
                self._socket = None
            await asyncio.sleep(0.2 + self._random.random())

    async def _once(self) -> None:
        gateways = self._room.gateways()
        if not gateways:
            raise LineDown
        name, app = self._random.choice(gateways)
        socket = SimSocket()
        serving = asyncio.ensure_future(
            run_as(name, app.sockets.attach(socket, self._token, Form.JSON))
        )
        serving.add_done_callback(socket.cut)
        try:
            hello = f.Hello(protocol=PROTOCOL, client="sim 1", instance_id=self.account_id[-8:])
            self._socket = socket
            self._send(f.ClientFrame(hello=hello))
            while True:
                frame = decode_server(await socket.hear(), Form.JSON)
                if frame.welcome is not UNSET:
                    self._watch()
                self._take(frame)
        finally:
            self._socket = None
            socket.hang_up()
            await asyncio.gather(serving, return_exceptions=True)

    def _watch(self) -> None:
        self._watched_s = self._room.loop.time()
        watch = f.Watch(table_id=self.table_id)
        if self.mirror.sequence >= 0:
            watch = f.Watch(
                table_id=self.table_id, epoch=self.mirror.epoch, sequence=self.mirror.sequence
            )
        self._send(f.ClientFrame(watch=watch))

    def _take(self, frame: f.ServerFrame) -> None:
        self._hear(self, frame)
        if frame.snapshot is not UNSET and frame.snapshot.view is not UNSET:
            self.mirror.load(frame.snapshot.view)
            self._answered = ("", 0)
        elif frame.event is not UNSET and not self.mirror.apply(frame.event):
            self.mirror.sequence = -1
            self._watch()
        answer = frame.answer
        if frame.refusal is not UNSET and frame.refusal.action_id:
            refusal = frame.refusal
            answer = f.Answer(action_id=refusal.action_id, error=refusal.error)
        if answer is not UNSET and not answer.pending:
            waiting = self._waiting.pop(answer.action_id, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(answer)
