"""One contract for the store in PostgreSQL and the one in memory."""

from collections.abc import AsyncIterator

import msgspec
import pytest
import sqlalchemy
from sqlalchemy.exc import DBAPIError

from riverbus.core.games import Game, LimitKind, Stakes
from riverbus.runtime.db import Database
from services.lobby.adapters.memory import MemoryStore
from services.lobby.adapters.postgres import PgStore
from services.lobby.app.ports import Store
from services.lobby.domain.accounts import Account, Profile, Status, Visibility
from services.lobby.domain.audit import AuditEntry
from services.lobby.domain.duplicates import DuplicateFlag
from services.lobby.domain.errors import EmailTaken, NameTaken, StaleRevision, TableExists
from services.lobby.domain.sessions import Session, SessionKind
from services.lobby.domain.tables import Table, TableState
from services.lobby.domain.waiting import Waiter
from tests.fixtures.databases import FreshDatabases


@pytest.fixture(params=["memory", "postgres"])
async def store(
    request: pytest.FixtureRequest, fresh_database: FreshDatabases
) -> AsyncIterator[Store]:
    """An empty store."""
    if request.param == "memory":
        yield MemoryStore()
        return
    database = Database(await fresh_database("lobby"), "lobby", pool=4)
    yield PgStore(database)
    await database.close()


def account(name: str, **fields: object) -> Account:
    """An account whose keys are its name."""
    made = Account(
        account_id=f"0190-{name}",
        name=name,
        name_key=name.lower(),
        email=f"{name}@example.org",
        email_key=f"{name}@example.org".lower(),
        birth_date="1990-05-17",
        country="AT",
        opened_at_ms=1_000,
        profile=Profile("otter", "Linz", "Fishing.", Visibility.NOBODY, Visibility.PLAYERS),
    )
    return msgspec.structs.replace(made, **fields)


def session(number: int, **fields: object) -> Session:
    """A session of Heron's."""
    made = Session(
        f"0190-s{number}", "0190-Heron", bytes([number]) * 32, SessionKind.BROWSER, 1, 1, 100
    )
    return msgspec.structs.replace(made, **fields)


def table(table_id: str) -> Table:
    """A table with a rule of its own."""
    return Table(
        table_id=table_id,
        name=table_id.title(),
        game=Game.HOLDEM,
        limit=LimitKind.NONE,
        stakes=Stakes(small_blind=1, big_blind=2),
        seats_max=6,
        buy_in_min=40,
        buy_in_max=200,
        rules={"raises_max": "4"},
        tags=("fast",),
    )


async def people(store: Store, *accounts: Account) -> None:
    """Adds them."""
    async with store.begin() as tx:
        for each in accounts:
            await tx.accounts.add(each, f"hash of {each.name}")


async def test_an_account_is_kept_whole_and_found_by_its_keys(store: Store) -> None:
    heron = account("Heron", roles=("player", "admin"), bot=True)
    await people(store, heron)
    async with store.begin() as tx:
        assert await tx.accounts.get("0190-Heron") == heron
        assert await tx.accounts.by_name("heron") == heron
        assert await tx.accounts.by_email("heron@example.org") == heron
        assert await tx.accounts.get("nobody", lock=True) is None
        assert await tx.accounts.many(["0190-Heron", "nobody"]) == [heron]
        assert await tx.accounts.many([]) == []
        assert await tx.accounts.password_hash("0190-Heron") == "hash of Heron"
        assert await tx.accounts.password_hash("nobody") == ""
        await tx.accounts.set_password_hash("0190-Heron", "another")
        assert await tx.accounts.password_hash("0190-Heron") == "another"
        await tx.accounts.record_terms("0190-Heron", "2026-11", 1, "192.0.2.1")
        await tx.accounts.record_terms("0190-Heron", "2026-11", 1, "192.0.2.1")


