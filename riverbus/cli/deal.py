"""`riverbus deal FILE…`: plays scenario files without servers and says what came out."""

import argparse
import json
import sys
from pathlib import Path

from riverbus.sim.scenario.errors import ScenarioError
from riverbus.sim.scenario.load import load_file
from riverbus.sim.scenario.play import play
from riverbus.sim.scenario.report import json_of, json_of_error, line_of

NAME = "deal"
HELP = "play scenario files and compare what comes out with what they expect"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files and the form of the report."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a scenario (TOML)")
    parser.add_argument("--json", action="store_true", help="one JSON object per scenario")


def run(args: argparse.Namespace) -> int:
    """0: all as expected; 1: a difference; 2: a file cannot be read; the worst of all files."""
    return max(_play_file(path, as_json=args.json) for path in args.files)


def _play_file(path: Path, *, as_json: bool) -> int:
    worst = 0
    try:
        for scenario in load_file(path):
            outcome = play(scenario)
            print(json.dumps(json_of(outcome)) if as_json else line_of(outcome))
            worst = max(worst, 1 if outcome.failed else 0)
    except ScenarioError as error:
        if as_json:
            print(json.dumps(json_of_error(error)))
        print(error, file=sys.stderr)
        return 2
    return worst
