"""`riverbus absences`: who was away when, and the disconnection all-ins; through the gateway."""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from riverbus.cli.history import account_id
from riverbus.cli.local.gateway_client import OperatorClient, add_sign_in, signed_in
from riverbus.core.errors import ErrorKind, RoomError

NAME = "absences"
HELP = "List absences and disconnection all-ins for review, or give a player's budget back."
PAGE = 100
MOST = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listed = actions.add_parser("list", help="of a player, of a table or both, newest first")
    listed.add_argument("--account", default="", help="name or id")
    listed.add_argument("--table", default="", help="the table's id")
    listed.add_argument("--most", type=int, default=PAGE, help=f"rows, {MOST} at most")
    reset = actions.add_parser("reset", help="give a budget of disconnection all-ins back")
    reset.add_argument("account", help="name or id")
    reset.add_argument("--reason", required=True, help="kept in the audit log")
    for each in (listed, reset):
        add_sign_in(each)


def run(args: argparse.Namespace) -> int:
    """Print a line each. Exit status 0 also where there are none."""
    if args.action == "list" and not (args.account or args.table):
        raise RoomError(
            "Name an account, a table or both.", code="config_refused", kind=ErrorKind.INVALID
        )
    with signed_in(args) as client:
        account = account_id(client, args.account) if args.account else ""
        if args.action == "reset":
            client.operate("ResetProtection", account_id=account, reason=args.reason)
            print(f"{args.account}: the budget is whole again.")
            return 0
        for row in absences(client, account, args.table, max(1, min(MOST, args.most))):
            print(line(row))
    return 0


def absences(
    client: OperatorClient, account: str, table: str, most: int
) -> Iterator[dict[str, Any]]:
    """Rows, newest first."""
    fields: dict[str, Any] = {"account_id": account, "table_id": table, "size": min(PAGE, most)}
    left = most
    while left > 0:
        page = client.operate("ListAbsences", **{k: v for k, v in fields.items() if v})
        rows = page.get("absences", [])
        yield from rows[:left]
        left -= len(rows)
        fields["cursor"] = page.get("next_cursor", "")
        if not fields["cursor"]:
            return


def line(row: dict[str, Any]) -> str:
    """One absence as people read it."""
    began_ms = int(row["began_ms"])
    began = datetime.fromtimestamp(began_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    ended_ms = int(row.get("ended_ms", 0))
    where = f"{row['table_id']} seat {row.get('seat', 0)}"
    if row["kind"] == "protected":
        end = "granted" if row.get("granted") else "refused"
        end += f", {row.get('amount', 0)} in the pot, {row.get('reason', '')}"
        end += ", for review" if row.get("review") else ""
    elif ended_ms:
        end = f"{row.get('ending', '')} after {(ended_ms - began_ms) / 1000:.0f} s"
    else:
        end = "still"
    hand = f"  hand {row['hand_id']}" if row.get("hand_id") else ""
    return f"{began}  {row['account_id']}  {where:<20} {row['kind']:<12} {end}{hand}"
