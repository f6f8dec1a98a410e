"""Entities as rows: each struct has a table of its name with a column for each field.

Text, numbers and booleans are columns of their own; tuples and structs are JSON. The SQL is made
once from the struct's fields and works on sets.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from services.wallet.adapters.arrays import ENCODERS
from services.wallet.domain.entities import ENTITIES, Entity

E = TypeVar("E", bound=Entity)

TABLES = {
    "Player": "players",
    "Limits": "limits",
    "Tournament": "tournaments",
    "Entrant": "entrants",
    "Table": "tables",
    "Seat": "seats",
    "Hand": "hands",
    "Deposit": "deposits",
    "Withdrawal": "withdrawals",
    "Proposal": "proposals",
}
_encode = msgspec.json.Encoder().encode
_SCALARS = {int: "bigint", bool: "boolean", str: "text"}


class RowMap(Generic[E]):
    """How one kind of entity is read and written."""

    def __init__(self, kind: type[E]) -> None:
        self.kind = kind
        self.table = TABLES[kind.__name__]
        hints = get_type_hints(kind)
        self.columns = tuple(field.name for field in msgspec.structs.fields(kind))
        self._types = [_column_type(hints[name]) for name in self.columns]
        self._decoders: list[Callable[[Any], Any] | None] = [
            msgspec.json.Decoder(hints[name]).decode if sort == "jsonb" else None
            for name, sort in zip(self.columns, self._types, strict=True)
        ]
        names = ", ".join(self.columns)
        shown = ", ".join(
            f"{name}::text" if sort == "jsonb" else name
            for name, sort in zip(self.columns, self._types, strict=True)
        )
        self.select = f"select {shown} from {self.table}"
        self.lock = f"{self.select} where key = any($1::text::text[]) order by key for update"
        self.read = f"{self.select} where key = any($1::text::text[])"
        arrays = ", ".join(
            f"${number}::text::{'text' if sort == 'jsonb' else sort}[]"
            for number, sort in enumerate(self._types, 1)
        )
        fields = ", ".join(
            f"u.{name}::jsonb" if sort == "jsonb" else f"u.{name}"
            for name, sort in zip(self.columns, self._types, strict=True)
        )
        source = f"unnest({arrays}) as u({names})"
        self.insert = f"insert into {self.table} ({names}) select {fields} from {source}"
        changes = ", ".join(
            f"{name} = u.{name}" + ("::jsonb" if sort == "jsonb" else "")
            for name, sort in zip(self.columns, self._types, strict=True)
            if name != "key"
        )
        self.update = f"update {self.table} as t set {changes} from {source} where t.key = u.key"

    def entity(self, row: Sequence[Any]) -> E:
        """The entity of a row in the order of `columns`."""
        values = {
            name: decode(value) if decode is not None else value
            for name, value, decode in zip(self.columns, row, self._decoders, strict=True)
        }
        return self.kind(**values)

    def arrays(self, entities: Sequence[Entity]) -> list[str]:
        """One array a column, for unnest."""
        columns = []
        for name, sort in zip(self.columns, self._types, strict=True):
            values = [getattr(entity, name) for entity in entities]
            if sort == "jsonb":
                values = [_encode(value).decode() for value in values]
            columns.append(ENCODERS[sort](values))
        return columns


def _column_type(hint: Any) -> str:
    if hint in _SCALARS:
        return _SCALARS[hint]
    return (
        "text" if getattr(hint, "__origin__", None) is not tuple and _is_literal(hint) else "jsonb"
    )


def _is_literal(hint: Any) -> bool:
    return str(hint).startswith("typing.Literal")


ROW_MAPS: dict[type[Entity], RowMap[Any]] = {kind: RowMap(kind) for kind in ENTITIES}
