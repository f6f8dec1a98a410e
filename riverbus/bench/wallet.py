"""`riverbus bench wallet`: settlements by group commit beside one transfer a statement.

Both run on one durable PostgreSQL with one schema, one after the other. A six-seat settlement is
seven transfers: each seat's win or loss, and the rake. Two wallet processes run, as in a room. The
callers use the table's own client, which sends together what waits (`SettleCalls`). Without it,
each settlement is a gRPC call of its own: measured too, as `unary`.
"""

import argparse
import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import uvloop

from riverbus.bench import wallet_rig as scene
from riverbus.bench.wallet_rival import one_transfer_a_statement
from riverbus.bench.wallet_volume import audit_of_volume
from riverbus.pb.wallet.v1 import table_money_pb2 as tm
from riverbus.pb.wallet.v1 import table_money_pb2_grpc
from riverbus.runtime.grpc_client import RpcChannel
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_client import CallPolicy
from riverbus.runtime.tokens import TokenSigner
from services.table.adapters.settle_calls import SettleCalls
from services.wallet.app.wallet import Wallet

HELP = "settlements per second beside raw SQL, latency at half the peak, audit, statements"
IN_FLIGHT = 64
TRANSFERS = 7
LOSS = 100
IDLE_S = 5.0
TIMEOUT_S = 30.0

Settle = Callable[[tm.SettleHandRequest], Awaitable[tm.SettleHandResponse]]
Stacks = dict[int, list[int]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--tables", type=int, default=3_000, help="open hands a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of settlements")
    parser.add_argument("--replicas", type=int, default=2, help="wallet processes")
    parser.add_argument("--volume", type=int, default=1_000_000, help="transfers to audit; 0: none")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    figures = uvloop.run(_measure(arguments))
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())
    else:
        for name, value in figures.items():
            print(f"{name:40} {value}")
    return 0


