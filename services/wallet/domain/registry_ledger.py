"""The handling of cashier's, operators' and tournaments' commands."""

from services.wallet.domain import accounts, cashier, operators, tournaments
from services.wallet.domain.book import Book, EntityId
from services.wallet.domain.cashier import limits_key
from services.wallet.domain.cashier_commands import (
    BeginDeposit,
    BookDeposit,
    CancelWithdrawal,
    DecideWithdrawal,
    ProviderCommand,
    RequestWithdrawal,
    SetLimits,
    Transfer,
    WithdrawalCommand,
)
from services.wallet.domain.entities import (
    Deposit,
    Entrant,
    Limits,
    Player,
    Proposal,
    Tournament,
    Withdrawal,
)
from services.wallet.domain.handlers import More, handles
from services.wallet.domain.operator_commands import (
    Adjust,
    Consent,
    OperatorCommand,
    PayJackpot,
    Payments,
    RemoveDumpedChips,
    ReturnToLosers,
    SetStanding,
)
from services.wallet.domain.results import (
    BalanceAfter,
    Entered,
    Left,
    LimitsSet,
    Paid,
    PoolAfter,
    Proposed,
    Returned,
    StandingAfter,
    WithdrawalAfter,
)
from services.wallet.domain.tournament_commands import (
    AddToPool,
    Enter,
    Leave,
    PayOut,
    Prize,
    Refund,
    TournamentCommand,
)
from services.wallet.domain.tournaments import entrant_key


def _limited(account_id: str, currency: str) -> list[EntityId]:
    return [(Player, account_id), (Limits, limits_key(account_id, currency))]


def _deposit(command: ProviderCommand) -> list[EntityId]:
    return [*_limited(command.account_id, command.currency), (Deposit, command.subject)]


def _deposit_money(command: ProviderCommand, book: Book) -> More:
    return More(
        accounts=[
            accounts.cash(command.account_id, command.currency),
            accounts.outside(command.currency),
        ]
    )


def _requested(command: RequestWithdrawal) -> list[EntityId]:
    return [(Player, command.account_id), (Withdrawal, command.id)]


def _requested_money(command: RequestWithdrawal, book: Book) -> More:
    return More(
        accounts=[
            accounts.cash(command.account_id, command.currency),
            accounts.hold(command.account_id, command.currency),
        ]
    )


def _withdrawal(command: WithdrawalCommand) -> list[EntityId]:
    return [(Withdrawal, command.withdrawal_id)]


def _withdrawal_money(command: WithdrawalCommand, book: Book) -> More:
    withdrawal = book.find(Withdrawal, command.withdrawal_id)
    if withdrawal is None:
        return More()
    return More(
        accounts=[
            accounts.cash(withdrawal.account_id, withdrawal.currency),
            accounts.hold(withdrawal.account_id, withdrawal.currency),
            accounts.outside(withdrawal.currency),
        ]
    )


def _transfer(command: Transfer) -> list[EntityId]:
    return [
        *_limited(command.from_account_id, command.currency),
        (Player, command.to_account_id),
    ]


def _transfer_money(command: Transfer, book: Book) -> More:
    if book.find(Player, command.to_account_id) is None:
        return More()
    return More(
        accounts=[
            accounts.cash(command.from_account_id, command.currency),
            accounts.cash(command.to_account_id, command.currency),
        ]
    )


def _set_limits(command: SetLimits) -> list[EntityId]:
    return _limited(command.account_id, command.currency)


def _nothing_more(command: OperatorCommand | SetLimits, book: Book) -> More:
    return More()


def _subject(command: OperatorCommand) -> list[EntityId]:
    return [(Player, command.account_id), (Proposal, command.id)]


def _adjust_money(command: Adjust, book: Book) -> More:
    if book.find(Player, command.account_id) is None:
        return More()
    return More(
        accounts=[
            accounts.cash(command.account_id, command.currency),
            accounts.promotions(command.currency),
        ]
    )


def _consent(command: Consent) -> list[EntityId]:
    return [(Proposal, command.proposal_id)]


def _consent_money(command: Consent, book: Book) -> More:
    proposal = book.find(Proposal, command.proposal_id)
    if proposal is None:
        return More()
    other = (
        accounts.confiscated(proposal.case_id, proposal.currency)
        if proposal.purpose == "remove"
        else accounts.promotions(proposal.currency)
    )
    return More(accounts=[accounts.cash(proposal.account_id, proposal.currency), other])


