"""Joins the wallet's adapters to its app."""

from riverbus.pb.wallet.v1 import (
    ledger_pb2_grpc,
    table_money_pb2_grpc,
    tournament_money_pb2_grpc,
    wallet_pb2_grpc,
)
from riverbus.runtime.outbox import OutboxRelay
from riverbus.runtime.service import App, Ports, Service
from services.wallet.adapters.account_events import AccountEvents
from services.wallet.adapters.balance_bus import BalanceTeller
from services.wallet.adapters.event_codec import encode_events
from services.wallet.adapters.heads_bus import head_publisher
from services.wallet.adapters.ledger_servicer import LedgerServicer
from services.wallet.adapters.memory_reports import MemoryReports
from services.wallet.adapters.memory_store import MemoryStore
from services.wallet.adapters.postgres_proofs import PostgresProofs
from services.wallet.adapters.postgres_reports import PostgresReports
from services.wallet.adapters.postgres_store import PostgresStore
from services.wallet.adapters.table_servicer import TableMoneyServicer
from services.wallet.adapters.tournament_servicer import TournamentMoneyServicer
from services.wallet.adapters.wallet_servicer import WalletServicer
from services.wallet.app.batcher import Batcher
from services.wallet.app.heads import HeadSigner
from services.wallet.app.ports import Store
from services.wallet.app.proofs import Proofs, ProofStore
from services.wallet.app.providers import Cashier, SandboxProvider
from services.wallet.app.reads import Reads
from services.wallet.app.statements import Statements
from services.wallet.app.wallet import Wallet
from services.wallet.config import WalletConfig
from services.wallet.metrics import WalletMetrics


class WalletApp(App):
    """The batcher, the outbox' relay, the proofs."""

    def __init__(
        self,
        config: WalletConfig,
        batcher: Batcher,
        teller: BalanceTeller,
        relay: OutboxRelay | None,
        proofs: Proofs,
        account_events: AccountEvents,
    ) -> None:
        self._config = config
        self._teller = teller
        self._batcher = batcher
        self._relay = relay
        self._proofs = proofs
        self._account_events = account_events

    async def start(self) -> None:
        """Begin to book, to relay, to prove."""
        self._batcher.start()
        self._teller.start()
        if self._relay is not None:
            self._relay.start()
        self._proofs.start(self._config.audit_every_s, self._config.head_every_s)
        await self._account_events.start()

    async def stop(self) -> None:
        """End all."""
        await self._account_events.stop()
        await self._proofs.stop()
        await self._batcher.stop()
        await self._teller.stop()
        if self._relay is not None:
            await self._relay.stop()


def build(config: WalletConfig, ports: Ports, *, memory: MemoryStore | None = None) -> App:
    """The app over its ports; the simulator gives a store in memory."""
    metrics = WalletMetrics(ports.metrics)
    policy = config.policy()
    relay: OutboxRelay | None = None
    store: Store
    reports: MemoryReports | PostgresReports
    proof_store: ProofStore
    if memory is not None:
        store, reports = memory, MemoryReports(memory)
        proof_store = reports
    else:
        database = ports.need_database()
        relay = OutboxRelay(database, ports.bus, ports.metrics)
        ledger = PostgresStore(database, encode_events)
        store, reports = ledger, PostgresReports(database)
        proof_store = PostgresProofs(ledger)
    teller = BalanceTeller(ports.bus)
    batcher = Batcher(store, ports.clock, policy, metrics, teller.tell)
    wallet = Wallet(batcher, metrics)
    reads = Reads(store, reports, ports.clock, policy)
    statements = Statements(reports)
    cashier = Cashier(wallet, store, {"sandbox": SandboxProvider()})
    own_keys = config.public_keys.get("wallet", "")
    signer = HeadSigner(
        config.private_key, (*filter(None, own_keys.split(",")), *config.retired_keys)
    )
    proofs = Proofs(proof_store, signer, ports.clock, metrics, head_publisher(ports.bus))
    server = ports.rpc.server
    wallet_pb2_grpc.add_WalletServiceServicer_to_server(
        WalletServicer(wallet, reads, cashier, statements), server
    )
    table_money_pb2_grpc.add_TableMoneyServiceServicer_to_server(
        TableMoneyServicer(wallet, reads, ports.ids, metrics), server
    )
    tournament_money_pb2_grpc.add_TournamentMoneyServiceServicer_to_server(
        TournamentMoneyServicer(wallet, reads), server
    )
    ledger_pb2_grpc.add_LedgerServiceServicer_to_server(
        LedgerServicer(wallet, cashier, statements, proofs), server
    )
    return WalletApp(config, batcher, teller, relay, proofs, AccountEvents(wallet, ports.bus))


SERVICE = Service("wallet", WalletConfig, build)
