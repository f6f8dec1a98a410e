"""Balances to the player's sockets: at the hello, and after each change that the wallet tells."""

import asyncio
import logging

from riverbus.core.errors import RoomError
from services.gateway.app.connection import Connection
from services.gateway.app.ports import Purse, PurseView
from services.gateway.app.registry import Registry
from services.gateway.domain import frames as f

READ_LEAST_S = 0.25
GREET_S = 1.0

log = logging.getLogger(__name__)


class Purses:
    """Reads balances again after a hint, at most four times a second for an account."""

    def __init__(self, purse: Purse) -> None:
        self._purse = purse
        self._due: set[str] = set()

    async def greet(self, connection: Connection) -> PurseView:
        """The purse for a new connection; the wallet's absence is no reason to wait for it."""
        try:
            async with asyncio.timeout(GREET_S):
                return await self._purse.read(connection.session.caller)
        except (RoomError, TimeoutError):
            return PurseView()

    async def refresh(self, account_id: str, registry: Registry) -> None:
        """Read again and send to all of the account's connections."""
        if account_id in self._due:
            return
        self._due.add(account_id)
        await asyncio.sleep(READ_LEAST_S)
        self._due.discard(account_id)
        connections = registry.of(account_id)
        if not connections:
            return
        try:
            purse = await self._purse.read(connections[0].session.caller)
        except RoomError as error:
            log.info("balances not read", extra={"code": error.code})
            return
        for connection in registry.of(account_id):
            for balance in purse.balances:
                connection.send(f.ServerFrame(balance=balance))