async def test_names_and_e_mails_are_unique(store: Store) -> None:
    await people(store, account("Heron"), account("Egret"))
    with pytest.raises(NameTaken):
        await people(store, account("Otter", name_key="heron"))
    with pytest.raises(EmailTaken):
        await people(store, account("Otter", email_key="heron@example.org"))
    with pytest.raises(NameTaken):
        await _save(store, account("Egret", name_key="heron"))
    async with store.begin() as tx:
        assert await tx.accounts.get("0190-Otter") is None


async def _save(store: Store, changed: Account) -> Account:
    async with store.begin() as tx:
        return await tx.accounts.save(changed)


async def test_a_change_raises_the_revision_and_a_stale_one_is_refused(store: Store) -> None:
    heron = account("Heron")
    await people(store, heron)
    saved = await _save(store, msgspec.structs.replace(heron, status=Status.SUSPENDED))
    assert saved.revision == 2
    with pytest.raises(StaleRevision):
        await _save(store, heron)
    async with store.begin() as tx:
        assert await tx.accounts.get("0190-Heron") == saved


async def test_accounts_are_searched(store: Store) -> None:
    await people(
        store,
        account("Heron", sign_up_address="192.0.2.1", roles=("player", "admin")),
        account("Her%on", sign_up_device="d1", purse_open=True),
        account("Otter", sign_up_address="192.0.2.1", status=Status.CLOSED),
        account("Robot", sign_up_address="192.0.2.1", bot=True),
    )
    async with store.begin() as tx:
        find = tx.accounts.find
        assert [each.name for each in await find("", "", 9)] == [
            "Robot",
            "Otter",
            "Heron",
            "Her%on",
        ]
        assert [each.name for each in await find("HER", "", 9)] == ["Heron", "Her%on"]
        assert [each.name for each in await find("%", "", 9)] == ["Her%on"]
        assert [each.name for each in await find("0190-Otter", "", 9)] == ["Otter"]
        assert [each.name for each in await find("", "0190-Otter", 1)] == ["Heron"]
        new = account("Vole", sign_up_address="192.0.2.1", sign_up_device="d1")
        assert [each.name for each in await tx.accounts.alike(new, 9)] == [
            "Otter",
            "Heron",
            "Her%on",
        ]
        assert await tx.accounts.alike(account("Newt"), 9) == []
        assert await tx.accounts.count_admins() == 1
        assert await tx.accounts.without_purse("", 2) == ["0190-Heron", "0190-Otter"]
        assert await tx.accounts.without_purse("0190-Otter", 2) == ["0190-Robot"]


async def test_sessions(store: Store) -> None:
    await people(store, account("Heron"))
    async with store.begin() as tx:
        for number in (1, 2, 3):
            await tx.sessions.add(session(number))
        assert await tx.sessions.by_hash(bytes([2]) * 32) == session(2)
        assert await tx.sessions.by_hash(b"x" * 32) is None
        found = await tx.sessions.of_account("0190-Heron")
        assert [each.session_id for each in found] == ["0190-s3", "0190-s2", "0190-s1"]
        await tx.sessions.save(session(2, used_at_ms=50, expires_at_ms=150))
        assert await tx.sessions.remove(["0190-s1", "0190-none"]) == 1
        assert await tx.sessions.remove([]) == 0
        assert await tx.sessions.remove_expired(100, 9) == 1
        left = await tx.sessions.of_account("0190-Heron")
        assert left == [session(2, used_at_ms=50, expires_at_ms=150)]


async def test_tables_and_seed_keys(store: Store) -> None:
    async with store.begin() as tx:
        await tx.tables.add(table("weir"))
        await tx.tables.add(table("oxbow"))
        assert await tx.tables.all() == [table("oxbow"), table("weir")]
        closed = msgspec.structs.replace(table("weir"), state=TableState.CLOSED, revision=2)
        await tx.tables.save(closed)
        assert await tx.tables.get("weir", lock=True) == closed
        assert await tx.tables.get("nowhere") is None
        assert await tx.tables.revisions() == {"weir": 2, "oxbow": 1}
        assert await tx.tables.many(["weir", "nowhere"]) == [closed]
        assert await tx.tables.many([]) == []
        assert await tx.tables.claim_seed("first", 1)
        assert not await tx.tables.claim_seed("first", 1)
    with pytest.raises(TableExists):
        await _add(store, table("weir"))


