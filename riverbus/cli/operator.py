"""`riverbus operator`: `add` makes an operator in the lobby's database directly.

The first operator of a room is made so, before anybody could grant a role through the gateway;
`calls` and `call` are a client of the gateway, which opens what the operator's roles allow.
"""

import argparse
import asyncio
import getpass
import os
import sys
from collections.abc import Mapping

import msgspec

from riverbus.cli.local.gateway_client import add_sign_in, signed_in
from riverbus.cli.local.here import database_here, room_here
from riverbus.cli.local.operator import FIRST_ROLES, make_operator
from riverbus.core.errors import ErrorKind, RoomError

NAME = "operator"
HELP = (
    "Add operators and grant roles, in the lobby's database: RIVERBUS_LOBBY_DATABASE_URL, "
    "RIVERBUS_DATABASE_URL, or the room that runs in RIVERBUS_HOME; or make an operators' call "
    "through the gateway. All of it is kept in the audit log."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    add = actions.add_parser("add", help="make the account, or give an existing one these roles")
    add.add_argument("name", help="screen name; house names are allowed")
    add.add_argument("--email", default="", help="default: NAME@riverbus.example")
    add.add_argument(
        "--role", action="append", default=[], dest="roles", choices=FIRST_ROLES,
        help="repeatable; default: player and floor",
    )  # fmt: skip
    add.add_argument("--reason", required=True, help="why, for the audit log")
    add.add_argument(
        "--password-stdin", action="store_true",
        help="read the password from standard input instead of asking; empty keeps an old one",
    )  # fmt: skip
    calls = actions.add_parser("calls", help="list the calls that your roles open")
    add_sign_in(calls)
    call = actions.add_parser("call", help="make one, such as SuspendAccount")
    call.add_argument("call", metavar="NAME")
    call.add_argument("fields", nargs="*", metavar="FIELD=VALUE", help="JSON values, or plain text")
    add_sign_in(call)


def run(args: argparse.Namespace) -> int:
    """Do what the action says."""
    if args.action == "add":
        return _add(args)
    with signed_in(args) as client:
        if args.action == "calls":
            for each in client.call("GET", "/operator")["operations"]:
                print(f"{each['name']:<24} {' '.join(each['fields'])}")
            return 0
        answer = client.operate(args.call, **dict(_field(text) for text in args.fields))
    print(msgspec.json.format(msgspec.json.encode(answer)).decode())
    return 0


def _field(text: str) -> tuple[str, object]:
    """`seat=3` is a number, `reason=late` a text, `roles=["floor"]` a list."""
    name, equals, value = text.partition("=")
    if not equals:
        raise RoomError(
            f"{text!r} is not FIELD=VALUE.", code="usage_refused", kind=ErrorKind.INVALID
        )
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value


def _add(args: argparse.Namespace) -> int:
    """Make or change the account."""
    password = (
        sys.stdin.readline().rstrip("\n")
        if args.password_stdin
        else getpass.getpass("Password (empty keeps an existing one): ")
    )
    roles = tuple(args.roles) or ("player", "floor")
    asyncio.run(
        make_operator(
            lobby_environment(os.environ),
            name=args.name,
            email=args.email or f"{args.name}@riverbus.example",
            password=password,
            roles=roles,
            reason=args.reason,
        )
    )
    print(f"{args.name} has the roles {', '.join(roles)}.")
    return 0


def lobby_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment with the lobby's database in it. Raises RoomError where none is known."""
    found = dict(environment)
    if found.get("RIVERBUS_LOBBY_DATABASE_URL") or found.get("RIVERBUS_DATABASE_URL"):
        return found
    or_else = "set RIVERBUS_LOBBY_DATABASE_URL"
    found["RIVERBUS_LOBBY_DATABASE_URL"] = database_here("lobby", or_else, environment)
    found.setdefault("RIVERBUS_LOBBY_BOT_KEY", room_here(or_else, environment)[1].bot_key)
    return found
