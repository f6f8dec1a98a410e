"""Play through the whole real room: all games, the example bot of the docs, a gateway that dies."""

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from riverbus.bots.api import Identity, RoomApi
from riverbus.bots.player import Habits, Player
from riverbus.cli.audit import audit_url
from riverbus.runtime.embedded.nats_server import NatsServer
from services.gateway.domain import frames as f
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.gateway.real_room import BOT_KEY, ROOM_KEY, RealRoom, real_room, seeds_file
from tests.runtime.waiting import until

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
BLINDS = "small_blind = 50, big_blind = 100"
BETS = "lower = 100, upper = 200"
STUD = f"ante = 10, bring_in = 50, {BETS}"
GAMES = (
    ("holdem", "no-limit", BLINDS),
    ("omaha", "pot-limit", BLINDS),
    ("omaha8", "limit", f"{BLINDS}, {BETS}"),
    ("stud", "limit", STUD),
    ("stud8", "limit", STUD),
    ("draw", "limit", f"{BLINDS}, {BETS}"),
    ("stud5", "limit", STUD),
)
QUICK = {
    f"table_{name}_ms": "0"
    for name in ("run_out", "show", "choice", "award", "hand_gap", "advance")
}


async def start(room: RealRoom, folder: Path, *games: str) -> None:
    """Two table processes and two gateways; a table for each game, named for it."""
    tables = [(game, game, limit, stakes) for game, limit, stakes in GAMES if game in games]
    await room.start("wallet")
    await room.start("lobby", lobby_seeds_file=seeds_file(folder, *tables))
    await room.start("chat")
    for number in range(2):
        keys = json.dumps({"k1": ROOM_KEY})
        await room.start("table", number, table_room_keys=keys, **QUICK)
    for number in range(2):
        await room.start("gateway", number)


async def signed_in(room: RealRoom, name: str) -> tuple[RoomApi, str]:
    """A bot's account."""
    api = RoomApi(room.http, room.urls)
    return api, await api.enter(Identity.of(name, BOT_KEY), BOT_KEY)


async def a_player(room: RealRoom, name: str, table: str) -> Player:
    """A bot without thinking time."""
    api, token = await signed_in(room, name)
    return Player(room.http, api, token, name, table, Habits(speed=0.0), random.Random(name))


@pytest.mark.slow
@pytest.mark.timeout(240)
async def test_bots_play_all_seven_games_without_a_refused_action(
    keys: TestKeys, nats_server: NatsServer, fresh_database: FreshDatabases, tmp_path: Path
) -> None:
    async with real_room(keys, nats_server.url, fresh_database) as room:
        names = [game for game, _, _ in GAMES]
        await start(room, tmp_path, *names)
        players = [
            await a_player(room, f"Game{number}{seat}", game)
            for number, game in enumerate(names)
            for seat in range(3)
        ]
        tasks = [asyncio.ensure_future(player.run()) for player in players]
        await until(lambda: all(player.table.hands_ended >= 4 for player in players), 200)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        refused = {code for player in players for code in player.refused} - {"seat_taken"}
        # A bot that comes back while its seat's news is still under way may ask for it again.
        assert refused <= {"already_seated"}
        report = await audit_url(room.database_url("wallet"))
        assert report.findings == []


@pytest.mark.slow
@pytest.mark.timeout(200)
async def test_the_bot_of_the_protocol_page_plays(
    keys: TestKeys, nats_server: NatsServer, fresh_database: FreshDatabases, tmp_path: Path
) -> None:
    code = re.findall(r"```python\n(.*?)```", PROTOCOL.read_text(), re.DOTALL)[-1]
    assert len([line for line in code.partition("if __name__")[0].splitlines() if line]) <= 40
    page: dict[str, Any] = {"__name__": "protocol_page"}
    exec(code, page)
    async with real_room(keys, nats_server.url, fresh_database) as room:
        await start(room, tmp_path, "holdem")
        others = [await a_player(room, name, "holdem") for name in ("Other1", "Other2")]
        tasks = [asyncio.ensure_future(player.run()) for player in others]
        _, token = await signed_in(room, "Example")
        async with asyncio.timeout(150):
            hands = await page["play"](room.urls[0], token, "holdem", 10_000, 3)
        assert hands == 3
        assert await seated(room, token) == ["holdem"]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def seated(room: RealRoom, token: str) -> list[str]:
    """Where the account has chips, as the purse knows."""
    purse = await RoomApi(room.http, room.urls).call("GET", "/balances", token)
    return ["holdem"] if any(b.get("at_tables") for b in purse["balances"]) else []


@pytest.mark.slow
@pytest.mark.timeout(200)
async def test_a_player_whose_gateway_dies_comes_back_through_another(
    keys: TestKeys, nats_server: NatsServer, fresh_database: FreshDatabases, tmp_path: Path
) -> None:
    async with real_room(keys, nats_server.url, fresh_database) as room:
        await start(room, tmp_path, "holdem")
        players = [await a_player(room, f"Back{number}", "holdem") for number in range(3)]
        sequences: list[int] = []
        hear = players[0]._take

        def take(frame: f.ServerFrame) -> None:
            if frame.event is not UNSET and frame.event.event is not UNSET:
                sequences.append(frame.event.event.sequence)
            if frame.snapshot is not UNSET and frame.snapshot.view is not UNSET:
                sequences.append(frame.snapshot.view.sequence)
            hear(frame)

        players[0].line._on_frame = take
        tasks = [asyncio.ensure_future(player.run()) for player in players]
        await until(lambda: players[0].table.hands_ended >= 2, 90)
        before = players[0].table.hands_ended
        await room.running.pop("gateway-0").stop()
        await until(lambda: players[0].table.hands_ended >= before + 3, 90)
        assert sum(player.line.reconnects for player in players) >= 1
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert sequences == sorted(set(sequences))
