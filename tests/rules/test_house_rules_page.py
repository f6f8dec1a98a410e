"""docs/house-rules.md names every parameter, every value, and what each profile sets."""

import re
import typing
from pathlib import Path

import msgspec
import pytest

from riverbus.engine.profiles import PROFILES, load_profile
from riverbus.engine.rules import HouseRules

PAGE = (Path(__file__).parents[2] / "docs" / "house-rules.md").read_text(encoding="utf-8")
HINTS = typing.get_type_hints(HouseRules)
NAMES = [name for name in HINTS if name != "name"]


def section(name: str) -> str:
    """The parameter's part of the page, on one line."""
    found = re.search(rf"^### `{name}`$(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    assert found, f"{name} has no heading"
    return " ".join(found[1].split())


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_with_its_values_and_clause(name: str) -> None:
    text = section(name)
    assert re.search(r"[A-Z]{3}-\d\d", text), "names no clause"
    hint = HINTS[name]
    if typing.get_origin(hint) is typing.Literal:
        for value in typing.get_args(hint):
            assert f"- `{value}`:" in text
    if hint is bool:
        assert "`true`, `false`" in text


@pytest.mark.parametrize("name", NAMES)
def test_what_each_profile_sets(name: str) -> None:
    text = section(name)
    for rules in PROFILES.values():
        value = getattr(rules, name)
        if name == "games":
            listed = re.search(rf"{rules.name}(?:, \w+)*: ((?:`[^`]+`(?:, )?)+)", text)
            assert listed
            assert set(re.findall(r"`([^`]+)`", listed[1])) == set(value)
            continue
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        said = re.search(rf"(?:All profiles|\b{rules.name}(?:, \w+)*): `{re.escape(shown)}`", text)
        assert said, f"{rules.name} sets {shown}"


def test_no_parameter_that_is_none() -> None:
    headings = re.findall(r"^### `(\w+)`$", PAGE, re.M)
    assert sorted(headings) == sorted(NAMES)


def test_profiles_are_listed() -> None:
    for name in PROFILES:
        assert f"| `{name}` |" in PAGE


def test_the_example_loads() -> None:
    example = re.search(r"```toml\n(.*?)```", PAGE, re.S)
    assert example
    rules = load_profile(example[1])
    assert rules.name == "harbour"
    assert msgspec.structs.replace(rules, name="x") != PROFILES["winning_hand"]
