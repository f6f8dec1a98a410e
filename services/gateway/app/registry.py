"""All connections of this gateway: by account, by client instance; presence; mass endings."""

import asyncio
from collections.abc import Iterator

from riverbus.core.ports import Subscription
from services.gateway.app.connection import Connection
from services.gateway.app.ports import PlayerBus, PlayerListener, PresenceBus
from services.gateway.domain.goodbyes import REPLACED, TOO_MANY, Ending

CONNECTIONS_PER_ACCOUNT = 20
PRESENCE_LEAST_S = 0.05


class Registry:
    """Who is connected here (SEAMS 34). Presence goes out each second and after each change."""

    def __init__(self, players: PlayerBus, listener: PlayerListener, presence: PresenceBus) -> None:
        self._players = players
        self._listener = listener
        self._presence = presence
        self._by_account: dict[str, dict[int, Connection]] = {}
        self._following: dict[str, asyncio.Task[Subscription]] = {}
        self._changed = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()
        self._number = 0

    def next_number(self, start: int) -> int:
        """A connection's number: never again in this process, nor, by the time, in another."""
        self._number = max(self._number + 1, start)
        return self._number

    async def join(self, connection: Connection) -> None:
        """Count a greeted connection in; its account's private subjects are followed on return."""
        own = self._by_account.setdefault(connection.account_id, {})
        if connection.instance_id:
            for other in list(own.values()):
                if other.instance_id == connection.instance_id:
                    other.end(REPLACED)
        own[connection.number] = connection
        self._empty.clear()
        if len(own) > CONNECTIONS_PER_ACCOUNT:
            min(own.values(), key=lambda c: c.number).end(TOO_MANY)
        self._changed.set()
        account_id = connection.account_id
        following = self._following.get(account_id)
        if following is None:
            following = asyncio.ensure_future(self._players.follow(account_id, self._listener))
            self._following[account_id] = following
        try:
            await asyncio.shield(following)
        except BaseException:
            if following.done() and self._following.get(account_id) is following:
                del self._following[account_id]
            raise

    async def leave(self, connection: Connection) -> None:
        """Count it out; the last of an account ends its subscription."""
        own = self._by_account.get(connection.account_id)
        if own is None or own.pop(connection.number, None) is None:
            return
        self._changed.set()
        if own:
            return
        del self._by_account[connection.account_id]
        if not self._by_account:
            self._empty.set()
        following = self._following.pop(connection.account_id, None)
        if following is not None:
            subscription = await asyncio.gather(following, return_exceptions=True)
            if not isinstance(subscription[0], BaseException):
                await subscription[0].stop()

    async def empty(self) -> None:
        """Returns when the last connection has gone."""
        await self._empty.wait()

    def of(self, account_id: str) -> list[Connection]:
        """The account's connections."""
        return list(self._by_account.get(account_id, {}).values())

    def __iter__(self) -> Iterator[Connection]:
        return (c for own in list(self._by_account.values()) for c in list(own.values()))

    def __len__(self) -> int:
        return sum(map(len, self._by_account.values()))

    def end(
        self, ending: Ending, account_id: str = "", sessions: frozenset[str] = frozenset()
    ) -> None:
        """End all connections, or an account's, or those of some of its sessions."""
        for connection in self.of(account_id) if account_id else list(self):
            if not sessions or connection.session.caller.session_id in sessions:
                connection.end(ending)

    async def publish_presence(self, every_s: float = 1.0) -> None:
        """For ever: the whole list each second, and at once after a change."""
        while True:
            self._changed.clear()
            await self._presence.publish(
                [(account, sorted(own)) for account, own in list(self._by_account.items())]
            )
            await asyncio.sleep(PRESENCE_LEAST_S)
            try:
                async with asyncio.timeout(every_s - PRESENCE_LEAST_S):
                    await self._changed.wait()
            except TimeoutError:
                continue
