"""Where log and wallet disagree, on virtual time: refused results, and a ledger from a backup.

Table processes die all the while, and the auditor looks on.
"""

import asyncio
import copy
import functools
import logging
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from riverbus.core.errors import RoomError
from riverbus.core.ports import Caller
from riverbus.engine.result import HandResult
from riverbus.pb.table.v1 import table_pb2, table_pb2_grpc
from riverbus.runtime.calls import speaking_for
from riverbus.sim.loop import VirtualLoop, run_virtual
from riverbus.sim.room.simulation import TABLES, Faults, Report, Simulation
from services.table.app.pausing import growing_pauses
from services.table.config import TableConfig
from services.table.domain import play
from services.table.domain.settlement import PotShare, Settlement
from services.table.wiring import TableApp
from services.wallet.domain.outcomes import is_refusal

DYING_OWNERS = Faults(kill=("table",))
ALL_BUT_WALLETS = Faults(True, ("table", "gateway"), True, True)
TABLE_CALLS = ("buy_in", "top_up", "stand_up", "open_hand", "settle_hand", "cancel_hand")
KEPT = (
    "head", "rows", "heard", "accounts", "known", "operations", "transfers", "batches", "outbox",
)  # fmt: skip


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Faults are loud by design."""
    logging.getLogger().setLevel(logging.CRITICAL)


def run(kind: Callable[[VirtualLoop], Simulation], seconds: float) -> tuple[Simulation, Report]:
    made: list[Simulation] = []

    async def main() -> Report:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        made.append(kind(loop))
        return await made[0].run(seconds)

    report = run_virtual(main)
    return made[0], report


class Floor(Simulation):
    """Two floor managers look after every refused hand, wherever its table is by now."""

    def __init__(self, loop: VirtualLoop, seed: int) -> None:
        super().__init__(loop, seed, TABLES[:2], DYING_OWNERS)
        self.resolved: set[str] = set()
        self.agreed = 0

    async def _break_things(self, end: float) -> None:
        self._rounds = asyncio.create_task(self._go_round())  # until the last player is home
        await super()._break_things(end)

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(1)
            for name, app in list(self.room.apps.items()):
                if isinstance(app, TableApp):
                    for table_id in list(app.tables.actors):
                        try:
                            await self._look(name, table_id)
                        except RoomError:
                            continue  # it moves, or there is nothing to decide

    async def _look(self, name: str, table_id: str) -> None:
        who = Caller("gateway", "floor-1", "One", frozenset({"floor"}), "s")
        other = Caller("gateway", "floor-2", "Two", frozenset({"floor"}), "s")
        stub = table_pb2_grpc.TableServiceStub(self.room.client_rpc().channel_to(name))
        with speaking_for(who):
            hand = await stub.GetRefusedHand(
                table_pb2.GetRefusedHandRequest(table_id=table_id), timeout=5
            )
        tail = f"{hand.hand_id[-12:]}-{hand.attempt}"
        if not hand.HasField("proposal"):
            pots = [table_pb2.DecidedPot(shares=pot.shares) for pot in hand.pots]
            request = table_pb2.OperateRequest(
                table_id=table_id, action_id=f"resolve-{tail}", pots=pots,
                operation=table_pb2.OPERATION_RESOLVE_HAND, reason="As it was played.",
            )  # fmt: skip
            with speaking_for(who):
                await stub.Operate(request, timeout=5)
            self.resolved.add(hand.hand_id)
            return
        request = table_pb2.OperateRequest(
            table_id=table_id, action_id=f"agree-{tail}", reason="So it was.",
            operation=table_pb2.OPERATION_AGREE, proposal_id=hand.proposal.proposal_id,
        )  # fmt: skip
        with speaking_for(other):
            await stub.Operate(request, timeout=5)
        self.agreed += 1
        resume = table_pb2.OperateRequest(
            table_id=table_id, action_id=f"resume-{tail}", reason="Go on.",
            operation=table_pb2.OPERATION_RESUME,
        )  # fmt: skip
        for _ in range(10):
            await asyncio.sleep(0.5)
            with speaking_for(other):
                try:
                    await stub.Operate(resume, timeout=5)
                except RoomError as error:
                    if error.code != "hand_unresolved":
                        raise
                else:
                    return


def test_seams_19_every_third_result_is_refused_and_no_chip_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Found again after takeovers, decided by two, booked once; play goes on."""
    whole = play.settlement
    count = 0

    def wrong(result: HandResult) -> Settlement:
        nonlocal count
        made: Settlement = whole(result)
        count += 1
        if count % 3:
            return made
        first, *rest = made.pots
        share, *others = first.shares
        shares = (PotShare(share.seat, share.amount + 1), *others)
        return msgspec.structs.replace(
            made, pots=(msgspec.structs.replace(first, shares=shares), *rest)
        )

    monkeypatch.setattr(play, "settlement", wrong)
    two_needed = functools.partial(TableConfig, resolve_alone_max=0)
    monkeypatch.setattr("riverbus.sim.room.room.TableConfig", two_needed)
    simulation, report = run(lambda loop: Floor(loop, 11), 90.0)
    assert isinstance(simulation, Floor)
    assert report.kills["table"] >= 1
    assert len(simulation.resolved) >= 3
    assert simulation.agreed >= 3
    assert sum(report.hands.values()) > len(simulation.resolved)


