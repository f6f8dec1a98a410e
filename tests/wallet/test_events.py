"""What is told: what was booked, what was refused for a reason that matters, what changed."""

from typing import Any

from riverbus.runtime.db import Database
from services.wallet.domain.cashier_commands import DecideWithdrawal, RequestWithdrawal
from services.wallet.domain.commands import ReconcileTable, SeenSeat
from services.wallet.domain.operator_commands import SetStanding
from tests.wallet.conftest import started
from tests.wallet.desk import (
    ANN,
    BOB,
    buy_in,
    cancel,
    open_hand,
    postgres_desk,
    pot,
    settle,
    transfer,
)
from tests.wallet.load import events_of


def line(event: Any) -> tuple[Any, ...]:
    """What a reader looks at first."""
    kind = event.WhichOneof("event")
    fact = getattr(event, kind)
    return (kind, *(getattr(fact, name) for name in SHOWN[kind]))


SHOWN = {
    "booked": ("kind", "operation_id", "subject"),
    "refused": ("kind", "account_id", "code"),
    "standing_changed": ("account_id", "standing", "reason"),
    "table_differs": ("table_id", "differences"),
    "withdrawal_changed": (),
    "hand_changed": ("hand_id", "state", "rake"),
}


async def test_each_sort_of_event_in_commit_order(database: Database) -> None:
    async with started(postgres_desk(database)) as desk:
        await desk.open(ANN, BOB, money=1_000)
        for name in (ANN, BOB):
            await desk.do(buy_in(name, 400, f"b:{name}"))
        told = len(await events_of(desk))
        stacks = [(ANN, 400), (BOB, 400)]
        await desk.do(open_hand("h1", stacks))
        wrong = settle("h1", [(401, 0), (401, 0)], [pot(802, {1: 802}, also=[2])], attempt=9)
        await desk.refusal(wrong)
        await desk.refusal(wrong)
        await desk.do(settle("h1", [(100, 0), (100, 0)], [pot(200, {1: 200}, also=[2])]))
        await desk.do(cancel("h2"))
        await desk.refusal(buy_in(ANN, 5, "poor", limits=(10, 20), table="t2"))
        freeze = SetStanding(
            id="f1", account_id=ANN, operator="op1", reason="INT-01", standing="frozen"
        )
        await desk.do(freeze)
        await desk.refusal(transfer(ANN, BOB, 1, "x1"))
        asked = RequestWithdrawal(
            id="w1", account_id=BOB, currency="USD", amount=9, provider="sandbox"
        )
        await desk.do(asked)
        decided = DecideWithdrawal(id="d1", withdrawal_id="w1", decision="approve", operator="op1")
        await desk.cashier.decide(decided, 20.0)
        for call in ("r1", "r2", "r3"):
            seats = (SeenSeat(1, ANN, 501), SeenSeat(2, BOB, 300))
            await desk.do(ReconcileTable(id=call, table_id="t1", epoch=1, seats=seats))
        lines = [line(event) for event in (await events_of(desk))[told:]]
        seats = (SeenSeat(1, ANN, 500), SeenSeat(2, BOB, 300))
        await desk.do(ReconcileTable(id="r4", table_id="t1", epoch=1, seats=seats))
    frozen = 2
    assert lines == [
        ("hand_changed", "h1", "open", 0),
        ("refused", "settle_hand", "", "settlement_stack"),
        ("booked", "settle_hand", "settle:h1:1", "h1"),
        ("hand_changed", "h1", "settled", 0),
        ("hand_changed", "h2", "cancelled", 0),
        ("standing_changed", ANN, frozen, "INT-01"),
        ("refused", "transfer", ANN, "account_frozen"),
        ("booked", "request_withdrawal", "w1", "w1"),
        ("withdrawal_changed",),
        ("withdrawal_changed",),
        ("booked", "decide_withdrawal", "pay:w1", "w1"),
        ("withdrawal_changed",),
        ("table_differs", "t1", 1),
    ]
