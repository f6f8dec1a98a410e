"""The Bus port on NATS. Trace ids travel in a header; a failing handler is logged, never fatal."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence

import nats.errors
import nats.js.errors
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription as NatsSubscription
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import NO_HEADERS, Handler, KeyValue, Message, Subscription
from riverbus.runtime.calls import TRACE_HEADER, traced, tracing
from riverbus.runtime.feed import Feed
from riverbus.runtime.kv import NatsKeyValue
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.nats import BACKOFF_FIRST_S, BACKOFF_MOST_S, BusUnavailable, NatsConnection
from riverbus.runtime.tasks import end

log = logging.getLogger(__name__)

ACK_TIMEOUT_S = 2.0
FETCH_S = 5.0
MESSAGE_ID = "Nats-Msg-Id"


class NatsBus:
    """Bus over one NatsConnection."""

    def __init__(self, connection: NatsConnection, metrics: Metrics) -> None:
        self._connection = connection
        self._failed = metrics.counter(
            "bus_handler_failures", "Messages whose handler raised.", ("subject",)
        )
        self._lost = metrics.counter(
            "bus_publish_failures", "Core messages that could not even be buffered."
        )
        self._repeats = metrics.counter(
            "bus_append_repeats", "Stream publishes sent again for want of an acknowledgement."
        )

    @property
    def jetstream(self) -> JetStreamContext:
        """nats-py's own."""
        return self._connection.jetstream

    @property
    def connected(self) -> bool:
        """True while the connection stands."""
        return self._connection.connected

    @property
    def closed(self) -> bool:
        """True once the connection was closed for good."""
        return self._connection.client.is_closed

    def on_gap(self, listener: Callable[[str], None]) -> None:
        """See Bus."""
        self._connection.on_gap(listener)

    async def publish(
        self, subject: str, data: bytes, headers: Mapping[str, str] = NO_HEADERS
    ) -> None:
        """See Bus."""
        try:
            await self._connection.client.publish(subject, data, headers=traced(headers) or None)
        except (nats.errors.Error, OSError) as error:
            self._lost.inc()
            log.debug("publish failed", extra={"subject": subject, "reason": repr(error)})

    async def subscribe(
        self, subject: str, handler: Handler, *, queue: str = "", pending: int = 65_536
    ) -> Subscription:
        """See Bus."""

        async def receive(message: Msg) -> None:
            headers = message.headers or {}
            with (
                tracing(headers[TRACE_HEADER])
                if TRACE_HEADER in headers
                else (contextlib.nullcontext())
            ):
                try:
                    await handler(Message(message.subject, message.data, headers, 0, message.reply))
                except Exception:
                    self._failed.labels(subject).inc()
                    log.exception("message handler failed", extra={"subject": message.subject})

        return _CoreSubscription(
            await self._connection.client.subscribe(
                subject, queue=queue, cb=receive, pending_msgs_limit=pending
            )
        )

    async def request(self, subject: str, data: bytes, *, timeout_s: float) -> Message:
        """See Bus."""
        try:
            answer = await self._connection.client.request(
                subject, data, timeout=timeout_s, headers=traced(NO_HEADERS) or None
            )
        except nats.errors.NoRespondersError as error:
            raise BusUnavailable("Nobody answers this request.") from error
        except (nats.errors.TimeoutError, TimeoutError) as error:
            raise RoomError(
                "No answer came in time.", code="deadline_exceeded", kind=ErrorKind.DEADLINE
            ) from error
        except (nats.errors.Error, OSError) as error:
            raise BusUnavailable from error
        return Message(answer.subject, answer.data, answer.headers or {})

    async def flush(self) -> None:
        """See Bus."""
        try:
            await self._connection.client.flush(2)
        except (nats.errors.Error, OSError) as error:
            raise BusUnavailable from error

    async def append(
        self,
        subject: str,
        data: bytes,
        *,
        message_id: str,
        headers: Mapping[str, str] = NO_HEADERS,
        deadline_s: float = 15.0,
    ) -> int:
        """See Bus."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + deadline_s
        pause_s = BACKOFF_FIRST_S
        sent = {**traced(headers), MESSAGE_ID: message_id}
        while True:
            left = deadline - loop.time()
            try:
                acknowledged = await self._connection.jetstream.publish(
                    subject, data, timeout=max(0.001, min(ACK_TIMEOUT_S, left)), headers=sent
                )
                return acknowledged.seq
            except (nats.errors.Error, TimeoutError, OSError) as error:
                if loop.time() + pause_s >= deadline:
                    raise BusUnavailable from error
            self._repeats.inc()
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, BACKOFF_MOST_S)

    async def consume(
        self,
        stream: str,
        handler: Handler,
        *,
        durable: str = "",
        subjects: Sequence[str] = (),
        from_start: bool = True,
        ack_wait_s: float = 30.0,
    ) -> Subscription:
        """See Bus."""
        if durable:
            shared = _DurableConsumer(self, stream, durable, subjects, handler, ack_wait_s)
            shared.start(from_start)
            return shared

        async def deliver(message: Msg, _pending: int) -> None:
            await self.handle_until_done(message, handler)

        feed = Feed(self._connection, stream, subjects, deliver, from_start=from_start)
        await feed.start()
        return feed

    async def key_value(self, bucket: str) -> KeyValue:
        """The KV bucket of that name, which its writers create."""
        return NatsKeyValue(self._connection, bucket)

    async def consumer_count(self, stream: str) -> int:
        """How many consumers a stream has, for tests and `riverbus status`."""
        return (await self._connection.jetstream.stream_info(stream)).state.consumer_count

    async def handle_until_done(self, message: Msg, handler: Handler) -> None:
        """Run the handler again and again, with backoff, until it returns: order is kept."""
        headers = message.headers or {}
        sequence = message.metadata.sequence.stream
        pause_s = BACKOFF_FIRST_S
        deliveries = message.metadata.num_delivered
        with tracing(headers.get(TRACE_HEADER, "")):
            while True:
                try:
                    await handler(
                        Message(message.subject, message.data, headers, sequence, "", deliveries)
                    )
                    return
                except Exception:
                    self._failed.labels(message.subject.split(".")[0]).inc()
                    log.exception("stream handler failed", extra={"subject": message.subject})
                await asyncio.sleep(pause_s)
                pause_s = min(pause_s * 2, BACKOFF_MOST_S)
                deliveries += 1


class _CoreSubscription:
    def __init__(self, subscription: NatsSubscription) -> None:
        self._subscription = subscription

    async def stop(self) -> None:
        with contextlib.suppress(nats.errors.Error):
            await self._subscription.unsubscribe()


class _DurableConsumer:
    """One message in flight for all processes of the name, so that the order holds (GW-05)."""

    def __init__(
        self,
        bus: NatsBus,
        stream: str,
        durable: str,
        subjects: Sequence[str],
        handler: Handler,
        ack_wait_s: float,
    ) -> None:
        self._bus = bus
        self._stream = stream
        self._durable = durable
        self._subjects = list(subjects)
        self._handler = handler
        self._ack_wait_s = ack_wait_s
        self._task: asyncio.Task[None] | None = None

    def start(self, from_start: bool) -> None:
        self._task = asyncio.create_task(self._run(from_start))

    async def stop(self) -> None:
        await end(self._task)

    async def _run(self, from_start: bool) -> None:
        pause_s = BACKOFF_FIRST_S
        # nats-py turns a cancellation on a closed connection into an error: end by looking.
        while not self._bus.closed:
            try:
                await self._follow(from_start)
                pause_s = BACKOFF_FIRST_S
            except (nats.errors.Error, TimeoutError, OSError) as error:
                log.info(
                    "consumer starts anew", extra={"consumer": self._durable, "why": repr(error)}
                )
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, BACKOFF_MOST_S)

    async def _follow(self, from_start: bool) -> None:
        jetstream = self._bus.jetstream
        config = ConsumerConfig(
            durable_name=self._durable,
            ack_policy=AckPolicy.EXPLICIT,
            ack_wait=self._ack_wait_s,
            max_ack_pending=1,
            deliver_policy=DeliverPolicy.ALL if from_start else DeliverPolicy.NEW,
        )
        if self._subjects:
            config.filter_subjects = self._subjects
        await jetstream.add_consumer(self._stream, config)
        pull = await jetstream.pull_subscribe_bind(consumer=self._durable, stream=self._stream)
        try:
            while True:
                try:
                    messages = await pull.fetch(1, timeout=FETCH_S)
                except (nats.errors.TimeoutError, TimeoutError):
                    await pull.consumer_info()
                    continue
                for message in messages:
                    await self._handle(message)
        finally:
            with contextlib.suppress(nats.errors.Error, OSError):
                await pull.unsubscribe()

    async def _handle(self, message: Msg) -> None:
        async def keep_alive() -> None:
            while True:
                await asyncio.sleep(self._ack_wait_s / 3)
                await message.in_progress()

        alive = asyncio.create_task(keep_alive())
        try:
            await self._bus.handle_until_done(message, self._handler)
        finally:
            alive.cancel()
            await asyncio.gather(alive, return_exceptions=True)
        await message.ack()
