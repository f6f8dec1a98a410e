"""A small real room for table tests: wallet and table processes in this loop, players over gRPC."""

import asyncio
import base64
import itertools
import os
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from riverbus.core.errors import RoomError
from riverbus.core.ports import Caller, LeaseRecord, Message, Subscription
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.lobby.v1 import table_config_pb2
from riverbus.pb.table.v1 import events_pb2, ownership_pb2, table_pb2, table_pb2_grpc
from riverbus.pb.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import speaking_for
from riverbus.runtime.config import read_config
from riverbus.runtime.grpc_client import RpcChannel
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_client import CallPolicy
from riverbus.runtime.service import Running, Service
from services.table.adapters.lease import LeaseBucket
from services.table.app.tables import Tables
from services.table.wiring import SERVICE as TABLE
from services.table.wiring import TableApp
from services.wallet.wiring import SERVICE as WALLET
from tests.fixtures.keys import TestKeys

ROOM_KEYS = {"k1": base64.b64encode(bytes(range(32))).decode()}
QUICK = {
    "RIVERBUS_RUN_OUT_MS": "20",
    "RIVERBUS_SHOW_MS": "10",
    "RIVERBUS_CHOICE_MS": "20",
    "RIVERBUS_AWARD_MS": "10",
    "RIVERBUS_HAND_GAP_MS": "20",
    "RIVERBUS_ADVANCE_MS": "10",
}


MOVING = (
    "not_owner",
    "table_moved",
    "service_unavailable",
    "starting",
    "table_unknown",
    "call_cancelled",
    "deadline_exceeded",
)


