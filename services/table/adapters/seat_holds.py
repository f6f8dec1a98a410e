"""Seats that the lobby holds for who waited (ACC-08): known from its offers, for 60 s each.

Offers are core messages, heard from the moment a process starts. One that was made before, or was
lost while the table had no owner, is asked of the lobby when a table is taken over; until it
answers, nobody is given a seat that may be held.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

import grpc.aio
from google.protobuf.message import DecodeError

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Bus, Clock, Message, Subscription
from riverbus.pb.lobby.v1 import account_event_pb2, lobby_pb2, lobby_pb2_grpc
from riverbus.runtime.tasks import end
from services.table.app.actor import TableActor
from services.table.app.pausing import growing_pauses
from services.table.domain.errors import SeatHeld
from services.table.domain.state import Table

OFFERS_SUBJECT = "lobby.offers"
HOLDS_MAX = 10_000
LASTS_MS = 60_000
ASK_S = 2.0
WAIT_S = 2.0

log = logging.getLogger(__name__)

Offers = Callable[[str], Awaitable[Sequence[tuple[str, int]]]]
"""Live offers of a table: account and end, Unix ms. Raises RoomError."""


class OffersUnknown(RoomError):
    """Raised when a table was just taken over and the lobby does not say who waits for a seat."""

    code = "offers_unknown"
    kind = ErrorKind.UNAVAILABLE
    sentence = "It is not known yet for whom seats are held here; try again."


class SeatHolds:
    """Live offers of all tables."""

    def __init__(self, clock: Clock, offers: Offers | None = None) -> None:
        self._clock = clock
        self._offers = offers
        self._until: dict[tuple[str, str], int] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._news: set[tuple[str, str]] = set()
        """Offers heard of while the lobby was asked: newer than its answer."""

    async def follow(self, bus: Bus) -> Subscription:
        """Hears offers from now on."""
        return await bus.subscribe(OFFERS_SUBJECT, self.heard)

    async def heard(self, message: Message) -> None:
        """An offer was made, used or ended."""
        try:
            offer = account_event_pb2.SeatOffer.FromString(message.data)
        except DecodeError:
            return
        key = (offer.table_id, offer.account_id)
        self._until.pop(key, None)
        if not offer.withdrawn:
            self._until[key] = offer.expires_at_ms
        if self._asking:
            self._news.add(key)
        if len(self._until) > HOLDS_MAX:
            self._forget_lapsed()

    def opened(self, actor: TableActor) -> None:
        """This process owns another table: what was offered there before?"""
        if self._offers is None:
            return
        old = self._asking.pop(actor.table_id, None)
        if old is not None:
            old.cancel()
        task = asyncio.create_task(self._ask(actor, self._offers), name=f"offers-{actor.table_id}")
        self._asking[actor.table_id] = task

    async def stop(self) -> None:
        """End all questions."""
        await end(*self._asking.values())

    async def verify(self, table: Table, account_id: str, action_id: str) -> None:
        """Raises SeatHeld where all free seats are held for others; a repeated call passes.

        Raises OffersUnknown while the lobby is asked and does not answer.
        """
        answered = table.memory.get(account_id, ())
        if table.seat_of(account_id) is not None or any(
            known.answer.action_id == action_id for known in answered
        ):
            return
        table_id = table.settings.table_id
        asking = self._asking.get(table_id)
        if asking is not None:
            await asyncio.wait((asking,), timeout=WAIT_S)
            if not asking.done():
                raise OffersUnknown
        now = self._clock.now_ms()
        held = {
            whose
            for (where, whose), until_ms in self._until.items()
            if where == table_id and until_ms > now and table.seat_of(whose) is None
        }
        free = table.settings.seats_max - len(table.seats)
        if account_id not in held and 0 < free <= len(held):
            raise SeatHeld

    async def _ask(self, actor: TableActor, offers: Offers) -> None:
        """Until the lobby answers, or every older offer has lapsed."""
        table_id = actor.table_id
        until_ms = self._clock.now_ms() + LASTS_MS
        try:
            async for _ in growing_pauses(None):
                if actor.stopped or self._clock.now_ms() >= until_ms:
                    return
                try:
                    found = await offers(table_id)
                except RoomError as error:
                    log.info("offers unknown", extra={"table": table_id, "code": error.code})
                    continue
                for account_id, expires_ms in found:
                    if (table_id, account_id) not in self._news:
                        self._until[table_id, account_id] = expires_ms
                return
        finally:
            if self._asking.get(table_id) is asyncio.current_task():
                del self._asking[table_id]
            if not self._asking:
                self._news.clear()

    def _forget_lapsed(self) -> None:
        now = self._clock.now_ms()
        self._until = {key: until for key, until in self._until.items() if until > now}


def offers_of(channel: grpc.aio.Channel) -> Offers:
    """The lobby's ListOffers."""
    stub = lobby_pb2_grpc.DirectoryServiceStub(channel)

    async def offers(table_id: str) -> Sequence[tuple[str, int]]:
        answer = await stub.ListOffers(
            lobby_pb2.ListOffersRequest(table_id=table_id), timeout=ASK_S
        )
        return [(one.account_id, one.expires_at_ms) for one in answer.offers]

    return offers
