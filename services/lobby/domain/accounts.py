"""An account as the lobby knows it, and what may be done with it.

Changes return a new account; facts for others stand beside them in account_facts.py.
"""

import enum

import msgspec

from services.lobby.domain.errors import (
    AccountIsClosed,
    BadRole,
    BadUntil,
    LastAdmin,
    NameIsFinal,
    NotAboveSelf,
    ReasonMissing,
)

ROLES = ("player", "support", "cashier", "floor", "auditor", "admin")
OPERATOR_ROLES = frozenset(ROLES) - {"player"}
REASON_MAX = 500
TERMS_REMINDER_MS = 30 * 24 * 3_600_000
"""A month after the terms were last read, a reminder is shown (ACC-11)."""


class Status(enum.StrEnum):
    """Whether an account may play."""

    ACTIVE = "active"
    SUSPENDED = "suspended"
    CLOSED = "closed"


class Visibility(enum.StrEnum):
    """Who may see a part of a profile (ACC-05)."""

    NOBODY = "nobody"
    PLAYERS = "players"
    EVERYBODY = "everybody"


class Profile(msgspec.Struct, frozen=True):
    """What a player shows, and to whom."""

    avatar: str = ""
    location: str = ""
    about: str = ""
    avatar_visibility: Visibility = Visibility.EVERYBODY
    about_visibility: Visibility = Visibility.PLAYERS


class Account(msgspec.Struct, frozen=True):
    """Everything but the password's hash. `revision` rises with each change."""

    account_id: str
    name: str
    name_key: str
    email: str
    email_key: str
    birth_date: str
    country: str
    opened_at_ms: int
    roles: tuple[str, ...] = ("player",)
    status: Status = Status.ACTIVE
    status_reason: str = ""
    suspended_until_ms: int = 0
    terms_version: str = ""
    terms_read_at_ms: int = 0
    name_refused: bool = False
    profile: Profile = Profile()
    sign_up_address: str = ""
    sign_up_device: str = ""
    last_sign_in_ms: int = 0
    purse_open: bool = False
    bot: bool = False
    revision: int = 1

    def status_at(self, now_ms: int) -> Status:
        """A suspension with an end is over by itself."""
        if self.status is Status.SUSPENDED and 0 < self.suspended_until_ms <= now_ms:
            return Status.ACTIVE
        return self.status

    def terms_due(self, version: str) -> bool:
        """Whether the terms in force are still to be accepted (ACC-02)."""
        return self.terms_version != version

    def terms_reminder(self, now_ms: int) -> bool:
        """Whether a month has passed since the terms were read (ACC-11)."""
        return now_ms - self.terms_read_at_ms >= TERMS_REMINDER_MS

    def may_not_play(self, now_ms: int, terms_version: str) -> str:
        """The code of what keeps the account from playing, empty if nothing does."""
        if self.status_at(now_ms) is not Status.ACTIVE:
            return f"account_{self.status}"
        if self.name_refused:
            return "name_refused"
        return "terms_due" if self.terms_due(terms_version) else ""


def verify_reason(reason: str) -> str:
    """The reason without surrounding space. Raises ReasonMissing."""
    stripped = reason.strip()
    if not 0 < len(stripped) <= REASON_MAX:
        raise ReasonMissing
    return stripped


def verify_open(account: Account) -> None:
    """Raises AccountIsClosed."""
    if account.status is Status.CLOSED:
        raise AccountIsClosed(details={"reason": account.status_reason})


def verify_against(actor_id: str, actor_roles: frozenset[str], subject: Account) -> None:
    """Raises NotAboveSelf: nobody acts against themselves, only admins against operators."""
    if actor_id == subject.account_id:
        raise NotAboveSelf
    if OPERATOR_ROLES & set(subject.roles) and "admin" not in actor_roles:
        raise NotAboveSelf


def suspend(account: Account, until_ms: int, reason: str, now_ms: int) -> Account:
    """Suspended until a time, 0 for until lifted. Raises AccountIsClosed, BadUntil."""
    verify_open(account)
    if until_ms != 0 and until_ms <= now_ms:
        raise BadUntil
    return msgspec.structs.replace(
        account, status=Status.SUSPENDED, status_reason=reason, suspended_until_ms=until_ms
    )


def lift(account: Account) -> Account:
    """Active again. Raises AccountIsClosed."""
    verify_open(account)
    return msgspec.structs.replace(
        account, status=Status.ACTIVE, status_reason="", suspended_until_ms=0
    )


def close(account: Account, reason: str) -> Account:
    """Closed for good; name and e-mail stay taken (ACC-07)."""
    return msgspec.structs.replace(
        account, status=Status.CLOSED, status_reason=reason, suspended_until_ms=0
    )


def set_roles(account: Account, roles: tuple[str, ...], *, other_admins: int) -> Account:
    """These roles and `player`, in a fixed order. Raises BadRole, LastAdmin."""
    wanted = {*roles, "player"}
    if not wanted <= set(ROLES):
        raise BadRole
    if "admin" in account.roles and "admin" not in wanted and other_admins == 0:
        raise LastAdmin
    ordered = tuple(role for role in ROLES if role in wanted)
    return msgspec.structs.replace(account, roles=ordered)


def refuse_name(account: Account) -> Account:
    """The name must be replaced before play (ACC-13)."""
    return msgspec.structs.replace(account, name_refused=True)


def replace_name(account: Account, name: str, key: str) -> Account:
    """Another name for one that was refused. Raises NameIsFinal (ACC-04)."""
    if not account.name_refused:
        raise NameIsFinal
    return msgspec.structs.replace(account, name=name, name_key=key, name_refused=False)
