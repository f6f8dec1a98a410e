"""What callers hand to the use cases, in the lobby's own words."""

import msgspec

from riverbus.core.ports import Caller
from services.lobby.domain.accounts import Account
from services.lobby.domain.errors import BadPage
from services.lobby.domain.sessions import Session, SessionKind

PAGE_DEFAULT = 50
PAGE_MAX = 200


class Origin(msgspec.Struct, frozen=True):
    """Where a request came from, as the gateway saw it."""

    address: str = ""
    user_agent: str = ""
    device_id: str = ""


class Registration(msgspec.Struct, frozen=True):
    """What one registers with (ACC-02)."""

    name: str
    email: str
    password: str
    birth_date: str
    country: str
    location: str = ""
    terms_version: str = ""
    declarations_accepted: bool = False
    origin: Origin = Origin()
    bot_key: str = ""
    kind: SessionKind = SessionKind.BROWSER


class Login(msgspec.Struct, frozen=True):
    """Credentials."""

    login: str
    password: str
    kind: SessionKind = SessionKind.BROWSER
    origin: Origin = Origin()


class OpenSession(msgspec.Struct, frozen=True):
    """A session just opened; the token is told this once. `last_sign_in_ms`: before this one."""

    account: Account
    session: Session
    token: str


class Operator(msgspec.Struct, frozen=True):
    """An operator and why they act."""

    account_id: str
    name: str
    roles: frozenset[str]
    reason: str

    @classmethod
    def of(cls, caller: Caller, reason: str) -> "Operator":
        """The caller as operator."""
        return cls(caller.account_id or caller.service, caller.name, caller.roles, reason.strip())


def page_size(size: int) -> int:
    """Rows of a page; 0 means the default. Raises BadPage."""
    if not 0 <= size <= PAGE_MAX:
        raise BadPage(f"A page has 1 to {PAGE_MAX} rows.")
    return size or PAGE_DEFAULT


def cut(text: str, longest: int) -> str:
    """Text for the record, shortened."""
    return text[:longest]
