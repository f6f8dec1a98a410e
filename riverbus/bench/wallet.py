"""`riverbus bench wallet`: settlements by group commit beside one transfer a statement.

Both run on one durable PostgreSQL with one schema, one after the other. A six-seat settlement is
seven transfers: each seat's win or loss, and the rake.
"""

import argparse
import asyncio
import time
from typing import Any

import msgspec

from riverbus.bench import wallet_rig as scene
from riverbus.bench.wallet_rival import one_transfer_a_statement
from riverbus.bench.wallet_volume import audit_of_volume
from riverbus.pb.wallet.v1 import table_money_pb2 as tm
from riverbus.pb.wallet.v1 import table_money_pb2_grpc
from riverbus.runtime.grpc_client import RpcChannel
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.rpc_client import CallPolicy
from riverbus.runtime.tokens import TokenSigner

HELP = "settlements per second beside raw SQL, latency at half the peak, audit, statements"
IN_FLIGHT = 64
TRANSFERS = 7
LOSS = 100
IDLE_S = 5.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--tables", type=int, default=1_500, help="open hands a round")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of settlements")
    parser.add_argument("--volume", type=int, default=1_000_000, help="transfers to audit; 0: none")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    figures = asyncio.run(_measure(arguments))
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())
    else:
        for name, value in figures.items():
            print(f"{name:40} {value}")
    return 0


async def _measure(arguments: argparse.Namespace) -> dict[str, Any]:
    tables, players = arguments.tables, max(60, arguments.tables // 4)
    figures: dict[str, Any] = {"tables": tables, "in_flight": IN_FLIGHT}
    async with scene.rig() as rig:
        await rig.start_wallet()
        figures["idle_cpu_percent"] = await _idle(rig)
        async with scene.in_process(rig.url) as (wallet, _):
            await scene.set_scene(wallet, tables, players)
            stacks = {table: [scene.STACK] * scene.SEATS for table in range(tables)}
            signer = TokenSigner("table", rig.private["table"])
            channel = RpcChannel((rig.address,), CallPolicy(signer, Metrics("bench"), 30.0))
            stub = table_money_pb2_grpc.TableMoneyServiceStub(channel)
            best = 0.0
            for turn in range(arguments.rounds):
                await scene.open_hands(wallet, stacks, players, turn)
                cpu = await rig.cpu_s()
                rate, latencies = await _closed(stub, stacks, turn)
                if rate > best:
                    best = rate
                    figures["settlements_per_s"] = round(rate)
                    figures["transfers_per_s"] = round(rate * TRANSFERS)
                    figures["closed_p50_ms"] = _percentile(latencies, 0.5)
                    figures["closed_p99_ms"] = _percentile(latencies, 0.99)
                    figures["wallet_cpu_ms_per_settlement"] = round(
                        (await rig.cpu_s() - cpu) * 1_000 / tables, 3
                    )
            figures["batch_orders"] = await _batches(rig)
            await scene.open_hands(wallet, stacks, players, arguments.rounds)
            latencies = await _open_loop(stub, stacks, arguments.rounds, best / 2)
            figures["open_loop_rate"] = round(best / 2)
            figures["open_loop_p50_ms"] = _percentile(latencies, 0.5)
            figures["open_loop_p99_ms"] = _percentile(latencies, 0.99)
            await channel.close()
        rival = await one_transfer_a_statement(rig.url, rig.postgres.url(), players)
        figures["rival_transfers_per_s"] = round(rival)
        figures["times_the_rival"] = round(best * TRANSFERS / rival, 2)
        if arguments.volume:
            figures |= await audit_of_volume(rig.postgres.url, arguments.volume)
    return figures


def _settlement(table: int, turn: int, held: list[int]) -> tm.SettleHandRequest:
    """Seat `turn` wins from all others; `held` follows."""
    winner = (table + turn) % scene.SEATS
    pot = LOSS * scene.SEATS
    rake = pot // 20
    for seat in range(scene.SEATS):
        held[seat] += pot - rake - LOSS if seat == winner else -LOSS
    return tm.SettleHandRequest(
        id=f"settle:{turn}-{table}:1",
        table_id=f"bench-{table}",
        hand_id=f"{turn}-{table}",
        epoch=1,
        attempt=1,
        seats=[tm.SeatResult(seat=seat, contributed=LOSS) for seat in range(scene.SEATS)],
        pots=[
            tm.PotResult(
                amount=pot,
                eligible=range(scene.SEATS),
                shares=[tm.PotShare(seat=winner, amount=pot - rake)],
                rake=rake,
            )
        ],
        drop_point_reached=True,
    )


async def _closed(stub: Any, stacks: dict[int, list[int]], turn: int) -> tuple[float, list[float]]:
    """Settlements a second with IN_FLIGHT callers, and each one's milliseconds."""
    requests = [_settlement(table, turn, held) for table, held in stacks.items()]
    latencies: list[float] = []

    async def caller() -> None:
        while requests:
            request = requests.pop()
            started = time.perf_counter()
            await stub.SettleHand(request)
            latencies.append((time.perf_counter() - started) * 1_000)

    count = len(requests)
    started = time.perf_counter()
    await asyncio.gather(*(caller() for _ in range(IN_FLIGHT)))
    return count / (time.perf_counter() - started), latencies


async def _open_loop(
    stub: Any, stacks: dict[int, list[int]], turn: int, rate: float
) -> list[float]:
    """Milliseconds from the moment at which each request was due; waiting counts."""
    requests = [_settlement(table, turn, held) for table, held in stacks.items()]
    latencies: list[float] = []
    begun = time.perf_counter() + 0.1

    async def one(number: int, request: tm.SettleHandRequest) -> None:
        due = begun + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await stub.SettleHand(request)
        latencies.append((time.perf_counter() - due) * 1_000)

    await asyncio.gather(*(one(number, request) for number, request in enumerate(requests)))
    return latencies


async def _idle(rig: scene.Rig) -> float:
    await asyncio.sleep(1.0)
    before = await rig.cpu_s()
    await asyncio.sleep(IDLE_S)
    return round((await rig.cpu_s() - before) / IDLE_S * 100, 2)


async def _batches(rig: scene.Rig) -> dict[str, int]:
    """Batch sizes from the wallet's own metrics: how many commits held at most so many calls."""
    found = {}
    for line in (await rig.metrics()).splitlines():
        if line.startswith("riverbus_wallet_batch_orders_bucket"):
            bound = line.split('le="')[1].split('"')[0]
            found[f"<={bound}"] = int(float(line.rsplit(" ", 1)[1]))
    return found


def _percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 2)