class OlderLedger(Simulation):
    """Both wallets stop, and come back with what the ledger was half a minute ago."""

    def __init__(self, loop: VirtualLoop, seed: int) -> None:
        super().__init__(loop, seed, TABLES[: 1 + seed % 3], ALL_BUT_WALLETS)
        self.lost: dict[str, Any] = {}

    async def _break_things(self, end: float) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(super()._break_things(end))
            group.create_task(self._restore())

    async def _restore(self) -> None:
        store = self.room.wallet_store
        await asyncio.sleep(15)
        backup = {name: copy.copy(getattr(store, name)) for name in KEPT}
        await asyncio.sleep(30)
        for name in ("wallet-0", "wallet-1"):
            await self.room.kill(name)
        self.lost = {name: getattr(store, name) for name in KEPT}
        for name, value in backup.items():
            setattr(store, name, value)
        store._lock = asyncio.Lock()
        for name in ("wallet-0", "wallet-1"):
            await self.room.start_process(name)


@pytest.mark.parametrize("seed", range(6))
def test_seams_26_a_ledger_from_a_backup_is_brought_up_to_date(seed: int) -> None:
    """What the lost ledger had booked at tables the restored one has too, at the end."""
    simulation, report = run(lambda loop: OlderLedger(loop, seed), 90.0)
    assert isinstance(simulation, OlderLedger)
    assert sum(report.hands.values()) > 0
    booked = [
        row.id
        for row in simulation.lost["operations"]
        if row.kind in TABLE_CALLS and not is_refusal(row.outcome)
    ]
    known = simulation.room.wallet_store.known
    missing = [call for call in booked if call not in known or is_refusal(known[call].outcome)]
    assert not missing
    assert report.cancelled == 0


class LateWallet(Simulation):
    """The wallets are away when everybody sits down, for longer than a seat is kept."""

    def __init__(self, loop: VirtualLoop, seed: int) -> None:
        super().__init__(loop, seed, TABLES[:2], DYING_OWNERS)

    def _owned(self) -> set[str]:
        apps = [app for app in self.room.apps.values() if isinstance(app, TableApp)]
        return {table_id for app in apps for table_id in app.tables.actors}

    async def _break_things(self, end: float) -> None:
        async for _ in growing_pauses(None):
            if self._owned() >= set(self._tables):
                break
        for name in ("wallet-0", "wallet-1"):
            await self.room.kill(name)
        await asyncio.sleep(75)
        for name in ("wallet-0", "wallet-1"):
            await self.room.start_process(name)
        await super()._break_things(end)


def test_seams_25_buy_ins_that_come_after_the_seat_lapsed_go_home_and_players_sit_again() -> None:
    simulation, report = run(lambda loop: LateWallet(loop, 3), 150.0)
    assert report.refused.get("seat_lapsed", 0) > 0
    assert sum(report.hands.values()) > 0
    ledger = simulation.room.wallet_store
    subjects = {row.id.split(":", 1)[1].split(".")[1] for row in ledger.operations
                if row.kind == "buy_in" and not is_refusal(row.outcome)}  # fmt: skip
    bought = [row for row in ledger.operations if row.kind == "buy_in"]
    home = [row for row in ledger.operations if row.kind == "stand_up"]
    assert len(bought) > len(subjects), "the same players bought in again"
    assert len(home) >= len(bought)
