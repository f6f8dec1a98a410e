"""Codes of refusals are a contract: all are listed, in the engine and in docs/protocol.md."""

import re
from pathlib import Path

from riverbus.engine import errors

ENGINE = Path(errors.__file__).parent
DOCS = ENGINE.parent.parent / "docs" / "protocol.md"


def raised() -> set[str]:
    found: set[str] = set()
    for path in ENGINE.glob("*.py"):
        found.update(re.findall(r'RuleError\(\s*"([a-z_]+)"', path.read_text()))
    sized = {f"{kind}_too_{how}" for kind in ("bet", "raise") for how in ("small", "large")}
    return found | sized


def test_every_code_that_is_raised_is_listed() -> None:
    assert raised() == set(errors.RULE_CODES)


def test_every_code_is_documented_for_clients() -> None:
    text = DOCS.read_text()
    assert [code for code in errors.RULE_CODES if f"`{code}`" not in text] == []
