"""Joins the table service's adapters to its app."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Protocol

from riverbus import __version__
from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import HandLog, Subscription
from riverbus.pb.table.v1 import table_pb2_grpc
from riverbus.pb.wallet.v1 import table_money_pb2_grpc
from riverbus.runtime.service import App, Ports, Service
from services.table.adapters.absence_store import AbsenceStore
from services.table.adapters.accounts import Standings, follow_accounts, nobody_suspended
from services.table.adapters.archive_store import ArchiveStore
from services.table.adapters.audit_client import AuditClient
from services.table.adapters.booked_calls import BusCalls
from services.table.adapters.hand_log import JetStreamHandLog
from services.table.adapters.lease import LeaseBucket
from services.table.adapters.neighbours import RealNeighbours
from services.table.adapters.protection_store import ProtectionStore
from services.table.adapters.record_codec import RecordCodec
from services.table.adapters.retention_store import RetentionStore
from services.table.adapters.sealing import KeyRing
from services.table.adapters.seat_holds import SeatHolds, offers_of
from services.table.adapters.servicer import TableServicer
from services.table.adapters.settings import KvConfigurations
from services.table.adapters.telling import BusHeartbeats, BusPublisher, listen_to_presence
from services.table.adapters.wallet_client import WalletClient
from services.table.app.absences import AbsenceBook
from services.table.app.log_watch import LogWatch
from services.table.app.ownership import Ownership
from services.table.app.ports import Archive, Outside
from services.table.app.presence import PresenceBook
from services.table.app.retention import RetentionTask
from services.table.app.rounds import Rounds
from services.table.app.suspensions import AskLobby, Suspensions
from services.table.app.tables import Me, Tables
from services.table.config import TableConfig
from services.table.metrics import TableMetrics


class Worker(Protocol):
    """What works beside the tables as long as the service runs."""

    def start(self) -> None:
        """Begin."""
        ...

    async def stop(self) -> None:
        """End."""
        ...


class TableApp(App):
    """The running table service."""

    def __init__(
        self,
        config: TableConfig,
        ports: Ports,
        room_keys: Callable[[], Awaitable[None]],
        tables: Tables,
        ownership: Ownership,
        hear: Sequence[Callable[[], Awaitable[Subscription]]],
        workers: Sequence[Worker],
        ends: Sequence[Callable[[], Awaitable[None]]],
    ) -> None:
        self.tables = tables
        self.ownership = ownership
        self.workers = workers
        self._config = config
        self._ports = ports
        self._prove_room_keys = room_keys
        self._hear = hear
        self._ends = ends
        self._subscriptions: list[Subscription] = []

    async def start(self) -> None:
        """Prove the room key, listen, then begin to claim."""
        await self._prove_room_keys()
        for subscribe in self._hear:
            self._subscriptions.append(await subscribe())
        for worker in self.workers:
            worker.start()
        me = Me(self._ports.instance, self._ports.rpc.address, __version__)
        await self.ownership.start(me)

    async def drain(self) -> None:
        """Give every table back, in the middle of hands if they run too long (SEAMS 15)."""
        await self.ownership.drain(min(self._config.hand_over_s, self._config.drain_s / 2))

    async def stop(self) -> None:
        """End all."""
        await self.ownership.stop()
        for worker in self.workers:
            await worker.stop()
        for subscription in self._subscriptions:
            await subscription.stop()
        await self.tables.stop()
        for end in self._ends:
            await end()


async def prove_room_keys(keys: KeyRing, lease: LeaseBucket) -> None:
    """Raises RoomError `room_key_refused` where a key is not the one that the room has."""
    for key_id in keys.ids:
        if not await lease.same_key(key_id, keys.check_value(key_id)):
            raise RoomError(
                f"The room key {key_id!r} of this process is not the room's: nothing is "
                "claimed. Give it the key with which the room was started.",
                code="room_key_refused",
                kind=ErrorKind.INVALID,
            )


def build(
    config: TableConfig,
    ports: Ports,
    *,
    hand_log: HandLog | None = None,
    archive: Archive | None = None,
) -> App:
    """The app over its ports; the simulator gives a hand log and an archive of its own."""
    metrics = TableMetrics(ports.metrics)
    keys = KeyRing(config.room_keys, config.room_key)
    lease = LeaseBucket(ports.bus)
    if hand_log is None:
        if ports.nats is None:
            raise RoomError("The table service needs NATS.", code="config_refused")
        connection = ports.nats
        hand_log = JetStreamHandLog(lambda: connection.jetstream)
    lobby = ports.rpc.channel("lobby") if config.lobby_addresses else None
    audit = AuditClient(lobby, ports.clock) if lobby is not None else None
    stub = table_money_pb2_grpc.TableMoneyServiceStub(ports.rpc.channel("wallet"))
    store = ArchiveStore(ports.database, keys) if ports.database is not None else None
    forgetting = RetentionStore(ports.database, keys) if ports.database is not None else None
    absences = AbsenceStore(ports.database) if ports.database is not None else None
    protections = ProtectionStore(ports.database) if ports.database is not None else None
    neighbours = RealNeighbours(WalletClient(stub), protections, ports.clock)
    outside = Outside(
        clock=ports.clock,
        ids=ports.ids,
        shuffle=ports.shuffle,
        log=hand_log,
        lease=lease,
        codec=RecordCodec(keys),
        publisher=BusPublisher(ports.bus),
        neighbours=neighbours,
        archive=archive or store,
        calls=BusCalls(ports.bus, ports.ids),
    )
    tables = Tables(outside, metrics)
    book = AbsenceBook(tables, absences, ports.clock)
    presence = PresenceBook(tables, book.look_at)
    rounds = Rounds(tables, outside, metrics, presence.look, config.reconcile_s)
    ownership = Ownership(
        tables,
        outside,
        BusHeartbeats(ports.bus),
        KvConfigurations(ports.bus, config.paces()),
        lambda: ports.nats is None or (ports.nats.connected and ports.nats.streams_ready),
    )
    ask_lobby: AskLobby = Standings(lobby).suspended if lobby is not None else nobody_suspended
    suspensions = Suspensions(tables, ask_lobby)
    holds = SeatHolds(ports.clock, offers_of(lobby) if lobby is not None else None)
    tables.on_opened.append(holds.opened)
    table_pb2_grpc.add_TableServiceServicer_to_server(
        TableServicer(
            tables, outside, store, protections, audit, holds, config.resolve_alone_max, absences
        ),
        ports.rpc.server,
    )
    return TableApp(
        config,
        ports,
        partial(prove_room_keys, keys, lease),
        tables,
        ownership,
        hear=(
            partial(listen_to_presence, ports.bus, presence.on_list),
            partial(follow_accounts, ports.bus, suspensions.heard),
            partial(holds.follow, ports.bus),
        ),
        workers=(
            presence,
            rounds,
            LogWatch(tables, outside, metrics),
            RetentionTask(forgetting, config.kept(), ports.clock, metrics),
            book,
        ),
        ends=(suspensions.stop, holds.stop, *([audit.stop] if audit is not None else [])),
    )


SERVICE = Service("table", TableConfig, build)
