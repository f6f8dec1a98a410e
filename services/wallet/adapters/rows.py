"""Entities as rows: each struct has a table of its name with a column for each field.

Text, numbers and booleans are columns of their own; tuples and structs are JSON. The SQL is made
once from the struct's fields and works on sets.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from services.wallet.adapters.arrays import ENCODERS
from services.wallet.domain.entities import ENTITIES, Entity, Hand, Seat

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
HELD_BY_TABLE: frozenset[type[Entity]] = frozenset({Seat, Hand})
"""Every command that touches one has locked its table's row first."""
FIXED: dict[type[Entity], tuple[str, ...]] = {
    Hand: (
        "key",
        "table_id",
        "currency",
        "game",
        "line_up",
        "policy",
        "jackpot_id",
        "jackpot_basis_points",
    )
}
"""Fields that never change after the first state; they are left out of updates."""
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
        shown = ", ".join(
            f"{name}::text" if sort == "jsonb" else name
            for name, sort in zip(self.columns, self._types, strict=True)
        )
        self.select = f"select {shown} from {self.table}"
        self.read = f"{self.select} where key = any($1::text::text[])"
        self.lock = f"{self.read} order by key for update"
        if kind in HELD_BY_TABLE:
            self.lock = self.read
        self.insert = self._insert()
        self._changing = [
            (name, sort)
            for name, sort in zip(self.columns, self._types, strict=True)
            if name == "key" or name not in FIXED.get(kind, ())
        ]
        self.update = self._update()

    def _insert(self) -> str:
        pairs = list(zip(self.columns, self._types, strict=True))
        names = ", ".join(self.columns)
        fields = ", ".join(_source(name, sort) for name, sort in pairs)
        source = f"unnest({_arrays([sort for _, sort in pairs])}) as u({names})"
        return f"insert into {self.table} ({names}) select {fields} from {source}"

    def _update(self) -> str:
        names = ", ".join(name for name, _ in self._changing)
        source = f"unnest({_arrays([sort for _, sort in self._changing])}) as u({names})"
        changes = ", ".join(
            f"{name} = {_source(name, sort)}" for name, sort in self._changing if name != "key"
        )
        return f"update {self.table} as t set {changes} from {source} where t.key = u.key"

    def entity(self, row: Sequence[Any]) -> E:
        """The entity of a row in the order of `columns`."""
        values = {
            name: decode(value) if decode is not None else value
            for name, value, decode in zip(self.columns, row, self._decoders, strict=True)
        }
        return self.kind(**values)

    def arrays(self, entities: Sequence[Entity], *, new: bool) -> list[str]:
        """One array a column of `insert` or `update`."""
        pairs = zip(self.columns, self._types, strict=True) if new else self._changing
        columns = []
        for name, sort in pairs:
            values = [getattr(entity, name) for entity in entities]
            if sort == "jsonb":
                values = [_encode(value).decode() for value in values]
            columns.append(ENCODERS[sort](values))
        return columns


def _arrays(sorts: Sequence[str]) -> str:
    """Array parameters in text form; JSON comes as text."""
    return ", ".join(
        f"${number}::text::{'text' if sort == 'jsonb' else sort}[]"
        for number, sort in enumerate(sorts, 1)
    )


def _source(name: str, sort: str) -> str:
    return f"u.{name}::jsonb" if sort == "jsonb" else f"u.{name}"


def _column_type(hint: Any) -> str:
    if hint in _SCALARS:
        return _SCALARS[hint]
    return (
        "text" if getattr(hint, "__origin__", None) is not tuple and _is_literal(hint) else "jsonb"
    )


def _is_literal(hint: Any) -> bool:
    return str(hint).startswith("typing.Literal")


ROW_MAPS: dict[type[Entity], RowMap[Any]] = {kind: RowMap(kind) for kind in ENTITIES}
