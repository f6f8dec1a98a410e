"""Uses of the disconnection all-in, and the archive of hands with sealed cards."""

from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything that the first release needs."""
    for statement in _STATEMENTS:
        op.execute(statement)


_STATEMENTS = (
    """
    create table protection_account (
        account_id text primary key,
        reset_ms bigint not null
    )
    """,
    """
    create table protection_use (
        hand_id text not null,
        seat integer not null,
        account_id text not null references protection_account,
        table_id text not null,
        at_ms bigint not null,
        reason text not null,
        amount bigint not null check (amount >= 0),
        granted boolean not null,
        review boolean not null,
        primary key (hand_id, seat)
    )
    """,
    "create index protection_use_by_account on protection_use (account_id, at_ms)",
    """
    create table hand (
        hand_id text primary key,
        table_id text not null,
        number bigint not null,
        started_ms bigint not null,
        ended_ms bigint not null,
        key_id text not null,
        nonce bytea not null check (length(nonce) = 12),
        sealed bytea not null
    )
    """,
    "create index hand_by_table on hand (table_id, hand_id)",
    "create index hand_by_end on hand (ended_ms)",
    """
    create table hand_player (
        account_id text not null,
        hand_id text not null references hand on delete cascade,
        seat integer not null,
        table_id text not null,
        primary key (account_id, hand_id)
    )
    """,
    "create index hand_player_by_hand on hand_player (hand_id)",
)
