"""The session of docs/protocol.md by hand: each line that is typed there is taken as it stands."""

import json
import re

import msgspec
import pytest

from riverbus.cli.up import DEFAULT_PORT
from services.gateway.adapters import codec
from services.gateway.adapters.rest_models import SignUp
from services.gateway.domain.checks import payload_of, verify
from services.gateway.domain.wire import Form
from tests.docs.pages import ROOT

HAND = "0190b5f0-7b3e-7cc3-8f6d-2b1d3d2f4a5c"


def session() -> str:
    """The block under its title."""
    text = (ROOT / "docs" / "protocol.md").read_text()
    return text.split("## A session to follow by hand")[1].split("```")[1]


def typed() -> list[str]:
    """The frames that are typed, with a real hand id for the shortened one."""
    frames = re.findall(r"^> (.*)$", session(), re.MULTILINE)
    return [frame.replace("0190…", HAND) for frame in frames]


def heard() -> list[str]:
    """The frames that come back, what was left out taken away."""
    answers = re.sub(r"\n {10}", "", session())
    lines = [line for line in answers.splitlines() if line.startswith('{"')]
    whole = [re.sub(r',?…,?|"hand_id":"0190…",?', "", line) for line in lines]
    return [line for line in whole if '"token"' not in line]


@pytest.mark.parametrize("frame", typed(), ids=lambda frame: frame[2:].split('"')[0])
def test_each_typed_frame_is_taken(frame: str) -> None:
    decoded = codec.decode_client(frame, Form.JSON)
    verify(*payload_of(decoded))
    assert json.loads(codec.encode_client(decoded, Form.JSON)) == json.loads(frame)


def test_each_answer_is_a_frame_of_the_protocol() -> None:
    assert len(heard()) >= 14
    for line in heard():
        codec.decode_server(line, Form.JSON)


def test_the_sign_up_that_is_shown_is_whole() -> None:
    body = re.search(r"sign-up.*?-d '(\{.*?\})'", session(), re.DOTALL)
    assert body is not None
    assert msgspec.json.decode(body[1], type=SignUp).kind == "bearer"


def test_the_session_asks_where_the_demo_listens() -> None:
    assert set(re.findall(r"localhost:(\d+)", session())) == {str(DEFAULT_PORT)}
