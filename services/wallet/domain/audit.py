"""The audit's arithmetic, pure: rows go in, findings come out.

It trusts no balance: every account is rebuilt from the transfers, every batch's hash from its rows,
every remembered row from the effects in the chain.
"""

from collections.abc import Iterable, Sequence
from struct import Struct
from typing import Any, NamedTuple

from services.wallet.domain import chain
from services.wallet.domain.accounts import (
    MAY_BE_NEGATIVE,
    AccountKey,
    Purpose,
    account_number,
    escrow,
)
from services.wallet.domain.chain import BatchRow, OperationRow
from services.wallet.domain.entities import Entity, Hand, Table

MAX_FINDINGS = 100
TRANSFER_ROW = Struct(">2x4xq4xq4xh4xq4xq4xq4xq4xq")
"""A row of `transfers` in PostgreSQL's binary COPY format."""


class Finding(NamedTuple):
    """Something that is wrong: a stable code and a sentence."""

    code: str
    sentence: str


class LedgerAudit:
    """Feed batches, operations, transfers, accounts, entities in this order; then `findings`."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.batches: list[BatchRow] = []
        self.transfers = 0
        self.operations = 0
        self.accounts = 0
        self._balances: dict[int, int] = {}
        self._effects: dict[bytes, bytes] = {}
        self._batch = 0
        self._open: list[bytes] = []
        self._digested = 0
        self._keys: dict[AccountKey, int] = {}
        self._hands: dict[str, Hand] = {}
        self._tables: list[Table] = []

    def find(self, code: str, sentence: str) -> None:
        """Note a finding, up to MAX_FINDINGS."""
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(Finding(code, sentence))

    def feed_batches(self, rows: Iterable[BatchRow], head: Sequence[Any]) -> None:
        """All batches in order, and the row of the chain's head."""
        before, last = chain.GENESIS, None
        operation = transfer = 1
        for number, row in enumerate(rows, 1):
            if row.batch != number:
                self.find("batch_missing", f"Batch {number} is missing.")
                break
            if row.hash != chain.batch_hash(before, row):
                self.find("chain_broken", f"The hash of batch {number} does not follow.")
            if row.first_operation != operation or row.first_transfer != transfer:
                self.find("chain_broken", f"Batch {number} does not begin where the last ended.")
            if last is not None and row.at_ms < last.at_ms:
                self.find("chain_broken", f"Batch {number} is older than the one before.")
            operation = row.first_operation + row.operations
            transfer = row.first_transfer + row.transfers
            before, last = row.hash, row
            self.batches.append(row)
        self._check_head(head, before, operation - 1, transfer - 1)

    def _check_head(
        self, head: Sequence[Any], last_hash: bytes, operation: int, transfer: int
    ) -> None:
        """`head` is (batch, at_ms, last_operation, last_transfer, last_event, hash)."""
        last = self.batches[-1] if self.batches else None
        at_ms = last.at_ms if last else 0
        event = 0
        for row in reversed(self.batches):
            if row.messages:
                event = int.from_bytes(row.messages[-40:-32], "big")
                break
        expected = (len(self.batches), at_ms, operation, transfer, event, last_hash)
        if tuple(head) != expected:
            self.find("head_differs", "The chain's head is not its last batch.")

    def feed_operations(self, rows: Sequence[Sequence[Any]]) -> None:
        """The operations of one batch, in the order of batches."""
        if self._batch >= len(self.batches):
            self.find("operation_unchained", "There are operations past the last batch.")
            return
        batch = self.batches[self._batch]
        self._batch += 1
        if chain.operations_digest([tuple(row) for row in rows]) != batch.operations_digest:
            self.find("operations_altered", f"The operations of batch {batch.batch} were altered.")
        for row in rows:
            operation = OperationRow(*row)
            self.operations += 1
            for key, state in chain.split_effects(operation.effects):
                self._effects[key] = state

    def feed_transfers(self, raw: bytes) -> None:
        """Rows of transfers by id, as binary COPY gives them; whole rows only."""
        self.feed_rows(TRANSFER_ROW.iter_unpack(raw))

    def feed_rows(self, rows: Iterable[Sequence[int]]) -> None:
        """Transfers by id."""
        balances = self._balances
        expected = self.transfers + 1
        for row in rows:
            number, _, _, debit, credit, amount, debit_after, credit_after = row
            if number != expected:
                self.find("transfer_missing", f"Transfer {expected} is missing.")
                expected = number
            expected += 1
            left = balances.get(debit, 0) - amount
            balances[debit] = left
            reached = balances.get(credit, 0) + amount
            balances[credit] = reached
            if left != debit_after or reached != credit_after or amount < 1:
                self.find("transfer_wrong", f"Transfer {number} does not follow from the others.")
            self._open.append(chain.pack_transfer(row))
        self.transfers = expected - 1
        self._close_batches()

    def _close_batches(self) -> None:
        """Check the digests of batches whose transfers are all here."""
        start, at = 0, self._digested
        while at < len(self.batches):
            batch = self.batches[at]
            if start + batch.transfers > len(self._open):
                break
            rows = self._open[start : start + batch.transfers]
            if chain.packed_digest(rows) != batch.transfers_digest:
                self.find("transfers_altered", f"Transfers of batch {batch.batch} were altered.")
            start += batch.transfers
            at += 1
        self._digested = at
        del self._open[:start]

    def end_transfers(self) -> None:
        """All transfers were fed."""
        if self._digested < len(self.batches) or self._open:
            self.find("transfer_missing", "Batches and transfers do not end together.")
        if self._batch < len(self.batches):
            self.find("operation_missing", "Batches and operations do not end together.")

    def feed_accounts(self, rows: Iterable[tuple[int, int, str, str, str, int]]) -> None:
        """All accounts: (id, purpose, owner, scope, currency, balance)."""
        sums: dict[str, int] = {}
        for number, purpose, owner, scope, currency, balance in rows:
            self.accounts += 1
            key = AccountKey(purpose, owner, scope, currency)
            if account_number(key) != number:
                self.find("account_altered", f"Account {number} is not who it says it is.")
            if self._balances.pop(number, 0) != balance:
                self.find("balance_differs", f"Account {number} does not hold its transfers' sum.")
            if balance < 0 and key.purpose not in MAY_BE_NEGATIVE:
                self.find("balance_negative", f"Account {number} is below zero.")
            if balance and key.purpose == Purpose.POT:
                self.find("pot_not_empty", f"The pot of table {owner} holds chips between hands.")
            sums[currency] = sums.get(currency, 0) + balance
            if key.purpose == Purpose.ESCROW:
                self._keys[key] = balance
        for currency, total in sums.items():
            if total:
                self.find("currency_not_zero", f"All accounts in {currency} sum to {total}.")
        for number in self._balances:
            self.find("account_missing", f"Account {number} has transfers and no row.")

    def feed_entities(self, entities: Iterable[Entity]) -> None:
        """Remembered rows of any kind."""
        for entity in entities:
            effect = chain.effect(entity)
            kind = type(entity).__name__
            if self._effects.pop(effect[:9], b"") != effect[9:]:
                self.find("row_altered", f"{kind} {entity.key} is not as it was booked.")
            if isinstance(entity, Hand) and entity.status == "open":
                self._hands[entity.key] = entity
            elif isinstance(entity, Table):
                self._tables.append(entity)

    def end_entities(self) -> None:
        """All remembered rows were fed: what the chain knows and is gone, and what hands say."""
        if self._effects:
            self.find("row_missing", f"{len(self._effects)} remembered rows are gone.")
        for table in self._tables:
            if table.confirmed:
                self.find(
                    "table_differs",
                    f"Table {table.key} and the ledger differ in {table.confirmed} points.",
                )
            if not table.open_hand:
                continue
            hand = self._hands.pop(table.open_hand, None)
            if hand is None:
                self.find("hand_missing", f"The open hand of table {table.key} is not open.")
                continue
            for seat in hand.line_up:
                key = escrow(seat.account_id, hand.table_id, hand.currency)
                if self._keys.get(key, 0) != seat.stack:
                    self.find("stack_moved", f"A frozen stack of hand {hand.key} has moved.")
        for hand_id in self._hands:
            self.find("hand_lost", f"Hand {hand_id} is open and no table knows it.")

    def feed_outbox(self, rows: Iterable[tuple[int, str, str, str, bytes]]) -> None:
        """Messages that still wait, against their digests in the chain."""
        known: dict[bytes, bytes] | None = None
        for row in rows:
            if known is None:
                known = self._message_digests()
            digest = chain.message_digest(*row)
            if known.get(digest[:8]) != digest[8:]:
                self.find("message_altered", f"Outbox message {row[0]} is not as it was written.")

    def _message_digests(self) -> dict[bytes, bytes]:
        size = chain.MESSAGE_BYTES
        found = {}
        for batch in self.batches:
            for start in range(0, len(batch.messages), size):
                found[batch.messages[start : start + 8]] = batch.messages[start + 8 : start + size]
        return found

    def check_anchor(self, batch: int, last_transfer: int, digest: bytes, name: str) -> None:
        """A head that was signed or kept elsewhere must lie on this chain."""
        if not 1 <= batch <= len(self.batches):
            self.find("anchor_missing", f"The chain does not reach {name} at batch {batch}.")
            return
        row = self.batches[batch - 1]
        if row.hash != digest or row.first_transfer + row.transfers - 1 != last_transfer:
            self.find("anchor_differs", f"The chain does not go through {name} at batch {batch}.")
