"""The wallet's app over a store, with a clock of its own and short calls, for tests."""

from collections.abc import Sequence
from typing import Any

from riverbus.core.errors import RoomError
from riverbus.core.rake import NO_RAKE, RakePolicy
from riverbus.runtime.metrics import Metrics
from services.wallet.adapters.event_codec import encode_events
from services.wallet.adapters.memory_reports import MemoryReports
from services.wallet.adapters.memory_store import MemoryStore
from services.wallet.adapters.postgres_proofs import PostgresProofs
from services.wallet.adapters.postgres_reports import PostgresReports
from services.wallet.adapters.postgres_store import PostgresStore
from services.wallet.app.batcher import Batcher
from services.wallet.app.ports import Store
from services.wallet.app.proofs import ProofStore
from services.wallet.app.providers import Cashier, SandboxProvider
from services.wallet.app.reads import Reads
from services.wallet.app.statements import Statements
from services.wallet.app.wallet import Wallet
from services.wallet.domain.accounts import AccountKey, cash, escrow
from services.wallet.domain.cashier_commands import Transfer
from services.wallet.domain.commands import (
    BuyIn,
    CancelHand,
    LineUpSeat,
    OpenAccount,
    OpenHand,
    PotResult,
    PotShare,
    ReverseBuyIn,
    SeatResult,
    SettleHand,
    StandUp,
    TopUp,
    WaitingDeparture,
    WaitingTopUp,
)
from services.wallet.domain.policy import RoomPolicy
from services.wallet.metrics import WalletMetrics

ANN = "0190aaaa-0000-7000-8000-000000000001"
BOB = "0190aaaa-0000-7000-8000-000000000002"
CAT = "0190aaaa-0000-7000-8000-000000000003"
DAN = "0190aaaa-0000-7000-8000-000000000004"
MINUTE_MS = 60_000
HOUR_MS = 3_600_000
START_MS = 1_790_000_000_000


class TestClock:
    """Moves only when told."""

    __test__ = False

    def __init__(self) -> None:
        self.ms = START_MS

    def now_ms(self) -> int:
        return self.ms


class Desk:
    """One replica's app; several may share a store's database."""

    def __init__(
        self,
        store: Store,
        reports: MemoryReports | PostgresReports,
        proofs: ProofStore,
        policy: RoomPolicy | None = None,
    ) -> None:
        self.store = store
        self.reports = reports
        self.proofs = proofs
        self.clock = TestClock()
        self.policy = policy or RoomPolicy()
        self.registry = Metrics("test")
        metrics = WalletMetrics(self.registry)
        self.batcher = Batcher(store, self.clock, self.policy, metrics)
        self.wallet = Wallet(self.batcher, metrics)
        self.reads = Reads(store, reports, self.clock, self.policy)
        self.statements = Statements(reports)
        self.cashier = Cashier(self.wallet, store, {"sandbox": SandboxProvider()})
        self._calls = 0

    def call(self) -> str:
        """A fresh id."""
        self._calls += 1
        return f"call-{self._calls}"

    async def do(self, command: Any) -> Any:
        """Execute a command."""
        return await self.wallet.execute(command, 20.0)

    async def refusal(self, command: Any) -> str:
        """The code with which a command is refused."""
        try:
            await self.do(command)
        except RoomError as error:
            return error.code
        return "ok"

    async def open(self, *names: str, money: int = 0) -> None:
        """Accounts, with deposited US cents."""
        for name in names:
            await self.do(OpenAccount(id=f"open-account:{name}", account_id=name))
            if money:
                await self.deposit(name, money)

    async def deposit(self, name: str, amount: int, currency: str = "USD") -> int:
        """A confirmed payment; cash afterwards."""
        call = self.call()
        payment = ("sandbox", f"ref-{call}", currency, amount)
        done = await self.cashier.deposit(f"deposit:{call}", name, payment, 20.0)
        return done.balance

    async def cash(self, name: str, currency: str = "USD") -> int:
        """What a player has outside of tables."""
        return await self.held(cash(name, currency))

    async def stack(self, name: str, table: str = "t1", currency: str = "USD") -> int:
        """What a player has at a table."""
        return await self.held(escrow(name, table, currency))

    async def held(self, key: AccountKey) -> int:
        """What an account holds."""
        return (await self.store.balances([key]))[key]

    def counted(self, name: str) -> float:
        """What a metric without labels stands at."""
        lines = self.registry.exposition().decode().splitlines()
        return sum(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))

    async def findings(self) -> list[str]:
        """Codes of what an audit finds."""
        report = await self.proofs.audit(None, ())
        return [finding.code for finding in report.findings]


