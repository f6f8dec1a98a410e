"""`riverbus up`: the whole room on this machine, with bots, until Ctrl-C."""

import argparse
import os
import signal
import sys
import time
from types import FrameType

from riverbus.cli.local.child import Child
from riverbus.cli.local.here import home_of
from riverbus.cli.local.room import LocalRoom
from riverbus.core.errors import RoomError

NAME = "up"
HELP = (
    "Start the whole room on this machine: NATS, PostgreSQL, all services, bots. Ctrl-C ends it; "
    "accounts, balances and tables stay in RIVERBUS_HOME (default ./var)."
)
DEFAULT_PORT = 8000
ONE_HAND_S = 90.0
POLL_S = 0.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument(
        "--port",
        type=_port,
        default=os.environ.get("RIVERBUS_PORT") or DEFAULT_PORT,
        help=f"of the page (RIVERBUS_PORT, else {DEFAULT_PORT}); 0: any free one",
    )
    parser.add_argument("--no-bots", action="store_true", help="leave the seats empty")
    parser.add_argument("--speed", type=float, default=1.0, help="of the bots; 2: half the time")
    parser.add_argument("--most", type=int, default=60, help="at most so many bots")
    parser.add_argument(
        "--once", action="store_true", help="let two bots play one hand, then end with status 0"
    )


def _port(text: str) -> int:
    """argparse reads RIVERBUS_PORT by it too."""
    port = int(text) if text.isdecimal() else -1
    if port not in range(65_536):
        raise argparse.ArgumentTypeError(
            f"{text!r} (--port or RIVERBUS_PORT) is no port: 0 to 65535"
        )
    return port


def run(args: argparse.Namespace) -> int:
    """Start, tell where it is, watch, stop. Exit status 0 unless it could not start."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    home = home_of()
    began = time.monotonic()
    try:
        with LocalRoom(home, port=0 if args.once else args.port) as room:
            if args.once:
                return _one_hand(room)
            bots = None if args.no_bots else _start_bots(room, args)
            try:
                _greet(room, time.monotonic() - began)
                _watch(room, bots)
            finally:
                if bots is not None:
                    bots.terminate()
                    bots.wait(time.monotonic() + 5)
    except KeyboardInterrupt:
        print("\nThe room is closed; it will be as it was at the next start.")
    except RoomError as error:
        print(f"riverbus up: {error.sentence}", file=sys.stderr)
        return 1
    return 0


def bots_of(room: LocalRoom, name: str, *options: str) -> Child:
    """A process of bots for this room, not yet started."""
    where = [part for url in room.urls for part in ("--url", url)]
    return Child(
        name,
        ["riverbus.bots", *where, *options],
        {"RIVERBUS_BOT_KEY": room.secrets.bot_key},
        room.home / "log" / f"{name}.log",
    )


def _start_bots(room: LocalRoom, args: argparse.Namespace) -> Child:
    bots = bots_of(room, "bots", "--speed", str(args.speed), "--most", str(args.most))
    bots.start()
    return bots


def _greet(room: LocalRoom, took_s: float) -> None:
    print(f"""
  Riverbus is open after {took_s:.1f} s:   {room.url}

  Sign up there and sit down among the bots; a new account gets play chips.
  Operator:  {room.secrets.operator_name}   password  {room.secrets.operator_password}
  Data and logs lie in {room.home}. Stop with Ctrl-C.
""", flush=True)  # fmt: skip


def _watch(room: LocalRoom, bots: Child | None) -> None:
    while True:
        time.sleep(POLL_S)
        for name in room.watch():
            print(f"{name} had ended and was started again", flush=True)
        if bots is not None:
            bots.watch()


def _one_hand(room: LocalRoom) -> int:
    """Two bots at the first two-seat table; done when they have played a hand and left."""
    bots = bots_of(
        room, "bots-once", "--table", "millrace", "--free", "0", "--hands", "1", "--speed", "0"
    )
    bots.start()
    deadline = time.monotonic() + ONE_HAND_S
    while bots.running and time.monotonic() < deadline:
        room.watch()
        time.sleep(0.1)
    done = bots.exit_code == 0
    bots.terminate()
    bots.wait(time.monotonic() + 5)
    print("One hand was played." if done else f"No hand was played. {bots.log_end()}")
    return 0 if done else 1


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