class Room:
    """Started processes and what tests ask of them."""

    def __init__(self, nats_url: str, urls: dict[str, str], keys: TestKeys, bus: NatsBus) -> None:
        self.nats_url = nats_url
        self.urls = urls
        self.keys = keys
        self.bus = bus
        self.pods: dict[str, Running] = {}
        self.processes: dict[str, asyncio.subprocess.Process] = {}
        self.leases: dict[str, LeaseRecord] = {}
        self._following: Subscription | None = None
        self.wallet: Running | None = None
        self.wallet_address = ""
        self.present: dict[str, list[int]] = {}
        self.events: list[events_pb2.PublicEvent] = []
        self.parts: dict[tuple[str, int], events_pb2.PrivatePart] = {}
        metrics = Metrics("gateway")
        self._policy = CallPolicy(keys.signer("gateway"), metrics, 5.0)
        self._table_policy = CallPolicy(keys.signer("table"), metrics, 5.0)
        self._lobby_policy = CallPolicy(keys.signer("lobby"), metrics, 5.0)
        self._channels: dict[tuple[str, str], RpcChannel] = {}
        self._presence: asyncio.Task[None] | None = None
        self._actions = itertools.count(1)
        self._opened: set[str] = set()

    # -- processes --------------------------------------------------------------------------

    async def start_wallet(self) -> None:
        """Start it, or start it again at its old address."""
        listen = self.wallet_address or "127.0.0.1:0"
        self.wallet = await self._start(WALLET, "wallet-0", {"RIVERBUS_GRPC_LISTEN": listen})
        assert self.wallet.rpc is not None
        self.wallet_address = self.wallet.rpc.address

    async def stop_wallet(self) -> None:
        """The wallet goes away."""
        assert self.wallet is not None
        await self.wallet.stop()

    async def start_pod(self, name: str, **extra: str) -> Running:
        address = self.wallet.rpc.address if self.wallet and self.wallet.rpc else ""
        pod = await self._start(
            TABLE,
            name,
            {
                "RIVERBUS_WALLET_ADDRESSES": address,
                "RIVERBUS_TABLE_ROOM_KEYS": msgspec.json.encode(ROOM_KEYS).decode(),
                "RIVERBUS_DRAIN_S": "5",
                **QUICK,
                **extra,
            },
        )
        self.pods[name] = pod
        return pod

    async def start_process(self, name: str, **extra: str) -> None:
        """A table service as a process of its own, to be killed."""
        assert self.wallet is not None
        assert self.wallet.rpc is not None
        if self._following is None:
            self._following = await LeaseBucket(self.bus).watch(self._on_lease)
        environment = {
            **os.environ,
            "RIVERBUS_NATS_URL": self.nats_url,
            "RIVERBUS_DATABASE_URL": self.urls["table"],
            "RIVERBUS_INSTANCE": name,
            "RIVERBUS_WALLET_ADDRESSES": self.wallet.rpc.address,
            "RIVERBUS_TABLE_ROOM_KEYS": msgspec.json.encode(ROOM_KEYS).decode(),
            "RIVERBUS_LOG_LEVEL": "warning",
            **self.keys.environment("table"),
            **QUICK,
            **extra,
        }
        self.processes[name] = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "services.table", env=environment,
            stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip

    async def sigkill(self, name: str) -> None:
        """The process is gone between two instructions."""
        process = self.processes.pop(name)
        process.kill()
        await process.wait()

    async def sigterm(self, name: str) -> int:
        """Ask it to end; its exit status."""
        process = self.processes.pop(name)
        process.terminate()
        return await process.wait()

    async def _on_lease(self, lease: LeaseRecord) -> None:
        self.leases[lease.table_id] = lease

    async def _start(self, service: Service[Any], name: str, extra: dict[str, str]) -> Running:
        environment = {
            "RIVERBUS_NATS_URL": self.nats_url,
            "RIVERBUS_DATABASE_URL": self.urls[service.name],
            "RIVERBUS_INSTANCE": name,
            **self.keys.environment(service.name),
            **extra,
        }
        running = Running(service, read_config(service.config, service.name, environment))
        try:
            await running.start()
        except BaseException:
            await running.stop()
            raise
        return running

    async def kill(self, name: str) -> None:
        """As SIGKILL would: no drain, no last word; its connections are cut."""
        pod = self.pods.pop(name)
        app = pod.app
        assert isinstance(app, TableApp)
        for actor in app.tables.actors.values():
            if actor._task is not None:
                actor._task.cancel()
            actor._stopped = True
        await app.ownership.stop()
        for worker in app.workers:
            await worker.stop()
        for actor in app.tables.actors.values():
            await actor._conversations.stop()
        if pod.nats is not None:
            await pod.nats.client.close()
        await pod.grpc.stop(0)
        await pod.http.stop()

    async def stop(self) -> None:
        if self._presence is not None:
            self._presence.cancel()
        for name in list(self.processes):
            await self.sigkill(name)
        if self._following is not None:
            await self._following.stop()
        for pod in list(self.pods.values()):
            await pod.stop()
        # The next room of this module has another ledger: what these tables booked is not its own.
        bucket = await self.bus.key_value("tables")
        for table_id in self._opened:
            await bucket.delete(table_id)
        if self.wallet is not None:
            await self.wallet.stop()
        for channel in self._channels.values():
            await channel.close()

    # -- the lobby's and the gateway's parts ------------------------------------------------

    async def open_table(self, table_id: str, **fields: Any) -> None:
        config = table_config_pb2.TableConfig(
            table_id=table_id,
            name=table_id.title(),
            game=types_pb2.GAME_HOLDEM,
            limit=types_pb2.LIMIT_NONE,
            stakes=types_pb2.Stakes(small_blind=50, big_blind=100, unit=1),
            seats_max=6,
            profile="stoner",
            currency="PLAY",
            buy_in_min_minor=1_000,
            buy_in_max_minor=100_000,
            clocks=table_config_pb2.TableClocks(turn_s=60),
            kind=table_config_pb2.TABLE_KIND_CASH,
            state=table_config_pb2.CONFIGURED_STATE_OPEN,
            revision=1,
        )
        for name, value in fields.items():
            if isinstance(value, int | str):
                setattr(config, name, value)
            else:
                getattr(config, name).CopyFrom(value)
        bucket = await self.bus.key_value("tables")
        await bucket.put(table_id, config.SerializeToString())
        self._opened.add(table_id)
        await self.bus.subscribe(f"table.{table_id}.event", self._on_event)

    async def open_accounts(self, *accounts: str) -> None:
        assert self.wallet is not None
        assert self.wallet.rpc is not None
        stub = wallet_pb2_grpc.WalletServiceStub(
            self._channel(self.wallet.rpc.address, self._lobby_policy)
        )
        for account in accounts:
            await stub.OpenAccount(
                wallet_pb2.OpenAccountRequest(id=f"open-account:{account}", account_id=account),
                timeout=5,
            )
            self.present[account] = [1]
            await self.bus.subscribe(f"player.{account}.table.>", self._on_part)
        if self._presence is None:
            self._presence = asyncio.create_task(self._tell_presence())

    async def tell_presence(self) -> None:
        message = ownership_pb2.Presence(
            gateway="gateway-0",
            accounts=[
                ownership_pb2.PresentAccount(account_id=account, connections=lines)
                for account, lines in self.present.items()
                if lines
            ],
        )
        await self.bus.publish("presence.gateway-0", message.SerializeToString())

    async def _tell_presence(self) -> None:
        while True:
            await self.tell_presence()
            await asyncio.sleep(0.5)

    async def _on_event(self, message: Message) -> None:
        self.events.append(events_pb2.PublicEvent.FromString(message.data))

    async def _on_part(self, message: Message) -> None:
        part = events_pb2.PrivatePart.FromString(message.data)
        self.parts[message.subject.split(".")[1], part.sequence] = part

    # -- players ----------------------------------------------------------------------------

    def tables(self, name: str) -> Tables:
        app = self.pods[name].app
        assert isinstance(app, TableApp)
        return app.tables

    def owner(self, table_id: str) -> str | None:
        for name in self.pods:
            actor = self.tables(name).actors.get(table_id)
            if actor is not None and not actor.stopped:
                return name
        lease = self.leases.get(table_id)
        if lease is not None and lease.owner in self.processes and not lease.released:
            return lease.owner
        return None

    async def owned(self, table_id: str, deadline_s: float = 40.0) -> str:
        """The owner, once there is one."""
        found: str = await until(lambda: self.owner(table_id), deadline_s)
        return found

    def stub(self, name: str) -> "table_pb2_grpc.TableServiceAsyncStub":
        if name in self.processes:
            own = (one for one in self.leases.values() if one.table_id in self._opened)
            address = next(one.address for one in own if one.owner == name)
            return table_pb2_grpc.TableServiceStub(self._channel(address, self._policy))
        rpc = self.pods[name].rpc
        assert rpc is not None
        return table_pb2_grpc.TableServiceStub(self._channel(rpc.address, self._policy))

    def action_id(self) -> str:
        return f"action-{next(self._actions):08d}"

    async def call(
        self, account: str, make: Callable[[Any], Awaitable[Any]],
        table_id: str,
    ) -> Any:  # fmt: skip
        """As the gateway: with the owner, again while it moves."""
        who = Caller("gateway", account, account.title(), frozenset({"player"}), "s1")
        end = asyncio.get_running_loop().time() + 30
        while True:
            try:
                with speaking_for(who):
                    return await make(self.stub(await self.owned(table_id)))
            except RoomError as error:
                if error.code not in MOVING:
                    raise
                if asyncio.get_running_loop().time() > end:
                    raise
            await asyncio.sleep(0.05)

    async def sit(self, table_id: str, account: str, buy_in: int = 10_000, seat: int = 0) -> Any:
        """Sit and wait until the chips are there."""
        request = table_pb2.SitRequest(
            table_id=table_id, action_id=self.action_id(), buy_in=buy_in, seat=seat
        )
        await self.call(account, lambda stub: stub.Sit(request, timeout=5), table_id)
        answer = await self.call(account, lambda stub: stub.Sit(request, timeout=5), table_id)
        return answer.answer

    async def leave(self, table_id: str, account: str) -> Any:
        request = table_pb2.LeaveRequest(table_id=table_id, action_id=self.action_id())
        await self.call(account, lambda stub: stub.Leave(request, timeout=5), table_id)
        return request

    async def view(self, table_id: str, account: str) -> events_pb2.TableView:
        request = table_pb2.GetTableRequest(table_id=table_id)
        answer = await self.call(account, lambda stub: stub.GetTable(request, timeout=5), table_id)
        view: events_pb2.TableView = answer.view
        return view

    async def act(
        self, table_id: str, view: events_pb2.TableView, account: str, verb: Any, to: int = 0,
        action_id: str = "",
    ) -> table_pb2.CommandAnswer:  # fmt: skip
        request = table_pb2.ActRequest(
            table_id=table_id,
            action_id=action_id or self.action_id(),
            hand_id=view.hand_id,
            turn=view.turn.turn,
            price=view.turn.price,
            verb=verb,
            to=to,
        )
        answer = await self.call(account, lambda stub: stub.Act(request, timeout=5), table_id)
        command: table_pb2.CommandAnswer = answer.answer
        return command

    async def to_act(self, table_id: str, accounts: dict[int, str]) -> events_pb2.TableView:
        """The view of whoever is to act, once somebody is."""

        async def look() -> events_pb2.TableView | None:
            view = await self.view(table_id, next(iter(accounts.values())))
            if not view.HasField("turn") or view.turn.seat not in accounts:
                return None
            return await self.view(table_id, accounts[view.turn.seat])

        found: events_pb2.TableView = await until_async(look)
        return found

    async def play_on(
        self, table_id: str, accounts: dict[int, str], hands: int, seed: int = 1
    ) -> int:
        """Players act at random until so many hands are over; returns the number of actions."""
        pick = random.Random(seed)
        actions = 0
        first = (await self.view(table_id, next(iter(accounts.values())))).hand_number
        while True:
            view = await self.to_act(table_id, accounts)
            if view.hand_number >= first + hands:
                return actions
            legal = view.own.legal
            if not view.own.HasField("legal"):
                continue
            account = accounts[view.turn.seat]
            verbs: list[tuple[Any, int]] = []
            if legal.check:
                verbs += [(events_pb2.VERB_CHECK, 0)] * 3
            if legal.call:
                verbs += [(events_pb2.VERB_CALL, 0)] * 3
            if legal.fold and not legal.check:
                verbs.append((events_pb2.VERB_FOLD, 0))
            verbs += [(wager.verb, wager.min) for wager in legal.wagers]
            verb, to = pick.choice(verbs)
            try:
                await self.act(table_id, view, account, verb, to)
                actions += 1
            except RoomError as error:
                if error.code not in ("stale_turn", "not_your_turn", "price_changed"):
                    raise

    async def balances(self, *accounts: str) -> dict[str, int]:
        """Cash and escrow of each account together."""
        assert self.wallet is not None
        assert self.wallet.rpc is not None
        channel = self._channel(self.wallet.rpc.address, self._table_policy)
        wallet = wallet_pb2_grpc.WalletServiceStub(channel)
        found = {}
        for account in accounts:
            answer = await wallet.LookUpBalances(
                wallet_pb2.LookUpBalancesRequest(account_id=account), timeout=5
            )
            found[account] = sum(one.amount for one in answer.balances if one.currency == "PLAY")
        return found

    def _channel(self, address: str, policy: CallPolicy) -> RpcChannel:
        key = (address, str(id(policy)))
        if key not in self._channels:
            self._channels[key] = RpcChannel([address], policy)
        return self._channels[key]


def account_ids(count: int) -> list[str]:
    """Account ids that tests can tell apart."""
    return [f"01900000-0000-7000-8000-{number:012d}" for number in range(1, count + 1)]


@asynccontextmanager
async def real_room(
    nats_url: str, urls: dict[str, str], keys: TestKeys, bus: NatsBus
) -> AsyncIterator[Room]:
    """A room with its wallet; start table processes with start_pod."""
    room = Room(nats_url, urls, keys, bus)
    try:
        await room.start_wallet()
        yield room
    finally:
        await room.stop()


async def until(look: Callable[[], Any], deadline_s: float = 40.0) -> Any:
    """What `look` gives once it gives something."""

    async def asynchronous() -> Any:
        return look()

    return await until_async(asynchronous, deadline_s)


async def until_async(look: Callable[[], Awaitable[Any]], deadline_s: float = 40.0) -> Any:
    """As until, for coroutines."""
    end = asyncio.get_running_loop().time() + deadline_s
    while True:
        found = await look()
        if found:
            return found
        assert asyncio.get_running_loop().time() < end, "it did not happen in time"
        await asyncio.sleep(0.02)
