"""The lobby's tables in PostgreSQL, as its migrations make them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Identity,
    LargeBinary,
    MetaData,
    Table,
    Text,
)
from sqlalchemy.dialects.postgresql import ARRAY

metadata = MetaData()

account = Table(
    "account",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    Column("email", Text, nullable=False),
    Column("email_key", Text, nullable=False, unique=True),
    Column("password_hash", Text, nullable=False),
    Column("birth_date", Text, nullable=False),
    Column("country", Text, nullable=False),
    Column("opened_at_ms", BigInteger, nullable=False),
    Column("roles", ARRAY(Text), nullable=False),
    Column("status", Text, nullable=False),
    Column("status_reason", Text, nullable=False),
    Column("suspended_until_ms", BigInteger, nullable=False),
    Column("terms_version", Text, nullable=False),
    Column("terms_read_at_ms", BigInteger, nullable=False),
    Column("name_refused", Boolean, nullable=False),
    Column("profile", Text, nullable=False),
    Column("sign_up_address", Text, nullable=False),
    Column("sign_up_device", Text, nullable=False),
    Column("last_sign_in_ms", BigInteger, nullable=False),
    Column("purse_open", Boolean, nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("revision", BigInteger, nullable=False),
)

terms_acceptance = Table(
    "terms_acceptance",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("version", Text, primary_key=True),
    Column("at_ms", BigInteger, primary_key=True),
    Column("address", Text, nullable=False),
)

session = Table(
    "session",
    metadata,
    Column("session_id", Text, primary_key=True),
    Column("account_id", Text, nullable=False),
    Column("token_hash", LargeBinary, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("opened_at_ms", BigInteger, nullable=False),
    Column("used_at_ms", BigInteger, nullable=False),
    Column("expires_at_ms", BigInteger, nullable=False),
    Column("address", Text, nullable=False),
    Column("user_agent", Text, nullable=False),
)

game_table = Table(
    "game_table",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("config", Text, nullable=False),
)

seed = Table(
    "seed",
    metadata,
    Column("key", Text, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
)

audit_entry = Table(
    "audit_entry",
    metadata,
    Column("entry_id", Text, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("actor_account_id", Text, nullable=False),
    Column("actor_name", Text, nullable=False),
    Column("service", Text, nullable=False),
    Column("call", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("before_json", Text, nullable=False),
    Column("after_json", Text, nullable=False),
)

duplicate_flag = Table(
    "duplicate_flag",
    metadata,
    Column("flag_id", Text, primary_key=True),
    Column("account_id", Text, nullable=False),
    Column("other_account_id", Text, nullable=False),
    Column("ground", Text, nullable=False),
    Column("found_at_ms", BigInteger, nullable=False),
    Column("decision", Text, nullable=False),
    Column("decision_reason", Text, nullable=False),
    Column("decided_by", Text, nullable=False),
)

waiter = Table(
    "waiter",
    metadata,
    Column("position", BigInteger, Identity(always=True), nullable=False),
    Column("table_id", Text, primary_key=True),
    Column("account_id", Text, primary_key=True),
    Column("joined_at_ms", BigInteger, nullable=False),
    Column("offer_until_ms", BigInteger, nullable=False),
)
