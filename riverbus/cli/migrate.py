"""`riverbus migrate`: roles, schemas, grants and migrations, with the admin's database URL."""

import argparse
import os
import sys
from collections.abc import Mapping

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.config import variables
from riverbus.runtime.db import SCHEMAS, driver_url
from riverbus.runtime.migrations import RolesMissing, Target, migrate_now

NAME = "migrate"
HELP = (
    "Bring the schemas of all services to this release. Reads RIVERBUS_ADMIN_DATABASE_URL (or "
    "RIVERBUS_WALLET_ADMIN_DATABASE_URL and so on) and takes each service's role and password "
    "from its RIVERBUS_DATABASE_URL. Exit status 3: roles are missing; the SQL is printed."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `riverbus migrate`."""
    parser.add_argument(
        "services", nargs="*", metavar="SERVICE", help=f"of {', '.join(SCHEMAS)}; default: all"
    )


def run(args: argparse.Namespace) -> int:
    """Migrate and say from which step to which."""
    unknown = sorted(set(args.services) - set(SCHEMAS))
    if unknown:
        print(f"riverbus migrate: no service {unknown[0]!r} has a schema.", file=sys.stderr)
        return 2
    targets = [target_of(service, os.environ) for service in args.services or SCHEMAS]
    try:
        moved = migrate_now(targets)
    except RolesMissing as error:
        print(f"riverbus migrate: {error.sentence}", file=sys.stderr)
        print(error.sql)
        return 3
    for service, (before, after) in moved.items():
        print(f"{service}: {after or 'no steps'}" + (f" (was {before})" if before != after else ""))
    return 0


def target_of(service: str, environment: Mapping[str, str]) -> Target:
    """What to migrate for a service, from the environment. Raises RoomError naming the variable."""
    admin = _first(service, "admin_database_url", environment)
    if not admin:
        raise RoomError(
            "Set RIVERBUS_ADMIN_DATABASE_URL to a role that owns the database.",
            code="config_refused",
            kind=ErrorKind.INVALID,
        )
    login = _first(service, "database_url", environment)
    if not login:
        return Target(service, admin)
    url = driver_url(login)
    return Target(service, admin, role=url.username or "", password=str(url.password or ""))


def _first(service: str, field: str, environment: Mapping[str, str]) -> str:
    values = (environment.get(variable, "") for variable in variables(service, field))
    return next(filter(None, values), "")