async def _add(store: Store, made: Table) -> None:
    async with store.begin() as tx:
        await tx.tables.add(made)


async def test_records(store: Store) -> None:
    await people(store, account("Heron"), account("Egret"))
    entries = [
        AuditEntry(f"0190-e{number}", number, actor, "Op", "lobby", "call", subject, "Why.")
        for number, (actor, subject) in enumerate([("a", "x"), ("a", "y"), ("b", "x")])
    ]
    flag = DuplicateFlag("0190-f1", "0190-Heron", "0190-Egret", "address", 1)
    async with store.begin() as tx:
        for entry in (*entries, entries[0]):
            await tx.records.add_entry(entry)
        assert await tx.records.entries("", "", "", 9) == entries[::-1]
        assert await tx.records.entries("x", "a", "", 9) == [entries[0]]
        assert await tx.records.entries("", "", "0190-e2", 1) == [entries[1]]
        await tx.records.add_flag(flag)
        assert await tx.records.flags(False, "", 9) == [flag]
        decided = msgspec.structs.replace(flag, decision="same_person")
        await tx.records.save_flag(decided)
        assert await tx.records.flags(False, "", 9) == []
        assert await tx.records.flags(True, "", 9) == [decided]
        assert await tx.records.flags_of("0190-Egret") == [decided]
        assert await tx.records.flag("0190-f1", lock=True) == decided


async def test_waiting_lists_keep_their_order(store: Store) -> None:
    await people(store, account("Heron"), account("Egret"))
    async with store.begin() as tx:
        await tx.tables.add(table("weir"))
        await tx.tables.add(table("oxbow"))
        await tx.waiters.lock_table("weir")
        heron, egret = Waiter("weir", "0190-Heron", 5), Waiter("weir", "0190-Egret", 5)
        await tx.waiters.put(heron)
        await tx.waiters.put(egret)
        held = msgspec.structs.replace(heron, offer_until_ms=9)
        await tx.waiters.put(held)
        await tx.waiters.put(Waiter("oxbow", "0190-Heron", 6))
        assert await tx.waiters.of_table("weir") == [held, egret]
        assert len(await tx.waiters.of_account("0190-Heron")) == 2
        assert await tx.waiters.counts() == {"weir": 2, "oxbow": 1}
        assert await tx.waiters.remove("weir", "0190-Heron")
        assert not await tx.waiters.remove("weir", "0190-Heron")


async def test_a_failed_transaction_leaves_nothing(store: Store) -> None:
    with pytest.raises(KeyError):
        await _fail(store)
    async with store.begin() as tx:
        assert await tx.accounts.get("0190-Heron") is None
        assert await tx.tables.all() == []


async def _fail(store: Store) -> None:
    async with store.begin() as tx:
        await tx.accounts.add(account("Heron"), "hash")
        await tx.tables.add(table("weir"))
        raise KeyError


async def test_audit_entries_cannot_be_changed_by_the_service(
    fresh_database: FreshDatabases,
) -> None:
    database = Database(await fresh_database("lobby"), "lobby", pool=2)
    entry = AuditEntry("0190-e", 1, "a", "Op", "lobby", "call", "x", "Why.")
    async with PgStore(database).begin() as tx:
        await tx.records.add_entry(entry)
    for statement in ("update audit_entry set reason = ''", "delete from audit_entry"):
        with pytest.raises(DBAPIError, match="never changed"):
            await _run(database, statement)
    await database.close()


async def _run(database: Database, statement: str) -> None:
    async with database.begin() as connection:
        await connection.execute(sqlalchemy.text(statement))
