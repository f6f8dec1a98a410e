"""Real money in and out, and between depositors, within daily limits."""

from msgspec.structs import replace

from services.wallet.domain.accounts import MAX_AMOUNT, cash, hold, outside
from services.wallet.domain.book import Book
from services.wallet.domain.cashier_commands import (
    BeginDeposit,
    BookDeposit,
    CancelWithdrawal,
    DecideWithdrawal,
    RequestWithdrawal,
    SetLimits,
    Transfer,
)
from services.wallet.domain.entities import Deposit, Limits, Player, Withdrawal, WithdrawalStatus
from services.wallet.domain.errors import Declined, NotFound, WalletError
from services.wallet.domain.events import WithdrawalChanged
from services.wallet.domain.players import known, offered, spender
from services.wallet.domain.policy import Context, TransferKind
from services.wallet.domain.results import BalanceAfter, LimitsSet, WithdrawalAfter

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS

DECISIONS: dict[str, tuple[tuple[str, ...], WithdrawalStatus]] = {
    "approve": (("requested",), "approved"),
    "refuse": (("requested",), "refused"),
    "paid": (("approved",), "paid"),
    "failed": (("approved",), "failed"),
}
"""For each decision: the states in which it may be taken, and the one it leads to."""


class LimitExceeded(WalletError):
    """Raised when a daily limit would be passed."""

    code = "limit_exceeded"
    sentence = "This is more than the daily limit allows."


class NotADepositor(WalletError):
    """Raised when a transfer's sender or receiver has never deposited (MON-06)."""

    code = "not_a_depositor"
    sentence = "Transfers are only between players who have both deposited."
    alarming = True


def limits_key(account_id: str, currency: str) -> str:
    """A Limits row's key."""
    return f"{account_id}/{currency}"


def begin_deposit(book: Book, command: BeginDeposit, context: Context) -> BalanceAfter:
    """Standing and limit, counted before the provider is asked."""
    player = spender(book, command.account_id)
    offered(command.currency, context.policy)
    payment = book.find(Deposit, command.subject)
    if payment is not None and payment.status != "refused":
        raise Declined("reference_used", "The provider's reference was used before.")
    spend(book, player, command.currency, (command.amount, 0), context)
    book.put(
        Deposit(
            key=command.subject,
            account_id=player.key,
            currency=command.currency,
            amount=command.amount,
            operation_id=command.id,
        )
    )
    return BalanceAfter(book.balance(cash(player.key, command.currency)))


def book_deposit(book: Book, command: BookDeposit, context: Context) -> BalanceAfter:
    """The provider's answer; its money is booked whatever the standing, once a reference.

    A refusal gives the limit back and frees the reference.
    """
    player = known(book, command.account_id)
    payment = book.find(Deposit, command.subject)
    if payment is None or (payment.account_id, payment.currency, payment.amount) != (
        player.key,
        command.currency,
        command.amount,
    ):
        raise Declined("reference_used", "The provider's reference belongs to another deposit.")
    if payment.status == "booked":
        raise Declined("reference_used", "The provider's reference was booked before.")
    purse = cash(player.key, command.currency)
    if not command.confirmed:
        spend(book, player, command.currency, (-command.amount, 0), context)
        book.put(replace(payment, status="refused", operation_id=command.id))
        return BalanceAfter(book.balance(purse), refused=True)
    book.move(TransferKind.DEPOSIT, outside(command.currency), purse, command.amount)
    book.put(replace(payment, status="booked", operation_id=command.id))
    currencies = tuple(sorted({*player.currencies, command.currency}))
    book.put(replace(player, depositor=True, currencies=currencies))
    return BalanceAfter(book.balance(purse))


def request_withdrawal(book: Book, command: RequestWithdrawal, context: Context) -> WithdrawalAfter:
    """Cash to hold until an operator has decided (MON-10: to the player's own account)."""
    player = spender(book, command.account_id)
    offered(command.currency, context.policy)
    purse = cash(player.key, command.currency)
    kept = hold(player.key, command.currency)
    book.move(TransferKind.WITHDRAWAL_HOLD, purse, kept, command.amount)
    withdrawal = Withdrawal(
        key=command.id,
        account_id=player.key,
        currency=command.currency,
        amount=command.amount,
        provider=command.provider,
        requested_at_ms=context.now_ms,
        changed_at_ms=context.now_ms,
    )
    book.put(withdrawal)
    book.tell(WithdrawalChanged(withdrawal))
    return WithdrawalAfter(withdrawal, book.balance(purse))


def cancel_withdrawal(book: Book, command: CancelWithdrawal, context: Context) -> WithdrawalAfter:
    """Taken back while nobody has approved it."""
    withdrawal = _withdrawal(book, command.withdrawal_id)
    if withdrawal.account_id != command.account_id:
        raise _unknown_withdrawal()
    return _change(book, withdrawal, ("requested",), "cancelled", command.account_id, "", context)


def decide_withdrawal(book: Book, command: DecideWithdrawal, context: Context) -> WithdrawalAfter:
    """Approved or refused by an operator, then paid or failed."""
    withdrawal = _withdrawal(book, command.withdrawal_id)
    if command.operator == withdrawal.account_id:
        raise Declined("own_account", "Operators do not decide about their own money.")
    if command.decision in ("refuse", "failed") and not command.reason:
        raise Declined("reason_required", "Say why.")
    allowed, status = DECISIONS[command.decision]
    return _change(book, withdrawal, allowed, status, command.operator, command.reason, context)


