"""What the lobby's use cases need from outside.

A store gives transactions: everything inside `async with store.begin() as tx` is kept together or
not at all, the facts and audit entries with it. Pages are rows in falling order of their id.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import msgspec

from services.lobby.domain.accounts import Account
from services.lobby.domain.audit import AuditEntry
from services.lobby.domain.duplicates import DuplicateFlag
from services.lobby.domain.facts import AccountFact
from services.lobby.domain.sessions import Session
from services.lobby.domain.tables import Table
from services.lobby.domain.waiting import Waiter


class Accounts(Protocol):
    """Accounts and their passwords."""

    async def add(self, account: Account, password_hash: str) -> None:
        """Raises NameTaken or EmailTaken."""
        ...

    async def get(self, account_id: str, *, lock: bool = False) -> Account | None:
        """One account; locked until the transaction ends if asked."""
        ...

    async def by_name(self, name_key: str) -> Account | None:
        """The account of a folded name."""
        ...

    async def by_email(self, email_key: str) -> Account | None:
        """The account of a folded e-mail address."""
        ...

    async def many(self, account_ids: Sequence[str]) -> list[Account]:
        """Those that exist, in any order."""
        ...

    async def save(self, account: Account) -> Account:
        """Writes a changed account, revision raised. Raises StaleRevision, NameTaken."""
        ...

    async def password_hash(self, account_id: str) -> str:
        """The argon2 hash, empty without an account."""
        ...

    async def set_password_hash(self, account_id: str, password_hash: str) -> None:
        """Replaces the hash."""
        ...

    async def record_terms(self, account_id: str, version: str, at_ms: int, address: str) -> None:
        """Keeps that a version was accepted (ACC-02); never overwritten."""
        ...

    async def find(self, query: str, before_id: str, limit: int) -> list[Account]:
        """Part of name or e-mail, or an id; newest first."""
        ...

    async def alike(self, account: Account, limit: int) -> list[Account]:
        """Others with the same sign-up address or device, closed first, then newest; no bots."""
        ...

    async def count_admins(self) -> int:
        """Open accounts with the role admin; they are locked until the transaction ends."""
        ...

    async def without_purse(self, after_id: str, limit: int) -> list[str]:
        """Ids of accounts whose purse the wallet has not opened yet, oldest first."""
        ...


class Sessions(Protocol):
    """Sessions by id and by the hash of their token."""

    async def add(self, session: Session) -> None:
        """A new session."""
        ...

    async def by_hash(self, token_hash: bytes) -> Session | None:
        """The session of a token."""
        ...

    async def of_account(self, account_id: str) -> list[Session]:
        """All of an account, newest first, expired ones included."""
        ...

    async def save(self, session: Session) -> None:
        """Writes use and expiry; nothing if the session is gone."""
        ...

    async def remove(self, session_ids: Sequence[str]) -> int:
        """Ends them; how many there were."""
        ...

    async def remove_expired(self, now_ms: int, limit: int) -> int:
        """Forgets sessions that are over; how many."""
        ...


class Tables(Protocol):
    """Table configurations."""

    async def add(self, table: Table) -> None:
        """Raises TableExists."""
        ...

    async def get(self, table_id: str, *, lock: bool = False) -> Table | None:
        """One table."""
        ...

    async def all(self) -> list[Table]:
        """Every table, closed ones included, by name and id."""
        ...

    async def revisions(self) -> dict[str, int]:
        """The revision of every table: what a reader must read again."""
        ...

    async def many(self, table_ids: Sequence[str]) -> list[Table]:
        """Those that exist, in any order."""
        ...

    async def save(self, table: Table) -> None:
        """Writes a changed table."""
        ...

    async def claim_seed(self, key: str, at_ms: int) -> bool:
        """True for the first who asks for this key of the seed file; kept with the transaction."""
        ...


class Records(Protocol):
    """Audit log and duplicate flags."""

    async def add_entry(self, entry: AuditEntry) -> None:
        """Kept for good; the same entry id again is nothing."""
        ...

    async def entries(
        self, subject: str, actor_account_id: str, before_id: str, limit: int
    ) -> list[AuditEntry]:
        """Newest first; empty subject or actor means any."""
        ...

    async def add_flag(self, flag: DuplicateFlag) -> None:
        """A new flag."""
        ...

    async def flag(self, flag_id: str, *, lock: bool = False) -> DuplicateFlag | None:
        """One flag."""
        ...

    async def save_flag(self, flag: DuplicateFlag) -> None:
        """Writes a decision."""
        ...

    async def flags(self, include_decided: bool, before_id: str, limit: int) -> list[DuplicateFlag]:
        """Newest first."""
        ...

    async def flags_of(self, account_id: str) -> list[DuplicateFlag]:
        """Flags in which the account stands."""
        ...


class Waiters(Protocol):
    """Waiting lists."""

    async def lock_table(self, table_id: str) -> None:
        """One decision at a time about a table's list, until the transaction ends."""
        ...

    async def of_table(self, table_id: str) -> list[Waiter]:
        """In order of joining."""
        ...

    async def of_account(self, account_id: str) -> list[Waiter]:
        """All lists that the account is on."""
        ...

    async def put(self, waiter: Waiter) -> None:
        """Adds or changes."""
        ...

    async def remove(self, table_id: str, account_id: str) -> bool:
        """Whether it was there."""
        ...

    async def counts(self) -> dict[str, int]:
        """How many wait, by table."""
        ...


