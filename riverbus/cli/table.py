"""`riverbus table`: what floor managers do with one table, through the gateway."""

import argparse
from typing import Any

from riverbus.cli.local.gateway_client import OperatorClient, add_sign_in, signed_in
from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.sources import SystemIds

NAME = "table"
HELP = (
    "List the tables, or pause, resume, close one, cancel its hand, remove a player; decide a hand "
    "whose result the cashier refused."
)
OPERATIONS = ("pause", "resume", "close", "cancel-hand", "remove-player")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    add_sign_in(actions.add_parser("list", help="the ids of all tables"))
    for name in OPERATIONS:
        one = _operation(actions, name, f"{name.replace('-', ' ')}, recorded in the audit log")
        if name == "remove-player":
            one.add_argument("--seat", type=int, required=True)
    shown = actions.add_parser("refused-hand", help="the hand whose result the cashier refused")
    shown.add_argument("table", help="the table's id")
    add_sign_in(shown)
    decided = _operation(
        actions, "resolve-hand", "decide such a hand; above a limit another operator must agree"
    )
    how = decided.add_mutually_exclusive_group(required=True)
    how.add_argument(
        "--shares", action="append", metavar="SEAT=CHIPS[,…]",
        help="winners of a pot, minor units; once for each pot, main pot first",
    )  # fmt: skip
    how.add_argument("--cancel", action="store_true", help="give every stack back as it was")
    decided.add_argument(
        "--rake", metavar="CHIPS[,…]", help="of each pot, main pot first; default: as it was played"
    )
    agreed = _operation(actions, "agree", "agree to what another operator proposed")
    agreed.add_argument("--proposal", required=True, help="its id, as resolve-hand printed it")


def run(args: argparse.Namespace) -> int:
    """Do it and say so."""
    with signed_in(args) as client:
        if args.action == "list":
            print("\n".join(client.tables()))
            return 0
        if args.action == "refused-hand":
            print("\n".join(told(client.operate("GetRefusedHand", table_id=args.table))))
            return 0
        operation, fields = decision(args)
        answer = operate(client, operation, args.table, args.reason, **fields)
    if proposal := answer.get("proposal_id"):
        print(
            f"{args.table}: the pots are above the limit of one operator. Another one must agree:\n"
            f"  riverbus table agree {args.table} --proposal {proposal} --reason …"
        )
        return 0
    print(f"{args.table}: {args.action} is done.")
    return 0


def decision(args: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """The operation and its own fields. Raises RoomError for shares that cannot be read."""
    if args.action == "resolve-hand":
        if args.cancel:
            return "cancel-hand", {}
        return args.action, {"pots": pots(args.shares, args.rake)}
    if args.action == "agree":
        return args.action, {"proposal_id": args.proposal}
    return args.action, {"seat": args.seat} if args.action == "remove-player" else {}


def pots(shares: list[str], rake: str | None) -> list[dict[str, Any]]:
    """`3=400,5=200` for each pot, and `30,0` for the rake of all."""
    try:
        found: list[dict[str, Any]] = []
        for text in shares:
            pairs = [pair.split("=") for pair in text.split(",")]
            won = [{"seat": int(seat), "amount": int(amount)} for seat, amount in pairs]
            found.append({"shares": won})
        if rake is not None:
            for pot, amount in zip(found, rake.split(","), strict=True):
                pot["rake"] = int(amount)
    except ValueError:
        raise RoomError(
            "Write shares as SEAT=CHIPS,SEAT=CHIPS, once for each pot, and the rake of all pots as "
            "CHIPS,CHIPS.",
            code="usage_refused",
            kind=ErrorKind.INVALID,
        ) from None
    return found


def told(hand: dict[str, Any]) -> list[str]:
    """A refused hand in lines."""
    lines = [f"hand {hand['hand_id']}, attempt {hand['attempt']}: the cashier says {hand['code']}"]
    for seat in hand.get("seats", []):
        lines.append(
            f"  seat {seat['seat']} {seat.get('name', '')}: {seat.get('start', 0)} at the start, "
            f"put in {seat.get('contributed', 0)}, back {seat.get('returned', 0)}"
        )
    for number, pot in enumerate(hand.get("pots", []), 1):
        seats = ", ".join(str(seat) for seat in pot["eligible"])
        lines.append(
            f"  pot {number}: {pot['amount']} for seats {seats}; as played: {_shares(pot)}"
        )
    waiting = hand.get("proposal")
    if waiting is not None:
        what = "cancel" if waiting.get("cancel") else "; ".join(map(_shares, waiting["pots"]))
        lines += [
            f"  {waiting.get('name') or waiting['account_id']} proposes: {what}",
            f"  because: {waiting['reason']} (proposal {waiting['proposal_id']})",
        ]
    return lines


def operate(
    client: OperatorClient, action: str, table: str, reason: str, **more: Any
) -> dict[str, Any]:
    """One operation at a table; its answer. Raises RoomError as the table does."""
    fields = {
        "table_id": table,
        "action_id": SystemIds().uuid7(),
        "operation": action.replace("-", "_"),
        "reason": reason,
    }
    answer: dict[str, Any] = client.operate("Operate", **fields, **more)["answer"]
    if not answer.get("ok"):
        error = answer.get("error", {})
        raise RoomError(
            error.get("sentence", "The table refused."),
            code=error.get("code", "refused"),
            kind=ErrorKind.REFUSED,
        )
    return answer


def _operation(actions: Any, name: str, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=text)
    parser.add_argument("table", help="the table's id")
    parser.add_argument("--reason", required=True, help="told to the players and kept")
    add_sign_in(parser)
    return parser


def _shares(pot: dict[str, Any]) -> str:
    won = ", ".join(f"{one['seat']}={one.get('amount', 0)}" for one in pot.get("shares", []))
    return f"{won or 'nobody'} (rake {pot.get('rake', 0)})"
