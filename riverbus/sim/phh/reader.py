"""Reads PHH files: TOML with one hand, or several in numbered tables.

Takes the variant codes of our seven games; another code is refused by name (HandRefused). What is
no PHH file at all raises HandFileError with file, line and reason.
"""

import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec

from riverbus.core.games import Game, LimitKind

VARIANTS: dict[str, tuple[Game, LimitKind]] = {
    "FT": (Game.HOLDEM, LimitKind.FIXED),
    "NT": (Game.HOLDEM, LimitKind.NONE),
    "PO": (Game.OMAHA, LimitKind.POT),
    "FO/8": (Game.OMAHA8, LimitKind.FIXED),
    "F7S": (Game.STUD, LimitKind.FIXED),
    "F7S/8": (Game.STUD8, LimitKind.FIXED),
}

OTHER_GAMES = {
    "NS": "short-deck hold'em",
    "FR": "razz",
    "FB": "badugi",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "limit deuce-to-seven triple draw",
}


class HandFileError(Exception):
    """Raised when a file is no hand history: path, line (0: unknown), reason."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}" if line else f"{path}: {reason}")


class HandRefused(Exception):
    """Raised when a hand is of a kind that this room does not deal."""


class PhhHand(msgspec.Struct, frozen=True, kw_only=True):
    """One hand as the file tells it; players are 1 to n, clockwise from the small blind."""

    game: Game
    limit: LimitKind
    antes: tuple[int, ...]
    ante_from_big_blind: bool
    blinds: tuple[int, ...]
    bring_in: int
    lower: int
    upper: int
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    finishing: tuple[Decimal, ...] | None


def read_hands(path: Path) -> list[dict[str, Any]]:
    """The raw tables of a file, one a hand; raises HandFileError."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise HandFileError(str(path), 0, str(error)) from None
    try:
        document = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))  # else it is the end of the document
        line = int(found[1]) if found else len(text.splitlines())
        raise HandFileError(str(path), line, str(error)) from None
    if document and all(key.isdigit() and isinstance(value, dict)
                        for key, value in document.items()):  # fmt: skip
        return [document[key] for key in sorted(document, key=int)]
    return [document]


def parse_hand(path: Path, raw: dict[str, Any]) -> PhhHand:
    """The hand of one raw table. Raises HandFileError or HandRefused."""
    variant = raw.get("variant")
    if not isinstance(variant, str):
        raise HandFileError(str(path), 0, "'variant' is missing or no text")
    if variant not in VARIANTS:
        name = OTHER_GAMES.get(variant, "a game outside the seven")
        raise HandRefused(f"variant {variant} is {name}")
    game, limit = VARIANTS[variant]
    stacks = _whole_numbers(path, raw, "starting_stacks")
    count = len(stacks)
    if not 2 <= count <= 10:
        raise HandFileError(str(path), 0, f"{count} players: 2 to 10 can play")
    stud = game in (Game.STUD, Game.STUD8)
    blinds = () if stud else _whole_numbers(path, raw, "blinds_or_straddles", count)
    antes = _whole_numbers(path, raw, "antes", count)
    actions = raw.get("actions")
    if not isinstance(actions, list) or not all(isinstance(text, str) for text in actions):
        raise HandFileError(str(path), 0, "'actions' is missing or no list of texts")
    fixed = limit is LimitKind.FIXED
    finishing = raw.get("finishing_stacks")
    return PhhHand(
        game=game,
        limit=limit,
        antes=antes,
        ante_from_big_blind=sum(1 for ante in antes if ante) == 1,
        blinds=blinds,
        bring_in=_whole(path, raw, "bring_in") if stud else 0,
        lower=_whole(path, raw, "small_bet") if fixed else 0,
        upper=_whole(path, raw, "big_bet") if fixed else 0,
        stacks=stacks,
        actions=tuple(actions),
        finishing=None if finishing is None else tuple(Decimal(value) for value in finishing),
    )


def _whole(path: Path, raw: dict[str, Any], key: str) -> int:
    value = raw.get(key)
    if type(value) is not int or value < 0:
        raise HandFileError(str(path), 0, f"{key!r} is {value!r}, not a whole number of chips")
    return value


def _whole_numbers(
    path: Path, raw: dict[str, Any], key: str, count: int | None = None
) -> tuple[int, ...]:
    values = raw.get(key)
    if not isinstance(values, list) or not all(type(v) is int and v >= 0 for v in values):
        raise HandFileError(str(path), 0, f"{key!r} is {values!r}, not a list of whole numbers")
    if count is not None and len(values) != count:
        raise HandFileError(str(path), 0, f"{key!r} has {len(values)} entries for {count} players")
    return tuple(values)
