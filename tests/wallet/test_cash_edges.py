"""Edges of the cashier's, the operators' and the tournaments' rules."""

from typing import Any, Literal

import pytest
from msgspec.structs import replace

from services.wallet.domain.accounts import PLAY
from services.wallet.domain.cashier_commands import (
    BeginDeposit,
    BookDeposit,
    CancelWithdrawal,
    DecideWithdrawal,
    RequestWithdrawal,
)
from services.wallet.domain.commands import RefillPlayChips
from services.wallet.domain.errors import Declined
from services.wallet.domain.operator_commands import Adjust, Consent, PayJackpot, RemoveDumpedChips
from services.wallet.domain.tournament_commands import (
    Enter,
    EntryKind,
    Leave,
    PayOut,
    Prize,
    Refund,
)
from tests.wallet.desk import ANN, BOB, CAT, HOUR_MS, Desk, transfer

Decision = Literal["approve", "refuse", "paid", "failed"]


async def test_the_daily_limit_to_the_cent(desk: Desk) -> None:
    """2,000.00 may go, no cent more; after 24 hours, and the rest of that hour, all of it again."""
    desk.clock.ms -= desk.clock.ms % HOUR_MS - HOUR_MS // 4
    await desk.open(ANN, BOB, money=500_000)
    assert await desk.refusal(transfer(ANN, BOB, 200_000, "x1")) == "ok"
    assert await desk.refusal(transfer(ANN, BOB, 1, "x2")) == "limit_exceeded"
    for quarters in (4 * 24 - 1, 2, 1):
        desk.clock.ms += quarters * HOUR_MS // 4
        assert await desk.refusal(transfer(ANN, BOB, 1, f"y{quarters}")) == "limit_exceeded"
    desk.clock.ms += HOUR_MS // 4 + 1
    assert await desk.refusal(transfer(ANN, BOB, 200_000, "x4")) == "ok"


async def test_a_payment_is_booked_once_whoever_asks(desk: Desk) -> None:
    """The same reference under another id, for another player, of another amount."""
    await desk.open(ANN, BOB)
    begun = BeginDeposit(
        id="d1:begin", account_id=ANN, currency="USD", amount=50, provider="sandbox", reference="r1"
    )
    await desk.do(begun)
    assert await desk.refusal(replace(begun, id="d2:begin")) == "reference_used"
    booked = BookDeposit(
        id="d1", account_id=ANN, currency="USD", amount=50, provider="sandbox", reference="r1",
        confirmed=True,
    )  # fmt: skip
    for wrong in (
        replace(booked, id="w1", account_id=BOB),
        replace(booked, id="w2", amount=51),
        replace(booked, id="w3", currency="EUR"),
        replace(booked, id="w4", reference="r2"),
    ):
        assert await desk.refusal(wrong) == "reference_used"
    assert (await desk.do(booked)).balance == 50
    assert await desk.refusal(replace(booked, id="d9")) == "reference_used"
    assert (await desk.do(replace(booked, confirmed=False))).balance == 50
    assert (await desk.cash(ANN), await desk.cash(BOB)) == (50, 0)


@pytest.mark.parametrize(
    ("decisions", "codes", "cash"),
    [
        (("refuse", "approve"), ("ok", "withdrawal_state"), 100),
        (("approve", "refuse", "failed"), ("ok", "withdrawal_state", "ok"), 100),
        (("approve", "paid", "failed"), ("ok", "ok", "withdrawal_state"), 60),
        (("paid", "failed"), ("withdrawal_state", "withdrawal_state"), 60),
        (("approve", "approve"), ("ok", "withdrawal_state"), 60),
    ],
)
async def test_a_withdrawals_states(
    desk: Desk, decisions: tuple[Decision, ...], codes: tuple[str, ...], cash: int
) -> None:
    await desk.open(ANN, money=100)
    await desk.do(
        RequestWithdrawal(id="w1", account_id=ANN, currency="USD", amount=40, provider="sandbox")
    )
    found = [
        await desk.refusal(
            DecideWithdrawal(
                id=f"d{n}", withdrawal_id="w1", decision=decision, operator="op1", reason="r"
            )
        )
        for n, decision in enumerate(decisions)
    ]
    assert (tuple(found), await desk.cash(ANN)) == (codes, cash)


