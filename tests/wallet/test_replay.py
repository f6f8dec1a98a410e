"""Calls repeated to a ledger older than the tables' logs, and guards against it (SEAMS 26)."""

from typing import Any

from msgspec.structs import replace

from services.wallet.domain.commands import content_hash
from services.wallet.domain.operator_commands import SetStanding
from tests.wallet.desk import (
    ANN,
    BOB,
    Desk,
    buy_in,
    cancel,
    open_hand,
    pot,
    settle,
    stand_up,
    top_up,
)


def again(command: Any) -> Any:
    return replace(command, replay=True)


async def test_a_refused_repetition_is_not_remembered(desk: Desk) -> None:
    """Chips come from another table that is brought up to date later: the same call, again."""
    await desk.open(ANN, money=100)
    late = again(buy_in(ANN, 400, "b1"))
    assert await desk.refusal(late) == "insufficient_funds"
    await desk.deposit(ANN, 300)
    assert await desk.refusal(late) == "ok"
    assert await desk.stack(ANN) == 400
    assert await desk.refusal(buy_in(ANN, 400, "b1")) == "ok", "it is the original call"
    assert await desk.stack(ANN) == 400
    assert await desk.findings() == []


async def test_a_first_refusal_is_remembered_as_ever(desk: Desk) -> None:
    await desk.open(ANN, money=100)
    assert await desk.refusal(buy_in(ANN, 400, "b1")) == "insufficient_funds"
    await desk.deposit(ANN, 300)
    assert await desk.refusal(again(buy_in(ANN, 400, "b1"))) == "insufficient_funds"


async def test_hands_are_repeated_in_order_and_out_of_order_refused_unremembered(
    desk: Desk,
) -> None:
    await desk.open(ANN, BOB, money=1_000)
    first = open_hand("h1", [(ANN, 400), (BOB, 400)])
    result = settle("h1", [(100, 0), (100, 0)], [pot(200, {1: 200})])
    second = open_hand("h2", [(ANN, 500), (BOB, 300)])
    assert await desk.refusal(again(first)) == "stack_mismatch"
    for name in (ANN, BOB):
        await desk.do(buy_in(name, 400, f"b-{name}"))
    assert await desk.refusal(again(second)) == "stack_mismatch"
    assert await desk.refusal(again(result)) == "unknown_hand"
    for command in (first, result, second, cancel("h2"), first, result):
        assert await desk.refusal(again(command)) == "ok"
    assert (await desk.stack(ANN), await desk.stack(BOB)) == (500, 300)
    assert await desk.findings() == []


async def test_what_was_booked_is_repeated_whatever_holds_today(desk: Desk) -> None:
    """Ann was frozen since, and her break between two sittings seems short now."""
    await desk.open(ANN, money=1_000)
    await desk.do(buy_in(ANN, 400, "b1"))
    await desk.do(stand_up(ANN, "s1"))
    await desk.do(
        SetStanding(id="f1", account_id=ANN, operator="op1", reason="INT-01", standing="frozen")
    )
    assert await desk.refusal(buy_in(ANN, 200, "b2")) == "account_frozen"
    assert await desk.refusal(again(buy_in(ANN, 200, "b3"))) == "ok"
    more = replace(again(top_up(ANN, 50, "t1")), booked_amount=50)
    assert await desk.refusal(more) == "ok"
    assert await desk.stack(ANN) == 250


async def test_a_repeated_fill_adds_what_it_added_then_or_nothing(desk: Desk) -> None:
    """It filled up by 300 then; today there is less in hand, for another table is still behind."""
    await desk.open(ANN, money=500)
    await desk.do(buy_in(ANN, 400, "b1"))
    fill = again(replace(top_up(ANN, 600, "t1", 1_000, fill=True), booked_amount=300))
    assert await desk.refusal(fill) == "insufficient_funds"
    assert await desk.stack(ANN) == 400
    await desk.deposit(ANN, 1_000)
    assert await desk.refusal(fill) == "ok"
    assert await desk.stack(ANN) == 700
    assert content_hash(fill) == content_hash(top_up(ANN, 600, "t1", 1_000, fill=True))


async def test_chips_move_only_where_table_and_escrow_agree(desk: Desk) -> None:
    await desk.open(ANN, money=1_000)
    await desk.do(buy_in(ANN, 400, "b1"))
    more, home = top_up(ANN, 100, "t1"), stand_up(ANN, "s1")
    assert await desk.refusal(replace(more, expected_stack=500)) == "stack_mismatch"
    assert await desk.refusal(replace(home, expected_stack=0)) == "stack_mismatch"
    assert await desk.stack(ANN) == 400
    assert await desk.refusal(replace(more, expected_stack=400)) == "ok"
    assert await desk.refusal(replace(home, expected_stack=500)) == "ok"
    assert await desk.cash(ANN) == 1_000


def test_the_content_of_a_call_is_the_same_when_it_is_repeated() -> None:
    for command in (buy_in(ANN, 400, "b1"), open_hand("h1", [(ANN, 1), (BOB, 1)])):
        assert content_hash(again(command)) == content_hash(command)
    assert content_hash(replace(stand_up(ANN, "s"), expected_stack=5)) == content_hash(
        stand_up(ANN, "s")
    )
