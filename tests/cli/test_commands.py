"""The command `riverbus`: its list, its help, wrong usage."""

import argparse
import subprocess
import sys

import pytest

from riverbus.cli.__main__ import GROUPS, commands, load, main


def test_every_listed_command_has_its_parts() -> None:
    for name in commands():
        module = load(name)
        assert name == module.NAME
        assert module.HELP
        module.add_arguments(argparse.ArgumentParser())


def test_listed_help_is_short() -> None:
    assert all(len(text) < 70 for _, group in GROUPS for _, _, text in group)


def test_overview_loads_no_command() -> None:
    code = (
        "import sys; from riverbus.cli.__main__ import main; main(['--help']); "
        "sys.exit(any(name in sys.modules for name in ('grpc', 'sqlalchemy', 'nats')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0
    assert "riverbus COMMAND --help" in done.stdout


def test_wrong_usage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["fly"]) == 2
    assert "no command 'fly'" in capsys.readouterr().err
    assert main(["--version"]) == 0
