"""The audit over PostgreSQL: one read-only snapshot, streamed."""

import time
from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any

from services.wallet.adapters.rows import ROW_MAPS
from services.wallet.app.heads import SignedHead, is_signed
from services.wallet.app.proofs import AuditReport
from services.wallet.domain.audit import TRANSFER_ROW, LedgerAudit
from services.wallet.domain.chain import BatchRow

COPY_HEADER_BYTES = 19
PAGE = 2_000
TRANSFERS = (
    "select id, operation, kind, debit, credit, amount, debit_after, credit_after"
    " from transfers order by id"
)
OPERATIONS = (
    "select number, id, kind, account, subject, note, content_hash, outcome, effects"
    " from operations order by number"
)
SIGNED = "select batch, last_transfer, hash, signed_at_ms, signature, public_key from signed_heads"


async def audit(
    connection: Any, *, anchor: SignedHead | None = None, trusted: Collection[str] = ()
) -> AuditReport:
    """Recompute everything on an asyncpg connection whose search path is the wallet's schema."""
    started = time.perf_counter()
    found = LedgerAudit()
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        await connection.execute("set local statement_timeout = 0")
        head = await connection.fetchrow(
            "select batch, at_ms, last_operation, last_transfer, last_event, hash from chain_head"
        )
        batches = [
            BatchRow(*row)
            async for row in connection.cursor(
                "select * from batches order by batch", prefetch=PAGE
            )
        ]
        found.feed_batches(batches, tuple(head) if head else ())
        await _operations(connection, found)
        await _transfers(connection, found)
        found.feed_accounts(
            [
                tuple(row)
                async for row in connection.cursor(
                    "select id, purpose, owner, scope, currency, balance from accounts",
                    prefetch=PAGE,
                )
            ]
        )
        for rows in ROW_MAPS.values():
            async for row in connection.cursor(rows.select, prefetch=PAGE):
                found.feed_entities([rows.entity(row)])
        found.end_entities()
        found.feed_outbox(
            [
                tuple(row)
                async for row in connection.cursor(
                    "select id, subject, message_id, trace_id, payload from outbox", prefetch=PAGE
                )
            ]
        )
        await _heads(connection, found, trusted)
        supply = await connection.fetch(
            "select currency, sum(balance)::bigint from accounts where purpose in (1, 2, 3)"
            " group by currency"
        )
    if anchor is not None:
        _anchor(found, anchor, "the given anchor")
    return AuditReport(
        found.findings,
        found.transfers,
        found.operations,
        found.accounts,
        len(found.batches),
        round((time.perf_counter() - started) * 1_000),
        {row[0]: row[1] for row in supply},
    )


async def _operations(connection: Any, found: LedgerAudit) -> None:
    """Operations, cut at the batches' ends."""
    sizes = iter([batch.operations for batch in found.batches])
    page: list[Sequence[Any]] = []
    wanted = next(sizes, None)
    async for row in connection.cursor(OPERATIONS, prefetch=PAGE):
        page.append(row)
        while wanted is not None and len(page) >= wanted:
            found.feed_operations(page[:wanted])
            del page[:wanted]
            wanted = next(sizes, None)
    if page:
        found.find("operation_unchained", "There are operations past the last batch.")


async def _transfers(connection: Any, found: LedgerAudit) -> None:
    """Transfers by binary COPY: rows have one length, so a chunk is cut without parsing."""
    pending = bytearray()
    skip = COPY_HEADER_BYTES
    size = TRANSFER_ROW.size

    async def take(chunk: bytes) -> None:
        nonlocal skip
        pending.extend(chunk)
        if skip:
            if len(pending) < skip:
                return
            del pending[:skip]
            skip = 0
        whole = len(pending) // size * size
        if whole >= size * PAGE:
            found.feed_transfers(bytes(pending[:whole]))
            del pending[:whole]

    await connection.copy_from_query(TRANSFERS, output=take, format="binary")
    whole = len(pending) // size * size
    found.feed_transfers(bytes(pending[:whole]))
    found.end_transfers()


async def _heads(connection: Any, found: LedgerAudit, trusted: Collection[str]) -> None:
    async for row in _signed(connection):
        name = "the signed head"
        if not is_signed(row) or (trusted and row.public_key not in trusted):
            found.find("head_unsigned", f"The signature of head {row.batch} does not hold.")
        _anchor(found, row, name)


async def _signed(connection: Any) -> AsyncIterator[SignedHead]:
    async for row in connection.cursor(SIGNED, prefetch=PAGE):
        yield SignedHead(row[0], row[1], row[2].hex(), row[3], row[4].hex(), row[5].hex())


def _anchor(found: LedgerAudit, head: SignedHead, name: str) -> None:
    if not is_signed(head):
        found.find("anchor_unsigned", f"The signature of {name} does not hold.")
        return
    found.check_anchor(head.batch, head.last_transfer_id, bytes.fromhex(head.hash), name)
