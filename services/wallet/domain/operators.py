"""Operators' decisions: recorded with who and why, large ones with a second operator's consent."""

from msgspec.structs import replace

from services.wallet.domain.accounts import AccountKey, cash, confiscated, jackpot, promotions
from services.wallet.domain.book import Book
from services.wallet.domain.entities import Player, Proposal
from services.wallet.domain.errors import AccountClosed, Declined, NotFound
from services.wallet.domain.events import StandingChanged
from services.wallet.domain.operator_commands import (
    Adjust,
    Consent,
    PayJackpot,
    RemoveDumpedChips,
    ReturnToLosers,
    SetStanding,
)
from services.wallet.domain.players import known, offered
from services.wallet.domain.policy import Context, TransferKind
from services.wallet.domain.results import Left, Proposed, StandingAfter

LOBBY = "lobby"


def adjust(book: Book, command: Adjust, context: Context) -> Proposed:
    """Booked at once up to the room's limit; above it, a proposal."""
    player = _subject(book, command.account_id, command.operator, command.reason)
    offered(command.currency, context.policy)
    proposal = Proposal(
        key=command.id,
        account_id=player.key,
        currency=command.currency,
        change=command.change,
        reason=command.reason,
        proposed_by=command.operator,
    )
    if abs(command.change) > context.policy.consent_above:
        book.put(proposal)
        return Proposed(proposal_id=command.id)
    return _carry_out(book, proposal)


def remove_dumped_chips(book: Book, command: RemoveDumpedChips, context: Context) -> Proposed:
    """Always a proposal (MON-07)."""
    player = _subject(book, command.account_id, command.operator, command.reason)
    offered(command.currency, context.policy)
    book.put(
        Proposal(
            key=command.id,
            purpose="remove",
            account_id=player.key,
            currency=command.currency,
            change=-command.amount,
            case_id=command.case_id,
            reason=command.reason,
            proposed_by=command.operator,
        )
    )
    return Proposed(proposal_id=command.id)


def consent(book: Book, command: Consent, context: Context) -> Proposed:
    """Another operator agrees or declines, once."""
    proposal = book.find(Proposal, command.proposal_id)
    if proposal is None:
        raise NotFound("There is no such proposal.", code="unknown_proposal")
    if proposal.status != "waiting":
        raise Declined("proposal_decided", "The proposal was decided before.")
    if command.operator == proposal.proposed_by:
        raise Declined("same_operator", "The second operator must be another one.")
    if command.operator == proposal.account_id:
        raise _own_account()
    if not command.agreed:
        book.put(replace(proposal, status="declined", decided_by=command.operator))
        purse = cash(proposal.account_id, proposal.currency)
        return Proposed(proposal_id=proposal.key, balance=book.balance(purse))
    done = _carry_out(book, proposal)
    book.put(replace(proposal, status="agreed", decided_by=command.operator))
    return replace(done, proposal_id=proposal.key)


def set_standing(book: Book, command: SetStanding, context: Context) -> StandingAfter:
    """Freeze, free or close; closed is for good.

    The end of the lobby's suspension does not free an account that an operator froze, before or
    meanwhile.
    """
    player = _subject(book, command.account_id, command.operator, command.reason)
    if player.standing == "closed" and command.standing != "closed":
        raise AccountClosed
    if command.operator == LOBBY and command.standing == "open" and player.frozen_by != LOBBY:
        return StandingAfter(player.standing)
    taken_over = player.frozen_by == LOBBY != command.operator and command.standing == "frozen"
    if player.standing != command.standing or taken_over:
        by = "" if command.standing == "open" else command.operator
        book.put(replace(player, standing=command.standing, reason=command.reason, frozen_by=by))
        book.tell(StandingChanged(player.key, command.standing, command.reason))
    return StandingAfter(command.standing)


def return_to_losers(book: Book, command: ReturnToLosers, context: Context) -> Left:
    """Out of what was removed in the case, and no more (MON-07)."""
    _verify_reason(command.reason)
    if any(account_id == command.operator for account_id, _ in command.payments):
        raise _own_account()
    removed = confiscated(command.case_id, command.currency)
    _pay(book, removed, command.payments, TransferKind.RETURN_TO_LOSER)
    return Left(book.balance(removed))


def pay_jackpot(book: Book, command: PayJackpot, context: Context) -> Left:
    """Out of the fund (MON-09)."""
    _verify_reason(command.reason)
    fund = jackpot(command.jackpot_id, command.currency)
    _pay(book, fund, command.payments, TransferKind.JACKPOT)
    return Left(book.balance(fund))


def _pay(
    book: Book, source: AccountKey, payments: tuple[tuple[str, int], ...], kind: TransferKind
) -> None:
    for account_id, amount in payments:
        known(book, account_id)
        book.move(kind, source, cash(account_id, source.currency), amount)


def _carry_out(book: Book, proposal: Proposal) -> Proposed:
    purse = cash(proposal.account_id, proposal.currency)
    if proposal.purpose == "remove":
        removed = confiscated(proposal.case_id, proposal.currency)
        book.move(TransferKind.REMOVAL, purse, removed, -proposal.change)
    elif proposal.change > 0:
        house = promotions(proposal.currency)
        book.move(TransferKind.ADJUSTMENT, house, purse, proposal.change)
    else:
        house = promotions(proposal.currency)
        book.move(TransferKind.ADJUSTMENT, purse, house, -proposal.change)
    return Proposed(balance=book.balance(purse), change=proposal.change)


def _subject(book: Book, account_id: str, operator: str, reason: str) -> Player:
    player = known(book, account_id)
    if operator == account_id:
        raise _own_account()
    _verify_reason(reason)
    return player


def _verify_reason(reason: str) -> None:
    if not reason:
        raise Declined("reason_required", "Say why.")


def _own_account() -> Declined:
    return Declined("own_account", "Operators do not decide about their own money.")
