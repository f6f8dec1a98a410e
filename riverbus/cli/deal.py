"""`riverbus deal FILE…`: plays scenario files without servers and says what came out."""

import argparse
import json
import sys
from pathlib import Path

from riverbus.engine.profiles import ProfileError, load_profile
from riverbus.engine.rules import HouseRules
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
    parser.add_argument(
        "--profile",
        type=Path,
        metavar="FILE",
        help="play under the house rules of this file (TOML) instead of those that are named",
    )


def run(args: argparse.Namespace) -> int:
    """0: all as expected; 1: a difference; 2: a file cannot be read; the worst of all files."""
    house = None
    if args.profile is not None:
        try:
            house = read_profile(args.profile)
        except ScenarioError as error:
            print(error, file=sys.stderr)
            return 2
    return max(_play_file(path, house, as_json=args.json) for path in args.files)


def read_profile(path: Path) -> HouseRules:
    """The house rules of a file; raises ScenarioError with file, line and reason."""
    try:
        return load_profile(path.read_text(encoding="utf-8"))
    except ProfileError as error:
        raise ScenarioError(str(path), error.line, str(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(str(path), 0, f"cannot be read: {error}") from None


def _play_file(path: Path, house: HouseRules | None, *, as_json: bool) -> int:
    worst = 0
    try:
        for scenario in load_file(path, house=house):
            outcome = play(scenario)
            print(json.dumps(json_of(outcome)) if as_json else line_of(outcome))
            worst = max(worst, 1 if outcome.failed else 0)
    except ScenarioError as error:
        if as_json:
            print(json.dumps(json_of_error(error)))
        print(error, file=sys.stderr)
        return 2
    return worst
