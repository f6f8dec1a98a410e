"""The lobby's store and secrets in memory, for the one-process simulator and fast tests.

A transaction works on copies of what it writes and swaps them in at its end; one runs at a time.
It passes the contract tests of the PostgreSQL store.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import msgspec

from riverbus.core.errors import RoomError
from riverbus.core.ports import Bus
from services.lobby.adapters.codec import fact_message, fact_subject
from services.lobby.domain.accounts import Account, Status
from services.lobby.domain.audit import AuditEntry
from services.lobby.domain.duplicates import DuplicateFlag
from services.lobby.domain.errors import EmailTaken, NameTaken, StaleRevision, TableExists
from services.lobby.domain.facts import AccountFact
from services.lobby.domain.sessions import Session
from services.lobby.domain.tables import Table
from services.lobby.domain.waiting import Waiter

RETRY_S = 0.5

_T = TypeVar("_T")


class State:
    """Everything kept, by id. Structs are frozen, so a shallow copy is a whole one."""

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.hashes: dict[str, str] = {}
        self.terms: dict[tuple[str, str, int], str] = {}
        self.sessions: dict[str, Session] = {}
        self.tables: dict[str, Table] = {}
        self.seeds: dict[str, int] = {}
        self.entries: dict[str, AuditEntry] = {}
        self.flags: dict[str, DuplicateFlag] = {}
        self.waiters: dict[tuple[str, str], Waiter] = {}

    def copy(self) -> "State":
        """An independent state with the same content."""
        made = State()
        for name, kept in vars(self).items():
            setattr(made, name, dict(kept))
        return made


class MemoryAccounts:
    """See ports.Accounts."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add(self, account: Account, password_hash: str) -> None:
        """See ports.Accounts."""
        self._verify_free(account)
        self._state.accounts[account.account_id] = account
        self._state.hashes[account.account_id] = password_hash

    async def get(self, account_id: str, *, lock: bool = False) -> Account | None:
        """See ports.Accounts."""
        return self._state.accounts.get(account_id)

    async def by_name(self, name_key: str) -> Account | None:
        """See ports.Accounts."""
        return self._first("name_key", name_key)

    async def by_email(self, email_key: str) -> Account | None:
        """See ports.Accounts."""
        return self._first("email_key", email_key)

    async def many(self, account_ids: Sequence[str]) -> list[Account]:
        """See ports.Accounts."""
        known = self._state.accounts
        return [known[each] for each in dict.fromkeys(account_ids) if each in known]

    async def save(self, account: Account) -> Account:
        """See ports.Accounts."""
        known = self._state.accounts.get(account.account_id)
        if known is None or known.revision != account.revision:
            raise StaleRevision
        self._verify_free(account)
        raised = msgspec.structs.replace(account, revision=account.revision + 1)
        self._state.accounts[account.account_id] = raised
        return raised

    async def password_hash(self, account_id: str) -> str:
        """See ports.Accounts."""
        return self._state.hashes.get(account_id, "")

    async def set_password_hash(self, account_id: str, password_hash: str) -> None:
        """See ports.Accounts."""
        if account_id in self._state.hashes:
            self._state.hashes[account_id] = password_hash

    async def record_terms(self, account_id: str, version: str, at_ms: int, address: str) -> None:
        """See ports.Accounts."""
        self._state.terms.setdefault((account_id, version, at_ms), address)

    async def find(self, query: str, before_id: str, limit: int) -> list[Account]:
        """See ports.Accounts."""
        wanted = query.lower()
        found = [
            account
            for account in _newest(self._state.accounts, before_id)
            if account.account_id == query
            or wanted in account.name.lower()
            or wanted in account.email.lower()
        ]
        return found[:limit]

    async def alike(self, account: Account, limit: int) -> list[Account]:
        """See ports.Accounts."""
        found = [
            other
            for other in _newest(self._state.accounts, "")
            if other.account_id != account.account_id
            and other.status is not Status.CLOSED
            and not other.bot
            and (
                (other.sign_up_address and other.sign_up_address == account.sign_up_address)
                or (other.sign_up_device and other.sign_up_device == account.sign_up_device)
            )
        ]
        return found[:limit]

    async def count_admins(self) -> int:
        """See ports.Accounts."""
        accounts = self._state.accounts.values()
        return sum("admin" in each.roles and each.status is not Status.CLOSED for each in accounts)

    async def without_purse(self, after_id: str, limit: int) -> list[str]:
        """See ports.Accounts."""
        found = sorted(
            key
            for key, account in self._state.accounts.items()
            if not account.purse_open and key > after_id
        )
        return found[:limit]

    def _first(self, field: str, value: str) -> Account | None:
        accounts = self._state.accounts.values()
        return next((each for each in accounts if getattr(each, field) == value), None)

    def _verify_free(self, account: Account) -> None:
        for other in self._state.accounts.values():
            if other.account_id == account.account_id:
                continue
            if other.name_key == account.name_key:
                raise NameTaken
            if other.email_key == account.email_key:
                raise EmailTaken


