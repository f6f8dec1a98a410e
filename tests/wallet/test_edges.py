"""The exact edge of each rule: one less, one more, one millisecond, one unit that is left over."""

from msgspec.structs import replace

from riverbus.core.rake import RakePolicy
from riverbus.runtime.db import Database
from services.wallet.domain.accounts import jackpot, rake
from services.wallet.domain.commands import ReconcileTable, SeenSeat
from services.wallet.domain.tournament_commands import Enter, Refund
from tests.wallet.conftest import started
from tests.wallet.desk import (
    ANN,
    BOB,
    CAT,
    HOUR_MS,
    MINUTE_MS,
    Desk,
    buy_in,
    cancel,
    open_hand,
    postgres_desk,
    pot,
    reverse,
    settle,
    stand_up,
    top_up,
    transfer,
)

FIVE = RakePolicy(version="five", basis_points=500)


async def test_the_jackpots_part_is_rounded_down(desk: Desk) -> None:
    """Rake 19, a tenth of it: 1, and 18 for the house."""
    await desk.open(ANN, BOB, money=1_000)
    for name in (ANN, BOB):
        await desk.do(buy_in(name, 500, f"b:{name}"))
    stacks = [(ANN, 500), (BOB, 500)]
    await desk.do(open_hand("h1", stacks, policy=FIVE, jackpot=("bad-beat", 1_000)))
    done = await desk.do(settle("h1", [(190, 0), (190, 0)], [pot(380, {1: 361}, 19, also=[2])]))
    assert (done.rake, done.jackpot) == (19, 1)
    held = await desk.held(jackpot("bad-beat", "USD")), await desk.held(rake("t1", "USD"))
    assert held == (1, 18)


async def test_a_stack_is_exactly_as_the_table_believes(desk: Desk) -> None:
    await desk.open(ANN, BOB, money=1_000)
    for name in (ANN, BOB):
        await desk.do(buy_in(name, 500, f"b:{name}"))
    for call, believed in (("h1", 499), ("h2", 501)):
        wrong = open_hand(call, [(ANN, 500), (BOB, believed)])
        assert await desk.refusal(wrong) == "stack_mismatch"
    assert await desk.refusal(open_hand("h3", [(ANN, 500), (BOB, 500)])) == "ok"


async def test_the_rake_is_split_among_those_who_paid(desk: Desk) -> None:
    """Ann paid nothing; of 7, Bob and Cat paid 3 each, the odd one is Bob's, who sits first."""
    await desk.open(ANN, BOB, CAT, money=1_000)
    for name in (ANN, BOB, CAT):
        await desk.do(buy_in(name, 500, f"b:{name}"))
    await desk.do(open_hand("h1", [(name, 500) for name in (ANN, BOB, CAT)], policy=FIVE))
    won = settle("h1", [(0, 0), (70, 0), (70, 0)], [pot(140, {3: 133}, 7, also=[2])])
    await desk.do(won)
    lines = await desk.statements.rake("USD", "player", 0, 0)
    assert {(line.key, line.rake) for line in lines} == {(BOB, 4), (CAT, 3)}


async def test_back_with_exactly_what_one_left_with(desk: Desk) -> None:
    """900 is enough, 899 is not; the window ends on the millisecond; the maximum gives way."""
    await desk.open(ANN, money=2_000)
    await desk.do(buy_in(ANN, 900, "b1"))
    await desk.do(stand_up(ANN, "s1"))
    assert await desk.refusal(buy_in(ANN, 899, "b2", limits=(100, 500))) == "reducing"
    assert await desk.refusal(buy_in(ANN, 901, "b3", limits=(100, 500))) == "buy_in_too_large"
    assert await desk.refusal(buy_in(ANN, 900, "b4", limits=(100, 500))) == "ok"
    await desk.do(stand_up(ANN, "s2"))
    desk.clock.ms += HOUR_MS - 1
    assert await desk.refusal(buy_in(ANN, 500, "b5", limits=(100, 500))) == "reducing"
    desk.clock.ms += 1
    assert await desk.refusal(buy_in(ANN, 900, "b6", limits=(100, 500))) == "buy_in_too_large"
    assert await desk.refusal(buy_in(ANN, 100, "b7", limits=(100, 500))) == "ok"


async def test_a_buy_in_that_was_played_with_is_not_undone(desk: Desk) -> None:
    await desk.open(ANN, BOB, money=1_000)
    for name in (ANN, BOB):
        await desk.do(buy_in(name, 100, f"b:{name}"))
    await desk.do(open_hand("h1", [(ANN, 100), (BOB, 100)]))
    assert await desk.refusal(reverse(ANN, "r1", f"b:{ANN}")) == "hand_open"
    await desk.do(settle("h1", [(10, 0), (10, 0)], [pot(20, {2: 20}, also=[1])]))
    assert await desk.refusal(reverse(ANN, "r2", f"b:{ANN}")) == "chips_in_play"
    assert (await desk.do(stand_up(ANN, "s1"))).balance == 990


