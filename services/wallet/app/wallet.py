"""The wallet's front: checks a command, gives it to the batcher, answers with its outcome."""

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
        code = "ok"
        try:
            check_id(command.id)
            command.check()
            order = Order(command, content_hash(command), trace)
            return await self._batcher.submit(order, timeout_s)
        except RoomError as error:
            code = error.code
            raise
        finally:
            self._metrics.operations.labels(command.KIND, code).inc()
