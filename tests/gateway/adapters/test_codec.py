"""Both forms of a frame mean the same, and what does not fit is refused with its own code."""

import random
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from riverbus.core.errors import RoomError
from riverbus.pb.client.v1 import frames_pb2
from services.gateway.adapters import codec, frames_pb
from services.gateway.domain import frames as f
from services.gateway.domain.checks import payload_of, verify
from services.gateway.domain.wire import MAX_FRAME_BYTES, Form
from tests.gateway.adapters import random_frames

HAND = "0190b5f0-7b3e-7cc3-8f6d-2b1d3d2f4a5c"
ACT = (
    '{"act":{"table_id":"t-1","action_id":"abcdefgh","hand_id":"HAND","turn":4,"price":120,'
    '"verb":"raise","to":360}}'.replace("HAND", HAND)
)


def code_of(data: str | bytes, form: Form = Form.JSON) -> str:
    with pytest.raises(RoomError) as caught:
        verify(*payload_of(codec.decode_client(data, form)))
    return caught.value.code


def test_generated_frames_are_current() -> None:
    tool = Path(__file__).parents[3] / "tools" / "generate_frames.py"
    done = subprocess.run(
        [sys.executable, str(tool), "--check"],
        text=True,
        capture_output=True,
        cwd=tool.parents[1],
        env={"PYTHONPATH": str(tool.parents[1])},
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("seed", range(150))
def test_server_frames_mean_the_same_in_both_forms(seed: int) -> None:
    message = frames_pb2.ServerFrame()
    random_frames.fill(message, random.Random(seed))
    frame = frames_pb.ServerFrame_from_pb(message)
    as_json = codec.WireCodec().encode(frame, Form.JSON)
    as_binary = codec.WireCodec().encode(frame, Form.BINARY)
    assert frames_pb2.ServerFrame.FromString(as_binary) == message
    assert random_frames.from_json(as_json) == random_frames.reading(message)
    assert codec.decode_server(as_json, Form.JSON) == frame
    assert codec.decode_server(as_binary, Form.BINARY) == frame


@pytest.mark.parametrize("seed", range(150))
def test_client_frames_mean_the_same_in_both_forms(seed: int) -> None:
    """SEAMS 30."""
    message = frames_pb2.ClientFrame()
    random_frames.fill(message, random.Random(seed))
    frame = codec.decode_client(message.SerializeToString(), Form.BINARY)
    as_json = codec.encode_client(frame, Form.JSON)
    assert isinstance(as_json, str)
    assert random_frames.from_json(as_json.encode()) == random_frames.reading(message)
    assert codec.decode_client(as_json, Form.JSON) == frame
    assert codec.encode_client(frame, Form.BINARY) == message.SerializeToString()


@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize("seed", range(40))
def test_an_event_joined_from_pieces_is_the_whole_frame(form: Form, seed: int) -> None:
    message = frames_pb2.TableEvent()
    random_frames.fill(message, random.Random(seed))
    message.event.SetInParent()
    event = frames_pb.TableEvent_from_pb(message)
    wire = codec.WireCodec()
    assert not isinstance(event.event, msgspec.UnsetType)
    joined = wire.event_frame(wire.public_piece(event.event, form), event.own, form)
    data = joined.decode() if form is Form.JSON else joined
    assert codec.decode_server(data, form) == f.ServerFrame(event=event)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("120", '"120"', "bad_field"),
        ("120", "1.2e2", "bad_field"),
        ("120", "120.0", "bad_field"),
        ("120", "null", "bad_field"),
        ("120", "true", "bad_field"),
        ("120", "-1", "bad_field"),
        ("120", "1000000000000001", "bad_field"),
        ("120", "99999999999999999999999999", "bad_field"),
        ('"price":120,', "", "bad_field"),
        (',"to":360', "", "bad_field"),
        ('"turn":4', '"turn":2147483648', "bad_field"),
        ('"raise"', '"RAISE"', "bad_field"),
        ('"raise"', "5", "bad_field"),
        ('"raise"', '"unspecified"', "bad_field"),
        ('"turn":4', '"turn":4,"cards":"AsAd"', "unknown_field"),
        ('"turn":4', '"turn":4,"seat":3', "unknown_field"),
        ('"turn":4', '"turn":4,"account_id":"x"', "unknown_field"),
        ("abcdefgh", "short", "bad_field"),
        ("t-1", "T 1", "bad_field"),
        ("t-1", "t.>", "bad_field"),
        (HAND, "7", "bad_field"),
        ("}}", "}", "malformed_frame"),
        ("}}", "}} x", "malformed_frame"),
        ('{"act"', '{"leap"', "unknown_field"),
        ("t-1", "\\ud800", "malformed_frame"),
    ],
)
def test_se_13_what_does_not_fit_is_refused(old: str, new: str, code: str) -> None:
    """SEAMS 30."""
    assert old in ACT
    verify(*payload_of(codec.decode_client(ACT, Form.JSON)))
    assert code_of(ACT.replace(old, new, 1)) == code


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("", "malformed_frame"),
        ("[]", "bad_field"),
        ("7", "bad_field"),
        ("{}", "not_one_frame"),
        ('{"ping":{},"lobby_watch":{}}', "not_one_frame"),
        ('{"ping":' + "[" * 4000, "bad_field"),
        ('{"x":' + "[" * 4000, "unknown_field"),
        ('{"chat_say":{"text":"' + "x" * MAX_FRAME_BYTES + '"}}', "frame_too_large"),
        (b"\x08\x01", "wrong_form"),
    ],
)
def test_hostile_json_is_refused(data: str | bytes, code: str) -> None:
    assert code_of(data) == code


