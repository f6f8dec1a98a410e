"""Typed access to a TOML table, with the line of what is wrong."""

import re
from enum import StrEnum
from typing import Any, TypeVar

from riverbus.core.cards import CardError, cards
from riverbus.sim.scenario.errors import ScenarioError

E = TypeVar("E", bound=StrEnum)
_MISSING: Any = object()


class Fields:
    """One table of the document; `within` is the header that it stands under and its number."""

    def __init__(
        self, table: object, text: str, file: str, within: tuple[str, int] | None = None
    ) -> None:
        self.text, self.file, self.within = text, file, within
        if not isinstance(table, dict):
            raise ScenarioError(file, self._start(), "a table is needed here")
        self.table: dict[str, Any] = table

    def has(self, key: str) -> bool:
        """Whether the key is given."""
        return key in self.table

    def only(self, keys: str) -> None:
        """Raises for a key that is not one of these words."""
        known = keys.split()
        for key in self.table:
            if key not in known:
                raise self.error(key, f"unknown key {key!r}; known: {', '.join(known)}")

    def get(self, key: str, kind: Any, default: Any = _MISSING) -> Any:
        """The value, of this kind; raises when it is missing or of another."""
        value = self.table.get(key, default)
        if value is _MISSING:
            raise self.error(key, f"{key} is missing")
        if value is default and key not in self.table:
            return value
        if isinstance(value, bool) and kind is not bool:
            raise self.error(key, f"{key} may not be {value!r}")
        if not isinstance(value, kind):
            raise self.error(key, f"{key} may not be {value!r}")
        return value

    def amount(self, key: str, least: int, most: int, default: Any = _MISSING) -> int:
        """A whole number in this range."""
        value: int = self.get(key, int, default)
        if not least <= value <= most:
            raise self.error(key, f"{key} = {value} is not {least} to {most}")
        return value

    def one_of(self, key: str, values: tuple[str, ...], default: str) -> str:
        """One of these words."""
        value: str = self.get(key, str, default)
        if value not in values:
            raise self.error(key, f"{key} = {value!r} is none of {', '.join(filter(None, values))}")
        return value

    def enum(self, key: str, kind: type[E], default: E) -> E:
        """A member of the enumeration, by its value."""
        return kind(self.one_of(key, tuple(member.value for member in kind), default.value))

    def cards(self, key: str) -> tuple[int, ...]:
        """A list of cards; empty when not given."""
        text = self.get(key, str, "")
        try:
            return cards(text)
        except CardError as error:
            if "twice" in str(error) and self.within:  # draw: see load._verify_distinct
                return tuple(cards(part)[0] for part in text.split())
            raise self.error(key, str(error)) from None

    def by_name(self, key: str, names: set[str]) -> dict[str, int] | None:
        """Amounts by player; None when not given."""
        if key not in self.table:
            return None
        found = self.get(key, dict)
        for name, amount in found.items():
            if name not in names:
                raise self.error(key, f"{key} names {name!r}, who is no player")
            if not isinstance(amount, int) or isinstance(amount, bool):
                raise self.error(key, f"{key} of {name} is no whole number")
        return dict(found)

    def error(self, key: str, reason: str) -> ScenarioError:
        """The error at the key's line."""
        return ScenarioError(self.file, self._line_of(key), reason)

    def line_of_step(self, text: str, nth: int) -> int:
        """The line of the nth step with this text; 0 when it cannot be told."""
        quoted = (f'"{text}"', f"'{text}'", '"' + text.replace('"', '\\"') + '"')
        hits = [
            number
            for number, line in enumerate(self.text.splitlines(), 1)
            for _ in range(max(line.count(form) for form in quoted))
        ]
        return hits[nth] if nth < len(hits) else (hits[-1] if hits else 0)

    def _start(self) -> int:
        if self.within is None:
            return 1
        header, nth = self.within
        hits = [at for at, line in enumerate(self.text.splitlines(), 1) if line.startswith(header)]
        return hits[nth] if nth < len(hits) else 1

    def _line_of(self, key: str) -> int:
        start = self._start()
        for number, line in enumerate(self.text.splitlines()[start - 1 :], start):
            if re.search(rf"(^|[\s{{,\[]){re.escape(key)}\s*(=|\]|$)", line.split("#")[0]):
                return number
        return start
