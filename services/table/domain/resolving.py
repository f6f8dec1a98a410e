"""A hand whose result the wallet refused: operators decide what is booked instead (SEAMS 19).

The decision is a record and the content of the next attempt. Above a limit it is a proposal first,
and stands in the log until another operator agrees; a later proposal replaces it.
"""

from collections.abc import Mapping

import msgspec

from riverbus.engine.result import PotResult as PlayedPot
from services.table.domain import play
from services.table.domain.commands import Agree, PotDecision, Resolve
from services.table.domain.draft import Draft
from services.table.domain.errors import (
    HandNotRefused,
    OwnHand,
    ProposalUnknown,
    ReasonMissing,
    SecondOperatorNeeded,
    SharesWrong,
)
from services.table.domain.settlement import HandResolved, PotResult, Settlement
from services.table.domain.state import Answer, Intent, IntentKind

CLOSING = (IntentKind.SETTLE, IntentKind.CANCEL)
REASON_MAX = 500


def refused_intent(intents: Mapping[str, Intent]) -> Intent | None:
    """The hand's settle or cancel if the wallet refused it."""
    return next((i for i in intents.values() if i.kind in CLOSING and i.held), None)


def resolve(draft: Draft, command: Resolve) -> Answer:
    """Decide, or propose where the pots are above the limit. Raises what does not add up."""
    intent = _refused(draft)
    _verify_judge(draft, command.account_id, command.reason)
    resolved = HandResolved(
        id=command.action_id,
        hand_id=intent.hand_id,
        attempt=intent.attempt,
        reason=command.reason,
        by=command.account_id,
        by_name=command.name,
        at_ms=draft.now_ms,
        settlement=None if command.cancel else _settlement(draft, command),
    )
    if at_stake(draft) > command.alone_max:
        draft.set_core(proposal=resolved)
        return Answer(action_id=command.action_id, proposal=resolved.id)
    _decide(draft, intent, resolved)
    return Answer(action_id=command.action_id)


def agree(draft: Draft, command: Agree) -> Answer:
    """A second, different operator agrees to the proposal as it stands."""
    intent = _refused(draft)
    proposal = draft.core.proposal
    if proposal is None or proposal.id != command.proposal:
        raise ProposalUnknown
    if (proposal.hand_id, proposal.attempt) != (intent.hand_id, intent.attempt):
        raise ProposalUnknown
    if proposal.by == command.account_id:
        raise SecondOperatorNeeded
    _verify_judge(draft, command.account_id, command.reason)
    agreed = msgspec.structs.replace(
        proposal, agreed_by=command.account_id, agreed_name=command.name
    )
    _decide(draft, intent, agreed)
    return Answer(action_id=command.action_id)


def at_stake(draft: Draft) -> int:
    """What the hand's pots hold, minor units."""
    hand = draft.hand
    return sum(pot.amount for pot in hand.pots) if hand is not None else 0


def _refused(draft: Draft) -> Intent:
    intent = refused_intent(draft.intents)
    if intent is None or draft.hand is None:
        raise HandNotRefused
    return intent


def _verify_judge(draft: Draft, account_id: str, reason: str) -> None:
    """Nobody judges at a table where he plays; each says why."""
    if not reason.strip() or len(reason) > REASON_MAX or any(ord(sign) < 32 for sign in reason):
        raise ReasonMissing
    if any(seat.account_id == account_id for seat in draft.seats.values()):
        raise OwnHand


def _settlement(draft: Draft, command: Resolve) -> Settlement:
    """The hand as it was played, with the operator's shares."""
    hand = draft.hand
    if hand is None:
        raise HandNotRefused
    result = hand.result()
    if not result.pots or len(command.pots) != len(result.pots):
        told = "; ".join(_in_words(n, pot) for n, pot in enumerate(result.pots, 1))
        raise SharesWrong(f"Give the shares of {len(result.pots)} pots. {told}".strip())
    pots = tuple(
        _pot(number, played, decided)
        for number, (played, decided) in enumerate(zip(result.pots, command.pots, strict=True), 1)
    )
    return msgspec.structs.replace(play.settlement(result), pots=pots, resolution=command.reason)


def _pot(number: int, played: PlayedPot, decided: PotDecision) -> PotResult:
    rake = played.rake if decided.rake is None else decided.rake
    seats = [share.seat for share in decided.shares]
    paid = sum(share.amount for share in decided.shares) + rake
    wrong = (
        len(set(seats)) != len(seats)
        or not set(seats) <= set(played.eligible)
        or any(share.amount < 1 for share in decided.shares)
        or rake < 0
    )
    if wrong or paid != played.amount:
        raise SharesWrong(f"Shares and a rake of {rake} give {paid}. {_in_words(number, played)}")
    return PotResult(played.amount, played.eligible, decided.shares, rake)


def _in_words(number: int, pot: PlayedPot) -> str:
    seats = ", ".join(str(seat) for seat in sorted(pot.eligible))
    return f"Pot {number} holds {pot.amount} for seats {seats}; its rake as played is {pot.rake}."


def _decide(draft: Draft, intent: Intent, resolved: HandResolved) -> None:
    """The next attempt, with what was decided (SEAMS 19)."""
    del draft.intents[intent.id]
    hand_id, attempt = intent.hand_id, intent.attempt + 1
    cancel = resolved.settlement is None
    following = Intent(
        id=f"cancel:{hand_id}" if cancel else f"settle:{hand_id}:{attempt}",
        kind=IntentKind.CANCEL if cancel else IntentKind.SETTLE,
        made_ms=draft.now_ms,
        hand_id=hand_id,
        attempt=attempt,
        reason=resolved.reason,
        settlement=resolved.settlement,
        resolved=resolved,
    )
    draft.intents[following.id] = following
    draft.set_core(proposal=None)
    if cancel:
        draft.note("hand_cancelled", f"The house cancelled the hand: {resolved.reason}")
    else:
        draft.note("hand_resolved", f"The house decided the hand: {resolved.reason}")
