"""Statements, balances at a time, CSV, daily limits and providers."""

import pytest

from riverbus.core.errors import RoomError
from services.wallet.app.statements import Filter, kinds_of
from services.wallet.domain.accounts import cash
from services.wallet.domain.cashier_commands import SetLimits
from tests.wallet.desk import ANN, BOB, HOUR_MS, START_MS, Desk, buy_in, stand_up, transfer

MINE = cash(ANN, "USD")


async def test_pages_from_the_newest_to_the_oldest(desk: Desk) -> None:
    await desk.open(ANN)
    for amount in range(1, 8):
        await desk.deposit(ANN, amount)
    first, page = await desk.statements.page(Filter(MINE), "", 3)
    assert [entry.change for entry in first] == [7, 6, 5]
    assert [entry.balance for entry in first] == [28, 21, 15]
    second, page = await desk.statements.page(Filter(MINE), page, 3)
    third, page = await desk.statements.page(Filter(MINE), page, 3)
    assert [entry.change for entry in (*second, *third)] == [4, 3, 2, 1]
    assert page == ""
    for broken in ("-1", "x", "9" * 20):
        with pytest.raises(RoomError, match="invalid_page"):
            await desk.statements.page(Filter(MINE), broken, 3)


async def test_filters_by_time_and_kind(desk: Desk) -> None:
    await desk.open(ANN, money=1_000)
    desk.clock.ms += HOUR_MS
    await desk.do(buy_in(ANN, 300, "b1"))
    desk.clock.ms += HOUR_MS
    await desk.do(stand_up(ANN, "s1"))

    async def kinds(**bounds: int) -> list[str]:
        entries, _ = await desk.statements.page(Filter(MINE, **bounds), "", 50)
        return [entry.kind for entry in entries]

    assert await kinds() == ["stand_up", "buy_in", "deposit"]
    assert await kinds(since_ms=START_MS + HOUR_MS) == ["stand_up", "buy_in"]
    assert await kinds(until_ms=START_MS + HOUR_MS) == ["deposit"]
    only = Filter(MINE, kinds=kinds_of(["buy_in"]))
    entries, _ = await desk.statements.page(only, "", 50)
    assert [(entry.change, entry.subject, entry.operation_id) for entry in entries] == [
        (-300, "t1", "b1")
    ]
    for hours, held in ((-1, 0), (0, 1_000), (1, 700), (2, 1_000), (9, 1_000)):
        assert await desk.statements.balance_at(MINE, START_MS + hours * HOUR_MS) == held
    with pytest.raises(RoomError, match="no entries of kind"):
        kinds_of(["gift"])


async def test_csv_is_harmless_in_a_spreadsheet(desk: Desk) -> None:
    await desk.open(ANN, BOB, money=1_000)
    gift = transfer(ANN, BOB, 100, "x1")
    noted = type(gift)(
        id="x2",
        from_account_id=ANN,
        to_account_id=BOB,
        currency="USD",
        amount=50,
        text='=SUM("A1"), thanks',
    )
    await desk.do(gift)
    await desk.do(noted)
    text, page = await desk.statements.as_csv(Filter(MINE), "")
    lines = text.splitlines()
    assert lines[0] == "transfer,at_ms,kind,change,balance,subject,operation,note"
    assert lines[1].endswith(f""",transfer,-50,850,{BOB},x2,"'=SUM(""A1""), thanks\"""")
    assert (len(lines), page) == (4, "")


async def test_daily_limits_roll(desk: Desk) -> None:
    """The room's 2,000.00 of transfers a day; one's own lower limit holds at once."""
    await desk.open(ANN, BOB, money=500_000)
    assert await desk.refusal(transfer(ANN, BOB, 150_000, "x1")) == "ok"
    assert await desk.refusal(transfer(ANN, BOB, 50_001, "x2")) == "limit_exceeded"
    desk.clock.ms += 25 * HOUR_MS
    assert await desk.refusal(transfer(ANN, BOB, 50_001, "x3")) == "ok"
    lower = SetLimits(
        id="l1", account_id=ANN, currency="USD", daily_deposit=-1, daily_transfer=60_000
    )
    await desk.do(lower)
    assert await desk.refusal(transfer(ANN, BOB, 10_000, "x4")) == "limit_exceeded"
    higher = SetLimits(
        id="l2", account_id=ANN, currency="USD", daily_deposit=-1, daily_transfer=90_000
    )
    assert (await desk.do(higher)).effective_at_ms == desk.clock.ms + 24 * HOUR_MS
    assert await desk.refusal(transfer(ANN, BOB, 10_000, "x5")) == "limit_exceeded"
    desk.clock.ms += 25 * HOUR_MS
    assert await desk.refusal(transfer(ANN, BOB, 80_000, "x6")) == "ok"


async def test_a_deposit_by_its_reference(desk: Desk) -> None:
    await desk.open(ANN, BOB)

    async def deposit(call: str, name: str, reference: str, amount: int = 500) -> str:
        payment = ("sandbox", reference, "USD", amount)
        try:
            await desk.cashier.deposit(call, name, payment, 20.0)
        except RoomError as error:
            return error.code
        return "ok"

    assert await deposit("d1", ANN, "ref-1") == "ok"
    assert await deposit("d1", ANN, "ref-1") == "ok"
    assert await desk.cash(ANN) == 500
    assert await deposit("d2", BOB, "ref-1") == "reference_used"
    # A refused payment gives the day's limit back, and is refused again for its id.
    for _ in range(2):
        assert await deposit("d3", ANN, "refuse-1", 900_000) == "provider_refused"
    assert await deposit("d7", ANN, "refuse-1", 900_000) == "provider_refused"
    assert await deposit("d4", ANN, "pending-1") == "provider_pending"
    assert await deposit("d5", ANN, "ref-2", 999_001) == "limit_exceeded"
    payment = ("nobody", "ref-3", "USD", 5)
    with pytest.raises(RoomError, match="unknown_provider"):
        await desk.cashier.deposit("d6", ANN, payment, 20.0)
    assert await desk.cash(ANN) == 500
