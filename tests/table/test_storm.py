"""Tables and wallet on virtual time, in storm, with owners killed at random moments.

After it everybody goes home: no chip is lost, no hand is stuck. The same seed does the same things.
"""

import asyncio
import base64
import random
from typing import Any

import pytest

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Caller, LogRecord, Message
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.lobby.v1 import table_config_pb2
from riverbus.pb.table.v1 import events_pb2, ownership_pb2, table_pb2, table_pb2_grpc
from riverbus.pb.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from riverbus.runtime.calls import speaking_for
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_client import CallPolicy
from riverbus.runtime.rpc_memory import MemoryNetwork, MemoryRpc
from riverbus.runtime.rpc_server import Guard
from riverbus.runtime.service import App, Ports
from riverbus.runtime.streams import STREAMS
from riverbus.sim.broker import Broker
from riverbus.sim.bus import MemoryBus
from riverbus.sim.hand_log import LogDisk, MemoryHandLog
from riverbus.sim.loop import VirtualLoop, run_virtual
from riverbus.sim.network import CALM, STORM, Network, Weather
from riverbus.sim.sources import SimClock, SimIds, SimShuffle
from services.table import wiring as table_wiring
from services.table.adapters.lease import LeaseBucket
from services.table.adapters.record_codec import stored_event
from services.table.app import actor as actor_module
from services.table.app.conversations import Conversations
from services.table.config import TableConfig
from services.table.domain import memory
from services.table.wiring import TableApp
from services.wallet import wiring as wallet_wiring
from services.wallet.adapters.event_codec import encode_events
from services.wallet.adapters.memory_store import MemoryStore
from services.wallet.config import WalletConfig
from tests.fixtures.keys import TestKeys
from tests.table.room import account_ids

KEY = base64.b64encode(bytes(range(32))).decode()
GAMES = (
    (types_pb2.GAME_HOLDEM, types_pb2.LIMIT_NONE),
    (types_pb2.GAME_OMAHA8, types_pb2.LIMIT_POT),
    (types_pb2.GAME_STUD, types_pb2.LIMIT_FIXED),
    (types_pb2.GAME_DRAW, types_pb2.LIMIT_FIXED),
)
PODS = ("table-0", "table-1", "table-2")
SEATS = 3
PLAY_S = 80.0


class AuditedDisk(LogDisk):
    """Remembers every public event that was made durable, purged or not."""

    def __init__(self) -> None:
        super().__init__()
        self.durable: dict[tuple[str, int], bytes] = {}

    def append(self, record: LogRecord, expected: int) -> int | None:
        sequence = super().append(record, expected)
        event = stored_event(record)
        if sequence is not None and event is not None:
            number = events_pb2.PublicEvent.FromString(event).sequence
            assert (record.table_id, number) not in self.durable, "a sequence was given twice"
            self.durable[record.table_id, number] = event
        return sequence


