"""The command `riverbus`: one module of this package per subcommand, loaded only when it is used.

A subcommand is a module with NAME, HELP, add_arguments(parser) and run(args) -> exit status.
It is listed here with its help, so that `riverbus --help` is quick.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from riverbus import __version__
from riverbus.core.errors import RoomError

GROUPS: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...] = (
    (
        "run a room",
        (
            ("up", "up", "start the whole room on this machine, with bots"),
            ("status", "status", "tell what runs and how it is"),
            ("bots", "bots", "let bots play through the public protocol"),
        ),
    ),
    (
        "operate it",
        (
            ("migrate", "migrate", "bring the database schemas to this release"),
            ("secrets", "secrets", "make the secrets of containers or a cluster"),
            ("operator", "operator", "add operators and grant roles"),
            ("table", "table", "list, open, pause, resume or close tables"),
            ("room", "room", "pause or resume the whole room"),
            ("backup", "backup", "write database and streams into one file"),
            ("restore", "restore", "bring a backup into an empty room"),
            ("audit", "audit", "check the ledger from the first transfer on"),
            ("history", "history", "show hands that were played"),
            ("absences", "absences", "list absences and disconnection all-ins"),
        ),
    ),
    (
        "measure and judge",
        (
            ("deal", "deal", "play scenario files and compare what comes out"),
            ("replay", "replay", "replay PHH hand files and compare the stacks"),
            ("bench", "bench", "measure engine, wallet or the whole room"),
            ("simulate", "simulate", "play a room on virtual time with faults, from a seed"),
            ("chaos", "chaos", "break a running demo on purpose and check the chips"),
        ),
    ),
)


class Command(Protocol):
    """What a subcommand's module offers."""

    NAME: str
    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add its options to its own parser."""
        ...

    def run(self, args: argparse.Namespace) -> int:
        """Do it; returns the exit status."""
        ...


def commands() -> dict[str, tuple[str, str]]:
    """Subcommands that this build has: name to (module, help)."""
    return {
        name: (f"riverbus.cli.{module}", text)
        for _, group in GROUPS
        for name, module, text in group
        if find_spec(f"riverbus.cli.{module}") is not None
    }


def load(name: str) -> Command:
    """The module of a subcommand."""
    module: Command = import_module(commands()[name][0])
    return module


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0, or what the subcommand says; 2 for wrong usage."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview())
        return 0 if words else 2
    if words[0] in ("-V", "--version"):
        print(f"riverbus {__version__}")
        return 0
    name = words[0]
    if name not in commands():
        print(f"riverbus: no command {name!r}; `riverbus --help` lists them.", file=sys.stderr)
        return 2
    command = load(name)
    parser = argparse.ArgumentParser(prog=f"riverbus {name}", description=command.HELP)
    command.add_arguments(parser)
    args = parser.parse_args(words[1:])
    try:
        status = command.run(args)
        sys.stdout.flush()
        return status
    except RoomError as error:
        print(f"riverbus {name}: {error.sentence}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader has gone, as `head` does; nothing is left to be flushed at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except EOFError:
        print(
            f"riverbus {name}: nothing to read: run it in a terminal, or see --password-stdin.",
            file=sys.stderr,
        )
        return 2
    except OSError as error:
        if error.filename is None:
            raise
        print(f"riverbus {name}: {error.filename}: {error.strerror}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _overview() -> str:
    present = commands()
    lines = ["usage: riverbus COMMAND [options]", "", "Riverbus, an online poker room."]
    for title, group in GROUPS:
        shown = [(name, text) for name, _, text in group if name in present]
        if shown:
            lines += ["", f"{title}:", *(f"  {name:<10} {text}" for name, text in shown)]
    return "\n".join((*lines, "", "riverbus COMMAND --help tells a command's options."))


if __name__ == "__main__":
    sys.exit(main())
