"""SEAMS 36: whoever is suspended leaves the seat, whatever dies with the news."""

import asyncio

import pytest

from riverbus.core.ports import Caller
from riverbus.pb.lobby.v1 import operator_pb2, operator_pb2_grpc
from riverbus.runtime.calls import speaking_for
from riverbus.sim.loop import VirtualLoop, run_virtual
from riverbus.sim.room.player import SimPlayer
from riverbus.sim.room.room import SimRoom
from riverbus.sim.room.simulation import NONE, Simulation
from services.table.domain.state import Table
from services.table.wiring import TableApp

TABLE = "confluence"
FLOOR = Caller("gateway", "0190ffff-0000-7000-8000-000000000001", "Flo", frozenset({"floor"}), "s")


def _owner(room: SimRoom) -> tuple[str, Table]:
    for name, app in room.apps.items():
        if isinstance(app, TableApp) and TABLE in app.tables.actors:
            return name, app.tables.actors[TABLE].table
    raise AssertionError("nobody owns the table")


@pytest.mark.parametrize("owner_dies", [False, True])
def test_seams_36_a_suspended_player_leaves_also_if_the_owner_dies_with_the_news(
    owner_dies: bool,
) -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        simulation = Simulation(loop, 11, (TABLE,), NONE)
        room, auditor = simulation.room, simulation.auditor
        await room.start()
        players = [
            SimPlayer(room, *await simulation._sign_up(number), TABLE, auditor.hear)
            for number in range(3)
        ]
        playing = [asyncio.create_task(player.play(lambda: False)) for player in players]
        await asyncio.sleep(15)
        victim = players[1]
        owner, before = _owner(room)
        assert before.seat_of(victim.account_id) is not None
        if owner_dies:
            await room.kill(owner)
        with speaking_for(FLOOR):
            stub = operator_pb2_grpc.OperatorServiceStub(room.client_rpc().channel("lobby"))
            await stub.SuspendAccount(
                operator_pb2.SuspendAccountRequest(account_id=victim.account_id, reason="a test"),
                timeout=5,
            )
        await asyncio.sleep(20)
        _, after = _owner(room)
        assert after.seat_of(victim.account_id) is None
        assert after.seat_of(players[0].account_id) is not None
        auditor.check_chips()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    run_virtual(main)
