"""Secrets of a local room: made at the first start, kept in its home with mode 0600."""

import base64
import os
import secrets
from pathlib import Path

import msgspec

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.schemas import SCHEMAS
from riverbus.runtime.streams import SERVICES
from riverbus.runtime.tokens import new_key_pair

FILE = "secrets.json"
OPERATOR = "floor"


class HomeUnusable(RoomError):
    """Raised when the home folder cannot be written or holds something else's file."""

    code = "home_unusable"
    kind = ErrorKind.INVALID


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that nobody else may know."""

    private_keys: dict[str, str]
    public_keys: dict[str, str]
    nats_passwords: dict[str, str]
    database_passwords: dict[str, str]
    admin_password: str
    room_keys: dict[str, str]
    bot_key: str
    operator_name: str
    operator_password: str


def read_or_make(home: Path) -> Secrets:
    """The home's secrets. Raises HomeUnusable with what to do."""
    path = home / FILE
    try:
        # Others may pass through (PostgreSQL's own user must), not look around.
        home.mkdir(mode=0o711, parents=True, exist_ok=True)
        if path.exists():
            return msgspec.json.decode(path.read_bytes(), type=Secrets)
        made = _make()
        scratch = home / f".{FILE}.new"
        descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(made), indent=2))
        scratch.replace(path)
        return made
    except msgspec.DecodeError as error:
        raise HomeUnusable(
            f"{path} is not of this release ({error}): bring back a copy of it, or run "
            "`make reset` to begin anew."
        ) from error
    except OSError as error:
        raise unusable(home, error) from error


def unusable(path: Path, error: OSError) -> HomeUnusable:
    """What to say when a folder of the home cannot be made or written."""
    return HomeUnusable(
        f"Cannot write to {path}: {error.strerror}. Set RIVERBUS_HOME to a folder of yours."
    )


def _make() -> Secrets:
    pairs = {service: new_key_pair() for service in (*SERVICES, "cli")}
    return Secrets(
        private_keys={service: pair[0] for service, pair in pairs.items()},
        public_keys={service: pair[1] for service, pair in pairs.items()},
        nats_passwords={user: secrets.token_hex(16) for user in (*SERVICES, "admin")},
        database_passwords={service: secrets.token_hex(16) for service in SCHEMAS},
        admin_password=secrets.token_hex(16),
        room_keys={"k1": base64.b64encode(secrets.token_bytes(32)).decode()},
        bot_key=secrets.token_hex(16),
        operator_name=OPERATOR,
        operator_password=secrets.token_urlsafe(12),
    )
