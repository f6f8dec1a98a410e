"""`riverbus simulate`: a whole room in one process on virtual time, with faults, from a seed.

Exit status 0 when the auditor found nothing, 1 with the seed and the command that repeats it.
"""

import argparse
import logging
import os
import sys
import time

from riverbus.core.errors import RoomError
from riverbus.sim.room.auditor import Finding
from riverbus.sim.room.simulation import ALL, NONE, TABLES, Faults, simulate

NAME = "simulate"
HELP = "Play a whole room on virtual time with lost messages, crashes and cuts; audit every chip."
KILLABLE = ("table", "gateway", "wallet", "lobby", "chat")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Seed, length, tables, faults."""
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds, one after another")
    parser.add_argument("--hours", type=float, default=0.05, help="virtual hours of each run")
    parser.add_argument("--tables", type=int, default=3, help=f"1 to {len(TABLES)}")
    parser.add_argument(
        "--faults",
        default="all",
        help="all, none, or a comma list of weather, cut, bus, suspect and "
        + ", ".join(f"kill-{service}" for service in KILLABLE),
    )


def run(arguments: argparse.Namespace) -> int:
    """Each seed's line; stops at the first that breaks a promise."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        # The order of sets of strings must be the same in every run of a seed.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "riverbus.cli", *sys.argv[1:]])
    logging.basicConfig(level=logging.CRITICAL)
    try:
        faults = parse_faults(arguments.faults)
    except ValueError as error:
        print(f"riverbus simulate: {error}", file=sys.stderr)
        return 2
    for seed in range(arguments.seed, arguments.seed + arguments.seeds):
        began = time.perf_counter()
        try:
            report = simulate(seed, arguments.hours * 3600, arguments.tables, faults)
        except RoomError as error:
            print(f"riverbus simulate: {error.sentence}", file=sys.stderr)
            return 2
        except (Finding, TimeoutError, ExceptionGroup) as error:
            print(f"seed {seed}: {error!r}")
            print(
                f"repeat with: riverbus simulate --seed {seed} --hours {arguments.hours} "
                f"--tables {arguments.tables} --faults {arguments.faults}"
            )
            return 1
        kills = ", ".join(f"{n} x {service}" for service, n in sorted(report.kills.items()))
        print(
            f"seed {seed}: {sum(report.hands.values())} hands, {report.cancelled} cancelled, "
            f"{report.actions} actions, {report.frames} frames; killed: {kills or 'nobody'}; "
            f"{report.cuts} cuts, {report.outages} outages, "
            f"{report.suspected} false suspicions; {report.virtual_s:.0f} virtual s in "
            f"{time.perf_counter() - began:.1f} s; chips and cards right"
        )
    return 0


def parse_faults(text: str) -> Faults:
    """Raises ValueError naming what is not known."""
    if text in ("all", "none"):
        return ALL if text == "all" else NONE
    wanted = {part.strip() for part in text.split(",") if part.strip()}
    known = {"weather", "cut", "bus", "suspect"} | {f"kill-{service}" for service in KILLABLE}
    if unknown := sorted(wanted - known):
        raise ValueError(f"no fault is called {unknown[0]!r}; there are {', '.join(sorted(known))}")
    kills = tuple(service for service in KILLABLE if f"kill-{service}" in wanted)
    return Faults("weather" in wanted, kills, "cut" in wanted, "bus" in wanted, "suspect" in wanted)
