"""The single writer of one table: queue, decision, one durable record, then answer and events.

Nothing is answered, told or seen by views before its record is acknowledged (SEAMS 2, 7). One
append is in flight; the writer never gives up and takes no other command until it knows.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Appended, Fenced, LogRecord
from services.table.app.archiver import Stretch, finished_hand
from services.table.app.conversations import Conversations
from services.table.app.counting import count
from services.table.app.errors import TableBusy, TableStopped
from services.table.app.history import History
from services.table.app.journal import Entry, Header, Kind
from services.table.app.ports import Outside, Part
from services.table.app.telling import Teller
from services.table.domain.commands import (
    ClockStood,
    Command,
    Moment,
    OperatorCommand,
    PlayerCommand,
    Quarantine,
    Release,
    Tick,
    digest_of,
)
from services.table.domain.facts import PrivateView, PublicEvent
from services.table.domain.memory import recall
from services.table.domain.records import Decision
from services.table.domain.state import Answer, Table, TableState
from services.table.domain.table import decide, due_ms
from services.table.domain.views import TableView, private_view, row_differs, table_view
from services.table.metrics import TableMetrics

QUEUE_LIMIT = 1_000
CLOCK_STANDS_AFTER_MS = 1_000
FIRST_PAUSE_S = 0.02
LONGEST_PAUSE_S = 0.3
REFUSALS_KEPT = 64

log = logging.getLogger(__name__)
_T = TypeVar("_T")


class Asked(msgspec.Struct):
    """A command in the queue."""

    command: Command
    done: asyncio.Future[Answer | None]
    trace_id: str = ""


class TableActor:
    """Owns one table under one epoch; `on_lost` is called when another owner has written."""

    def __init__(
        self,
        table: Table,
        tail: int,
        outside: Outside,
        metrics: TableMetrics,
        on_lost: Callable[["TableActor"], None],
        on_broken: Callable[["TableActor", BaseException], None],
        on_closed: Callable[[Stretch], None] = lambda _stretch: None,
        records: Sequence[LogRecord] = (),
    ) -> None:
        self.table = table
        self.table_id = table.settings.table_id
        self.tail = tail
        self.history = History()
        self.last_event_ms = outside.clock.now_ms()
        self.dirty = True
        """The lobby's row is out of date."""
        self._outside = outside
        self._metrics = metrics
        self._on_lost = on_lost
        self._on_broken = on_broken
        self._on_closed = on_closed
        self._records: list[LogRecord] = list(records)
        """Since the last checkpoint, that included."""
        self._queue: asyncio.Queue[Asked] = asyncio.Queue(QUEUE_LIMIT)
        self._conversations = Conversations(outside, self._tell, self._lost)
        self._teller = Teller(outside)
        self._timer: asyncio.TimerHandle | None = None
        self._ticking = False
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        self._told: dict[int, PrivateView] = {}
        self._refusals: dict[tuple[str, str], tuple[str, RoomError]] = {}
        self._waiting: list[tuple[PlayerCommand | OperatorCommand, asyncio.Future[Answer]]] = []

    # -- from outside -----------------------------------------------------------------------

    def start(self) -> None:
        """Begin to take commands."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.table_id}")
        self._conversations.follow(self.table)
        self._arm()

    async def stop(self) -> None:
        """End without another record; what waits is refused as `table_moved`."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._conversations.stop()
        await self._teller.stop()
        while not self._queue.empty():
            _refuse(self._queue.get_nowait().done, TableStopped())
        for _, waiting in self._waiting:
            _refuse(waiting, TableStopped())

    @property
    def stopped(self) -> bool:
        """Whether the table left this process."""
        return self._stopped

    async def submit(self, command: Command, trace_id: str = "") -> Answer | None:
        """The answer, once its record is durable. Raises RoomError for a refusal."""
        if self._stopped:
            raise TableStopped
        asked = Asked(command, asyncio.get_running_loop().create_future(), trace_id)
        try:
            self._queue.put_nowait(asked)
        except asyncio.QueueFull:
            raise TableBusy from None
        return await asked.done

    async def ask(self, command: PlayerCommand | OperatorCommand, trace_id: str = "") -> Answer:
        """As submit; a repeated id whose outcome is not known yet waits for it (SEAMS 17)."""
        digest = digest_of(command)
        known = recall(self.table.memory, command.account_id, command.action_id, digest)
        if known is None:
            refused = self._refusals.get((command.account_id, command.action_id))
            if refused is not None and refused[0] == digest:
                raise refused[1]
            answer = await self.submit(command, trace_id)
            if answer is None:
                raise TypeError("A player's command has an answer.")
            return answer
        if not known.pending:
            return known
        waiting: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((command, waiting))
        return await waiting

    def view(self, account_id: str | None) -> tuple[TableView, PrivateView | None]:
        """The table as the account may see it."""
        seat = self.table.seat_of(account_id) if account_id else None
        own = private_view(self.table, seat.number) if seat is not None else None
        return table_view(self.table), own

    # -- the writer -------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            asked = await self._queue.get()
            if isinstance(asked.command, Tick):
                self._ticking = False
            try:
                await self._handle(asked)
            except asyncio.CancelledError:
                _refuse(asked.done, TableStopped())
                raise
            except FencedOut:
                _refuse(asked.done, TableStopped())
                self._lost()
                return
            self._arm()

    async def _handle(self, asked: Asked) -> None:
        """One command from decision to events."""
        began_ms = self._outside.clock.now_ms()
        kind = type(asked.command).__name__
        try:
            decision = self._decide(asked)
        except RoomError as error:
            if error.kind is not ErrorKind.INTERNAL:
                self._refused(asked, error)
                self._metrics.commands.labels(kind, "refused").inc()
                return
            await self._broken(asked, error)
            return
        except Exception as error:  # a bug stops this table, not the process (SEAMS 13)
            await self._broken(asked, error)
            return
        waited_ms = 0
        if decision.record is not None:
            released = isinstance(asked.command, Release)
            waited_ms = await self._write(decision, Kind.RELEASED if released else None)
        if not asked.done.done():
            asked.done.set_result(decision.answer)
        self._metrics.commands.labels(kind, "done").inc()
        self._metrics.decide.observe((self._outside.clock.now_ms() - began_ms) / 1000)
        if waited_ms > CLOCK_STANDS_AFTER_MS and not isinstance(asked.command, ClockStood):
            with contextlib.suppress(asyncio.QueueFull):
                self._queue.put_nowait(Asked(ClockStood(waited_ms), _nobody()))

    def _decide(self, asked: Asked) -> Decision:
        moment = Moment(self._outside.clock.now_ms(), self._outside.ids, self._outside.shuffle)
        return decide(self.table, asked.command, moment, asked.trace_id)

    async def _write(self, decision: Decision, kind: Kind | None = None) -> int:
        """Append the record, then make the new state the state and tell it; returns ms waited."""
        record = decision.record
        if record is None:
            return 0
        after = decision.table
        event, parts = self._private_parts(after, record.event)
        if kind is None or record.checkpoint:
            kind = Kind.CHECKPOINT if record.checkpoint else Kind.COMMAND
        header = Header(
            record_id=self._outside.ids.uuid7(),
            kind=kind,
            table_id=self.table_id,
            hand_id=after.core.hand_id or self.table.core.hand_id,
            epoch=after.core.epoch,
            sequence=after.core.sequence,
            at_ms=record.at_ms,
        )
        waited_ms = await self.append(Entry(header=header, record=record, event=event))
        before, self.table = self.table, after
        count(self._metrics, before, after, event)
        if event is not None:
            self.last_event_ms = event.at_ms
            self.history.add(event, parts)
            self._teller.tell(self.table_id, event, parts)
        self.dirty = self.dirty or row_differs(before, after)
        self._conversations.follow(after)
        self._wake_waiting()
        return waited_ms

    async def append(self, entry: Entry) -> int:
        """Append until the outcome is known (SEAMS 7); returns the ms that it took."""
        stored = self._outside.codec.encode(entry)
        clock = self._outside.clock
        began_ms = clock.now_ms()
        pause_s = FIRST_PAUSE_S
        while True:
            outcome = await self._outside.log.append(stored, self.tail)
            if isinstance(outcome, Appended):
                self.tail = outcome.sequence
                self._keep(entry, stored)
                waited_ms = clock.now_ms() - began_ms
                self._metrics.append.observe(waited_ms / 1000)
                return waited_ms
            if isinstance(outcome, Fenced):
                raise FencedOut
            self._metrics.undecided.inc()
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, LONGEST_PAUSE_S)

    async def resume(self, decision: Decision) -> None:
        """The first record of a new owner after its replay."""
        await self._write(decision, Kind.RESUMED)

    def _keep(self, entry: Entry, stored: LogRecord) -> None:
        """A checkpoint closes what was before it: it leaves the log by the archiver (SEAMS 5)."""
        if entry.header.kind is Kind.CHECKPOINT:
            if self._records:
                self._on_closed(
                    Stretch(
                        table_id=self.table_id,
                        before=self.tail,
                        records=tuple(self._records),
                        hand=finished_hand(self.table, self._records),
                    )
                )
            self._records.clear()
        self._records.append(msgspec.structs.replace(stored, sequence=self.tail))

    # -- what follows -----------------------------------------------------------------------

    def _private_parts(
        self, after: Table, event: PublicEvent | None
    ) -> tuple[PublicEvent | None, list[Part]]:
        """The seats whose own part changed; the event lists them (SEAMS 31)."""
        if event is None:
            return None, []
        parts = []
        told: dict[int, PrivateView] = {}
        for number, seat in after.seats.items():
            view = private_view(after, number)
            told[number] = view
            old = self.table.seats.get(number)
            stranger = old is None or old.account_id != seat.account_id
            if stranger or self._told.get(number) != view:
                parts.append(Part(seat.account_id, number, view))
        self._told = told
        seats = tuple(part.seat for part in parts)
        return msgspec.structs.replace(event, private_seats=seats), parts

    def _refused(self, asked: Asked, error: RoomError) -> None:
        command = asked.command
        action_id = getattr(command, "action_id", "")
        account_id = getattr(command, "account_id", "")
        if action_id and account_id and error.code not in ("action_id_reused",):
            if len(self._refusals) >= REFUSALS_KEPT:
                self._refusals.pop(next(iter(self._refusals)))
            digest = digest_of(command)  # type: ignore[arg-type]
            self._refusals[account_id, action_id] = (digest, error)
        _refuse(asked.done, error)

    async def _broken(self, asked: Asked, error: BaseException) -> None:
        """An invariant does not hold: stop this table for an operator, go on with the others."""
        log.error(
            "table is broken",
            extra={"table": self.table_id, "command": type(asked.command).__name__},
            exc_info=error,
        )
        self._metrics.commands.labels(type(asked.command).__name__, "broken").inc()
        _refuse(asked.done, RoomError())
        if self.table.core.state is not TableState.QUARANTINED:
            reason = "The house looks at this table; your chips are safe."
            quarantine = Asked(Quarantine(reason), _nobody())
            await self._write(self._decide(quarantine))
        self._on_broken(self, error)

    def _wake_waiting(self) -> None:
        still = []
        for command, waiting in self._waiting:
            known = recall(
                self.table.memory, command.account_id, command.action_id, digest_of(command)
            )
            if waiting.done():
                continue
            if known is None:
                _refuse(waiting, TableStopped())
            elif known.pending:
                still.append((command, waiting))
            else:
                waiting.set_result(known)
        self._waiting = still

    def _lost(self) -> None:
        """Another owner has written or spoken: this actor answers nothing any more."""
        if not self._stopped:
            self._stopped = True
            self._metrics.fenced.inc()
            self._on_lost(self)

    async def _tell(self, command: Command) -> None:
        try:
            await self.submit(command)
        except RoomError as error:
            log.info("outcome refused", extra={"table": self.table_id, "code": error.code})

    def _arm(self) -> None:
        """One timer for the first thing that is due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._stopped or self._ticking:
            return
        due = due_ms(self.table)
        if due is None or self.table.core.state is TableState.QUARANTINED:
            return
        delay_s = max(0, due - self._outside.clock.now_ms()) / 1000
        self._timer = asyncio.get_running_loop().call_later(delay_s, self._tick)

    def _tick(self) -> None:
        self._timer = None
        if self._stopped:
            return
        try:
            self._queue.put_nowait(Asked(Tick(), _nobody()))
            self._ticking = True
        except asyncio.QueueFull:
            self._timer = asyncio.get_running_loop().call_later(0.1, self._tick)


class FencedOut(Exception):
    """Raised when another owner's record stands where ours should."""


def _refuse(future: asyncio.Future[_T], error: RoomError) -> None:
    if not future.done():
        future.set_exception(error)
        future.exception()


def _nobody() -> asyncio.Future[Answer | None]:
    """For commands that nobody waits for; a refusal is read, so that it is not reported."""
    future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
    future.add_done_callback(lambda done: None if done.cancelled() else done.exception())
    return future
