"""The wallet's front: checks commands, gives them to the batcher, answers with their outcomes."""

from asyncio import Future
from collections.abc import Sequence
from typing import Any

from riverbus.core.errors import RoomError
from services.wallet.app.batcher import Batcher
from services.wallet.app.booking import Order
from services.wallet.domain.checks import check_id
from services.wallet.domain.commands import Command, content_hash
from services.wallet.metrics import WalletMetrics

DEFAULT_TIMEOUT_S = 5.0


class Wallet:
    """Every change of the ledger goes through `execute`."""

    def __init__(self, batcher: Batcher, metrics: WalletMetrics) -> None:
        self._batcher = batcher
        self._metrics = metrics

    async def execute(
        self, command: Command, timeout_s: float = DEFAULT_TIMEOUT_S, trace: str = ""
    ) -> Any:
        """The command's result, the first one again for a repeated id. Raises RoomError."""
        (outcome,) = await self.execute_each([(command, trace)], timeout_s)
        if isinstance(outcome, RoomError):
            raise outcome
        return outcome

    async def execute_each(
        self, calls: Sequence[tuple[Command, str]], timeout_s: float = DEFAULT_TIMEOUT_S
    ) -> list[Any]:
        """The result or RoomError of each (command, trace), as if it had come alone."""
        begun = [self._begin(command, timeout_s, trace) for command, trace in calls]
        try:
            outcomes = [one if isinstance(one, RoomError) else await one for one in begun]
        finally:
            # A caller that left wants nothing booked that was not begun.
            for one in begun:
                if isinstance(one, Future):
                    one.cancel()
        for (command, _), outcome in zip(calls, outcomes, strict=True):
            code = outcome.code if isinstance(outcome, RoomError) else "ok"
            self._metrics.operations.labels(command.KIND, code).inc()
        return outcomes

    def _begin(self, command: Command, timeout_s: float, trace: str) -> Future[Any] | RoomError:
        try:
            check_id(command.id)
            command.check()
            return self._batcher.submit(Order(command, content_hash(command), trace), timeout_s)
        except RoomError as error:
            return error
