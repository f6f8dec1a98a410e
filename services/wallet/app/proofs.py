"""Proofs: audits by the clock and on request, and signed heads, by one replica at a time."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import NamedTuple, Protocol

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Clock
from riverbus.runtime.tasks import end
from services.wallet.app.heads import HeadSigner, SignedHead
from services.wallet.app.ports import StoreAway
from services.wallet.domain.audit import Finding
from services.wallet.domain.errors import Declined
from services.wallet.metrics import WalletMetrics

log = logging.getLogger(__name__)

SILENT_MS = 180_000
MOST_BUSY = 20
"""An audit that takes long is repeated after at least twenty times its duration."""


class AuditReport(NamedTuple):
    """What an audit found and how much it read."""

    findings: list[Finding]
    transfers: int
    operations: int
    accounts: int
    batches: int
    took_ms: int
    supply: dict[str, int]


class ChainEnd(NamedTuple):
    """The chain's end as it is to be signed."""

    batch: int
    last_transfer: int
    hash: bytes


class ProofStore(Protocol):
    """The store's side of proofs."""

    async def audit(self, anchor: SignedHead | None, trusted: Collection[str]) -> AuditReport:
        """Recompute everything in a read-only snapshot; heads are signed by a trusted key."""
        ...

    async def end(self) -> ChainEnd:
        """The chain's end."""
        ...

    async def newest_head(self) -> SignedHead | None:
        """The head that was signed last."""
        ...

    async def keep_head(self, head: SignedHead) -> bool:
        """Store a signed head; False where another replica was quicker."""
        ...

    async def silent_tables(self, before_ms: int) -> int:
        """Tables with players whose last reconciliation is older."""
        ...

    async def alone(self, name: str, work: Callable[[], Awaitable[None]]) -> bool:
        """Do it unless another replica is at it; False then."""
        ...


class Proofs:
    """Runs them; `publish` tells the world of a new head."""

    def __init__(
        self,
        store: ProofStore,
        signer: HeadSigner,
        clock: Clock,
        metrics: WalletMetrics,
        publish: Callable[[SignedHead], Awaitable[None]],
    ) -> None:
        self._store = store
        self._signer = signer
        self._clock = clock
        self._metrics = metrics
        self._publish = publish
        self._tasks: list[asyncio.Task[None]] = []
        self._auditing = False

    def start(self, audit_every_s: float, head_every_s: float) -> None:
        """Begin the rounds; 0 seconds: no audits."""
        self._tasks = [asyncio.create_task(self._heads(head_every_s))]
        if audit_every_s:
            self._tasks.append(asyncio.create_task(self._audits(audit_every_s)))

    async def stop(self) -> None:
        """End the rounds."""
        for task in self._tasks:
            await end(task)

    async def audit(self, anchor: SignedHead | None = None) -> AuditReport:
        """Audit now; one at a time in this process."""
        if self._auditing:
            raise RoomError(
                "An audit is running; ask again later.",
                code="audit_running",
                kind=ErrorKind.RATE_LIMITED,
            )
        self._auditing = True
        try:
            report = await self._store.audit(anchor, self._signer.trusted)
        finally:
            self._auditing = False
        self._metrics.audit_findings.set(len(report.findings))
        self._metrics.audit_seconds.set(report.took_ms / 1_000)
        self._metrics.audit_at_seconds.set(self._clock.now_ms() / 1_000)
        for currency, amount in report.supply.items():
            self._metrics.supply.labels(currency).set(amount)
        for finding in report.findings:
            log.error("audit finding", extra={"code": finding.code, "sentence": finding.sentence})
        return report

    async def newest_head(self) -> SignedHead:
        """The head that was signed last. Raises Declined `no_head`."""
        head = await self._store.newest_head()
        if head is None:
            raise Declined("no_head", "No head has been signed yet.")
        return head

    async def sign(self) -> SignedHead | None:
        """Sign and tell the chain's end, if it has grown since the last head."""
        end = await self._store.end()
        last = await self._store.newest_head()
        if end.batch == 0:
            return None
        if last is not None and last.batch == end.batch:
            self._metrics.head_at_seconds.set(self._clock.now_ms() / 1_000)
            return None
        head = self._signer.sign(end.batch, end.last_transfer, end.hash, self._clock.now_ms())
        if not await self._store.keep_head(head):
            return None
        await self._publish(head)
        self._metrics.head_at_seconds.set(self._clock.now_ms() / 1_000)
        return head

    async def _heads(self, every_s: float) -> None:
        while True:
            await asyncio.sleep(every_s)
            try:
                await self.sign()
                silent = await self._store.silent_tables(self._clock.now_ms() - SILENT_MS)
                self._metrics.silent_tables.set(silent)
            except (StoreAway, RoomError) as error:
                log.warning("no head was signed", extra={"reason": str(error)[:300]})

    async def _audits(self, every_s: float) -> None:
        pause_s = every_s
        while True:
            await asyncio.sleep(pause_s)
            try:
                took_ms = 0

                async def work() -> None:
                    nonlocal took_ms
                    took_ms = (await self.audit()).took_ms

                await self._store.alone("audit", work)
                pause_s = max(every_s, MOST_BUSY * took_ms / 1_000)
            except (StoreAway, RoomError) as error:
                log.warning("the audit could not run", extra={"reason": str(error)[:300]})