class MemorySessions:
    """See ports.Sessions."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add(self, session: Session) -> None:
        """See ports.Sessions."""
        self._state.sessions[session.session_id] = session

    async def by_hash(self, token_hash: bytes) -> Session | None:
        """See ports.Sessions."""
        sessions = self._state.sessions.values()
        return next((each for each in sessions if each.token_hash == token_hash), None)

    async def of_account(self, account_id: str) -> list[Session]:
        """See ports.Sessions."""
        newest = _newest(self._state.sessions, "")
        return [each for each in newest if each.account_id == account_id]

    async def save(self, session: Session) -> None:
        """See ports.Sessions."""
        if session.session_id in self._state.sessions:
            self._state.sessions[session.session_id] = session

    async def remove(self, session_ids: Sequence[str]) -> int:
        """See ports.Sessions."""
        return sum(self._state.sessions.pop(each, None) is not None for each in session_ids)

    async def remove_expired(self, now_ms: int, limit: int) -> int:
        """See ports.Sessions."""
        over = [
            each.session_id
            for each in self._state.sessions.values()
            if each.expires_at_ms <= now_ms
        ]
        return await self.remove(over[:limit])


class MemoryTables:
    """See ports.Tables."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add(self, table: Table) -> None:
        """See ports.Tables."""
        if table.table_id in self._state.tables:
            raise TableExists
        self._state.tables[table.table_id] = table

    async def get(self, table_id: str, *, lock: bool = False) -> Table | None:
        """See ports.Tables."""
        return self._state.tables.get(table_id)

    async def all(self) -> list[Table]:
        """See ports.Tables."""
        tables = self._state.tables.values()
        return sorted(tables, key=lambda table: (table.name, table.table_id))

    async def save(self, table: Table) -> None:
        """See ports.Tables."""
        if table.table_id in self._state.tables:
            self._state.tables[table.table_id] = table

    async def claim_seed(self, key: str, at_ms: int) -> bool:
        """See ports.Tables."""
        if key in self._state.seeds:
            return False
        self._state.seeds[key] = at_ms
        return True


class MemoryRecords:
    """See ports.Records."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add_entry(self, entry: AuditEntry) -> None:
        """See ports.Records."""
        self._state.entries.setdefault(entry.entry_id, entry)

    async def entries(
        self, subject: str, actor_account_id: str, before_id: str, limit: int
    ) -> list[AuditEntry]:
        """See ports.Records."""
        found = [
            entry
            for entry in _newest(self._state.entries, before_id)
            if subject in ("", entry.subject) and actor_account_id in ("", entry.actor_account_id)
        ]
        return found[:limit]

    async def add_flag(self, flag: DuplicateFlag) -> None:
        """See ports.Records."""
        self._state.flags[flag.flag_id] = flag

    async def flag(self, flag_id: str, *, lock: bool = False) -> DuplicateFlag | None:
        """See ports.Records."""
        return self._state.flags.get(flag_id)

    async def save_flag(self, flag: DuplicateFlag) -> None:
        """See ports.Records."""
        self._state.flags[flag.flag_id] = flag

    async def flags(self, include_decided: bool, before_id: str, limit: int) -> list[DuplicateFlag]:
        """See ports.Records."""
        newest = _newest(self._state.flags, before_id)
        return [flag for flag in newest if include_decided or not flag.decision][:limit]

    async def flags_of(self, account_id: str) -> list[DuplicateFlag]:
        """See ports.Records."""
        return [
            flag
            for flag in _newest(self._state.flags, "")
            if account_id in (flag.account_id, flag.other_account_id)
        ]


class MemoryWaiters:
    """See ports.Waiters. The dictionary keeps the order of joining."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def lock_table(self, table_id: str) -> None:
        """One transaction runs at a time anyway."""

    async def of_table(self, table_id: str) -> list[Waiter]:
        """See ports.Waiters."""
        return [each for each in self._state.waiters.values() if each.table_id == table_id]

    async def of_account(self, account_id: str) -> list[Waiter]:
        """See ports.Waiters."""
        waiters = self._state.waiters.values()
        return [each for each in waiters if each.account_id == account_id]

    async def put(self, waiter: Waiter) -> None:
        """See ports.Waiters."""
        self._state.waiters[waiter.table_id, waiter.account_id] = waiter

    async def remove(self, table_id: str, account_id: str) -> bool:
        """See ports.Waiters."""
        return self._state.waiters.pop((table_id, account_id), None) is not None

    async def counts(self) -> dict[str, int]:
        """See ports.Waiters."""
        found: dict[str, int] = {}
        for waiter in self._state.waiters.values():
            found[waiter.table_id] = found.get(waiter.table_id, 0) + 1
        return found


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
        self._one_at_a_time = asyncio.Lock()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[MemoryTx]:
        """See ports.Store."""
        async with self._one_at_a_time:
            tx = MemoryTx(self.state.copy())
            yield tx
            self.state = tx.state
            self.outbox.extend(tx.facts)


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
            while self._store.outbox:
                fact = self._store.outbox[0]
                data = fact_message(fact).SerializeToString()
                try:
                    await self._bus.append(fact_subject(fact), data, message_id=fact.event_id)
                except RoomError:
                    break
                self._store.outbox.pop(0)
            await asyncio.sleep(RETRY_S)


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


def _newest(kept: dict[str, _T], before_id: str) -> list[_T]:
    keys = sorted(kept, reverse=True)
    return [kept[key] for key in keys if not before_id or key < before_id]
