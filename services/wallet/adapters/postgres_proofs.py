"""Heads and audits over PostgreSQL."""

from collections.abc import Awaitable, Callable, Collection

from services.wallet.adapters.postgres_audit import audit
from services.wallet.adapters.postgres_store import PostgresStore
from services.wallet.app.heads import SignedHead
from services.wallet.app.proofs import AuditReport, ChainEnd

KEEP = """
insert into signed_heads (batch, last_transfer, hash, signed_at_ms, signature, public_key)
values ($1, $2, $3, $4, $5, $6) on conflict (batch) do nothing
"""
NEWEST = """
select batch, last_transfer, hash, signed_at_ms, signature, public_key
from signed_heads order by batch desc limit 1
"""


class PostgresProofs:
    """Over the store's connections."""

    def __init__(self, store: PostgresStore) -> None:
        self._store = store

    async def audit(self, anchor: SignedHead | None, trusted: Collection[str]) -> AuditReport:
        """See ProofStore."""
        async with self._store.connection() as connection:
            return await audit(connection, anchor=anchor, trusted=trusted)

    async def end(self) -> ChainEnd:
        """See ProofStore."""
        async with self._store.connection() as connection:
            row = await connection.fetchrow("select batch, last_transfer, hash from chain_head")
        return ChainEnd(*row)

    async def newest_head(self) -> SignedHead | None:
        """See ProofStore."""
        async with self._store.connection() as connection:
            row = await connection.fetchrow(NEWEST)
        if row is None:
            return None
        return SignedHead(row[0], row[1], row[2].hex(), row[3], row[4].hex(), row[5].hex())

    async def keep_head(self, head: SignedHead) -> bool:
        """See ProofStore."""
        async with self._store.connection() as connection:
            done: str = await connection.execute(
                KEEP,
                head.batch,
                head.last_transfer_id,
                bytes.fromhex(head.hash),
                head.signed_at_ms,
                bytes.fromhex(head.signature),
                bytes.fromhex(head.public_key),
            )
        return done.endswith(" 1")

    async def silent_tables(self, before_ms: int) -> int:
        """See ProofStore."""
        async with self._store.connection() as connection:
            found: int = await connection.fetchval(
                "select count(*) from tables where members <> '[]'"
                " and greatest(reconciled_at_ms, heard_at_ms) < $1",
                before_ms,
            )
        return found

    async def alone(self, name: str, work: Callable[[], Awaitable[None]]) -> bool:
        """By a session's advisory lock."""
        lock = f"wallet.{name}"
        async with self._store.connection() as connection:
            got: bool = await connection.fetchval("select pg_try_advisory_lock(hashtext($1))", lock)
            if not got:
                return False
            try:
                await work()
            finally:
                await connection.execute("select pg_advisory_unlock(hashtext($1))", lock)
        return True
