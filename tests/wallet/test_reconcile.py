"""ReconcileTable: what differs twice with nothing pending counts; lost escrows go home."""

from typing import Any

import pytest

from riverbus.core.errors import RoomError
from services.wallet.app.proofs import SILENT_MS
from services.wallet.domain.commands import ReconcileTable, SeenSeat
from services.wallet.domain.reconcile import HAND_CLOSED, HAND_OPEN, HAND_UNKNOWN, NO_SEAT, STACK
from tests.wallet.desk import ANN, BOB, MINUTE_MS, Desk, buy_in, cancel, open_hand, pot, settle


def view(
    desk: Desk,
    *seats: tuple[str, int],
    hand: str = "",
    epoch: int = 1,
    pending: tuple[tuple[str, str], ...] = (),
) -> ReconcileTable:
    return ReconcileTable(
        id=f"reconcile:{desk.call()}",
        table_id="t1",
        epoch=epoch,
        seats=tuple(SeenSeat(number, *seat) for number, seat in enumerate(seats, 1)),
        open_hand_id=hand,
        pending_ids=tuple(item[0] for item in pending),
        pending_account_ids=tuple(item[1] for item in pending if item[1]),
    )


def kinds(answer: Any) -> list[tuple[int, bool]]:
    return [
        (difference.kind, confirmed)
        for difference, confirmed in zip(answer.differences, answer.confirmed, strict=True)
    ]


@pytest.fixture
async def seated(desk: Desk) -> Desk:
    """Ann with 400 and Bob with 500 at t1."""
    await desk.open(ANN, BOB, money=1_000)
    await desk.do(buy_in(ANN, 400, "b1"))
    await desk.do(buy_in(BOB, 500, "b2"))
    return desk


async def test_equal_views_have_no_difference(seated: Desk) -> None:
    answer = await seated.do(view(seated, (ANN, 400), (BOB, 500)))
    assert kinds(answer) == []
    assert [(seat.account_id, seat.stack) for seat in answer.escrows] == [(ANN, 400), (BOB, 500)]


async def test_only_what_differs_twice_is_confirmed(seated: Desk) -> None:
    wrong = ((ANN, 401), (BOB, 500))
    assert kinds(await seated.do(view(seated, *wrong))) == [(STACK, False)]
    assert kinds(await seated.do(view(seated, *wrong))) == [(STACK, True)]
    assert await seated.findings() == ["table_differs"]
    assert kinds(await seated.do(view(seated, (ANN, 400), (BOB, 500)))) == []
    assert await seated.findings() == []


async def test_what_has_not_changed_is_not_booked_again(seated: Desk) -> None:
    """A table reconciles each minute for years: only what is new becomes a link of the chain."""
    right, wrong = ((ANN, 400), (BOB, 500)), ((ANN, 401), (BOB, 500))

    async def links(*seats: tuple[str, int]) -> int:
        before = (await seated.proofs.end()).batch
        for _ in range(5):
            seated.clock.ms += MINUTE_MS
            await seated.do(view(seated, *seats))
        return (await seated.proofs.end()).batch - before

    assert await links(*right) == 1
    assert await links(*right) == 0
    # Found, then confirmed; after that it is known.
    assert await links(*wrong) == 2
    assert await links(*wrong) == 0
    assert await seated.findings() == ["table_differs"]
    assert await links(*right) == 1


async def test_a_table_silent_for_three_minutes_is_counted(seated: Desk) -> None:
    """Also one whose last reconciliations had nothing new, and so wrote no link."""

    async def silent() -> int:
        return await seated.proofs.silent_tables(seated.clock.ms - SILENT_MS)

    for _ in range(5):
        await seated.do(view(seated, (ANN, 400), (BOB, 500)))
        seated.clock.ms += MINUTE_MS
        assert await silent() == 0
    seated.clock.ms += 2 * MINUTE_MS
    assert await silent() == 0
    seated.clock.ms += 1
    assert await silent() == 1


async def test_what_is_pending_does_not_count(seated: Desk) -> None:
    call = (("topup:1", ANN),)
    for _ in range(2):
        assert kinds(await seated.do(view(seated, (ANN, 401), (BOB, 500), pending=call))) == []
    await seated.do(open_hand("h1", [(ANN, 400), (BOB, 500)]))
    settling = (("settle:h1:1", ""),)
    answer = await seated.do(view(seated, (ANN, 300), (BOB, 600), pending=settling))
    assert kinds(answer) == []


async def test_hands_of_log_and_wallet(seated: Desk) -> None:
    stacks = ((ANN, 400), (BOB, 500))
    assert kinds(await seated.do(view(seated, *stacks, hand="h0"))) == [(HAND_UNKNOWN, False)]
    await seated.do(open_hand("h1", stacks))
    assert kinds(await seated.do(view(seated, *stacks, hand="h1"))) == []
    assert kinds(await seated.do(view(seated, *stacks))) == [(HAND_OPEN, False)]
    await seated.do(cancel("h1"))
    answer = await seated.do(view(seated, *stacks, hand="h1"))
    assert kinds(answer) == [(HAND_CLOSED, False)]
    assert answer.hand_status == "cancelled"


async def test_a_lost_escrow_goes_home_after_ten_minutes(seated: Desk) -> None:
    claimed = (("buyin:x", BOB),)
    assert kinds(await seated.do(view(seated, (ANN, 400)))) == [(NO_SEAT, False)]
    seated.clock.ms += 9 * MINUTE_MS
    assert (await seated.do(view(seated, (ANN, 400)))).sent_home == ()
    # With a pending intent it is never sent home, and the ten minutes begin anew.
    seated.clock.ms += 2 * MINUTE_MS
    assert (await seated.do(view(seated, (ANN, 400), pending=claimed))).sent_home == ()
    await seated.do(view(seated, (ANN, 400)))
    seated.clock.ms += 10 * MINUTE_MS
    home = (await seated.do(view(seated, (ANN, 400)))).sent_home
    assert [(seat.account_id, seat.stack) for seat in home] == [(BOB, 500)]
    assert await seated.cash(BOB) == 1_000
    await seated.do(view(seated, (ANN, 400)))


async def test_an_older_epoch_is_stale_and_not_remembered(seated: Desk) -> None:
    await seated.do(view(seated, (ANN, 400), (BOB, 500), epoch=5))
    stale = open_hand("h1", [(ANN, 400), (BOB, 500)], epoch=4)
    with pytest.raises(RoomError) as refused:
        await seated.do(stale)
    assert (refused.value.code, refused.value.details) == ("epoch_stale", {"epoch": "5"})
    again = open_hand("h1", [(ANN, 400), (BOB, 500)], epoch=5)
    assert await seated.refusal(again) == "ok"
    old = settle("h1", [(1, 0), (1, 0)], [pot(2, {1: 2}, also=[2])], epoch=4)
    assert await seated.refusal(old) == "epoch_stale"
    new = settle("h1", [(1, 0), (1, 0)], [pot(2, {1: 2}, also=[2])], epoch=6)
    assert await seated.refusal(new) == "ok"


async def test_a_restored_wallet_takes_the_archived_hands_again(seated: Desk) -> None:
    """A settle before its open is not remembered: in order they are booked."""
    early = settle("h1", [(1, 0), (1, 0)], [pot(2, {1: 2}, also=[2])])
    assert await seated.refusal(early) == "unknown_hand"
    await seated.do(open_hand("h1", [(ANN, 400), (BOB, 500)]))
    assert await seated.refusal(early) == "ok"
    assert await seated.stack(ANN) == 401
