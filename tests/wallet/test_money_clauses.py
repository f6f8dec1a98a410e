"""The money clauses of the rule catalogue, each as a whole situation with its chips."""

import pytest

from riverbus.core.rake import RakePolicy
from services.wallet.domain.accounts import (
    PLAY,
    confiscated,
    fees,
    jackpot,
    outside,
    pool,
    promotions,
    rake,
)
from services.wallet.domain.cashier_commands import DecideWithdrawal, RequestWithdrawal
from services.wallet.domain.commands import OpenAccount, RefillPlayChips
from services.wallet.domain.operator_commands import (
    Adjust,
    Consent,
    PayJackpot,
    RemoveDumpedChips,
    ReturnToLosers,
    SetStanding,
)
from services.wallet.domain.tournament_commands import (
    AddToPool,
    Enter,
    EntryKind,
    Leave,
    PayOut,
    Prize,
    Refund,
)
from tests.wallet.desk import (
    ANN,
    BOB,
    CAT,
    DAN,
    HOUR_MS,
    MINUTE_MS,
    Desk,
    buy_in,
    cancel,
    open_hand,
    pot,
    settle,
    stand_up,
    top_up,
    transfer,
)

FIVE = RakePolicy(version="five", basis_points=500)


@pytest.mark.rule("MON-01")
async def test_table_stakes(desk: Desk) -> None:
    """Ann's 400 in front play; her 600 behind cannot come in before the hand is over."""
    await desk.open(ANN, BOB, money=1_000)
    await desk.do(buy_in(ANN, 400, "b1"))
    await desk.do(buy_in(BOB, 1_000, "b2"))
    await desk.do(open_hand("h1", [(ANN, 400), (BOB, 1_000)]))
    assert await desk.refusal(top_up(ANN, 600, "t1")) == "hand_open"
    assert await desk.refusal(stand_up(BOB, "s1")) == "hand_open"
    more_than_in_front = settle("h1", [(600, 0), (600, 0)], [pot(1_200, {1: 1_200}, also=[2])])
    assert await desk.refusal(more_than_in_front) == "settlement_stack"
    right = settle("h1", [(400, 0), (1_000, 600)], [pot(800, {1: 800}, also=[2])], attempt=2)
    await desk.do(right)
    assert (await desk.do(top_up(ANN, 600, "t2"))).stack == 1_400
    assert (await desk.stack(ANN), await desk.stack(BOB)) == (1_400, 600)


@pytest.mark.rule("MON-02", "MON-03", "MON-11")
async def test_each_table_posts_its_limits(desk: Desk) -> None:
    """2/1 limit of `stoner`: 10 to 40. A special table asks for more."""
    await desk.open(ANN, money=10_000)
    assert await desk.refusal(buy_in(ANN, 9, "b1", limits=(10, 40))) == "buy_in_too_small"
    assert await desk.refusal(buy_in(ANN, 41, "b2", limits=(10, 40))) == "buy_in_too_large"
    assert (await desk.do(buy_in(ANN, 40, "b3", limits=(10, 40)))).stack == 40
    special = buy_in(ANN, 40, "b4", table="t2", limits=(200, 1_000))
    assert await desk.refusal(special) == "buy_in_too_small"
    assert await desk.refusal(top_up(ANN, 1, "t1", 40)) == "buy_in_too_large"
    assert await desk.cash(ANN) == 9_960


@pytest.mark.rule("MON-04", "MON-12")
async def test_money_and_play_chips_never_mix(desk: Desk) -> None:
    """Play chips need no deposit, and buy nothing that money buys."""
    await desk.open(ANN, BOB)
    await desk.deposit(BOB, 1_000)
    assert await desk.refusal(buy_in(ANN, 100, "b1")) == "insufficient_funds"
    done = await desk.do(buy_in(ANN, 100_000, "b2", table="play", currency=PLAY))
    assert (done.stack, done.balance) == (100_000, 900_000)
    assert await desk.refusal(buy_in(BOB, 100, "b3", table="play")) == "wrong_currency"
    cashing_out = RequestWithdrawal(
        id="w1", account_id=ANN, currency=PLAY, amount=100, provider="sandbox"
    )
    assert await desk.refusal(cashing_out) == "invalid_currency"
    given = transfer(ANN, BOB, 100, "x1", currency=PLAY)
    assert await desk.refusal(given) == "play_chips_not_transferable"
    held = await desk.held(outside(PLAY)), await desk.held(outside("USD"))
    assert held == (-2_000_000, -1_000)


