"""The stream of account events, as far as tables care: suspended and closed accounts (SEAMS 36)."""

from collections.abc import Awaitable, Callable

from google.protobuf.message import DecodeError

from riverbus.core.ports import Bus, Message, Subscription
from riverbus.pb.lobby.v1 import account_event_pb2

STREAM = "ACCOUNTS"


async def follow_accounts(bus: Bus, on_suspended: Callable[[str], Awaitable[None]]) -> Subscription:
    """Every process sees every event from now on; a suspension again is no error."""

    async def on_message(message: Message) -> None:
        try:
            event = account_event_pb2.AccountEvent.FromString(message.data)
        except DecodeError:
            return
        if event.WhichOneof("fact") in ("suspended", "closed"):
            await on_suspended(event.account_id)

    return await bus.consume(STREAM, on_message, from_start=False)
