"""Group commit (SEAMS 27): orders wait in a bounded queue while a batch is being booked; the next
batch takes all that came meanwhile. An unforeseen failure halves the batch until the culprit stands
alone.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence

from riverbus.core.errors import RoomError
from riverbus.core.ports import Clock
from riverbus.runtime.tasks import end
from services.wallet.app.booking import DEFERRED, Order, Outcome, book_batch
from services.wallet.app.ports import Balances, Contention, Store, StoreAway, Told
from services.wallet.domain.errors import DatabaseAway, DeadlinePassed, QueueFull
from services.wallet.domain.policy import RoomPolicy
from services.wallet.metrics import WalletMetrics

log = logging.getLogger(__name__)

MAX_BATCH = 256
MAX_QUEUE = 4_096
CONTENTION_TRIES = 10
DEFERRALS = 20


def tell_nobody(_batch: int, _balances: Balances) -> None:
    """Where nobody listens."""


class StillInTheWay(Exception):
    """Raised when a batch met others too often: its halves may get through."""


class Waiting:
    """An order in the queue, and the future that its caller awaits."""

    __slots__ = ("deferrals", "future", "give_up_s", "order", "since_s")

    def __init__(self, order: Order, since_s: float, give_up_s: float) -> None:
        self.order = order
        self.since_s = since_s
        self.give_up_s = give_up_s
        self.deferrals = 0
        self.future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()


class Batcher:
    """One queue and one booking task a replica; replicas meet in the database."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        policy: RoomPolicy,
        metrics: WalletMetrics,
        told: Told = tell_nobody,
    ) -> None:
        self._store = store
        self._clock = clock
        self._policy = policy
        self._metrics = metrics
        self._told = told
        self._queue: deque[Waiting] = deque()
        self._filled = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to book."""
        self._task = asyncio.create_task(self._run(), name="wallet-batcher")

    async def stop(self) -> None:
        """End; what still waits is refused as unavailable and was not booked."""
        await end(self._task)
        for waiting in self._queue:
            _answer(waiting, DatabaseAway())
        self._queue.clear()

    def submit(self, order: Order, timeout_s: float) -> asyncio.Future[Outcome]:
        """Its outcome to come; past `timeout_s` in the queue, or cancelled there, it is not booked.

        Raises QueueFull.
        """
        if len(self._queue) >= MAX_QUEUE:
            self._metrics.refused_queue.inc()
            raise QueueFull
        now = asyncio.get_running_loop().time()
        waiting = Waiting(order, now, now + timeout_s)
        self._queue.append(waiting)
        self._filled.set()
        return waiting.future

    async def _run(self) -> None:
        while True:
            if not self._queue:
                self._filled.clear()
                await self._filled.wait()
            batch = self._take()
            if batch:
                try:
                    await self._book(batch)
                finally:
                    for waiting in batch:
                        if not waiting.future.done() and waiting not in self._queue:
                            _answer(waiting, DatabaseAway())

    def _take(self) -> list[Waiting]:
        now = asyncio.get_running_loop().time()
        batch: list[Waiting] = []
        while self._queue and len(batch) < MAX_BATCH:
            waiting = self._queue.popleft()
            if waiting.future.done():
                continue
            if waiting.give_up_s < now:
                _answer(waiting, DeadlinePassed())
                continue
            batch.append(waiting)
        self._metrics.queue_length.set(len(self._queue))
        return batch

    async def _book(self, batch: Sequence[Waiting]) -> None:
        """Book a batch, in halves where something unforeseen happens."""
        with self._metrics.batch_seconds.time():
            try:
                outcomes = await self._try(batch)
            except StoreAway as error:
                log.warning("the ledger is away", extra={"reason": str(error)[:300]})
                outcomes = [DatabaseAway()] * len(batch)
            except Exception:
                if len(batch) > 1:
                    log.exception("a batch failed; it is halved", extra={"orders": len(batch)})
                    middle = len(batch) // 2
                    await self._book(batch[:middle])
                    await self._book(batch[middle:])
                    return
                order = batch[0].order
                log.exception("an order failed", extra={"operation": order.command.id})
                outcomes = [RoomError()]
        self._metrics.batch_orders.observe(len(batch))
        self._deliver(batch, outcomes)

    def _deliver(self, batch: Sequence[Waiting], outcomes: Sequence[Outcome]) -> None:
        again: list[Waiting] = []
        for waiting, outcome in zip(batch, outcomes, strict=True):
            if outcome is not DEFERRED:
                _answer(waiting, outcome)
            elif waiting.deferrals < DEFERRALS:
                waiting.deferrals += 1
                again.append(waiting)
            else:
                _answer(waiting, RoomError())
        self._queue.extendleft(reversed(again))

    async def _try(self, batch: Sequence[Waiting]) -> list[Outcome]:
        orders = [waiting.order for waiting in batch]
        for attempt in range(CONTENTION_TRIES):
            try:
                return await book_batch(self._store, orders, self._clock, self._policy, self._told)
            except Contention:
                self._metrics.contentions.inc()
                await asyncio.sleep(0.002 * attempt)
        if len(batch) > 1:
            raise StillInTheWay
        raise StoreAway("other transactions were in the way too often")


def _answer(waiting: Waiting, outcome: Outcome) -> None:
    if not waiting.future.done():
        waiting.future.set_result(outcome)