@pytest.mark.rule("MON-12")
async def test_play_chips_come_back_by_policy(desk: Desk) -> None:
    """Broke at the tables: filled up once, then again after four hours. Rich: not at all."""
    await desk.open(ANN, BOB)
    assert await desk.refusal(RefillPlayChips(id="r0", account_id=ANN)) == "refill_not_needed"
    await _lose(desk, 1_000_000, "h1")
    done = await desk.do(RefillPlayChips(id="r1", account_id=ANN))
    assert (done.granted, done.balance) == (1_000_000, 1_000_000)
    await _lose(desk, 950_000, "h2")
    assert await desk.refusal(RefillPlayChips(id="r2", account_id=ANN)) == "refill_too_soon"
    desk.clock.ms += 4 * HOUR_MS
    assert (await desk.do(RefillPlayChips(id="r3", account_id=ANN))).granted == 950_000
    # Chips at a table are hers: not broke with a full stack.
    await desk.do(buy_in(ANN, 1_000_000, "b9", table="t9", currency=PLAY))
    desk.clock.ms += 4 * HOUR_MS
    assert await desk.refusal(RefillPlayChips(id="r4", account_id=ANN)) == "refill_not_needed"


async def _lose(desk: Desk, amount: int, hand: str) -> None:
    where = {"table": hand, "currency": PLAY}
    for name in (ANN, BOB):
        await desk.do(buy_in(name, amount, f"b:{hand}:{name}", **where))
    await desk.do(open_hand(hand, [(ANN, amount), (BOB, amount)], **where))
    lost = settle(
        hand, [(amount, 0), (amount, 0)], [pot(2 * amount, {2: 2 * amount}, also=[1])], table=hand
    )
    await desk.do(lost)
    for name in (ANN, BOB):
        await desk.do(stand_up(name, f"s:{hand}:{name}", hand, PLAY))


@pytest.mark.rule("MON-05")
async def test_rake_is_a_percentage_of_the_pot_once_a_hand(desk: Desk) -> None:
    """Main pot 300 and side pot 400: 5 % of 700 is 35, 15 of it from the main pot."""
    await desk.open(ANN, BOB, CAT, money=1_000)
    for name, chips in ((ANN, 100), (BOB, 300), (CAT, 300)):
        await desk.do(buy_in(name, chips, f"b:{name}"))
    await desk.do(open_hand("h1", [(ANN, 100), (BOB, 300), (CAT, 300)], policy=FIVE))
    pots = [pot(300, {1: 285}, 15, also=[2, 3]), pot(400, {2: 190, 3: 190}, 20)]
    done = await desk.do(settle("h1", [(100, 0), (300, 0), (300, 0)], pots))
    assert [seat.stack for seat in done.stacks] == [285, 190, 190]
    assert await desk.held(rake("t1", "USD")) == 35
    lines = await desk.statements.rake("USD", "player", 0, 0)
    assert {(line.key, line.rake) for line in lines} == {(ANN, 5), (BOB, 15), (CAT, 15)}
    for grouping, key in (("table", "t1"), ("game", "nl-holdem"), ("day", "2026-09-21")):
        found = await desk.statements.rake("USD", grouping, 0, 0)
        assert [(line.hands, line.rake) for line in found] == [(1, 35)]
        assert found[0].key == key


@pytest.mark.rule("MON-06")
async def test_transfers_only_between_depositors(desk: Desk) -> None:
    await desk.open(ANN, BOB, CAT)
    await desk.deposit(ANN, 1_000)
    assert await desk.refusal(transfer(ANN, BOB, 400, "x1")) == "not_a_depositor"
    await desk.deposit(BOB, 1)
    assert (await desk.do(transfer(ANN, BOB, 400, "x2"))).balance == 600
    assert await desk.refusal(transfer(ANN, BOB, 700, "x3")) == "insufficient_funds"
    assert await desk.refusal(transfer(ANN, ANN, 1, "x4")) == "same_account"
    assert (await desk.cash(ANN), await desk.cash(BOB)) == (600, 401)


