"""The hand log is nearly full: no new hand begins until there is room again (SEAMS 5)."""

from services.table.domain import dealing
from services.table.domain.draft import Draft
from services.table.domain.state import TableState

PAUSED_BY = "log"
REASON = "The room's records are nearly full; the next hand comes by itself when there is room."


def log_space(draft: Draft, *, short: bool) -> None:
    """Stop between hands, or go on; whatever else stopped the table keeps it stopped."""
    core = draft.core
    if short and core.state is TableState.OPEN:
        draft.set_state(TableState.PAUSED, REASON, paused_by=PAUSED_BY)
    elif not short and core.paused_by == PAUSED_BY:
        draft.set_state(TableState.OPEN, paused_by="")
        dealing.follow_settings(draft)
        draft.look_for_hand()
