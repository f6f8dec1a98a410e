"""Many bots: names, accounts, who sits where, restarts."""

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from functools import partial

import aiohttp
from msgspec import Struct

from riverbus.bots.api import Identity, RoomApi
from riverbus.bots.line import SignedOut
from riverbus.bots.player import Habits, Player
from riverbus.core.errors import RoomError
from services.gateway.domain import frames as f

FIRST = (
    "Brook", "Delta", "Eddy", "Fen", "Gully", "Heron", "Isle", "Kelp", "Loch", "Marsh", "Otter",
    "Pike", "Quay", "Reed", "Sluice", "Tarn", "Wade", "Willow", "Ferry", "Moss", "Swan", "Trout",
)  # fmt: skip
SECOND = (
    "Alder", "Birch", "Cedar", "Drift", "Elm", "Flint", "Grove", "Hazel", "Iris", "Juniper",
    "Kite", "Lark", "Maple", "North", "Oak", "Plover", "Rowan", "Stone", "Teal", "Vale",
)  # fmt: skip
AGAIN_S = 2.0
JOINING = 8

log = logging.getLogger(__name__)


class Place(Struct, frozen=True):
    """Where a bot plays."""

    table_id: str
    number: int


def name_of(number: int, prefix: str = "") -> str:
    """The same name for a number at every start; at most 20 characters."""
    first = FIRST[number % len(FIRST)]
    second = SECOND[number // len(FIRST) % len(SECOND)]
    turn = number // (len(FIRST) * len(SECOND))
    return f"{prefix}{first}{second}{turn or ''}"[:20]


def places(tables: Sequence[tuple[str, int]], keep_free: int, most: int) -> list[Place]:
    """Bots for all but `keep_free` seats of each table of (id, seats); two-seat tables get one."""
    found: list[Place] = []
    for table_id, seats in sorted(tables):
        wanted = max(1, seats - keep_free) if seats > 2 else seats - min(1, keep_free)
        found += [Place(table_id, 0) for _ in range(wanted)]
    return [Place(place.table_id, number) for number, place in enumerate(found[:most])]


class Crowd:
    """Starts bots and keeps them going."""

    def __init__(
        self,
        http: aiohttp.ClientSession,
        urls: Sequence[str],
        bot_key: str,
        habits: Habits,
        seed: int,
        prefix: str = "",
        listen: Callable[[Place, f.ServerFrame], None] | None = None,
    ) -> None:
        self._http = http
        self._urls = list(urls)
        self._bot_key = bot_key
        self._habits = habits
        self._seed = seed
        self._prefix = prefix
        self._listen = listen
        self._joining = asyncio.Semaphore(JOINING)
        self.players: dict[int, Player] = {}

    async def tables(self, only: Sequence[str] = ()) -> list[tuple[str, int]]:
        """Id and seats of the play-chip tables in the lobby, or of those named."""
        api = RoomApi(self._http, self._urls)
        found: list[tuple[str, int]] = []
        cursor = ""
        while True:
            query = f"?currency=PLAY&size=100{f'&cursor={cursor}' if cursor else ''}"
            page = await api.call("GET", f"/tables{query}")
            for row in page["tables"]:
                if not only or row["table_id"] in only:
                    found.append((row["table_id"], row["info"]["seats_max"]))
            cursor = page["next_cursor"]
            if not cursor:
                return found

    async def run(self, wanted: Sequence[Place]) -> None:
        """All bots, until cancelled (or, with a limit of hands, until all have left)."""
        async with asyncio.TaskGroup() as group:
            for place in wanted:
                group.create_task(self._keep(place))

    async def _keep(self, place: Place) -> None:
        dice = random.Random(f"{self._seed} {place.number}")
        who = Identity.of(name_of(place.number, self._prefix), self._bot_key)
        while True:
            api = RoomApi(self._http, self._urls)
            for _ in range(place.number % len(self._urls)):
                api.move_on()
            try:
                async with self._joining:
                    token = await api.enter(who, self._bot_key)
                player = Player(
                    self._http, api, token, who.name, place.table_id, self._habits, dice,
                    None if self._listen is None else partial(self._listen, place),
                )  # fmt: skip
                self.players[place.number] = player
                await player.run()
                return
            except SignedOut:
                log.info("bot signs in again", extra={"bot": who.name})
            except RoomError as error:
                log.warning("bot cannot enter", extra={"bot": who.name, "code": error.code})
            await asyncio.sleep(AGAIN_S * dice.uniform(0.5, 2.0))
