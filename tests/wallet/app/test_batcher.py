"""Group commit: order of arrival, backpressure, deadlines, faults of the store."""

import asyncio

import pytest

from services.wallet.adapters.event_codec import encode_events
from services.wallet.adapters.memory_store import MemoryStore
from services.wallet.app import batcher
from services.wallet.app.ports import Contention, StoreAway
from tests.wallet.desk import ANN, BOB, Desk, buy_in, memory_desk, stand_up, transfer


class Hand:
    """The simulator's hand on the store: what to do at the next steps."""

    def __init__(self) -> None:
        self.planned: dict[str, list[Exception]] = {}
        self.gate = asyncio.Event()
        self.gate.set()
        self.batches = 0

    async def fault(self, step: str) -> None:
        await self.gate.wait()
        self.batches += step == "committed"
        if self.planned.get(step):
            raise self.planned[step].pop(0)


@pytest.fixture
async def hand() -> Hand:
    return Hand()


@pytest.fixture
async def faulty(hand: Hand) -> Desk:
    """A desk whose store obeys the hand; Ann and Bob have 10,000."""
    desk = memory_desk(store=MemoryStore(encode_events, hand.fault))
    desk.batcher.start()
    await desk.open(ANN, BOB, money=10_000)
    return desk


async def test_what_waits_is_one_commit_in_order_of_arrival(faulty: Desk, hand: Hand) -> None:
    """The fourth of five fails on the running balance; the fifth is covered again."""
    hand.gate.clear()
    first = asyncio.create_task(faulty.refusal(transfer(BOB, ANN, 1, "x0")))
    await asyncio.sleep(0)
    before = hand.batches
    waiting = [
        asyncio.create_task(faulty.refusal(command))
        for command in (
            transfer(ANN, BOB, 5_000, "x1"),
            transfer(ANN, BOB, 5_000, "x2"),
            transfer(ANN, BOB, 500, "x3"),
            transfer(BOB, ANN, 700, "x4"),
            transfer(ANN, BOB, 500, "x5"),
        )
    ]
    await asyncio.sleep(0)
    hand.gate.set()
    answers = await asyncio.gather(first, *waiting)
    assert answers == ["ok", "ok", "ok", "insufficient_funds", "ok", "ok"]
    assert hand.batches - before <= 2
    assert await faulty.findings() == []


async def test_a_command_that_needs_rows_of_its_batch_waits_for_the_next(
    faulty: Desk, hand: Hand
) -> None:
    """Opened, bought in and stood up while one commit hung: all in order, all booked."""
    hand.gate.clear()
    tasks = [
        asyncio.create_task(faulty.refusal(command))
        for command in (
            buy_in(ANN, 500, "b1"),
            stand_up(ANN, "s1"),
            buy_in(ANN, 500, "b2", table="t2"),
        )
    ]
    await asyncio.sleep(0)
    hand.gate.set()
    assert await asyncio.gather(*tasks) == ["ok", "ok", "ok"]
    assert await faulty.cash(ANN) == 9_500


async def test_a_full_queue_refuses_and_remembers_nothing(
    faulty: Desk, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batcher, "MAX_QUEUE", 3)
    hand.gate.clear()
    tasks = []
    for turn in range(5):
        tasks.append(asyncio.create_task(faulty.refusal(transfer(ANN, BOB, 1, f"x{turn}"))))
        await asyncio.sleep(0)
    hand.gate.set()
    answers = await asyncio.gather(*tasks)
    assert answers == ["ok", "ok", "ok", "ok", "queue_full"]
    assert await faulty.refusal(transfer(ANN, BOB, 1, "x4")) == "ok"


async def test_past_its_deadline_in_the_queue_nothing_is_booked(faulty: Desk, hand: Hand) -> None:
    hand.gate.clear()
    first = asyncio.create_task(faulty.refusal(transfer(ANN, BOB, 1, "x0")))
    await asyncio.sleep(0)
    late = asyncio.create_task(faulty.wallet.execute(transfer(ANN, BOB, 1, "x1"), -1.0))
    await asyncio.sleep(0)
    hand.gate.set()
    assert await first == "ok"
    with pytest.raises(Exception, match="deadline_exceeded"):
        await late
    assert await faulty.cash(ANN) == 9_999
    assert await faulty.refusal(transfer(ANN, BOB, 1, "x1")) == "ok"


@pytest.mark.parametrize("step", ["begin", "commit", "committed"])
async def test_a_store_that_goes_away_answers_unavailable(
    faulty: Desk, hand: Hand, step: str
) -> None:
    """Before or after the commit: repeating the same id gives one booking."""
    hand.planned[step] = [StoreAway("gone")]
    assert await faulty.refusal(transfer(ANN, BOB, 100, "x1")) == "unavailable"
    assert await faulty.refusal(transfer(ANN, BOB, 100, "x1")) == "ok"
    assert await faulty.cash(ANN) == 9_900


async def test_contention_is_run_again_at_once(faulty: Desk, hand: Hand) -> None:
    hand.planned["commit"] = [Contention(), Contention()]
    assert await faulty.refusal(transfer(ANN, BOB, 100, "x1")) == "ok"
    assert await faulty.cash(ANN) == 9_900


async def test_an_unforeseen_failure_is_internal_and_not_remembered(
    faulty: Desk, hand: Hand
) -> None:
    """SEAMS 27."""
    hand.planned["commit"] = [ValueError("a bug")]
    assert await faulty.refusal(transfer(ANN, BOB, 100, "x1")) == "internal"
    assert await faulty.refusal(transfer(ANN, BOB, 100, "x1")) == "ok"
    assert await faulty.cash(ANN) == 9_900


async def test_stopping_answers_who_still_waits(faulty: Desk, hand: Hand) -> None:
    hand.gate.clear()
    tasks = [
        asyncio.create_task(faulty.refusal(transfer(ANN, BOB, 1, f"x{turn}"))) for turn in range(3)
    ]
    await asyncio.sleep(0)
    await faulty.batcher.stop()
    assert await asyncio.gather(*tasks) == ["unavailable"] * 3
