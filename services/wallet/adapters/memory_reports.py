"""Statements and proofs of the in-memory store, for the simulator."""

from collections.abc import Awaitable, Callable, Collection

from services.wallet.adapters.memory_store import MemoryStore
from services.wallet.app.heads import SignedHead
from services.wallet.app.proofs import AuditReport, ChainEnd
from services.wallet.app.statements import KIND_NAMES, Entry, Filter, RakeLine
from services.wallet.domain import chain
from services.wallet.domain.accounts import PLAYER_PURPOSES, AccountKey, account_number
from services.wallet.domain.audit import LedgerAudit
from services.wallet.domain.entities import Hand, Table, Withdrawal


class MemoryReports:
    """All of LedgerReader, WithdrawalFinder and ProofStore over dictionaries."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._heads: list[SignedHead] = []

    async def entries(self, wanted: Filter, before: int, limit: int) -> list[Entry]:
        """See LedgerReader."""
        number = account_number(wanted.account)
        operations = self._store.operations
        found: list[Entry] = []
        for row in reversed(self._store.transfers):
            at_ms = self._at_ms(row.id)
            if number not in (row.debit, row.credit) or (before and row.id >= before):
                continue
            if at_ms < wanted.since_ms or (wanted.until_ms and at_ms >= wanted.until_ms):
                continue
            if wanted.kinds and row.kind not in wanted.kinds:
                continue
            operation = operations[row.operation - 1]
            out = row.debit == number
            found.append(
                Entry(
                    row.id,
                    at_ms,
                    KIND_NAMES[row.kind],
                    -row.amount if out else row.amount,
                    row.debit_after if out else row.credit_after,
                    operation.subject,
                    operation.id,
                    operation.note,
                )
            )
            if len(found) == limit:
                break
        return found

    async def balance_at(self, account: AccountKey, at_ms: int) -> int:
        """See LedgerReader."""
        found = await self.entries(Filter(account, until_ms=at_ms + 1), 0, 1)
        return found[0].balance if found else 0

    async def rake(
        self, currency: str, grouping: str, since_ms: int, until_ms: int
    ) -> list[RakeLine]:
        """See LedgerReader."""
        sums: dict[str, tuple[int, int]] = {}
        for hand in self._store.rows.values():
            if not isinstance(hand, Hand) or not hand.rake or hand.currency != currency:
                continue
            if hand.closed_at_ms < since_ms or (until_ms and hand.closed_at_ms >= until_ms):
                continue
            for key, amount in _parts(hand, grouping):
                hands, rake = sums.get(key, (0, 0))
                sums[key] = (hands + 1, rake + amount)
        return [RakeLine(key, *both) for key, both in sums.items()]

    async def withdrawals(self, account_id: str, status: str, limit: int) -> list[str]:
        """See WithdrawalFinder."""
        found = [
            item
            for item in self._store.rows.values()
            if isinstance(item, Withdrawal)
            and account_id in ("", item.account_id)
            and status in ("", item.status)
        ]
        found.sort(key=lambda item: (-item.requested_at_ms, item.key))
        return [item.key for item in found[:limit]]

    async def audit(self, anchor: SignedHead | None, trusted: Collection[str]) -> AuditReport:
        """See ProofStore."""
        store = self._store
        found = LedgerAudit()
        found.feed_batches(store.batches, store.head)
        for batch in store.batches:
            start = batch.first_operation - 1
            found.feed_operations(store.operations[start : start + batch.operations])
        found.feed_rows(store.transfers)
        found.end_transfers()
        found.feed_accounts(
            [
                (account_number(key), key.purpose, key.owner, key.scope, key.currency, held)
                for key, held in store.accounts.items()
            ]
        )
        found.feed_entities(store.rows.values())
        found.end_entities()
        found.feed_outbox(store.outbox)
        for head in [*self._heads, *([anchor] if anchor else [])]:
            digest = bytes.fromhex(head.hash)
            found.check_anchor(head.batch, head.last_transfer_id, digest, "the signed head")
        supply: dict[str, int] = {}
        for key, held in store.accounts.items():
            if key.purpose in PLAYER_PURPOSES:
                supply[key.currency] = supply.get(key.currency, 0) + held
        counts = found.transfers, found.operations, found.accounts, len(found.batches)
        return AuditReport(found.findings, *counts, 0, supply)

    async def end(self) -> ChainEnd:
        """See ProofStore."""
        head = self._store.head
        return ChainEnd(head.batch, head.last_transfer, head.hash)

    async def newest_head(self) -> SignedHead | None:
        """See ProofStore."""
        return self._heads[-1] if self._heads else None

    async def keep_head(self, head: SignedHead) -> bool:
        """See ProofStore."""
        self._heads.append(head)
        return True

    async def silent_tables(self, before_ms: int) -> int:
        """See ProofStore."""
        tables = [row for row in self._store.rows.values() if isinstance(row, Table)]
        heard = self._store.heard
        return sum(
            bool(row.members) and max(row.reconciled_at_ms, heard.get(row.key, 0)) < before_ms
            for row in tables
        )

    async def alone(self, name: str, work: Callable[[], Awaitable[None]]) -> bool:
        """There is one replica."""
        await work()
        return True

    def _at_ms(self, transfer_id: int) -> int:
        for batch in reversed(self._store.batches):
            if batch.first_transfer <= transfer_id:
                return batch.at_ms
        return 0


def _parts(hand: Hand, grouping: str) -> list[tuple[str, int]]:
    if grouping == "player":
        pairs = zip(hand.line_up, hand.raked_from, strict=True)
        return [(seat.account_id, amount) for seat, amount in pairs if amount]
    if grouping == "day":
        return [(chain.day_of(hand.closed_at_ms), hand.rake)]
    return [(hand.table_id if grouping == "table" else hand.game, hand.rake)]
