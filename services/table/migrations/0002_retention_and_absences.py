"""Hands that lost their names, and a record of absences."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Only adds: the release before goes on writing as it did."""
    for statement in _STATEMENTS:
        op.execute(statement)


_STATEMENTS = (
    "alter table hand add column anonymous boolean not null default false",
    "create index hand_with_names_by_end on hand (ended_ms) where not anonymous",
    "create index protection_use_by_time on protection_use (at_ms)",
    """
    create table absence (
        account_id text not null,
        began_ms bigint not null,
        kind text not null check (kind in ('disconnected', 'sitting_out')),
        table_id text not null,
        seat integer not null,
        hand_id text not null,
        ended_ms bigint not null check (ended_ms = 0 or ended_ms >= began_ms),
        ending text not null check (ending in ('', 'returned', 'left')),
        primary key (account_id, began_ms, kind, table_id)
    )
    """,
    "create index absence_by_time on absence (began_ms)",
    "create index absence_by_table on absence (table_id, began_ms)",
    "create index absence_open on absence (table_id) where ended_ms = 0",
)
