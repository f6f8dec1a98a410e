"""Commands of tournaments."""

from typing import ClassVar, Literal

import msgspec

from services.wallet.domain.accounts import MAX_AMOUNT
from services.wallet.domain.checks import (
    check_amount,
    check_currency,
    check_distinct,
    check_id,
    check_name,
    check_text,
)
from services.wallet.domain.commands import Command
from services.wallet.domain.errors import InvalidAmount, Malformed

MAX_PRIZES = 10_000
EntryKind = Literal["buy_in", "rebuy", "add_on"]


class TournamentCommand(Command, frozen=True, kw_only=True):
    """Money of one tournament."""

    tournament_id: str
    currency: str

    @property
    def subject(self) -> str:
        """The tournament."""
        return self.tournament_id

    def check(self) -> None:
        """Name and currency."""
        check_name(self.tournament_id, "tournament_id")
        check_currency(self.currency)


class Enter(TournamentCommand, frozen=True, kw_only=True):
    """Buy-in and fee, a re-buy or an add-on."""

    KIND: ClassVar[str] = "enter_tournament"
    account_id: str
    buy_in: int
    fee: int
    kind: EntryKind

    @property
    def account(self) -> str:
        """The player."""
        return self.account_id

    def check(self) -> None:
        """Amounts may be 0: freerolls waive either or both (TRN-04)."""
        super().check()
        check_name(self.account_id, "account_id")
        if not (0 <= self.buy_in <= MAX_AMOUNT and 0 <= self.fee <= MAX_AMOUNT):
            raise InvalidAmount


class Leave(TournamentCommand, frozen=True, kw_only=True):
    """An entry given back."""

    KIND: ClassVar[str] = "leave_tournament"
    account_id: str
    entry_id: str

    @property
    def account(self) -> str:
        """The player."""
        return self.account_id

    @property
    def other_ids(self) -> tuple[str, ...]:
        """The entry's."""
        return (self.entry_id,)

    def check(self) -> None:
        """Ids too."""
        super().check()
        check_name(self.account_id, "account_id")
        check_id(self.entry_id)
        check_distinct((self.id, self.entry_id), "Calls")


class AddToPool(TournamentCommand, frozen=True, kw_only=True):
    """The house's money for a guarantee."""

    KIND: ClassVar[str] = "add_to_pool"
    amount: int

    def check(self) -> None:
        """The amount too."""
        super().check()
        check_amount(self.amount)


class Prize(msgspec.Struct, frozen=True):
    """What one entrant gets."""

    account_id: str
    amount: int
    place: int = 0


class PayOut(TournamentCommand, frozen=True, kw_only=True):
    """Prizes that empty the pool."""

    KIND: ClassVar[str] = "pay_out"
    prizes: tuple[Prize, ...]

    def check(self) -> None:
        """Prizes too."""
        super().check()
        check_prizes(self.prizes)


class Refund(TournamentCommand, frozen=True, kw_only=True):
    """A cancelled tournament's money back."""

    KIND: ClassVar[str] = "refund_tournament"
    refunds: tuple[Prize, ...] = ()
    reason: str = ""

    @property
    def note(self) -> str:
        """The reason."""
        return self.reason

    def check(self) -> None:
        """Amounts and reason too."""
        super().check()
        check_prizes(self.refunds)
        check_text(self.reason, 500, "reason")


def check_prizes(prizes: tuple[Prize, ...]) -> None:
    """Names and amounts of at most MAX_PRIZES."""
    if len(prizes) > MAX_PRIZES:
        raise Malformed("At most 10,000 prizes are paid at once.")
    for prize in prizes:
        check_name(prize.account_id, "account_id")
        check_amount(prize.amount)