@pytest.mark.parametrize(
    ("amount", "code", "cash"), [(1_017, "ok", 5_000), (1_000, "withdrawal_paid", 4_000)]
)
async def test_nothing_is_given_back_that_the_provider_may_still_pay(
    desk: Desk, amount: int, code: str, cash: int
) -> None:
    """One operator books a failure by hand while the other's payment is on its way."""
    await desk.open(ANN, money=5_000)
    await desk.do(
        RequestWithdrawal(
            id="w1", account_id=ANN, currency="USD", amount=amount, provider="sandbox"
        )
    )
    approve = DecideWithdrawal(id="d1", withdrawal_id="w1", decision="approve", operator="op1")
    await desk.do(approve)  # booked; the provider is asked now, and slow
    failed = DecideWithdrawal(
        id="d2", withdrawal_id="w1", decision="failed", operator="op2", reason="no answer"
    )
    if code == "ok":
        assert (await desk.cashier.decide(failed, 20.0)).withdrawal.status == "failed"
    else:
        with pytest.raises(Declined, match="paid") as refused:
            await desk.cashier.decide(failed, 20.0)
        assert refused.value.code == code
        assert (await desk.cashier.decide(approve, 20.0)).withdrawal.status == "paid"
    assert await desk.cash(ANN) == cash


async def test_who_decides_about_a_withdrawal_says_why_and_is_another(desk: Desk) -> None:
    await desk.open(ANN, money=100)
    await desk.do(
        RequestWithdrawal(id="w1", account_id=ANN, currency="USD", amount=40, provider="sandbox")
    )
    refuse = DecideWithdrawal(id="d1", withdrawal_id="w1", decision="refuse", operator="op1")
    assert await desk.refusal(refuse) == "reason_required"
    stranger = CancelWithdrawal(id="c1", withdrawal_id="w1", account_id=BOB)
    assert await desk.refusal(stranger) == "unknown_withdrawal"
    own = DecideWithdrawal(id="d2", withdrawal_id="w1", decision="approve", operator=ANN)
    assert await desk.refusal(own) == "own_account"


async def test_poor_is_below_the_limit_not_at_it(desk: Desk) -> None:
    """100,000 play chips: not poor. 99,999: filled up."""
    await desk.open(ANN)
    await desk.do(entry("e1", 900_000, currency=PLAY, tournament="P"))
    assert await desk.refusal(RefillPlayChips(id="r1", account_id=ANN)) == "refill_not_needed"
    await desk.do(entry("e2", 1, currency=PLAY, tournament="P2"))
    assert (await desk.do(RefillPlayChips(id="r2", account_id=ANN))).granted == 900_001


async def test_consent_is_needed_both_ways(desk: Desk) -> None:
    """50,000 at once; 50,001 waits, also when it is taken."""
    await desk.open(ANN, money=200_000)

    async def proposed(call: str, change: int) -> str:
        command = Adjust(
            id=call, account_id=ANN, operator="op1", reason="r", currency="USD", change=change
        )
        return str((await desk.do(command)).proposal_id)

    assert [await proposed(f"a{n}", n) for n in (50_000, -50_000)] == ["", ""]
    assert await proposed("up", 50_001) == "up"
    assert await proposed("down", -50_001) == "down"
    assert await desk.cash(ANN) == 200_000
    declined = Consent(id="c1", proposal_id="up", operator="op2", agreed=False)
    assert (await desk.do(declined)).change == 0
    again = Consent(id="c2", proposal_id="up", operator="op3", agreed=True)
    assert await desk.refusal(again) == "proposal_decided"
    taken = Consent(id="c3", proposal_id="down", operator="op2", agreed=True)
    assert (await desk.do(taken)).balance == 149_999


