"""A local room as `riverbus up` has it: secrets, status, operator, restarts, a clean end."""

import argparse
import io
import json
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from riverbus.bots.crowd import name_of
from riverbus.cli.__main__ import main
from riverbus.cli.local.gateway_client import add_sign_in, signed_in
from riverbus.cli.local.room import LocalRoom, Replicas
from riverbus.cli.local.secrets import HomeUnusable, read_or_make
from riverbus.cli.up import bots_of
from tests.fixtures.servers import scratch_folder

ONE_OF_EACH = Replicas(gateway=1, table=1, wallet=1)


@pytest.fixture(scope="module")
def room() -> Iterator[LocalRoom]:
    """One process of each service."""
    with scratch_folder() as folder:
        with LocalRoom(folder / "home", replicas=ONE_OF_EACH, durable=False) as made:
            yield made
        left = [name for name, child in made.children.items() if child.running]
        assert left == []
        assert not (made.home / "lock").exists()
        assert not (made.home / "room.json").exists()


@pytest.fixture
def here(room: LocalRoom, monkeypatch: pytest.MonkeyPatch) -> LocalRoom:
    """The environment of somebody who types commands beside the room."""
    for name in ("RIVERBUS_DATABASE_URL", "RIVERBUS_NATS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RIVERBUS_HOME", str(room.home))
    return room


def test_secrets_are_for_the_owner_only_and_made_once(tmp_path: Path) -> None:
    home = tmp_path / "home"
    first = read_or_make(home)
    assert stat.S_IMODE((home / "secrets.json").stat().st_mode) == 0o600
    assert read_or_make(home) == first
    (home / "secrets.json").write_text("{}")
    with pytest.raises(HomeUnusable, match="make reset"):
        read_or_make(home)
    (tmp_path / "file").write_text("")
    with pytest.raises(HomeUnusable, match="Set RIVERBUS_HOME"):
        read_or_make(tmp_path / "file")


@pytest.mark.slow
def test_status_knows_every_process_and_the_setting_of_nats(
    here: LocalRoom, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["status", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert set(rows) == {"gateway-0", "table-0", "wallet-0", "lobby-0", "chat-0", "nats"}
    assert "syncs every write" in rows["nats"]["note"]


def test_status_without_a_room_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RIVERBUS_HOME", str(tmp_path))
    assert main(["status"]) == 2
    assert "start one with `riverbus up`" in capsys.readouterr().err


@pytest.mark.slow
def test_second_room_in_the_same_home_is_refused(here: LocalRoom) -> None:
    with pytest.raises(HomeUnusable, match="runs in"):
        LocalRoom(here.home).start()
    assert here.children["lobby-0"].ready()


@pytest.mark.slow
def test_operator_is_added_with_roles(
    here: LocalRoom, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("a long enough pass phrase\n"))
    words = ["operator", "add", "Marlow", "--role", "floor", "--reason", "night shift"]
    assert main([*words, "--password-stdin"]) == 0
    assert capsys.readouterr().out == "Marlow has the roles floor.\n"


@pytest.mark.slow
def test_operator_pauses_and_resumes_every_table(
    here: LocalRoom, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "list"]) == 0
    tables = capsys.readouterr().out.split()
    assert len(tables) >= 6
    for action in ("pause", "resume"):
        assert main(["room", action, "--reason", "fire drill"]) == 0
        assert capsys.readouterr().out == f"{action}: {len(tables)} tables\n"
    assert main(["table", "pause", "nowhere", "--reason", "fire drill"]) == 1
    assert "riverbus table: " in capsys.readouterr().err
    assert main(["operator", "call", "FindAccounts", "query=floor"]) == 0
    assert '"name": "floor"' in capsys.readouterr().out


@pytest.mark.slow
def test_killed_process_comes_back(here: LocalRoom, capsys: pytest.CaptureFixture[str]) -> None:
    chat = here.children["chat-0"]
    before = chat.pid
    chat.kill()
    assert main(["status"]) == 1
    assert "NOT READY" in capsys.readouterr().out
    deadline = time.monotonic() + 60
    while not (chat.running and chat.ready()):
        assert time.monotonic() < deadline
        here.watch()
        time.sleep(0.05)
    assert chat.pid != before


def audited(subject: str, deadline: float) -> list[dict[str, Any]]:
    """What the audit log has of a subject, once it has anything."""
    parser = argparse.ArgumentParser()
    add_sign_in(parser)
    with signed_in(parser.parse_args([])) as client:
        while True:
            entries = client.operate("ListAudit", subject=subject).get("entries", [])
            if entries:
                return list(entries)
            assert time.monotonic() < deadline, "nothing is recorded"
            time.sleep(0.1)


@pytest.mark.slow
def test_played_hand_is_shown_listed_and_exported(
    here: LocalRoom, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = bots_of(
        here, "bots-history", "--table", "millrace", "--free", "0", "--hands", "1", "--speed", "0"
    )
    bots.start()
    deadline = time.monotonic() + 60
    bots.wait(deadline)
    assert bots.exit_code == 0, bots.log_end()
    name = name_of(0)
    while True:
        assert main(["history", "list", "--account", name]) == 0
        listed = capsys.readouterr().out.splitlines()
        if listed:
            break
        assert time.monotonic() < deadline, "the hand never reached the archive"
        time.sleep(0.1)
    assert " millrace " in listed[0]
    hand_id = listed[0].split()[0]
    assert main(["history", "show", hand_id]) == 0
    assert "Millrace" in capsys.readouterr().out
    for form in ("phh", "ohh"):
        folder = tmp_path / form
        words = ["history", "export", "--account", name, "--format", form, "--to", str(folder)]
        assert main(words) == 0
        assert capsys.readouterr().out == f"{len(listed)} hands in {folder}\n"
        assert (folder / f"{hand_id}.{form}").stat().st_size > 200
    assert main(["replay", *map(str, sorted((tmp_path / "phh").iterdir()))]) == 0
    capsys.readouterr()
    read = audited(f"hand:{hand_id}", deadline)
    assert {entry["call"] for entry in read} == {"read_hand"}, "what operators read is recorded"
    assert main(["absences", "list", "--account", name, "--table", "millrace"]) == 0
    assert all(" millrace " in row for row in capsys.readouterr().out.splitlines())
    assert main(["absences", "reset", name, "--reason", "a drill"]) == 0
    assert capsys.readouterr().out == f"{name}: the budget is whole again.\n"
    assert main(["history", "list", "--account", "NobodyAtAll"]) == 1
    assert capsys.readouterr().err == "riverbus history: Nobody is called NobodyAtAll.\n"
