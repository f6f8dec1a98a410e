"""`riverbus table`: what floor managers do with one table, through the gateway."""

import argparse

from riverbus.cli.local.gateway_client import OperatorClient, add_sign_in, signed_in
from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.sources import SystemIds

NAME = "table"
HELP = "List the tables, or pause, resume, close one, cancel its hand, remove a player."
OPERATIONS = ("pause", "resume", "close", "cancel-hand", "remove-player")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    add_sign_in(actions.add_parser("list", help="the ids of all tables"))
    for name in OPERATIONS:
        one = actions.add_parser(name, help=f"{name.replace('-', ' ')}, recorded in the audit log")
        one.add_argument("table", help="the table's id")
        one.add_argument("--reason", required=True, help="told to the players and kept")
        if name == "remove-player":
            one.add_argument("--seat", type=int, required=True)
        add_sign_in(one)


def run(args: argparse.Namespace) -> int:
    """Do it and say so."""
    with signed_in(args) as client:
        if args.action == "list":
            print("\n".join(client.tables()))
            return 0
        operate(client, args.action, args.table, args.reason, getattr(args, "seat", 0))
    print(f"{args.table}: {args.action} is done.")
    return 0


def operate(client: OperatorClient, action: str, table: str, reason: str, seat: int = 0) -> None:
    """One operation at a table. Raises RoomError as the table does."""
    fields = {
        "table_id": table,
        "action_id": SystemIds().uuid7(),
        "operation": action.replace("-", "_"),
        "reason": reason,
    }
    answer = client.operate("Operate", **fields, **({"seat": seat} if seat else {}))["answer"]
    if not answer.get("ok"):
        error = answer.get("error", {})
        raise RoomError(
            error.get("sentence", "The table refused."),
            code=error.get("code", "refused"),
            kind=ErrorKind.REFUSED,
        )
