"""Joins the wallet's adapters to its app."""

from riverbus.pb.wallet.v1 import table_money_pb2_grpc, wallet_pb2_grpc
from riverbus.runtime.outbox import OutboxRelay
from riverbus.runtime.service import App, Ports, Service
from services.wallet.adapters.event_codec import encode_events
from services.wallet.adapters.postgres_store import PostgresStore
from services.wallet.adapters.table_servicer import TableMoneyServicer
from services.wallet.adapters.wallet_servicer import WalletServicer
from services.wallet.app.batcher import Batcher
from services.wallet.app.ports import Store
from services.wallet.app.reads import Reads
from services.wallet.app.wallet import Wallet
from services.wallet.config import WalletConfig
from services.wallet.metrics import WalletMetrics


class WalletApp(App):
    """The batcher and the outbox' relay."""

    def __init__(self, batcher: Batcher, relay: OutboxRelay | None) -> None:
        self._batcher = batcher
        self._relay = relay

    async def start(self) -> None:
        """Begin to book and to relay."""
        self._batcher.start()
        if self._relay is not None:
            self._relay.start()

    async def stop(self) -> None:
        """End both."""
        await self._batcher.stop()
        if self._relay is not None:
            await self._relay.stop()


def build(config: WalletConfig, ports: Ports, *, store: Store | None = None) -> App:
    """The app over its ports; the simulator gives a store of its own."""
    metrics = WalletMetrics(ports.metrics)
    policy = config.policy()
    relay = None
    if store is None:
        database = ports.need_database()
        store = PostgresStore(database, encode_events)
        relay = OutboxRelay(database, ports.bus, ports.metrics)
    batcher = Batcher(store, ports.clock, policy, metrics)
    wallet = Wallet(batcher, metrics)
    reads = Reads(store, ports.clock, policy)
    server = ports.rpc.server
    wallet_pb2_grpc.add_WalletServiceServicer_to_server(WalletServicer(wallet, reads), server)
    table_money_pb2_grpc.add_TableMoneyServiceServicer_to_server(
        TableMoneyServicer(wallet, reads, ports.ids, metrics), server
    )
    return WalletApp(batcher, relay)


SERVICE = Service("wallet", WalletConfig, build)
