"""Suspensions of the lobby freeze accounts; their end frees only what they froze."""

import asyncio

import pytest

from riverbus.core.errors import RoomError
from riverbus.core.ports import Message
from riverbus.pb.lobby.v1 import account_event_pb2 as pb
from services.wallet.adapters.account_events import AccountEvents
from services.wallet.domain.entities import Player
from services.wallet.domain.operator_commands import SetStanding
from tests.wallet.desk import ANN, Desk


async def standing(desk: Desk) -> str:
    player = await desk.store.entity(Player, ANN)
    assert player is not None
    return player.standing


async def test_suspended_lifted_closed(desk: Desk) -> None:
    await desk.open(ANN)
    events = AccountEvents(desk.wallet, None)  # type: ignore[arg-type]

    async def happens(number: int, **fact: object) -> str:
        event = pb.AccountEvent(event_id=f"e{number}", account_id=ANN, **fact)  # type: ignore[arg-type]
        await events.handle(Message("account.event.x", event.SerializeToString()))
        return await standing(desk)

    assert await happens(1, opened=pb.AccountOpened(name="ann")) == "open"
    assert await happens(2, suspended=pb.AccountSuspended(reason="INT-01")) == "frozen"
    assert await happens(3, suspension_lifted=pb.SuspensionLifted()) == "open"
    # An old event that comes again changes nothing.
    assert await happens(2, suspended=pb.AccountSuspended(reason="INT-01")) == "open"
    operator = SetStanding(
        id="f1", account_id=ANN, operator="op1", reason="fraud", standing="frozen"
    )
    await desk.do(operator)
    assert await happens(4, suspension_lifted=pb.SuspensionLifted()) == "frozen"
    assert await happens(5, closed=pb.AccountClosed()) == "closed"
    assert await happens(6, suspension_lifted=pb.SuspensionLifted()) == "closed"


async def test_unknown_accounts_are_passed_over(desk: Desk) -> None:
    events = AccountEvents(desk.wallet, None)  # type: ignore[arg-type]
    event = pb.AccountEvent(event_id="e1", account_id=ANN, closed=pb.AccountClosed())
    await events.handle(Message("account.event.x", event.SerializeToString()))


async def test_an_event_that_can_never_be_booked_does_not_stop_the_others(desk: Desk) -> None:
    """It would come again for ever, and the suspensions behind it never."""
    await desk.open(ANN)
    events = AccountEvents(desk.wallet, None)  # type: ignore[arg-type]
    for event in (
        pb.AccountEvent(event_id="a b", account_id=ANN, suspended=pb.AccountSuspended(reason="r")),
        pb.AccountEvent(event_id="e1", account_id="", suspended=pb.AccountSuspended(reason="r")),
        pb.AccountEvent(event_id="e2", account_id=ANN, suspended=pb.AccountSuspended(reason="r")),
        pb.AccountEvent(event_id="e2", account_id=ANN, closed=pb.AccountClosed()),
    ):
        await events.handle(Message("account.event.x", event.SerializeToString()))
    await events.handle(Message("account.event.x", b"\xff\xff"))
    assert await standing(desk) == "frozen"


async def test_an_event_comes_again_while_the_ledger_is_away(desk: Desk) -> None:
    await desk.open(ANN)
    await desk.batcher.stop()
    events = AccountEvents(desk.wallet, None)  # type: ignore[arg-type]
    event = pb.AccountEvent(event_id="e1", account_id=ANN, closed=pb.AccountClosed())
    waiting = asyncio.create_task(
        events.handle(Message("account.event.x", event.SerializeToString()))
    )
    await asyncio.sleep(0)
    await desk.batcher.stop()
    with pytest.raises(RoomError, match="unavailable"):
        await waiting
    assert await standing(desk) == "open"
