"""The chat's ways to bus and lobby: rooms from KV `tables`, messages out, the audit log."""

import logging
from collections.abc import Sequence

from google.protobuf.message import DecodeError

from riverbus.core.ports import Bus, KvEntry
from riverbus.core.ports import Message as BusMessage
from riverbus.pb.chat.v1 import chat_pb2
from riverbus.pb.lobby.v1 import (
    account_event_pb2,
    operator_pb2,
    operator_pb2_grpc,
    table_config_pb2,
)
from services.chat.adapters.codec import chat_message, ignore_list, sanction_message
from services.chat.app.ports import OperatorCall, Standing
from services.chat.domain.errors import UnknownRoom
from services.chat.domain.messages import Message
from services.chat.domain.rooms import LOBBY, room_of_table, table_of_room
from services.chat.domain.sanctions import Sanction

logger = logging.getLogger(__name__)

BUCKET = "tables"


class TableRooms:
    """See ports.Rooms. A table's room is there until the table is closed."""

    def __init__(self, lobby_language: str) -> None:
        self._languages = {LOBBY: lobby_language}

    def language(self, room: str) -> str:
        """See ports.Rooms."""
        table_of_room(room)
        if room not in self._languages:
            raise UnknownRoom
        return self._languages[room]

    def all(self) -> Sequence[str]:
        """See ports.Rooms."""
        return list(self._languages)

    async def heard(self, entry: KvEntry) -> None:
        """A table was made, changed or closed."""
        room = room_of_table(entry.key)
        if entry.value is None:
            self._languages.pop(room, None)
            return
        try:
            config = table_config_pb2.TableConfig.FromString(entry.value)
        except DecodeError:
            logger.warning("configuration of table %s cannot be read", entry.key)
            return
        if config.state == table_config_pb2.CONFIGURED_STATE_CLOSED:
            self._languages.pop(room, None)
        else:
            self._languages[room] = config.language or "en"


class BusCrier:
    """See ports.Crier."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def said(self, message: Message) -> None:
        """See ports.Crier."""
        event = chat_pb2.ChatEvent(said=chat_message(message))
        await self._bus.publish(f"chat.{message.room}", event.SerializeToString())

    async def removed(self, message: Message) -> None:
        """See ports.Crier."""
        gone = chat_pb2.MessageRemoved(room=message.room, message_id=message.message_id)
        event = chat_pb2.ChatEvent(removed=gone)
        await self._bus.publish(f"chat.{message.room}", event.SerializeToString())

    async def sanction(self, sanction: Sanction) -> None:
        """See ports.Crier."""
        notice = chat_pb2.ChatNotice(sanction=sanction_message(sanction, for_player=True))
        subject = f"player.{sanction.account_id}.chat"
        await self._bus.publish(subject, notice.SerializeToString())

    async def ignored(self, account_id: str, ignored: Sequence[str]) -> None:
        """See ports.Crier."""
        notice = chat_pb2.ChatNotice(ignored=ignore_list(ignored))
        await self._bus.publish(f"player.{account_id}.chat", notice.SerializeToString())


class LobbyAuditLog:
    """See ports.AuditLog."""

    def __init__(self, stub: "operator_pb2_grpc.OperatorServiceAsyncStub") -> None:
        self._stub = stub

    async def record(self, call: OperatorCall) -> None:
        """See ports.AuditLog."""
        entry = operator_pb2.AuditEntry(
            **{name: getattr(call, name) for name in call.__struct_fields__}
        )
        await self._stub.RecordOperatorCall(operator_pb2.RecordOperatorCallRequest(entry=entry))


def standing_of(message: BusMessage) -> Standing | None:
    """What an account event says of who may speak, None if nothing or if it is malformed."""
    try:
        event = account_event_pb2.AccountEvent.FromString(message.data)
    except DecodeError:
        logger.warning("account event cannot be read", extra={"subject": message.subject})
        return None
    match event.WhichOneof("fact"):
        case "suspended":
            return Standing(event.account_id, True, event.suspended.until_ms, event.at_ms)
        case "closed":
            return Standing(event.account_id, True, 0, event.at_ms)
        case "suspension_lifted":
            return Standing(event.account_id, False, 0, event.at_ms)
    return None
