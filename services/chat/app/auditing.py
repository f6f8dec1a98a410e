"""Hands operators' calls over to the lobby's audit log, each until the lobby has it."""

import asyncio
import logging

from riverbus.core.errors import RoomError
from services.chat.app.chat_room import ChatRoom
from services.chat.app.ports import AuditLog

logger = logging.getLogger(__name__)

BATCH = 100
EVERY_S = 1.0
LONGEST_S = 30.0


class Auditing:
    """A call waits in the store, so that none is lost while the lobby is away."""

    def __init__(self, room: ChatRoom, audit_log: AuditLog) -> None:
        self._room = room
        self._audit_log = audit_log

    async def hand_over(self) -> int:
        """One round; how many calls were handed over. Raises RoomError if the lobby is away."""
        async with self._room.store.begin() as tx:
            calls = await tx.office.calls(BATCH)
        for call in calls:
            await self._audit_log.record(call)
            async with self._room.store.begin() as tx:
                await tx.office.drop_call(call.entry_id)
        return len(calls)

    async def run(self) -> None:
        """Rounds until cancelled, slower while the lobby is away."""
        pause_s = EVERY_S
        while True:
            await asyncio.sleep(pause_s)
            try:
                await self.hand_over()
                pause_s = EVERY_S
            except RoomError as error:
                pause_s = min(pause_s * 2, LONGEST_S)
                logger.warning("audit log not reached", extra={"code": error.code})
