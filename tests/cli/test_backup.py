"""A backup of a room in mid-hand, restored into an empty home: audited, and played on."""

import shutil
import time
from pathlib import Path

import pytest

from riverbus.bots.crowd import name_of
from riverbus.cli.__main__ import main
from riverbus.cli.local.room import LocalRoom, Replicas
from riverbus.cli.restore import BackupRefused, unpack
from riverbus.cli.up import bots_of
from tests.fixtures.servers import scratch_folder

ONE_OF_EACH = Replicas(gateway=1, table=1, wallet=1)
PLAY = ("--table", "millrace", "--free", "0", "--speed", "0")
HAND_S = 60.0


def listed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The first bot's hands in the archive."""
    deadline = time.monotonic() + HAND_S
    capsys.readouterr()
    # Restored leases name owners that are gone; until another has claimed, calls run out of time.
    while main(["history", "list", "--account", name_of(0)]) != 0:
        assert time.monotonic() < deadline, capsys.readouterr().err
        capsys.readouterr()
    return capsys.readouterr().out.splitlines()


def play_one_hand(room: LocalRoom) -> None:
    """Two bots play and leave."""
    bots = bots_of(room, "bots", *PLAY, "--hands", "1")
    bots.start()
    bots.wait(time.monotonic() + HAND_S)
    assert bots.exit_code == 0, bots.log_end()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_backup_goes_into_an_empty_room_which_plays_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("RIVERBUS_DATABASE_URL", "RIVERBUS_NATS_URL", "RIVERBUS_ADMIN_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with scratch_folder() as folder:
        file, old, new = folder / "room.backup", folder / "old", folder / "new"
        monkeypatch.setenv("RIVERBUS_HOME", str(old))
        with LocalRoom(old, replicas=ONE_OF_EACH, durable=False) as room:
            play_one_hand(room)
            deadline = time.monotonic() + HAND_S
            while not (before := listed(capsys)):
                assert time.monotonic() < deadline
                time.sleep(0.1)
            assert main(["backup", str(file)]) == 0
            assert main(["backup", str(file)]) == 1, "an old backup is never overwritten"
        assert file.stat().st_mode & 0o777 == 0o600
        new.mkdir(mode=0o711)
        monkeypatch.setenv("RIVERBUS_HOME", str(new))
        assert main(["restore", str(file)]) == 1, "without the room's secrets"
        shutil.copy(old / "secrets.json", new)
        capsys.readouterr()
        assert main(["restore", str(file)]) == 0, capsys.readouterr().err
        assert main(["restore", str(file)]) == 1, "the room is not empty any more"
        assert "is not empty" in capsys.readouterr().err
        with LocalRoom(new, replicas=ONE_OF_EACH, durable=False) as room:
            assert listed(capsys) == before
            assert main(["audit", "--database-url", room.database_url("wallet")]) == 0
            play_one_hand(room)
            deadline = time.monotonic() + HAND_S
            while len(listed(capsys)) == len(before):
                assert time.monotonic() < deadline, "no hand is archived after the restore"
                time.sleep(0.1)
            assert main(["audit", "--database-url", room.database_url("wallet")]) == 0


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"not a tar file at all")
    with pytest.raises(BackupRefused, match="is no backup"):
        unpack(tmp_path / "file", tmp_path)
    with pytest.raises(BackupRefused, match="is no backup"):
        unpack(tmp_path / "nowhere", tmp_path)
