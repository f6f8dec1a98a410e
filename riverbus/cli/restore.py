"""`riverbus restore FILE`: a backup into an empty room; nothing runs but NATS and PostgreSQL."""

import argparse
import asyncio
import os
import re
import shutil
import tarfile
import tempfile
from pathlib import Path

import msgspec

from riverbus.cli.backup import DUMP, MANIFEST, STREAMS, Manifest, Servers, digest, servers
from riverbus.cli.local.backup_database import drop_empty_schemas, load, server_major
from riverbus.cli.local.backup_streams import Login, load_streams
from riverbus.cli.local.room import LocalRoom
from riverbus.cli.local.secrets import FILE
from riverbus.core.errors import ErrorKind, RoomError

NAME = "restore"
HELP = (
    "Read a backup into an empty room: into RIVERBUS_HOME, where only the old room's secrets.json "
    "lies, or into RIVERBUS_ADMIN_DATABASE_URL (migrated) and RIVERBUS_NATS_URL (without streams)."
)

PART = re.compile(rf"{MANIFEST}|{DUMP}|{STREAMS}/[A-Za-z0-9_-]+\.(json|snapshot)")


class BackupRefused(RoomError):
    """Raised when a file is no backup, or not whole, or not for this release."""

    code = "backup_refused"
    kind = ErrorKind.INVALID


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="what `riverbus backup` wrote")


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when everything is in place."""
    if os.environ.get("RIVERBUS_ADMIN_DATABASE_URL") and os.environ.get("RIVERBUS_NATS_URL"):
        manifest = restore(servers(), args.file)
    else:
        manifest = _into_home(Path(os.environ.get("RIVERBUS_HOME", "var")), args.file)
    print(f"{args.file} of {manifest.made_at}: {sum(manifest.messages.values())} messages in "
          f"{len(manifest.messages)} streams, and the database.")  # fmt: skip
    print("Start the room, then run `riverbus audit`.")
    return 0


def _into_home(home: Path, file: Path) -> Manifest:
    if not (home / FILE).exists():
        raise BackupRefused(
            f"Put the old room's {FILE} into {home} first: without its keys the cards in log and "
            "archive cannot be read, and the ledger's signed heads not be checked."
        )
    room = LocalRoom(home)
    with room.servers_only() as (database_url, nats_url):
        login = Login(user="admin", password=room.secrets.nats_passwords["admin"])
        return restore(Servers(database_url, nats_url, login), file)


def restore(where: Servers, file: Path) -> Manifest:
    """Check the file, then the schemas, then the streams. Raises RoomError."""
    with tempfile.TemporaryDirectory(prefix="riverbus-restore-") as scratch:
        folder = Path(scratch)
        manifest = unpack(file, folder)
        major = asyncio.run(server_major(where.database_url))
        if major < manifest.database_major:
            raise BackupRefused(
                f"The backup is of PostgreSQL {manifest.database_major}, this is {major}."
            )
        asyncio.run(drop_empty_schemas(where.database_url))
        load(where.database_url, folder / DUMP, major)
        described = sorted((folder / STREAMS).glob("*.json"))
        found = asyncio.run(load_streams(where.nats_url, where.login, described))
    if found != manifest.messages:
        raise BackupRefused("The streams hold other numbers of messages than the backup says.")
    return manifest


def unpack(file: Path, folder: Path) -> Manifest:
    """The archive's files, each with the digest that the manifest tells. Raises BackupRefused."""
    try:
        with tarfile.open(file) as archive:
            for member in archive:
                _extract(archive, member, folder)
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, tarfile.TarError, msgspec.DecodeError) as error:
        raise BackupRefused(f"{file} is no backup: {error}.") from error
    if manifest.version != 1:
        raise BackupRefused(f"{file} is of form {manifest.version}; this release reads form 1.")
    for part, expected in manifest.files.items():
        if not (folder / part).exists() or digest(folder / part) != expected:
            raise BackupRefused(f"{file} is damaged: {part} is not as it was written.")
    return manifest


def _extract(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """Only plain files under the names that a backup has."""
    data = archive.extractfile(member) if PART.fullmatch(member.name) else None
    if data is None:
        raise tarfile.ExtractError(f"{member.name} does not belong there")
    target = folder / member.name
    target.parent.mkdir(exist_ok=True)
    with target.open("wb") as file:
        shutil.copyfileobj(data, file)
