"""`riverbus replay PATH…`: play PHH hand files and compare the stacks at their ends.

Exit status 0 when all agree or are refused, 1 when any differs, 2 when a file cannot be read.
"""

import argparse
from pathlib import Path

from riverbus.sim.phh.player import play
from riverbus.sim.phh.reader import HandFileError, HandRefused, parse_hand, read_hands

NAME = "replay"
HELP = "Play PHH hand histories through the engine and compare the finishing stacks."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Files or folders; folders are searched for .phh and .phhs files."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--quiet", action="store_true", help="print differences and the summary")


def run(arguments: argparse.Namespace) -> int:
    """One line a hand, then the summary."""
    counts = {"agree": 0, "differ": 0, "refused": 0}
    unreadable = False
    for path in _files(arguments.paths):
        try:
            for number, raw in enumerate(read_hands(path), 1):
                name = f"{path}" if number == 1 else f"{path} hand {number}"
                verdict, line = _judge(path, name, raw)
                counts[verdict] += 1
                if verdict == "differ" or not arguments.quiet:
                    print(line)
        except HandFileError as error:
            unreadable = True
            print(error)
    total = sum(counts.values())
    print(
        f"{total} hands: {counts['agree']} agree, {counts['differ']} differ, "
        f"{counts['refused']} refused"
    )
    return 2 if unreadable else int(counts["differ"] > 0)


def _judge(path: Path, name: str, raw: dict[str, object]) -> tuple[str, str]:
    try:
        outcome = play(parse_hand(path, raw))
    except HandRefused as refused:
        return "refused", f"refused {name}: {refused}"
    if outcome.agrees:
        return "agree", f"agree   {name}"
    expected = [str(value) for value in outcome.expected or ()]
    return "differ", f"differ  {name}: got {list(outcome.got)}, the file says {expected}"


def _files(paths: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(p for p in path.rglob("*") if p.suffix in (".phh", ".phhs"))
        else:
            found.append(path)
    return found
