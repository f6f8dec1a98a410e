"""The Bus port in memory: core subjects and streams, with the losses that the network decides."""

import asyncio
import contextlib
import itertools
import logging
from collections import deque
from collections.abc import Mapping, Sequence

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import NO_HEADERS, Handler, KeyValue, Message, Subscription
from riverbus.runtime.calls import TRACE_HEADER, traced, tracing, tracing_message
from riverbus.sim.broker import Broker, Stored, matches
from riverbus.sim.kv import MemoryKeyValue
from riverbus.sim.process import PATIENCE_S, BusAway, Process, end_task

log = logging.getLogger(__name__)


class CoreSubscription:
    """Messages of one subscription are handled one after the other, in order of arrival."""

    def __init__(
        self, bus: "MemoryBus", pattern: str, queue: str, handler: Handler, pending: int
    ) -> None:
        self.pattern = pattern
        self.queue = queue
        self._bus = bus
        self._handler = handler
        self._pending = pending
        self._waiting: deque[Message] = deque()
        self._last = 0.0
        self._wake = asyncio.Event()
        self._number = bus.broker.add(self)
        self._task = asyncio.create_task(self._work())

    def arrive(self, message: Message, latency_s: float) -> None:
        """The message comes in after the latency, unless the process is cut off then.

        Order is kept, as on one connection; only a message that is late lets others pass.
        """
        loop = asyncio.get_running_loop()
        at = max(loop.time() + latency_s, self._last + 1e-6)
        if latency_s <= self._bus.broker.network.weather.latency_s:
            self._last = at
        loop.call_at(at, self._take, message)

    def _take(self, message: Message) -> None:
        if self._bus.broker.network.is_cut(self._bus.process):
            return
        if len(self._waiting) >= self._pending:
            self._bus.tell_gap(self.pattern)
            return
        self._waiting.append(message)
        self._wake.set()

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                message = self._waiting.popleft()
                try:
                    with tracing_message(message.headers):
                        await self._handler(message)
                except Exception:
                    log.exception("message handler failed", extra={"subject": self.pattern})

    async def stop(self) -> None:
        """See Subscription."""
        self._bus.broker.subscriptions.pop(self._number, None)
        await end_task(self._task)


class MemoryBus(Process):
    """The Bus port of one process."""

    def __init__(self, broker: Broker, process: str) -> None:
        super().__init__(broker, process)
        self._inboxes = itertools.count(1)

    async def publish(
        self, subject: str, data: bytes, headers: Mapping[str, str] = NO_HEADERS
    ) -> None:
        """See Bus."""
        self.broker.route(self.process, Message(subject, data, traced(headers)))

    async def subscribe(
        self, subject: str, handler: Handler, *, queue: str = "", pending: int = 65_536
    ) -> Subscription:
        """See Bus."""
        made = CoreSubscription(self, subject, queue, handler, pending)
        self.track(made)
        return made

    async def request(self, subject: str, data: bytes, *, timeout_s: float) -> Message:
        """See Bus."""
        inbox = f"_INBOX_{self.process}.{next(self._inboxes)}"
        answered: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

        async def take(message: Message) -> None:
            if not answered.done():
                answered.set_result(message)

        waiting = await self.subscribe(inbox, take)
        try:
            self._ask(Message(subject, data, traced(NO_HEADERS), 0, inbox))
            async with asyncio.timeout(timeout_s):
                return await answered
        except TimeoutError:
            raise RoomError(
                "No answer came in time.", code="deadline_exceeded", kind=ErrorKind.DEADLINE
            ) from None
        finally:
            await waiting.stop()

    def _ask(self, message: Message) -> None:
        """A server that is there says at once when nobody subscribed to a request's subject."""
        if self.reachable and not self.broker.has_listener(message.subject):
            raise BusAway("Nobody answers this request.")
        self.broker.route(self.process, message)

    async def flush(self) -> None:
        """See Bus."""
        await asyncio.sleep(self.broker.network.latency_s())
        if not self.reachable:
            raise BusAway

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
        while True:
            await asyncio.sleep(self.broker.network.latency_s())
            if self.reachable:
                sequence = self.broker.store(subject, data, message_id, traced(headers))
                if not self.broker.network.loses_answer():
                    return sequence
            if loop.time() + PATIENCE_S >= deadline:
                raise BusAway
            await asyncio.sleep(PATIENCE_S)

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
        kept = self.broker.stored[stream]
        group = f"{stream}/{durable}" if durable else ""
        start = 0 if from_start else (kept[-1].sequence if kept else 0)
        made = StreamConsumer(self, stream, handler, subjects, start, group)
        self.track(made)
        return made

    async def key_value(self, bucket: str) -> KeyValue:
        """See Bus."""
        return MemoryKeyValue(self, bucket)


class StreamConsumer:
    """Hands a stream's messages over in order, each until the handler returns."""

    def __init__(
        self,
        bus: MemoryBus,
        stream: str,
        handler: Handler,
        subjects: Sequence[str],
        start: int,
        group: str,
    ) -> None:
        self._bus = bus
        self._stream = stream
        self._handler = handler
        self._subjects = subjects
        self._position = start
        self._group = group
        self._turn = bus.broker.turn(group) if group else asyncio.Lock()
        self._wake = asyncio.Event()
        self._wake.set()
        bus.broker.listeners.append(self._wake.set)
        self._task = asyncio.create_task(self._work())

    def _at(self) -> int:
        if not self._group:
            return self._position
        return self._bus.broker.positions.get(self._group, self._position)

    def _done(self, sequence: int) -> None:
        self._position = sequence
        positions = self._bus.broker.positions
        if self._group:
            positions[self._group] = max(sequence, positions.get(self._group, 0))

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            for stored in list(self._bus.broker.stored[self._stream]):
                while stored.sequence > self._at():
                    await self._take_turn(stored)

    async def _take_turn(self, stored: Stored) -> None:
        """One message in flight for all consumers of the group, so that the order holds."""
        if not self._bus.reachable:
            await asyncio.sleep(PATIENCE_S)
            return
        async with self._turn:
            if stored.sequence > self._at():
                await self._hand_over(stored)

    async def _hand_over(self, stored: Stored) -> None:
        """Until the handler returns; a process that is cut off leaves it to the others."""
        wanted = not self._subjects or any(matches(p, stored.subject) for p in self._subjects)
        deliveries = 1
        while wanted:
            if not self._bus.reachable:
                return
            await asyncio.sleep(self._bus.broker.network.latency_s())
            message = Message(
                stored.subject, stored.data, stored.headers, stored.sequence, "", deliveries
            )
            try:
                with tracing(stored.headers.get(TRACE_HEADER, "")):
                    await self._handler(message)
                break
            except Exception:
                log.exception("stream handler failed", extra={"subject": stored.subject})
            deliveries += 1
            await asyncio.sleep(PATIENCE_S)
        self._done(stored.sequence)

    async def stop(self) -> None:
        """See Subscription."""
        with contextlib.suppress(ValueError):
            self._bus.broker.listeners.remove(self._wake.set)
        await end_task(self._task)
