"""A seat that is held for who waited is not given away when the table's processes die (ACC-08)."""

import asyncio
import logging
from typing import Any

import pytest

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Caller
from riverbus.pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc
from riverbus.pb.table.v1 import table_pb2, table_pb2_grpc
from riverbus.runtime.calls import speaking_for
from riverbus.sim.loop import VirtualLoop, run_virtual
from riverbus.sim.room.simulation import NONE, Simulation
from services.table.app.pausing import growing_pauses
from services.table.wiring import TableApp

TABLE = "headwater"
"""Two seats."""
AGAIN = (ErrorKind.UNAVAILABLE, ErrorKind.NOT_OWNER, ErrorKind.DEADLINE)


class Door(Simulation):
    """Calls to whoever owns the table."""

    def owner(self) -> str:
        for name, app in self.room.apps.items():
            if isinstance(app, TableApp) and TABLE in app.tables.actors:
                return name
        return ""

    async def sit(self, account_id: str, action_id: str) -> str:
        """`ok`, or why not."""
        who = Caller("gateway", account_id, account_id[-4:], frozenset({"player"}), "s")
        request = table_pb2.SitRequest(table_id=TABLE, action_id=action_id, buy_in=10_000)
        async for _ in growing_pauses(None):
            name = self.owner()
            if not name:
                continue
            stub = table_pb2_grpc.TableServiceStub(self.room.client_rpc().channel_to(name))
            try:
                with speaking_for(who):
                    answer = await stub.Sit(request, timeout=5)
            except RoomError as error:
                if error.kind not in AGAIN:
                    return error.code
            else:
                if not answer.answer.pending:
                    return answer.answer.error.code or "ok"
        return ""

    async def wait_for_seat(self, account_id: str) -> Any:
        stub = lobby_pb2_grpc.DirectoryServiceStub(self.room.client_rpc().channel("lobby"))
        who = Caller("gateway", account_id, account_id[-4:], frozenset({"player"}), "s")
        with speaking_for(who):
            return await stub.JoinWaitingList(
                lobby_pb2.JoinWaitingListRequest(table_id=TABLE), timeout=5
            )


@pytest.mark.rule("ACC-08")
def test_a_new_owner_asks_the_lobby_for_whom_seats_are_held() -> None:
    """The offer was heard by processes that are all gone; a stranger is quicker than who waits."""
    logging.getLogger().setLevel(logging.CRITICAL)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        door = Door(loop, 5, (TABLE,), NONE)
        await door.room.start()
        seated, waiting, stranger = [(await door._sign_up(number))[1] for number in range(3)]
        assert await door.sit(seated, "sit-seated-1") == "ok"
        await asyncio.sleep(6)  # the lobby has the table's row
        await door.wait_for_seat(waiting)
        await asyncio.sleep(2)
        assert await door.sit(stranger, "sit-stranger-1") == "seat_held"
        for name in ("table-0", "table-1", "table-2"):
            await door.room.kill(name)
        await door.room.start_process("table-0")
        assert await door.sit(stranger, "sit-stranger-2") == "seat_held"
        assert await door.sit(waiting, "sit-waiting-1") == "ok"

    run_virtual(main)
