"""Each finding of the audit, by its code, where somebody has had his hand in the rows."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from services.wallet.adapters.memory_store import MemoryStore
from services.wallet.domain.accounts import AccountKey, cash, escrow, outside, pot, rake
from services.wallet.domain.audit import MAX_FINDINGS, LedgerAudit
from services.wallet.domain.entities import Hand, Table
from tests.wallet.desk import ANN, Desk, memory_desk
from tests.wallet.filled import fill

MINE = cash(ANN, "USD")
Tamper = Callable[[MemoryStore], None]


def added(key: AccountKey, amount: int) -> Tamper:
    """A balance changed behind the ledger's back."""

    def tamper(store: MemoryStore) -> None:
        store.accounts[key] = store.accounts.get(key, 0) + amount

    return tamper


def moved(source: AccountKey, target: AccountKey, amount: int) -> Tamper:
    """Two balances changed, so that the sum stays."""

    def tamper(store: MemoryStore) -> None:
        added(source, -amount)(store)
        added(target, amount)(store)

    return tamper


def hand_closed(store: MemoryStore) -> None:
    found = store.rows[Hand, "h2"]
    assert isinstance(found, Hand)
    store.rows[Hand, "h2"] = replace(found, status="cancelled")


def table_without_hand(store: MemoryStore) -> None:
    found = store.rows[Table, "t1"]
    assert isinstance(found, Table)
    store.rows[Table, "t1"] = replace(found, open_hand="")


def table_differing(store: MemoryStore) -> None:
    found = store.rows[Table, "t1"]
    assert isinstance(found, Table)
    store.rows[Table, "t1"] = replace(found, confirmed=1)


def batch_gone(store: MemoryStore) -> None:
    del store.batches[2]


def last_batch_gone(store: MemoryStore) -> None:
    del store.batches[-1]


def batches_swapped(store: MemoryStore) -> None:
    first, second = store.batches[:2]
    store.batches[:2] = [second._replace(batch=1), first._replace(batch=2)]


def batch_dated_back(store: MemoryStore) -> None:
    store.batches[3] = store.batches[3]._replace(at_ms=1)


def transfer_gone(store: MemoryStore) -> None:
    del store.transfers[4]


def last_transfer_gone(store: MemoryStore) -> None:
    del store.transfers[-1]


def transfer_larger(store: MemoryStore) -> None:
    store.transfers[4] = store.transfers[4]._replace(amount=store.transfers[4].amount + 1)


def transfer_of_another_kind(store: MemoryStore) -> None:
    store.transfers[4] = store.transfers[4]._replace(kind=9)


def operation_renamed(store: MemoryStore) -> None:
    store.operations[3] = store.operations[3]._replace(note="x")


def row_gone(store: MemoryStore) -> None:
    del store.rows[Hand, "never-seen"]


def account_gone(store: MemoryStore) -> None:
    del store.accounts[MINE]


def message_changed(store: MemoryStore) -> None:
    store.outbox[0] = store.outbox[0]._replace(payload=b"x")


def head_behind(store: MemoryStore) -> None:
    store.head = store.head._replace(last_event=store.head.last_event - 1)


@pytest.mark.parametrize(
    ("tamper", "code"),
    [
        (added(MINE, 1), "balance_differs"),
        (added(MINE, 1), "currency_not_zero"),
        (moved(MINE, outside("USD"), 10**6), "balance_negative"),
        (moved(rake("t1", "USD"), outside("USD"), 11), "balance_negative"),
        (moved(outside("USD"), pot("t1", "USD"), 5), "pot_not_empty"),
        (moved(escrow(ANN, "t1", "USD"), MINE, 1), "stack_moved"),
        (account_gone, "account_missing"),
        (hand_closed, "hand_missing"),
        (hand_closed, "row_altered"),
        (table_without_hand, "hand_lost"),
        (table_differing, "table_differs"),
        (row_gone, "row_missing"),
        (batch_gone, "batch_missing"),
        (last_batch_gone, "head_differs"),
        (batches_swapped, "chain_broken"),
        (batch_dated_back, "chain_broken"),
        (transfer_gone, "transfer_missing"),
        (last_transfer_gone, "transfer_missing"),
        (transfer_larger, "transfer_wrong"),
        (transfer_of_another_kind, "transfers_altered"),
        (operation_renamed, "operations_altered"),
        (message_changed, "message_altered"),
        (head_behind, "head_differs"),
    ],
)
async def test_each_finding(tamper: Tamper, code: str) -> None:
    desk = await _filled()
    assert await desk.findings() == []
    assert isinstance(desk.store, MemoryStore)
    tamper(desk.store)
    assert code in await desk.findings()


async def _filled() -> Desk:
    desk = memory_desk()
    desk.batcher.start()
    await fill(desk)
    await desk.batcher.stop()
    return desk


def test_findings_are_bounded() -> None:
    audit = LedgerAudit()
    audit.feed_rows([(0, 0, 0, 1, 2, 0, 0, 0)] * 500)
    assert len(audit.findings) == MAX_FINDINGS
