"""Wallet and database behind one port; a budget that cannot be asked is granted, booked later."""

import asyncio
import logging

import msgspec

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Clock
from services.table.adapters.protection_store import ProtectionStore
from services.table.adapters.wallet_client import WalletClient
from services.table.app.ports import WalletStanding, WalletView
from services.table.domain.commands import Outcome
from services.table.domain.state import Intent, IntentKind, Table, TableSettings

PATIENCE_S = 2.0
LATE_LIMIT = 10_000
LATE_PAUSE_S = 2.0

log = logging.getLogger(__name__)


class _Late(msgspec.Struct, frozen=True):
    intent: Intent
    settings: TableSettings
    at_ms: int


class RealNeighbours:
    """Neighbours of services.table.app.ports."""

    def __init__(
        self, wallet: WalletClient, protections: ProtectionStore | None, clock: Clock
    ) -> None:
        self._wallet = wallet
        self._protections = protections
        self._clock = clock
        self._late: asyncio.Queue[_Late] = asyncio.Queue(LATE_LIMIT)
        self._task: asyncio.Task[None] | None = None

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

    async def standing(self, table_id: str) -> WalletStanding:
        """See Neighbours."""
        return await self._wallet.standing(table_id)

    async def stop(self) -> None:
        """End the late bookings."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _protect(self, intent: Intent, settings: TableSettings) -> Outcome:
        """Two in rolling 24 hours; without the database granted and marked for review."""
        rules, now_ms = settings.rules, self._clock.now_ms()
        if self._protections is None:
            return Outcome(intent_id=intent.id, ok=True)
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
            self._book_later(_Late(intent, settings, now_ms))
            return Outcome(intent_id=intent.id, ok=True)
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

    def _book_later(self, late: _Late) -> None:
        try:
            self._late.put_nowait(late)
        except asyncio.QueueFull:
            log.error("a protection use is not booked", extra={"hand": late.intent.hand_id})
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._book_late())

    async def _book_late(self) -> None:
        store = self._protections
        while store is not None and not self._late.empty():
            late = self._late.get_nowait()
            rules = late.settings.rules
            while True:
                try:
                    await store.use(
                        late.intent,
                        late.settings.table_id,
                        late.at_ms,
                        rules.protection_uses,
                        rules.protection_window_h,
                        review=True,
                    )
                    break
                except RoomError:
                    await asyncio.sleep(LATE_PAUSE_S)
