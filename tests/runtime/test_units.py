"""Configuration, logs, tokens, ids, shuffle, metrics: without servers."""

import base64
import json
import logging
from collections import Counter
from typing import Annotated

import pytest

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Caller
from riverbus.runtime import errors
from riverbus.runtime.access import rule_of
from riverbus.runtime.calls import tracing
from riverbus.runtime.config import ConfigRefused, ServiceConfig, doc, fields, read_config
from riverbus.runtime.logs import MAX_LINE_BYTES, JsonFormatter, log_context
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.sources import SystemClock, SystemIds, SystemShuffle
from riverbus.runtime.tokens import TokenRefused, TokenSigner, TokenVerifier, new_key_pair


class EchoConfig(ServiceConfig, frozen=True, kw_only=True):
    """A service's own fields."""

    page_rows: Annotated[int, doc("Rows a page.", ge=1, le=200)] = 50
    room_key: Annotated[str, doc("A key.", secret=True)]


def test_own_variable_wins_over_the_common_one() -> None:
    config = read_config(
        EchoConfig,
        "echo",
        {
            "RIVERBUS_ROOM_KEY": "k",
            "RIVERBUS_PAGE_ROWS": "10",
            "RIVERBUS_ECHO_PAGE_ROWS": "20",
            "RIVERBUS_WALLET_ADDRESSES": "a:1, b:2,",
            "RIVERBUS_PUBLIC_KEYS": '{"wallet": "x"}',
        },
    )
    assert (config.page_rows, config.wallet_addresses) == (20, ("a:1", "b:2"))
    assert config.public_keys == {"wallet": "x"}


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({}, "RIVERBUS_ROOM_KEY is not set"),
        ({"RIVERBUS_ROOM_KEY": "k", "RIVERBUS_PAGE_ROWS": "0"}, "RIVERBUS_PAGE_ROWS: .*>= 1"),
        ({"RIVERBUS_ROOM_KEY": "k", "RIVERBUS_PAGE_ROWS": "many"}, "RIVERBUS_PAGE_ROWS: "),
        ({"RIVERBUS_ROOM_KEY": "k", "RIVERBUS_PUBLIC_KEYS": "{"}, "PUBLIC_KEYS is not JSON"),
        ({"RIVERBUS_ROOM_KEY": "k", "RIVERBUS_LOG_LEVEL": "loud"}, "RIVERBUS_LOG_LEVEL: "),
    ],
)
def test_bad_setting_is_named(environment: dict[str, str], told: str) -> None:
    with pytest.raises(ConfigRefused, match=told):
        read_config(EchoConfig, "echo", environment)


def test_every_field_has_a_text_and_secrets_are_marked() -> None:
    found = {field.name: field for field in fields(EchoConfig)}
    assert found["room_key"].secret
    assert found["room_key"].default is None
    assert found["page_rows"].default == "50"
    assert all(field.text for field in found.values())


def _line(message: str, **extra: object) -> dict[str, object]:
    record = logging.makeLogRecord({"msg": message, "levelname": "INFO", "name": "t", **extra})
    text = JsonFormatter("echo", "echo-0").format(record)
    assert len(text) <= MAX_LINE_BYTES
    parsed: dict[str, object] = json.loads(text)
    return parsed


def test_log_line_carries_trace_context_and_fields() -> None:
    with tracing("ef" * 16), log_context(table="t-1"):
        line = _line("seat taken", seat=3)
    assert line["trace"] == "ef" * 16
    assert (line["table"], line["seat"], line["message"]) == ("t-1", 3, "seat taken")
    assert "table" not in _line("outside")


def test_line_break_in_a_message_stays_inside_its_line() -> None:
    record = logging.makeLogRecord({"msg": 'a\n{"level": "forged"}'})
    assert "\n" not in JsonFormatter("echo", "echo-0").format(record)


