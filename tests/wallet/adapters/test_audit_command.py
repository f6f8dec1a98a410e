"""`riverbus audit`: exit status, JSON, anchors."""

import argparse
import asyncio
from pathlib import Path

import msgspec
import pytest

from riverbus.cli import audit
from tests.fixtures.databases import FreshDatabases


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    audit.add_arguments(parser)
    return parser.parse_args(words)


def test_a_new_ledger_is_whole(
    databases: FreshDatabases, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    url = asyncio.run(databases("wallet"))
    assert audit.run(arguments("--json", "--database-url", url)) == 0
    report = msgspec.json.decode(capsys.readouterr().out)
    assert (report["whole"], report["findings"], report["transfers"]) == (True, [], 0)
    assert audit.run(arguments("--database-url", url)) == 0
    assert "the ledger is whole" in capsys.readouterr().out
    kept = tmp_path / "head.json"
    assert audit.run(arguments("--database-url", url, "--write-anchor", str(kept))) == 2
    assert "No head" in capsys.readouterr().err
    kept.write_text("{}")
    assert audit.run(arguments("--database-url", url, "--anchor", str(kept))) == 2
    asyncio.run(databases.drop_all())


def test_what_cannot_be_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in audit.URL_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RIVERBUS_HOME", str(tmp_path))
    assert audit.run(arguments()) == 2
    assert "No room runs" in capsys.readouterr().err
    away = "postgresql://riverbus_wallet:x@127.0.0.1:1/riverbus"
    assert audit.run(arguments("--database-url", away)) == 2
