"""Joins the chat's adapters to its use cases; the one place that knows both."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from riverbus.core.errors import RoomError
from riverbus.core.ports import Bus, KvEntry, Message
from riverbus.pb.chat.v1 import chat_pb2_grpc
from riverbus.pb.lobby.v1 import operator_pb2_grpc
from riverbus.runtime.service import App, Ports, Service
from riverbus.runtime.tasks import end
from services.chat.adapters.chat_servicer import ChatServicer
from services.chat.adapters.moderation_servicer import ModerationServicer
from services.chat.adapters.outward import (
    BUCKET,
    BusCrier,
    LobbyAuditLog,
    TableRooms,
    standing_of,
)
from services.chat.adapters.postgres import PgStore
from services.chat.app.auditing import Auditing
from services.chat.app.chat_room import ChatRoom, Settings
from services.chat.app.moderation import Desk, Moderation
from services.chat.app.people import People
from services.chat.app.ports import Store, WordList
from services.chat.app.speaking import Speaking
from services.chat.config import ChatConfig
from services.chat.domain.rates import RateRules
from services.chat.domain.sanctions import Times
from services.chat.domain.word_filter import BannedWord, verify_words
from services.chat.metrics import ChatMetrics

log = logging.getLogger(__name__)

FORGET_EVERY_S = 600.0
RESTART_S = 1.0


class ChatApp(App):
    """The running chat."""

    def __init__(
        self,
        bus: Bus,
        room: ChatRoom,
        rooms: TableRooms,
        speaking: Speaking,
        people: People,
        auditing: Auditing,
        words: tuple[BannedWord, ...],
        metrics: ChatMetrics,
    ) -> None:
        self._bus = bus
        self._room = room
        self._rooms = rooms
        self._speaking = speaking
        self._people = people
        self._auditing = auditing
        self._words = words
        self._metrics = metrics
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Words, rooms, account events, background tasks."""
        await self._first_words()
        bucket = await self._bus.key_value(BUCKET)
        await bucket.watch(self._on_table)
        await self._bus.consume("ACCOUNTS", self._on_account_event, durable="chat")
        self._tasks = [
            asyncio.create_task(self._for_ever("auditing", self._auditing.run, RESTART_S)),
            asyncio.create_task(self._for_ever("forget", self._forget, FORGET_EVERY_S)),
        ]

    async def stop(self) -> None:
        """Ends all tasks."""
        await end(*self._tasks)

    async def _first_words(self) -> None:
        if not self._words:
            return
        async with self._room.store.begin() as tx:
            if (await tx.office.word_list()).revision == 0:
                await tx.office.set_word_list(WordList(self._words, 1), 0)

    async def _on_table(self, entry: KvEntry) -> None:
        await self._rooms.heard(entry)
        self._metrics.rooms.set(len(self._rooms.all()))

    async def _on_account_event(self, message: Message) -> None:
        standing = standing_of(message)
        if standing is not None:
            await self._people.told(standing)
            self._metrics.standings.inc()

    async def _forget(self) -> None:
        self._metrics.forgotten.inc(await self._speaking.forget())

    async def _for_ever(
        self, name: str, work: Callable[[], Awaitable[object]], pause_s: float
    ) -> None:
        """Rounds of a task; one that fails is counted, and the next comes after the pause."""
        while True:
            await asyncio.sleep(pause_s)
            try:
                await work()
            except RoomError as error:
                self._metrics.failures.labels(name).inc()
                log.warning("task failed", extra={"task": name, "code": error.code})
            except Exception:
                self._metrics.failures.labels(name).inc()
                log.exception("task failed", extra={"task": name})


def build(config: ChatConfig, ports: Ports, *, store: Store | None = None) -> App:
    """The chat over these ports; the simulator puts in its own store."""
    rooms = TableRooms(config.lobby_language)
    room = ChatRoom(
        store=store or PgStore(ports.need_database()),
        clock=ports.clock,
        ids=ports.ids,
        rooms=rooms,
        crier=BusCrier(ports.bus),
        settings=_settings(config),
    )
    stub: operator_pb2_grpc.OperatorServiceAsyncStub = operator_pb2_grpc.OperatorServiceStub(
        ports.rpc.channel("lobby")
    )
    speaking, people, moderation = Speaking(room), People(room), Moderation(room)
    server = ports.rpc.server
    chat_pb2_grpc.add_ChatServiceServicer_to_server(
        ChatServicer(speaking, people, moderation), server
    )
    chat_pb2_grpc.add_ModerationServiceServicer_to_server(
        ModerationServicer(moderation, Desk(room)), server
    )
    return ChatApp(
        ports.bus,
        room,
        rooms,
        speaking,
        people,
        Auditing(room, LobbyAuditLog(stub)),
        _words(config.words_file),
        ChatMetrics(ports.metrics),
    )


def _settings(config: ChatConfig) -> Settings:
    return Settings(
        rates=RateRules(
            burst=config.burst,
            refill_ms=config.refill_ms,
            flood_refusals=config.flood_refusals,
        ),
        times=Times(
            advertising_ms=config.advertising_mute_s * 1_000,
            flooding_ms=config.flooding_mute_s * 1_000,
        ),
        mask_links=config.mask_links,
        retention_days=config.retention_days,
    )


def _words(path: str) -> tuple[BannedWord, ...]:
    if not path:
        return ()
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    words = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    return verify_words(BannedWord(word.removeprefix("*"), word.startswith("*")) for word in words)


SERVICE = Service("chat", ChatConfig, build)
