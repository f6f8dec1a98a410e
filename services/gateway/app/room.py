"""What each client frame does. One object for all connections of this gateway."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import UNSET

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Clock
from services.gateway.app.chat_rooms import ChatRooms
from services.gateway.app.connection import Connection
from services.gateway.app.feeds import Feeds
from services.gateway.app.lobby_list import LobbyList
from services.gateway.app.ports import Command, Tables
from services.gateway.app.purses import Purses
from services.gateway.app.registry import Registry
from services.gateway.app.table_feed import Spawn
from services.gateway.domain import frames as f
from services.gateway.domain.checks import Payload
from services.gateway.domain.errors import HelloFirst, MayNotPlay, ProtocolUnknown
from services.gateway.domain.wire import MAX_FRAME_BYTES, PROTOCOL
from services.gateway.metrics import GatewayMetrics

OUTCOME_EVERY_S = 0.25
OUTCOME_WAIT_S = 60.0
COMMANDS = frozenset({"sit", "act", "advance", "options", "top_up", "leave"})
PLAY = frozenset({"sit", "top_up", "chat_say"})

log = logging.getLogger(__name__)


def detail_of(error: RoomError) -> f.ErrorDetail:
    """The error as clients get it."""
    return f.ErrorDetail(
        code=error.code,
        sentence=error.sentence,
        kind=error.kind.value,
        details=error.details,
    )


class Room:
    """The gateway's use cases."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        tables: Tables,
        registry: Registry,
        feeds: Feeds,
        chat: ChatRooms,
        lobby: LobbyList,
        purses: Purses,
        metrics: GatewayMetrics,
        spawn: Spawn,
    ) -> None:
        self._name = name
        self._clock = clock
        self._tables = tables
        self.registry = registry
        self.feeds = feeds
        self.chat = chat
        self.lobby = lobby
        self._purses = purses
        self._metrics = metrics
        self._spawn = spawn
        self._handlers: dict[str, Callable[[Connection, Any], Awaitable[None]]] = {
            "watch": self._watch,
            "unwatch": self._unwatch,
            "chat_join": self._chat_join,
            "chat_leave": self._chat_leave,
            "chat_say": self._chat_say,
            "lobby_watch": self._lobby_watch,
            "lobby_unwatch": self._lobby_unwatch,
        }

    async def greet(self, connection: Connection, hello: f.Hello) -> None:
        """Answer the first frame. Raises ProtocolUnknown."""
        if hello.protocol != PROTOCOL:
            raise ProtocolUnknown(details={"protocol": str(PROTOCOL)})
        connection.instance_id = hello.instance_id
        await self.registry.join(connection)
        purse = await self._purses.greet(connection)
        caller = connection.session.caller
        welcome = f.Welcome(
            protocol=PROTOCOL,
            account_id=connection.account_id,
            name=caller.name,
            roles=tuple(sorted(caller.roles)),
            server_ms=self._clock.now_ms(),
            max_frame_bytes=MAX_FRAME_BYTES,
            seated_at=purse.tables,
            gateway=self._name,
        )
        connection.send(f.ServerFrame(welcome=welcome))
        for balance in purse.balances:
            connection.send(f.ServerFrame(balance=balance))
        connection.greeted = True
        self._metrics.opened.inc()

    async def leave(self, connection: Connection) -> None:
        """The socket has gone."""
        self.feeds.leave(connection)
        self.lobby.unwatch(connection)
        await self.registry.leave(connection)
        await self.chat.leave(connection, last=not self.registry.of(connection.account_id))

    def pong(self, connection: Connection, ping: f.Ping) -> None:
        """Answered out of turn: it measures the line, not the room."""
        pong = f.Pong(client_ms=ping.client_ms, server_ms=self._clock.now_ms())
        connection.send(f.ServerFrame(pong=pong))

    async def handle(self, connection: Connection, name: str, payload: Payload) -> None:
        """One verified frame, to its end. Never raises but for cancellation."""
        try:
            if name in PLAY and not connection.session.may_play:
                raise MayNotPlay(code=connection.session.may_not_play_code or MayNotPlay.code)
            if name in COMMANDS:
                await self._command(connection, name, payload)
            elif name in self._handlers:
                await self._handlers[name](connection, payload)
            else:
                raise HelloFirst
        except RoomError as error:
            self.refuse(connection, error, getattr(payload, "action_id", ""))
        except Exception:
            log.exception("a frame failed", extra={"frame": name})
            failed = RoomError(code="internal", kind=ErrorKind.INTERNAL)
            self.refuse(connection, failed, getattr(payload, "action_id", ""))

    def refuse(self, connection: Connection, error: RoomError, action_id: str = "") -> None:
        """Tell why a frame was not taken."""
        self._metrics.refusals.labels(error.code).inc()
        refusal = f.Refusal(error=detail_of(error), action_id=action_id)
        connection.send(f.ServerFrame(refusal=refusal))

    # -- frames ------------------------------------------------------------------------------

    async def _command(self, connection: Connection, name: str, command: Command) -> None:
        started = asyncio.get_running_loop().time()
        answer = await self._answer(connection, command)
        waited = asyncio.get_running_loop().time() - started
        self._metrics.answer_seconds.labels(name).observe(waited)
        connection.send(f.ServerFrame(answer=answer))
        if answer.ok and answer.pending:
            self._spawn(self._await_outcome(connection, command))

    async def _answer(self, connection: Connection, command: Command) -> f.Answer:
        caller, rtt_ms = connection.session.caller, connection.rtt_ms
        try:
            return await self._tables.command(command.table_id, command, caller, rtt_ms)
        except RoomError as error:
            if error.kind is ErrorKind.DEADLINE:
                self._metrics.unknown_outcomes.inc()
            self._metrics.refusals.labels(error.code).inc()
            return f.Answer(action_id=command.action_id, error=detail_of(error))

    async def _await_outcome(self, connection: Connection, command: Command) -> None:
        """The same id again until the answer is no longer pending; then the later answer."""
        give_up = asyncio.get_running_loop().time() + OUTCOME_WAIT_S
        while not connection.ended and asyncio.get_running_loop().time() < give_up:
            await asyncio.sleep(OUTCOME_EVERY_S)
            answer = await self._answer(connection, command)
            away = answer.error is not UNSET and answer.error.kind in (
                ErrorKind.UNAVAILABLE,
                ErrorKind.DEADLINE,
            )
            if not answer.pending and not away:
                connection.send(f.ServerFrame(answer=answer))
                return

    async def _watch(self, connection: Connection, watch: f.Watch) -> None:
        after = None if watch.sequence is UNSET else watch.sequence
        self.feeds.watch(connection, watch.table_id, after)

    async def _unwatch(self, connection: Connection, unwatch: f.Unwatch) -> None:
        self.feeds.unwatch(connection, unwatch.table_id)

    async def _chat_join(self, connection: Connection, join: f.ChatJoin) -> None:
        await self.chat.join(connection, join.room)

    async def _chat_leave(self, connection: Connection, leave: f.ChatLeave) -> None:
        await self.chat.part(connection, leave.room)

    async def _chat_say(self, connection: Connection, say: f.ChatSay) -> None:
        await self.chat.say(connection, say)
        connection.send(f.ServerFrame(answer=f.Answer(action_id=say.action_id, ok=True)))

    async def _lobby_watch(self, connection: Connection, _: f.LobbyWatch) -> None:
        await self.lobby.watch(connection)

    async def _lobby_unwatch(self, connection: Connection, _: f.LobbyUnwatch) -> None:
        self.lobby.unwatch(connection)
