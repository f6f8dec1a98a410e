"""The wallet and rake cases of the case collection, by number."""

import asyncio

import msgspec
import pytest

from riverbus.core.errors import RoomError
from riverbus.core.rake import RakeCap, RakePolicy, rake_of_pots
from services.wallet.domain.accounts import pool
from services.wallet.domain.cashier_commands import RequestWithdrawal
from services.wallet.domain.commands import WaitingTopUp
from services.wallet.domain.tournament_commands import Enter, PayOut, Prize
from tests.wallet.desk import (
    ANN,
    BOB,
    CAT,
    Desk,
    buy_in,
    open_hand,
    pot,
    reverse,
    settle,
    stand_up,
    top_up,
)

FIVE = RakePolicy(version="five", basis_points=500)


async def test_wl_01_two_buy_ins_at_once(desk: Desk) -> None:
    await desk.open(ANN, money=10_000)
    for turn in range(20):
        outcomes = await asyncio.gather(
            *(
                desk.refusal(buy_in(ANN, 6_000, f"buyin:{turn}-{table}", table=table))
                for table in ("t1", "t2")
            )
        )
        assert sorted(outcomes) == ["insufficient_funds", "ok"]
        assert await desk.cash(ANN) == 4_000
        stacks = [await desk.stack(ANN, table) for table in ("t1", "t2")]
        assert sorted(stacks) == [0, 6_000]
        for table in ("t1", "t2"):
            await desk.do(stand_up(ANN, f"standup:{turn}-{table}", table))


