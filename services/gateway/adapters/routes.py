"""Which process owns each table, from the lease bucket's watch; epochs never go back (SEAMS 14)."""

import asyncio

from google.protobuf.message import DecodeError
from msgspec import Struct

from riverbus.core.ports import Bus, KeyValue, KvEntry, Subscription
from riverbus.pb.table.v1 import ownership_pb2

BUCKET = "leases"
START_S = 3.0


class Route(Struct, frozen=True):
    """The owner of a table; an empty address: nobody at the moment."""

    address: str
    epoch: int


class Routes:
    """Follows the leases. `changed(table)` is a future that the next change resolves."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._bucket: KeyValue | None = None
        self._routes: dict[str, Route] = {}
        self._changed: dict[str, asyncio.Future[None]] = {}
        self._watching: asyncio.Task[Subscription] | None = None

    async def start(self) -> None:
        """Returns with all leases known, or after START_S where no table process ever ran yet."""
        self._bucket = await self._bus.key_value(BUCKET)
        self._watching = asyncio.ensure_future(self._bucket.watch(self._on_entry))
        await asyncio.wait((self._watching,), timeout=START_S)

    async def stop(self) -> None:
        """End the watch."""
        if self._watching is None:
            return
        if not self._watching.done():
            self._watching.cancel()
        [watch] = await asyncio.gather(self._watching, return_exceptions=True)
        if not isinstance(watch, BaseException):
            await watch.stop()

    def get(self, table_id: str) -> Route | None:
        """The route as far as known; None for a table without lease."""
        return self._routes.get(table_id)

    def addresses(self) -> list[str]:
        """All processes that own a table."""
        return sorted({route.address for route in self._routes.values() if route.address})

    def changed(self, table_id: str) -> asyncio.Future[None]:
        """Done when the table's route changes next; one for all who wait, so never cancel it."""
        change = self._changed.get(table_id)
        if change is None:
            change = self._changed[table_id] = asyncio.get_running_loop().create_future()
        return change

    async def reread(self, table_id: str) -> Route | None:
        """Ask the bucket itself: the watch may be behind. Raises RoomError `bus_unavailable`."""
        if self._bucket is not None:
            entry = await self._bucket.get(table_id)
            if entry is not None:
                await self._on_entry(entry)
        return self.get(table_id)

    async def _on_entry(self, entry: KvEntry) -> None:
        if "." in entry.key or entry.value is None:
            return
        try:
            lease = ownership_pb2.Lease.FromString(entry.value)
        except DecodeError:
            return
        route = Route("" if lease.released else lease.address, lease.epoch)
        held = self._routes.get(entry.key)
        if held is not None and held.epoch > route.epoch:
            return
        if held != route:
            self._routes[entry.key] = route
            waiting = self._changed.pop(entry.key, None)
            if waiting is not None:
                waiting.set_result(None)
