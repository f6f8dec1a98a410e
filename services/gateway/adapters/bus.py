"""Subjects of the bus that the gateway follows and the one that it publishes, as the app's ports.

A message that cannot be read is dropped: what it told is found missing and read again.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from riverbus.core.ports import Bus, Clock, Subscription
from riverbus.core.ports import Message as BusMessage
from riverbus.pb.chat.v1 import chat_pb2
from riverbus.pb.lobby.v1 import account_event_pb2
from riverbus.pb.table.v1 import events_pb2, ownership_pb2
from services.gateway.adapters import frames_pb
from services.gateway.app.ports import Part, PlayerListener, TableListener
from services.gateway.domain import frames as f

M = TypeVar("M", bound=Message)

log = logging.getLogger(__name__)


def _read(kind: type[M], message: BusMessage) -> M | None:
    try:
        return kind.FromString(message.data)
    except DecodeError:
        log.warning("unreadable message", extra={"subject": message.subject})
        return None


class Several:
    """Several subscriptions as one."""

    def __init__(self, subscriptions: Sequence[Subscription]) -> None:
        self._subscriptions = subscriptions

    async def stop(self) -> None:
        """End all."""
        for subscription in self._subscriptions:
            await subscription.stop()


async def proven(bus: Bus, subscription: Subscription) -> Subscription:
    """The subscription once the bus has it; ended again where it does not answer."""
    try:
        await bus.flush()
    except BaseException:
        await subscription.stop()
        raise
    return subscription


class BusTables:
    """TableBus: `table.T.event` and `table.T.head`."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def follow(self, table_id: str, listener: TableListener) -> Subscription:
        """See TableBus."""

        async def on_event(message: BusMessage) -> None:
            event = _read(events_pb2.PublicEvent, message)
            if event is not None:
                listener.on_event(frames_pb.PublicEvent_from_pb(event))

        async def on_head(message: BusMessage) -> None:
            head = _read(events_pb2.Head, message)
            if head is not None:
                seen = f.TableHead(table_id=head.table_id, epoch=head.epoch, sequence=head.sequence)
                listener.on_head(seen, head.nonce)

        events = await self._bus.subscribe(f"table.{table_id}.event", on_event)
        heads = await self._bus.subscribe(f"table.{table_id}.head", on_head)
        return await proven(self._bus, Several([events, heads]))


class BusPlayers:
    """PlayerBus: `player.A.>`; the second word after the account names the service that wrote."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def follow(self, account_id: str, listener: PlayerListener) -> Subscription:
        """See PlayerBus."""

        async def on_message(message: BusMessage) -> None:
            service = message.subject.split(".")[2]
            if service == "table":
                part = _read(events_pb2.PrivatePart, message)
                if part is not None:
                    listener.on_part(account_id, _part(part))
            elif service == "wallet":
                listener.on_purse(account_id)
            elif service == "lobby":
                notice = _read(account_event_pb2.LobbyNotice, message)
                if notice is not None:
                    listener.on_notice(account_id, lobby_notice(notice))
            elif service == "chat":
                told = _read(chat_pb2.ChatNotice, message)
                if told is not None:
                    _tell_chat(account_id, told, listener)

        subscription = await self._bus.subscribe(f"player.{account_id}.>", on_message)
        return await proven(self._bus, subscription)


class BusPresence:
    """PresenceBus: `presence.GATEWAY`."""

    def __init__(self, bus: Bus, gateway: str, clock: Clock) -> None:
        self._bus = bus
        self._gateway = gateway
        self._clock = clock

    async def publish(self, accounts: Sequence[tuple[str, Sequence[int]]]) -> None:
        """See PresenceBus."""
        present = [
            ownership_pb2.PresentAccount(account_id=account, connections=numbers)
            for account, numbers in accounts
        ]
        message = ownership_pb2.Presence(
            gateway=self._gateway, at_ms=self._clock.now_ms(), accounts=present
        )
        await self._bus.publish(f"presence.{self._gateway}", message.SerializeToString())


async def follow_accounts(
    bus: Bus, listener: Callable[[account_event_pb2.AccountEvent], Awaitable[None]]
) -> Subscription:
    """Account events from now on, each at least once, at every gateway (SEAMS 36)."""

    async def on_message(message: BusMessage) -> None:
        event = _read(account_event_pb2.AccountEvent, message)
        if event is not None:
            await listener(event)

    return await bus.consume("ACCOUNTS", on_message, from_start=False)


def lobby_notice(notice: account_event_pb2.LobbyNotice) -> f.Notice:
    """A waiting list's news as a banner."""
    if notice.HasField("seat_offer"):
        offer = notice.seat_offer
        if offer.withdrawn:
            text = "The seat that was held for you is free again."
            return f.Notice(
                level="info", code="seat_offer_over", text=text, table_id=offer.table_id
            )
        text = "A seat is held for you: take it within a minute."
        return f.Notice(level="good", code="seat_offer", text=text, table_id=offer.table_id)
    place = notice.waiting_place
    text = (
        f"You are number {place.place} of {place.waiting} on the waiting list."
        if place.place
        else "You are no longer on the waiting list."
    )
    return f.Notice(level="info", code="waiting_place", text=text, table_id=place.table_id)


def _part(part: events_pb2.PrivatePart) -> Part:
    return Part(
        table_id=part.table_id,
        epoch=part.epoch,
        sequence=part.sequence,
        seat=part.seat,
        view=frames_pb.PrivateView_from_pb(part.view),
    )


def _tell_chat(account_id: str, told: chat_pb2.ChatNotice, listener: PlayerListener) -> None:
    if told.HasField("ignored"):
        listener.on_ignored(account_id, frozenset(told.ignored.account_ids))
        return
    sanction = told.sanction
    over = bool(sanction.ended_at_ms)
    text = "You may speak again." if over else f"You may not speak: {sanction.reason}"
    code = "mute_over" if over else "muted"
    listener.on_notice(account_id, f.Notice(level="info", code=code, text=text))