async def test_wl_02_one_id_per_intent_books_once(desk: Desk) -> None:
    await desk.open(ANN, money=10_000)
    answers = [await desk.do(buy_in(ANN, 6_000, "buyin:a1")) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert (await desk.cash(ANN), await desk.stack(ANN)) == (4_000, 6_000)


async def test_wl_02_the_same_id_many_times_at_once(desk: Desk) -> None:
    await desk.open(ANN, money=10_000)
    answers = await asyncio.gather(*(desk.do(buy_in(ANN, 500, "buyin:a1")) for _ in range(20)))
    assert len(set(answers)) == 1
    assert await desk.stack(ANN) == 500


async def test_wl_04_same_key_different_content(desk: Desk) -> None:
    await desk.open(ANN, money=10_000)
    first = await desk.do(buy_in(ANN, 500, "K"))
    assert await desk.refusal(buy_in(ANN, 700, "K")) == "id_reused"
    assert await desk.stack(ANN) == 500
    # Only business fields count: a table that changed its limits meanwhile asks the same thing.
    assert await desk.do(buy_in(ANN, 500, "K", limits=(400, 2_000))) == first


async def test_wl_04_a_refusal_is_given_again(desk: Desk) -> None:
    await desk.open(ANN, money=100)
    assert await desk.refusal(buy_in(ANN, 500, "K")) == "insufficient_funds"
    await desk.deposit(ANN, 1_000)
    assert await desk.refusal(buy_in(ANN, 500, "K")) == "insufficient_funds"
    assert await desk.refusal(buy_in(ANN, 500, "K2")) == "ok"


async def test_wl_07_a_lapsed_reservation_is_refunded_once(desk: Desk) -> None:
    """SEAMS 23."""
    await desk.open(ANN, money=10_000)
    await desk.do(buy_in(ANN, 6_000, "buyin:a1"))
    for _ in range(2):
        done = await desk.do(reverse(ANN, "reverse:a1", "buyin:a1"))
        assert (done.returned, done.balance) == (6_000, 10_000)
    # Given up before it arrived: the late buy-in finds the tombstone.
    assert (await desk.do(reverse(ANN, "reverse:a2", "buyin:a2"))).returned == 0
    assert await desk.refusal(buy_in(ANN, 6_000, "buyin:a2")) == "buy_in_reversed"
    assert await desk.cash(ANN) == 10_000


async def test_wl_08_no_seat_spends_more_than_its_stack(desk: Desk) -> None:
    await desk.open(ANN, BOB, money=100)
    await desk.do(buy_in(ANN, 4, "b1"))
    await desk.do(buy_in(BOB, 100, "b2"))
    await desk.do(open_hand("h1", [(ANN, 4), (BOB, 100)]))
    overspent = settle("h1", [(10, 0), (10, 0)], [pot(20, {2: 20}, also=[1])])
    assert await desk.refusal(overspent) == "settlement_stack"
    short = settle("h1", [(4, 0), (10, 6)], [pot(8, {2: 8}, also=[1])], attempt=2)
    assert await desk.refusal(short) == "ok"
    assert (await desk.stack(ANN), await desk.stack(BOB)) == (0, 104)


async def test_wl_10_the_reducing_memory_survives_a_cancelled_return(desk: Desk) -> None:
    await desk.open(ANN, money=2_000)
    await desk.do(buy_in(ANN, 500, "b1"))
    await desk.do(stand_up(ANN, "s1"))
    table = (1, 200)
    # (a) returns, cancels, leaves, returns with 100
    await desk.do(buy_in(ANN, 500, "b2", limits=table))
    await desk.do(reverse(ANN, "r2", "b2"))
    await desk.do(stand_up(ANN, "s2"))
    assert await desk.refusal(buy_in(ANN, 100, "b3", limits=table)) == "reducing"
    assert await desk.refusal(buy_in(ANN, 500, "b4", limits=table)) == "ok"


async def test_wl_10_a_real_bust_clears_the_memory(desk: Desk) -> None:
    await desk.open(ANN, BOB, money=2_000)
    await desk.do(buy_in(ANN, 500, "b1"))
    await desk.do(stand_up(ANN, "s1"))
    await desk.do(buy_in(ANN, 500, "b2", limits=(1, 200)))
    await desk.do(buy_in(BOB, 500, "b3"))
    await desk.do(open_hand("h1", [(ANN, 500), (BOB, 500)]))
    await desk.do(settle("h1", [(500, 0), (500, 0)], [pot(1_000, {2: 1_000}, also=[1])]))
    await desk.do(stand_up(ANN, "s2"))
    assert await desk.refusal(buy_in(ANN, 100, "b4", limits=(1, 200))) == "ok"


async def test_wl_11_a_top_up_waits_for_the_end_of_the_hand(desk: Desk) -> None:
    await desk.open(ANN, BOB, money=1_000)
    await desk.do(buy_in(ANN, 40, "b1"))
    await desk.do(buy_in(BOB, 100, "b2"))
    await desk.do(open_hand("h1", [(ANN, 40), (BOB, 100)]))
    assert await desk.refusal(top_up(ANN, 60, "topup:early")) == "hand_open"
    await desk.do(settle("h1", [(40, 0), (100, 60)], [pot(80, {1: 80}, also=[2])]))
    opened = await desk.do(
        open_hand(
            "h2",
            [(ANN, 80), (BOB, 60)],
            top_ups=[WaitingTopUp("topup:a", ANN, 60, 200)],
        )
    )
    assert [seat.stack for seat in opened.stacks] == [140, 60]
    assert opened.top_ups[0].added == 60
    # The same top-up sent on its own is the same top-up.
    assert (await desk.do(top_up(ANN, 60, "topup:a", 200))).added == 60
    assert await desk.stack(ANN) == 140


@pytest.mark.parametrize("amount", [-1, 0, 2**63, 10**15 + 1, -(2**63)])
async def test_wl_13_amounts_out_of_range_are_refused(desk: Desk, amount: int) -> None:
    await desk.open(ANN, money=10_000)
    assert await desk.refusal(buy_in(ANN, amount, "K")) == "invalid_amount"
    # Malformed requests are not remembered: the id is free for the right one.
    assert await desk.refusal(buy_in(ANN, 100, "K")) == "ok"


@pytest.mark.parametrize("call", ["", "x" * 141, "sp ace", "semi;colon", "new\nline", "é"])
async def test_wl_13_malformed_ids_are_refused(desk: Desk, call: str) -> None:
    await desk.open(ANN, money=10_000)
    assert await desk.refusal(buy_in(ANN, 100, call)) == "invalid_id"


async def test_wl_14_a_withdrawal_while_a_payout_runs(desk: Desk) -> None:
    names = [f"0190cccc-0000-7000-8000-{number:012d}" for number in range(100)]
    await desk.open(*names, money=1_000)
    for name in names:
        await desk.do(_entry(name))
    prizes = tuple(Prize(name, 100, place) for place, name in enumerate(names, 1))
    withdrawal = RequestWithdrawal(
        id="w1", account_id=names[6], currency="USD", amount=900, provider="sandbox"
    )
    payout = PayOut(id="payout:t", tournament_id="T", currency="USD", prizes=prizes)
    await asyncio.gather(desk.do(payout), desk.do(withdrawal))
    held = [await desk.cash(name) for name in names]
    assert held[6] == 100
    assert sum(held) + 900 == 100 * 1_000
    assert await desk.held(pool("T", "USD")) == 0


def _entry(name: str) -> Enter:
    return Enter(
        id=f"enter:{name}",
        tournament_id="T",
        account_id=name,
        currency="USD",
        buy_in=100,
        fee=0,
        kind="buy_in",
    )


async def test_rk_01_no_flop_no_drop(desk: Desk) -> None:
    policy = msgspec.structs.replace(FIVE, no_flop_no_drop=True)
    await desk.open(ANN, BOB, money=10_000)
    await desk.do(buy_in(ANN, 1_000, "b1"))
    await desk.do(buy_in(BOB, 1_000, "b2"))
    await desk.do(open_hand("h1", [(ANN, 1_000), (BOB, 1_000)], policy=policy))
    raked = settle("h1", [(600, 400), (200, 0)], [pot(400, {1: 380}, 20, also=[2])], drop=False)
    assert await desk.refusal(raked) == "settlement_rake"
    free = settle(
        "h1", [(600, 400), (200, 0)], [pot(400, {1: 400}, also=[2])], attempt=2, drop=False
    )
    assert (await desk.do(free)).rake == 0
    # (b) all-in and call before the flop, the board is dealt: raked.
    await desk.do(open_hand("h2", [(ANN, 1_200), (BOB, 800)], policy=policy))
    done = await desk.do(
        settle("h2", [(1_200, 400), (800, 0)], [pot(1_600, {2: 1_520}, 80, also=[1])])
    )
    assert done.rake == 80


async def test_rk_02_the_uncalled_bet_is_not_raked(desk: Desk) -> None:
    await desk.open(ANN, BOB, money=10_000)
    await desk.do(buy_in(ANN, 1_000, "b1"))
    await desk.do(buy_in(BOB, 190, "b2"))
    await desk.do(open_hand("h1", [(ANN, 1_000), (BOB, 190)], policy=FIVE))
    done = await desk.do(settle("h1", [(300, 110), (190, 0)], [pot(380, {1: 361}, 19, also=[2])]))
    assert done.rake == 19
    assert [seat.stack for seat in done.stacks] == [1_171, 0]


def test_rk_04_rounding_per_hand_or_per_pot() -> None:
    assert sum(rake_of_pots(FIVE, [870, 90], 6, True)) == 48
    per_pot = msgspec.structs.replace(FIVE, per="pot")
    assert rake_of_pots(per_pot, [870, 90], 6, True) == (43, 4)


@pytest.mark.parametrize(
    ("rounding", "expected"),
    [("down", [2, 7, 12, 17]), ("half_even", [2, 8, 12, 18]), ("half_up", [3, 8, 13, 18])],
)
def test_rk_05_half_a_cent(rounding: str, expected: list[int]) -> None:
    policy = msgspec.convert({"basis_points": 500, "rounding": rounding}, RakePolicy)
    assert [rake_of_pots(policy, [pot], 2, True)[0] for pot in (50, 150, 250, 350)] == expected


async def test_rk_07_rake_before_splitting(desk: Desk) -> None:
    await desk.open(ANN, BOB, CAT, money=1_000)
    for name in (ANN, BOB, CAT):
        await desk.do(buy_in(name, 100, f"b:{name}"))
    await desk.do(open_hand("h1", [(ANN, 100), (BOB, 100), (CAT, 100)], policy=FIVE))
    shares = pot(101, {1: 48, 2: 48}, 5, also=[3])
    done = await desk.do(settle("h1", [(50, 0), (50, 0), (1, 0)], [shares]))
    assert (done.rake, [seat.stack for seat in done.stacks]) == (5, [98, 98, 99])


async def test_rk_08_in_is_out_plus_rake(desk: Desk) -> None:
    one = RakePolicy(version="one", basis_points=100)
    await desk.open(ANN, BOB, money=10_000)
    await desk.do(buy_in(ANN, 800, "b1"))
    await desk.do(buy_in(BOB, 800, "b2"))
    await desk.do(open_hand("h1", [(ANN, 800), (BOB, 800)], policy=one))
    nothing_in = settle("h1", [(0, 0), (0, 0)], [pot(297, {1: 297}, also=[2])])
    assert await desk.refusal(nothing_in) == "settlement_pots"
    too_little = settle("h1", [(400, 0), (400, 0)], [pot(800, {1: 700}, 8, also=[2])], attempt=2)
    assert await desk.refusal(too_little) == "settlement_shares"
    assert (await desk.stack(ANN), await desk.stack(BOB)) == (800, 800)
    right = settle("h1", [(200, 0), (100, 0)], [pot(300, {1: 297}, 3, also=[2])], attempt=3)
    assert (await desk.do(right)).rake == 3


async def test_the_cap_is_that_of_the_players_dealt_in(desk: Desk) -> None:
    capped = RakePolicy(version="caps", basis_points=500, caps=(RakeCap(2, 50), RakeCap(3, 100)))
    await desk.open(ANN, BOB, money=10_000)
    await desk.do(buy_in(ANN, 5_000, "b1"))
    await desk.do(buy_in(BOB, 5_000, "b2"))
    await desk.do(open_hand("h1", [(ANN, 5_000), (BOB, 5_000)], policy=capped))
    high = settle("h1", [(1_000, 0), (1_000, 0)], [pot(2_000, {1: 1_900}, 100, also=[2])])
    with pytest.raises(RoomError, match="settlement_rake"):
        await desk.do(high)
    right = settle(
        "h1", [(1_000, 0), (1_000, 0)], [pot(2_000, {1: 1_950}, 50, also=[2])], attempt=2
    )
    assert (await desk.do(right)).rake == 50