class Time:
    """Seconds that a test moves."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        """Now."""
        return self.now


def _pair(service: str, time: Time) -> tuple[TokenSigner, TokenVerifier]:
    private, public = new_key_pair()
    return TokenSigner(service, private, time), TokenVerifier({service: public}, time)


def test_token_says_who_and_expires() -> None:
    time = Time()
    signer, verifier = _pair("gateway", time)
    alice = Caller("gateway", "a-1", "Alice", frozenset({"player"}), "s-1")
    token = signer.token(alice)
    assert verifier.verify(token) == alice
    assert signer.token(alice) == token
    time.now += 66
    with pytest.raises(TokenRefused, match="expired"):
        verifier.verify(token)
    assert signer.token(alice) != token


@pytest.mark.parametrize("position", range(3))
def test_altered_token_is_refused(position: int) -> None:
    signer, verifier = _pair("gateway", Time())
    body, signature = signer.token(Caller("gateway", "a-1")).split(".")
    other = base64.urlsafe_b64encode(
        base64.urlsafe_b64decode(body + "==").replace(b"a-1", b"a-2")
    ).decode()
    forged = [f"{other.rstrip('=')}.{signature}", f"{body}.{signature[:-4]}AAAA", "x" * 3000]
    with pytest.raises(TokenRefused):
        verifier.verify(forged[position])


def test_unknown_issuer_and_foreign_claims_are_refused() -> None:
    time = Time()
    signer, _ = _pair("gateway", time)
    _, verifier = _pair("wallet", time)
    with pytest.raises(TokenRefused):
        verifier.verify(signer.token())
    wallet, believes_wallet = _pair("wallet", time)
    with pytest.raises(TokenRefused, match="may not speak for an account"):
        believes_wallet.verify(wallet.token(Caller("wallet", "a-1")))


def test_tokens_of_the_old_and_of_the_new_key_hold_while_a_key_is_rotated() -> None:
    time = Time()
    (old, old_public), (new, new_public) = new_key_pair(), new_key_pair()
    by_old, by_new = TokenSigner("lobby", old, time), TokenSigner("lobby", new, time)
    both = TokenVerifier({"lobby": f"{new_public},{old_public}"}, time)
    assert both.verify(by_old.token()) == both.verify(by_new.token()) == Caller("lobby")
    after = TokenVerifier({"lobby": new_public}, time)
    assert after.verify(by_new.token()) == Caller("lobby")
    with pytest.raises(TokenRefused):
        after.verify(by_old.token())


@pytest.mark.parametrize("key", ["", "%%", "c2hvcnQ="])
def test_a_key_that_is_none_names_its_variable(key: str) -> None:
    with pytest.raises(RoomError, match="RIVERBUS_PRIVATE_KEY: a key is 32 bytes"):
        TokenSigner("wallet", key)
    with pytest.raises(RoomError, match="RIVERBUS_PUBLIC_KEYS: a key is 32 bytes"):
        TokenVerifier({"wallet": key})


def test_every_kind_has_a_status_of_its_own() -> None:
    assert set(errors.STATUS) == set(ErrorKind)
    assert len(set(errors.STATUS.values())) == len(ErrorKind)
    for kind in ErrorKind:
        error = RoomError("S.", code="c", kind=kind, details={"a": "b"})
        again = errors.from_detail(errors.to_detail(error))
        assert (again.code, again.kind, again.details) == ("c", kind, {"a": "b"})


def test_unknown_method_admits_nobody() -> None:
    assert rule_of("/riverbus.chat.v1.ChatService/Nothing").services == frozenset()
    assert rule_of("/no.Service/Nothing").services == frozenset()


def test_ids_rise_and_are_version_7() -> None:
    ids = SystemIds()
    made = [ids.uuid7() for _ in range(5_000)]
    assert made == sorted(set(made))
    assert all(value[14] == "7" and value[19] in "89ab" for value in made)


def test_clock_never_runs_backwards() -> None:
    clock = SystemClock()
    seen = [clock.now_ms() for _ in range(1_000)]
    assert seen == sorted(seen)


def test_shuffle_gives_each_order_equally_often() -> None:
    """Chi-square over the 24 orders of four cards; the bound is passed once in 10^6 runs."""
    shuffle = SystemShuffle()
    counts = Counter(tuple(shuffle.permutation(4)) for _ in range(24_000))
    assert len(counts) == 24
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 72
    assert sorted(shuffle.permutation(52)) == list(range(52))
    assert shuffle.permutation(0) == []


def test_metrics_have_prefix_and_build_info() -> None:
    metrics = Metrics("echo")
    metrics.counter("texts", "Texts said.", ("room",)).labels("lobby").inc()
    assert metrics.counter("texts", "Texts said.", ("room",)) is metrics.counter("texts", "x")
    text = metrics.exposition().decode()
    assert 'riverbus_texts_total{room="lobby"} 1.0' in text
    assert 'riverbus_build_info{service="echo"' in text
    with pytest.raises(TypeError):
        metrics.gauge("texts", "Not a counter.")
