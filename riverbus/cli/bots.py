"""`riverbus bots`: fill tables with bots that play through the public protocol."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys

import aiohttp
import uvloop

from riverbus.bots.crowd import Crowd, places
from riverbus.bots.player import Habits
from riverbus.cli.local.here import room_here
from riverbus.core.errors import RoomError
from riverbus.runtime.logs import set_up_logs
from services.gateway.domain.wire import Form

NAME = "bots"
HELP = "Let bots play through the public protocol, at all play-chip tables or at those named."
KEY = "RIVERBUS_BOT_KEY"
WAIT_S = 60.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument(
        "--url",
        action="append",
        default=[],
        help="a gateway, http://host:port; repeatable; default: the room that runs here",
    )
    parser.add_argument("--table", action="append", default=[], help="only this table; repeatable")
    parser.add_argument("--free", type=int, default=1, help="seats to keep free at each table")
    parser.add_argument("--most", type=int, default=500, help="at most so many bots")
    parser.add_argument(
        "--speed", type=float, default=1.0, help="2: half the thinking time; 0: none at all"
    )
    parser.add_argument("--hands", type=int, default=0, help="leave after so many hands; 0: never")
    parser.add_argument("--seed", type=int, default=1, help="for decisions and thinking times")
    parser.add_argument("--prefix", default="", help="before each bot's name")
    parser.add_argument("--binary", action="store_true", help="binary frames instead of JSON")
    parser.epilog = (
        f"The room's secret for its bots is read from {KEY}, or is that of the room here."
    )


def run(args: argparse.Namespace) -> int:
    """Until Ctrl-C or SIGTERM. Raises RoomError where no room is named and none runs here."""
    urls, key = args.url, os.environ.get(KEY, "")
    if not urls:
        state, secrets = room_here("name a gateway with --url")
        urls, key = list(state.urls), key or secrets.bot_key
    set_up_logs("bots", f"bots-{os.getpid()}", os.environ.get("RIVERBUS_LOG_LEVEL", "info"))
    with contextlib.suppress(KeyboardInterrupt):
        return uvloop.run(_main(args, urls, key))
    return 0


async def _main(args: argparse.Namespace, urls: list[str], key: str) -> int:
    loop = asyncio.get_running_loop()
    work = asyncio.ensure_future(_play(args, urls, key))
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, work.cancel)
    try:
        return await work
    except asyncio.CancelledError:
        return 0


async def _play(args: argparse.Namespace, urls: list[str], key: str) -> int:
    habits = Habits(
        speed=max(0.0, args.speed),
        form=Form.BINARY if args.binary else Form.JSON,
        leave_after_hands=args.hands,
    )
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as http:
        crowd = Crowd(http, urls, key, habits, args.seed, args.prefix)
        try:
            tables = await _tables(crowd, args.table, ", ".join(urls))
        except RoomError as error:
            print(
                f"riverbus bots: {error.sentence} Is the room up at {', '.join(urls)}?",
                file=sys.stderr,
            )
            return 1
        if not tables:
            print("riverbus bots: there is no such table.", file=sys.stderr)
            return 1
        await crowd.run(places(tables, args.free, args.most))
    return 0


async def _tables(crowd: Crowd, only: list[str], where: str) -> list[tuple[str, int]]:
    """Waits for a room that is just starting, and says so."""
    give_up = asyncio.get_running_loop().time() + WAIT_S
    told = False
    while True:
        try:
            found = await crowd.tables(only)
            if found:
                return found
        except RoomError:
            if asyncio.get_running_loop().time() > give_up:
                raise
        if asyncio.get_running_loop().time() > give_up:
            return []
        if not told:
            told = True
            print(f"riverbus bots: no tables yet at {where}; waiting {WAIT_S:.0f} s for them.",
                  file=sys.stderr)  # fmt: skip
        await asyncio.sleep(0.5)
