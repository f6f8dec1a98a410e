"""Compiles the engine's hot modules with mypyc into a copy of the package, and tests the copy.

    python tools/compile_engine.py [--into build/compiled] [--no-test]

The source tree stays as it is: run with PYTHONPATH=build/compiled to use the compiled engine. It
needs a C compiler and the development dependencies; nothing else in Riverbus does.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = (
    "awards",
    "betting",
    "drawing",
    "evaluate",
    "hand",
    "hand_classes",
    "pots",
    "pure_evaluator",
    "showdown",
    "state",
    "streets",
    "stud",
    "wagers",
)
"""Modules that do work for each action or card; the others hold data only."""


def main() -> int:
    """Copies, compiles, tests; the exit status of what failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "build" / "compiled")
    parser.add_argument("--no-test", action="store_true", help="compile only")
    arguments = parser.parse_args()
    into: Path = arguments.into.resolve()
    shutil.rmtree(into, ignore_errors=True)
    skip = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "riverbus", into / "riverbus", ignore=skip)
    sources = [f"riverbus/engine/{name}.py" for name in MODULES]
    built = subprocess.run(
        [sys.executable, "-m", "mypyc", *sources],
        cwd=into,
        env={**os.environ, "PYTHONPATH": str(into)},
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode:
        print(built.stdout[-4000:], built.stderr[-4000:], sep="\n")
        return built.returncode
    print(f"compiled {len(sources)} modules into {into}")
    if arguments.no_test:
        return 0
    for name in ("tests", "docs"):
        shutil.copytree(ROOT / name, into / name, ignore=skip)
    shutil.copy(ROOT / "pyproject.toml", into)
    tests = [sys.executable, "-m", "pytest", "-q", "-m", "not soak and not slow", "tests/engine"]
    return subprocess.run(
        tests, cwd=into, env={**os.environ, "PYTHONPATH": str(into)}, check=False
    ).returncode


if __name__ == "__main__":
    raise SystemExit(main())
