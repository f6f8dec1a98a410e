"""Commands of operators: corrections, standing, dumped chips, jackpots."""

from typing import ClassVar

from services.wallet.domain.accounts import MAX_AMOUNT
from services.wallet.domain.checks import (
    check_amount,
    check_currency,
    check_id,
    check_name,
    check_text,
)
from services.wallet.domain.commands import Command
from services.wallet.domain.entities import Standing
from services.wallet.domain.errors import InvalidAmount, Malformed

MAX_PAYMENTS = 1_000


class OperatorCommand(Command, frozen=True, kw_only=True):
    """A decision about a player, with its reason."""

    account_id: str
    operator: str
    reason: str

    @property
    def account(self) -> str:
        """The player."""
        return self.account_id

    @property
    def note(self) -> str:
        """The reason."""
        return self.reason

    def check(self) -> None:
        """Names and reason."""
        check_name(self.account_id, "account_id")
        check_text(self.reason, 500, "reason")


class Adjust(OperatorCommand, frozen=True, kw_only=True):
    """Correct a balance against the house."""

    KIND: ClassVar[str] = "adjust"
    currency: str
    change: int

    def check(self) -> None:
        """The amount too."""
        super().check()
        check_currency(self.currency)
        if not self.change or not -MAX_AMOUNT <= self.change <= MAX_AMOUNT:
            raise InvalidAmount


class RemoveDumpedChips(OperatorCommand, frozen=True, kw_only=True):
    """Propose to take dumped chips from their receiver (MON-07)."""

    KIND: ClassVar[str] = "remove_dumped_chips"
    case_id: str
    currency: str
    amount: int

    @property
    def subject(self) -> str:
        """The case."""
        return self.case_id

    def check(self) -> None:
        """Case and amount too."""
        super().check()
        check_name(self.case_id, "case_id")
        check_currency(self.currency)
        check_amount(self.amount)


class Consent(Command, frozen=True, kw_only=True):
    """The second operator's word."""

    KIND: ClassVar[str] = "consent"
    proposal_id: str
    operator: str
    agreed: bool
    reason: str = ""

    @property
    def subject(self) -> str:
        """The proposal."""
        return self.proposal_id

    @property
    def note(self) -> str:
        """The reason."""
        return self.reason

    def check(self) -> None:
        """Id and reason."""
        check_id(self.proposal_id)
        check_text(self.reason, 500, "reason")


class SetStanding(OperatorCommand, frozen=True, kw_only=True):
    """Freeze, free or close an account (SEAMS 24)."""

    KIND: ClassVar[str] = "set_standing"
    standing: Standing


class Payments(Command, frozen=True, kw_only=True):
    """Amounts from one account to several players."""

    currency: str
    payments: tuple[tuple[str, int], ...]
    reason: str

    @property
    def note(self) -> str:
        """The reason."""
        return self.reason

    def check(self) -> None:
        """Names, amounts, reason."""
        check_currency(self.currency)
        check_text(self.reason, 500, "reason")
        if not 1 <= len(self.payments) <= MAX_PAYMENTS:
            raise Malformed("Between 1 and 1,000 players are paid.")
        for account_id, amount in self.payments:
            check_name(account_id, "account_id")
            check_amount(amount)


class ReturnToLosers(Payments, frozen=True, kw_only=True):
    """Removed chips back to those who lost them (MON-07)."""

    KIND: ClassVar[str] = "return_to_losers"
    case_id: str
    operator: str

    @property
    def subject(self) -> str:
        """The case."""
        return self.case_id

    def check(self) -> None:
        """The case too."""
        super().check()
        check_name(self.case_id, "case_id")


class PayJackpot(Payments, frozen=True, kw_only=True):
    """A jackpot out of its fund (MON-09)."""

    KIND: ClassVar[str] = "pay_jackpot"
    jackpot_id: str
    hand_id: str

    @property
    def subject(self) -> str:
        """The hand."""
        return self.hand_id

    def check(self) -> None:
        """Fund and hand too."""
        super().check()
        check_name(self.jackpot_id, "jackpot_id")
        check_name(self.hand_id, "hand_id")
