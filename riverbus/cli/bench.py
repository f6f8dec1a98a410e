"""`riverbus bench SUBJECT`: each subject is a module of riverbus/bench."""

import argparse
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

NAME = "bench"
HELP = "Measure engine, wallet or the whole room; figures stand beside what they are compared with."

SUBJECTS = ("engine", "wallet", "room")


class Subject(Protocol):
    """What a module of riverbus/bench offers."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add its options to its own parser."""
        ...

    def run(self, arguments: argparse.Namespace) -> int:
        """Measure and print; returns the exit status."""
        ...


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One parser a subject."""
    subjects = parser.add_subparsers(dest="subject", required=True, metavar="SUBJECT")
    for name in SUBJECTS:
        if find_spec(f"riverbus.bench.{name}") is None:
            continue
        subject: Subject = import_module(f"riverbus.bench.{name}")
        subject.add_arguments(subjects.add_parser(name, help=subject.HELP))


def run(arguments: argparse.Namespace) -> int:
    """Hand over to the subject."""
    subject: Subject = import_module(f"riverbus.bench.{arguments.subject}")
    return subject.run(arguments)
