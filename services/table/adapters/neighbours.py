"""Wallet and database behind one port; a budget that cannot be asked is granted, booked later.

What is to be booked later is an intent in the log, so it outlives this process (SEAMS 29).
"""

import asyncio

import msgspec

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Clock
from riverbus.runtime.schemas import DatabaseUnavailable
from services.table.adapters.protection_store import ProtectionStore
from services.table.adapters.wallet_client import WalletClient
from services.table.app.ports import WalletStanding, WalletView
from services.table.domain.booked import BookedCall
from services.table.domain.commands import Outcome
from services.table.domain.state import Intent, IntentKind, Table, TableSettings

PATIENCE_S = 2.0


class RealNeighbours:
    """Neighbours of services.table.app.ports."""

    def __init__(
        self, wallet: WalletClient, protections: ProtectionStore | None, clock: Clock
    ) -> None:
        self._wallet = wallet
        self._protections = protections
        self._clock = clock

    async def carry_out(self, intent: Intent, settings: TableSettings, epoch: int) -> Outcome:
        """See Neighbours."""
        if intent.kind is IntentKind.PROTECT:
            return await self._protect(intent, settings)
        outcome = await self._wallet.carry_out(intent, settings, epoch)
        if intent.kind is IntentKind.BUY_IN and settings.rules.protection_uses:
            left = await self._left(intent.account_id, settings)
            outcome = msgspec.structs.replace(outcome, protections_left=left)
        return outcome

    async def reconcile(self, table: Table, epoch: int, *, takeover: bool) -> WalletView:
        """See Neighbours."""
        return await self._wallet.reconcile(table, epoch, takeover=takeover)

    async def repeat(self, call: BookedCall, settings: TableSettings, epoch: int) -> Outcome:
        """See Neighbours."""
        return await self._wallet.repeat(call, settings, epoch)

    async def hand_closed(self, hand_id: str) -> bool:
        """See Neighbours."""
        return await self._wallet.hand_closed(hand_id)

    async def standing(self, table_id: str) -> WalletStanding:
        """See Neighbours."""
        return await self._wallet.standing(table_id)

    async def _protect(self, intent: Intent, settings: TableSettings) -> Outcome:
        """Two in rolling 24 hours; without the database granted and marked for review."""
        now_ms = intent.granted_ms or self._clock.now_ms()
        if self._protections is None:
            return Outcome(intent_id=intent.id, ok=True)
        rules = settings.rules
        try:
            async with asyncio.timeout(PATIENCE_S):
                granted, left = await self._protections.use(
                    intent,
                    settings.table_id,
                    now_ms,
                    rules.protection_uses,
                    rules.protection_window_h,
                )
        except (RoomError, TimeoutError) as error:
            if isinstance(error, RoomError) and error.kind is not ErrorKind.UNAVAILABLE:
                raise
            if intent.granted_ms:
                raise DatabaseUnavailable from error
            return Outcome(intent_id=intent.id, ok=True, unbooked_ms=now_ms)
        return Outcome(intent_id=intent.id, ok=granted, protections_left=left)

    async def _left(self, account_id: str, settings: TableSettings) -> int:
        rules = settings.rules
        if self._protections is None:
            return rules.protection_uses
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._protections.left(
                    account_id,
                    self._clock.now_ms(),
                    rules.protection_uses,
                    rules.protection_window_h,
                )
        except (RoomError, TimeoutError):
            return rules.protection_uses