@pytest.mark.rule("MON-07")
async def test_dumped_chips_go_back_to_who_lost_them(desk: Desk) -> None:
    """Bob holds 500 dumped: two operators remove them, Cat and Dan get them back."""
    await desk.open(ANN, BOB, CAT, DAN)
    await desk.deposit(BOB, 800)
    removal = RemoveDumpedChips(
        id="rm1",
        account_id=BOB,
        operator="op1",
        reason="dumped in h1",
        case_id="case-7",
        currency="USD",
        amount=500,
    )
    assert (await desk.do(removal)).proposal_id == "rm1"
    assert await desk.cash(BOB) == 800
    alone = Consent(id="c1", proposal_id="rm1", operator="op1", agreed=True)
    assert await desk.refusal(alone) == "same_operator"
    await desk.do(Consent(id="c2", proposal_id="rm1", operator="op2", agreed=True))
    assert await desk.cash(BOB) == 300
    back = ReturnToLosers(
        id="rt1",
        case_id="case-7",
        currency="USD",
        payments=((CAT, 300), (DAN, 200)),
        reason="case-7",
        operator="op1",
    )
    assert (await desk.do(back)).left == 0
    assert (await desk.cash(CAT), await desk.cash(DAN)) == (300, 200)
    assert await desk.held(confiscated("case-7", "USD")) == 0


def entry(name: str, call: str, *, fee: int = 100, kind: EntryKind = "buy_in") -> Enter:
    return Enter(
        id=call,
        tournament_id="T",
        account_id=name,
        currency="USD",
        buy_in=1_000,
        fee=fee,
        kind=kind,
    )


@pytest.mark.rule("MON-08", "TRN-07")
async def test_buy_ins_are_the_prize_pool_and_fees_the_houses(desk: Desk) -> None:
    """Three at 1,000 + 100, one re-buy without fee: pool 4,000, fees 300; paid to the cent."""
    await desk.open(ANN, BOB, CAT, money=5_000)
    for name in (ANN, BOB, CAT):
        await desk.do(entry(name, f"enter:{name}"))
    assert await desk.refusal(entry(ANN, "enter:again")) == "already_entered"
    done = await desk.do(entry(CAT, "rebuy:1", fee=0, kind="rebuy"))
    assert (done.balance, done.pool) == (2_900, 4_000)
    short = PayOut(id="payout:0", tournament_id="T", currency="USD", prizes=(Prize(ANN, 3_999, 1),))
    assert await desk.refusal(short) == "payout_mismatch"
    stranger = PayOut(
        id="payout:1", tournament_id="T", currency="USD", prizes=(Prize(DAN, 4_000, 1),)
    )
    assert await desk.refusal(stranger) == "unknown_account"
    prizes = (Prize(BOB, 2_600, 1), Prize(ANN, 1_400, 2))
    await desk.do(PayOut(id="payout:T", tournament_id="T", currency="USD", prizes=prizes))
    assert [await desk.cash(name) for name in (ANN, BOB, CAT)] == [5_300, 6_500, 2_900]
    assert await desk.held(pool("T", "USD")) == 0
    assert await desk.held(fees("T", "USD")) == 300
    assert await desk.refusal(entry(DAN, "enter:late")) == "unknown_account"
    assert await desk.refusal(entry(ANN, "enter:late2")) == "pool_closed"


