"""The last eight answers of each account, so that a repeated action id is answered as before.

An action id counts per account and table, with a hash of its content (SEAMS 4).
"""

import re
from collections.abc import Mapping

from services.table.domain.errors import ActionIdInvalid, ActionIdReused
from services.table.domain.state import Answer, Answered

REMEMBERED = 8
_FORM = re.compile(r"[A-Za-z0-9_-]{8,40}\Z")


def verify_action_id(action_id: str) -> None:
    """Raises ActionIdInvalid unless it is 8 to 40 characters of [A-Za-z0-9_-]."""
    if not _FORM.match(action_id):
        raise ActionIdInvalid


def recall(
    memory: Mapping[str, tuple[Answered, ...]], account_id: str, action_id: str, digest: str
) -> Answer | None:
    """The answer given before, None for a new id. Raises ActionIdReused for other content."""
    for answered in memory.get(account_id, ()):
        if answered.answer.action_id == action_id:
            if answered.digest != digest:
                raise ActionIdReused
            return answered.answer
    return None


def remember(
    memory: dict[str, tuple[Answered, ...]], account_id: str, digest: str, answer: Answer
) -> None:
    """Keep an answer; a pending one is replaced by its outcome and never pushed out."""
    old = [a for a in memory.get(account_id, ()) if a.answer.action_id != answer.action_id]
    kept = [*old, Answered(digest, answer)]
    while len(kept) > REMEMBERED:
        settled = next((a for a in kept[:-1] if not a.answer.pending), None)
        if settled is None:
            break
        kept.remove(settled)
    memory[account_id] = tuple(kept)


def digest_of_pending(
    memory: Mapping[str, tuple[Answered, ...]], account_id: str, action_id: str
) -> str | None:
    """The hash under which a pending answer is kept; None if it is not remembered."""
    for answered in memory.get(account_id, ()):
        if answered.answer.action_id == action_id:
            return answered.digest
    return None
