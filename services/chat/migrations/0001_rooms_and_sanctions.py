"""Rooms, messages, sanctions, ignore lists, the word list and calls on their way to the lobby."""

from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything that the first release needs."""
    for statement in _STATEMENTS:
        op.execute(statement)


_STATEMENTS = (
    "create table room (name text primary key, last_sequence bigint not null)",
    """
    create table message (
        message_id text primary key,
        room text not null references room,
        sequence bigint not null,
        kind text not null check (kind in ('player', 'house')),
        sender_account_id text not null,
        sender_name text not null,
        text text not null,
        original text not null,
        said_at_ms bigint not null,
        client_message_id text not null,
        filtered boolean not null,
        removed boolean not null,
        unique (room, sequence)
    )
    """,
    """
    create unique index message_by_client_id on message (sender_account_id, client_message_id)
    where client_message_id <> ''
    """,
    "create index message_by_sender on message (sender_account_id, message_id)",
    "create index message_by_time on message (said_at_ms)",
    """
    create table sanction (
        sanction_id text primary key,
        account_id text not null,
        offence text not null,
        step integer not null check (step between 0 and 6),
        from_ms bigint not null,
        until_ms bigint not null,
        reason text not null,
        imposed_by text not null,
        message_id text not null,
        ended_at_ms bigint not null,
        struck_out boolean not null,
        appeal_state text not null,
        appeal_text text not null,
        decision_reason text not null,
        decided_by text not null
    )
    """,
    "create index sanction_by_account on sanction (account_id, from_ms)",
    "create index sanction_by_message on sanction (message_id) where message_id <> ''",
    "create index sanction_appeals on sanction (sanction_id) where appeal_state = 'open'",
    """
    create table ignored (
        position bigint generated always as identity,
        account_id text not null,
        other_id text not null,
        primary key (account_id, other_id)
    )
    """,
    """
    create table standing (
        account_id text primary key,
        barred boolean not null,
        until_ms bigint not null,
        told_at_ms bigint not null
    )
    """,
    """
    create table word_list (
        only_one boolean primary key default true check (only_one),
        revision bigint not null,
        words text not null
    )
    """,
    "insert into word_list (revision, words) values (0, '[]')",
    """
    create table operator_call (
        entry_id text primary key,
        at_ms bigint not null,
        actor_account_id text not null,
        actor_name text not null,
        call text not null,
        subject text not null,
        reason text not null,
        before_json text not null,
        after_json text not null
    )
    """,
)