async def test_a_top_up_fills_up_to_what_fits(desk: Desk) -> None:
    """Auto top-up: up to the maximum, then up to what is left in cash, then refused."""
    await desk.open(ANN, money=300)
    await desk.do(buy_in(ANN, 100, "b1"))
    assert (await desk.do(top_up(ANN, 500, "t1", 150, fill=True))).added == 50
    assert await desk.refusal(top_up(ANN, 500, "t2", 150, fill=True)) == "buy_in_too_large"
    assert (await desk.do(top_up(ANN, 500, "t3", 900, fill=True))).added == 150
    assert await desk.refusal(top_up(ANN, 500, "t4", 900, fill=True)) == "insufficient_funds"
    assert (await desk.cash(ANN), await desk.stack(ANN)) == (0, 300)
    assert await desk.refusal(top_up(BOB, 1, "t5")) == "unknown_account"
    await desk.open(BOB, money=10)
    assert await desk.refusal(top_up(BOB, 1, "t6")) == "not_bought_in"


async def test_a_seat_in_a_hand_is_not_lost(desk: Desk) -> None:
    """The table does not see Ann's seat, but she is dealt in: her ten minutes do not begin."""
    await desk.open(ANN, BOB, money=1_000)
    for name in (ANN, BOB):
        await desk.do(buy_in(name, 100, f"b:{name}"))
    await desk.do(open_hand("h1", [(ANN, 100), (BOB, 100)]))
    for call in ("r1", "r2"):
        view = ReconcileTable(
            id=call, table_id="t1", epoch=1, seats=(SeenSeat(2, BOB, 100),), open_hand_id="h1"
        )
        assert (await desk.do(view)).sent_home == ()
        desk.clock.ms += 10 * MINUTE_MS
    await desk.do(cancel("h1"))
    after = ReconcileTable(id="r3", table_id="t1", epoch=1, seats=(SeenSeat(2, BOB, 100),))
    assert (await desk.do(after)).sent_home == ()
    whole = (SeenSeat(1, ANN, 100), SeenSeat(2, BOB, 100))
    await desk.do(ReconcileTable(id="r4", table_id="t1", epoch=1, seats=whole))


async def test_what_one_left_with_outlives_the_process(database: Database) -> None:
    """ACT-11 over a restart: another replica knows it too."""
    async with started(postgres_desk(database)) as desk:
        await desk.open(ANN, money=1_000)
        await desk.do(buy_in(ANN, 900, "b1"))
        await desk.do(stand_up(ANN, "s1"))
    async with started(postgres_desk(database)) as another:
        assert await another.refusal(buy_in(ANN, 300, "b2")) == "reducing"
        assert await another.refusal(buy_in(ANN, 900, "b3")) == "ok"


async def test_a_hand_belongs_to_its_table(desk: Desk) -> None:
    """Neither settled nor cancelled by another table, and its id is used once in the room."""
    await desk.open(ANN, BOB, money=1_000)
    for table in ("t1", "t2"):
        for name in (ANN, BOB):
            await desk.do(buy_in(name, 100, f"b:{name}:{table}", table=table))
    stacks = [(ANN, 100), (BOB, 100)]
    await desk.do(open_hand("h1", stacks))
    won = [(10, 0), (10, 0)], [pot(20, {1: 20}, also=[2])]
    assert await desk.refusal(settle("h1", *won, table="t2")) == "settlement_seat"
    assert await desk.refusal(cancel("h1", table="t2")) == "settlement_seat"
    elsewhere = replace(open_hand("h1", stacks, table="t2"), id="open:other")
    assert await desk.refusal(elsewhere) == "hand_closed"
    second = open_hand("h2", stacks)
    assert await desk.refusal(second) == "hand_already_open"
    assert await desk.refusal(settle("h1", *won, attempt=2)) == "ok"
    assert await desk.refusal(second) == "hand_already_open"


async def test_what_may_be_right_later_is_not_remembered(desk: Desk) -> None:
    """An account that is opened a moment later: the same call is booked then."""
    await desk.open(BOB, money=100)
    early = transfer(BOB, ANN, 10, "x1")
    assert await desk.refusal(early) == "unknown_account"
    assert await desk.refusal(top_up(ANN, 5, "t1")) == "unknown_account"
    await desk.open(ANN, money=10)
    assert await desk.refusal(early) == "ok"
    await desk.do(buy_in(ANN, 5, "b1"))
    assert await desk.refusal(top_up(ANN, 5, "t1")) == "ok"
    # A business refusal is given again, though it would be right by now.
    assert await desk.refusal(transfer(BOB, ANN, 500, "x2")) == "insufficient_funds"
    await desk.deposit(BOB, 1_000)
    assert await desk.refusal(transfer(BOB, ANN, 500, "x2")) == "insufficient_funds"
    assert await desk.refusal(transfer(BOB, ANN, 500, "x3")) == "ok"


async def test_a_refunded_tournament_is_closed(desk: Desk) -> None:
    await desk.open(ANN, money=100)
    entry = Enter(
        id="e1", tournament_id="T", account_id=ANN, currency="USD", buy_in=10, fee=1, kind="buy_in"
    )
    await desk.do(entry)
    await desk.do(Refund(id="f1", tournament_id="T", currency="USD"))
    assert await desk.refusal(replace(entry, id="e2")) == "pool_closed"
    assert await desk.refusal(Refund(id="f2", tournament_id="T", currency="USD")) == "pool_closed"
    assert await desk.cash(ANN) == 100
