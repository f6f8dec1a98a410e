"""Chat rooms with listeners here. Lines of people whom a listener ignores are left out."""

import asyncio

from riverbus.core.errors import RoomError
from riverbus.core.ports import Subscription
from services.gateway.app.connection import Connection, broadcast
from services.gateway.app.ports import Chat
from services.gateway.domain import frames as f
from services.gateway.domain.errors import TooManyWatched

ROOMS_PER_CONNECTION = 33


class _Room:
    def __init__(self) -> None:
        self.listeners: dict[int, Connection] = {}
        self.subscription: asyncio.Task[Subscription] | None = None
        self.last = 0


class ChatRooms:
    """Follows a room while somebody here listens to it."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self._rooms: dict[str, _Room] = {}
        self._ignored: dict[str, frozenset[str]] = {}

    async def join(self, connection: Connection, name: str) -> None:
        """Subscribe, then send the latest lines. Raises TooManyWatched and the service's errors."""
        joined = sum(connection.number in room.listeners for room in self._rooms.values())
        if joined >= ROOMS_PER_CONNECTION:
            raise TooManyWatched(details={"limit": str(ROOMS_PER_CONNECTION)})
        if connection.account_id not in self._ignored:
            caller = connection.session.caller
            self._ignored[connection.account_id] = await self._chat.ignored(caller)
        room = self._rooms.setdefault(name, _Room())
        room.listeners[connection.number] = connection
        try:
            if room.subscription is None:
                following = self._chat.follow(name, lambda line: self._said(name, line))
                room.subscription = asyncio.ensure_future(following)
            await asyncio.shield(room.subscription)
            lines = await self._chat.history(name, connection.session.caller)
        except RoomError:
            await self.part(connection, name)
            raise
        history = f.ChatHistory(room=name, messages=tuple(lines))
        connection.send(f.ServerFrame(chat_history=history))

    async def part(self, connection: Connection, name: str) -> None:
        """Stop listening; not listening is no error."""
        room = self._rooms.get(name)
        if room is None:
            return
        room.listeners.pop(connection.number, None)
        if room.listeners:
            return
        self._rooms.pop(name, None)
        if room.subscription is not None:
            done = await asyncio.gather(room.subscription, return_exceptions=True)
            if not isinstance(done[0], BaseException):
                await done[0].stop()

    async def leave(self, connection: Connection, *, last: bool) -> None:
        """The connection has gone; `last`: the account has no other here."""
        for name in [n for n, r in self._rooms.items() if connection.number in r.listeners]:
            await self.part(connection, name)
        if last:
            self._ignored.pop(connection.account_id, None)

    async def say(self, connection: Connection, say: f.ChatSay) -> None:
        """Raises the service's errors."""
        await self._chat.say(say, connection.session.caller)

    def on_ignored(self, account_id: str, ignored: frozenset[str]) -> None:
        """The account's list, whole, after a change."""
        if account_id in self._ignored:
            self._ignored[account_id] = ignored

    def _said(self, name: str, line: f.ChatMessage) -> None:
        room = self._rooms.get(name)
        if room is None:
            return
        hearing = [
            connection
            for connection in room.listeners.values()
            if line.account_id not in self._ignored.get(connection.account_id, frozenset())
        ]
        broadcast(hearing, f.ServerFrame(chat=line))
