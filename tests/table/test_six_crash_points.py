"""Six moments of a hand at which its owner is killed, three table processes (issue: crash points).

Each time another process goes on with the same hand and the same cards, and every chip is there.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from riverbus.pb.table.v1 import events_pb2
from riverbus.runtime.bus import NatsBus
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import Room, account_ids, real_room, until, until_async

TABLE = "rowan"
SLOW = {"RIVERBUS_RUN_OUT_MS": "700", "RIVERBUS_SHOW_MS": "700", "RIVERBUS_AWARD_MS": "700"}
"""Pauses long enough to die in."""
View = events_pb2.TableView


class Crash:
    """A table of three players, and who dies."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.seats = dict(enumerate(account_ids(3), 1))

    async def look(self, seat: int = 1) -> View:
        """What the player in the seat sees."""
        return await self.room.view(TABLE, self.seats[seat])

    async def to_act(self) -> View:
        """What whoever is to act sees."""
        return await self.room.to_act(TABLE, self.seats)

    async def act(self, view: View, verb: Any, to: int = 0) -> None:
        """The player to act does this."""
        await self.room.act(TABLE, view, self.seats[view.turn.seat], verb, to)

    async def next_turn(self) -> View:
        """What whoever acts next sees; seat 1's view where nobody does."""
        view = await self.look()
        return await self.look(view.turn.seat) if view.HasField("turn") else view

    async def call_until(self, done: Callable[[View], bool]) -> View:
        """All check or call until this is true of the view."""
        while True:
            view = await self.to_act()
            if done(view):
                return view
            legal = view.own.legal
            await self.act(view, events_pb2.VERB_CHECK if legal.check else events_pb2.VERB_CALL)

    async def new_hand(self) -> View:
        """The first turn of a hand that has just begun."""
        before = await self.look()
        return await self.call_until(
            lambda view: view.hand_number > before.hand_number and not view.board
        )

    async def play_out(self, hand_id: str) -> None:
        """All check or call to the hand's end."""
        view = await self.next_turn()
        while view.hand_id == hand_id:
            if view.HasField("turn"):
                legal = view.own.legal
                await self.act(view, events_pb2.VERB_CHECK if legal.check else events_pb2.VERB_CALL)
            else:
                await asyncio.sleep(0.05)
            view = await self.next_turn()

    async def until_seen(self, what: Callable[[View], bool]) -> View:
        """Seat 1's view once this is true of it."""

        async def seen() -> View | None:
            view = await self.look()
            return view if what(view) else None

        found: View = await until_async(seen)
        return found

    async def kill(self) -> None:
        """SIGKILL for the owner; returns when another owns the table, and a new process runs."""
        owner = await self.room.owned(TABLE)
        await self.room.sigkill(owner)
        await until(lambda: self.room.owner(TABLE), 60)
        await self.room.start_process(owner, **SLOW)


async def before_the_flop(crash: Crash) -> View:
    """Nobody has acted."""
    view = await crash.new_hand()
    await crash.kill()
    return view


async def on_the_flop(crash: Crash) -> View:
    """One has acted on the flop."""
    await crash.new_hand()
    view = await crash.call_until(lambda view: len(view.board) == 6)
    await crash.act(view, events_pb2.VERB_CHECK)
    view = await crash.look()
    await crash.kill()
    return view


async def with_an_answer_under_way(crash: Crash) -> View:
    """The action may be durable or not; the same id is sent again and counts once."""
    view = await crash.new_hand()
    acting = asyncio.create_task(
        crash.room.act(
            TABLE, view, crash.seats[view.turn.seat], events_pb2.VERB_CALL, action_id="lost-answer"
        )
    )
    await asyncio.sleep(0)
    await crash.kill()
    answer = await acting
    assert answer.ok
    again = await crash.room.act(
        TABLE, view, crash.seats[view.turn.seat], events_pb2.VERB_CALL, action_id="lost-answer"
    )
    assert again == answer
    after = await crash.look(view.turn.seat)
    assert next(s.bet for s in after.seats if s.seat == view.turn.seat) == 100
    return view


async def in_the_run_out(crash: Crash) -> View:
    """All are all-in, the board is half dealt."""
    view = await crash.new_hand()
    hand_id = view.hand_id
    while view.HasField("turn"):
        wagers = view.own.legal.wagers
        if wagers:
            await crash.act(view, wagers[0].verb, wagers[0].max)
        else:
            await crash.act(view, events_pb2.VERB_CALL)
        view = await crash.next_turn()
    view = await crash.until_seen(lambda seen: len(seen.board) == 6 or seen.hand_id != hand_id)
    assert view.hand_id == hand_id
    await crash.kill()
    return view


async def in_the_showdown(crash: Crash) -> View:
    """The last bet is in; hands are being shown, nothing is paid."""
    await crash.new_hand()
    view = await crash.call_until(lambda view: len(view.board) == 10)
    while view.HasField("turn"):
        await crash.act(view, events_pb2.VERB_CHECK)
        view = await crash.next_turn()
    assert view.hand_id
    await crash.kill()
    return view


async def with_the_wallet_away(crash: Crash) -> View:
    """The hand is over and its settle not booked: the next owner repeats it."""
    view = await crash.new_hand()
    await crash.room.stop_wallet()
    while view.HasField("turn"):
        await crash.act(view, events_pb2.VERB_FOLD)
        view = await crash.next_turn()
    await crash.kill()
    await crash.room.start_wallet()
    return view


POINTS: tuple[Callable[[Crash], Awaitable[View]], ...] = (
    before_the_flop, on_the_flop, with_an_answer_under_way, in_the_showdown, with_the_wallet_away,
    in_the_run_out,
)  # fmt: skip


@pytest.fixture
async def crash(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> AsyncIterator[Crash]:
    """Three processes, three players with chips."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        for number in range(3):
            await room.start_process(f"table-{number}", **SLOW)
        made = Crash(room)
        await room.open_accounts(*made.seats.values())
        await room.open_table(TABLE)
        await room.owned(TABLE, 60)
        yield made


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_se_11_a_hand_survives_its_owner_at_six_points(crash: Crash) -> None:
    """One room for all six, since processes take long to start."""
    room, people = crash.room, list(crash.seats.values())
    before = await room.balances(*people)
    for number, account in crash.seats.items():
        assert (await room.sit(TABLE, account, 20_000, number)).ok
    for point in POINTS:
        view = await point(crash)
        again = await crash.look(view.own.seat or 1)
        if again.hand_id == view.hand_id:
            assert again.own.cards == view.own.cards, point.__name__
            assert again.board.startswith(view.board), point.__name__
        await crash.play_out(view.hand_id)
        cancelled = [
            fact for event in room.events for fact in event.facts if fact.HasField("hand_cancelled")
        ]
        assert not cancelled, point.__name__
    for account in people:
        await room.leave(TABLE, account)

    async def empty() -> bool:
        return not any(s.account_id for s in (await crash.look()).seats)

    await until_async(empty)
    after = await room.balances(*people)
    assert sum(after.values()) == sum(before.values())
