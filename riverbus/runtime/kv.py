"""The KeyValue port on NATS KV: compare-and-set, and watches that recover by reading everything."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import nats.errors
import nats.js.errors
from nats.aio.msg import Msg
from nats.js.kv import KeyValue as NatsKv

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import KvEntry, Subscription
from riverbus.runtime.feed import Feed
from riverbus.runtime.nats import BACKOFF_FIRST_S, BusUnavailable, NatsConnection

PUT_DEADLINE_S = 15.0

_T = TypeVar("_T")


class KvConflict(RoomError):
    """Raised when the key was changed by another since it was read."""

    code = "kv_conflict"
    kind = ErrorKind.CONFLICT
    sentence = "Somebody else changed it first."


class NatsKeyValue:
    """One bucket. It must have been created by a writer; until then calls are unavailable."""

    def __init__(self, connection: NatsConnection, bucket: str) -> None:
        self._connection = connection
        self._bucket = bucket
        self._prefix = f"$KV.{bucket}."
        self._kv = NatsKv(
            name=bucket,
            stream=f"KV_{bucket}",
            pre=self._prefix,
            js=connection.jetstream,
            direct=False,
        )

    async def get(self, key: str) -> KvEntry | None:
        """See KeyValue."""
        try:
            entry = await self._kv.get(key)
        except nats.js.errors.KeyNotFoundError:
            return None
        except (nats.errors.Error, TimeoutError, OSError) as error:
            raise BusUnavailable from error
        return KvEntry(key, entry.value or b"", entry.revision or 0)

    async def entries(self, prefix: str = "") -> list[KvEntry]:
        """See KeyValue."""
        found: dict[str, KvEntry] = {}

        async def collect(entry: KvEntry) -> None:
            found[entry.key] = entry

        watch = await self.watch(collect)
        await watch.stop()
        return [
            entry
            for key, entry in sorted(found.items())
            if entry.value is not None and key.startswith(prefix)
        ]

    async def put(self, key: str, value: bytes) -> int:
        """See KeyValue. Repeated for PUT_DEADLINE_S: setting twice is setting once."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + PUT_DEADLINE_S
        while True:
            try:
                return await _outcome(self._kv.put(key, value))
            except BusUnavailable:
                if loop.time() + BACKOFF_FIRST_S >= deadline:
                    raise
            await asyncio.sleep(BACKOFF_FIRST_S)

    async def create(self, key: str, value: bytes) -> int:
        """See KeyValue."""
        return await _outcome(self._kv.create(key, value))

    async def update(self, key: str, value: bytes, revision: int) -> int:
        """See KeyValue."""
        return await _outcome(self._kv.update(key, value, revision))

    async def delete(self, key: str, revision: int | None = None) -> None:
        """See KeyValue."""
        await _outcome(self._kv.delete(key, revision))

    async def watch(self, handler: Callable[[KvEntry], Awaitable[None]]) -> Subscription:
        """See KeyValue."""
        seen: dict[str, int] = {}

        async def deliver(message: Msg, _pending: int) -> None:
            key = message.subject[len(self._prefix) :]
            revision = message.metadata.sequence.stream
            if seen.get(key, 0) >= revision:
                return
            headers = message.headers or {}
            gone = headers.get("KV-Operation") in ("DEL", "PURGE") or (
                "Nats-Marker-Reason" in headers
            )
            await handler(KvEntry(key, None if gone else message.data, revision))
            seen[key] = revision

        feed = Feed(
            self._connection,
            f"KV_{self._bucket}",
            [f"{self._prefix}>"],
            deliver,
            last_per_subject=True,
        )
        await feed.start()
        return feed


async def _outcome(done: Awaitable[_T]) -> _T:
    try:
        return await done
    except nats.js.errors.KeyWrongLastSequenceError as error:
        raise KvConflict from error
    except nats.js.errors.APIError as error:
        if error.err_code in (10071, 10164):
            raise KvConflict from error
        raise BusUnavailable from error
    except (nats.errors.Error, TimeoutError, OSError) as error:
        raise BusUnavailable from error
