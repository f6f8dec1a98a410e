"""All tables that have viewers here; a table without viewers is not followed."""

import asyncio

from services.gateway.app.connection import Connection
from services.gateway.app.ports import FrameEncoder, Part, TableBus, Tables
from services.gateway.app.table_feed import Spawn, TableFeed
from services.gateway.domain.errors import TooManyWatched
from services.gateway.metrics import GatewayMetrics

TABLES_PER_CONNECTION = 32


class Feeds:
    """Opens a feed with the first viewer and closes it with the last."""

    def __init__(
        self,
        tables: Tables,
        bus: TableBus,
        encoder: FrameEncoder,
        metrics: GatewayMetrics,
        spawn: Spawn,
    ) -> None:
        self._tables = tables
        self._bus = bus
        self._encoder = encoder
        self._metrics = metrics
        self._spawn = spawn
        self._feeds: dict[str, TableFeed] = {}
        self._followed: dict[int, set[str]] = {}

    def watch(self, connection: Connection, table_id: str, after: int | None) -> None:
        """Follow a table. Raises TooManyWatched."""
        own = self._followed.setdefault(connection.number, set())
        if table_id not in own and len(own) >= TABLES_PER_CONNECTION:
            raise TooManyWatched(details={"limit": str(TABLES_PER_CONNECTION)})
        own.add(table_id)
        feed = self._feeds.get(table_id)
        if feed is None:
            feed = TableFeed(
                table_id,
                self._tables,
                self._bus,
                self._encoder,
                self._metrics,
                self._spawn,
                lambda refused: self.unwatch(refused, table_id),
            )
            self._feeds[table_id] = feed
        feed.watch(connection, after)
        self._count()

    def unwatch(self, connection: Connection, table_id: str) -> None:
        """Stop following; not following is no error."""
        self._followed.get(connection.number, set()).discard(table_id)
        feed = self._feeds.get(table_id)
        if feed is not None:
            feed.unwatch(connection)
            if not len(feed):
                del self._feeds[table_id]
                self._spawn(feed.close())
        self._count()

    def leave(self, connection: Connection) -> None:
        """The connection has gone."""
        for table_id in self._followed.get(connection.number, set()).copy():
            self.unwatch(connection, table_id)
        self._followed.pop(connection.number, None)

    def on_part(self, account_id: str, part: Part) -> None:
        """A private part for one account."""
        feed = self._feeds.get(part.table_id)
        if feed is not None:
            feed.on_part(account_id, part)

    def on_gap(self, subject: str) -> None:
        """The bus may have lost messages: `>` means anywhere, else `table.T.…` or `player.…`."""
        words = subject.split(".")
        if words[0] == "table" and len(words) > 1:
            feed = self._feeds.get(words[1])
            if feed is not None:
                feed.on_gap()
            return
        for feed in list(self._feeds.values()):
            feed.on_gap()

    def __len__(self) -> int:
        return len(self._feeds)

    async def close(self) -> None:
        """Close all."""
        feeds, self._feeds = list(self._feeds.values()), {}
        await asyncio.gather(*(feed.close() for feed in feeds), return_exceptions=True)

    def _count(self) -> None:
        self._metrics.feeds.set(len(self._feeds))
        self._metrics.viewers.set(sum(map(len, self._feeds.values())))