async def test_dumped_chips_only_as_far_as_they_are_there(desk: Desk) -> None:
    await desk.open(ANN, money=100)
    removal = RemoveDumpedChips(
        id="m1", account_id=ANN, operator="op1", reason="r", case_id="c", currency="USD", amount=101
    )
    await desk.do(removal)
    agreed = Consent(id="c1", proposal_id="m1", operator="op2", agreed=True)
    assert await desk.refusal(agreed) == "insufficient_funds"
    assert await desk.refusal(replace(removal, id="m2", currency="ABC")) == "invalid_currency"
    assert await desk.cash(ANN) == 100


async def test_a_jackpot_pays_no_more_than_it_holds_and_says_why(desk: Desk) -> None:
    await desk.open(ANN)
    win = PayJackpot(
        id="j1", currency="USD", payments=((ANN, 1),), reason="r", jackpot_id="b", hand_id="h"
    )
    assert await desk.refusal(win) == "insufficient_funds"
    assert await desk.refusal(replace(win, id="j2", reason="")) == "reason_required"


def entry(
    call: str,
    buy_in: int = 100,
    *,
    name: str = ANN,
    kind: EntryKind = "buy_in",
    currency: str = "USD",
    tournament: str = "T",
) -> Enter:
    return Enter(
        id=call, tournament_id=tournament, account_id=name, currency=currency, buy_in=buy_in,
        fee=0, kind=kind,
    )  # fmt: skip


def prizes(call: str, *paid: tuple[str, int]) -> PayOut:
    return PayOut(
        id=call, tournament_id="T", currency="USD", prizes=tuple(Prize(*each) for each in paid)
    )


async def test_who_left_a_tournament_wins_nothing_and_leaves_once(desk: Desk) -> None:
    await desk.open(ANN, BOB, CAT, money=1_000)
    for name in (ANN, BOB):
        await desk.do(entry(f"e:{name}", name=name))
    await desk.do(entry("add", 50, kind="add_on"))
    for kind in ("rebuy", "add_on"):
        assert await desk.refusal(entry(f"x:{kind}", name=CAT, kind=kind)) == "not_entered"

    def left(call: str, entry_id: str) -> Leave:
        return Leave(id=call, tournament_id="T", account_id=BOB, currency="USD", entry_id=entry_id)

    assert (await desk.do(left("l1", f"e:{ANN}"))).returned == 0
    assert (await desk.do(left("l2", f"e:{BOB}"))).returned == 100
    assert (await desk.do(left("l3", f"e:{BOB}"))).returned == 0
    assert await desk.refusal(prizes("p1", (BOB, 150))) == "not_entered"
    assert await desk.refusal(prizes("p2", (ANN, 151))) == "payout_mismatch"
    assert await desk.refusal(prizes("p3", (ANN, 149))) == "payout_mismatch"
    assert await desk.refusal(replace(prizes("p4", (ANN, 150)), currency="EUR")) == "wrong_currency"
    assert await desk.refusal(prizes("p5", (ANN, 150))) == "ok"
    assert await desk.refusal(prizes("p6")) == "pool_closed"
    assert [await desk.cash(name) for name in (ANN, BOB)] == [1_000, 1_000]


async def test_a_refund_by_amounts_takes_the_pool_first_and_then_the_fees(desk: Desk) -> None:
    await desk.open(ANN, BOB, money=1_000)
    for name in (ANN, BOB):
        await desk.do(replace(entry(f"e:{name}", name=name), fee=10))
    amounts: Any = (Prize(ANN, 205), Prize(BOB, 15))
    short = Refund(id="f1", tournament_id="T", currency="USD", refunds=amounts[:1], reason="r")
    assert await desk.refusal(short) == "payout_mismatch"
    await desk.do(replace(short, id="f2", refunds=amounts))
    assert [await desk.cash(name) for name in (ANN, BOB)] == [1_095, 905]
