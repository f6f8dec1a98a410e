"""Chat bans: the ladder of CHT-03, set times of CHT-06, appeals."""

import enum
import uuid
from collections.abc import Iterable, Sequence

import msgspec

from services.chat.domain.errors import (
    AlreadyAppealed,
    AppealDecided,
    BadDecision,
    BadDuration,
    BadOffence,
    NoAppeal,
    ReasonMissing,
    SanctionIdReused,
    SanctionOver,
)

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
LADDER_MS = (24 * HOUR_MS, 48 * HOUR_MS, 72 * HOUR_MS, 7 * DAY_MS, 30 * DAY_MS, 0)
"""Length of each step; 0 is for life (CHT-03)."""
SHORTEST_MS = 60_000
LONGEST_MS = 30 * DAY_MS
REASON_MAX = 500


class Offence(enum.StrEnum):
    """What somebody did."""

    BAD_LANGUAGE = "bad_language"
    CARD_TALK = "card_talk"
    COFFEE_HOUSING = "coffee_housing"
    ADVERTISING = "advertising"
    FLOODING = "flooding"


ON_LADDER = frozenset({Offence.BAD_LANGUAGE, Offence.CARD_TALK})
"""Offences for which bans grow with each repeat (CHT-05, CHT-06)."""


class AppealState(enum.StrEnum):
    """How an appeal stands."""

    NONE = "none"
    OPEN = "open"
    UPHELD = "upheld"
    STRUCK_OUT = "struck_out"


class Sanction(msgspec.Struct, frozen=True):
    """A ban from all rooms; `until_ms` 0 means for life, `ended_at_ms` 0 means not ended early."""

    sanction_id: str
    account_id: str
    offence: Offence
    step: int
    from_ms: int
    until_ms: int
    reason: str
    imposed_by: str
    message_id: str = ""
    ended_at_ms: int = 0
    struck_out: bool = False
    appeal_state: AppealState = AppealState.NONE
    appeal_text: str = ""
    decision_reason: str = ""
    decided_by: str = ""

    def in_force(self, now_ms: int) -> bool:
        """Whether it keeps the account silent now."""
        return not self.ended_at_ms and (self.until_ms == 0 or now_ms < self.until_ms)


class Times(msgspec.Struct, frozen=True):
    """What the room sets for offences without a ladder (CHT-06)."""

    advertising_ms: int = DAY_MS
    flooding_ms: int = 10 * 60_000


class Charge(msgspec.Struct, frozen=True):
    """What an operator decides: for whom, for what, why. `duration_ms` 0: the room's own."""

    sanction_id: str
    account_id: str
    offence: Offence
    reason: str
    imposed_by: str
    message_id: str = ""
    duration_ms: int = 0


def verify_reason(reason: str) -> str:
    """The reason without surrounding space. Raises ReasonMissing."""
    stripped = reason.strip()
    if not 0 < len(stripped) <= REASON_MAX:
        raise ReasonMissing
    return stripped


def impose(charge: Charge, earlier: Iterable[Sanction], times: Times, now_ms: int) -> Sanction:
    """The ban. Steps on the ladder count what was not struck out, whether served or not."""
    try:
        uuid.UUID(charge.sanction_id)
    except ValueError as error:
        raise SanctionIdReused("A sanction id is a UUID.") from error
    reason = verify_reason(charge.reason)
    if charge.offence in ON_LADDER or charge.offence is Offence.COFFEE_HOUSING:
        if charge.duration_ms:
            raise BadDuration
    elif charge.duration_ms and not SHORTEST_MS <= charge.duration_ms <= LONGEST_MS:
        raise BadDuration
    step, length_ms = _step_and_length(charge, earlier, times)
    return Sanction(
        sanction_id=charge.sanction_id,
        account_id=charge.account_id,
        offence=charge.offence,
        step=step,
        from_ms=now_ms,
        until_ms=now_ms + length_ms if length_ms else 0,
        reason=reason,
        imposed_by=charge.imposed_by,
        message_id=charge.message_id,
    )


def repeated(charge: Charge, known: Sanction) -> Sanction:
    """The sanction of a repeated call. Raises SanctionIdReused if the content differs."""
    asked = (charge.account_id, charge.offence, charge.reason.strip(), charge.message_id)
    if asked != (known.account_id, known.offence, known.reason, known.message_id):
        raise SanctionIdReused
    return known


def lift(sanction: Sanction, reason: str, by: str, strike_out: bool, now_ms: int) -> Sanction:
    """Ended before its time. Raises SanctionOver."""
    if not sanction.in_force(now_ms):
        raise SanctionOver
    return msgspec.structs.replace(
        sanction,
        ended_at_ms=now_ms,
        struck_out=strike_out,
        decision_reason=verify_reason(reason),
        decided_by=by,
    )


def appeal(sanction: Sanction, text: str, now_ms: int) -> Sanction:
    """With an appeal. Raises AlreadyAppealed, SanctionOver."""
    if sanction.appeal_state is not AppealState.NONE:
        raise AlreadyAppealed
    if not sanction.in_force(now_ms):
        raise SanctionOver
    return msgspec.structs.replace(sanction, appeal_state=AppealState.OPEN, appeal_text=text)


def decide(
    sanction: Sanction, decision: AppealState, reason: str, by: str, now_ms: int
) -> Sanction:
    """The appeal decided; struck out ends it. Raises NoAppeal, AppealDecided, BadDecision."""
    if decision not in (AppealState.UPHELD, AppealState.STRUCK_OUT):
        raise BadDecision
    if sanction.appeal_state is AppealState.NONE:
        raise NoAppeal
    if sanction.appeal_state is not AppealState.OPEN:
        raise AppealDecided
    struck = decision is AppealState.STRUCK_OUT
    return msgspec.structs.replace(
        sanction,
        appeal_state=decision,
        decision_reason=verify_reason(reason),
        decided_by=by,
        struck_out=struck or sanction.struck_out,
        ended_at_ms=sanction.ended_at_ms or (now_ms if struck else 0),
    )


def silencing(sanctions: Sequence[Sanction], now_ms: int) -> Sanction | None:
    """The sanction in force that lasts longest, None if the account may speak."""
    active = [each for each in sanctions if each.in_force(now_ms)]
    return max(active, key=lambda each: each.until_ms or float("inf"), default=None)


def _step_and_length(charge: Charge, earlier: Iterable[Sanction], times: Times) -> tuple[int, int]:
    match charge.offence:
        case Offence.BAD_LANGUAGE | Offence.CARD_TALK:
            counted = sum(each.step > 0 and not each.struck_out for each in earlier)
            step = min(counted + 1, len(LADDER_MS))
            return step, LADDER_MS[step - 1]
        case Offence.COFFEE_HOUSING:
            return 0, 0
        case Offence.ADVERTISING:
            return 0, charge.duration_ms or times.advertising_ms
        case Offence.FLOODING:
            return 0, charge.duration_ms or times.flooding_ms
    raise BadOffence
