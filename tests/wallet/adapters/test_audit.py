"""One byte flipped in any table is found; the database itself refuses to change what was booked."""

import base64
from collections.abc import AsyncIterator

import asyncpg
import msgspec
import pytest

from riverbus.cli.audit import audit_url
from riverbus.runtime.db import Database
from riverbus.runtime.tokens import new_key_pair
from services.wallet.app.heads import HeadSigner, is_signed
from services.wallet.app.proofs import Proofs
from tests.fixtures.databases import FreshDatabases
from tests.wallet.desk import (
    ANN,
    BOB,
    Desk,
    postgres_desk,
)
from tests.wallet.filled import fill, proofs_of

FLIPS = {
    "accounts.owner": "update accounts set owner = overlay(owner placing 'X' from 3)"
    " where owner = '{ann}' and purpose = 1 and currency = 'USD'",
    "accounts.balance": "update accounts set balance = balance # 1 where balance > 0"
    " and owner = '{ann}' and currency = 'USD' and purpose = 1",
    "transfers.amount": "update transfers set amount = amount # 1 where id = 3",
    "transfers.kind": "update transfers set kind = kind # 1 where id = 3",
    "operations.note": "update operations set note = 'x' where number = 2",
    "operations.outcome": "update operations set outcome = set_byte(outcome, 0, 7)"
    " where number = 2",
    "operations.effects": "update operations set effects ="
    " set_byte(effects, 20, get_byte(effects, 20) # 1) where number = 1",
    "batches.at_ms": "update batches set at_ms = at_ms # 1 where batch = 2",
    "batches.hash": "update batches set hash = set_byte(hash, 5, get_byte(hash, 5) # 1)"
    " where batch = 2",
    "batches.messages": "update batches set messages ="
    " set_byte(messages, 12, get_byte(messages, 12) # 1) where batch = 1",
    "chain_head.last_event": "update chain_head set last_event = last_event # 1",
    "outbox.payload": "update outbox set payload ="
    " set_byte(payload, 4, get_byte(payload, 4) # 1) where id = (select max(id) from outbox)",
    "outbox.subject": "update outbox set subject = 'wallet.event.batcH'"
    " where id = (select max(id) from outbox)",
    "signed_heads.signature": "update signed_heads set signature ="
    " set_byte(signature, 9, get_byte(signature, 9) # 1)",
    "signed_heads.signed_at_ms": "update signed_heads set signed_at_ms = signed_at_ms # 1",
    "players.reason": "update players set reason = 'x' where key = '{ann}'",
    "limits.deposit": "update limits set deposit = deposit # 1",
    "tournaments.currency": "update tournaments set currency = 'UsD'",
    "entrants.fee": "update entrants set fee = fee # 1",
    "tables.last_hand": "update tables set last_hand = last_hand || 'x'",
    "seats.left_with": "update seats set left_with = left_with # 1 where key = 't1/{ann}'",
    "hands.line_up": "update hands set line_up = jsonb_set(line_up, '{{0,stack}}', '401')",
    "hands.rake": "update hands set rake = rake # 1 where key = 'h1'",
    "deposits.amount": "update deposits set amount = amount # 1",
    "withdrawals.reason": "update withdrawals set reason = 'y'",
    "proposals.change": "update proposals set change = change # 1",
    "alembic_version": "update alembic_version set version_num = '0000'",
}


class Ledger:
    """A filled ledger, its URL, and the admin's connection to flip bytes with."""

    def __init__(self, desk: Desk, url: str, admin: asyncpg.Connection) -> None:
        self.desk = desk
        self.url = url
        self.admin = admin

    def proofs(self) -> Proofs:
        return proofs_of(self.desk)


@pytest.fixture
async def ledger(fresh_database: FreshDatabases) -> AsyncIterator[Ledger]:
    """Something in every table."""
    url = await fresh_database("wallet")
    database = Database(url, "wallet", pool=3)
    desk = postgres_desk(database)
    desk.batcher.start()
    admin = await asyncpg.connect(fresh_database.admin_of(url))
    made = Ledger(desk, url, admin)
    await fill(desk)
    yield made
    await admin.close()
    await desk.batcher.stop()
    await database.close()


