"""Lobby and chat in one process on virtual time, as the simulator runs them."""

import asyncio
import contextlib
import random
from typing import Any

import pytest

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Caller
from riverbus.pb.chat.v1 import chat_pb2, chat_pb2_grpc
from riverbus.pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc, operator_pb2, operator_pb2_grpc
from riverbus.runtime.calls import speaking_for
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_client import CallPolicy
from riverbus.runtime.rpc_memory import MemoryNetwork, MemoryRpc
from riverbus.runtime.rpc_server import Guard
from riverbus.runtime.service import App, Ports
from riverbus.runtime.streams import STREAMS
from riverbus.sim.broker import Broker
from riverbus.sim.bus import MemoryBus
from riverbus.sim.loop import VirtualLoop, run_virtual
from riverbus.sim.network import STORM, Network, Weather
from riverbus.sim.sources import SimClock, SimIds, SimShuffle
from services.chat import wiring as chat_wiring
from services.chat.adapters.memory import MemoryStore as ChatStore
from services.chat.config import ChatConfig
from services.lobby import wiring as lobby_wiring
from services.lobby.adapters.memory import MemoryStore as LobbyStore
from services.lobby.adapters.memory import PlainSecrets
from services.lobby.config import LobbyConfig
from tests.fixtures.keys import TestKeys
from tests.lobby.rig import PASSWORD, sign_up_request

ADMIN = Caller("gateway", "0190-admin", "Boss", frozenset({"player", "admin"}), "s")


class Room:
    """The two services and a gateway's channels, over one simulated network."""

    def __init__(self, keys: TestKeys, loop: VirtualLoop, weather: Weather) -> None:
        self._keys = keys
        self._loop = loop
        self.random = random.Random(7)
        self.network = Network(self.random, weather)
        self.rpc_network = MemoryNetwork(self.network.rpc_fault)
        self.broker = Broker(self.network, {stream.name: stream.subjects for stream in STREAMS})
        self.lobby_store = LobbyStore()
        lobby = self._ports("lobby")
        chat = self._ports("chat")
        self.apps: list[App] = [
            lobby_wiring.build(
                LobbyConfig(), lobby, store=self.lobby_store, secrets=PlainSecrets()
            ),
            chat_wiring.build(ChatConfig(), chat, store=ChatStore()),
        ]
        self.gateway = self._rpc("gateway")

    def _rpc(self, service: str) -> MemoryRpc:
        metrics = Metrics(service)
        policy = CallPolicy(self._keys.signer(service), metrics, 5.0)
        guard = Guard(self._keys.verifier(), metrics)
        return MemoryRpc(self.rpc_network, service, f"{service}-0", guard, policy)

    def _ports(self, service: str) -> Ports:
        clock = SimClock(self._loop)
        return Ports(
            instance=f"{service}-0",
            clock=clock,
            ids=SimIds(clock, self.random),
            shuffle=SimShuffle(self.random),
            bus=MemoryBus(self.broker, f"{service}-0"),
            rpc=self._rpc(service),
            metrics=Metrics(service),
        )


async def scenario(room: Room) -> list[str]:
    """Signs up, speaks, is suspended and falls silent; what was refused, in order."""
    for app in room.apps:
        await app.start()
    accounts: lobby_pb2_grpc.AccountServiceAsyncStub = lobby_pb2_grpc.AccountServiceStub(
        room.gateway.channel("lobby")
    )
    operators: operator_pb2_grpc.OperatorServiceAsyncStub = operator_pb2_grpc.OperatorServiceStub(
        room.gateway.channel("lobby")
    )
    chat: chat_pb2_grpc.ChatServiceAsyncStub = chat_pb2_grpc.ChatServiceStub(
        room.gateway.channel("chat")
    )
    with contextlib.suppress(RoomError):
        await accounts.SignUp(sign_up_request("Heron"))
    opened = await _until_answered(
        lambda: accounts.SignIn(lobby_pb2.SignInRequest(login="heron", password=PASSWORD))
    )
    heron = Caller("gateway", opened.account.account_id, "Heron", frozenset({"player"}), "session")
    refused = []
    with speaking_for(heron):
        for number, room_name in enumerate(("lobby", "table-oxbow", "table-nowhere")):
            try:
                await chat.Say(
                    chat_pb2.SayRequest(
                        room=room_name, text="hi", client_message_id=f"message-{number}"
                    )
                )
            except RoomError as error:
                refused.append(error.code)
    with speaking_for(ADMIN):
        await _until_answered(
            lambda: operators.SuspendAccount(
                operator_pb2.SuspendAccountRequest(
                    account_id=opened.account.account_id, reason="Under investigation."
                )
            )
        )
    await asyncio.sleep(5)
    later = chat_pb2.SayRequest(room="lobby", text="hi", client_message_id="message-later")
    with speaking_for(heron), pytest.raises(RoomError) as caught:
        await chat.Say(later)
    refused.append(caught.value.code)
    for app in room.apps:
        await app.stop()
    return refused


async def _until_answered(call: Any) -> Any:
    while True:
        try:
            return await call()
        except RoomError as error:
            if error.kind is not ErrorKind.UNAVAILABLE:
                raise


@pytest.mark.parametrize("weather", [Weather(), STORM], ids=["calm", "storm"])
def test_the_two_services_run_on_virtual_time(keys: TestKeys, weather: Weather) -> None:
    async def main() -> list[str]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        return await scenario(Room(keys, loop, weather))

    assert run_virtual(main) == ["unknown_room", "account_suspended"]
