"""The room's load: waiting counts in the open loop, and a short run ends clean."""

import argparse
import asyncio
from itertools import pairwise

import pytest

from riverbus.bench import room
from riverbus.bench.room_load import SEATS, Figures, Schedule, Seats


async def test_in_the_open_loop_waiting_counts() -> None:
    schedule = Schedule(rate=100.0)
    dues: list[float] = []
    done = asyncio.Event()

    def act(due: float) -> None:
        dues.append(due)
        if len(dues) == 5:
            done.set()

    running = asyncio.ensure_future(schedule.run())
    for _ in range(5):
        schedule.ready(act)
    await asyncio.wait_for(done.wait(), 10)
    running.cancel()
    gaps = [round(later - sooner, 6) for sooner, later in pairwise(dues)]
    assert gaps == [0.01] * 4


async def test_flat_out_an_action_is_due_when_its_turn_comes() -> None:
    dues: list[float] = []
    Schedule(rate=0.0).ready(dues.append)
    assert len(dues) == 1


@pytest.mark.parametrize("answer_first", [True, False])
def test_an_event_counts_once_the_last_seat_has_it(answer_first: bool) -> None:
    figures = Figures()
    figures.counting = True
    seats = Seats(figures)
    if answer_first:
        seats.answered(7, due=1.0, now=1.001)
    for seat in range(SEATS):
        assert figures.everybody == []
        seats.event(7, 1.002 + seat / 1000)
    if not answer_first:
        seats.answered(7, due=1.0, now=1.009)
    [latency] = figures.everybody
    assert latency == pytest.approx(7.0 if answer_first else 9.0)


@pytest.mark.soak
@pytest.mark.timeout(240)
def test_a_short_run_is_without_error_and_its_audit_clean(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = argparse.Namespace(tables=2, rate="20", seconds=3.0, binary=True)
    assert room.run(arguments) == 0
    printed = capsys.readouterr().out
    for words in ("frame to answer", "frame to all seats", "gRPC echo", "CPU", "audit     clean"):
        assert words in printed
