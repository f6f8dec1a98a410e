"""Suspensions and closures from the lobby's stream become standings (SEAMS 24 and 36)."""

import logging

from google.protobuf.message import DecodeError

from riverbus.core.errors import USER_KINDS, RoomError
from riverbus.core.ports import Bus, Message, Subscription
from riverbus.pb.lobby.v1 import account_event_pb2
from services.wallet.app.wallet import Wallet
from services.wallet.domain.entities import Standing
from services.wallet.domain.errors import UnknownAccount
from services.wallet.domain.operator_commands import SetStanding

log = logging.getLogger(__name__)

STANDINGS: dict[str, Standing] = {
    "suspended": "frozen",
    "suspension_lifted": "open",
    "closed": "closed",
}
MAX_REASON = 500
TIMEOUT_S = 10.0


class AccountEvents:
    """Consumes ACCOUNTS; one position for all replicas, each event an idempotent command."""

    def __init__(self, wallet: Wallet, bus: Bus) -> None:
        self._wallet = wallet
        self._bus = bus
        self._subscription: Subscription | None = None

    async def start(self) -> None:
        """Go on where the replicas were."""
        self._subscription = await self._bus.consume("ACCOUNTS", self.handle, durable="wallet")

    async def stop(self) -> None:
        """End."""
        if self._subscription is not None:
            await self._subscription.stop()

    async def handle(self, message: Message) -> None:
        """Raises while the ledger is away, so that the event comes again.

        What can never be booked is passed over: those behind it wait for it.
        """
        try:
            event = account_event_pb2.AccountEvent.FromString(message.data)
        except DecodeError:
            log.error("an account event cannot be read", extra={"subject": message.subject})
            return
        fact = event.WhichOneof("fact")
        if fact not in STANDINGS:
            return
        reason = "".join(
            letter for letter in getattr(event, fact).reason[:MAX_REASON] if ord(letter) >= 32
        )
        command = SetStanding(
            id=f"account-event:{event.event_id}",
            account_id=event.account_id,
            operator="lobby",
            reason=reason or fact,
            standing=STANDINGS[fact],
        )
        try:
            await self._wallet.execute(command, TIMEOUT_S)
        except UnknownAccount:
            return
        except RoomError as refusal:
            if refusal.kind not in USER_KINDS:
                raise
            log.error("an account event was refused", extra={"code": refusal.code})
