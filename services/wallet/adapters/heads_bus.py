"""Tells signed heads on the bus: to whoever listens now, and to the stream that keeps them."""

from collections.abc import Awaitable, Callable

from riverbus.core.ports import Bus
from services.wallet.adapters.ledger_servicer import head_message
from services.wallet.app.heads import SignedHead


def head_publisher(bus: Bus) -> Callable[[SignedHead], Awaitable[None]]:
    """`await publish(head)`; raises RoomError where the stream is away."""

    async def publish(head: SignedHead) -> None:
        body = head_message(head).SerializeToString()
        await bus.publish("wallet.head", body)
        await bus.append("wallet.event.head", body, message_id=f"wallet-head-{head.batch}")

    return publish