@pytest.mark.rule("TRN-04", "MON-08")
async def test_guarantee_freeroll_unregister_and_refund(desk: Desk) -> None:
    """The house adds 5,000; Ann leaves before the start; then all is cancelled."""
    await desk.open(ANN, BOB, money=5_000)
    free = Enter(
        id="enter:f",
        tournament_id="F",
        account_id=ANN,
        currency="USD",
        buy_in=0,
        fee=0,
        kind="buy_in",
    )
    assert (await desk.do(free)).balance == 5_000
    for name in (ANN, BOB):
        await desk.do(entry(name, f"enter:{name}"))
    added = await desk.do(AddToPool(id="g", tournament_id="T", currency="USD", amount=5_000))
    assert added.pool == 7_000
    assert await desk.held(promotions("USD")) == -5_000
    leaving = Leave(
        id="leave:1", tournament_id="T", account_id=ANN, currency="USD", entry_id=f"enter:{ANN}"
    )
    assert (await desk.do(leaving)).returned == 1_100
    barred = Leave(
        id="leave:2", tournament_id="T", account_id=ANN, currency="USD", entry_id="enter:late"
    )
    assert (await desk.do(barred)).returned == 0
    assert await desk.refusal(entry(ANN, "enter:late")) == "entry_reversed"
    done = await desk.do(Refund(id="refund:T", tournament_id="T", currency="USD", reason="power"))
    assert done.payments == ((BOB, 1_100),)
    assert [await desk.cash(name) for name in (ANN, BOB)] == [5_000, 5_000]
    assert await desk.held(promotions("USD")) == 0


@pytest.mark.rule("MON-09")
async def test_a_jackpot_grows_from_rake_and_is_paid_from_its_own_account(desk: Desk) -> None:
    """A tenth of the rake of 20 feeds the fund; a bad beat takes it."""
    await desk.open(ANN, BOB, money=1_000)
    await desk.do(buy_in(ANN, 500, "b1"))
    await desk.do(buy_in(BOB, 500, "b2"))
    await desk.do(
        open_hand("h1", [(ANN, 500), (BOB, 500)], policy=FIVE, jackpot=("bad-beat", 1_000))
    )
    done = await desk.do(settle("h1", [(200, 0), (200, 0)], [pot(400, {1: 380}, 20, also=[2])]))
    assert (done.rake, done.jackpot) == (20, 2)
    fund = jackpot("bad-beat", "USD")
    assert (await desk.held(fund), await desk.held(rake("t1", "USD"))) == (2, 18)
    win = PayJackpot(
        id="jackpot:h1",
        currency="USD",
        payments=((BOB, 2),),
        reason="aces full beaten",
        jackpot_id="bad-beat",
        hand_id="h1",
    )
    assert (await desk.do(win)).left == 0
    assert await desk.cash(BOB) == 502


@pytest.mark.rule("MON-10")
async def test_one_account_a_player_and_winnings_only_there(desk: Desk) -> None:
    """A second opening changes nothing; a withdrawal pays the player who asked, once."""
    await desk.open(ANN, money=1_000)
    again = OpenAccount(id="another", account_id=ANN)
    assert (await desk.do(again)).granted == 0
    assert await desk.cash(ANN, PLAY) == 1_000_000
    asked = RequestWithdrawal(
        id="w1", account_id=ANN, currency="USD", amount=400, provider="sandbox"
    )
    assert (await desk.do(asked)).balance == 600
    approve = DecideWithdrawal(id="d1", withdrawal_id="w1", decision="approve", operator="op1")
    for _ in range(2):
        assert (await desk.cashier.decide(approve, 20.0)).withdrawal.status == "paid"
    assert await desk.held(outside("USD")) == -600
    failing = RequestWithdrawal(
        id="w2", account_id=ANN, currency="USD", amount=513, provider="sandbox"
    )
    await desk.do(failing)
    approve = DecideWithdrawal(id="d2", withdrawal_id="w2", decision="approve", operator="op1")
    assert (await desk.cashier.decide(approve, 20.0)).withdrawal.status == "failed"
    assert await desk.cash(ANN) == 600


