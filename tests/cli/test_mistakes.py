"""What a person gets wrong is answered by a sentence that says what to do, never a traceback."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from riverbus.cli.__main__ import main
from riverbus.runtime.embedded.process import free_port

NOWHERE = "postgresql://nobody@127.0.0.1:9/nothing"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment without settings, in which no room runs."""
    for name in ("DATABASE_URL", "ADMIN_DATABASE_URL", "NATS_URL", "PORT", "BOT_KEY"):
        monkeypatch.delenv(f"RIVERBUS_{name}", raising=False)
    monkeypatch.setenv("RIVERBUS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Exit status and what was printed for people; a traceback would be an exception here."""
    try:
        status = main(words)
    except SystemExit as end:
        status = int(str(end.code))
    printed = capsys.readouterr()
    return status, printed.err + printed.out


@pytest.mark.parametrize(
    "words",
    [
        ["status"],
        ["audit"],
        ["backup", "file"],
        ["bots"],
        ["history", "list"],
        ["operator", "calls"],
        ["operator", "add", "joe", "--reason", "new", "--password-stdin"],
        ["room", "pause", "--reason", "a test"],
        ["table", "list"],
    ],
    ids=lambda words: words[0],
)
def test_a_command_beside_no_room_says_how_to_have_one(
    words: list[str],
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", open("/dev/null"))  # noqa: SIM115
    status, sentence = told(capsys, *words)
    assert status in (1, 2)
    assert sentence.startswith(f"riverbus {words[0]}: ")
    assert f"{home}" in sentence
    assert "`riverbus up`" in sentence
    assert not home.exists()


@pytest.mark.parametrize("port", ["abc", "-1", "65536", "1.5"])
@pytest.mark.parametrize("by", ["option", "variable"])
def test_a_port_that_is_none_is_named(
    port: str,
    by: str,
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if by == "variable":
        monkeypatch.setenv("RIVERBUS_PORT", port)
    status, sentence = told(capsys, "up", *([f"--port={port}"] if by == "option" else []))
    assert status == 2
    assert repr(port) in sentence
    assert "0 to 65535" in sentence


@pytest.mark.parametrize("spoilt", ["secrets.json", "lock", "log"])
def test_a_home_that_cannot_be_used_is_told(
    spoilt: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir()
    if spoilt == "lock":
        (home / "lock").mkdir()
    else:
        (home / spoilt).write_text("{")
    status, sentence = told(capsys, "up", "--once")
    assert status == 1
    assert str(home / spoilt) in sentence
    assert "make reset" in sentence or "Set RIVERBUS_HOME" in sentence


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["backup", "/nowhere/file"], "/nowhere"),
        (["audit", "--anchor", "/nowhere"], "/nowhere"),
        (["audit", "--database-url", "nonsense"], "postgresql://"),
        (["restore", "/nowhere"], "secrets.json"),
        (["migrate", "jukebox"], "jukebox"),
        (["deal", "/nowhere"], "/nowhere"),
        (["deal", "--profile", "/nowhere", "x"], "/nowhere"),
        (["replay", "/nowhere"], "/nowhere"),
        (["secrets", "/dev/null/x"], "/dev/null/x"),
        (["table", "list", "--url", "http://127.0.0.1:9", "--login", "x"], "--password-stdin"),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else "",
)
def test_what_cannot_be_read_or_reached_is_named(
    words: list[str],
    named: str,
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("getpass.getpass", _nobody_types)
    monkeypatch.setenv("RIVERBUS_ADMIN_DATABASE_URL", NOWHERE)
    if words[0] == "backup":
        monkeypatch.setenv("RIVERBUS_NATS_URL", "nats://127.0.0.1:9")
    elif words[0] == "audit":
        monkeypatch.setenv("RIVERBUS_DATABASE_URL", NOWHERE)
    status, sentence = told(capsys, *words)
    assert status in (1, 2)
    assert named in sentence


def test_a_service_url_that_is_none_is_told(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIVERBUS_ADMIN_DATABASE_URL", NOWHERE)
    monkeypatch.setenv("RIVERBUS_DATABASE_URL", "nonsense")
    status, sentence = told(capsys, "migrate")
    assert status == 1
    assert "must look like postgresql://" in sentence


def test_a_reader_that_goes_away_is_no_error() -> None:
    scenario = Path(__file__).parents[1] / "rules" / "pots" / "four_levels.toml"
    command = [sys.executable, "-m", "riverbus.cli", "deal", "--json", str(scenario)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_bots_say_that_they_wait_and_for_whom(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riverbus.cli.bots.WAIT_S", 0.5)
    status, sentence = told(capsys, "bots", "--url", "http://127.0.0.1:9")
    assert status == 1
    assert "no tables yet at http://127.0.0.1:9" in sentence
    assert "Is the room up at http://127.0.0.1:9?" in sentence


def test_a_port_in_use_is_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port := free_port()))
        taken.listen()
        status, sentence = told(capsys, "up", "--port", str(port))
    assert status == 1
    assert f"Port {port} is in use" in sentence
    assert "--port" in sentence


def _nobody_types(_prompt: str = "") -> str:
    raise EOFError
