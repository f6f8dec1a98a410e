"""Leases in the real bucket: one winner a claim, an epoch that only claims raise (SEAMS 10)."""

import asyncio

import msgspec

from riverbus.core.ports import LeaseRecord
from riverbus.runtime.bus import NatsBus
from services.table.adapters.lease import BUCKET, LeaseBucket


def wanted(owner: str, table_id: str, epoch: int) -> LeaseRecord:
    return LeaseRecord(
        table_id=table_id, owner=owner, address=f"{owner}:7000", epoch=epoch, build="1"
    )


async def test_seams_10_of_rivals_one_wins_the_claim(bus: NatsBus) -> None:
    lease = LeaseBucket(bus)
    pods = [f"pod-{number}" for number in range(8)]
    first = await asyncio.gather(*(lease.claim(wanted(pod, "rivals", 1), None) for pod in pods))
    [held] = [record for record in first if record is not None]
    again = await asyncio.gather(*(lease.claim(wanted(pod, "rivals", 2), held) for pod in pods))
    [later] = [record for record in again if record is not None]
    assert (await lease.get("rivals")) == later
    assert (held.epoch, later.epoch) == (1, 2)


async def test_seams_10_what_was_seen_and_has_changed_wins_nothing(bus: NatsBus) -> None:
    lease = LeaseBucket(bus)
    held = await lease.claim(wanted("pod-a", "changed", 1), None)
    assert held is not None
    await lease.release(held)
    assert await lease.claim(wanted("pod-b", "changed", 2), held) is None
    released = await lease.get("changed")
    assert released is not None
    assert (released.epoch, released.released) == (1, True)
    taken = await lease.claim(wanted("pod-b", "changed", 2), released)
    assert taken is not None
    await lease.release(msgspec.structs.replace(held))  # too late: it stays pod-b's
    assert await lease.get("changed") == taken


async def test_seams_10_a_lease_has_no_end_of_its_own(bus: NatsBus) -> None:
    """With a time to live, one lost NATS node ended the leases of living owners."""
    bucket = await bus.key_value(BUCKET)
    await LeaseBucket(bus).claim(wanted("pod-a", "endless", 1), None)
    assert await bucket.get("endless") is not None
    connection = bus._connection
    stream = await connection.jetstream.stream_info(f"KV_{BUCKET}")
    assert not stream.config.max_age
