"""`riverbus history`: hands that were played, from the archive, through the gateway.

Which cards are told follows the operator's roles (SHO-04): support sees what the table saw, an
auditor everything.
"""

import argparse
import sys
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

from riverbus.cli.local.gateway_client import OperatorClient, add_sign_in, signed_in
from riverbus.core.errors import ErrorKind, RoomError

NAME = "history"
HELP = "Show a hand, list or export the hands of an account, as text, PHH or Open Hand History."
FORMATS = ("text", "phh", "ohh")
ENDINGS = {"text": "txt", "phh": "phh", "ohh": "ohh"}
PAGE = 100
MOST = 1_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = actions.add_parser("show", help="one hand")
    show.add_argument("hand", metavar="HAND", help="the hand's id")
    listed = actions.add_parser("list", help="an account's hands, newest first")
    export = actions.add_parser("export", help="an account's hands, for other programs")
    for each in (show, export):
        each.add_argument("--format", choices=FORMATS, default="text")
    for each in (listed, export):
        each.add_argument("--account", default="", help="name or id; default: your own hands")
        each.add_argument("--table", default="", help="only this table")
        each.add_argument("--most", type=int, default=PAGE, help=f"hands, {MOST} at most")
    export.add_argument(
        "--to", type=Path, metavar="FOLDER", help="one file a hand; default: standard output"
    )
    for each in (show, listed, export):
        add_sign_in(each)


def run(args: argparse.Namespace) -> int:
    """Exit status 1 when a hand could not be written in the format."""
    with signed_in(args) as client:
        if args.action == "show":
            print(_text(client, args.hand, args.format))
            return 0
        account = account_id(client, args.account) if args.account else ""
        rows = hands(client, account, args.table, max(1, min(MOST, args.most)))
        if args.action == "list":
            for row in rows:
                print(f"{row['hand_id']}  {row.get('table_id', ''):<16} #{row.get('number', 0)}")
            return 0
        return export(client, rows, args.format, args.to)


def export(
    client: OperatorClient, rows: Iterator[dict[str, object]], form: str, folder: Path | None
) -> int:
    """Write each hand; those that the format does not know are told. Raises RoomError."""
    written, refused = 0, 0
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for row in rows:
        hand_id = str(row["hand_id"])
        try:
            text = _text(client, hand_id, form)
        except RoomError as error:
            if error.code != "format_not_for_game":
                raise
            refused += 1
            print(f"{hand_id}: {error.sentence}", file=sys.stderr)
            continue
        written += 1
        if folder is None:
            print(text.rstrip("\n"), end="\n\n")
        else:
            (folder / f"{hand_id}.{ENDINGS[form]}").write_text(text, encoding="utf-8")
    if folder is not None:
        print(f"{written} hands in {folder}" + (f", {refused} left out" if refused else ""))
    return 1 if refused else 0


def hands(
    client: OperatorClient, account: str, table: str, most: int
) -> Iterator[dict[str, object]]:
    """Summaries, newest first."""
    query = {"size": str(min(PAGE, most))}
    if account:
        query["account_id"] = account
    if table:
        query["table_id"] = table
    left = most
    while left > 0:
        page = client.call("GET", f"/hands?{urllib.parse.urlencode(query)}")
        yield from page["hands"][:left]
        left -= len(page["hands"])
        query["cursor"] = page.get("next_cursor", "")
        if not query["cursor"]:
            return


def account_id(client: OperatorClient, name: str) -> str:
    """The id of exactly this name, or the id itself. Raises RoomError where nobody has it."""
    found = client.operate("FindAccounts", query=name).get("accounts", [])
    for account in found:
        if name.lower() in (account["name"].lower(), account["account_id"]):
            return str(account["account_id"])
    raise RoomError(f"Nobody is called {name}.", code="unknown_account", kind=ErrorKind.NOT_FOUND)


def _text(client: OperatorClient, hand_id: str, form: str) -> str:
    hand = urllib.parse.quote(hand_id, safe="")
    return str(client.call("GET", f"/hands/{hand}?format={form}")["text"])
