"""Following a table: proof, snapshot, order, private parts, gaps, takeovers (SEAMS 31, 32)."""

import asyncio

import pytest
from msgspec import UNSET

from riverbus.pb.table.v1 import events_pb2
from services.gateway.domain import frames as f
from services.gateway.domain.wire import Form
from tests.gateway.neighbours import TableProcess, account_of
from tests.gateway.rig import Client, House, app_of


async def seated_table(house: House) -> TableProcess:
    """Ann in seat 1 and Bob in seat 2 of table `river`."""
    process, address = await house.table_process("table-0")
    process.open("river", {1: account_of("ann"), 2: account_of("bob")})
    await process.claim("river", address, 1)
    return process


async def watcher(house: House, name: str, form: Form = Form.JSON) -> Client:
    """A greeted client at `river` with its snapshot."""
    gateway = house._gateways[0] if house._gateways else await house.gateway()
    client = await house.client(gateway, name, form)
    await client.hello()
    await client.watch("river")
    return client


async def numbers(client: Client, count: int) -> list[int]:
    """Sequences of the next events."""
    events = [await client.next("event") for _ in range(count)]
    return [event.event.sequence for event in events]


@pytest.mark.parametrize("form", list(Form))
async def test_events_come_in_order_with_the_own_part_only(house: House, form: Form) -> None:
    process = await seated_table(house)
    ann, bob, eve = [await watcher(house, name, form) for name in ("ann", "bob", "eve")]
    event = process.add("river", ann="AsAd", bob="KsKd")
    await process.send(event)
    for client, cards in ((ann, "AsAd"), (bob, "KsKd"), (eve, None)):
        seen: f.TableEvent = await client.next("event")
        assert seen.event is not UNSET
        assert seen.event.sequence == 1
        assert (None if seen.own is UNSET else seen.own.cards) == cards


async def test_the_snapshot_waits_for_the_proof_of_the_subscription(house: House) -> None:
    """SEAMS 32."""
    process = await seated_table(house)
    process.mute_heads = 3
    gateway = await house.gateway()
    client = await house.client(gateway, "eve")
    await client.hello()
    snapshot = await client.watch("river")
    assert process.mute_heads == 0
    assert process.views == 1
    assert snapshot.view is not UNSET


async def test_events_during_the_snapshot_are_neither_lost_nor_doubled(house: House) -> None:
    """SEAMS 32."""
    process = await seated_table(house)
    first = await watcher(house, "ann")
    for _ in range(3):
        await process.send(process.add("river"))
    await numbers(first, 3)
    second = await house.client(house._gateways[0], "bob")
    await second.hello()
    await second.send(watch=f.Watch(table_id="river"))
    for _ in range(3):
        await process.send(process.add("river"))
    snapshot = await second.next("snapshot")
    have = snapshot.view.sequence
    assert await numbers(second, 6 - have) == list(range(have + 1, 7))


async def test_a_doubled_event_is_sent_once_and_a_lost_one_is_fetched(house: House) -> None:
    process = await seated_table(house)
    ann = await watcher(house, "ann")
    one, two, three = [process.add("river", ann=cards) for cards in ("AsAd", "2c2d", "3c3d")]
    await process.send(one)
    await process.send(one)
    await process.send(three)
    got = [await ann.next("event") for _ in range(3)]
    assert [event.event.sequence for event in got] == [1, 2, 3]
    assert [event.own.cards for event in got] == ["AsAd", "2c2d", "3c3d"]
    assert two.sequence == 2
    assert process.replays == 1


async def test_a_private_part_that_is_late_is_waited_for(house: House) -> None:
    process = await seated_table(house)
    ann, eve = await watcher(house, "ann"), await watcher(house, "eve")
    event = process.add("river", ann="AsAd")
    await process.send(event, parts=False)
    await eve.next("event")
    part = process.parts["river", account_of("ann"), 1]
    await house.bus.publish(f"player.{account_of('ann')}.table.river", part.SerializeToString())
    assert (await ann.next("event")).own.cards == "AsAd"
    assert process.replays == 0


async def test_a_private_part_that_is_lost_is_fetched(house: House) -> None:
    """SEAMS 31."""
    process = await seated_table(house)
    ann = await watcher(house, "ann")
    await process.send(process.add("river", ann="AsAd"), parts=False)
    await process.send(process.add("river"))
    events = [await ann.next("event") for _ in range(2)]
    assert events[0].own.cards == "AsAd"
    assert events[1].own is UNSET
    assert process.replays == 1


async def test_a_head_that_is_ahead_shows_a_lost_event(house: House) -> None:
    process = await seated_table(house)
    ann = await watcher(house, "ann")
    process.add("river")
    await process.head("river")
    assert await numbers(ann, 1) == [1]
    await process.head("river")
    assert (await ann.next("head")).sequence == 1


