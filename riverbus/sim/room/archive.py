"""The archive of finished hands in memory: slow, and sometimes away, as a database is."""

import asyncio

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.sim.network import Network
from services.table.app.ports import FinishedHand

SLOWEST_S = 4.0


class MemoryArchive:
    """Archive of services.table.app.ports; all processes share it."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self.hands: dict[str, FinishedHand] = {}

    async def keep(self, hand: FinishedHand) -> None:
        """See Archive."""
        await asyncio.sleep(self._network.random.random() ** 3 * SLOWEST_S)
        if self._network.loses_answer():
            raise RoomError("The archive is away.", kind=ErrorKind.UNAVAILABLE)
        self.hands.setdefault(hand.hand_id, hand)
