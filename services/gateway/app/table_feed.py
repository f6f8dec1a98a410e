"""One table as this gateway follows it, for all of its viewers (SEAMS 31, 32).

Subscribe, have the owner prove the subscription by a head with a nonce, then read snapshots; live
events are buffered meanwhile. Private parts come on the accounts' own subjects and are joined here.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Subscription
from services.gateway.app.connection import Connection, broadcast
from services.gateway.app.ports import FrameEncoder, Part, TableBus, Tables
from services.gateway.app.seats import Seats
from services.gateway.app.viewer import EncodedEvent, PartBox, Viewer
from services.gateway.domain import frames as f
from services.gateway.metrics import GatewayMetrics

PART_WAIT_S = 0.2
HEAD_GRACE_S = 0.25
NONCE_EVERY_S = 0.1
PROOF_DEADLINE_S = 15.0
RETRY_FIRST_S = 0.25
RETRY_MOST_S = 2.0
REPLAYS = 3

Spawn = Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"]


class TableFeed:
    """All viewers of one table behind one subscription."""

    def __init__(
        self,
        table_id: str,
        tables: Tables,
        bus: TableBus,
        encoder: FrameEncoder,
        metrics: GatewayMetrics,
        spawn: Spawn,
        refused: Callable[[Connection], None],
    ) -> None:
        self.table_id = table_id
        self._tables = tables
        self._bus = bus
        self._encoder = encoder
        self._metrics = metrics
        self._spawn = spawn
        self._refused = refused
        self._viewers: dict[int, Viewer] = {}
        self._parts: dict[str, PartBox] = {}
        self._seats = Seats()
        self._epoch = 0
        self._highest = 0
        self._subscription: Subscription | None = None
        self._proven = asyncio.Event()
        self._nonces: set[str] = set()
        self._opening: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._viewers)

    def watch(self, connection: Connection, after: int | None) -> None:
        """Start (or start again) for a connection; `after` asks for a replay from there."""
        box = self._parts.setdefault(connection.account_id, PartBox())
        viewer = Viewer(connection, box)
        before = self._viewers.get(connection.number)
        viewer.told_away = before is not None and before.told_away
        self._viewers[connection.number] = viewer
        if after is not None:
            viewer.sequence = after
        self._spawn(self._catch_up(viewer, replay=after is not None))

    def unwatch(self, connection: Connection) -> bool:
        """Stop for a connection; False when it did not follow."""
        gone = self._viewers.pop(connection.number, None)
        if gone is None:
            return False
        account = connection.account_id
        if all(v.connection.account_id != account for v in self._viewers.values()):
            self._parts.pop(account, None)
        return True

    async def close(self) -> None:
        """Unsubscribe."""
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.gather(self._opening, return_exceptions=True)
        if self._subscription is not None:
            await self._subscription.stop()
            self._subscription = None

    # -- what comes from the bus -------------------------------------------------------------

    def on_event(self, event: f.PublicEvent) -> None:
        """A public event, maybe doubled, late or of a fenced owner."""
        if event.epoch < self._epoch:
            self._metrics.stale_epoch.inc()
            return
        self._epoch = event.epoch
        self._highest = max(self._highest, event.sequence)
        self._seats.note_event(event)
        encoded = EncodedEvent(event, self._encoder)
        for viewer in list(self._viewers.values()):
            if not viewer.offer(encoded):
                self._metrics.resync.labels("gap").inc()
                self._restart(viewer, replay=True)
                continue
            self._pump(viewer)
            if encoded.resync and not viewer.catching_up:
                self._metrics.resync.labels("owner").inc()
                self._restart(viewer, replay=False)

    def on_head(self, head: f.TableHead, nonce: str) -> None:
        """A head: proves the subscription, shows gaps, and goes on to the viewers."""
        if head.epoch < self._epoch:
            return
        self._highest = max(self._highest, head.sequence)
        if nonce in self._nonces:
            self._proven.set()
        if nonce:
            return
        in_step = [v for v in self._viewers.values() if v.last >= head.sequence]
        broadcast([v.connection for v in in_step if not v.catching_up], f.ServerFrame(head=head))
        if len(in_step) < len(self._viewers):
            loop = asyncio.get_running_loop()
            loop.call_later(HEAD_GRACE_S, self._head_was, head.sequence)

    def _head_was(self, sequence: int) -> None:
        """Events go another way than heads; who still lacks one now has lost it."""
        for viewer in list(self._viewers.values()):
            if viewer.last < sequence and not viewer.catching_up:
                self._metrics.resync.labels("head").inc()
                self._restart(viewer, replay=True)

    def on_part(self, account_id: str, part: Part) -> None:
        """A viewer's private part; it comes before its event, mostly."""
        box = self._parts.get(account_id)
        if box is None:
            return
        box.put(part)
        for viewer in list(self._viewers.values()):
            if viewer.connection.account_id == account_id and viewer.waiting:
                self._pump(viewer)

    def on_gap(self) -> None:
        """The bus may have lost something: prove the subscription again, then all catch up."""
        self._proven.clear()
        self._opening = None
        for viewer in list(self._viewers.values()):
            if not viewer.catching_up:
                self._metrics.resync.labels("bus").inc()
                self._restart(viewer, replay=True)

    # -- sending -----------------------------------------------------------------------------

    def _pump(self, viewer: Viewer) -> None:
        if viewer.pump(self._seats):
            return
        sequence = viewer.waiting[0].event.sequence
        loop = asyncio.get_running_loop()
        loop.call_later(PART_WAIT_S, self._part_is_late, viewer, sequence)

    def _part_is_late(self, viewer: Viewer, sequence: int) -> None:
        waits = bool(viewer.waiting) and viewer.waiting[0].event.sequence == sequence
        if waits and not viewer.catching_up and self._is_here(viewer):
            self._metrics.resync.labels("part").inc()
            self._restart(viewer, replay=True)

    def _is_here(self, viewer: Viewer) -> bool:
        return self._viewers.get(viewer.connection.number) is viewer

    def _restart(self, viewer: Viewer, *, replay: bool) -> None:
        viewer.catching_up = True
        self._spawn(self._catch_up(viewer, replay=replay))

    async def _catch_up(self, viewer: Viewer, *, replay: bool) -> None:
        """Replay or snapshot until the viewer is in step with the stream, however long it takes."""
        pause_s = RETRY_FIRST_S
        rounds = 0
        while self._is_here(viewer) and not viewer.connection.ended:
            try:
                await self._open()
                if not (replay and await self._replay(viewer)):
                    await self._snapshot(viewer)
            except RoomError as error:
                if error.kind is ErrorKind.NOT_FOUND:
                    self._refuse(viewer, error)
                    return
                if not viewer.told_away:
                    viewer.told_away = True
                    self._tell(viewer, "wait", "table_away", "The table does not answer; wait.")
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, RETRY_MOST_S)
                continue
            if viewer.settle():
                break
            rounds += 1
            replay = rounds < REPLAYS
            if not replay:
                viewer.waiting.clear()
        viewer.catching_up = False
        if not self._is_here(viewer):
            return
        if viewer.told_away:
            viewer.told_away = False
            self._tell(viewer, "good", "table_back", "The table is back.")
        self._pump(viewer)

    async def _replay(self, viewer: Viewer) -> bool:
        if viewer.sequence > self._highest:
            return False
        if not self._seats.read:
            await self._view(viewer)
        caller = viewer.connection.session.caller
        try:
            events = await self._tables.events(self.table_id, viewer.sequence, caller)
        except RoomError as error:
            if error.code == "history_gone":
                return False
            raise
        for item in events:
            if item.event.sequence <= viewer.sequence:
                continue
            if item.event.sequence != viewer.sequence + 1:
                return False
            self._epoch = max(self._epoch, item.event.epoch)
            self._seats.note_event(item.event)
            encoded = EncodedEvent(item.event, self._encoder)
            if encoded.resync:
                return False
            viewer.send(encoded, item.own)
        return True

    async def _snapshot(self, viewer: Viewer) -> None:
        view = await self._view(viewer)
        viewer.sequence = view.sequence
        viewer.epoch = view.epoch
        self._metrics.snapshots.inc()
        viewer.connection.send(f.ServerFrame(snapshot=f.Snapshot(view=view)))

    async def _view(self, viewer: Viewer) -> f.TableView:
        view = await self._tables.view(self.table_id, viewer.connection.session.caller)
        if view.epoch < self._epoch:
            raise RoomError("An older owner answered.", kind=ErrorKind.UNAVAILABLE)
        self._epoch = view.epoch
        self._highest = max(self._highest, view.sequence)
        self._seats.note_view(view)
        return view

    def _refuse(self, viewer: Viewer, error: RoomError) -> None:
        self._refused(viewer.connection)
        details = {**error.details, "table_id": self.table_id}
        detail = f.ErrorDetail(
            code=error.code, sentence=error.sentence, kind=error.kind.value, details=details
        )
        viewer.connection.send(f.ServerFrame(refusal=f.Refusal(error=detail)))

    def _tell(self, viewer: Viewer, level: str, code: str, text: str) -> None:
        notice = f.Notice(level=level, code=code, text=text, table_id=self.table_id)
        viewer.connection.send(f.ServerFrame(notice=notice))

    # -- the subscription --------------------------------------------------------------------

    async def _open(self) -> None:
        """Returns when the subscription is proven; all viewers share one attempt."""
        if self._proven.is_set():
            return
        if self._opening is None or self._opening.done():
            self._opening = asyncio.ensure_future(self._prove())
        await asyncio.shield(self._opening)

    async def _prove(self) -> None:
        if self._subscription is None:
            self._subscription = await self._bus.follow(self.table_id, self)
        try:
            async with asyncio.timeout(PROOF_DEADLINE_S):
                while not self._proven.is_set():
                    nonce = secrets.token_hex(8)
                    self._nonces.add(nonce)
                    await self._tables.request_head(self.table_id, nonce)
                    try:
                        async with asyncio.timeout(NONCE_EVERY_S):
                            await self._proven.wait()
                    except TimeoutError:
                        continue
        except TimeoutError as error:
            raise RoomError(
                "The table's stream cannot be followed at the moment.",
                code="table_unreachable",
                kind=ErrorKind.UNAVAILABLE,
            ) from error
        finally:
            self._nonces.clear()
