"""SE-04, SE-05: 500 hands of all games, and no card before the wrong eyes anywhere.

Every frame to every player and spectator, the bus, the log lines, the metrics, and what the hand
log and the database hold. The deck of each hand is recorded where it is shuffled.
"""

import asyncio
import json
import logging
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest
import sqlalchemy
from sqlalchemy.ext.asyncio import create_async_engine

from riverbus.bots.api import Identity, RoomApi
from riverbus.bots.line import Line
from riverbus.bots.player import Habits, Player
from riverbus.core.cards import cards_text
from riverbus.core.ports import Message
from riverbus.pb.table.v1 import events_pb2
from riverbus.runtime import service
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.db import driver_url
from riverbus.runtime.sources import SystemShuffle
from services.gateway.adapters import frames_pb
from services.gateway.adapters.codec import WireCodec
from services.gateway.domain import frames as f
from services.gateway.domain.wire import Form
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.gateway.real_room import BOT_KEY, ROOM_KEY, RealRoom, real_room, seeds_file
from tests.gateway.scanner import Leak, Scanner, cards_in

HANDS = 500
FRAMES = 20
PLAYERS = 3
BLINDS = "small_blind = 50, big_blind = 100"
BETS = "lower = 100, upper = 200"
STUD = f"ante = 10, bring_in = 50, {BETS}"
GAMES = (
    ("holdem", "holdem", "no-limit", BLINDS),
    ("omaha", "omaha", "pot-limit", BLINDS),
    ("omaha8", "omaha8", "limit", f"{BLINDS}, {BETS}"),
    ("stud", "stud", "limit", STUD),
    ("stud8", "stud8", "limit", STUD),
    ("draw", "draw", "limit", f"{BLINDS}, {BETS}"),
    ("stud5", "stud5", "limit", STUD),
)
QUICK = {
    f"table_{name}_ms": "0"
    for name in ("run_out", "show", "choice", "award", "hand_gap", "advance")
}
HEX = re.compile(r"\\x[0-9a-f]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}")
HEX_BYTES = re.compile(HEX.pattern.encode())
codec = WireCodec()


class Decks(SystemShuffle):
    """The real shuffle, keeping what it gave."""

    seen: ClassVar[list[str]] = []

    def permutation(self, n: int) -> list[int]:
        """See Shuffle."""
        order = super().permutation(n)
        if n == 52:
            self.seen.append(cards_text(order))
        return order


class Lines(logging.Handler):
    """Every log line of the process."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message and all of its fields."""
        self.lines.append(f"{record.getMessage()} {vars(record)}")


class Watch:
    """Scanners of one room and what they found."""

    def __init__(self) -> None:
        self.scanners: list[Scanner] = []
        self.leaks: list[str] = []
        self.raw: dict[str, list[bytes]] = {}
        self.parts: dict[tuple[str, str, int], str] = {}
        self.public: dict[str, Scanner] = {}

    def listener(self, account_id: str) -> Callable[[f.ServerFrame], None]:
        """Hears every frame to one client."""
        scanner = Scanner(account_id)
        self.scanners.append(scanner)

        def take(frame: f.ServerFrame) -> None:
            self._check(lambda: scanner.frame(json.loads(codec.encode(frame, Form.JSON))))

        return take

    async def on_bus(self, message: Message) -> None:
        """Everything on the bus, as a service with every right would hear it."""
        words = message.subject.split(".")
        if words[0] == "player" and words[2:3] == ["table"]:
            part = events_pb2.PrivatePart.FromString(message.data)
            if part.hand_id and part.view.cards:
                self.parts[words[1], part.hand_id, part.seat] = part.view.cards
        elif words[0] == "table" and words[-1] == "event":
            event = frames_pb.PublicEvent_from_pb(events_pb2.PublicEvent.FromString(message.data))
            plain = json.loads(codec.public_piece(event, Form.JSON))
            scanner = self.public.setdefault(words[1], Scanner(""))
            self._check(lambda: scanner.event(plain))
        elif words[0] == "handlog":
            hand = next((v for k, v in message.headers.items() if k.lower().endswith("hand")), "")
            self.raw.setdefault(hand, []).append(message.data)
        elif words[0] not in ("_INBOX_table", "_INBOX_gateway", "_INBOX_lobby", "_INBOX_wallet"):
            self.raw.setdefault("", []).append(message.data)

    def _check(self, scan: Callable[[], None]) -> None:
        try:
            scan()
        except Leak as leak:
            self.leaks.append(str(leak)[:2_000])


async def a_player(room: RealRoom, number: int, table: str, form: Form, watch: Watch) -> Player:
    """A bot with a scanner behind its eyes."""
    api = RoomApi(room.http, room.urls)
    name = f"Scan{number:03d}"
    token = await api.enter(Identity.of(name, BOT_KEY), BOT_KEY)
    account = (await api.call("GET", "/me", token))["account_id"]
    habits = Habits(speed=0.0, form=form)
    hear = watch.listener(account)
    return Player(room.http, api, token, name, table, habits, random.Random(number), hear)


