"""The style that a program can check: names, docstrings, packages, sleeps, words that stay out."""

import ast
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("riverbus", "services", "tests", "tools")
GENERATED = (
    "riverbus/pb/",
    "services/gateway/adapters/frames_pb.py",
    "services/gateway/domain/frames.py",
)
FORBIDDEN_NAMES = {"utils", "helpers", "manager", "base", "misc", "common"}
LONGEST_FILE = 500
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b|raise NotImplementedError")
PACKAGE_LESS = {"riverbus/runtime/alembic"}


def _modules() -> list[str]:
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    names = (str(path.relative_to(ROOT)) for path in paths)
    return sorted(name for name in names if not name.startswith(GENERATED))


MODULES = _modules()


def test_files_are_named_for_what_they_hold() -> None:
    assert [name for name in MODULES if Path(name).stem in FORBIDDEN_NAMES] == []


def test_files_have_one_subject() -> None:
    long = {name: len((ROOT / name).read_text().splitlines()) for name in MODULES}
    assert {name: lines for name, lines in long.items() if lines > LONGEST_FILE} == {}


def _parsed(text: str) -> ast.Module:
    """In a thread of its own: Python 3.11 counts depth wrongly where greenlets ran before."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(ast.parse, text).result()


def test_every_module_says_what_it_is_for() -> None:
    missing = []
    for name in MODULES:
        tree = _parsed((ROOT / name).read_text())
        text = ast.get_docstring(tree)
        if tree.body and not text:
            missing.append(name)
    assert missing == []


def test_every_folder_of_modules_is_a_package() -> None:
    """What is no package is no part of the wheel."""
    folders = {str(Path(name).parent) for name in MODULES} - PACKAGE_LESS - {"tools"}
    assert [f for f in sorted(folders) if not (ROOT / f / "__init__.py").exists()] == []


def test_nothing_is_left_unfinished() -> None:
    own = str(Path(__file__).relative_to(ROOT))
    left = [n for n in MODULES if n != own and UNFINISHED.search((ROOT / n).read_text())]
    assert left == []


@pytest.mark.parametrize("pattern", [r"(^|[^\w.-])/(root|work)/", r"pypi\.org|files\.python"])
def test_nothing_of_a_machine_or_an_index_stands_in_the_tree(pattern: str) -> None:
    own = str(Path(__file__).relative_to(ROOT))
    texts = [*MODULES, "Makefile", "pyproject.toml", "README.md", "ARCHITECTURE.md"]
    texts += [str(p.relative_to(ROOT)) for p in (ROOT / "requirements").glob("*.txt")]
    found = [n for n in texts if n != own and re.search(pattern, (ROOT / n).read_text(), re.M)]
    assert found == []
