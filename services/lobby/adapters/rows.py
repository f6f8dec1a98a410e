"""Structs of the domain to rows and back."""

from typing import Any

import msgspec
from sqlalchemy import RowMapping

from services.lobby.domain.accounts import Account, Profile
from services.lobby.domain.audit import AuditEntry
from services.lobby.domain.duplicates import DuplicateFlag
from services.lobby.domain.sessions import Session
from services.lobby.domain.tables import Table
from services.lobby.domain.waiting import Waiter


def account_row(account: Account) -> dict[str, Any]:
    """All columns but the password's."""
    return {
        **msgspec.structs.asdict(account),
        "roles": list(account.roles),
        "status": account.status.value,
        "profile": msgspec.json.encode(account.profile).decode(),
    }


def account_of(row: RowMapping) -> Account:
    """The account of a row."""
    fields = _plain(row)
    fields["profile"] = msgspec.json.decode(fields["profile"], type=Profile)
    return msgspec.convert(fields, Account)


def session_row(session: Session) -> dict[str, Any]:
    """All columns."""
    return {**msgspec.structs.asdict(session), "kind": session.kind.value}


def session_of(row: RowMapping) -> Session:
    """The session of a row."""
    return msgspec.convert(_plain(row), Session)


def table_row(table: Table) -> dict[str, Any]:
    """All columns."""
    return {
        "table_id": table.table_id,
        "name": table.name,
        "revision": table.revision,
        "config": msgspec.json.encode(table).decode(),
    }


def table_of(row: RowMapping) -> Table:
    """The table of a row."""
    return msgspec.json.decode(row["config"], type=Table)


def entry_of(row: RowMapping) -> AuditEntry:
    """The audit entry of a row."""
    return msgspec.convert(_plain(row), AuditEntry)


def flag_of(row: RowMapping) -> DuplicateFlag:
    """The flag of a row."""
    return msgspec.convert(_plain(row), DuplicateFlag)


def waiter_of(row: RowMapping) -> Waiter:
    """The waiter of a row."""
    return Waiter(row["table_id"], row["account_id"], row["joined_at_ms"], row["offer_until_ms"])


def _plain(row: RowMapping) -> dict[str, Any]:
    """The row by plain strings; SQLAlchemy's keys are a subclass that msgspec refuses."""
    return {str(key): value for key, value in row.items()}
