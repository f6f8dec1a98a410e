"""Purses: each account's own at the wallet, opened at sign-up and repaired later if it was away."""

import asyncio
import logging

import msgspec

from riverbus.core.errors import RoomError
from services.lobby.app.ports import Wallet
from services.lobby.app.room import Room
from services.lobby.domain.accounts import Account

logger = logging.getLogger(__name__)

BATCH = 100
IDLE_S = 30.0
FIRST_RETRY_S = 1.0


class Purses:
    """Has the wallet open purses; the call's id comes from the account, so it may be repeated."""

    def __init__(self, room: Room, wallet: Wallet) -> None:
        self._room = room
        self._wallet = wallet
        self._missing = asyncio.Event()

    async def open(self, account: Account) -> Account:
        """The account with its purse open if the wallet answers; else it is tried again later."""
        if account.purse_open:
            return account
        try:
            await self._wallet.open_account(account.account_id, bot=account.bot)
        except RoomError as error:
            logger.warning("purse not opened yet: %s", error.code)
            self._missing.set()
            return account
        return await self._mark(account.account_id) or account

    async def repair(self) -> int:
        """One pass over all accounts without a purse; how many are still without."""
        left = 0
        after = ""
        while True:
            async with self._room.store.begin() as tx:
                ids = await tx.accounts.without_purse(after, BATCH)
                found = await tx.accounts.many(ids)
            if not ids:
                return left
            after = ids[-1]
            for account in found:
                try:
                    await self._wallet.open_account(account.account_id, bot=account.bot)
                except RoomError:
                    left += 1
                    continue
                await self._mark(account.account_id)

    async def run(self) -> None:
        """Repairs until cancelled: soon after a failure, else every half minute."""
        retry_s = FIRST_RETRY_S
        while True:
            self._missing.clear()
            try:
                left = await self.repair()
            except RoomError as error:
                logger.warning("purses not looked at: %s", error.code)
                left = 1
            if left:
                await asyncio.sleep(retry_s)
                retry_s = min(retry_s * 2, IDLE_S)
                continue
            retry_s = FIRST_RETRY_S
            try:
                await asyncio.wait_for(self._missing.wait(), IDLE_S)
            except TimeoutError:
                continue

    async def _mark(self, account_id: str) -> Account | None:
        async with self._room.store.begin() as tx:
            account = await tx.accounts.get(account_id, lock=True)
            if account is None or account.purse_open:
                return account
            return await tx.accounts.save(msgspec.structs.replace(account, purse_open=True))
