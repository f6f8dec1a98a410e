"""Suspended and closed accounts: from the stream of account events, and asked of the lobby."""

from collections.abc import Awaitable, Callable, Collection, Sequence

import grpc.aio
from google.protobuf.message import DecodeError

from riverbus.core.ports import Bus, Message, Subscription
from riverbus.pb.lobby.v1 import account_event_pb2, lobby_pb2, lobby_pb2_grpc

STREAM = "ACCOUNTS"
ASK_S = 5.0


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


class Standings:
    """Asks the lobby who may play no more."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = lobby_pb2_grpc.AccountServiceStub(channel)

    async def suspended(self, account_ids: Sequence[str]) -> Collection[str]:
        """Those of a table's accounts that are suspended or closed. Raises RoomError."""
        request = lobby_pb2.ListSuspendedRequest(account_ids=account_ids)
        answer = await self._stub.ListSuspended(request, timeout=ASK_S)
        return answer.account_ids


async def nobody_suspended(_account_ids: Sequence[str]) -> Collection[str]:
    """Where there is no lobby."""
    return ()
