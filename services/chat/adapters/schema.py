"""The chat's tables in PostgreSQL, as its migrations make them."""

from sqlalchemy import BigInteger, Boolean, Column, Identity, Integer, MetaData, Table, Text

metadata = MetaData()

room = Table(
    "room",
    metadata,
    Column("name", Text, primary_key=True),
    Column("last_sequence", BigInteger, nullable=False),
)

message = Table(
    "message",
    metadata,
    Column("message_id", Text, primary_key=True),
    Column("room", Text, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("sender_account_id", Text, nullable=False),
    Column("sender_name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("original", Text, nullable=False),
    Column("said_at_ms", BigInteger, nullable=False),
    Column("client_message_id", Text, nullable=False),
    Column("filtered", Boolean, nullable=False),
    Column("removed", Boolean, nullable=False),
)

sanction = Table(
    "sanction",
    metadata,
    Column("sanction_id", Text, primary_key=True),
    Column("account_id", Text, nullable=False),
    Column("offence", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("from_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("imposed_by", Text, nullable=False),
    Column("message_id", Text, nullable=False),
    Column("ended_at_ms", BigInteger, nullable=False),
    Column("struck_out", Boolean, nullable=False),
    Column("appeal_state", Text, nullable=False),
    Column("appeal_text", Text, nullable=False),
    Column("decision_reason", Text, nullable=False),
    Column("decided_by", Text, nullable=False),
)

ignored = Table(
    "ignored",
    metadata,
    Column("position", BigInteger, Identity(always=True), nullable=False),
    Column("account_id", Text, primary_key=True),
    Column("other_id", Text, primary_key=True),
)

standing = Table(
    "standing",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("barred", Boolean, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Column("told_at_ms", BigInteger, nullable=False),
)

word_list = Table(
    "word_list",
    metadata,
    Column("only_one", Boolean, primary_key=True),
    Column("revision", BigInteger, nullable=False),
    Column("words", Text, nullable=False),
)

operator_call = Table(
    "operator_call",
    metadata,
    Column("entry_id", Text, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("actor_account_id", Text, nullable=False),
    Column("actor_name", Text, nullable=False),
    Column("call", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("before_json", Text, nullable=False),
    Column("after_json", Text, nullable=False),
)
