"""Tables, waiting lists, flags and the audit log in memory."""

from collections.abc import Sequence

from services.lobby.adapters.memory_state import State, newest
from services.lobby.domain.audit import AuditEntry
from services.lobby.domain.duplicates import DuplicateFlag
from services.lobby.domain.errors import TableExists
from services.lobby.domain.tables import Table
from services.lobby.domain.waiting import Waiter


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

    async def revisions(self) -> dict[str, int]:
        """See ports.Tables."""
        return {key: table.revision for key, table in self._state.tables.items()}

    async def many(self, table_ids: Sequence[str]) -> list[Table]:
        """See ports.Tables."""
        return [self._state.tables[key] for key in table_ids if key in self._state.tables]

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
            for entry in newest(self._state.entries, before_id)
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
        listed = newest(self._state.flags, before_id)
        return [flag for flag in listed if include_decided or not flag.decision][:limit]

    async def flags_of(self, account_id: str) -> list[DuplicateFlag]:
        """See ports.Records."""
        return [
            flag
            for flag in newest(self._state.flags, "")
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
