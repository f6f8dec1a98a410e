"""Frozen and closed accounts (SEAMS 24): nothing goes out, everything comes home."""

from collections.abc import Sequence
from typing import Any

import pytest

from services.wallet.domain.accounts import PLAY
from services.wallet.domain.cashier_commands import (
    BeginDeposit,
    CancelWithdrawal,
    DecideWithdrawal,
    RequestWithdrawal,
)
from services.wallet.domain.commands import (
    ReconcileTable,
    RefillPlayChips,
    WaitingDeparture,
    WaitingTopUp,
)
from services.wallet.domain.operator_commands import SetStanding
from services.wallet.domain.tournament_commands import Enter, Leave
from tests.wallet.desk import (
    ANN,
    BOB,
    CAT,
    MINUTE_MS,
    Desk,
    buy_in,
    cancel,
    open_hand,
    pot,
    reverse,
    settle,
    stand_up,
    top_up,
    transfer,
)


def entry(call: str, name: str = ANN) -> Enter:
    return Enter(
        id=call, tournament_id="T", account_id=name, currency="USD", buy_in=10, fee=1, kind="buy_in"
    )


def withdrawal(call: str) -> RequestWithdrawal:
    return RequestWithdrawal(id=call, account_id=ANN, currency="USD", amount=5, provider="sandbox")


async def standing(desk: Desk, wanted: Any) -> None:
    await desk.do(
        SetStanding(id=f"z:{wanted}", account_id=ANN, operator="op1", reason="r", standing=wanted)
    )


@pytest.fixture(params=["frozen", "closed"])
async def stopped(desk: Desk, request: pytest.FixtureRequest) -> tuple[Desk, str]:
    """Ann has chips at t1 and t3, an entry and a withdrawal; then she is stopped."""
    await desk.open(ANN, BOB, CAT, money=1_000)
    for name in (ANN, BOB):
        await desk.do(buy_in(name, 100, f"b:{name}"))
    await desk.do(buy_in(ANN, 100, "b:3", table="t3"))
    await desk.do(entry("e1"))
    await desk.do(withdrawal("w1"))
    await desk.do(withdrawal("w2"))
    await standing(desk, request.param)
    return desk, f"account_{request.param}"


def spending() -> Sequence[Any]:
    return (
        buy_in(ANN, 10, "x1", table="t2"),
        top_up(ANN, 10, "x2"),
        withdrawal("x3"),
        transfer(ANN, BOB, 10, "x4"),
        transfer(BOB, ANN, 10, "x5"),
        entry("x6"),
        RefillPlayChips(id="x7", account_id=ANN),
        BeginDeposit(
            id="x8", account_id=ANN, currency="USD", amount=5, provider="sandbox", reference="r"
        ),
    )


async def test_nothing_goes_out(stopped: tuple[Desk, str]) -> None:
    """Refused, and refused again for the same id when the account is free."""
    desk, code = stopped
    before = await desk.cash(ANN)
    for command in spending():
        assert await desk.refusal(command) == code
    waiting = open_hand("h1", [(ANN, 100), (BOB, 100)], top_ups=[WaitingTopUp("x9", ANN, 10, 900)])
    assert [item.refusal for item in (await desk.do(waiting)).top_ups] == [code]
    assert await desk.cash(ANN) == before
    if code == "account_frozen":
        await standing(desk, "open")
        for command in spending():
            assert await desk.refusal(command) == code


async def test_everything_comes_home(stopped: tuple[Desk, str]) -> None:
    """Settled, cancelled, left, sent home, given back: into the stopped account's cash."""
    desk, _ = stopped
    hand = settle("h1", [(50, 0), (50, 0)], [pot(100, {1: 100}, also=[2])])
    view = ReconcileTable(id="r1", table_id="t3", epoch=1)
    for command in (
        open_hand("h1", [(ANN, 100), (BOB, 100)]),
        hand,
        open_hand("h2", [(ANN, 150), (BOB, 50)]),
        cancel("h2"),
        view,
        Leave(id="l1", tournament_id="T", account_id=ANN, currency="USD", entry_id="e1"),
        CancelWithdrawal(id="c1", withdrawal_id="w1", account_id=ANN),
        DecideWithdrawal(
            id="d2", withdrawal_id="w2", operator="op1", decision="refuse", reason="r"
        ),
        reverse(ANN, "v1", "never"),
    ):
        assert await desk.refusal(command) == "ok"
    desk.clock.ms += 10 * MINUTE_MS
    again = ReconcileTable(id="r2", table_id="t3", epoch=1)
    assert [item.stack for item in (await desk.do(again)).sent_home] == [100]
    await desk.do(ReconcileTable(id="r3", table_id="t3", epoch=1))
    leaving = open_hand("h3", [(BOB, 50), (CAT, 40)], departures=[WaitingDeparture("s1", ANN)])
    await desk.do(buy_in(CAT, 40, "b:cat"))
    assert [item.returned for item in (await desk.do(leaving)).departures] == [150]
    assert await desk.cash(ANN) == 1_050
    # The same departure on its own is the same departure.
    assert (await desk.do(stand_up(ANN, "s1"))).returned == 150
    assert await desk.cash(ANN, PLAY) == 1_000_000


async def test_closed_is_for_good(desk: Desk) -> None:
    await desk.open(ANN)
    await standing(desk, "closed")
    for wanted in ("open", "frozen"):
        command = SetStanding(
            id=f"y:{wanted}", account_id=ANN, operator="op1", reason="r", standing=wanted
        )  # type: ignore[arg-type]
        assert await desk.refusal(command) == "account_closed"
    silent = SetStanding(id="y", account_id=BOB, operator="op1", reason="", standing="frozen")
    assert await desk.refusal(silent) == "unknown_account"
    await desk.open(BOB)
    assert await desk.refusal(silent) == "reason_required"
