"""Hands through the real table service, wallet, NATS and PostgreSQL, players over gRPC."""

import logging

import pytest

from riverbus.core.ports import Caller, Message
from riverbus.pb.table.v1 import events_pb2, table_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import speaking_for
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import Room, account_ids, real_room, until_async


async def test_three_players_play_and_go_home(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_pod("table-0")
        people = account_ids(3)
        await room.open_accounts(*people)
        before = await room.balances(*people)
        await room.open_table("elm")
        await room.owned("elm")
        seats = {}
        for number, account in enumerate(people, 1):
            answer = await room.sit("elm", account, 10_000, number)
            assert answer.ok
            assert not answer.pending
            seats[number] = account
        assert await room.play_on("elm", seats, 5) > 5
        view = await room.view("elm", people[0])
        assert view.own.cards == "" or len(view.own.cards) == 4
        for account in people:
            await room.leave("elm", account)

        async def empty() -> bool:
            return not any(s.account_id for s in (await room.view("elm", people[0])).seats)

        await until_async(empty)
        after = await room.balances(*people)
        assert sum(after.values()) == sum(before.values())
        assert after != before


@pytest.mark.rule("INT-05")
async def test_se_04_no_hole_card_on_the_bus_or_in_a_log_line_for_other_eyes(
    nats_url: str,
    fresh_database: FreshDatabases,
    keys: TestKeys,
    bus: NatsBus,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Everything that crosses NATS is recorded, streams too, and searched with each hand's deck."""
    caplog.set_level(logging.DEBUG)
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        traffic: list[Message] = []

        async def record(message: Message) -> None:
            traffic.append(message)

        await bus.subscribe(">", record)
        await room.start_pod("table-0")
        people = account_ids(4)
        await room.open_accounts(*people)
        await room.open_table("scan")
        seats = dict(enumerate(people, 1))
        for number, account in seats.items():
            assert (await room.sit("scan", account, 20_000, number)).ok
        await room.play_on("scan", seats, 6, seed=3)
        dealt = await hole_cards_of_all_hands(room, "scan")
        assert len(dealt) >= 5
        events = [m for m in traffic if m.subject == "table.scan.event"]
        parts = [m for m in traffic if m.subject.startswith("player.")]
        logged = [m for m in traffic if m.subject.startswith("handlog.")]
        assert len(events) > 20
        assert len(parts) > 20
        assert len(logged) > 20
        for hand_id, cards in dealt.items():
            open_to_all = shown_in(events, hand_id)
            for account, hole in cards.items():
                hidden = not set(pairs(hole)) <= open_to_all
                for message in traffic:
                    own = message.subject.startswith(f"player.{account}.")
                    if own or not hidden or hand_id.encode() not in message.data:
                        continue
                    assert hole.encode() not in message.data, message.subject
        for line in caplog.messages:
            for cards in dealt.values():
                assert not any(hole in line for hole in cards.values())


async def hole_cards_of_all_hands(room: Room, table_id: str) -> dict[str, dict[str, str]]:
    """By hand and account, from the archive with an auditor's eyes."""
    who = Caller("gateway", "auditor-1", "A", frozenset({"player", "auditor"}), "s1")
    stub = room.stub("table-0")
    found: dict[str, dict[str, str]] = {}
    with speaking_for(who):
        listing = await stub.ListHands(
            table_pb2.ListHandsRequest(account_id=account_ids(1)[0], size=50), timeout=5
        )
        for row in listing.hands:
            hand = await stub.GetHand(table_pb2.GetHandRequest(hand_id=row.hand_id), timeout=5)
            accounts = {seat.seat: seat.account_id for seat in hand.seats}
            cards: dict[str, str] = {}
            for event in hand.events:
                for fact in event.facts:
                    if fact.HasField("dealt") and fact.dealt.cards:
                        account = accounts[fact.dealt.seat]
                        cards[account] = cards.get(account, "") + fact.dealt.cards
            found[row.hand_id] = cards
    return found


def shown_in(events: list[Message], hand_id: str) -> set[str]:
    """Cards that the showdown turned up."""
    shown: set[str] = set()
    for message in events:
        event = events_pb2.PublicEvent.FromString(message.data)
        for fact in event.facts if event.hand_id == hand_id else ():
            if fact.HasField("shown"):
                shown |= set(pairs(fact.shown.cards))
    return shown


def pairs(cards: str) -> list[str]:
    """The cards of a text."""
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]
