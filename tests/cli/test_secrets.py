"""`riverbus secrets`: one file a service, nobody else's secrets in it, kept when it runs again."""

import argparse
import stat
from pathlib import Path

import pytest
import yaml

from riverbus.cli import secrets
from riverbus.runtime.streams import SERVICES

ROOT = Path(__file__).resolve().parents[2]


def made(folder: Path) -> dict[str, str]:
    parser = argparse.ArgumentParser()
    secrets.add_arguments(parser)
    assert secrets.run(parser.parse_args([str(folder)])) == 0
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_each_service_gets_its_own_secrets_and_no_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = made(tmp_path / "secrets")
    own = {
        service: dict(line.split("=", 1) for line in found[f"{service}.env"].splitlines())
        for service in SERVICES
    }
    for service in SERVICES:
        key = own[service]["RIVERBUS_PRIVATE_KEY"]
        password = own[service]["RIVERBUS_NATS_PASSWORD"]
        for other in set(SERVICES) - {service}:
            assert key not in found[f"{other}.env"]
            assert password not in found[f"{other}.env"]
        assert password in found["users.conf"]
        assert password not in capsys.readouterr().out
    assert "RIVERBUS_ROOM_KEYS" in own["table"]
    assert "RIVERBUS_ROOM_KEYS" not in own["gateway"]
    assert "RIVERBUS_DATABASE_URL" not in own["gateway"]


def test_the_files_are_the_owners_alone_and_stay_as_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    first = made(folder)
    assert made(folder) == first
    for path in folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_compose_file_names_files_that_are_made(tmp_path: Path) -> None:
    found = made(tmp_path / "secrets")
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    for service in compose["services"].values():
        if name := service.get("env_file"):
            assert name.removeprefix("secrets/") in found
