"""Outbox and lanes: nobody waits for a slow reader, and order is kept where it matters."""

import asyncio

import pytest

from services.gateway.app.connection import Outbox
from services.gateway.app.lanes import LANE_FRAMES, Lanes
from services.gateway.domain import frames as f
from services.gateway.domain.checks import Payload
from services.gateway.domain.goodbyes import DRAINING, TOO_SLOW


async def test_an_outbox_gives_in_order_and_ends_after_the_last() -> None:
    outbox = Outbox()
    assert outbox.put(b"1")
    assert outbox.put(b"2")
    outbox.end(DRAINING, drop=False)
    assert outbox.put(b"3")
    assert await outbox.take() == [b"1", b"2"]
    assert await outbox.take() == []
    await outbox.ended()


@pytest.mark.parametrize(("frames", "size"), [(3, 1_000), (1_000, 30)])
async def test_an_outbox_is_bounded_by_frames_and_by_bytes(frames: int, size: int) -> None:
    outbox = Outbox(frames=frames, size=size)
    assert [outbox.put(b"0123456789") for _ in range(4)] == [True, True, True, False]
    outbox.end(TOO_SLOW, drop=True)
    assert len(outbox) == 0
    assert outbox.ending == TOO_SLOW
    outbox.end(DRAINING, drop=False)
    assert outbox.ending == TOO_SLOW


async def test_gw_14_one_lane_is_in_order_and_lanes_do_not_wait_for_each_other() -> None:
    handled: list[str] = []
    gate = asyncio.Event()
    done = asyncio.Event()

    async def handle(name: str, payload: Payload) -> None:
        if payload.action_id == "slow-one":
            await gate.wait()
        handled.append(payload.action_id)
        if len(handled) == 3:
            done.set()

    lanes = Lanes(handle)
    for table, action in (("a", "slow-one"), ("a", "then-this"), ("b", "elsewhere")):
        assert lanes.put("leave", f.Leave(table_id=table, action_id=action))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert handled == ["elsewhere"]
    gate.set()
    await done.wait()
    assert handled == ["elsewhere", "slow-one", "then-this"]


async def test_a_lane_is_bounded() -> None:
    gate = asyncio.Event()

    async def handle(_: str, __: Payload) -> None:
        await gate.wait()

    lanes = Lanes(handle)
    leave = f.Leave(table_id="a", action_id="abcdefgh")
    taken = [lanes.put("leave", leave) for _ in range(LANE_FRAMES + 1)]
    assert taken == [True] * LANE_FRAMES + [False]
    lanes.close()
    gate.set()