class StormRoom:
    """Wallet, three table processes and a gateway's channels over one simulated network."""

    def __init__(self, keys: TestKeys, loop: VirtualLoop, seed: int, weather: Weather) -> None:
        self._keys = keys
        self._loop = loop
        self.random = random.Random(seed)
        self.network = Network(self.random, CALM)
        self.weather = weather
        self.rpc_network = MemoryNetwork(self.network.rpc_fault)
        self.broker = Broker(self.network, {one.name: one.subjects for one in STREAMS})
        self.disk = AuditedDisk()
        self.buses: dict[str, MemoryBus] = {}
        self.pods: dict[str, TableApp] = {}
        self.owners: dict[str, str] = {}
        self.bus = MemoryBus(self.broker, "gateway-0")
        self.wallet_store = MemoryStore(encode_events)
        self.wallet: App = wallet_wiring.build(
            WalletConfig(private_key=keys.private["wallet"], audit_every_s=0),
            self._ports("wallet", "wallet-0"),
            memory=self.wallet_store,
        )
        self.gateway = self._rpc("gateway", "gateway-0")
        self.lobby = self._rpc("lobby", "lobby-0")
        self.hands: dict[str, int] = {}
        self.kills = 0
        self.cuts = 0
        self.wrong: list[str] = []
        self.present: list[str] = []

    def _rpc(self, service: str, address: str) -> MemoryRpc:
        metrics = Metrics(service)
        policy = CallPolicy(self._keys.signer(service), metrics, 5.0)
        guard = Guard(self._keys.verifier(), metrics)
        return MemoryRpc(self.rpc_network, service, address, guard, policy)

    def _ports(self, service: str, name: str) -> Ports:
        clock = SimClock(self._loop)
        self.buses[name] = MemoryBus(self.broker, name)
        return Ports(
            instance=name,
            clock=clock,
            ids=SimIds(clock, self.random),
            shuffle=SimShuffle(self.random),
            bus=self.buses[name],
            rpc=self._rpc(service, name),
            metrics=Metrics(service),
        )

    async def start_pod(self, name: str) -> None:
        ports = self._ports("table", name)
        config = TableConfig(
            room_keys={"k1": KEY}, run_out_ms=200, show_ms=100, choice_ms=200, award_ms=100,
            hand_gap_ms=200, advance_ms=50, reconcile_s=20,
        )  # fmt: skip
        log = MemoryHandLog(self.buses[name], self.disk)
        app = table_wiring.build(config, ports, hand_log=log)
        assert isinstance(app, TableApp)
        self.pods[name] = app
        while True:
            try:
                await app.start()
                return
            except RoomError as error:
                if error.kind is not ErrorKind.UNAVAILABLE:
                    raise
                await asyncio.sleep(0.5)

    async def kill(self, name: str) -> None:
        """The process stops between two steps; nothing that it had begun goes on."""
        app = self.pods.pop(name)
        self.rpc_network.vanish(name)
        for actor in app.tables.actors.values():
            actor._stopped = True
            if actor._task is not None:
                actor._task.cancel()
            if actor._timer is not None:
                actor._timer.cancel()
            await actor._conversations.stop()
        await app.ownership.stop()
        for worker in app.workers:
            await worker.stop()
        await self.buses[name].kill()
        self.kills += 1

    # -- players ----------------------------------------------------------------------------

    async def call(self, account: str, table_id: str, make: Any) -> Any:
        """To the owner by the lease, the same request until its outcome is known."""
        who = Caller("gateway", account, account[-4:], frozenset({"player"}), "s")
        while True:
            address = self.owners.get(table_id)
            if address:
                stub = table_pb2_grpc.TableServiceStub(self.gateway.channel_to(address))
                try:
                    with speaking_for(who):
                        return await make(stub)
                except RoomError as error:
                    if error.kind not in (
                        ErrorKind.UNAVAILABLE, ErrorKind.DEADLINE, ErrorKind.NOT_OWNER,
                    ) and error.code != "table_unknown":  # fmt: skip
                        raise
            await asyncio.sleep(0.2)

    async def player(self, account: str, table_id: str, seat: int, until_s: float) -> None:
        """Sits, acts at random, tops up, and leaves when the time is over."""
        count = 0

        def action_id() -> str:
            nonlocal count
            count += 1
            return f"act-{seat}-{count:06d}"

        sit = table_pb2.SitRequest(
            table_id=table_id, action_id=action_id(), buy_in=20_000, seat=seat
        )
        answer = await self.call(account, table_id, lambda stub: stub.Sit(sit, timeout=5))
        while answer.answer.pending:
            answer = await self.call(account, table_id, lambda stub: stub.Sit(sit, timeout=5))
        assert answer.answer.ok, answer
        see = table_pb2.GetTableRequest(table_id=table_id)
        while self._loop.time() < until_s:
            view = (
                await self.call(account, table_id, lambda stub: stub.GetTable(see, timeout=5))
            ).view
            self.hands[table_id] = max(self.hands.get(table_id, 0), view.hand_number)
            mine = next((one for one in view.seats if one.account_id == account), None)
            assert mine is not None, f"{account} lost the seat at {table_id}"
            if view.own.HasField("legal") and not view.own.legal.show_or_muck:
                await self._act(account, table_id, view, action_id())
            elif mine.stack + mine.bet < 3_000 and not view.own.top_up_waiting:
                top_up = table_pb2.TopUpRequest(
                    table_id=table_id, action_id=action_id(), amount=10_000
                )
                await self._quietly(
                    account, table_id, lambda stub, r=top_up: stub.TopUp(r, timeout=5)
                )
            await asyncio.sleep(0.1 + self.random.random() * 0.4)
        leave = table_pb2.LeaveRequest(table_id=table_id, action_id=action_id())
        while True:
            try:
                done = await self.call(account, table_id, lambda stub: stub.Leave(leave, timeout=5))
            except RoomError as error:
                if error.code != "not_seated":
                    raise
                return
            if not done.answer.pending:
                return
            await asyncio.sleep(0.5)

    async def _act(
        self, account: str, table_id: str, view: events_pb2.TableView, action_id: str
    ) -> None:
        legal = view.own.legal
        verbs: list[tuple[Any, int]] = []
        if legal.draw_max >= 0:
            verbs = [(events_pb2.VERB_STAND_PAT, 0)]
        else:
            verbs += [(events_pb2.VERB_CHECK, 0)] * 3 if legal.check else []
            verbs += [(events_pb2.VERB_CALL, 0)] * 3 if legal.call else []
            verbs += [(events_pb2.VERB_FOLD, 0)] if legal.fold and not legal.check else []
            verbs += [(one.verb, one.min) for one in legal.wagers]
        verb, to = self.random.choice(verbs)
        act = table_pb2.ActRequest(
            table_id=table_id, action_id=action_id, hand_id=view.hand_id, turn=view.turn.turn,
            price=view.turn.price, verb=verb, to=to,
        )  # fmt: skip
        await self._quietly(account, table_id, lambda stub: stub.Act(act, timeout=5))

    async def _quietly(self, account: str, table_id: str, make: Any) -> None:
        try:
            await self.call(account, table_id, make)
        except RoomError as error:
            if error.kind not in (ErrorKind.STALE, ErrorKind.REFUSED):
                raise

    # -- the world --------------------------------------------------------------------------

    async def tell_presence(self) -> None:
        while True:
            message = ownership_pb2.Presence(
                gateway="gateway-0",
                accounts=[
                    ownership_pb2.PresentAccount(account_id=account, connections=[1])
                    for account in self.present
                ],
            )
            await self.bus.publish("presence.gateway-0", message.SerializeToString())
            await asyncio.sleep(0.5)

    async def killer(self, until_s: float) -> None:
        """Each 8 to 25 seconds a process dies, or is cut off, and comes back after a few."""
        while True:
            await asyncio.sleep(8 + self.random.random() * 17)
            if self._loop.time() > until_s:
                return
            name = self.random.choice(sorted(self.pods))
            if self.random.random() < 0.4:
                await self.cut_off(name)
                continue
            await self.kill(name)
            await asyncio.sleep(1 + self.random.random() * 5)
            await self.start_pod(name)

    async def _audit(self, message: Message) -> None:
        """Nothing is shown that is not durable; one event is one sequence (SEAMS 7, 31)."""
        event = events_pb2.PublicEvent.FromString(message.data)
        durable = self.disk.durable.get((event.table_id, event.sequence))
        if durable != message.data:
            self.wrong.append(f"{event.table_id} {event.epoch}/{event.sequence} is not in the log")

    async def cut_off(self, name: str) -> None:
        """The process lives on behind a broken line, believing that it owns its tables."""
        self.network.cut(name)
        await asyncio.sleep(3 + self.random.random() * 5)
        self.network.heal(name)
        self.buses[name].tell_gap()
        self.cuts += 1

    async def run(self) -> None:
        await self.wallet.start()
        people = account_ids(SEATS * len(GAMES))
        wallet = wallet_pb2_grpc.WalletServiceStub(self.lobby.channel("wallet"))
        for account in people:
            await wallet.OpenAccount(
                wallet_pb2.OpenAccountRequest(id=f"open-account:{account}", account_id=account),
                timeout=5,
            )
        self.present = people
        bucket = await self.bus.key_value("tables")
        for number, (game, limit) in enumerate(GAMES):
            config = table_config_pb2.TableConfig(
                table_id=f"t{number}", name=f"T{number}", game=game, limit=limit, seats_max=SEATS,
                stakes=types_pb2.Stakes(
                    small_blind=50, big_blind=100, lower=100, upper=200, unit=1,
                    ante=10 if game == types_pb2.GAME_STUD else 0,
                    bring_in=50 if game == types_pb2.GAME_STUD else 0,
                ),
                profile="stoner", currency="PLAY", buy_in_min_minor=1_000,
                buy_in_max_minor=1_000_000, revision=1,
                kind=table_config_pb2.TABLE_KIND_CASH,
                state=table_config_pb2.CONFIGURED_STATE_OPEN,
                rake=types_pb2.RakePolicy(version="1", basis_points=500, rounding="down"),
            )  # fmt: skip
            await bucket.put(f"t{number}", config.SerializeToString())

        async def on_lease(lease: Any) -> None:
            self.owners[lease.table_id] = "" if lease.released else lease.address

        await LeaseBucket(self.bus).watch(on_lease)
        for name in PODS:
            await self.start_pod(name)
        await self.bus.subscribe("table.*.event", self._audit)
        telling = asyncio.create_task(self.tell_presence())
        self.network.weather = self.weather
        end = self._loop.time() + PLAY_S
        killing = asyncio.create_task(self.killer(end - 20))
        async with asyncio.timeout(PLAY_S + 600), asyncio.TaskGroup() as group:
            for number, account in enumerate(people):
                table_id, seat = f"t{number // SEATS}", number % SEATS + 1
                group.create_task(self.player(account, table_id, seat, end))
        await killing
        telling.cancel()


