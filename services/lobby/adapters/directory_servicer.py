"""DirectoryService: protobuf in, use cases through, protobuf out. Access was checked before."""

from typing import Any, TypeAlias

import grpc.aio

from riverbus.pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc
from riverbus.runtime.calls import account
from services.lobby.adapters import codec, enums
from services.lobby.app.directory import Directory, Wanted
from services.lobby.app.requests import PAGE_MAX, page_size
from services.lobby.app.waiting_lists import WaitingLists

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class DirectoryServicer(lobby_pb2_grpc.DirectoryServiceServicer):
    """See lobby.proto."""

    def __init__(self, directory: Directory, waiting: WaitingLists) -> None:
        self._directory = directory
        self._waiting = waiting

    async def ListTables(
        self, request: lobby_pb2.ListTablesRequest, context: Context
    ) -> lobby_pb2.ListTablesResponse:
        """See lobby.proto."""
        wanted = Wanted(
            game=enums.game_of(request.game) if request.game else None,
            limit=enums.limit_of(request.limit) if request.limit else None,
            currency=request.currency,
            seats_max=request.seats_max,
            free_seat=request.free_seat,
            tag=request.tag,
            include_closed=request.include_closed,
        )
        size = page_size(request.page.size or PAGE_MAX)
        listed, cursor = await self._directory.list(wanted, request.page.cursor, size)
        return lobby_pb2.ListTablesResponse(
            tables=[codec.listed_message(each) for each in listed], next_cursor=cursor
        )

    async def GetTable(
        self, request: lobby_pb2.GetTableRequest, context: Context
    ) -> lobby_pb2.GetTableResponse:
        """See lobby.proto."""
        listed = await self._directory.get(request.table_id)
        return lobby_pb2.GetTableResponse(table=codec.listed_message(listed))

    async def JoinWaitingList(
        self, request: lobby_pb2.JoinWaitingListRequest, context: Context
    ) -> lobby_pb2.JoinWaitingListResponse:
        """See lobby.proto."""
        waiter, place = await self._waiting.join(account(), request.table_id)
        return lobby_pb2.JoinWaitingListResponse(waiting=codec.waiting_message(waiter, place))

    async def LeaveWaitingList(
        self, request: lobby_pb2.LeaveWaitingListRequest, context: Context
    ) -> lobby_pb2.LeaveWaitingListResponse:
        """See lobby.proto."""
        await self._waiting.leave(account(), request.table_id)
        return lobby_pb2.LeaveWaitingListResponse()

    async def ListWaiting(
        self, request: lobby_pb2.ListWaitingRequest, context: Context
    ) -> lobby_pb2.ListWaitingResponse:
        """See lobby.proto."""
        own = await self._waiting.of_account(account())
        return lobby_pb2.ListWaitingResponse(
            waiting=[codec.waiting_message(waiter, place) for waiter, place in own]
        )

    async def ListOffers(
        self, request: lobby_pb2.ListOffersRequest, context: Context
    ) -> lobby_pb2.ListOffersResponse:
        """See lobby.proto."""
        offers = await self._waiting.offers(request.table_id)
        return lobby_pb2.ListOffersResponse(
            offers=[
                lobby_pb2.HeldSeat(account_id=each.account_id, expires_at_ms=each.offer_until_ms)
                for each in offers
            ]
        )
