"""The running wallet, called by anybody: every service, players, operators."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from typing import Any

import asyncpg

from riverbus.core.errors import RoomError
from riverbus.core.ports import Caller
from riverbus.runtime.calls import speaking_for
from riverbus.runtime.streams import SERVICES
from services.wallet.config import WalletConfig
from tests.fixtures.keys import TestKeys
from tests.wallet.room import Stubs, calling, running


class Rig:
    """The service, and stubs of everybody who calls it."""

    def __init__(self, url: str, stubs: dict[str, Stubs], spy: asyncpg.Connection) -> None:
        self.url = url
        self.stubs = stubs
        self.spy = spy

    async def ask(
        self, caller: Caller, method: str, request: Any, timeout: float | None = None
    ) -> Any:
        """The answer. Raises RoomError."""
        stubs = self.stubs[caller.service]
        groups = (stubs.wallet, stubs.table, stubs.tournament, stubs.ledger)
        stub = next(getattr(group, method) for group in groups if hasattr(group, method))
        with speaking_for(caller) if caller.account_id else nullcontext():
            return await stub(request, timeout=timeout)

    async def call(
        self, caller: Caller, method: str, request: Any, timeout: float | None = None
    ) -> str:
        """`ok` or the refusal's code; of several outcomes the first refused one's."""
        try:
            answer = await self.ask(caller, method, request, timeout)
        except RoomError as error:
            return error.code
        codes = (outcome.refused.code for outcome in getattr(answer, "outcomes", ()))
        return next(filter(None, codes), "ok")

    async def booked(self) -> tuple[Any, ...]:
        """What changes with everything that is booked or remembered under an id."""
        row = await self.spy.fetchrow("select last_transfer, last_operation from wallet.chain_head")
        return tuple(row)


@asynccontextmanager
async def rigged(configuration: WalletConfig, admin_url: str, keys: TestKeys) -> AsyncIterator[Rig]:
    """Start it, and stubs of every service."""
    async with running(configuration) as service, AsyncExitStack() as open_channels:
        assert service.rpc is not None
        address = service.rpc.address
        stubs = {
            name: await open_channels.enter_async_context(calling(keys, name, [address]))
            for name in (*SERVICES, "cli")
        }
        spy = await asyncpg.connect(admin_url)
        yield Rig(configuration.database_url, stubs, spy)
        await spy.close()
