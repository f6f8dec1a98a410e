"""The wheel, installed elsewhere with its locked requirements, plays a hand by itself."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.fixtures.servers import scratch_folder

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("riverbus", "services", "web", "proto")
FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "THIRD_PARTY.md")
UV = Path(sys.executable).parent / "uv"
MUST_HOLD = (
    "riverbus/web/index.html",
    "riverbus/proto/riverbus/client/v1/frames.proto",
    "riverbus/runtime/alembic/env.py",
    "riverbus/py.typed",
    "services/wallet/migrations/0001_ledger.py",
)


def _run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("RIVERBUS_", "PYTHON"))}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd, env={**clean, **environment}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _wheel(folder: Path) -> Path:
    """Built from a copy, so that nothing is left in the tree and nothing old gets in."""
    source = folder / "source"
    source.mkdir()
    for part in PARTS:
        shutil.copytree(
            ROOT / part, source / part, ignore=shutil.ignore_patterns("__pycache__", "node_modules")
        )
    for name in FILES:
        shutil.copy(ROOT / name, source / name)
    _run(UV, "build", "--quiet", "--wheel", "--out-dir", folder, source)
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_wheel_installed_elsewhere_plays_a_hand() -> None:
    with scratch_folder() as folder:
        wheel = _wheel(folder)
        names = set(zipfile.ZipFile(wheel).namelist())
        assert [name for name in MUST_HOLD if name not in names] == []
        assert any(name.startswith("services/lobby/seeds/") for name in names)
        assert not any(name.startswith(("tests/", "tools/")) for name in names)
        python = folder / "elsewhere" / "bin" / "python"
        _run(UV, "venv", "--quiet", "--python", sys.executable, folder / "elsewhere")
        locked = ROOT / "requirements" / "demo.txt"
        install = (UV, "pip", "install", "--quiet", "--python", python)
        _run(*install, "--require-hashes", "-r", locked)
        _run(*install, "--no-deps", wheel)
        home = folder / "home"
        # The second start finds the accounts of the first, who must bring back what they won.
        for _ in range(2):
            up = (python.parent / "riverbus", "up", "--once")
            assert "One hand was played." in _run(*up, cwd=folder, RIVERBUS_HOME=str(home))
            assert not (home / "lock").exists()
