"""One simulated stretch of a room's life: players sign up, sit, play and leave, things break."""

import asyncio
from collections.abc import Sequence

import msgspec

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc
from riverbus.sim.loop import VirtualLoop, run_virtual
from riverbus.sim.network import CALM, STORM
from riverbus.sim.room.auditor import Auditor
from riverbus.sim.room.player import SimPlayer
from riverbus.sim.room.room import PROCESSES, SimRoom

PASSWORD = "river-of-simulated-time"
TABLES = (
    "confluence", "delta", "braid", "towpath", "sandbank", "ferry", "ford", "estuary", "rapids",
)  # fmt: skip
"""Seeded tables, one of each game first."""
SEATS = 3
HOME_S = 900.0
AFTER_S = 15.0
"""What is archived and booked after the last hand is there by then."""
AUDIT_S = 5.0


class Faults(msgspec.Struct, frozen=True):
    """What may go wrong: bad weather on the network, and processes that are killed."""

    weather: bool = False
    kill: tuple[str, ...] = ()
    """Services whose processes die now and then."""
    cut: bool = False
    """Processes that are cut off the network for some seconds."""
    bus: bool = False
    """The bus itself goes away for some seconds."""
    suspect: bool = False
    """A table process lives and writes, but its heartbeats are lost and leases are read late."""


NONE = Faults()
ALL = Faults(True, ("table", "gateway", "wallet", "lobby", "chat"), True, True, True)


class Report(msgspec.Struct, kw_only=True):
    """What happened."""

    seed: int
    virtual_s: float
    hands: dict[str, int]
    cancelled: int
    actions: int
    frames: int
    kills: dict[str, int]
    cuts: int
    outages: int
    suspected: int
    refused: dict[str, int]
    fingerprint: int
    """Differs when the same seed did something else."""


class Simulation:
    """Runs inside a virtual loop."""

    def __init__(self, loop: VirtualLoop, seed: int, tables: Sequence[str], faults: Faults) -> None:
        self._seed = seed
        self._loop = loop
        self._tables = tables
        self._faults = faults
        self.room = SimRoom(loop, seed)
        self.auditor = Auditor(self.room)
        self.kills: dict[str, int] = {}
        self.cuts = 0
        self.outages = 0
        self.suspected = 0
        self._over = False

    async def run(self, seconds: float) -> Report:
        """Play for so long, send everybody home, audit. Raises Finding."""
        room = self.room
        await room.start()
        players = [
            SimPlayer(room, *await self._sign_up(number), table_id, self.auditor.hear)
            for number, table_id in enumerate(t for t in self._tables for _ in range(SEATS))
        ]
        end = self._loop.time() + seconds
        if self._faults.weather:
            room.network.weather = STORM
        watching = asyncio.create_task(self._audit_for_ever())
        async with asyncio.timeout(seconds + HOME_S), asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play(lambda: self._over))
            await self._break_things(end)
            room.network.weather = CALM
            self._over = True
        await asyncio.sleep(AFTER_S)
        watching.cancel()
        self.auditor.check_chips()
        self.auditor.check_home()
        self.auditor.check_log(players)
        for table_id in self._tables:
            if not self.auditor.hands.get(table_id):
                self.auditor.findings.append(f"no hand was finished at {table_id}")
        self.auditor.check()
        refused: dict[str, int] = {}
        for player in players:
            for code, count in player.refused.items():
                refused[code] = refused.get(code, 0) + count
        return Report(
            seed=self._seed,
            virtual_s=self._loop.time(),
            hands={table: len(found) for table, found in sorted(self.auditor.hands.items())},
            cancelled=sum(len(found) for found in self.auditor.cancelled.values()),
            actions=sum(player.acted for player in players),
            frames=self.auditor.frames,
            kills=self.kills,
            cuts=self.cuts,
            outages=self.outages,
            suspected=self.suspected,
            refused=refused,
            fingerprint=hash((self.auditor.frames, room.random.getrandbits(32))),
        )

    async def _sign_up(self, number: int) -> tuple[str, str]:
        stub = lobby_pb2_grpc.AccountServiceStub(self.room.client_rpc().channel("lobby"))
        terms = await stub.GetTerms(lobby_pb2.GetTermsRequest(), timeout=5)
        answer = await stub.SignUp(
            lobby_pb2.SignUpRequest(
                name=f"Sim{number:03d}", email=f"sim{number}@example.org", password=PASSWORD,
                birth_date="1990-01-01", country="GB", terms_version=terms.version,
                declarations_accepted=True, kind=lobby_pb2.SESSION_KIND_BEARER,
                origin=lobby_pb2.ClientOrigin(address=f"10.0.{number // 250}.{number % 250 + 1}"),
            ),
            timeout=10,
        )  # fmt: skip
        return answer.session_token, answer.account.account_id

    async def _audit_for_ever(self) -> None:
        while True:
            await asyncio.sleep(AUDIT_S)
            self.auditor.check_chips()
            self.auditor.check()

    async def _break_things(self, end: float) -> None:
        """One fault at a time, with time to recover between two."""
        kinds = ["kill"] * bool(self._faults.kill) + ["cut"] * self._faults.cut
        kinds += ["bus"] * self._faults.bus + ["suspect"] * self._faults.suspect
        rng = self.room.random
        while True:
            await asyncio.sleep(4 + rng.random() * 12)
            if self._loop.time() > end - 10:
                await asyncio.sleep(end - self._loop.time())
                return
            if not kinds:
                continue
            kind = rng.choice(kinds)
            if kind == "kill":
                await self._kill(rng.choice(self._victims()))
            elif kind == "cut":
                name = rng.choice(PROCESSES)
                self.cuts += 1
                self.room.network.cut(name)
                await asyncio.sleep(1 + rng.random() * 5)
                self.room.network.heal(name)
            elif kind == "suspect":
                await self._suspect(rng.choice([n for n in PROCESSES if n.startswith("table")]))
            else:
                self.outages += 1
                self.room.broker.up = False
                await asyncio.sleep(0.5 + rng.random() * 4)
                self.room.broker.up = True

    async def _suspect(self, name: str) -> None:
        """Others take its tables over while it still writes: only the fence holds it back."""
        self.suspected += 1
        self.room.network.mute.add(name)
        self.room.network.watches_late_s = 2.0
        await asyncio.sleep(3 + self.room.random.random() * 3)
        self.room.network.mute.discard(name)
        self.room.network.watches_late_s = 0.0

    def _victims(self) -> list[str]:
        return [name for name in PROCESSES if name.rsplit("-", 1)[0] in self._faults.kill]

    async def _kill(self, name: str) -> None:
        service = name.rsplit("-", 1)[0]
        self.kills[service] = self.kills.get(service, 0) + 1
        await self.room.kill(name)
        await asyncio.sleep(0.5 + self.room.random.random() * 6)
        await self.room.start_process(name)


def simulate(seed: int, seconds: float = 120.0, tables: int = 3, faults: Faults = NONE) -> Report:
    """The whole run on a fresh virtual loop. Raises Finding, or what broke."""
    if not 1 <= tables <= len(TABLES):
        raise RoomError(
            f"Between 1 and {len(TABLES)} tables can be simulated.",
            code="tables_invalid",
            kind=ErrorKind.INVALID,
        )

    async def main() -> Report:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        return await Simulation(loop, seed, TABLES[:tables], faults).run(seconds)

    return run_virtual(main)