async def test_a_known_sequence_is_replayed_from(house: House) -> None:
    process = await seated_table(house)
    for cards in ("AsAd", "AsAd", "AsAd"):
        process.add("river", ann=cards)
    gateway = await house.gateway()
    ann = await house.client(gateway, "ann")
    await ann.hello()
    await ann.send(watch=f.Watch(table_id="river", epoch=1, sequence=1))
    events = [await ann.next("event") for _ in range(2)]
    assert [event.event.sequence for event in events] == [2, 3]
    assert not any(frame.snapshot for frame in ann.frames)


async def test_whoever_comes_back_by_a_replay_gets_private_parts(house: House) -> None:
    """SEAMS 31: at a gateway that was started anew nobody has asked for a snapshot."""
    process = await seated_table(house)
    for _ in range(2):
        process.add("river")
    gateway = await house.gateway()
    ann, bob = [await house.client(gateway, name) for name in ("ann", "bob")]
    for client in (ann, bob):
        await client.hello()
        await client.send(watch=f.Watch(table_id="river", epoch=1, sequence=1))
        assert await numbers(client, 1) == [2]
    await process.send(process.add("river", ann="AsAd", bob="KsKd"))
    assert (await ann.next("event")).own.cards == "AsAd"
    assert (await bob.next("event")).own.cards == "KsKd"


@pytest.mark.parametrize("sequence", [0, 99])
async def test_where_a_replay_cannot_be_a_snapshot_comes(house: House, sequence: int) -> None:
    process = await seated_table(house)
    process.history_from = 2
    for _ in range(3):
        process.add("river")
    gateway = await house.gateway()
    ann = await house.client(gateway, "ann")
    await ann.hello()
    snapshot = await ann.watch("river", epoch=1, sequence=sequence)
    assert snapshot.view is not UNSET
    assert snapshot.view.sequence == 3


async def test_gw_17_a_takeover_brings_a_fresh_snapshot_and_old_epochs_are_dropped(
    house: House,
) -> None:
    old = await seated_table(house)
    ann = await watcher(house, "ann")
    await old.send(old.add("river", ann="AsAd"))
    await ann.next("event")
    new, address = await house.table_process("table-1")
    new.open("river", {1: account_of("ann"), 2: account_of("bob")})
    new.events["river"] = list(old.events["river"])
    new.parts = dict(old.parts)
    old.owns = False
    await new.claim("river", address, 2)
    changed = new.add("river", ann="AsAd")
    changed.facts.add(owner_changed=events_pb2.OwnerChanged(owner="table-1", epoch=2))
    await new.send(changed)
    assert (await ann.next("event")).event.epoch == 2
    snapshot = await ann.next("snapshot")
    assert (snapshot.view.epoch, snapshot.view.own.cards) == (2, "AsAd")
    stale = old.add("river")
    stale.sequence = 3
    await old.send(stale)
    await new.send(new.add("river"))
    event = await ann.next("event")
    assert (event.event.epoch, event.event.sequence) == (2, 3)


async def test_a_table_that_does_not_exist_is_refused(house: House) -> None:
    process = await seated_table(house)
    await process.claim("ghost", "127.0.0.1:1", 1)
    _, address = await house.table_process("table-1")
    await process.claim("ghost", address, 2)
    gateway = await house.gateway()
    client = await house.client(gateway, "ann")
    await client.hello()
    await client.send(watch=f.Watch(table_id="ghost"))
    refusal: f.Refusal = await client.next("refusal")
    assert refusal.error is not UNSET
    assert (refusal.error.code, refusal.error.details["table_id"]) == ("table_unknown", "ghost")
    assert len(app_of(gateway).room.feeds) == 0


async def test_a_table_that_is_away_is_told_once_and_told_to_be_back(house: House) -> None:
    """However often the client asks meanwhile; nobody is turned away for waiting long."""
    process, address = await house.table_process("table-0")
    process.open("river", {1: account_of("ann")})
    await process.claim("river", "127.0.0.1:1", 1)
    gateway = await house.gateway()
    ann = await house.client(gateway, "ann")
    await ann.hello()
    await ann.send(watch=f.Watch(table_id="river"))
    assert (await ann.next("notice")).code == "table_away"
    await ann.send(watch=f.Watch(table_id="river"))
    await process.claim("river", address, 2)
    await ann.next("snapshot")
    assert (await ann.next("notice")).code == "table_back"
    await process.send(process.add("river", ann="AsAd"))
    assert (await ann.next("event")).own.cards == "AsAd"
    assert sum(1 for frame in ann.frames if frame.notice) == 2


async def test_after_the_last_viewer_the_table_is_not_followed(house: House) -> None:
    """SEAMS 32."""
    process = await seated_table(house)
    ann = await watcher(house, "ann")
    bob = await watcher(house, "bob")
    await ann.send(unwatch=f.Unwatch(table_id="river"))
    await process.send(process.add("river"))
    assert await numbers(bob, 1) == [1]
    await bob.send(unwatch=f.Unwatch(table_id="river"))
    await ann.watch("river")
    assert process.views == 3
    await asyncio.wait_for(process.send(process.add("river")), 1)
    assert await numbers(ann, 1) == [2]
