"""Joins the table service's adapters to its app."""

import logging

from riverbus import __version__
from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Bus, HandLog, Subscription
from riverbus.pb.table.v1 import table_pb2_grpc
from riverbus.pb.wallet.v1 import table_money_pb2_grpc
from riverbus.runtime.rpc import Rpc
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

log = logging.getLogger(__name__)


class TableApp(App):
    """The running table service."""

    def __init__(
        self,
        config: TableConfig,
        bus: Bus,
        rpc: Rpc,
        instance: str,
        keys: KeyRing,
        lease: LeaseBucket,
        tables: Tables,
        ownership: Ownership,
        presence: PresenceBook,
        rounds: Rounds,
        watch: LogWatch,
        retention: RetentionTask,
        absences: AbsenceBook,
        suspensions: Suspensions,
        audit: AuditClient | None = None,
        holds: SeatHolds | None = None,
    ) -> None:
        self.tables = tables
        self._config = config
        self._bus = bus
        self._rpc = rpc
        self._instance = instance
        self._keys = keys
        self._lease = lease
        self._ownership = ownership
        self._presence = presence
        self._rounds = rounds
        self._watch = watch
        self._retention = retention
        self._absences = absences
        self._suspensions = suspensions
        self._audit = audit
        self._holds = holds
        self._subscriptions: list[Subscription] = []

    async def start(self) -> None:
        """Prove the room key, listen, then begin to claim."""
        for key_id in self._keys.ids:
            if not await self._lease.same_key(key_id, self._keys.check_value(key_id)):
                raise RoomError(
                    f"The room key {key_id!r} of this process is not the room's: nothing is "
                    "claimed. Give it the key with which the room was started.",
                    code="room_key_refused",
                    kind=ErrorKind.INVALID,
                )
        self._subscriptions.append(await listen_to_presence(self._bus, self._presence.on_list))
        self._subscriptions.append(await follow_accounts(self._bus, self._suspensions.heard))
        if self._holds is not None:
            self._subscriptions.append(await self._holds.follow(self._bus))
        self._presence.begin()
        self._rounds.start()
        self._watch.start()
        self._retention.start()
        self._absences.start()
        await self._ownership.start(Me(self._instance, self._rpc.address, __version__))

    async def drain(self) -> None:
        """Give every table back, in the middle of hands if they run too long (SEAMS 15)."""
        await self._watch.stop()
        patience_s = min(self._config.hand_over_s, self._config.drain_s / 2)
        await self._ownership.drain(patience_s)

    async def stop(self) -> None:
        """End all."""
        await self._ownership.stop()
        await self._rounds.stop()
        await self._watch.stop()
        await self._retention.stop()
        await self._absences.stop()
        await self._suspensions.stop()
        if self._holds is not None:
            await self._holds.stop()
        for subscription in self._subscriptions:
            await subscription.stop()
        await self.tables.stop()
        if self._audit is not None:
            await self._audit.stop()


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
        ports.bus,
        ports.rpc,
        ports.instance,
        keys,
        lease,
        tables,
        ownership,
        presence,
        rounds,
        LogWatch(tables, outside, metrics),
        RetentionTask(forgetting, config.kept(), ports.clock, metrics),
        book,
        Suspensions(tables, ask_lobby),
        audit,
        holds,
    )


SERVICE = Service("table", TableConfig, build)
