"""The chat as a gateway sees it: real gRPC, NATS and PostgreSQL, a lobby that keeps the audit."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Caller, Message
from riverbus.pb.chat.v1 import chat_pb2, chat_pb2_grpc
from riverbus.pb.lobby.v1 import (
    account_event_pb2,
    operator_pb2,
    operator_pb2_grpc,
    table_config_pb2,
)
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import speaking_for
from riverbus.runtime.config import read_config
from riverbus.runtime.grpc_client import RpcChannel
from riverbus.runtime.grpc_server import GrpcServer
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_client import CallPolicy
from riverbus.runtime.rpc_server import Guard
from riverbus.runtime.service import Running
from services.chat.config import ChatConfig
from services.chat.wiring import SERVICE
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.runtime.waiting import until

HERON = Caller("gateway", "0190-heron", "Heron", frozenset({"player"}), "s1")
EGRET = Caller("gateway", "0190-egret", "Egret", frozenset({"player"}), "s2")
MOD = Caller("gateway", "0190-mod", "Mod", frozenset({"player", "support", "admin"}), "s3")
BAN_ID = "0190f0a0-0000-7000-8000-000000000001"


class Lobby(operator_pb2_grpc.OperatorServiceServicer):
    """Only the audit log; away until told otherwise."""

    def __init__(self) -> None:
        self.away = True
        self.entries: list[operator_pb2.AuditEntry] = []

    async def RecordOperatorCall(
        self, request: operator_pb2.RecordOperatorCallRequest, context: Any
    ) -> operator_pb2.RecordOperatorCallResponse:
        """See operator.proto."""
        if self.away:
            raise RoomError("Away.", code="starting", kind=ErrorKind.REFUSED)
        self.entries.append(request.entry)
        return operator_pb2.RecordOperatorCallResponse()


class Rig:
    """The running chat, its stubs, and the lobby beside it."""

    def __init__(self, channel: RpcChannel, lobby: Lobby) -> None:
        self.chat: chat_pb2_grpc.ChatServiceAsyncStub = chat_pb2_grpc.ChatServiceStub(channel)
        self.moderation: chat_pb2_grpc.ModerationServiceAsyncStub = (
            chat_pb2_grpc.ModerationServiceStub(channel)
        )
        self.lobby = lobby
        self._count = 0

    async def say(self, who: Caller, text: str, room: str = "lobby") -> chat_pb2.ChatMessage:
        """Says something as that player."""
        self._count += 1
        with speaking_for(who):
            answer = await self.chat.Say(
                chat_pb2.SayRequest(
                    room=room, text=text, client_message_id=f"message-{self._count}"
                )
            )
        return answer.message

    async def history(self, who: Caller | None, room: str = "lobby") -> list[str]:
        """What that viewer sees."""
        request = chat_pb2.HistoryRequest(room=room)
        if who is None:
            answer = await self.chat.History(request)
        else:
            with speaking_for(who):
                answer = await self.chat.History(request)
        return [each.text for each in answer.messages]


@pytest.fixture
async def rig(
    keys: TestKeys, bus: NatsBus, nats_url: str, fresh_database: FreshDatabases
) -> AsyncIterator[Rig]:
    """A chat with an empty database and one table."""
    bucket = await bus.key_value("tables")
    config = table_config_pb2.TableConfig(
        table_id="oxbow",
        language="de",
        state=table_config_pb2.CONFIGURED_STATE_OPEN,
    )
    await bucket.put("oxbow", config.SerializeToString())
    lobby = Lobby()  # type: ignore[abstract]
    server = GrpcServer(Guard(keys.verifier(), Metrics("lobby")), "127.0.0.1:0")
    operator_pb2_grpc.add_OperatorServiceServicer_to_server(lobby, server)
    await server.start()
    await server.set_serving(True)
    running = Running(
        SERVICE,
        read_config(
            ChatConfig,
            "chat",
            {
                **keys.environment("chat"),
                "RIVERBUS_NATS_URL": nats_url,
                "RIVERBUS_DATABASE_URL": await fresh_database("chat"),
                "RIVERBUS_LOBBY_ADDRESSES": server.address,
            },
        ),
    )
    await running.start()
    policy = CallPolicy(keys.signer("gateway"), Metrics("gateway"), 10.0)
    channel = RpcChannel([running.grpc.address], policy)
    yield Rig(channel, lobby)
    await channel.close()
    await running.stop()
    await server.stop(0)


async def test_what_is_said_is_stored_published_and_read_again(rig: Rig, bus: NatsBus) -> None:
    heard: list[chat_pb2.ChatEvent] = []

    async def hear(message: Message) -> None:
        heard.append(chat_pb2.ChatEvent.FromString(message.data))

    await bus.subscribe("chat.table-oxbow", hear)
    await bus.flush()
    said = await rig.say(HERON, "servus", "table-oxbow")
    assert (said.sender_account_id, said.sender_name, said.sequence) == (
        "0190-heron",
        "Heron",
        1,
    )
    await until(lambda: bool(heard))
    assert heard[0].said == said
    assert await rig.history(None, "table-oxbow") == ["servus"]
    with pytest.raises(RoomError, match="unknown_room"):
        await rig.say(HERON, "hello", "table-nowhere")


async def test_se_07_nobody_speaks_without_an_account(rig: Rig) -> None:
    names = {field.name for field in chat_pb2.SayRequest.DESCRIPTOR.fields}
    assert names == {"room", "text", "client_message_id"}
    with pytest.raises(RoomError, match="not_allowed"):
        await rig.chat.Say(
            chat_pb2.SayRequest(room="lobby", text="hi", client_message_id="message-x")
        )


@pytest.mark.rule("CHT-03")
async def test_ch_07_a_ban_reaches_the_player_and_the_audit_log(rig: Rig, bus: NatsBus) -> None:
    notices: list[chat_pb2.ChatNotice] = []

    async def hear(message: Message) -> None:
        notices.append(chat_pb2.ChatNotice.FromString(message.data))

    await bus.subscribe("player.0190-heron.chat", hear)
    await bus.flush()
    request = chat_pb2.MuteRequest(
        sanction_id=BAN_ID,
        account_id="0190-heron",
        offence=chat_pb2.OFFENCE_BAD_LANGUAGE,
        reason="Abuse.",
    )
    with speaking_for(HERON), pytest.raises(RoomError, match="not_allowed"):
        await rig.moderation.Mute(request)
    with speaking_for(MOD):
        ban = (await rig.moderation.Mute(request)).sanction
        assert (await rig.moderation.Mute(request)).sanction == ban
    assert ban.step == 1
    with pytest.raises(RoomError, match="muted"):
        await rig.say(HERON, "me?")
    with speaking_for(HERON):
        await rig.chat.Appeal(chat_pb2.AppealRequest(sanction_id=BAN_ID, text="A joke."))
    with speaking_for(MOD):
        await rig.moderation.DecideAppeal(
            chat_pb2.DecideAppealRequest(
                sanction_id=BAN_ID,
                decision=chat_pb2.APPEAL_STATE_STRUCK_OUT,
                reason="It was.",
            )
        )
    await rig.say(HERON, "thanks")
    await until(lambda: len(notices) == 3)
    assert {each.sanction.imposed_by for each in notices} == {""}
    assert not rig.lobby.entries
    rig.lobby.away = False
    await until(lambda: len(rig.lobby.entries) == 2)
    assert [(each.call, each.actor_name) for each in rig.lobby.entries] == [
        ("mute", "Mod"),
        ("decide_appeal", "Mod"),
    ]


async def test_gw_16_a_suspension_silences_at_once(rig: Rig, bus: NatsBus) -> None:
    await rig.say(EGRET, "hello")
    event = account_event_pb2.AccountEvent(
        event_id="0190-event",
        account_id="0190-egret",
        at_ms=1,
        suspended=account_event_pb2.AccountSuspended(reason="Under investigation."),
    )
    await bus.append("account.event.0190-egret", event.SerializeToString(), message_id="0190-event")
    codes: list[str] = []
    while not codes:
        try:
            await rig.say(EGRET, "still here")
        except RoomError as error:
            codes = [error.code] if error.code == "account_suspended" else []
    assert codes == ["account_suspended"]


async def test_ch_07_ignoring_survives_a_reconnect(rig: Rig) -> None:
    await rig.say(HERON, "one")
    await rig.say(EGRET, "two")
    with speaking_for(EGRET):
        await rig.chat.Ignore(chat_pb2.IgnoreRequest(account_id="0190-heron"))
        listed = await rig.chat.ListIgnored(chat_pb2.ListIgnoredRequest())
    assert list(listed.ignored.account_ids) == ["0190-heron"]
    assert await rig.history(EGRET) == ["two"]
    assert await rig.history(None) == ["one", "two"]


async def test_ch_08_too_long_is_refused_with_the_limit(rig: Rig) -> None:
    assert (await rig.say(HERON, "\U0001f600" * 300)).text == "\U0001f600" * 300
    with pytest.raises(RoomError, match="message_too_long") as caught:
        await rig.say(HERON, "a" * 100_000)
    assert caught.value.details == {"limit": "300"}


@pytest.mark.rule("CHT-02")
async def test_words_are_masked_for_all_and_shown_to_operators(rig: Rig) -> None:
    with speaking_for(MOD):
        await rig.moderation.SetWordList(
            chat_pb2.SetWordListRequest(
                words=[chat_pb2.BannedWord(word="grunk")], reason="House rule 6."
            )
        )
        said = await rig.say(HERON, "you gr\u034funk")
        assert (said.text, said.filtered) == ("you ******", True)
        reviewed = await rig.moderation.ReviewMessages(
            chat_pb2.ReviewMessagesRequest(filtered_only=True)
        )
        assert reviewed.messages[0].original_text == "you gr\u034funk"
        await rig.moderation.RemoveMessage(
            chat_pb2.RemoveMessageRequest(message_id=said.message_id, reason="Abuse.")
        )
        await rig.moderation.Announce(
            chat_pb2.AnnounceRequest(text="Good evening.", reason="Greeting.")
        )
    assert await rig.history(None) == ["", "Good evening."]
    assert await rig.history(None, "table-oxbow") == ["Good evening."]
