"""ModerationService: protobuf in, use cases through, protobuf out. Access was checked before."""

from typing import Any, TypeAlias

import grpc.aio

from riverbus.pb.chat.v1 import chat_pb2, chat_pb2_grpc
from riverbus.runtime.calls import account, caller
from services.chat.adapters import codec
from services.chat.app.chat_room import Operator, page_size
from services.chat.app.moderation import Desk, Moderation
from services.chat.domain.sanctions import Charge
from services.chat.domain.word_filter import BannedWord

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class ModerationServicer(chat_pb2_grpc.ModerationServiceServicer):
    """See chat.proto."""

    def __init__(self, moderation: Moderation, desk: Desk) -> None:
        self._moderation = moderation
        self._desk = desk

    async def Mute(self, request: chat_pb2.MuteRequest, context: Context) -> chat_pb2.MuteResponse:
        """See chat.proto."""
        charge = Charge(
            sanction_id=request.sanction_id,
            account_id=request.account_id,
            offence=codec.offence_of(request.offence),
            reason=request.reason,
            imposed_by=account(),
            message_id=request.message_id,
            duration_ms=request.duration_s * 1_000,
        )
        ban = await self._moderation.mute(_operator(request.reason), charge)
        return chat_pb2.MuteResponse(sanction=codec.sanction_message(ban))

    async def Unmute(
        self, request: chat_pb2.UnmuteRequest, context: Context
    ) -> chat_pb2.UnmuteResponse:
        """See chat.proto."""
        ended = await self._moderation.unmute(
            _operator(request.reason), request.sanction_id, request.strike_out
        )
        return chat_pb2.UnmuteResponse(sanction=codec.sanction_message(ended))

    async def DecideAppeal(
        self, request: chat_pb2.DecideAppealRequest, context: Context
    ) -> chat_pb2.DecideAppealResponse:
        """See chat.proto."""
        decided = await self._moderation.decide(
            _operator(request.reason),
            request.sanction_id,
            codec.decision_of(request.decision),
        )
        return chat_pb2.DecideAppealResponse(sanction=codec.sanction_message(decided))

    async def ListSanctions(
        self, request: chat_pb2.ListSanctionsRequest, context: Context
    ) -> chat_pb2.ListSanctionsResponse:
        """See chat.proto."""
        size = page_size(request.page.size)
        found = await self._moderation.page(
            request.account_id, request.open_appeals, request.page.cursor, size
        )
        return chat_pb2.ListSanctionsResponse(
            sanctions=[codec.sanction_message(each) for each in found],
            next_cursor=found[-1].sanction_id if len(found) == size else "",
        )

    async def RemoveMessage(
        self, request: chat_pb2.RemoveMessageRequest, context: Context
    ) -> chat_pb2.RemoveMessageResponse:
        """See chat.proto."""
        await self._desk.remove(_operator(request.reason), request.message_id)
        return chat_pb2.RemoveMessageResponse()

    async def ReviewMessages(
        self, request: chat_pb2.ReviewMessagesRequest, context: Context
    ) -> chat_pb2.ReviewMessagesResponse:
        """See chat.proto."""
        size = page_size(request.page.size)
        found = await self._desk.review(
            request.room,
            request.account_id,
            request.filtered_only,
            request.page.cursor,
            size,
        )
        return chat_pb2.ReviewMessagesResponse(
            messages=[codec.reviewed_message(each) for each in found],
            next_cursor=found[-1].message_id if len(found) == size else "",
        )

    async def Announce(
        self, request: chat_pb2.AnnounceRequest, context: Context
    ) -> chat_pb2.AnnounceResponse:
        """See chat.proto."""
        rooms = await self._desk.announce(_operator(request.reason), request.room, request.text)
        return chat_pb2.AnnounceResponse(rooms=rooms)

    async def GetWordList(
        self, request: chat_pb2.GetWordListRequest, context: Context
    ) -> chat_pb2.GetWordListResponse:
        """See chat.proto."""
        listed = await self._desk.word_list()
        return chat_pb2.GetWordListResponse(
            words=[
                chat_pb2.BannedWord(word=each.word, anywhere=each.anywhere) for each in listed.words
            ],
            revision=listed.revision,
        )

    async def SetWordList(
        self, request: chat_pb2.SetWordListRequest, context: Context
    ) -> chat_pb2.SetWordListResponse:
        """See chat.proto."""
        words = [BannedWord(each.word, each.anywhere) for each in request.words]
        listed = await self._desk.set_word_list(_operator(request.reason), words, request.revision)
        return chat_pb2.SetWordListResponse(revision=listed.revision)


def _operator(reason: str) -> Operator:
    who = caller()
    return Operator(account(), who.name, reason)