async def a_spectator(room: RealRoom, number: int, table: str, watch: Watch) -> Line:
    """Somebody who looks on."""
    api = RoomApi(room.http, room.urls)
    token = await api.enter(Identity.of(f"Eyes{number:03d}", BOT_KEY), BOT_KEY)
    line: Line
    hear = watch.listener("")

    def opened() -> None:
        line.send(watch=f.Watch(table_id=table))

    def take(frame: f.ServerFrame) -> None:
        hear(frame)
        if frame.refusal:  # nobody has claimed the table yet
            asyncio.get_running_loop().call_later(1.0, opened)

    line = Line(room.http, api, token, "spectator", opened, take)
    return line


@pytest.mark.slow
@pytest.mark.timeout(480)
async def test_se_04_se_05_no_card_before_the_wrong_eyes(
    keys: TestKeys,
    bus: NatsBus,
    nats_url: str,
    fresh_database: FreshDatabases,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Decks.seen = []
    monkeypatch.setattr(service, "SystemShuffle", Decks)
    watch, lines = Watch(), Lines()
    root = logging.getLogger()
    root.addHandler(lines)
    subscription = await bus.subscribe(">", watch.on_bus)
    async with real_room(keys, nats_url, fresh_database) as room:
        await start(room, tmp_path)
        players, tasks = [], []
        for number, (table, *_) in enumerate(GAMES):
            for seat in range(PLAYERS):
                form = Form.JSON if seat % 2 else Form.BINARY
                players.append(await a_player(room, 10 * number + seat, table, form, watch))
            line = await a_spectator(room, number, table, watch)
            tasks.append(asyncio.ensure_future(line.run()))
        tasks += [asyncio.ensure_future(player.run()) for player in players]
        async with asyncio.timeout(420):
            while sum(each.hands for each in watch.public.values()) < HANDS or not all(
                scanner.frames > FRAMES for scanner in watch.scanners
            ):
                await asyncio.sleep(0.1)
                assert not watch.leaks, watch.leaks[0]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        metrics = b"\n".join(r.metrics.exposition() for r in room.running.values()).decode()
        rows = await archive_rows(fresh_database, room)
    await subscription.stop()
    root.removeHandler(lines)
    assert not watch.leaks, watch.leaks[0]
    judge(watch, lines.lines, metrics, rows)


async def start(room: RealRoom, folder: Path) -> None:
    """Two table processes, one gateway, all games."""
    await room.start("wallet")
    await room.start("lobby", lobby_seeds_file=seeds_file(folder, *GAMES))
    await room.start("chat")
    room_keys = {"table_room_keys": json.dumps({"k1": ROOM_KEY})}
    for number in range(2):
        await room.start("table", number, **room_keys, **QUICK)
    await room.start("gateway", gateway_address_burst="10000")


def judge(watch: Watch, lines: list[str], metrics: str, rows: list[str]) -> None:
    """What was shown is what was held; what was held is nowhere else."""
    holes: dict[tuple[str, int], str] = {}
    for scanner in watch.scanners:
        holes.update(scanner.holes)
    assert len({hand for hand, _ in holes}) >= HANDS * 0.9
    for scanner in [*watch.scanners, *watch.public.values()]:
        for key, cards in scanner.shown.items():
            assert key not in holes or sorted(holes[key]) == sorted(cards), key
    decks = {frozenset(deck[at : at + 2] for at in range(0, 104, 2)) for deck in Decks.seen}
    assert decks == {frozenset(cards_text(range(52))[at : at + 2] for at in range(0, 104, 2))}
    assert len(Decks.seen) == len(set(Decks.seen)) >= HANDS
    accounts = {(hand, seat): account for account, hand, seat in watch.parts}
    assert len(accounts) == len(watch.parts), "a private part went to two accounts"
    stray = b"\n".join(watch.raw.get("", []))
    text = "\n".join(lines) + metrics
    archived = {hand: row for row in rows for hand, _ in holes if hand in row}
    assert len(archived) >= HANDS * 0.8
    shown = {key for scanner in watch.public.values() for key in scanner.shown}
    for (hand, seat), cards in holes.items():
        if (hand, seat) in shown:
            continue
        row = archived.get(hand, "")
        assert cards not in HEX.sub("", row)
        assert cards.encode().hex() not in row, "cards in clear in the archive"
        record = HEX_BYTES.sub(b"", b"\n".join(watch.raw.get(hand, [])))
        assert cards.encode() not in record, "cards in clear in the hand log"
        assert len(cards) < 8 or cards.encode() not in stray
        assert len(cards) < 8 or cards not in text
    assert not any(set(cards_in(line)) for line in lines), "cards in a log line"


async def archive_rows(databases: FreshDatabases, room: RealRoom) -> list[str]:
    """All rows of the table service's schema as text; another service's role may not look."""
    engine = create_async_engine(driver_url(room.database_url("lobby")))
    with pytest.raises(sqlalchemy.exc.ProgrammingError):
        async with engine.connect() as connection:
            await connection.execute(sqlalchemy.text("select * from table_service.hands"))
    await engine.dispose()
    engine = create_async_engine(driver_url(databases.admin_of(room.database_url("table"))))
    found: list[str] = []
    async with engine.connect() as connection:
        tables = "select table_name from information_schema.tables where table_schema = "
        names = await connection.execute(sqlalchemy.text(f"{tables}'table_service'"))
        for (name,) in names.all():
            rows = await connection.execute(
                sqlalchemy.text(f'select t::text from table_service."{name}" t')
            )
            found += [text for (text,) in rows.all()]
    await engine.dispose()
    return found
