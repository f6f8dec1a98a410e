"""For whom a call is made: players for themselves, operators for others."""

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.calls import caller

OPERATORS = frozenset({"support", "cashier", "floor", "auditor", "admin"})


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


def visible_account(wanted: str) -> str:
    """An account that the caller may see: one's own, any for operators."""
    who = caller()
    if wanted and wanted != who.account_id:
        if not who.roles & OPERATORS:
            raise Forbidden
        return wanted
    return own_account(wanted)


def is_operator() -> bool:
    """True where the caller may see other people's accounts."""
    return bool(caller().roles & OPERATORS)


def operator() -> str:
    """The calling operator's account; the access rule in proto/ has checked the role."""
    account_id = caller().account_id
    if account_id is None:
        raise Forbidden
    return account_id
