"""`riverbus backup FILE`: the streams, then the schemas, in one archive.

In this order the ledger is never older than the hand log, which is the side that a table's next
owner can mend (a hand that the wallet has closed is closed). The room's secrets are not in it.
"""

import argparse
import asyncio
import hashlib
import os
import tarfile
import tempfile
import time
from pathlib import Path

import msgspec

from riverbus import __version__
from riverbus.cli.local.backup_database import dump, server_major
from riverbus.cli.local.backup_streams import Login, save_streams
from riverbus.cli.local.here import NoRoomHere, room_here
from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.embedded.postgres_server import ADMIN, DATABASE

NAME = "backup"
HELP = (
    "Write streams and database of a room into one file: of the room that runs in RIVERBUS_HOME, "
    "or of RIVERBUS_ADMIN_DATABASE_URL and RIVERBUS_NATS_URL (RIVERBUS_NATS_USER, "
    "RIVERBUS_NATS_PASSWORD: a user who may use the JetStream API). Secrets are not in it."
)
MANIFEST, DUMP, STREAMS = "manifest.json", "database.dump", "streams"


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What is in the archive, and the SHA-256 of each file."""

    version: int = 1
    release: str
    made_at: str
    database_major: int
    messages: dict[str, int]
    files: dict[str, str]


class Servers(msgspec.Struct, frozen=True):
    """Where database and streams are."""

    database_url: str
    nats_url: str
    login: Login


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="made anew; mode 0600")


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when the file is complete."""
    manifest = backup(servers(), args.file)
    messages = sum(manifest.messages.values())
    size = args.file.stat().st_size
    print(f"{args.file}: {len(manifest.messages)} streams with {messages} messages, "
          f"{len(manifest.files)} files, {size / 1e6:.1f} MB")  # fmt: skip
    return 0


def backup(where: Servers, file: Path) -> Manifest:
    """Streams first, then the schemas; the file appears when it is whole. Raises RoomError."""
    if file.exists():
        raise RoomError(
            f"{file} is there already; nothing was written.",
            code="file_exists",
            kind=ErrorKind.CONFLICT,
        )
    made_at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    with tempfile.TemporaryDirectory(prefix="riverbus-backup-", dir=file.parent) as scratch:
        folder = Path(scratch)
        (folder / STREAMS).mkdir()
        messages = asyncio.run(save_streams(where.nats_url, where.login, folder / STREAMS))
        major = asyncio.run(server_major(where.database_url))
        dump(where.database_url, folder / DUMP, major)
        parts = [DUMP, *(f"{STREAMS}/{p.name}" for p in sorted((folder / STREAMS).iterdir()))]
        manifest = Manifest(
            release=__version__,
            made_at=made_at,
            database_major=major,
            messages=messages,
            files={part: digest(folder / part) for part in parts},
        )
        (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
        whole = folder / "whole.tar"
        whole.touch(mode=0o600)
        with tarfile.open(whole, "w") as archive:
            for part in (MANIFEST, *parts):
                archive.add(folder / part, part)
        whole.rename(file)
    return manifest


def servers() -> Servers:
    """Those that the environment names, else those of the running room. Raises RoomError."""
    url = os.environ.get("RIVERBUS_ADMIN_DATABASE_URL", "")
    nats = os.environ.get("RIVERBUS_NATS_URL", "")
    if url and nats:
        login = Login()
        if user := os.environ.get("RIVERBUS_NATS_USER"):
            login = Login(user=user, password=os.environ.get("RIVERBUS_NATS_PASSWORD", ""))
        return Servers(url, nats, login)
    or_else = "set RIVERBUS_ADMIN_DATABASE_URL and RIVERBUS_NATS_URL"
    state, secrets = room_here(or_else)
    if not state.postgres_port or not state.nats_url:
        raise NoRoomHere(f"The room here uses servers that are not its own: {or_else}.")
    return Servers(
        f"postgresql://{ADMIN}:{secrets.admin_password}@127.0.0.1:{state.postgres_port}/{DATABASE}",
        state.nats_url,
        Login(user="admin", password=secrets.nats_passwords["admin"]),
    )


def digest(file: Path) -> str:
    """SHA-256 of a file."""
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()
