"""Commands of the cashier: deposits, withdrawals, transfers, limits."""

from typing import ClassVar, Literal

from services.wallet.domain.checks import (
    check_amount,
    check_id,
    check_money,
    check_name,
    check_text,
)
from services.wallet.domain.commands import Command
from services.wallet.domain.errors import Malformed


class PlayerCommand(Command, frozen=True, kw_only=True):
    """An amount of a player's real money."""

    account_id: str
    currency: str
    amount: int

    @property
    def account(self) -> str:
        """The player."""
        return self.account_id

    def check(self) -> None:
        """Names, currency and amount."""
        check_name(self.account_id, "account_id")
        check_money(self.currency)
        check_amount(self.amount)


class ProviderCommand(PlayerCommand, frozen=True, kw_only=True):
    """A payment by a provider under its own reference."""

    provider: str
    reference: str

    @property
    def subject(self) -> str:
        """Provider and reference."""
        return f"{self.provider}/{self.reference}"

    def check(self) -> None:
        """Provider and reference too."""
        super().check()
        check_name(self.provider, "provider")
        check_id(self.reference)


class BeginDeposit(ProviderCommand, frozen=True, kw_only=True):
    """Before the provider is asked: limits and standing, counted at once."""

    KIND: ClassVar[str] = "begin_deposit"


class BookDeposit(ProviderCommand, frozen=True, kw_only=True):
    """After the provider has answered."""

    KIND: ClassVar[str] = "deposit"
    UNHASHED: ClassVar[frozenset[str]] = frozenset({"confirmed"})
    confirmed: bool


class RequestWithdrawal(PlayerCommand, frozen=True, kw_only=True):
    """Cash to hold."""

    KIND: ClassVar[str] = "request_withdrawal"
    provider: str

    @property
    def subject(self) -> str:
        """The withdrawal is named by this call's id."""
        return self.id

    def check(self) -> None:
        """The provider too."""
        super().check()
        check_name(self.provider, "provider")


class WithdrawalCommand(Command, frozen=True, kw_only=True):
    """Something about a withdrawal that exists."""

    withdrawal_id: str

    @property
    def subject(self) -> str:
        """The withdrawal."""
        return self.withdrawal_id

    def check(self) -> None:
        """Its id."""
        check_id(self.withdrawal_id)


class CancelWithdrawal(WithdrawalCommand, frozen=True, kw_only=True):
    """Taken back by the player before an operator approved it."""

    KIND: ClassVar[str] = "cancel_withdrawal"
    account_id: str

    @property
    def account(self) -> str:
        """The player."""
        return self.account_id


class DecideWithdrawal(WithdrawalCommand, frozen=True, kw_only=True):
    """An operator's or the provider's word."""

    KIND: ClassVar[str] = "decide_withdrawal"
    decision: Literal["approve", "refuse", "paid", "failed"]
    operator: str
    reason: str = ""

    @property
    def note(self) -> str:
        """The reason."""
        return self.reason

    def check(self) -> None:
        """The reason too."""
        super().check()
        check_text(self.reason, 500, "reason")


class Transfer(Command, frozen=True, kw_only=True):
    """Cash to another player (MON-06)."""

    KIND: ClassVar[str] = "transfer"
    UNHASHED: ClassVar[frozenset[str]] = frozenset({"text"})
    from_account_id: str
    to_account_id: str
    currency: str
    amount: int
    text: str = ""

    @property
    def account(self) -> str:
        """The sender."""
        return self.from_account_id

    @property
    def subject(self) -> str:
        """The receiver."""
        return self.to_account_id

    @property
    def note(self) -> str:
        """The sender's line."""
        return self.text

    def check(self) -> None:
        """Names, currency, amount, note."""
        check_name(self.from_account_id, "from_account_id")
        check_name(self.to_account_id, "to_account_id")
        if self.currency == "PLAY":
            raise Malformed("Play chips cannot be sent.", code="play_chips_not_transferable")
        check_money(self.currency)
        check_amount(self.amount)
        check_text(self.text, 140, "note")
        if self.from_account_id == self.to_account_id:
            raise Malformed("Sender and receiver are the same.", code="same_account")


class SetLimits(Command, frozen=True, kw_only=True):
    """A player's own daily limits; negative leaves the room's."""

    KIND: ClassVar[str] = "set_limits"
    account_id: str
    currency: str
    daily_deposit: int
    daily_transfer: int

    @property
    def account(self) -> str:
        """The player."""
        return self.account_id

    def check(self) -> None:
        """Names and currency."""
        check_name(self.account_id, "account_id")
        check_money(self.currency)