def storm(keys: TestKeys, seed: int) -> None:
    """Four games, twelve players, some kills and broken lines; then everybody goes home."""

    async def main() -> StormRoom:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        room = StormRoom(keys, loop, seed, STORM)
        await room.run()
        return room

    room = run_virtual(main)
    assert not room.wrong, room.wrong[:3]
    assert len(room.disk.durable) > 200
    ledger = {str(key): amount for key, amount in room.wallet_store.accounts.items()}
    assert sum(ledger.values()) == 0  # double entry: all accounts together
    left = {key: amount for key, amount in ledger.items() if "escrow" in key.lower() and amount}
    assert not left, left  # every chip went home
    assert min(room.hands.values()) >= 3, room.hands
    assert room.kills + room.cuts >= 2


@pytest.mark.parametrize("seed", [1, 2])
def test_no_chip_is_lost_when_owners_die_in_a_storm(keys: TestKeys, seed: int) -> None:
    storm(keys, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 40))
def test_no_chip_is_lost_in_many_storms(keys: TestKeys, seed: int) -> None:
    storm(keys, seed)


def _publish_before_the_ack(patch: pytest.MonkeyPatch) -> None:
    """A writer that shows what it has decided while the log still works on it."""
    whole = actor_module.TableActor.append

    async def append(self: actor_module.TableActor, entry: Any) -> int:
        if entry.event is not None:
            self._teller.tell(self.table_id, entry.event, ())
        return await whole(self, entry)

    patch.setattr(actor_module.TableActor, "append", append)


def _forget_action_ids(patch: pytest.MonkeyPatch) -> None:
    """A table that judges a repeated command anew."""
    for module in (memory, actor_module):
        patch.setattr(module, "recall", lambda *_: None)


def _skip_outcomes(patch: pytest.MonkeyPatch) -> None:
    """A table that loses every tenth answer of the wallet."""
    whole = Conversations._answered
    count = 0

    async def answered(self: Conversations, intent: Any, outcome: Any) -> None:
        nonlocal count
        count += 1
        if count % 10:
            await whole(self, intent, outcome)
        else:
            await asyncio.sleep(10**6)

    patch.setattr(Conversations, "_answered", answered)


@pytest.mark.soak
@pytest.mark.parametrize("plant", [_publish_before_the_ack, _forget_action_ids, _skip_outcomes])
def test_a_planted_fault_is_found(
    keys: TestKeys, monkeypatch: pytest.MonkeyPatch, plant: Any
) -> None:
    """Within five seeds something must break: chips, answers or liveness."""
    plant(monkeypatch)
    for seed in range(1, 6):
        try:
            storm(keys, seed)
        except (Exception, asyncio.CancelledError):
            return
    pytest.fail("nobody noticed")
