"""Seats held for who waited."""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Message
from riverbus.pb.lobby.v1 import account_event_pb2
from riverbus.sim.loop import VirtualLoop, run_virtual
from riverbus.sim.sources import SimClock
from services.table.adapters.seat_holds import OFFERS_SUBJECT, SeatHolds
from services.table.domain.commands import Sit
from services.table.domain.errors import SeatHeld
from tests.fixtures.sources import ManualClock
from tests.table.domain.felt import Felt


async def offer(
    holds: SeatHolds, account_id: str, until_ms: int, *, withdrawn: bool = False
) -> None:
    """The lobby offers a seat at the table, or takes the offer back."""
    told = account_event_pb2.SeatOffer(
        table_id="felt", account_id=account_id, expires_at_ms=until_ms, withdrawn=withdrawn
    )
    await holds.heard(Message(OFFERS_SUBJECT, told.SerializeToString()))


def heads_up() -> Felt:
    """One of two seats is taken."""
    felt = Felt(seats_max=2)
    felt.run(Sit(account_id="A", action_id="action-a1", name="A", seat=1, buy_in=500))
    return felt


@pytest.mark.rule("ACC-08")
async def test_the_last_free_seat_is_held_for_sixty_seconds() -> None:
    clock = ManualClock()
    holds = SeatHolds(clock)
    table = heads_up().table
    await holds.verify(table, "B", "action-b1")
    await offer(holds, "W", clock.now_ms() + 60_000)
    with pytest.raises(SeatHeld):
        await holds.verify(table, "B", "action-b1")
    await holds.verify(table, "W", "action-w1")
    clock.move(60)
    await holds.verify(table, "B", "action-b1")


async def test_an_offer_taken_back_or_used_holds_nothing() -> None:
    clock = ManualClock()
    holds = SeatHolds(clock)
    felt = heads_up()
    await offer(holds, "W", clock.now_ms() + 60_000)
    await offer(holds, "W", 0, withdrawn=True)
    await holds.verify(felt.table, "B", "action-b1")
    await offer(holds, "A", clock.now_ms() + 60_000)
    await holds.verify(felt.table, "B", "action-b1")
    await holds.heard(Message(OFFERS_SUBJECT, b"\xff\xff"))


async def test_more_free_seats_than_offers_are_open_and_a_repeated_call_passes() -> None:
    clock = ManualClock()
    holds = SeatHolds(clock)
    felt = Felt(seats_max=3)
    felt.run(Sit(account_id="A", action_id="action-a1", name="A", seat=1, buy_in=500))
    await offer(holds, "W", clock.now_ms() + 60_000)
    await holds.verify(felt.table, "B", "action-b1")
    await offer(holds, "V", clock.now_ms() + 60_000)
    with pytest.raises(SeatHeld):
        await holds.verify(felt.table, "B", "action-b1")
    await holds.verify(felt.table, "A", "action-a1")


class Lobby:
    """Answers with its offers, or not at all."""

    def __init__(self, *offers: tuple[str, int]) -> None:
        self.offers = list(offers)
        self.away = False
        self.slow_s = 0.0

    async def ask(self, table_id: str) -> Sequence[tuple[str, int]]:
        found = list(self.offers)
        await asyncio.sleep(self.slow_s)
        if self.away:
            raise RoomError("The lobby is away.", kind=ErrorKind.UNAVAILABLE)
        return found


def taken_over(lobby: Lobby) -> tuple[SeatHolds, Any, SimClock]:
    """A process that has just got a heads-up table with one free seat."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    clock = SimClock(loop)
    holds = SeatHolds(clock, lobby.ask)
    actor: Any = SimpleNamespace(table_id="felt", stopped=False)
    holds.opened(actor)
    return holds, actor, clock


@pytest.mark.rule("ACC-08")
def test_an_offer_from_before_the_takeover_is_asked_of_the_lobby() -> None:
    async def main() -> None:
        table = heads_up().table
        now_ms = SimClock(asyncio.get_running_loop()).now_ms()  # type: ignore[arg-type]
        holds, _, clock = taken_over(Lobby(("W", now_ms + 30_000)))
        with pytest.raises(SeatHeld):
            await holds.verify(table, "B", "action-b1")
        await holds.verify(table, "W", "action-w1")
        await asyncio.sleep(31)
        assert clock.now_ms() > now_ms + 30_000
        await holds.verify(table, "B", "action-b1")

    run_virtual(main)


def test_while_the_lobby_is_away_no_seat_is_given_that_may_be_held() -> None:
    async def main() -> None:
        table = heads_up().table
        lobby = Lobby()
        lobby.away = True
        holds, _, _ = taken_over(lobby)
        with pytest.raises(RoomError) as unknown:
            await holds.verify(table, "B", "action-b1")
        assert (unknown.value.code, unknown.value.kind) == (
            "offers_unknown", ErrorKind.UNAVAILABLE,
        )  # fmt: skip
        await holds.verify(table, "A", "action-a1")
        lobby.away = False
        await asyncio.sleep(2)
        await holds.verify(table, "B", "action-b1")

    run_virtual(main)


def test_a_minute_after_the_takeover_every_older_offer_has_lapsed() -> None:
    async def main() -> None:
        lobby = Lobby()
        lobby.away = True
        holds, _, _ = taken_over(lobby)
        await asyncio.sleep(62)
        await holds.verify(heads_up().table, "B", "action-b1")

    run_virtual(main)


def test_what_is_heard_meanwhile_is_newer_than_the_lobby_s_answer() -> None:
    async def main() -> None:
        now_ms = SimClock(asyncio.get_running_loop()).now_ms()  # type: ignore[arg-type]
        lobby = Lobby(("W", now_ms + 60_000))
        lobby.slow_s = 0.5
        holds, _, _ = taken_over(lobby)
        await asyncio.sleep(0.1)
        await offer(holds, "W", 0, withdrawn=True)
        await holds.verify(heads_up().table, "B", "action-b1")

    run_virtual(main)


def test_a_table_that_left_again_is_asked_for_no_more() -> None:
    async def main() -> None:
        lobby = Lobby()
        lobby.away = True
        holds, actor, _ = taken_over(lobby)
        await asyncio.sleep(1)
        actor.stopped = True
        await asyncio.sleep(2)
        assert not holds._asking
        await holds.stop()

    run_virtual(main)