def test_hostile_bytes_are_refused() -> None:
    assert code_of("{}", Form.BINARY) == "wrong_form"
    assert code_of(b"\xff\xff", Form.BINARY) == "malformed_frame"
    assert code_of(b"", Form.BINARY) == "not_one_frame"
    assert code_of(b"\x00" * (MAX_FRAME_BYTES + 1), Form.BINARY) == "frame_too_large"
    assert code_of(b"\xa0\x06\x01", Form.BINARY) == "unknown_field"  # field 100 of the frame
    nested = frames_pb2.ClientFrame()
    nested.act.table_id = "t-1"
    inner = nested.act.SerializeToString() + b"\xa0\x06\x01"
    assert code_of(b"\x32" + bytes([len(inner)]) + inner, Form.BINARY) == "unknown_field"
    nested.act.verb = 99  # type: ignore[assignment]
    assert code_of(nested.SerializeToString(), Form.BINARY) == "unknown_field"
    large = frames_pb2.ClientFrame()
    large.ping.client_ms = 10**15 + 1
    assert code_of(large.SerializeToString(), Form.BINARY) == "bad_field"


def test_ch_08_the_documented_length_is_the_tested_one() -> None:
    say = '{"chat_say":{"room":"lobby","action_id":"abcdefgh","text":"%s"}}'
    for character in ("a", "\U0001f600"):
        verify(*payload_of(codec.decode_client(say % (character * 300), Form.JSON)))
        assert code_of(say % (character * 301)) == "message_too_long"


def test_absent_is_not_zero() -> None:
    """SEAMS 30."""
    frame = codec.decode_client(ACT.replace('"price":120', '"price":0'), Form.JSON)
    assert '"price":0' in str(codec.encode_client(frame, Form.JSON))
    absent = codec.decode_client(ACT.replace('"price":120,', ""), Form.JSON)
    assert absent != frame


def test_the_action_id_of_a_refused_frame_is_found() -> None:
    assert codec.readable_action_id(ACT.replace("120", "null")) == "abcdefgh"
    assert codec.readable_action_id("{") == ""
    assert codec.readable_action_id(b"\x00") == ""
