"""Tells players their changed cash and holds on `player.ACCOUNT.wallet`, after the commit.

At most once, as core NATS is: who misses one reads the balances again.
"""

import asyncio

from riverbus.core.ports import Bus
from riverbus.pb.wallet.v1 import events_pb2, wallet_pb2
from riverbus.runtime.tasks import end
from services.wallet.app.ports import Balances
from services.wallet.domain.accounts import Purpose

TOLD = frozenset({Purpose.CASH, Purpose.HOLD})
MAX_WAITING = 10_000


class BalanceTeller:
    """Queues messages and publishes them in order, without holding up the next batch."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._waiting: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MAX_WAITING)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to publish."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End; what still waits is not told."""
        await end(self._task)

    def tell(self, batch: int, balances: Balances) -> None:
        """The accounts that a commit changed; the batch's number is the messages' sequence."""
        by_player: dict[str, events_pb2.BalancesChanged] = {}
        for key, (_, after) in balances.items():
            if key.purpose not in TOLD:
                continue
            message = by_player.get(key.owner)
            if message is None:
                message = events_pb2.BalancesChanged(account_id=key.owner, sequence=batch)
                by_player[key.owner] = message
            message.balances.append(
                wallet_pb2.Balance(
                    currency=key.currency,
                    purpose=wallet_pb2.Purpose.ValueType(key.purpose),
                    amount=after,
                )
            )
        for account_id, message in by_player.items():
            if not self._waiting.full():
                self._waiting.put_nowait((account_id, message.SerializeToString()))

    async def _run(self) -> None:
        while True:
            account_id, body = await self._waiting.get()
            await self._bus.publish(f"player.{account_id}.wallet", body)