def transfer(book: Book, command: Transfer, context: Context) -> BalanceAfter:
    """Cash to another depositor, within the daily limit (MON-06)."""
    sender = spender(book, command.from_account_id)
    receiver = spender(book, command.to_account_id)
    offered(command.currency, context.policy)
    if not (sender.depositor and receiver.depositor):
        raise NotADepositor
    purse = cash(sender.key, command.currency)
    other = cash(receiver.key, command.currency)
    spend(book, sender, command.currency, (0, command.amount), context)
    book.move(TransferKind.TRANSFER, purse, other, command.amount)
    if command.currency not in receiver.currencies:
        both = tuple(sorted({*receiver.currencies, command.currency}))
        book.put(replace(receiver, currencies=both))
    return BalanceAfter(book.balance(purse))


def set_limits(book: Book, command: SetLimits, context: Context) -> LimitsSet:
    """A lower limit holds at once, a higher one after 24 hours."""
    player = known(book, command.account_id)
    offered(command.currency, context.policy)
    key = limits_key(player.key, command.currency)
    limits = effective(book.find(Limits, key) or Limits(key=key), context.now_ms)
    lower_deposit = _is_lower(command.daily_deposit, limits.deposit)
    lower_transfer = _is_lower(command.daily_transfer, limits.transfer)
    later = not (lower_deposit and lower_transfer)
    holds = context.now_ms + DAY_MS if later else context.now_ms
    book.put(
        replace(
            limits,
            deposit=command.daily_deposit if lower_deposit else limits.deposit,
            transfer=command.daily_transfer if lower_transfer else limits.transfer,
            next_deposit=command.daily_deposit,
            next_transfer=command.daily_transfer,
            next_from_ms=holds,
        )
    )
    return LimitsSet(effective_at_ms=holds)


def spend(
    book: Book, player: Player, currency: str, amounts: tuple[int, int], context: Context
) -> None:
    """Count (deposited, transferred) against the rolling day. Raises LimitExceeded."""
    key = limits_key(player.key, currency)
    limits = effective(book.find(Limits, key) or Limits(key=key), context.now_ms)
    since = context.now_ms - DAY_MS
    hours = [hour for hour in limits.hours if hour[0] + HOUR_MS > since]
    room = (context.policy.daily_deposit, context.policy.daily_transfer)
    own = (limits.deposit, limits.transfer)
    for position in (0, 1):
        limit = min(room[position], own[position] if own[position] >= 0 else MAX_AMOUNT)
        spent = sum(hour[1 + position] for hour in hours)
        if amounts[position] > 0 and spent + amounts[position] > limit:
            raise LimitExceeded(details={"limit": str(limit), "spent": str(spent)})
    start = context.now_ms // HOUR_MS * HOUR_MS
    if hours and hours[-1][0] == start:
        last = hours.pop()
        amounts = (last[1] + amounts[0], last[2] + amounts[1])
    hours.append((start, *amounts))
    book.put(replace(limits, hours=tuple(hours)))


def effective(limits: Limits, now_ms: int) -> Limits:
    """The limits with a raise that has become due."""
    if limits.next_from_ms and now_ms >= limits.next_from_ms:
        return replace(
            limits, deposit=limits.next_deposit, transfer=limits.next_transfer, next_from_ms=0
        )
    return limits


def _is_lower(new: int, old: int) -> bool:
    """A negative limit is none of one's own, so the highest."""
    return new >= 0 and (old < 0 or new <= old) if new != old else True


def _withdrawal(book: Book, withdrawal_id: str) -> Withdrawal:
    withdrawal = book.find(Withdrawal, withdrawal_id)
    if withdrawal is None:
        raise _unknown_withdrawal()
    return withdrawal


def _unknown_withdrawal() -> NotFound:
    return NotFound("There is no such withdrawal.", code="unknown_withdrawal")


def _change(
    book: Book,
    withdrawal: Withdrawal,
    allowed: tuple[str, ...],
    status: WithdrawalStatus,
    who: str,
    reason: str,
    context: Context,
) -> WithdrawalAfter:
    if withdrawal.status not in allowed:
        raise Declined(
            "withdrawal_state", "The withdrawal is in another state.", state=withdrawal.status
        )
    purse = cash(withdrawal.account_id, withdrawal.currency)
    kept = hold(withdrawal.account_id, withdrawal.currency)
    if status == "paid":
        world = outside(withdrawal.currency)
        book.move(TransferKind.WITHDRAWAL_PAID, kept, world, withdrawal.amount)
    elif status != "approved":
        book.move(TransferKind.WITHDRAWAL_RETURN, kept, purse, withdrawal.amount)
    changed = replace(
        withdrawal,
        status=status,
        changed_at_ms=context.now_ms,
        reason=reason,
        decided_by=who,
    )
    book.put(changed)
    book.tell(WithdrawalChanged(changed))
    return WithdrawalAfter(changed, book.balance(purse))
