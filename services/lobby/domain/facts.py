"""What the lobby tells the other services about an account (SEAMS 36)."""

import msgspec


class Opened(msgspec.Struct, frozen=True):
    """The account was made."""

    name: str


class SessionsRevoked(msgspec.Struct, frozen=True):
    """These sessions ended; none named means all."""

    session_ids: tuple[str, ...]
    reason: str


class Suspended(msgspec.Struct, frozen=True):
    """No play, no chat, no transfers until then; 0 for until lifted."""

    until_ms: int
    reason: str


class SuspensionLifted(msgspec.Struct, frozen=True):
    """The account is whole again."""

    reason: str


class Closed(msgspec.Struct, frozen=True):
    """Closed for good."""

    reason: str


class RolesChanged(msgspec.Struct, frozen=True):
    """All roles after the change."""

    roles: tuple[str, ...]


class NameReplaced(msgspec.Struct, frozen=True):
    """The screen name now."""

    name: str


Fact = (
    Opened | SessionsRevoked | Suspended | SuspensionLifted | Closed | RolesChanged | NameReplaced
)


class AccountFact(msgspec.Struct, frozen=True):
    """A fact with its id, the account and the time."""

    event_id: str
    account_id: str
    at_ms: int
    fact: Fact