def memory_desk(policy: RoomPolicy | None = None, store: MemoryStore | None = None) -> Desk:
    """Over dictionaries."""
    store = store or MemoryStore(encode_events)
    reports = MemoryReports(store)
    return Desk(store, reports, reports, policy)


def postgres_desk(database: Any, policy: RoomPolicy | None = None) -> Desk:
    """Over a database."""
    store = PostgresStore(database, encode_events)
    return Desk(store, PostgresReports(database), PostgresProofs(store), policy)


def buy_in(
    name: str,
    amount: int,
    call: str,
    *,
    table: str = "t1",
    currency: str = "USD",
    limits: tuple[int, int] = (1, 10**9),
    window_ms: int | None = None,
) -> BuyIn:
    return BuyIn(
        id=call,
        account_id=name,
        table_id=table,
        currency=currency,
        amount=amount,
        min_buy_in=limits[0],
        max_buy_in=limits[1],
        reducing_window_ms=window_ms,
    )


def top_up(name: str, amount: int, call: str, maximum: int = 10**9, fill: bool = False) -> TopUp:
    return TopUp(
        id=call,
        account_id=name,
        table_id="t1",
        currency="USD",
        amount=amount,
        max_buy_in=maximum,
        up_to_max=fill,
    )


def stand_up(name: str, call: str, table: str = "t1", currency: str = "USD") -> StandUp:
    return StandUp(id=call, account_id=name, table_id=table, currency=currency)


def reverse(name: str, call: str, of: str, table: str = "t1") -> ReverseBuyIn:
    return ReverseBuyIn(id=call, account_id=name, table_id=table, currency="USD", buy_in_id=of)


def open_hand(
    hand: str,
    stacks: Sequence[tuple[str, int]],
    *,
    policy: RakePolicy = NO_RAKE,
    epoch: int = 1,
    table: str = "t1",
    currency: str = "USD",
    top_ups: Sequence[WaitingTopUp] = (),
    departures: Sequence[WaitingDeparture] = (),
    jackpot: tuple[str, int] = ("", 0),
) -> OpenHand:
    """Seats are numbered from 1 in the order of `stacks`."""
    return OpenHand(
        id=f"open:{hand}",
        table_id=table,
        hand_id=hand,
        epoch=epoch,
        currency=currency,
        line_up=tuple(LineUpSeat(seat, *pair) for seat, pair in enumerate(stacks, 1)),
        policy=policy,
        game="nl-holdem",
        top_ups=tuple(top_ups),
        departures=tuple(departures),
        jackpot_id=jackpot[0],
        jackpot_basis_points=jackpot[1],
    )


def pot(amount: int, shares: dict[int, int], rake: int = 0, also: Sequence[int] = ()) -> PotResult:
    """A pot whose eligible seats are its winners and `also`."""
    eligible = tuple(sorted({*shares, *also}))
    return PotResult(
        amount, eligible, tuple(PotShare(seat, part) for seat, part in shares.items()), rake
    )


def settle(
    hand: str,
    seats: Sequence[tuple[int, int]],
    pots: Sequence[PotResult],
    *,
    attempt: int = 1,
    epoch: int = 1,
    drop: bool = True,
    table: str = "t1",
) -> SettleHand:
    """`seats` are (contributed, returned) from seat 1 on."""
    return SettleHand(
        id=f"settle:{hand}:{attempt}",
        table_id=table,
        hand_id=hand,
        epoch=epoch,
        attempt=attempt,
        seats=tuple(SeatResult(seat, *pair) for seat, pair in enumerate(seats, 1)),
        pots=tuple(pots),
        drop_point_reached=drop,
    )


def cancel(hand: str, epoch: int = 1, table: str = "t1") -> CancelHand:
    return CancelHand(id=f"cancel:{hand}", table_id=table, hand_id=hand, epoch=epoch, reason="test")


def transfer(sender: str, receiver: str, amount: int, call: str, currency: str = "USD") -> Transfer:
    return Transfer(
        id=call,
        from_account_id=sender,
        to_account_id=receiver,
        currency=currency,
        amount=amount,
    )
