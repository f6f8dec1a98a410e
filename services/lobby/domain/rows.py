"""The live row of a table: what its owner last said of it, and for how long that counts."""

import msgspec

ROW_MAX_AGE_MS = 60_000


class TableRow(msgspec.Struct, frozen=True):
    """How a table stands. `encoded` is the owner's message as it came, for passing on."""

    table_id: str
    epoch: int
    at_ms: int
    seated: int = 0
    playing: bool = False
    closed: bool = False
    seated_account_ids: tuple[str, ...] = ()
    encoded: bytes = b""


def newer(known: TableRow | None, row: TableRow) -> bool:
    """Whether the row replaces what is known; a lower epoch or an older time never does."""
    return known is None or (row.epoch, row.at_ms) > (known.epoch, known.at_ms)


def fresh(row: TableRow | None, now_ms: int) -> TableRow | None:
    """The row if it still counts."""
    return row if row is not None and now_ms - row.at_ms <= ROW_MAX_AGE_MS else None
