"""The ledger in memory, for the simulator: the same contract, one transaction at a time.

`faults` may raise StoreAway or Contention before or after a commit, as a real database does.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from typing import TypeVar

from services.wallet.app.ports import Changes
from services.wallet.app.sealing import Encode, Head, Message, Sealed, seal
from services.wallet.domain.accounts import PLAYER_PURPOSES, AccountKey
from services.wallet.domain.book import EntityId, Remembered
from services.wallet.domain.chain import BatchRow, OperationRow, TransferRow
from services.wallet.domain.entities import Entity, Entrant

E = TypeVar("E", bound=Entity)
Fault = Callable[[str], Awaitable[None]]
"""`await fault("begin" | "commit" | "committed")`."""


async def no_fault(_step: str) -> None:
    """The store that always works."""


class MemoryTransaction:
    """Reads the store's rows, and keeps what is written until the commit."""

    def __init__(self, store: "MemoryStore") -> None:
        self._store = store
        self.sealed: Sealed | None = None
        self.changes: Changes | None = None

    async def entities(self, ids: Collection[EntityId]) -> dict[EntityId, Entity | None]:
        """Read; the whole store is locked."""
        return {entity_id: self._store.rows.get(entity_id) for entity_id in ids}

    async def outcomes(self, ids: Collection[str]) -> dict[str, Remembered]:
        """Those that are stored."""
        known = self._store.known
        return {call: known[call] for call in ids if call in known}

    async def accounts(
        self, keys: Collection[AccountKey], owners: Collection[tuple[str, str]]
    ) -> dict[AccountKey, int]:
        """Read, opening what is missing."""
        found = {key: self._store.accounts.setdefault(key, 0) for key in keys}
        for key, amount in self._store.accounts.items() if owners else ():
            if (key.owner, key.currency) in owners and key.purpose in PLAYER_PURPOSES:
                found[key] = amount
        return found

    async def entrants(self, tournament_id: str) -> list[Entrant]:
        """All entrants of a tournament."""
        return [
            entity
            for entity in self._store.rows.values()
            if isinstance(entity, Entrant) and entity.tournament_id == tournament_id
        ]

    async def heard(self, table_ids: Collection[str], at_ms: int) -> None:
        """Kept at once: who is refused later was heard of all the same."""
        self._store.heard.update(dict.fromkeys(table_ids, at_ms))

    async def write(self, changes: Changes) -> int:
        """Seal; the commit keeps it."""
        self.changes = changes
        self.sealed = seal(self._store.head, changes, self._store.encode)
        return self.sealed.head.batch


class MemoryStore:
    """All rows in dictionaries and lists."""

    def __init__(self, encode: Encode, fault: Fault = no_fault) -> None:
        self.encode = encode
        self.fault = fault
        self.head = Head()
        self.rows: dict[EntityId, Entity] = {}
        self.heard: dict[str, int] = {}
        self.accounts: dict[AccountKey, int] = {}
        self.known: dict[str, Remembered] = {}
        self.operations: list[OperationRow] = []
        self.transfers: list[TransferRow] = []
        self.batches: list[BatchRow] = []
        self.outbox: list[Message] = []
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[MemoryTransaction]:
        """Committed at the end, forgotten by an exception."""
        async with self._lock:
            await self.fault("begin")
            transaction = MemoryTransaction(self)
            yield transaction
            await self.fault("commit")
            if transaction.sealed is not None and transaction.changes is not None:
                self._commit(transaction.sealed, transaction.changes)
            await self.fault("committed")

    def _commit(self, sealed: Sealed, changes: Changes) -> None:
        self.head = sealed.head
        self.batches.append(sealed.batch)
        self.operations.extend(sealed.operations)
        self.transfers.extend(sealed.transfers)
        self.outbox.extend(sealed.messages)
        for row in sealed.operations:
            self.known[row.id] = Remembered(row.content_hash, row.outcome)
        for key, (_, after) in changes.balances.items():
            self.accounts[key] = after
        for _, entity in changes.entities:
            self.rows[type(entity), entity.key] = entity

    async def entity(self, kind: type[E], key: str) -> E | None:
        """One entity as it is now."""
        found = self.rows.get((kind, key))
        return found if isinstance(found, kind) else None

    async def entities(self, kind: type[E], keys: Collection[str]) -> list[E]:
        """Those of the keys that exist."""
        found = [await self.entity(kind, key) for key in keys]
        return [entity for entity in found if entity is not None]

    async def balances(self, keys: Collection[AccountKey]) -> dict[AccountKey, int]:
        """Balances as they are now."""
        return {key: self.accounts.get(key, 0) for key in keys}

    async def accounts_of(self, owner: str) -> dict[AccountKey, int]:
        """All accounts of an owner."""
        found = {key: amount for key, amount in self.accounts.items() if key.owner == owner}
        return dict(sorted(found.items()))