async def _measure(arguments: argparse.Namespace) -> dict[str, Any]:
    tables, players = arguments.tables, max(60, arguments.tables // 4)
    figures: dict[str, Any] = {
        "tables": tables, "in_flight": IN_FLIGHT, "wallets": arguments.replicas
    }  # fmt: skip
    async with scene.rig() as rig:
        await rig.start_wallets(arguments.replicas)
        figures["idle_cpu_percent"] = await _idle(rig)
        async with scene.in_process(rig.url) as (wallet, _):
            await scene.set_scene(wallet, tables, players)
            rounds = Rounds(rig, wallet, tables, players)
            signer = TokenSigner("table", rig.private["table"])
            policy = CallPolicy(signer, Metrics("bench"), TIMEOUT_S)
            async with RpcChannel(rig.addresses, policy) as channel:
                stub = table_money_pb2_grpc.TableMoneyServiceStub(channel)
                figures |= await _peak(rounds, stub, arguments.rounds)
        rival = await one_transfer_a_statement(rig.url, rig.postgres.url(), players)
        figures["rival_transfers_per_s"] = round(rival)
        figures["times_the_rival"] = round(figures["transfers_per_s"] / rival, 2)
        if arguments.volume:
            figures |= await audit_of_volume(rig.postgres.url, arguments.volume)
    return figures


class Rounds:
    """Rounds of one settlement a table; hands are opened before, unmeasured."""

    def __init__(self, rig: scene.Rig, wallet: Wallet, tables: int, players: int) -> None:
        self.rig = rig
        self._wallet = wallet
        self._players = players
        self._stacks: Stacks = {table: [scene.STACK] * scene.SEATS for table in range(tables)}
        self._turn = 0

    async def requests(self) -> list[tm.SettleHandRequest]:
        """The next round's settlements; their hands are open now."""
        await scene.open_hands(self._wallet, self._stacks, self._players, self._turn)
        made = [_settlement(table, self._turn, held) for table, held in self._stacks.items()]
        self._turn += 1
        return made

    async def closed(self, settle: Settle, count: int) -> dict[str, Any]:
        """Figures of the median of so many rounds, each with IN_FLIGHT callers."""
        rounds = []
        for _ in range(count):
            requests = await self.requests()
            tables = len(requests)
            before = self.rig.cpu_s()
            rate, latencies = await _closed(settle, requests)
            figures: dict[str, Any] = {
                "rate": rate,
                "p50_ms": _percentile(latencies, 0.5),
                "p99_ms": _percentile(latencies, 0.99),
                "cpu_ms_per_settlement": {
                    name: round((used - before[name]) * 1_000 / tables, 3)
                    for name, used in self.rig.cpu_s().items()
                },
            }
            rounds.append(figures)
        return sorted(rounds, key=lambda figures: float(figures["rate"]))[count // 2]


async def _peak(rounds: Rounds, stub: Any, count: int) -> dict[str, Any]:
    """The most that goes through, the same in calls of one, and latency at half of it."""
    calls = SettleCalls(stub, TIMEOUT_S)
    before = await _batches(rounds.rig)
    peak = await rounds.closed(calls.settle, count)
    rate = peak["rate"]
    figures: dict[str, Any] = {
        "settlements_per_s": round(rate),
        "transfers_per_s": round(rate * TRANSFERS),
        "closed_p50_ms": peak["p50_ms"],
        "closed_p99_ms": peak["p99_ms"],
        "cpu_ms_per_settlement": peak["cpu_ms_per_settlement"],
        "core_time_percent": _core_time(rate, peak["cpu_ms_per_settlement"]),
        "batch_orders": {
            bound: number - before[bound] for bound, number in (await _batches(rounds.rig)).items()
        },
    }
    unary = await rounds.closed(stub.SettleHand, 1)
    figures["unary_settlements_per_s"] = round(unary["rate"])
    figures["unary_cpu_ms_per_settlement"] = unary["cpu_ms_per_settlement"]
    latencies = await _open_loop(calls.settle, await rounds.requests(), rate / 2)
    figures["open_loop_rate"] = round(rate / 2)
    figures["open_loop_p50_ms"] = _percentile(latencies, 0.5)
    figures["open_loop_p99_ms"] = _percentile(latencies, 0.99)
    return figures


def _settlement(table: int, turn: int, held: list[int]) -> tm.SettleHandRequest:
    """Seat `turn` wins from all others; `held` follows."""
    winner = (table + turn) % scene.SEATS
    pot = LOSS * scene.SEATS
    rake = pot // 20
    seats = range(1, scene.SEATS + 1)
    for place in range(scene.SEATS):
        held[place] += pot - rake - LOSS if place == winner else -LOSS
    return tm.SettleHandRequest(
        id=f"settle:{turn}-{table}:1",
        table_id=f"bench-{table}",
        hand_id=f"{turn}-{table}",
        epoch=1,
        attempt=1,
        seats=[tm.SeatResult(seat=seat, contributed=LOSS) for seat in seats],
        pots=[
            tm.PotResult(
                amount=pot,
                eligible=seats,
                shares=[tm.PotShare(seat=winner + 1, amount=pot - rake)],
                rake=rake,
            )
        ],
        drop_point_reached=True,
    )


async def _closed(
    settle: Settle, requests: list[tm.SettleHandRequest]
) -> tuple[float, list[float]]:
    """Settlements a second with IN_FLIGHT callers, and each one's milliseconds."""
    latencies: list[float] = []

    async def caller() -> None:
        while requests:
            request = requests.pop()
            started = time.perf_counter()
            await settle(request)
            latencies.append((time.perf_counter() - started) * 1_000)

    count = len(requests)
    started = time.perf_counter()
    await asyncio.gather(*(caller() for _ in range(IN_FLIGHT)))
    return count / (time.perf_counter() - started), latencies


async def _open_loop(
    settle: Settle, requests: list[tm.SettleHandRequest], rate: float
) -> list[float]:
    """Milliseconds from the moment at which each request was due; waiting counts."""
    latencies: list[float] = []
    begun = time.perf_counter() + 0.1

    async def one(number: int, request: tm.SettleHandRequest) -> None:
        due = begun + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await settle(request)
        latencies.append((time.perf_counter() - due) * 1_000)

    await asyncio.gather(*(one(number, request) for number, request in enumerate(requests)))
    return latencies


def _core_time(rate: float, cpu_ms: dict[str, float]) -> dict[str, float]:
    """Where the time of all cores goes at this rate; what waits for the disk is idle."""
    all_ms = (os.cpu_count() or 1) * 1_000
    shares = {name: round(rate * used / all_ms * 100, 1) for name, used in cpu_ms.items()}
    return shares | {"idle_and_others": round(100 - sum(shares.values()), 1)}


async def _idle(rig: scene.Rig) -> float:
    """CPU of one wallet that has nothing to do, percent of a core."""
    await asyncio.sleep(1.0)
    before = rig.cpu_s()["wallet"]
    await asyncio.sleep(IDLE_S)
    return round((rig.cpu_s()["wallet"] - before) / len(rig.wallets) / IDLE_S * 100, 2)


async def _batches(rig: scene.Rig) -> dict[str, int]:
    """Batch sizes from the wallets' own metrics: how many commits held at most so many calls."""
    found: dict[str, int] = {}
    for told in await rig.metrics():
        for line in told.splitlines():
            if line.startswith("riverbus_wallet_batch_orders_bucket"):
                bound = "<=" + line.split('le="')[1].split('"')[0]
                found[bound] = found.get(bound, 0) + int(float(line.rsplit(" ", 1)[1]))
    return found


def _percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 2)
