"""Payment providers, as a port, and the cashier's two-step flows around them.

A provider is asked by its own reference (deposits) or by our withdrawal's id, so asking twice is
harmless; what it answered is booked under ids derived from the caller's.
"""

from typing import Literal, Protocol

from riverbus.core.errors import ErrorKind, RoomError
from services.wallet.app.ports import Store
from services.wallet.app.wallet import Wallet
from services.wallet.domain.cashier_commands import BeginDeposit, BookDeposit, DecideWithdrawal
from services.wallet.domain.entities import Withdrawal
from services.wallet.domain.errors import Declined, Malformed
from services.wallet.domain.results import BalanceAfter, WithdrawalAfter

Answer = Literal["done", "pending", "refused"]
NOT_PAID: dict[int, Answer] = {13: "refused", 17: "pending"}
"""What the sandbox answers instead of paying, by the last two digits of the amount."""


class Provider(Protocol):
    """Someone who moves real money."""

    async def collect(self, reference: str, account_id: str, currency: str, amount: int) -> Answer:
        """Whether the payment of this reference has come in. May be asked again and again."""
        ...

    async def pay(self, withdrawal: Withdrawal) -> Answer:
        """Pay a withdrawal out, once per withdrawal id; `refused` for one that was stopped."""
        ...

    async def stop(self, withdrawal: Withdrawal) -> Answer:
        """Never pay it from now on; `refused` for one that is paid or on its way."""
        ...


class ProviderPending(RoomError):
    """Raised when the provider has not decided; the same call asks again."""

    code = "provider_pending"
    kind = ErrorKind.UNAVAILABLE
    sentence = "The payment provider has not answered yet; ask again."


class SandboxProvider:
    """A provider for demos and tests: the reference says what it answers.

    References that begin with `refuse` or `pending` are refused or pending, others paid; amounts
    that end in 13 cannot be paid out, those that end in 17 wait for ever.
    """

    async def collect(self, reference: str, account_id: str, currency: str, amount: int) -> Answer:
        """By the reference."""
        if reference.startswith("refuse"):
            return "refused"
        return "pending" if reference.startswith("pending") else "done"

    async def pay(self, withdrawal: Withdrawal) -> Answer:
        """By the amount."""
        return NOT_PAID.get(withdrawal.amount % 100, "done")

    async def stop(self, withdrawal: Withdrawal) -> Answer:
        """Whatever is not paid at once can be stopped."""
        return "done" if withdrawal.amount % 100 in NOT_PAID else "refused"


class Cashier:
    """Deposits and withdrawals through providers."""

    def __init__(self, wallet: Wallet, store: Store, providers: dict[str, Provider]) -> None:
        self._wallet = wallet
        self._store = store
        self._providers = providers

    async def deposit(
        self, call: str, account_id: str, payment: tuple[str, str, str, int], timeout_s: float
    ) -> BalanceAfter:
        """Begin, ask, book. `payment` is (provider, reference, currency, amount)."""
        name, reference, currency, amount = payment
        provider = self._provider(name)
        begin = BeginDeposit(
            id=f"{call}:begin",
            account_id=account_id,
            currency=currency,
            amount=amount,
            provider=name,
            reference=reference,
        )
        await self._wallet.execute(begin, timeout_s)
        answer = await provider.collect(reference, account_id, currency, amount)
        if answer == "pending":
            raise ProviderPending
        book = BookDeposit(
            id=call,
            account_id=account_id,
            currency=currency,
            amount=amount,
            provider=name,
            reference=reference,
            confirmed=answer == "done",
        )
        done: BalanceAfter = await self._wallet.execute(book, timeout_s)
        if done.refused:
            raise Declined("provider_refused", "The payment provider refused.")
        return done

    async def decide(self, command: DecideWithdrawal, timeout_s: float) -> WithdrawalAfter:
        """Book an operator's decision; an approved withdrawal is paid, or returned, at once.

        A provider that has not decided leaves it approved: the same call asks again. Nothing goes
        back to the player before the provider has promised not to pay it.
        """
        if command.decision == "failed":
            await self._stop(command.withdrawal_id)
        done: WithdrawalAfter = await self._wallet.execute(command, timeout_s)
        if command.decision != "approve":
            return done
        answer = await self._provider(done.withdrawal.provider).pay(done.withdrawal)
        if answer == "pending":
            return done
        follow = DecideWithdrawal(
            id=f"pay:{command.withdrawal_id}",
            withdrawal_id=command.withdrawal_id,
            decision="paid" if answer == "done" else "failed",
            operator=command.operator,
            reason="" if answer == "done" else "the provider refused",
        )
        paid: WithdrawalAfter = await self._wallet.execute(follow, timeout_s)
        return paid

    async def _stop(self, withdrawal_id: str) -> None:
        withdrawal = await self._store.entity(Withdrawal, withdrawal_id)
        if withdrawal is None or withdrawal.status != "approved":
            return
        answer = await self._provider(withdrawal.provider).stop(withdrawal)
        if answer == "pending":
            raise ProviderPending
        if answer == "refused":
            raise Declined("withdrawal_paid", "The provider has paid it, or pays it now.")

    def provider(self, name: str) -> None:
        """Raises Malformed `unknown_provider` for one that the room does not use."""
        self._provider(name)

    def _provider(self, name: str) -> Provider:
        found = self._providers.get(name)
        if found is None:
            raise Malformed("The room does not use this provider.", code="unknown_provider")
        return found
