"""Comparisons with the wallet: what the table is told for what the wallet says (SEAMS 26)."""

from types import SimpleNamespace
from typing import Any

import pytest

from riverbus.runtime.metrics import Metrics
from services.table.app.ports import WalletView
from services.table.app.rounds import Rounds
from services.table.domain.commands import Reconciled, Repeated, SeatChips
from services.table.domain.table import calls
from services.table.metrics import TableMetrics
from tests.table.domain.felt import Felt


class World:
    """A table, and a wallet that answers each comparison with the next of these."""

    def __init__(self, felt: Felt, *views: WalletView) -> None:
        self.felt = felt
        self.views = list(views)
        self.submitted: list[Any] = []
        self.table_id = "felt"
        self.neighbours = self.log = self
        self.calls = None

    @property
    def table(self) -> Any:
        return self.felt.table

    async def submit(self, command: Any) -> None:
        self.submitted.append(command)
        self.felt.do(command)

    async def reconcile(self, *_: object, takeover: bool) -> WalletView:
        return self.views.pop(0)

    async def read(self, table_id: str) -> list[Any]:
        return []


async def compare(world: World) -> None:
    async def look() -> None:
        """Presence is not looked at here."""

    outside: Any = world
    tables: Any = SimpleNamespace(actors={})
    rounds = Rounds(tables, outside, TableMetrics(Metrics("table")), look, 60.0)
    actor: Any = world
    await rounds._compare(actor, takeover=False)


def leaving(code: str) -> Felt:
    """A's departure was refused for this."""
    felt = Felt()
    felt.operate("pause")
    felt.sit("A")
    felt.sit("B")
    felt.hold_wallet = True
    felt.leave("A")
    (home,) = calls(felt.table)
    felt.refuse(home, code)
    return felt


async def test_seams_26_a_call_refused_for_a_difference_that_is_gone_comes_again() -> None:
    world = World(leaving("stack_mismatch"), WalletView())
    await compare(world)
    assert world.submitted == [Repeated()]
    assert [intent.account_id for intent in calls(world.table)] == ["A"]


async def test_seams_26_calls_are_repeated_before_the_wallet_is_believed() -> None:
    differs = WalletView(
        differs=True, confirmed=True, escrows=(SeatChips("A", 700), SeatChips("B", 1_300))
    )
    world = World(leaving("stack_mismatch"), differs, differs)
    await compare(world)
    assert [type(command) for command in world.submitted] == [Reconciled, Repeated]
    assert world.felt.seat("B").stack == 1_300
    (home,) = calls(world.table)
    assert home.expected == 700, "it is asked again with what the escrow holds"


async def test_seams_26_nothing_is_corrected_while_the_wallet_refuses_what_it_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused = Repeated(refused="insufficient_funds", call="buyin:x")

    async def refuse(*_: object) -> Repeated:
        return refused

    monkeypatch.setattr("services.table.app.rounds.repeat_calls", refuse)
    differs = WalletView(differs=True, confirmed=True, escrows=(SeatChips("A", 0),))
    world = World(leaving("stack_mismatch"), differs)
    await compare(world)
    assert world.submitted == [refused]
    await compare(world)
    assert world.submitted == [refused, refused], "and the wallet is not compared meanwhile"
    assert not list(calls(world.table))


async def test_seams_26_what_differs_once_is_nothing_yet() -> None:
    once = WalletView(differs=True)
    world = World(leaving("hand_open"), once, once)
    await compare(world)
    assert world.submitted == []
