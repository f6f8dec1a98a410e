"""Calls to the owner of a table, wherever it is and goes meanwhile, within one deadline.

not_owner and a vanished process make the lease be read again; a lease that changes during a call
sends it on at once. Everything sent here may be sent again: commands carry their action id.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Caller
from riverbus.pb.table.v1 import table_pb2_grpc
from riverbus.runtime.calls import speaking_for
from riverbus.runtime.rpc import Rpc
from services.gateway.adapters.routes import Route, Routes
from services.gateway.domain.errors import OutcomeUnknown, TableUnknown, TableUnreachable
from services.gateway.metrics import GatewayMetrics

ATTEMPT_S = 4.0
PAUSE_S = 0.05
UNCLAIMED_S = 1.5
AGAIN = frozenset({ErrorKind.UNAVAILABLE, ErrorKind.NOT_OWNER, ErrorKind.DEADLINE})

T = TypeVar("T")
Attempt = Callable[["table_pb2_grpc.TableServiceAsyncStub", float], Awaitable[T]]


class OwnerCalls:
    """Finds the owner, calls, tries again elsewhere."""

    def __init__(self, rpc: Rpc, routes: Routes, metrics: GatewayMetrics) -> None:
        self._rpc = rpc
        self._routes = routes
        self._metrics = metrics
        self._stubs: dict[str, table_pb2_grpc.TableServiceAsyncStub] = {}

    async def call(
        self, table_id: str, caller: Caller | None, deadline_s: float, attempt: Attempt[T]
    ) -> T:
        """`attempt(stub, timeout)` at the owner. Raises OutcomeUnknown when a request was sent and
        no answer came in time, TableUnreachable when it was never taken, and what the owner says.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + deadline_s
        unclaimed_until = loop.time() + UNCLAIMED_S
        sent = absent = False
        last: Route | None = None
        while (left := deadline - loop.time()) > 0:
            route = self._routes.get(table_id)
            changed = self._routes.changed(table_id)
            if route is None or not route.address:
                if route is None and absent and loop.time() > unclaimed_until:
                    raise TableUnknown
                absent = await self._await_owner(table_id, changed, left)
                continue
            if last is not None and last != route:
                self._metrics.reroutes.inc()
            last = route
            try:
                with speaking_for(caller) if caller else contextlib.nullcontext():
                    return await self._race(
                        attempt(self._stub(route.address), min(left, ATTEMPT_S)), changed
                    )
            except RoomError as error:
                sent = sent or error.kind is not ErrorKind.NOT_OWNER
                if error.kind not in AGAIN:
                    raise
            await asyncio.sleep(min(PAUSE_S, max(0.0, deadline - loop.time())))
            with contextlib.suppress(RoomError):
                await self._routes.reread(table_id)
        if sent:
            raise OutcomeUnknown
        raise TableUnreachable

    async def anyone(self, attempt: Attempt[T]) -> T:
        """`attempt(stub, timeout)` at some table process, for what each of them answers.

        A process that is away is passed over. Raises TableUnreachable, and what the answer says.
        """
        addresses = self._routes.addresses()
        random.shuffle(addresses)
        for address in addresses:
            try:
                return await attempt(self._stub(address), ATTEMPT_S)
            except RoomError as error:
                if error.kind not in AGAIN:
                    raise
        sentence = "No table process can be reached at the moment."
        raise TableUnreachable(sentence, code="archive_unreachable")

    def _stub(self, address: str) -> table_pb2_grpc.TableServiceAsyncStub:
        channel: Any = self._rpc.channel_to(address)
        stub = self._stubs.get(address)
        if stub is None:
            if len(self._stubs) > 256:
                self._stubs.clear()
            stub = self._stubs[address] = table_pb2_grpc.TableServiceStub(channel)
        return stub

    async def _race(self, call: Awaitable[T], changed: asyncio.Future[None]) -> T:
        """The call's answer, unless the table's owner changes first: then `rerouted`."""
        calling = asyncio.ensure_future(call)
        try:
            await asyncio.wait((calling, changed), return_when=asyncio.FIRST_COMPLETED)
            if calling.done():
                return calling.result()
        finally:
            if not calling.done():
                calling.cancel()
                await asyncio.gather(calling, return_exceptions=True)
        raise RoomError("The table moved.", code="rerouted", kind=ErrorKind.UNAVAILABLE)

    async def _await_owner(self, table_id: str, changed: asyncio.Future[None], left: float) -> bool:
        """Until somebody claims the table; an unknown one is read from the bucket first.

        True where the bucket itself has no lease of it: then nobody ever claimed it.
        """
        absent, route = False, self._routes.get(table_id)
        if route is None:
            with contextlib.suppress(RoomError):
                route = await self._routes.reread(table_id)
                absent = route is None
        if route is None or not route.address:
            await asyncio.wait((changed,), timeout=min(left, 0.5))
        return absent
