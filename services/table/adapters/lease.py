"""Leases in KV bucket `leases`: compare-and-set without TTL, the epoch rises at each claim.

Keys with a dot are no tables: `key.ID` holds the check value of a room key.
"""

from collections.abc import Awaitable, Callable

from google.protobuf.message import DecodeError

from riverbus.core.errors import RoomError
from riverbus.core.ports import Bus, KeyValue, KvEntry, LeaseRecord, Subscription
from riverbus.pb.table.v1 import ownership_pb2

BUCKET = "leases"
CONFLICT = "kv_conflict"
KEY_PREFIX = "key."


class LeaseBucket:
    """Lease of riverbus.core.ports over KV bucket `leases`."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._opened: KeyValue | None = None

    async def _bucket(self) -> KeyValue:
        if self._opened is None:
            self._opened = await self._bus.key_value(BUCKET)
        return self._opened

    async def get(self, table_id: str) -> LeaseRecord | None:
        """The lease as it stands."""
        entry = await (await self._bucket()).get(table_id)
        return None if entry is None else _record(entry)

    async def claim(self, wanted: LeaseRecord, seen: LeaseRecord | None) -> LeaseRecord | None:
        """Replace what was seen; None if another was quicker."""
        try:
            if seen is None or seen.revision == 0:
                revision = await (await self._bucket()).create(wanted.table_id, _value(wanted))
            else:
                revision = await (await self._bucket()).update(
                    wanted.table_id, _value(wanted), seen.revision
                )
        except RoomError as error:
            if error.code == CONFLICT:
                return None
            raise
        return _with(wanted, revision, released=wanted.released)

    async def release(self, held: LeaseRecord) -> None:
        """Give it back with its epoch kept; a lost lease stays as it is."""
        try:
            await (await self._bucket()).update(
                held.table_id, _value(_with(held, held.revision, released=True)), held.revision
            )
        except RoomError as error:
            if error.code != CONFLICT:
                raise

    async def watch(self, handler: Callable[[LeaseRecord], Awaitable[None]]) -> Subscription:
        """All leases, then each change."""

        async def on_entry(entry: KvEntry) -> None:
            record = _record(entry)
            if record is not None:
                await handler(record)

        return await (await self._bucket()).watch(on_entry)

    async def same_key(self, key_id: str, check_value: str) -> bool:
        """Whether our room key is the room's; the first process to ask sets it (SEAMS 6)."""
        wanted = ownership_pb2.Lease(key_check=check_value, released=True).SerializeToString()
        try:
            await (await self._bucket()).create(KEY_PREFIX + key_id, wanted)
        except RoomError as error:
            if error.code != CONFLICT:
                raise
            entry = await (await self._bucket()).get(KEY_PREFIX + key_id)
            if entry is None or entry.value is None:
                return False
            return ownership_pb2.Lease.FromString(entry.value).key_check == check_value
        return True


def _record(entry: KvEntry) -> LeaseRecord | None:
    if "." in entry.key or entry.value is None:
        return None
    try:
        lease = ownership_pb2.Lease.FromString(entry.value)
    except DecodeError:
        return None
    return LeaseRecord(
        table_id=entry.key,
        owner=lease.owner,
        address=lease.address,
        epoch=lease.epoch,
        build=lease.build,
        revision=entry.revision,
        released=lease.released,
    )


def _value(record: LeaseRecord) -> bytes:
    return ownership_pb2.Lease(
        owner=record.owner,
        address=record.address,
        epoch=record.epoch,
        build=record.build,
        released=record.released,
    ).SerializeToString()


def _with(record: LeaseRecord, revision: int, *, released: bool) -> LeaseRecord:
    return LeaseRecord(
        table_id=record.table_id,
        owner=record.owner,
        address=record.address,
        epoch=record.epoch,
        build=record.build,
        revision=revision,
        released=released,
    )
