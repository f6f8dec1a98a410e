"""`riverbus room pause|resume`: every table at once, through the gateway."""

import argparse
import sys

from riverbus.cli.local.gateway_client import add_sign_in, signed_in
from riverbus.cli.table import operate
from riverbus.core.errors import RoomError

NAME = "room"
HELP = "Pause or resume the whole room: hands end, no new ones begin. Exit 1 if a table refused."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("action", choices=("pause", "resume"))
    parser.add_argument("--reason", required=True, help="told to the players and kept")
    add_sign_in(parser)


def run(args: argparse.Namespace) -> int:
    """Every table in turn; those that refuse are named."""
    done, refused = 0, 0
    with signed_in(args) as client:
        for table in client.tables():
            try:
                operate(client, args.action, table, args.reason)
                done += 1
            except RoomError as error:
                refused += 1
                print(f"{table}: {error.sentence}", file=sys.stderr)
    print(f"{args.action}: {done} tables" + (f", {refused} refused" if refused else ""))
    return 1 if refused else 0
