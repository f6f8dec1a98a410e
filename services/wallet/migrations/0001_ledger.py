"""The ledger: accounts, transfers, operations, the chain, and what is remembered beside."""

from alembic import op

revision = "0001"
down_revision = None

LEDGER = """
create table chain_head (
    one boolean primary key default true check (one),
    batch bigint not null,
    at_ms bigint not null,
    last_operation bigint not null,
    last_transfer bigint not null,
    last_event bigint not null,
    hash bytea not null
);
insert into chain_head values (true, 0, 0, 0, 0, 0, decode(repeat('00', 32), 'hex'));

create table batches (
    batch bigint primary key,
    at_ms bigint not null,
    first_operation bigint not null,
    operations bigint not null,
    first_transfer bigint not null,
    transfers bigint not null,
    operations_digest bytea not null,
    transfers_digest bytea not null,
    messages bytea not null,
    hash bytea not null
);
create index batches_at on batches (at_ms, batch);
create index batches_first on batches (first_transfer, batch);

create table operations (
    number bigint primary key,
    id text not null,
    kind text not null,
    account text not null,
    subject text not null,
    note text not null,
    content_hash bytea not null,
    outcome bytea not null,
    effects bytea not null
);
create unique index operations_id on operations (id);

create table transfers (
    id bigint primary key,
    operation bigint not null,
    kind smallint not null,
    debit bigint not null,
    credit bigint not null,
    amount bigint not null check (amount between 1 and 1000000000000000),
    debit_after bigint not null,
    credit_after bigint not null,
    check (debit <> credit)
);
-- Pots have negative numbers and no statements: they are left out of both indexes.
create index transfers_debit on transfers (debit, id) where debit > 0;
create index transfers_credit on transfers (credit, id) where credit > 0;

create table accounts (
    id bigint primary key,
    purpose smallint not null,
    owner text not null,
    scope text not null,
    currency text not null,
    balance bigint not null default 0
        check (balance between -4000000000000000000 and 4000000000000000000),
    constraint never_negative check (balance >= 0 or purpose in (9, 10))
) with (fillfactor = 60);
create index accounts_owner on accounts (owner);

create table outbox (
    id bigint primary key,
    subject text not null,
    message_id text not null unique,
    trace_id text not null,
    payload bytea not null
);

create table signed_heads (
    batch bigint primary key,
    last_transfer bigint not null,
    hash bytea not null,
    signed_at_ms bigint not null,
    signature bytea not null,
    public_key bytea not null
);
"""

REMEMBERED = """
create table players (
    key text primary key,
    standing text not null check (standing in ('open', 'frozen', 'closed')),
    reason text not null,
    bot boolean not null,
    depositor boolean not null,
    opened_at_ms bigint not null,
    refilled_at_ms bigint not null,
    currencies jsonb not null
) with (fillfactor = 80);

create table limits (
    key text primary key,
    deposit bigint not null,
    transfer bigint not null,
    next_deposit bigint not null,
    next_transfer bigint not null,
    next_from_ms bigint not null,
    hours jsonb not null
) with (fillfactor = 80);

create table tournaments (
    key text primary key,
    currency text not null,
    added bigint not null,
    entrants bigint not null,
    closed boolean not null
) with (fillfactor = 60);

create table entrants (
    key text primary key,
    tournament_id text not null,
    account_id text not null,
    entry_id text not null,
    active boolean not null,
    buy_in bigint not null,
    fee bigint not null
) with (fillfactor = 80);
create index entrants_tournament on entrants (tournament_id);

create table tables (
    key text primary key,
    currency text not null,
    epoch bigint not null,
    open_hand text not null,
    last_hand text not null,
    members jsonb not null,
    differences jsonb not null,
    confirmed bigint not null,
    reconciled_at_ms bigint not null
) with (fillfactor = 50);

create table seats (
    key text primary key,
    number bigint not null,
    seated boolean not null,
    buy_in_id text not null,
    bought bigint not null,
    left_with bigint not null,
    left_at_ms bigint not null,
    lost_since_ms bigint not null
) with (fillfactor = 80);

create table hands (
    key text primary key,
    table_id text not null,
    currency text not null,
    status text not null check (status in ('open', 'settled', 'cancelled')),
    game text not null,
    line_up jsonb not null,
    policy jsonb not null,
    jackpot_id text not null,
    jackpot_basis_points bigint not null,
    closed_by text not null,
    closed_at_ms bigint not null,
    rake bigint not null,
    raked_from jsonb not null,
    note text not null
) with (fillfactor = 80);
create index hands_raked on hands (currency, closed_at_ms) where rake > 0;

create table deposits (
    key text primary key,
    account_id text not null,
    currency text not null,
    amount bigint not null,
    operation_id text not null,
    status text not null check (status in ('begun', 'booked', 'refused'))
);

create table withdrawals (
    key text primary key,
    account_id text not null,
    currency text not null,
    amount bigint not null,
    provider text not null,
    status text not null check (
        status in ('requested', 'approved', 'paid', 'refused', 'failed', 'cancelled')
    ),
    requested_at_ms bigint not null,
    changed_at_ms bigint not null,
    reason text not null,
    decided_by text not null
);
create index withdrawals_account on withdrawals (account_id, requested_at_ms);
create index withdrawals_status on withdrawals (status, requested_at_ms);

create table proposals (
    key text primary key,
    purpose text not null check (purpose in ('adjust', 'remove')),
    account_id text not null,
    currency text not null,
    change bigint not null,
    case_id text not null,
    reason text not null,
    proposed_by text not null,
    status text not null check (status in ('waiting', 'agreed', 'declined')),
    decided_by text not null
);
"""

LAWS = """
create function append_only() returns trigger language plpgsql as $$
begin
    raise exception 'rows of % are never changed or removed', tg_table_name
        using errcode = 'restrict_violation';
end $$;

create function identity_is_fixed() returns trigger language plpgsql as $$
begin
    raise exception 'an account never changes its owner, purpose, scope or currency'
        using errcode = 'restrict_violation';
end $$;

create trigger append_only before update or delete or truncate on transfers
    for each statement execute function append_only();
create trigger append_only before update or delete or truncate on operations
    for each statement execute function append_only();
create trigger append_only before update or delete or truncate on batches
    for each statement execute function append_only();
create trigger append_only before update or delete or truncate on signed_heads
    for each statement execute function append_only();
create trigger kept before delete or truncate on accounts
    for each statement execute function append_only();
create trigger kept before delete or truncate on chain_head
    for each statement execute function append_only();
create trigger identity before update of id, purpose, owner, scope, currency on accounts
    for each statement execute function identity_is_fixed();
"""


def upgrade() -> None:
    """Create everything."""
    for script in (LEDGER, REMEMBERED, LAWS):
        for statement in _statements(script):
            op.execute(statement)


def _statements(script: str) -> list[str]:
    """Split at semicolons that end a line, not inside $$ bodies."""
    found, body, quoted = [], [], False
    for line in script.splitlines():
        body.append(line)
        quoted ^= line.count("$$") % 2 == 1
        if line.rstrip().endswith(";") and not quoted:
            found.append("\n".join(body))
            body = []
    return found
