"""Settlements of many tables on their way to the wallet: what waits goes together in one call.

A settlement that comes alone leaves at once. While calls are under way, others gather: so a busy
process makes fewer and larger calls, shared out among the replicas, and each settlement still has
its own outcome.
"""

import asyncio
from collections import deque
from contextvars import copy_context

from riverbus.core.errors import RoomError
from riverbus.pb.wallet.v1 import table_money_pb2 as pb
from riverbus.pb.wallet.v1 import table_money_pb2_grpc
from riverbus.runtime.calls import trace_id
from riverbus.runtime.errors import from_detail

MOST_IN_A_CALL = 64
CALLS_AT_ONCE = 2

Waiting = tuple[pb.TracedSettlement, "asyncio.Future[pb.SettleHandResponse]"]


class SettleCalls:
    """Sends settlements, several in a call; made and used in one event loop."""

    def __init__(
        self, stub: "table_money_pb2_grpc.TableMoneyServiceAsyncStub", timeout_s: float
    ) -> None:
        self._stub = stub
        self._timeout_s = timeout_s
        # Calls are made in the context of whoever made this, not of a single caller's trace.
        self._context = copy_context()
        self._waiting: deque[Waiting] = deque()
        self._calls: set[asyncio.Task[None]] = set()

    async def settle(self, request: pb.SettleHandRequest) -> pb.SettleHandResponse:
        """The wallet's answer. Raises its RoomError, or why no answer came."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[pb.SettleHandResponse] = loop.create_future()
        traced = pb.TracedSettlement(settle=request, trace_id=trace_id())
        self._waiting.append((traced, answered))
        if len(self._waiting) == 1:
            # Not before others of this turn of the loop had their say.
            loop.call_soon(self._send)
        return await answered

    def _send(self) -> None:
        while self._waiting and len(self._calls) < CALLS_AT_ONCE:
            free = CALLS_AT_ONCE - len(self._calls)
            most = min(-(-len(self._waiting) // free), MOST_IN_A_CALL)
            batch = [self._waiting.popleft() for _ in range(most)]
            call = asyncio.create_task(self._call(batch), context=self._context.copy())
            self._calls.add(call)
            call.add_done_callback(self._ended)

    def _ended(self, call: asyncio.Task[None]) -> None:
        self._calls.discard(call)
        self._send()

    async def _call(self, batch: list[Waiting]) -> None:
        try:
            request = pb.SettleHandsRequest(settlements=[traced for traced, _ in batch])
            answer = await self._stub.SettleHands(request, timeout=self._timeout_s)
            for (_, answered), outcome in zip(batch, answer.outcomes, strict=True):
                if outcome.HasField("settled"):
                    _answer(answered, outcome.settled)
                else:
                    _answer(answered, from_detail(outcome.refused))
        except RoomError as error:
            if error.code == "not_implemented":
                await self._one_by_one(batch)
            for _, answered in batch:
                _answer(answered, error)
        finally:
            for _, answered in batch:
                answered.cancel()

    async def _one_by_one(self, batch: list[Waiting]) -> None:
        """For a wallet of the release before, which knows no SettleHands."""
        for traced, answered in batch:
            try:
                settled = await self._stub.SettleHand(traced.settle, timeout=self._timeout_s)
                _answer(answered, settled)
            except RoomError as error:
                _answer(answered, error)


def _answer(
    answered: "asyncio.Future[pb.SettleHandResponse]", outcome: pb.SettleHandResponse | RoomError
) -> None:
    """Tell a caller, unless it has gone."""
    if answered.done():
        return
    if isinstance(outcome, RoomError):
        answered.set_exception(outcome)
    else:
        answered.set_result(outcome)
