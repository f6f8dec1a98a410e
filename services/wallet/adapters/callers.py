"""For whom a call is made: players for themselves, operators for others."""

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.calls import caller
from services.wallet.domain.checks import check_name

READERS = frozenset({"support", "cashier", "auditor", "admin"})
"""Who sees other people's balances and statements."""
CASHIERS = frozenset({"cashier", "admin"})
"""Who sees other people's withdrawals."""


class Forbidden(RoomError):
    """Raised when a player asks about, or acts for, somebody else."""

    code = "forbidden"
    kind = ErrorKind.FORBIDDEN
    sentence = "You may do this only for yourself."


def own_account(wanted: str) -> str:
    """The calling player's account, which `wanted` must be if it is given."""
    account_id = caller().account_id
    if account_id is None or wanted not in ("", account_id):
        raise Forbidden
    return account_id


def visible_account(wanted: str, roles: frozenset[str] = READERS) -> str:
    """An account that the caller may see: one's own, any for these roles.

    Operators are players too: that the RPC admits players must not let every operator see all.
    """
    who = caller()
    if wanted and wanted != who.account_id:
        if not who.roles & roles:
            raise Forbidden
        check_name(wanted, "account_id")
        return wanted
    return own_account(wanted)


def has_role(roles: frozenset[str]) -> bool:
    """True where the caller has one of them."""
    return bool(caller().roles & roles)


def operator() -> str:
    """The calling operator's account; the access rule in proto/ has checked the role."""
    account_id = caller().account_id
    if account_id is None:
        raise Forbidden
    return account_id
