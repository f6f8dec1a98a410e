"""`riverbus chaos`: kill the processes of a real room under bots, then look for every chip."""

import argparse

from riverbus.bench.chaos import Plan
from riverbus.bench.chaos import run as break_room
from riverbus.runtime.logs import set_up_logs

NAME = "chaos"
HELP = (
    "Start a room of its own in a temporary folder, let bots play, kill processes and restart NATS "
    "and the database, then count. Exit 1 if a chip is lost, a hand stays open or a table silent."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("--minutes", type=float, default=3.0, help="how long to break things")
    parser.add_argument("--tables", type=int, default=10, help="tables of five bots, mixed games")
    parser.add_argument("--seed", type=int, default=1, help="of the faults and of the bots")
    parser.add_argument(
        "--speed", type=float, default=3.0,
        help="fastest that bots think; they slow down to keep CPU under 60 %%",
    )  # fmt: skip
    parser.add_argument(
        "--rolling", action="store_true",
        help="instead: SIGTERM and restart every process in turn; exit 1 if a hand is cancelled",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when all is there."""
    set_up_logs("chaos", "chaos", "error")
    plan = Plan(
        minutes=args.minutes,
        tables=args.tables,
        seed=args.seed,
        speed=args.speed,
        rolling=args.rolling,
    )
    outcome = break_room(plan, lambda line: print(line, flush=True))
    if args.rolling and outcome.count.hands["cancelled"]:
        return 1
    return 0 if outcome.whole else 1
