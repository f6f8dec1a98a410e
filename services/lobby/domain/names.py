"""Screen names by ACC-04: which characters, which are reserved, which look the same."""

import re
from collections.abc import Iterable

from riverbus.core.lookalikes import skeleton
from services.lobby.domain.errors import BadName, NameRefused

NAME_MIN = 3
NAME_MAX = 20

_SHAPE = re.compile(rf"[A-Za-z0-9–_-]{{{NAME_MIN},{NAME_MAX}}}")
_SEPARATORS = re.compile(r"[–_-]")
_NUMBERS = "0123456789–_-"
_SPELLED = str.maketrans("345798", "eastgb")

RESERVED = (
    "admin", "administrator", "moderator", "mod", "root", "system", "server", "house", "dealer",
    "croupier", "floor", "floorman", "pitboss", "cashier", "support", "helpdesk", "staff",
    "operator", "auditor", "official", "security", "lobby", "table", "riverbus", "everyone",
    "everybody", "anonymous", "nobody", "null", "undefined", "player", "spectator",
)  # fmt: skip
"""Names that would speak for the house or for nobody."""


def name_key(name: str) -> str:
    """The key that must be unique among all accounts, closed ones included."""
    return skeleton(name)


class NameRules:
    """The room's reserved and refused names, folded once."""

    def __init__(self, refused: Iterable[str] = (), refused_anywhere: Iterable[str] = ()) -> None:
        self._reserved = {_bare(word) for word in (*RESERVED, *refused)}
        self._anywhere = tuple(_bare(word) for word in refused_anywhere)

    def verify(self, name: str) -> str:
        """The name's key. Raises BadName or NameRefused; whether it is taken the store knows."""
        if not _SHAPE.fullmatch(name):
            raise BadName
        if not any(char.isalnum() for char in name):
            raise BadName("A screen name needs a letter or a digit.")
        bare = _bare(name)
        if bare in self._reserved or _bare(name.rstrip(_NUMBERS)) in self._reserved:
            raise NameRefused
        if any(word in bare for word in self._anywhere):
            raise NameRefused
        return name_key(name)


def _bare(name: str) -> str:
    """Folded harder than the key: separators out, digits as the letters they stand for."""
    return skeleton(_SEPARATORS.sub("", skeleton(name))).translate(_SPELLED)
