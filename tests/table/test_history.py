"""Finished hands: archived with sealed cards, shown to whom they belong (SHO-04, SEAMS 5, 6)."""

import asyncio
import re

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from riverbus.core.errors import RoomError
from riverbus.core.ports import Caller
from riverbus.pb.table.v1 import events_pb2, table_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import speaking_for
from riverbus.runtime.db import driver_url
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import Room, account_ids, real_room, until_async

CARD = re.compile(r"^([2-9TJQKA][cdhs])+$")


async def hands_of(
    room: Room, account: str, *roles: str, pod: str = "table-0"
) -> list[table_pb2.HandSummary]:
    who = Caller("gateway", account, "A", frozenset({"player", *roles}), "s1")
    with speaking_for(who):
        answer = await room.stub(pod).ListHands(table_pb2.ListHandsRequest(size=50), timeout=5)
    return list(answer.hands)


async def hand_for(
    room: Room, hand_id: str, account: str, *roles: str, form: str = "events"
) -> table_pb2.GetHandResponse:
    who = Caller("gateway", account, "A", frozenset({"player", *roles}), "s1")
    with speaking_for(who):
        return await room.stub("table-0").GetHand(
            table_pb2.GetHandRequest(hand_id=hand_id, format=form), timeout=5
        )


def hole_cards(hand: table_pb2.GetHandResponse) -> dict[int, str]:
    """Down cards by seat that stand in the hand's events."""
    found: dict[int, str] = {}
    for event in hand.events:
        for fact in event.facts:
            if fact.HasField("dealt") and not fact.dealt.up and fact.dealt.cards:
                found[fact.dealt.seat] = found.get(fact.dealt.seat, "") + fact.dealt.cards
    return found


@pytest.mark.rule("SHO-04", "INT-05")
async def test_sho_04_a_player_finds_own_hands_and_only_the_cards_that_are_his_to_see(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        people = account_ids(3)
        await room.open_accounts(*people)
        await room.open_table("alder")
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            await room.sit("alder", account, 20_000, number)
        await room.play_on("alder", seats, 4)

        async def archived() -> list[table_pb2.HandSummary]:
            found = await hands_of(room, people[0])
            return found if len(found) >= 4 else []

        rows = await until_async(archived)
        assert [row.hand_id for row in rows] == sorted((r.hand_id for r in rows), reverse=True)
        full = next(row for row in rows if len(row.cards) == 4)
        assert CARD.match(full.cards)
        own = await hand_for(room, full.hand_id, people[0])
        seat = next(s.seat for s in own.seats if s.account_id == people[0])
        shown = {fact.shown.seat for e in own.events for fact in e.facts if fact.HasField("shown")}
        mucked = {
            fact.mucked.seat for e in own.events for fact in e.facts if fact.HasField("mucked")
        }
        cards = hole_cards(own)
        assert cards[seat] == full.cards
        assert set(cards) <= {seat} | mucked
        folded = {
            fact.acted.seat
            for e in own.events
            for fact in e.facts
            if fact.HasField("acted") and fact.acted.verb == events_pb2.VERB_FOLD
        }
        assert not set(cards) & (folded - {seat})
        assert shown is not None
        auditor = await hand_for(room, full.hand_id, "auditor-1", "auditor")
        assert len(hole_cards(auditor)) == len(own.seats)
        support = await hand_for(room, full.hand_id, "support-1", "support")
        assert hole_cards(support) == {}
        with pytest.raises(RoomError) as stranger:
            await hand_for(room, full.hand_id, "01900000-0000-7000-8000-999999999999")
        assert stranger.value.code == "hand_unknown"
        net = dict.fromkeys(people, 0)
        for account in people:
            for row in await hands_of(room, account):
                if row.hand_id == full.hand_id:
                    net[account] = row.net
        assert sum(net.values()) == 0
        await _scan_database(urls["table"], auditor)
        stored = await room.tables("table-0").outside.log.read("alder")
        assert room.tables("table-0").outside.codec.header(stored[0]).kind.value == "checkpoint"
        assert len(stored) < 60


async def test_seams_5_hands_that_an_owner_died_with_are_archived_by_the_next(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    """The database answers the first owner never; it dies; no hand is missing afterwards."""
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        people = account_ids(3)
        await room.open_accounts(*people)
        await room.open_table("linden")
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            await room.sit("linden", account, 20_000, number)
        archiver = room.tables("table-0").archiver
        archiver._keep = lambda _hand: asyncio.Event().wait()  # type: ignore[assignment, return-value]
        await room.play_on("linden", seats, 3)
        await room.kill("table-0")
        await room.start_pod("table-1")
        await room.owned("linden")
        await room.play_on("linden", seats, 1)

        async def all_there() -> bool:
            found = await hands_of(room, people[0], pod="table-1")
            return {1, 2, 3, 4} <= {row.number for row in found}

        await until_async(all_there)


async def _scan_database(url: str, hand: table_pb2.GetHandResponse) -> None:
    """No card stands in clear in the archive's rows."""
    engine = create_async_engine(driver_url(url))
    async with engine.connect() as connection:
        rows = (await connection.execute(text("select sealed from table_service.hand"))).all()
    await engine.dispose()
    assert rows
    for cards in hole_cards(hand).values():
        for row in rows:
            assert cards.encode() not in bytes(row.sealed)