def _paid(command: Payments) -> list[EntityId]:
    return [(Player, account_id) for account_id, _ in command.payments]


def _paid_money(command: ReturnToLosers | PayJackpot, book: Book) -> More:
    source = (
        accounts.confiscated(command.case_id, command.currency)
        if isinstance(command, ReturnToLosers)
        else accounts.jackpot(command.jackpot_id, command.currency)
    )
    purses = [accounts.cash(account_id, command.currency) for account_id, _ in command.payments]
    return More(accounts=[source, *purses])


def _entrant(command: Enter | Leave) -> list[EntityId]:
    return [
        (Player, command.account_id),
        (Tournament, command.tournament_id),
        (Entrant, entrant_key(command.tournament_id, command.account_id)),
    ]


def _entrant_money(command: Enter | Leave, book: Book) -> More:
    return More(
        accounts=[
            accounts.cash(command.account_id, command.currency),
            accounts.pool(command.tournament_id, command.currency),
            accounts.fees(command.tournament_id, command.currency),
        ]
    )


def _tournament(command: TournamentCommand) -> list[EntityId]:
    return [(Tournament, command.tournament_id)]


def _pool_money(command: AddToPool, book: Book) -> More:
    return More(
        accounts=[
            accounts.promotions(command.currency),
            accounts.pool(command.tournament_id, command.currency),
        ]
    )


def _prizes(command: PayOut | Refund) -> list[EntityId]:
    needed: list[EntityId] = [(Tournament, command.tournament_id)]
    for prize in _listed(command):
        needed.append((Player, prize.account_id))
        needed.append((Entrant, entrant_key(command.tournament_id, prize.account_id)))
    return needed


def _prize_money(command: PayOut | Refund, book: Book) -> More:
    names = [prize.account_id for prize in _listed(command)]
    if isinstance(command, Refund) and not command.refunds:
        if command.tournament_id not in book.complete:
            return More(tournament=command.tournament_id)
        names = [entrant.account_id for entrant in book.entrants(command.tournament_id)]
    return More(
        accounts=[
            accounts.promotions(command.currency),
            accounts.pool(command.tournament_id, command.currency),
            accounts.fees(command.tournament_id, command.currency),
            *(accounts.cash(name, command.currency) for name in names),
        ]
    )


def _listed(command: PayOut | Refund) -> tuple[Prize, ...]:
    return command.prizes if isinstance(command, PayOut) else command.refunds


def register() -> None:
    """Enter the handling of these commands."""
    handles(BeginDeposit, BalanceAfter, _deposit, _deposit_money, cashier.begin_deposit)
    handles(BookDeposit, BalanceAfter, _deposit, _deposit_money, cashier.book_deposit)
    handles(
        RequestWithdrawal,
        WithdrawalAfter,
        _requested,
        _requested_money,
        cashier.request_withdrawal,
    )
    handles(
        CancelWithdrawal,
        WithdrawalAfter,
        _withdrawal,
        _withdrawal_money,
        cashier.cancel_withdrawal,
    )
    handles(
        DecideWithdrawal,
        WithdrawalAfter,
        _withdrawal,
        _withdrawal_money,
        cashier.decide_withdrawal,
    )
    handles(Transfer, BalanceAfter, _transfer, _transfer_money, cashier.transfer)
    handles(SetLimits, LimitsSet, _set_limits, _nothing_more, cashier.set_limits)
    handles(Adjust, Proposed, _subject, _adjust_money, operators.adjust)
    handles(RemoveDumpedChips, Proposed, _subject, _nothing_more, operators.remove_dumped_chips)
    handles(Consent, Proposed, _consent, _consent_money, operators.consent)
    handles(SetStanding, StandingAfter, _subject, _nothing_more, operators.set_standing)
    handles(ReturnToLosers, Left, _paid, _paid_money, operators.return_to_losers)
    handles(PayJackpot, Left, _paid, _paid_money, operators.pay_jackpot)
    handles(Enter, Entered, _entrant, _entrant_money, tournaments.enter)
    handles(Leave, Returned, _entrant, _entrant_money, tournaments.leave)
    handles(AddToPool, PoolAfter, _tournament, _pool_money, tournaments.add_to_pool)
    handles(PayOut, Paid, _prizes, _prize_money, tournaments.pay_out)
    handles(Refund, Paid, _prizes, _prize_money, tournaments.refund)
