"""A result that the wallet refuses, on real servers: paused, told, decided by two, booked once."""

import dataclasses
from typing import Any

import msgspec
import pytest

from riverbus.core.errors import RoomError
from riverbus.core.ports import Caller
from riverbus.engine.result import HandResult
from riverbus.pb.table.v1 import events_pb2, table_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import speaking_for
from services.table.domain import play
from services.table.domain.settlement import PotShare, Settlement
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import MOVING, Room, account_ids, real_room, until_async


@dataclasses.dataclass
class Planted:
    """The first result is wrong by one chip; the engine itself never makes such a one."""

    whole: Any
    left: int = 1

    def __call__(self, result: HandResult) -> Settlement:
        made: Settlement = self.whole(result)
        if not self.left:
            return made
        self.left -= 1
        first, *rest = made.pots
        share, *others = first.shares
        more = (PotShare(share.seat, share.amount + 1), *others)
        pots = (msgspec.structs.replace(first, shares=more), *rest)
        return msgspec.structs.replace(made, pots=pots)


async def as_operator(room: Room, table_id: str, who: str, make: Any) -> Any:
    """A call of an operator to the owner, while the table may move."""

    async def call() -> Any:
        try:
            with speaking_for(Caller("gateway", who, who.title(), frozenset({"floor"}), "s1")):
                return await make(room.stub(await room.owned(table_id)))
        except RoomError as error:
            if error.code not in MOVING:
                raise
            return None

    return await until_async(call)


async def operate(room: Room, who: str, **fields: Any) -> table_pb2.CommandAnswer:
    request = table_pb2.OperateRequest(table_id="elm", action_id=room.action_id(), **fields)
    answer = await as_operator(room, "elm", who, lambda stub: stub.Operate(request, timeout=5))
    found: table_pb2.CommandAnswer = answer.answer
    return found


async def test_seams_19_a_refused_result_waits_for_two_operators_through_a_takeover(
    nats_url: str,
    fresh_database: FreshDatabases,
    keys: TestKeys,
    bus: NatsBus,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    urls = await fresh_database.together("wallet", "table")
    monkeypatch.setattr(play, "settlement", Planted(play.settlement))
    limit = {"RIVERBUS_RESOLVE_ALONE_MAX": "100"}
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0", **limit)
        people = account_ids(2)
        await room.open_accounts(*people)
        before = await room.balances(*people)
        await room.open_table("elm")
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            await room.sit("elm", account, 10_000, number)
        view = await room.to_act("elm", seats)
        winner = 3 - view.turn.seat
        await room.act("elm", view, seats[view.turn.seat], events_pb2.VERB_CALL)
        view = await room.to_act("elm", seats)
        await room.act("elm", view, seats[view.turn.seat], events_pb2.VERB_CHECK)
        view = await room.to_act("elm", seats)
        await room.act("elm", view, seats[view.turn.seat], events_pb2.VERB_FOLD)
        assert view.turn.seat == winner, "the big blind folds, the button wins 200"

        async def paused() -> events_pb2.TableView | None:
            seen = await room.view("elm", people[0])
            return seen if seen.state == events_pb2.TABLE_STATE_PAUSED else None

        seen = await until_async(paused)
        assert "cashier refused" in seen.state_reason
        assert await room.balances(*people) == before, "nothing moved"
        with pytest.raises(RoomError) as stopped:
            await operate(
                room, "floor-1", operation=table_pb2.OPERATION_RESUME, reason="Just go on."
            )
        assert stopped.value.code == "hand_unresolved"

        ask = table_pb2.GetRefusedHandRequest(table_id="elm")
        hand = await as_operator(
            room, "elm", "floor-1", lambda stub: stub.GetRefusedHand(ask, timeout=5)
        )
        assert (hand.code, hand.attempt) == ("settlement_shares", 1)
        assert [(seat.start, seat.contributed) for seat in hand.seats] == [(10_000, 100)] * 2
        [pot] = hand.pots
        assert (pot.amount, list(pot.eligible)) == (200, [3 - winner])

        won = table_pb2.DecidedPot(
            shares=[table_pb2.DecidedShare(seat=pot.eligible[0], amount=200)]
        )
        proposed = await operate(
            room, "floor-1", operation=table_pb2.OPERATION_RESOLVE_HAND, pots=[won],
            reason="The button won.",
        )  # fmt: skip
        assert proposed.proposal_id

        await room.kill("table-0")
        await room.start_pod("table-1", **limit)
        await room.owned("elm")
        hand = await as_operator(
            room, "elm", "floor-2", lambda stub: stub.GetRefusedHand(ask, timeout=5)
        )
        assert hand.proposal.proposal_id == proposed.proposal_id
        assert (hand.proposal.name, hand.proposal.reason) == ("Floor-1", "The button won.")
        with pytest.raises(RoomError) as same:
            await operate(
                room, "floor-1", operation=table_pb2.OPERATION_AGREE,
                proposal_id=proposed.proposal_id, reason="Me again.",
            )  # fmt: skip
        assert same.value.code == "second_operator_needed"
        agreed = await operate(
            room, "floor-2", operation=table_pb2.OPERATION_AGREE,
            proposal_id=proposed.proposal_id, reason="So it was.",
        )  # fmt: skip
        assert agreed.ok

        async def booked() -> bool:
            return await room.balances(*people) != before

        await until_async(booked)
        after = await room.balances(*people)
        assert after[seats[3 - winner]] == before[seats[3 - winner]] + 100
        assert after[seats[winner]] == before[seats[winner]] - 100
        await operate(room, "floor-2", operation=table_pb2.OPERATION_RESUME, reason="Go on.")
        again = await room.to_act("elm", seats)
        assert again.hand_number == 2
        assert {s.seat: s.stack + s.bet for s in again.seats if s.account_id} == {
            3 - winner: 10_100, winner: 9_900,
        }  # fmt: skip