class Tx(Protocol):
    """One transaction."""

    @property
    def accounts(self) -> Accounts: ...
    @property
    def sessions(self) -> Sessions: ...
    @property
    def tables(self) -> Tables: ...
    @property
    def records(self) -> Records: ...
    @property
    def waiters(self) -> Waiters: ...

    async def tell(self, fact: AccountFact) -> None:
        """Sends the fact to the stream of account events after the commit, for certain."""
        ...


class Store(Protocol):
    """Where the lobby keeps things."""

    def begin(self) -> AbstractAsyncContextManager[Tx]:
        """A transaction; an exception rolls it back."""
        ...


class Secrets(Protocol):
    """Passwords and tokens; slow work happens off the event loop."""

    async def hash_password(self, password: str) -> str:
        """An argon2id hash with its parameters and salt."""
        ...

    async def check_password(self, password_hash: str, password: str) -> bool:
        """Whether they belong together; an empty hash takes as long and says no."""
        ...

    def outdated(self, password_hash: str) -> bool:
        """Whether the hash was made with weaker parameters than today's."""
        ...

    def new_token(self) -> str:
        """An opaque session token of 256 random bits."""
        ...

    def token_hash(self, token: str) -> bytes:
        """What is stored of a token: 32 bytes."""
        ...


class Wallet(Protocol):
    """The wallet service."""

    async def open_account(self, account_id: str, *, bot: bool) -> None:
        """Opens the purse and grants the first play chips; repeating it changes nothing."""
        ...


class TableBucket(Protocol):
    """KV `tables`: what the table service reads."""

    async def outdated(self, tables: Sequence[Table]) -> list[Table]:
        """Those that it lacks, or has in an older revision or with other content."""
        ...

    async def put(self, table: Table) -> None:
        """Writes unless a newer revision is there."""
        ...


class Offer(msgspec.Struct, frozen=True):
    """A seat held for somebody, or no longer held."""

    table_id: str
    account_id: str
    expires_at_ms: int
    withdrawn: bool = False


class Place(msgspec.Struct, frozen=True):
    """A place on a waiting list; 0 means no longer on it."""

    table_id: str
    account_id: str
    place: int
    waiting: int


class Notices(Protocol):
    """Messages to a player's own sockets and to table owners; may be lost."""

    async def offer(self, offer: Offer) -> None:
        """To the player and to the table's owner."""
        ...

    async def place(self, place: Place) -> None:
        """To the player."""
        ...
