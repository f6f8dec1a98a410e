"""Seats held for who waited."""

import pytest

from riverbus.core.ports import Message
from riverbus.pb.lobby.v1 import account_event_pb2
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
    holds.verify(table, "B", "action-b1")
    await offer(holds, "W", clock.now_ms() + 60_000)
    with pytest.raises(SeatHeld):
        holds.verify(table, "B", "action-b1")
    holds.verify(table, "W", "action-w1")
    clock.move(60)
    holds.verify(table, "B", "action-b1")


async def test_an_offer_taken_back_or_used_holds_nothing() -> None:
    clock = ManualClock()
    holds = SeatHolds(clock)
    felt = heads_up()
    await offer(holds, "W", clock.now_ms() + 60_000)
    await offer(holds, "W", 0, withdrawn=True)
    holds.verify(felt.table, "B", "action-b1")
    await offer(holds, "A", clock.now_ms() + 60_000)
    holds.verify(felt.table, "B", "action-b1")
    await holds.heard(Message(OFFERS_SUBJECT, b"\xff\xff"))


async def test_more_free_seats_than_offers_are_open_and_a_repeated_call_passes() -> None:
    clock = ManualClock()
    holds = SeatHolds(clock)
    felt = Felt(seats_max=3)
    felt.run(Sit(account_id="A", action_id="action-a1", name="A", seat=1, buy_in=500))
    await offer(holds, "W", clock.now_ms() + 60_000)
    holds.verify(felt.table, "B", "action-b1")
    await offer(holds, "V", clock.now_ms() + 60_000)
    with pytest.raises(SeatHeld):
        holds.verify(felt.table, "B", "action-b1")
    holds.verify(felt.table, "A", "action-a1")
