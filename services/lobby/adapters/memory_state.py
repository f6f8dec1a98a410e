"""What the lobby's store in memory keeps."""

from typing import TypeVar

from services.lobby.domain.accounts import Account
from services.lobby.domain.audit import AuditEntry
from services.lobby.domain.duplicates import DuplicateFlag
from services.lobby.domain.sessions import Session
from services.lobby.domain.tables import Table
from services.lobby.domain.waiting import Waiter

_T = TypeVar("_T")


class State:
    """Everything kept, by id. Structs are frozen, so a shallow copy is a whole one."""

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.hashes: dict[str, str] = {}
        self.terms: dict[tuple[str, str, int], str] = {}
        self.sessions: dict[str, Session] = {}
        self.tables: dict[str, Table] = {}
        self.seeds: dict[str, int] = {}
        self.entries: dict[str, AuditEntry] = {}
        self.flags: dict[str, DuplicateFlag] = {}
        self.waiters: dict[tuple[str, str], Waiter] = {}

    def copy(self) -> "State":
        """An independent state with the same content."""
        made = State()
        for name, kept in vars(self).items():
            setattr(made, name, dict(kept))
        return made


def newest(kept: dict[str, _T], before_id: str) -> list[_T]:
    """The values in falling order of their keys, from below one key on."""
    keys = sorted(kept, reverse=True)
    return [kept[key] for key in keys if not before_id or key < before_id]
