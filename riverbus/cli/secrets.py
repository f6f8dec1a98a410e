"""`riverbus secrets DIR`: the secrets of a room in containers or a cluster, one file a service.

An environment file each for the services and for `migrate`, and NATS' users; mode 0600. For
Kubernetes: `kubectl create secret generic riverbus-wallet --from-env-file=DIR/wallet.env`, …
"""

import argparse
import os
import sys
from pathlib import Path

import msgspec

from riverbus.cli.local.secrets import Secrets, read_or_make
from riverbus.core.errors import RoomError
from riverbus.runtime.db import SCHEMAS
from riverbus.runtime.embedded.nats_server import users_config
from riverbus.runtime.streams import SERVICES

NAME = "secrets"
HELP = "Make the secrets of a room in containers or in a cluster; what is there already is kept."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the secrets go and where the servers are."""
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--database", default="postgres:5432/riverbus", help="host:port/database")
    parser.add_argument("--admin", default="postgres", help="role that owns the database")


def run(arguments: argparse.Namespace) -> int:
    """Write the files; prints their names, never their content."""
    try:
        secrets = read_or_make(arguments.folder)
    except RoomError as error:
        print(f"riverbus secrets: {error.sentence}", file=sys.stderr)
        return 1
    for name, text in files(secrets, arguments.database, arguments.admin).items():
        path = arguments.folder / name
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
        print(path)
    return 0


def files(secrets: Secrets, database: str, admin: str) -> dict[str, str]:
    """Name to content."""
    public = msgspec.json.encode(secrets.public_keys).decode()
    urls = {
        service: f"postgresql://riverbus_{service}:{password}@{database}"
        for service, password in secrets.database_passwords.items()
    }
    made = {}
    for service in SERVICES:
        settings = {
            "RIVERBUS_PRIVATE_KEY": secrets.private_keys[service],
            "RIVERBUS_PUBLIC_KEYS": public,
            "RIVERBUS_NATS_USER": service,
            "RIVERBUS_NATS_PASSWORD": secrets.nats_passwords[service],
        }
        if service in SCHEMAS:
            settings["RIVERBUS_DATABASE_URL"] = urls[service]
        if service == "table":
            settings["RIVERBUS_ROOM_KEYS"] = msgspec.json.encode(secrets.room_keys).decode()
        if service == "lobby":
            settings["RIVERBUS_BOT_KEY"] = secrets.bot_key
        made[f"{service}.env"] = _env(settings)
    admin_url = f"postgresql://{admin}:{secrets.admin_password}@{database}"
    migrate = {f"RIVERBUS_{service.upper()}_DATABASE_URL": urls[service] for service in SCHEMAS}
    made["migrate.env"] = _env({"RIVERBUS_ADMIN_DATABASE_URL": admin_url, **migrate})
    made["postgres.env"] = _env(
        {"POSTGRES_PASSWORD": secrets.admin_password, "POSTGRES_DB": database.rsplit("/", 1)[-1]}
    )
    made["users.conf"] = users_config(secrets.nats_passwords)
    return made


def _env(settings: dict[str, str]) -> str:
    return "".join(f"{name}={value}\n" for name, value in settings.items())
