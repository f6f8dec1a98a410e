"""ChatService: protobuf in, use cases through, protobuf out. Access was checked before."""

from typing import Any, TypeAlias

import grpc.aio

from riverbus.pb.chat.v1 import chat_pb2, chat_pb2_grpc
from riverbus.runtime.calls import account, caller
from services.chat.adapters import codec
from services.chat.app.moderation import Moderation
from services.chat.app.people import People
from services.chat.app.speaking import Said, Speaking

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class ChatServicer(chat_pb2_grpc.ChatServiceServicer):
    """See chat.proto."""

    def __init__(self, speaking: Speaking, people: People, moderation: Moderation) -> None:
        self._speaking = speaking
        self._people = people
        self._moderation = moderation

    async def Say(self, request: chat_pb2.SayRequest, context: Context) -> chat_pb2.SayResponse:
        """See chat.proto."""
        message = await self._speaking.say(
            Said(
                account_id=account(),
                name=caller().name,
                room=request.room,
                text=request.text,
                client_message_id=request.client_message_id,
            )
        )
        return chat_pb2.SayResponse(message=codec.chat_message(message))

    async def History(
        self, request: chat_pb2.HistoryRequest, context: Context
    ) -> chat_pb2.HistoryResponse:
        """See chat.proto."""
        page = await self._speaking.history(
            caller().account_id,
            request.room,
            request.before_sequence,
            request.after_sequence,
            request.page_size,
        )
        return chat_pb2.HistoryResponse(
            messages=[codec.chat_message(each) for each in page.messages],
            more=page.more,
            language=page.language,
        )

    async def Ignore(
        self, request: chat_pb2.IgnoreRequest, context: Context
    ) -> chat_pb2.IgnoreResponse:
        """See chat.proto."""
        ignored = await self._people.ignore(account(), request.account_id)
        return chat_pb2.IgnoreResponse(ignored=codec.ignore_list(ignored))

    async def Unignore(
        self, request: chat_pb2.UnignoreRequest, context: Context
    ) -> chat_pb2.UnignoreResponse:
        """See chat.proto."""
        ignored = await self._people.unignore(account(), request.account_id)
        return chat_pb2.UnignoreResponse(ignored=codec.ignore_list(ignored))

    async def ListIgnored(
        self, request: chat_pb2.ListIgnoredRequest, context: Context
    ) -> chat_pb2.ListIgnoredResponse:
        """See chat.proto."""
        ignored = await self._people.ignored(account())
        return chat_pb2.ListIgnoredResponse(ignored=codec.ignore_list(ignored))

    async def ListOwnSanctions(
        self, request: chat_pb2.ListOwnSanctionsRequest, context: Context
    ) -> chat_pb2.ListOwnSanctionsResponse:
        """See chat.proto."""
        own = await self._moderation.own(account())
        return chat_pb2.ListOwnSanctionsResponse(
            sanctions=[codec.sanction_message(each, for_player=True) for each in own]
        )

    async def Appeal(
        self, request: chat_pb2.AppealRequest, context: Context
    ) -> chat_pb2.AppealResponse:
        """See chat.proto."""
        appealed = await self._moderation.appeal(account(), request.sanction_id, request.text)
        return chat_pb2.AppealResponse(sanction=codec.sanction_message(appealed, for_player=True))
