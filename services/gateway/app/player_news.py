"""What comes on an account's private subjects goes to the use case that it is about."""

from services.gateway.app.chat_rooms import ChatRooms
from services.gateway.app.feeds import Feeds
from services.gateway.app.ports import Part
from services.gateway.app.purses import Purses
from services.gateway.app.registry import Registry
from services.gateway.app.table_feed import Spawn
from services.gateway.domain import frames as f


class PlayerNews:
    """A PlayerListener. `registry` is set once it exists: each needs the other."""

    registry: Registry

    def __init__(self, feeds: Feeds, chat: ChatRooms, purses: Purses, spawn: Spawn) -> None:
        self._feeds = feeds
        self._chat = chat
        self._purses = purses
        self._spawn = spawn

    def on_part(self, account_id: str, part: Part) -> None:
        """A private part of a table's event."""
        self._feeds.on_part(account_id, part)

    def on_purse(self, account_id: str) -> None:
        """The balances changed."""
        self._spawn(self._purses.refresh(account_id, self.registry))

    def on_notice(self, account_id: str, notice: f.Notice) -> None:
        """Something to tell."""
        for connection in self.registry.of(account_id):
            connection.send(f.ServerFrame(notice=notice))

    def on_ignored(self, account_id: str, ignored: frozenset[str]) -> None:
        """The ignore list changed."""
        self._chat.on_ignored(account_id, ignored)
