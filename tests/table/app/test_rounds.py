"""Heads, rows and comparisons: each table has its turn once a round, and not all at one moment."""

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

import msgspec

from riverbus.core.games import Game, LimitKind, Stakes
from riverbus.engine.rules import HouseRules
from riverbus.runtime.metrics import Metrics
from riverbus.sim.loop import run_virtual
from services.table.app.rounds import ROUND_S, Rounds
from services.table.domain.state import TableSettings
from services.table.domain.table import new_table
from services.table.metrics import TableMetrics

TABLES = 100
SETTINGS = TableSettings(
    table_id="", name="Oak", game=Game.HOLDEM, limit=LimitKind.NONE,
    stakes=Stakes(small_blind=50, big_blind=100), seats_max=6, rules=HouseRules(),
)  # fmt: skip


class Heard:
    """A publisher and a wallet that note when they heard of which table."""

    def __init__(self) -> None:
        self.heads: list[tuple[float, str]] = []
        self.rows: Counter[str] = Counter()
        self.compared: Counter[str] = Counter()

    async def head(self, table_id: str, *_: Any) -> None:
        """As the real one's."""
        self.heads.append((asyncio.get_running_loop().time(), table_id))

    async def row(self, table: Any, _now_ms: int) -> None:
        """As the real one's."""
        self.rows[table.settings.table_id] += 1

    async def reconcile(self, table: Any, *_: Any, **__: Any) -> Any:
        """As the real one's: nothing differs."""
        self.compared[table.settings.table_id] += 1
        return SimpleNamespace(differs=False, confirmed=False)


def actor(table_id: str) -> Any:
    """A table on which something has just happened."""
    table = new_table(msgspec.structs.replace(SETTINGS, table_id=table_id))
    return SimpleNamespace(table_id=table_id, table=table, dirty=True, last_event_ms=0)


def test_every_table_is_told_of_each_second_and_few_of_them_together() -> None:
    heard = Heard()
    actors = {name: actor(name) for name in (f"table-{n}" for n in range(TABLES))}
    outside: Any = SimpleNamespace(
        clock=SimpleNamespace(now_ms=lambda: 0), publisher=heard, neighbours=heard
    )
    looks: list[None] = []

    async def look() -> None:
        looks.append(None)

    async def main() -> None:
        tables: Any = SimpleNamespace(actors=actors)
        rounds = Rounds(tables, outside, TableMetrics(Metrics("table")), look, 60.0)
        rounds.start()
        await asyncio.sleep(3 * ROUND_S + 0.001)
        await rounds.stop()

    run_virtual(main)
    assert Counter(name for _, name in heard.heads) == dict.fromkeys(actors, 3)
    assert heard.rows == dict.fromkeys(actors, 1), "clean rows wait"
    assert heard.compared == dict.fromkeys(actors, 1)
    assert len(looks) == 3
    together = Counter(round(at, 6) for at, _ in heard.heads)
    assert max(together.values()) <= TABLES / 5
