"""A real room under bots while its processes are killed; afterwards every chip is looked for."""

import asyncio
import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from riverbus.bench.chaos_faults import Breaker, Fault
from riverbus.bench.chaos_ledger import Count, close_hands, count
from riverbus.bench.chaos_load import Load, Pacer, play_chip_tables
from riverbus.bench.chaos_report import pauses, show
from riverbus.bench.chaos_watch import Watcher
from riverbus.bots.crowd import places
from riverbus.cli.local.room import LocalRoom, Replicas
from riverbus.core.errors import ErrorKind, RoomError

START_S = 90.0
ALIVE_S = 60.0
QUIET_S = 12.0
REST_S = (4.0, 8.0)
BLINDS = "small_blind = 100, big_blind = 200"
GAMES = (
    ("holdem", "no-limit", f"{BLINDS}"),
    ("omaha", "pot-limit", f"{BLINDS}"),
    ("holdem", "no-limit", f"{BLINDS}"),
    ("stud", "limit", "lower = 200, upper = 400, ante = 100, bring_in = 100"),
    ("draw", "limit", f"{BLINDS}, lower = 200, upper = 400"),
    ("omaha8", "limit", f"{BLINDS}, lower = 200, upper = 400"),
)
TABLE = """
[[seeds.tables]]
table_id = "chaos-{number}"
name = "Chaos {number}"
game = "{game}"
limit = "{limit}"
seats_max = {seats}
stakes = {{ {stakes}, unit = 100 }}
buy_in_min = 4000
buy_in_max = 20000
rake = {{ version = "play-1", basis_points = 500, caps = [{{ players = 2, cap = 300 }}], no_flop_no_drop = false, rounding = "down", per = "hand" }}
"""  # noqa: E501


class Plan(Struct, frozen=True, kw_only=True):
    """What to do. `kinds` names the faults in order; without it they are drawn from the seed."""

    minutes: float = 3.0
    tables: int = 10
    seats: int = 6
    seed: int = 1
    speed: float = 3.0
    rolling: bool = False
    kinds: tuple[str, ...] = ()
    replicas: Replicas = Replicas(gateway=2, table=3, wallet=2)
    durable: bool = True
    nats_nodes: int = 3
    home: Path | None = None
    """Where the room's logs stay; None: they go with the room."""
    quiet_s: float = QUIET_S
    rest_s: tuple[float, float] = REST_S
    settings: dict[str, str] = {}


class Outcome(Struct):
    """What came of it."""

    count: Count
    faults: list[Fault]
    watcher: Watcher
    silent: list[str]

    @property
    def whole(self) -> bool:
        """No chip lost, no hand left open, every table plays again."""
        return self.count.whole and not self.silent


def run(plan: Plan, say: Callable[[str], None]) -> Outcome:
    """Start a room of its own, break it, count, print, end it. Raises RoomError."""
    with tempfile.TemporaryDirectory(prefix="riverbus-chaos-") as folder:
        os.chmod(folder, 0o711)
        seeds = Path(folder) / "tables.toml"
        seeds.write_text(seeds_of(plan))
        room = LocalRoom(
            plan.home or Path(folder) / "home",
            replicas=plan.replicas,
            settings=_settings(seeds) | plan.settings,
            durable=plan.durable,
            nats_nodes=plan.nats_nodes,
        )
        with room:
            return _break(room, plan, say)


def _break(room: LocalRoom, plan: Plan, say: Callable[[str], None]) -> Outcome:
    tables = asyncio.run(play_chip_tables(room))
    ids = [table_id for table_id, _ in tables]
    with Load(room, places(tables, 1, 10_000), plan.speed, plan.seed) as load:
        pacer = Pacer(room, load.habits, plan.speed)
        dice = random.Random(plan.seed)
        breaker = Breaker(room, dice, load.players_at, pacer.look)
        _until_all_play(load.watcher, ids, 0.0, START_S, breaker)
        say(f"{len(ids)} tables play; breaking things with seed {plan.seed}")
        calm = time.monotonic()
        breaker.idle(plan.quiet_s)
        _do_all(breaker, plan, say)
        end = time.monotonic()
        breaker.idle(2.0)
        silent = _until_all_play(load.watcher, ids, end, ALIVE_S, breaker, strict=False)
        if breaker.faults:
            breaker.faults[-1].until = time.monotonic()
        counted = Count()
        close_hands(room, ids, counted)
        load.stop()
        quiet = [calm + 1.0] if plan.quiet_s >= QUIET_S else []
        silences = pauses(load.watcher, ids, breaker.faults, quiet)
        count(room, ids, counted)
    show(say, load.watcher, breaker.faults, silences, counted, pacer.shares)
    for table_id in silent:
        say(f"SILENT      {table_id} plays no more; see the logs")
    return Outcome(counted, breaker.faults, load.watcher, silent)


def _do_all(breaker: Breaker, plan: Plan, say: Callable[[str], None]) -> None:
    if plan.rolling:
        breaker.renew_all()
        return
    dice = random.Random(f"{plan.seed} rests")
    deadline = time.monotonic() + plan.minutes * 60
    kinds = iter(plan.kinds) if plan.kinds else breaker.kinds()
    for kind in kinds:
        if not plan.kinds and time.monotonic() > deadline:
            return
        fault = breaker.do(kind)
        if fault.back:
            say(f"  {fault.name}, all ready again after {fault.back - fault.at:.1f} s")
        breaker.idle(dice.uniform(*plan.rest_s))


def _until_all_play(
    watcher: Watcher,
    ids: list[str],
    since: float,
    seconds: float,
    breaker: Breaker,
    *,
    strict: bool = True,
) -> list[str]:
    """Wait until each table has dealt a hand after that moment; returns those that have not."""
    deadline = time.monotonic() + seconds
    while True:
        dealt = {h.table_id for h in list(watcher.hands.values()) if h.began > since}
        missing = [table_id for table_id in ids if table_id not in dealt]
        if not missing or time.monotonic() > deadline:
            break
        breaker.idle(0.2)
    if missing and strict:
        raise RoomError(
            f"No hand was dealt at {', '.join(missing)}.",
            code="nobody_plays",
            kind=ErrorKind.UNAVAILABLE,
        )
    return missing


def seeds_of(plan: Plan) -> str:
    """The lobby's seeds file for the plan's tables, mixed games."""
    parts = ['[[seeds]]\nkey = "chaos"\n']
    for number in range(plan.tables):
        game, limit, stakes = GAMES[number % len(GAMES)]
        parts.append(
            TABLE.format(
                number=number, game=game, limit=limit, stakes=stakes,
                seats=min(plan.seats, 5) if game == "draw" else plan.seats,
            )
        )  # fmt: skip
    return "".join(parts)


def _settings(seeds: Path) -> dict[str, str]:
    """Cheap passwords, and credits that many bots at one address need."""
    return {
        "RIVERBUS_LOBBY_SEEDS_FILE": str(seeds),
        "RIVERBUS_LOBBY_PASSWORD_MEMORY_KIB": "64",
        "RIVERBUS_LOBBY_PASSWORD_PASSES": "1",
        "RIVERBUS_GATEWAY_ADDRESS_BURST": "100000",
        "RIVERBUS_GATEWAY_ADDRESS_PER_S": "10000",
        "RIVERBUS_LOG_LEVEL": "warning",
    }
