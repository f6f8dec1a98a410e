"""Accounts, sessions, tables, waiting lists, audit log and outbox."""

from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything that the first release needs."""
    for statement in _STATEMENTS:
        op.execute(statement)


_STATEMENTS = (
    """
    create table account (
        account_id text primary key,
        name text not null,
        name_key text not null constraint account_name_key unique,
        email text not null,
        email_key text not null constraint account_email_key unique,
        password_hash text not null,
        birth_date text not null,
        country text not null,
        opened_at_ms bigint not null,
        roles text[] not null,
        status text not null check (status in ('active', 'suspended', 'closed')),
        status_reason text not null,
        suspended_until_ms bigint not null,
        terms_version text not null,
        terms_read_at_ms bigint not null,
        name_refused boolean not null,
        profile text not null,
        sign_up_address text not null,
        sign_up_device text not null,
        last_sign_in_ms bigint not null,
        purse_open boolean not null,
        bot boolean not null,
        revision bigint not null
    )
    """,
    "create index account_by_address on account (sign_up_address) where sign_up_address <> ''",
    "create index account_by_device on account (sign_up_device) where sign_up_device <> ''",
    "create index account_without_purse on account (account_id) where not purse_open",
    """
    create table terms_acceptance (
        account_id text not null references account,
        version text not null,
        at_ms bigint not null,
        address text not null,
        primary key (account_id, version, at_ms)
    )
    """,
    """
    create table session (
        session_id text primary key,
        account_id text not null references account,
        token_hash bytea not null unique check (length(token_hash) = 32),
        kind text not null check (kind in ('browser', 'bearer')),
        opened_at_ms bigint not null,
        used_at_ms bigint not null,
        expires_at_ms bigint not null,
        address text not null,
        user_agent text not null
    )
    """,
    "create index session_by_account on session (account_id)",
    "create index session_by_expiry on session (expires_at_ms)",
    """
    create table game_table (
        table_id text primary key,
        name text not null,
        revision bigint not null check (revision > 0),
        config text not null
    )
    """,
    "create table seed (key text primary key, at_ms bigint not null)",
    """
    create table audit_entry (
        entry_id text primary key,
        at_ms bigint not null,
        actor_account_id text not null,
        actor_name text not null,
        service text not null,
        call text not null,
        subject text not null,
        reason text not null,
        before_json text not null,
        after_json text not null
    )
    """,
    "create index audit_by_subject on audit_entry (subject, entry_id)",
    "create index audit_by_actor on audit_entry (actor_account_id, entry_id)",
    """
    create function audit_entry_is_final() returns trigger language plpgsql as
    $$ begin raise exception 'audit entries are never changed'; end $$
    """,
    """
    create trigger audit_entry_is_final before update or delete on audit_entry
    for each row execute function audit_entry_is_final()
    """,
    """
    create table duplicate_flag (
        flag_id text primary key,
        account_id text not null references account,
        other_account_id text not null references account,
        ground text not null,
        found_at_ms bigint not null,
        decision text not null,
        decision_reason text not null,
        decided_by text not null
    )
    """,
    "create index flag_by_account on duplicate_flag (account_id)",
    "create index flag_by_other on duplicate_flag (other_account_id)",
    """
    create table waiter (
        position bigint generated always as identity,
        table_id text not null references game_table,
        account_id text not null references account,
        joined_at_ms bigint not null,
        offer_until_ms bigint not null,
        primary key (table_id, account_id)
    )
    """,
    "create index waiter_by_account on waiter (account_id)",
    """
    create table outbox (
        id bigint generated always as identity primary key,
        subject text not null,
        message_id text not null unique,
        trace_id text not null,
        payload bytea not null
    )
    """,
)
