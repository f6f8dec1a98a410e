"""The lobby's store and secrets in memory, for the one-process simulator and fast tests.

A transaction works on copies of what it writes and swaps them in at its end; one runs at a time.
It passes the contract tests of the PostgreSQL store.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from riverbus.core.errors import RoomError
from riverbus.core.ports import Bus
from services.lobby.adapters.codec import fact_message, fact_subject
from services.lobby.adapters.memory_accounts import MemoryAccounts, MemorySessions
from services.lobby.adapters.memory_state import State
from services.lobby.adapters.memory_tables import MemoryRecords, MemoryTables, MemoryWaiters
from services.lobby.domain.facts import AccountFact

RETRY_S = 0.5


class MemoryTx:
    """One transaction. See ports.Tx."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts: list[AccountFact] = []
        self.accounts = MemoryAccounts(state)
        self.sessions = MemorySessions(state)
        self.tables = MemoryTables(state)
        self.records = MemoryRecords(state)
        self.waiters = MemoryWaiters(state)

    async def tell(self, fact: AccountFact) -> None:
        """See ports.Tx."""
        self.facts.append(fact)


class MemoryStore:
    """See ports.Store. `outbox` holds facts that were not sent yet, oldest first."""

    def __init__(self) -> None:
        self.state = State()
        self.outbox: list[AccountFact] = []
        self.told = asyncio.Event()
        self._one_at_a_time = asyncio.Lock()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[MemoryTx]:
        """See ports.Store."""
        async with self._one_at_a_time:
            tx = MemoryTx(self.state.copy())
            yield tx
            self.state = tx.state
            self.outbox.extend(tx.facts)
            if tx.facts:
                self.told.set()


class MemoryRelay:
    """Sends the outbox in order, each fact until it is acknowledged."""

    def __init__(self, store: MemoryStore, bus: Bus) -> None:
        self._store = store
        self._bus = bus
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; goes on until stop."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End; unsent facts stay."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await self._store.told.wait()
            self._store.told.clear()
            while self._store.outbox:
                fact = self._store.outbox[0]
                data = fact_message(fact).SerializeToString()
                try:
                    await self._bus.append(fact_subject(fact), data, message_id=fact.event_id)
                except RoomError:
                    await asyncio.sleep(RETRY_S)
                    continue
                self._store.outbox.pop(0)


class PlainSecrets:
    """See ports.Secrets. For the simulator alone: quick, and the same tokens each run."""

    def __init__(self) -> None:
        self._made = 0

    async def hash_password(self, password: str) -> str:
        """See ports.Secrets."""
        return hashlib.sha256(password.encode()).hexdigest()

    async def check_password(self, password_hash: str, password: str) -> bool:
        """See ports.Secrets."""
        return password_hash == hashlib.sha256(password.encode()).hexdigest()

    def outdated(self, password_hash: str) -> bool:
        """See ports.Secrets."""
        return False

    def new_token(self) -> str:
        """See ports.Secrets."""
        self._made += 1
        return f"simulated-token-{self._made:08d}"

    def token_hash(self, token: str) -> bytes:
        """See ports.Secrets."""
        return hashlib.sha256(token.encode()).digest()
