"""Lobby, wallet and chat as the app's ports: protobuf calls on behalf of the player."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from riverbus.core.ports import Bus, Caller, Subscription
from riverbus.core.ports import Message as BusMessage
from riverbus.pb.chat.v1 import chat_pb2, chat_pb2_grpc
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc
from riverbus.pb.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from riverbus.runtime.calls import speaking_for
from services.gateway.adapters.bus import proven
from services.gateway.adapters.lobby_rows import lobby_row
from services.gateway.app.ports import PurseView, Session
from services.gateway.domain import frames as f

HISTORY_LINES = 50
PAGE = 200
PAGES = 500


class LobbySessions:
    """Sessions."""

    def __init__(self, stub: lobby_pb2_grpc.AccountServiceAsyncStub) -> None:
        self._stub = stub

    async def verify(self, token: str) -> Session:
        """See Sessions."""
        request = lobby_pb2.VerifySessionRequest(session_token=token)
        found = await self._stub.VerifySession(request)
        caller = Caller(
            service="gateway",
            account_id=found.account_id,
            name=found.name,
            roles=frozenset(found.roles),
            session_id=found.session_id,
        )
        return Session(
            caller=caller,
            expires_at_ms=found.expires_at_ms,
            may_play=found.may_play,
            may_not_play_code=found.may_not_play_code,
        )


class WalletPurse:
    """Purse."""

    def __init__(self, stub: wallet_pb2_grpc.WalletServiceAsyncStub) -> None:
        self._stub = stub

    async def read(self, caller: Caller) -> PurseView:
        """See Purse."""
        with speaking_for(caller):
            found = await self._stub.GetBalances(wallet_pb2.GetBalancesRequest())
        return purse_view(found.balances)


def purse_view(balances: Sequence[wallet_pb2.Balance]) -> PurseView:
    """Ledger balances summed per currency, and the tables that hold an escrow."""
    cash: dict[str, int] = {}
    at_tables: dict[str, int] = {}
    tables = set()
    for balance in balances:
        if balance.purpose == wallet_pb2.PURPOSE_CASH:
            cash[balance.currency] = cash.get(balance.currency, 0) + balance.amount
        elif balance.purpose == wallet_pb2.PURPOSE_ESCROW:
            at_tables[balance.currency] = at_tables.get(balance.currency, 0) + balance.amount
            if balance.amount:
                tables.add(balance.table_id)
    return PurseView(
        balances=tuple(
            f.Balance(
                currency=currency,
                cash=cash.get(currency, 0),
                at_tables=at_tables.get(currency, 0),
            )
            for currency in sorted(cash.keys() | at_tables.keys())
        ),
        tables=tuple(sorted(tables)),
    )


class ChatService:
    """Chat."""

    def __init__(self, stub: chat_pb2_grpc.ChatServiceAsyncStub, bus: Bus) -> None:
        self._stub = stub
        self._bus = bus

    async def say(self, say: f.ChatSay, caller: Caller) -> f.ChatMessage:
        """See Chat."""
        request = chat_pb2.SayRequest(room=say.room, text=say.text, client_message_id=say.action_id)
        with speaking_for(caller):
            return _line((await self._stub.Say(request)).message)

    async def history(self, room: str, caller: Caller) -> Sequence[f.ChatMessage]:
        """See Chat."""
        request = chat_pb2.HistoryRequest(room=room, page_size=HISTORY_LINES)
        with speaking_for(caller):
            found = await self._stub.History(request)
        return [_line(message) for message in found.messages]

    async def ignored(self, caller: Caller) -> frozenset[str]:
        """See Chat."""
        with speaking_for(caller):
            found = await self._stub.ListIgnored(chat_pb2.ListIgnoredRequest())
        return frozenset(found.ignored.account_ids)

    async def follow(self, room: str, listener: Callable[[f.ChatMessage], None]) -> Subscription:
        """See Chat."""

        async def on_message(message: BusMessage) -> None:
            event = chat_pb2.ChatEvent.FromString(message.data)
            if event.HasField("said"):
                listener(_line(event.said))
            elif event.HasField("removed"):
                removed = event.removed
                listener(f.ChatMessage(room=room, message_id=removed.sequence, removed=True))

        subscription = await self._bus.subscribe(f"chat.{room}", on_message)
        return await proven(self._bus, subscription)


def _line(message: chat_pb2.ChatMessage) -> f.ChatMessage:
    return f.ChatMessage(
        room=message.room,
        message_id=message.sequence,
        account_id=message.sender_account_id,
        name=message.sender_name,
        text=message.text,
        at_ms=message.said_at_ms,
        removed=message.removed,
    )


class LobbyDirectory:
    """Directory."""

    def __init__(self, stub: lobby_pb2_grpc.DirectoryServiceAsyncStub, bus: Bus) -> None:
        self._stub = stub
        self._bus = bus

    async def rows(self) -> Sequence[f.LobbyRow]:
        """See Directory."""
        rows: list[f.LobbyRow] = []
        cursor = ""
        for _ in range(PAGES):
            page = types_pb2.PageRequest(size=PAGE, cursor=cursor)
            found = await self._stub.ListTables(lobby_pb2.ListTablesRequest(page=page))
            rows += [lobby_row(table) for table in found.tables]
            cursor = found.next_cursor
            if not cursor:
                break
        return rows

    async def follow(self, listener: Callable[[], None]) -> Subscription:
        """See Directory."""

        async def on_message(_: BusMessage) -> None:
            listener()

        return await self._bus.subscribe("lobby.tables", on_message)
