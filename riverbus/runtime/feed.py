"""An ordered feed of a stream that recovers: what KV watches and non-durable consumers stand on.

A push consumer of our own with idle heartbeats. Silence, a gap, or a vanished consumer make a new
one, after a backoff that doubles, and the old one is deleted (GW-07, GW-08).
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence

import nats.errors
import nats.js.errors
from nats.aio.msg import Msg
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy

from riverbus.runtime.nats import BACKOFF_FIRST_S, BACKOFF_MOST_S, NatsConnection
from riverbus.runtime.tasks import end

log = logging.getLogger(__name__)

HEARTBEAT_S = 1.0
SILENCE_S = 3.0
ORPHAN_S = 15.0
REREAD_S = 300.0
QUEUE_MESSAGES = 65_536

Deliver = Callable[[Msg, int], Awaitable[None]]


class Feed:
    """Delivers each message of a stream, in order, to `deliver(message, pending)`.

    `last_per_subject` starts with the newest of every subject and begins so again at each recovery
    and every REREAD_S; else it goes on after the last delivered sequence, so nothing is lost.
    """

    def __init__(
        self,
        connection: NatsConnection,
        stream: str,
        subjects: Sequence[str],
        deliver: Deliver,
        *,
        last_per_subject: bool = False,
        from_start: bool = True,
    ) -> None:
        self._connection = connection
        self._stream = stream
        self._subjects = list(subjects)
        self._deliver = deliver
        self._last_per_subject = last_per_subject
        self._from_start = from_start
        self._next_sequence = 0
        self._task: asyncio.Task[None] | None = None
        self.caught_up = asyncio.Event()
        self.restarts = 0

    async def start(self) -> None:
        """Begin; returns when all that was there has been delivered."""
        self._task = asyncio.create_task(self._run())
        await self.caught_up.wait()

    async def stop(self) -> None:
        """End it and delete the consumer."""
        await end(self._task)

    async def _run(self) -> None:
        pause_s = BACKOFF_FIRST_S
        while not self._connection.client.is_closed:
            began = asyncio.get_running_loop().time()
            try:
                await self._follow()
            except (nats.errors.Error, TimeoutError, OSError) as error:
                log.info("feed starts anew", extra={"stream": self._stream, "reason": repr(error)})
            self.restarts += 1
            if asyncio.get_running_loop().time() - began > 2 * BACKOFF_MOST_S:
                pause_s = BACKOFF_FIRST_S
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, BACKOFF_MOST_S)

    def _consumer(self, inbox: str) -> ConsumerConfig:
        config = ConsumerConfig(
            deliver_subject=inbox,
            ack_policy=AckPolicy.NONE,
            max_deliver=1,
            idle_heartbeat=HEARTBEAT_S,
            inactive_threshold=ORPHAN_S,
            num_replicas=1,
            mem_storage=True,
        )
        if len(self._subjects) == 1:
            config.filter_subject = self._subjects[0]
        elif self._subjects:
            config.filter_subjects = self._subjects
        if self._last_per_subject:
            config.deliver_policy = DeliverPolicy.LAST_PER_SUBJECT
        elif self._next_sequence:
            config.deliver_policy = DeliverPolicy.BY_START_SEQUENCE
            config.opt_start_seq = self._next_sequence
        else:
            config.deliver_policy = DeliverPolicy.ALL if self._from_start else DeliverPolicy.NEW
        return config

    async def _follow(self) -> None:
        """One life of the consumer; returns or raises when a new one is needed."""
        client, jetstream = self._connection.client, self._connection.jetstream
        inbox = client.new_inbox()
        queue: asyncio.Queue[Msg] = asyncio.Queue()
        subscription = await client.subscribe(
            inbox, cb=queue.put, pending_msgs_limit=QUEUE_MESSAGES
        )
        name = ""
        try:
            info = await jetstream.add_consumer(self._stream, self._consumer(inbox))
            name = info.name
            if not (self._last_per_subject or self._from_start or self._next_sequence):
                self._next_sequence = (info.delivered.stream_seq if info.delivered else 0) + 1
            if not info.num_pending:
                self.caught_up.set()
            await self._pump(queue)
        finally:
            with contextlib.suppress(nats.errors.Error, TimeoutError, OSError):
                await subscription.unsubscribe()
                if name and self._connection.connected:
                    await jetstream.delete_consumer(self._stream, name)

    async def _pump(self, queue: asyncio.Queue[Msg]) -> None:
        loop = asyncio.get_running_loop()
        reread_at = loop.time() + REREAD_S
        expected = 1
        while not (self._last_per_subject and loop.time() > reread_at):
            async with asyncio.timeout(SILENCE_S):
                message = await queue.get()
            if not message.reply or not message.reply.startswith("$JS.ACK."):
                last = int((message.headers or {}).get("Nats-Last-Consumer", expected - 1))
                if last >= expected:
                    return
                continue
            metadata = message.metadata
            if metadata.sequence.consumer != expected:
                return
            expected += 1
            await self._deliver(message, metadata.num_pending)
            self._next_sequence = metadata.sequence.stream + 1
            if not metadata.num_pending:
                self.caught_up.set()