@pytest.mark.rule("ACT-05")
async def test_a_cancelled_hand_leaves_every_stack_as_it_was(desk: Desk) -> None:
    """SEAMS 23."""
    await desk.open(ANN, BOB, money=1_000)
    await desk.do(buy_in(ANN, 400, "b1"))
    await desk.do(buy_in(BOB, 500, "b2"))
    await desk.do(open_hand("h1", [(ANN, 400), (BOB, 500)]))
    done = await desk.do(cancel("h1"))
    assert [seat.stack for seat in done.stacks] == [400, 500]
    late = settle("h1", [(400, 0), (400, 0)], [pot(800, {1: 800}, also=[2])])
    assert await desk.refusal(late) == "hand_cancelled"
    # A hand that the wallet never saw: the late open finds the tombstone.
    assert (await desk.do(cancel("h2"))).tombstone
    assert await desk.refusal(open_hand("h2", [(ANN, 400), (BOB, 500)])) == "hand_cancelled"
    # A settled hand is not cancelled.
    await desk.do(open_hand("h3", [(ANN, 400), (BOB, 500)]))
    await desk.do(settle("h3", [(400, 0), (400, 0)], [pot(800, {1: 800}, also=[2])]))
    assert await desk.refusal(cancel("h3")) == "hand_settled"
    twice = settle("h3", [(1, 0), (1, 0)], [pot(2, {2: 2}, also=[1])], attempt=2)
    assert await desk.refusal(twice) == "hand_settled"


@pytest.mark.rule("ACT-11")
async def test_reducing_within_the_rooms_window(desk: Desk) -> None:
    """Left with 900, back after half an hour with 300: refused; after an hour: welcome."""
    await desk.open(ANN, money=1_000)
    await desk.do(buy_in(ANN, 900, "b1"))
    await desk.do(stand_up(ANN, "s1"))
    desk.clock.ms += 30 * MINUTE_MS
    assert await desk.refusal(buy_in(ANN, 300, "b2")) == "reducing"
    assert await desk.refusal(buy_in(ANN, 300, "b3", window_ms=20 * MINUTE_MS)) == "ok"
    await desk.do(stand_up(ANN, "s3"))
    desk.clock.ms += 30 * MINUTE_MS
    assert await desk.refusal(buy_in(ANN, 200, "b4")) == "reducing"
    desk.clock.ms += 31 * MINUTE_MS
    assert await desk.refusal(buy_in(ANN, 200, "b5")) == "ok"


async def test_a_frozen_account_spends_nothing_and_gets_its_chips(desk: Desk) -> None:
    """SEAMS 24."""
    await desk.open(ANN, BOB, money=1_000)
    await desk.do(buy_in(ANN, 400, "b1"))
    await desk.do(buy_in(BOB, 400, "b2"))
    await desk.do(open_hand("h1", [(ANN, 400), (BOB, 400)]))
    await desk.do(
        SetStanding(id="f1", account_id=ANN, operator="op1", reason="INT-01", standing="frozen")
    )
    assert await desk.refusal(buy_in(ANN, 100, "b3", table="t2")) == "account_frozen"
    assert await desk.refusal(transfer(ANN, BOB, 1, "x1")) == "account_frozen"
    asked = RequestWithdrawal(id="w1", account_id=ANN, currency="USD", amount=1, provider="sandbox")
    assert await desk.refusal(asked) == "account_frozen"
    await desk.do(settle("h1", [(400, 0), (400, 0)], [pot(800, {1: 800}, also=[2])]))
    assert await desk.refusal(top_up(ANN, 1, "t1")) == "account_frozen"
    assert (await desk.do(stand_up(ANN, "s1"))).balance == 1_400


async def test_an_adjustment_above_the_limit_needs_a_second_operator(desk: Desk) -> None:
    await desk.open(ANN)
    small = Adjust(
        id="a1", account_id=ANN, operator="op1", reason="goodwill", currency="USD", change=500
    )
    assert (await desk.do(small)).balance == 500
    large = Adjust(
        id="a2", account_id=ANN, operator="op1", reason="error", currency="USD", change=90_000
    )
    assert (await desk.do(large)).proposal_id == "a2"
    assert await desk.cash(ANN) == 500
    herself = Consent(id="c0", proposal_id="a2", operator=ANN, agreed=True)
    assert await desk.refusal(herself) == "own_account"
    await desk.do(Consent(id="c1", proposal_id="a2", operator="op2", agreed=True))
    assert await desk.cash(ANN) == 90_500
    late = Consent(id="c2", proposal_id="a2", operator="op3", agreed=True)
    assert await desk.refusal(late) == "proposal_decided"
    silent = Adjust(id="a3", account_id=ANN, operator="op1", reason="", currency="USD", change=1)
    assert await desk.refusal(silent) == "reason_required"
