"""`riverbus status`: is every process of a room ready, and does NATS sync what it acknowledges."""

import argparse
import json
import os
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import msgspec

from riverbus.cli.local.state import RoomState, read_state

NAME = "status"
HELP = (
    "Tell what runs and how it is: the room of RIVERBUS_HOME (default ./var), or the processes "
    "named by --http. Exit status 0: all ready; 1: something is not; 2: no room was found."
)
TIMEOUT_S = 2.0
STORE_WARN_SHARE = 0.8


class Row(msgspec.Struct, frozen=True):
    """One line of the answer."""

    name: str
    ready: bool
    note: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument(
        "--http", action="append", default=[], metavar="HOST:PORT",
        help="HTTP address (/readyz) of a process; repeatable",
    )  # fmt: skip
    parser.add_argument("--nats-monitor", default="", metavar="URL", help="NATS' monitoring port")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Ask everybody once and print a line each."""
    named = {address: address for address in args.http}
    monitor = args.nats_monitor
    if not named and not monitor:
        home = Path(os.environ.get("RIVERBUS_HOME", "var"))
        state = read_state(home)
        if state is None:
            print(
                f"riverbus status: no room runs in {home}; start one with `riverbus up`, or name "
                "processes with --http.",
                file=sys.stderr,
            )
            return 2
        named, monitor = _of_state(state)
    rows = [process_row(name, address) for name, address in named.items()]
    if monitor:
        rows += nats_rows(monitor)
    if args.json:
        print(msgspec.json.encode(rows).decode())
    else:
        width = max(len(row.name) for row in rows)
        for row in rows:
            print(f"{row.name:<{width}}  {'ready' if row.ready else 'NOT READY':<9}  {row.note}")
    return 0 if all(row.ready for row in rows) else 1


def process_row(name: str, address: str) -> Row:
    """What /readyz of a process says."""
    try:
        answer = _get(f"http://{address}/readyz")
    except urllib.error.HTTPError as error:
        reasons = json.loads(error.read() or b"{}").get("reasons", [])
        return Row(name, False, ", ".join(reasons) or f"HTTP {error.code}")
    except (OSError, ValueError) as error:
        return Row(name, False, f"no answer at {address}: {error}")
    return Row(name, bool(answer.get("ready")), address)


def nats_rows(monitor: str) -> list[Row]:
    """NATS answers, syncs every write (SEAMS 1), and has room left (SEAMS 5)."""
    try:
        jetstream = _get(f"{monitor.rstrip('/')}/varz").get("jetstream", {})
    except (OSError, ValueError) as error:
        return [Row("nats", False, f"no answer at {monitor}: {error}")]
    config, stats = jetstream.get("config", {}), jetstream.get("stats", {})
    if not config:
        return [Row("nats", False, "JetStream is off: start it with `jetstream {}`")]
    if not config.get("sync_always"):
        return [
            Row("nats", False, "acknowledged records may be lost in a power cut: set "
                "`jetstream { sync_interval: always }`")
        ]  # fmt: skip
    used, most = int(stats.get("storage", 0)), int(config.get("max_storage", 0))
    share = used / most if most else 0.0
    note = f"syncs every write, {used / 2**20:.0f} MiB used"
    return [Row("nats", share < STORE_WARN_SHARE, f"{note} ({share:.0%})")]


def _of_state(state: RoomState) -> tuple[dict[str, str], str]:
    return {process.name: process.http for process in state.processes}, state.nats_monitor


def _get(url: str) -> dict[str, Any]:
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
        found: dict[str, Any] = json.load(answer)
        return found