async def test_each_flipped_byte_is_found(ledger: Ledger) -> None:
    await ledger.admin.execute("set search_path to wallet")
    assert (await audit_url(ledger.url)).findings == []
    tables = await ledger.admin.fetch("select tablename from pg_tables where schemaname = 'wallet'")
    flipped = {name.split(".")[0] for name in FLIPS}
    assert {row[0] for row in tables} == flipped
    for name, flip in FLIPS.items():
        table = name.split(".")[0]
        # A copy that commits the flip past the triggers, undone after the audit.
        await ledger.admin.execute(f"create table kept as table {table}")
        await ledger.admin.execute("set session_replication_role = replica")
        done = await ledger.admin.execute(flip.format(ann=ANN))
        assert done.split()[1] != "0", name
        report = await audit_url(ledger.url)
        assert report.findings, name
        await ledger.admin.execute(f"delete from {table}")
        await ledger.admin.execute(f"insert into {table} table kept")
        await ledger.admin.execute("drop table kept")
        await ledger.admin.execute("set session_replication_role = origin")
    assert (await audit_url(ledger.url)).findings == []


@pytest.mark.parametrize("table", ["transfers", "operations", "batches", "signed_heads"])
async def test_what_was_booked_is_never_changed(ledger: Ledger, table: str) -> None:
    """Tried with the service's own role."""
    role = await asyncpg.connect(ledger.url, server_settings={"search_path": "wallet"})
    column = {"transfers": "amount", "operations": "note", "batches": "at_ms"}.get(table, "batch")
    for statement in (
        f"update {table} set {column} = {column}",
        f"delete from {table}",
        f"truncate {table}",
        f"alter table {table} disable trigger all",
        "set session_replication_role = replica",
    ):
        with pytest.raises(asyncpg.PostgresError):
            await role.execute(statement)
    await role.close()


async def test_no_player_account_below_zero_by_constraint(ledger: Ledger) -> None:
    role = await asyncpg.connect(ledger.url, server_settings={"search_path": "wallet"})
    with pytest.raises(asyncpg.CheckViolationError):
        await role.execute("update accounts set balance = -1 where purpose = 1")
    with pytest.raises(asyncpg.PostgresError):
        await role.execute("update accounts set owner = 'me' where purpose = 1")
    with pytest.raises(asyncpg.PostgresError):
        await role.execute("delete from accounts")
    await role.close()


async def test_an_anchor_kept_elsewhere_finds_a_rewritten_chain(ledger: Ledger) -> None:
    """The head of another, equally whole ledger does not lie on this chain."""
    proofs = ledger.proofs()
    head = await ledger.desk.proofs.newest_head()
    assert head is not None
    assert is_signed(head)
    assert (await audit_url(ledger.url, head)).findings == []
    await ledger.desk.deposit(BOB, 7)
    later = await proofs.sign()
    assert later is not None
    assert (await audit_url(ledger.url, head)).findings == []
    signer = HeadSigner(new_key_pair()[0])
    other = signer.sign(head.batch, head.last_transfer_id, bytes(32), 1)
    assert [f.code for f in (await audit_url(ledger.url, other)).findings] == ["anchor_differs"]
    beyond = signer.sign(head.batch + 99, 1, bytes(32), 1)
    assert [f.code for f in (await audit_url(ledger.url, beyond)).findings] == ["anchor_missing"]
    forged = msgspec.structs.replace(head, hash="00" * 32)
    assert [f.code for f in (await audit_url(ledger.url, forged)).findings] == ["anchor_unsigned"]


async def test_heads_signed_by_a_retired_key_stay_good_and_by_a_stranger_s_do_not(
    ledger: Ledger,
) -> None:
    """After the wallet's key was rotated, its earlier heads are still the room's."""
    head = await ledger.desk.proofs.newest_head()
    assert head is not None
    mine = bytes.fromhex(head.public_key)
    rotated = HeadSigner(new_key_pair()[0], [base64.b64encode(mine).decode()])
    good = await ledger.desk.proofs.audit(None, rotated.trusted)
    assert good.findings == []
    stranger = HeadSigner(new_key_pair()[0])
    bad = await ledger.desk.proofs.audit(None, stranger.trusted)
    assert {finding.code for finding in bad.findings} == {"head_unsigned"}


async def test_nothing_new_no_new_head(ledger: Ledger) -> None:
    assert await ledger.proofs().sign() is None
