"""The ledger's tables for SQLAlchemy Core, as far as reports read them (migrations make them)."""

from sqlalchemy import BigInteger, Column, LargeBinary, MetaData, SmallInteger, Table, Text
from sqlalchemy.dialects.postgresql import JSONB

metadata = MetaData()

transfers = Table(
    "transfers",
    metadata,
    Column("id", BigInteger, primary_key=True),
    Column("operation", BigInteger),
    Column("kind", SmallInteger),
    Column("debit", BigInteger),
    Column("credit", BigInteger),
    Column("amount", BigInteger),
    Column("debit_after", BigInteger),
    Column("credit_after", BigInteger),
)

operations = Table(
    "operations",
    metadata,
    Column("number", BigInteger, primary_key=True),
    Column("id", Text),
    Column("kind", Text),
    Column("account", Text),
    Column("subject", Text),
    Column("note", Text),
    Column("outcome", LargeBinary),
)

batches = Table(
    "batches",
    metadata,
    Column("batch", BigInteger, primary_key=True),
    Column("at_ms", BigInteger),
    Column("first_transfer", BigInteger),
    Column("transfers", BigInteger),
    Column("hash", LargeBinary),
)

hands = Table(
    "hands",
    metadata,
    Column("key", Text, primary_key=True),
    Column("table_id", Text),
    Column("currency", Text),
    Column("game", Text),
    Column("line_up", JSONB),
    Column("closed_at_ms", BigInteger),
    Column("rake", BigInteger),
    Column("raked_from", JSONB),
)

withdrawals = Table(
    "withdrawals",
    metadata,
    Column("key", Text, primary_key=True),
    Column("account_id", Text),
    Column("status", Text),
    Column("requested_at_ms", BigInteger),
)
