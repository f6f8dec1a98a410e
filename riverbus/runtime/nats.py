"""The connection to NATS as SEAMS 11 has it, and the streams and buckets that a service writes.

nats-py reconnects by itself; after each reconnect our streams are checked again (GW-04), and
whoever may have missed core messages is told.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, RetentionPolicy, StorageType, StreamConfig

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.config import ServiceConfig
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.streams import BUCKETS, STREAMS, Bucket, Stream, inbox_prefix

log = logging.getLogger(__name__)

REQUEST_TIMEOUT_S = 2.0
CONNECT_DEADLINE_S = 30.0
BACKOFF_FIRST_S = 0.05
BACKOFF_MOST_S = 2.0


class BusUnavailable(RoomError):
    """Raised when NATS cannot be reached or does not acknowledge in time."""

    code = "bus_unavailable"
    kind = ErrorKind.UNAVAILABLE
    sentence = "The message bus is away; try again."


class NatsConnection:
    """One connection of a service; `client` and `jetstream` are nats-py's own objects."""

    def __init__(self, service: str, metrics: Metrics, *, replicas: int = 1) -> None:
        self.service = service
        self.client = Client()
        self.jetstream: JetStreamContext = self.client.jetstream(timeout=REQUEST_TIMEOUT_S)
        self._replicas = replicas
        self._gap_listeners: list[Callable[[str], None]] = []
        self._streams = [declared for declared in STREAMS if service in declared.writers]
        self._buckets = [declared for declared in BUCKETS if service in declared.writers]
        self._checking: asyncio.Task[None] | None = None
        self.streams_ready = False
        self._reconnects = metrics.counter("nats_reconnects", "Connections to NATS made anew.")
        self._slow = metrics.counter(
            "nats_slow_consumer", "Core messages dropped because a handler was too slow."
        )
        self._errors = metrics.counter("nats_errors", "Errors that the NATS client reported.")

    @property
    def connected(self) -> bool:
        """True while the connection stands."""
        return self.client.is_connected

    def on_gap(self, listener: Callable[[str], None]) -> None:
        """`listener(subject)` after core messages may have been lost; ">" means all."""
        self._gap_listeners.append(listener)

    async def connect(
        self, servers: Sequence[str], *, name: str, user: str = "", password: str = ""
    ) -> None:
        """Connect and make sure that our streams stand. Raises BusUnavailable after 30 s."""
        try:
            async with asyncio.timeout(CONNECT_DEADLINE_S):
                await self.client.connect(
                    servers=list(servers),
                    name=name,
                    user=user or None,
                    password=password or None,
                    inbox_prefix=inbox_prefix(self.service),
                    connect_timeout=2,
                    ping_interval=1,
                    max_outstanding_pings=2,
                    reconnect_time_wait=0.1,  # type: ignore[arg-type]
                    max_reconnect_attempts=-1,
                    error_cb=self._on_error,
                    reconnected_cb=self._on_reconnect,
                )
                await self._check_until_ready()
        except (TimeoutError, nats.errors.Error, OSError) as error:
            raise BusUnavailable(
                "NATS cannot be reached, or refuses us: check RIVERBUS_NATS_URL, _USER, _PASSWORD."
            ) from error

    async def check_streams(self) -> None:
        """Create or adapt the streams and buckets that this service writes; idempotent."""
        for declared in self._streams:
            await self._ensure(stream_config(declared, self._replicas))
        for kept in self._buckets:
            await self._ensure(bucket_config(kept, self._replicas))
        self.streams_ready = True

    async def close(self) -> None:
        """Flush what was published and close."""
        if self._checking is not None:
            self._checking.cancel()
        if self.client.is_closed:
            return
        try:
            async with asyncio.timeout(2.0):
                await self.client.flush(1)
        except (TimeoutError, nats.errors.Error):
            log.warning("NATS did not take the last messages")
        # On a connection that is lost, nats-py writes what waits into a transport that is closed.
        with contextlib.suppress(RuntimeError, OSError, nats.errors.Error):
            await self.client.close()

    async def _ensure(self, wanted: StreamConfig) -> None:
        name = wanted.name or ""
        try:
            found = (await self.jetstream.stream_info(name)).config
        except nats.js.errors.NotFoundError:
            await self.jetstream.add_stream(wanted)
            return
        managed = ("max_bytes", "max_msg_size", "num_replicas", "max_age", "duplicate_window")
        same = sorted(found.subjects or ()) == sorted(wanted.subjects or ()) and all(
            (getattr(found, field) or 0) == (getattr(wanted, field) or 0) for field in managed
        )
        if not same:
            await self.jetstream.update_stream(wanted)

    async def _check_until_ready(self) -> None:
        pause_s = BACKOFF_FIRST_S
        while True:
            try:
                await self.check_streams()
                return
            except (nats.errors.Error, TimeoutError, OSError) as error:
                self.streams_ready = False
                log.warning("streams are not ready yet", extra={"reason": repr(error)})
                await asyncio.sleep(pause_s)
                pause_s = min(pause_s * 2, BACKOFF_MOST_S)

    async def _on_reconnect(self) -> None:
        self._reconnects.inc()
        self._tell_gap(">")
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check_until_ready())

    async def _on_error(self, error: Exception) -> None:
        if isinstance(error, nats.errors.SlowConsumerError):
            self._slow.inc()
            self._tell_gap(error.subject)
            return
        self._errors.inc()
        log.info("NATS client reports", extra={"reason": repr(error)})

    def _tell_gap(self, subject: str) -> None:
        for listener in self._gap_listeners:
            listener(subject)


async def connect(config: ServiceConfig, service: str, metrics: Metrics) -> NatsConnection:
    """A connection by the service's configuration."""
    connection = NatsConnection(service, metrics, replicas=config.nats_replicas)
    await connection.connect(
        [url.strip() for url in config.nats_url.split(",")],
        name=config.instance or service,
        user=config.nats_user,
        password=config.nats_password,
    )
    return connection


def stream_config(declared: Stream, replicas: int) -> StreamConfig:
    """The declaration as nats-py wants it."""
    return StreamConfig(
        name=declared.name,
        subjects=list(declared.subjects),
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        discard=DiscardPolicy.NEW if not declared.max_age_s else DiscardPolicy.OLD,
        max_bytes=declared.max_bytes,
        max_msg_size=declared.max_message_bytes,
        max_age=declared.max_age_s,
        max_msgs=-1,
        max_consumers=-1,
        duplicate_window=declared.duplicate_window_s,
        num_replicas=replicas,
        allow_direct=False,
    )


def bucket_config(declared: Bucket, replicas: int) -> StreamConfig:
    """A bucket is a stream by convention; ours are read from the leader, never by direct get."""
    return StreamConfig(
        name=declared.stream,
        subjects=[f"$KV.{declared.name}.>"],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        discard=DiscardPolicy.NEW,
        max_bytes=declared.max_bytes,
        max_msg_size=declared.max_value_bytes,
        max_age=0.0,
        max_msgs=-1,
        max_consumers=-1,
        max_msgs_per_subject=declared.history,
        duplicate_window=120.0,
        num_replicas=replicas,
        allow_direct=False,
        allow_rollup_hdrs=True,
        deny_delete=True,
    )
