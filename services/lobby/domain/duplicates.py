"""Second accounts: found by what two accounts share, flagged, reviewed by people (ACC-03)."""

from collections.abc import Iterable

import msgspec

from services.lobby.domain.accounts import Account, Status
from services.lobby.domain.errors import AccountBarred

DECISIONS = ("same_person", "different_people")


class DuplicateFlag(msgspec.Struct, frozen=True):
    """Two accounts that may be one person's, and what was decided about it."""

    flag_id: str
    account_id: str
    other_account_id: str
    ground: str
    found_at_ms: int
    decision: str = ""
    decision_reason: str = ""
    decided_by: str = ""


def verify_not_barred(new: Account, alike: Iterable[Account]) -> None:
    """Raises AccountBarred on the device of an account that the house closed (INT-01).

    An address alone bars nobody, since honest people share addresses; it is flagged.
    """
    for old in alike:
        closed = old.status is Status.CLOSED and not new.bot
        if closed and new.sign_up_device and new.sign_up_device == old.sign_up_device:
            raise AccountBarred


def grounds(new: Account, old: Account) -> list[str]:
    """What makes `new` look like a second account of `old`'s owner; bots are the room's own."""
    if new.bot or old.bot or new.account_id == old.account_id:
        return []
    same_address = bool(new.sign_up_address) and new.sign_up_address == old.sign_up_address
    found = []
    if new.sign_up_device and new.sign_up_device == old.sign_up_device:
        found.append("device")
    if same_address and new.birth_date == old.birth_date:
        found.append("birth_date_and_address")
    elif same_address:
        found.append("address")
    return found
