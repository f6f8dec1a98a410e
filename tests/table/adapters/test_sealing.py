"""Cards in the log: sealed for one place, by a ring of keys, and never in clear (SEAMS 6)."""

import base64

import msgspec
import pytest

from riverbus.core.cards import cards_text
from riverbus.core.ports import LogRecord
from riverbus.engine.setup import HandSetup
from riverbus.runtime.bus import NatsBus
from services.table.adapters import record_codec
from services.table.adapters.lease import LeaseBucket
from services.table.adapters.record_codec import RecordCodec
from services.table.adapters.sealing import KeyRing, RoomKeyRefused
from services.table.app.journal import Entry, Header, Kind
from services.table.domain.records import Record, apply
from tests.table.domain.felt import Felt

OLD = base64.b64encode(bytes(range(32))).decode()
NEW = base64.b64encode(bytes(range(32, 64))).decode()


def stored(codec: RecordCodec, felt: Felt, record: Record, number: int) -> LogRecord:
    header = Header(
        record_id=f"record-{number}",
        kind=Kind.CHECKPOINT if record.checkpoint else Kind.COMMAND,
        table_id="felt",
        hand_id=felt.table.core.hand_id,
        epoch=1,
        sequence=number,
        at_ms=record.at_ms,
    )
    return codec.encode(Entry(header=header, record=record, event=record.event))


def test_what_was_sealed_opens_in_its_place_only() -> None:
    ring = KeyRing({"k1": OLD})
    sealed = ring.seal(b"AsKd", "birch", "hand-1", "record-1")
    assert ring.open(sealed, "birch", "hand-1", "record-1") == b"AsKd"
    for place in (
        ("other", "hand-1", "record-1"),
        ("birch", "hand-2", "record-1"),
        ("birch", "hand-1", "record-2"),
    ):
        with pytest.raises(RoomKeyRefused):
            ring.open(sealed, *place)


def test_the_same_cards_are_never_sealed_alike() -> None:
    ring = KeyRing({"k1": OLD})
    once, twice = (ring.seal(b"AsKd", "birch", "hand-1", "record-1") for _ in range(2))
    assert once.ciphertext != twice.ciphertext
    assert once.nonce != twice.nonce


def test_after_a_rotation_new_records_use_the_new_key_and_old_ones_still_open() -> None:
    before = KeyRing({"k1": OLD}).seal(b"AsKd", "birch", "hand-1", "record-1")
    ring = KeyRing({"k1": OLD, "k2": NEW}, "k2")
    assert ring.open(before, "birch", "hand-1", "record-1") == b"AsKd"
    assert ring.seal(b"", "birch", "hand-1", "record-2").key_id == "k2"
    with pytest.raises(RoomKeyRefused):
        KeyRing({"k2": NEW}).open(before, "birch", "hand-1", "record-1")
    with pytest.raises(RoomKeyRefused):
        KeyRing({"k1": NEW}).open(before, "birch", "hand-1", "record-1")


@pytest.mark.parametrize(
    "keys", [{}, {"k1": "short"}, {"k1": base64.b64encode(b"16 bytes").decode()}]
)
def test_a_ring_without_a_good_key_is_refused(keys: dict[str, str]) -> None:
    with pytest.raises(RoomKeyRefused):
        KeyRing(keys)


async def test_seams_6_the_lease_bucket_tells_a_pod_with_the_wrong_key(bus: NatsBus) -> None:
    lease = LeaseBucket(bus)
    right, wrong = KeyRing({"k1": OLD}), KeyRing({"k1": NEW})
    assert await lease.same_key("k1", right.check_value("k1"))
    assert await lease.same_key("k1", right.check_value("k1"))
    assert not await lease.same_key("k1", wrong.check_value("k1"))


def test_records_come_back_as_they_were_and_hold_no_card_in_clear() -> None:
    """A played hand, record by record: decoded and applied it is the table again (SE-04)."""
    felt = Felt()
    for name in "ABC":
        felt.sit(name)
    codec = RecordCodec(KeyRing({"k1": OLD}))
    table = apply(None, felt.records[0]) if felt.records[0].checkpoint else None
    hidden: set[str] = set()
    for number, record in enumerate(felt.records):
        entry = stored(codec, felt, record, number)
        assert entry.headers["Riverbus-Kind"] in ("checkpoint", "command")
        if record.setup is not None:
            deck = cards_text(record.setup.deck)
            hidden |= {deck[at : at + 4] for at in range(0, 100, 2)}
            assert bytes(record.setup.deck) not in entry.data
        for text in hidden:
            assert text.encode() not in entry.data
        back = codec.decode(entry)
        assert back.record is not None
        assert back.record.changes == record.changes
        assert back.record.happened == record.happened
        assert back.record.setup == record.setup
        if back.record.checkpoint or table is not None:
            table = apply(table, back.record)
    assert table is not None
    assert table.core == felt.table.core
    assert table.hand is not None
    assert felt.table.hand is not None
    assert table.hand.hole == felt.table.hand.hole


def test_seams_3_fields_of_a_newer_release_are_left_out() -> None:
    """Settings, setup and state with fields that this release does not know are read."""
    felt = Felt()
    felt.sit("A")
    felt.sit("B")
    begun = next(one for one in felt.records if one.setup is not None)
    assert begun.setup is not None
    newer = msgspec.to_builtins(begun.setup)
    newer["rules"]["invented_later"] = True
    newer["stakes"]["straddle"] = 20
    newer["later"] = 1
    assert record_codec._tolerant(msgspec.msgpack.encode(newer), HandSetup) == begun.setup
    settings = msgspec.to_builtins(felt.table.settings)
    settings["rules"]["invented_later"] = 3
    settings["stakes"]["straddle"] = 20
    read = record_codec._part("settings", msgspec.msgpack.encode(settings))
    assert read == felt.table.settings
    core = msgspec.to_builtins(felt.table.core)
    core["later"] = "x"
    assert record_codec._part("core", msgspec.msgpack.encode(core)) == felt.table.core
