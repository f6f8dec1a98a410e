"""Refusals of the wallet. `stored` ones are given again for the same id; the others are transient
or malformed, and the same call may succeed later (SEAMS 27).
"""

from typing import ClassVar

from riverbus.core.errors import ErrorKind, RoomError


class WalletError(RoomError):
    """A refusal; nothing was booked."""

    stored: ClassVar[bool] = True
    kind = ErrorKind.REFUSED
    alarming: ClassVar[bool] = False
    """True where integrity wants to hear of it: an event goes out with the stored refusal."""


class Malformed(WalletError):
    """Raised when a request can never be right; never stored under its id."""

    stored = False
    code = "invalid_argument"
    kind = ErrorKind.INVALID
    sentence = "The request is malformed."


class InvalidId(Malformed):
    """Raised when an idempotency key is missing or has other characters than it may."""

    code = "invalid_id"
    sentence = "An id of 1 to 128 letters, digits, points, colons, dashes or underscores is needed."


class InvalidAmount(Malformed):
    """Raised when an amount is not in 1 to 10^15."""

    code = "invalid_amount"
    sentence = "An amount must be a whole number from 1 to 1,000,000,000,000,000."


class InvalidCurrency(Malformed):
    """Raised when a currency code is unknown here, or play chips stand where money must."""

    code = "invalid_currency"
    sentence = "This currency is not offered here."


class IdReused(WalletError):
    """Raised when an id comes again with other business fields."""

    stored = False
    code = "id_reused"
    kind = ErrorKind.CONFLICT
    sentence = "This id was used for another request before; nothing was booked."


class EpochStale(WalletError):
    """Raised when a later owner of the table has spoken."""

    stored = False
    code = "epoch_stale"
    kind = ErrorKind.STALE
    sentence = "A later owner of this table has spoken."


class UnknownHand(WalletError):
    """Raised when a hand was never opened; not stored, for a repeated open may come first."""

    stored = False
    code = "unknown_hand"
    kind = ErrorKind.NOT_FOUND
    sentence = "The wallet has not seen this hand."


class UnknownAccount(WalletError):
    """Raised when a player has no accounts; not stored, for they may be opened yet."""

    stored = False
    code = "unknown_account"
    kind = ErrorKind.NOT_FOUND
    sentence = "There is no such account."


class NotFound(WalletError):
    """Raised when the thing named does not exist; the code says which."""

    stored = False
    code = "not_found"
    kind = ErrorKind.NOT_FOUND
    sentence = "There is no such thing."


class AccountFrozen(WalletError):
    """Raised when a frozen account would spend."""

    code = "account_frozen"
    sentence = "This account is frozen; chips at tables still come home."
    alarming = True


class AccountClosed(WalletError):
    """Raised when a closed account would spend."""

    code = "account_closed"
    sentence = "This account is closed; chips at tables still come home."
    alarming = True


class InsufficientFunds(WalletError):
    """Raised when an account would fall below zero."""

    code = "insufficient_funds"
    sentence = "There is not enough in the account."


class BalanceOverflow(WalletError):
    """Raised when an account would leave the range of amounts."""

    code = "balance_overflow"
    sentence = "The account cannot hold that much."


class WrongCurrency(WalletError):
    """Raised when a table or pool plays for another currency (MON-04)."""

    code = "wrong_currency"
    sentence = "This table plays for another currency."


class BuyInTooSmall(WalletError):
    """Raised when a buy-in is below the table's minimum (MON-02, MON-03, MON-11)."""

    code = "buy_in_too_small"
    sentence = "The buy-in is below this table's minimum."


class BuyInTooLarge(WalletError):
    """Raised when a buy-in or top-up leads above the table's maximum."""

    code = "buy_in_too_large"
    sentence = "The stack would be above this table's maximum."


class Reducing(WalletError):
    """Raised when a player comes back with less than he left with (ACT-11)."""

    code = "reducing"
    sentence = "You left this table with more a short time ago: bring at least that much."
    alarming = True


class AlreadyBoughtIn(WalletError):
    """Raised when a seat with chips buys in again."""

    code = "already_bought_in"
    sentence = "This player has chips at the table already: top up instead."


class BuyInReversed(WalletError):
    """Raised when a buy-in comes after its reversal."""

    code = "buy_in_reversed"
    sentence = "The table gave this buy-in up before it arrived; nothing was booked."


class NotBoughtIn(WalletError):
    """Raised when a player without a buy-in tops up or is dealt in."""

    code = "not_bought_in"
    sentence = "This player has not bought in at the table."


class ChipsInPlay(WalletError):
    """Raised when a buy-in would be reversed whose chips were played with."""

    code = "chips_in_play"
    sentence = "These chips were played with: the player stands up instead."


class HandOpen(WalletError):
    """Raised when a frozen stack would change (MON-01)."""

    code = "hand_open"
    sentence = "A hand is open: its stacks are frozen until it ends."


class HandAlreadyOpen(WalletError):
    """Raised when a table opens a second hand."""

    code = "hand_already_open"
    sentence = "Another hand is open at this table."


class HandCancelled(WalletError):
    """Raised when a cancelled hand is opened or settled."""

    code = "hand_cancelled"
    sentence = "This hand was cancelled."
    alarming = True


class HandSettled(WalletError):
    """Raised when a settled hand is settled by another attempt, or cancelled."""

    code = "hand_settled"
    sentence = "This hand was settled already."
    alarming = True


class HandClosed(WalletError):
    """Raised when a hand id is opened that was used before."""

    code = "hand_closed"
    sentence = "This hand was opened before."
    alarming = True


class EscrowDiffers(WalletError):
    """Raised when a table asks for chips and believes in another stack than the escrow holds; not
    stored: the call comes again when they agree (SEAMS 26)."""

    stored = False
    code = "stack_mismatch"
    sentence = "The stack differs from the escrow; nothing was moved."


class StackMismatch(WalletError):
    """Raised when the table's view of a stack is not the escrow."""

    code = "stack_mismatch"
    sentence = "A stack differs from the escrow; no hand is opened."


class SettlementRefused(WalletError):
    """Raised when a settlement does not add up (SEAMS 21); the code says where."""

    code = "settlement_refused"
    sentence = "The settlement does not add up."
    alarming = True


class Declined(WalletError):
    """A business refusal with its own code and sentence, where a class would say nothing more."""

    def __init__(self, code: str, sentence: str, **details: str) -> None:
        super().__init__(sentence, code=code, details=details)


class QueueFull(WalletError):
    """Raised when the wallet has more to do than it may queue."""

    stored = False
    code = "queue_full"
    kind = ErrorKind.UNAVAILABLE
    sentence = "The wallet is busy; send the same request again."


class DatabaseAway(WalletError):
    """Raised when the database failed: the outcome is unknown until the same call is repeated."""

    stored = False
    code = "unavailable"
    kind = ErrorKind.UNAVAILABLE
    sentence = "The ledger is away for a moment; send the same request again."


class DeadlinePassed(WalletError):
    """Raised when a request waited longer than its caller did; nothing was booked."""

    stored = False
    code = "deadline_exceeded"
    kind = ErrorKind.DEADLINE
    sentence = "The request waited too long; nothing was booked."


class BrokenInvariant(Exception):
    """Raised where the ledger would break a law of its own: a bug, never a user's mistake."""
