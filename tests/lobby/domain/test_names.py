"""Screen names: which are allowed, which look the same."""

import pytest

from riverbus.core.lookalikes import fold, skeleton
from services.lobby.domain.errors import BadName, NameRefused
from services.lobby.domain.names import NameRules, name_key

RULES = NameRules(["shit"], ["fuck", "bitch"])


@pytest.mark.rule("ACC-04")
@pytest.mark.parametrize("name", ["Heron", "grey-heron_7", "a–b", "abc", "x" * 20, "123"])
def test_letters_digits_hyphens_and_underscores_are_allowed(name: str) -> None:
    assert RULES.verify(name) == name_key(name)


@pytest.mark.rule("ACC-04")
@pytest.mark.parametrize(
    "name",
    ["", "ab", "x" * 21, "a b", "émile", "D\u0435aler", "<img>", "a.b", "a\nb", "---", "a\u200bbc"],
)
def test_anything_else_is_not(name: str) -> None:
    with pytest.raises(BadName):
        RULES.verify(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Dealer", "dealer"),
        ("Dealer", "D\u0435aler"),
        ("e\u0301mile", "\u00e9mile"),
        ("J\u00d6RG", "j\u00f6rg"),
        ("heron", "HER0N"),
        ("Illy", "l1ly"),
        ("a-b", "a–b"),
        ("a-b", "a_b"),
        ("modern", "modem"),
        ("vvater", "water"),
        ("\uff28eron", "heron"),
        ("he\u200bron", "heron"),
    ],
)
@pytest.mark.rule("ACC-04")
def test_ch_10_what_looks_the_same_has_the_same_key(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_ch_10_different_names_have_different_keys() -> None:
    names = ["heron", "herons", "egret", "heron-1", "heron-2", "otter"]
    assert len({skeleton(name) for name in names}) == len(names)


@pytest.mark.rule("ACC-04")
@pytest.mark.parametrize(
    "name",
    ["Dealer", "dea1er", "D-e-a-l-e-r", "ADMIN", "adm1n", "Admin_1", "Riverbus", "Shit", "5hit"],
)
def test_ch_10_reserved_and_refused_names_are_folded_too(name: str) -> None:
    with pytest.raises(NameRefused):
        RULES.verify(name)


@pytest.mark.rule("ACC-04")
def test_offensive_words_are_refused_anywhere_or_alone() -> None:
    for name in ("xxfuckxx", "F_u_c_k", "B1tchy"):
        with pytest.raises(NameRefused):
            RULES.verify(name)
    assert RULES.verify("Shitake-fan")


def test_folding_leaves_other_scripts_readable() -> None:
    assert fold("\u0421\u0430\u0445\u0430\u0440") == "\u0441\u0430\u0445\u0430\u0440"
