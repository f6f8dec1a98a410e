"""What happens around every call that we make: token, trace id, deadline, retry, metrics."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.access import rule_of
from riverbus.runtime.calls import TOKEN_HEADER, TRACE_HEADER, new_trace_id, spoken_for, trace_id
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.tokens import TokenSigner

RETRY_FIRST_S = 0.02
RETRY_MOST_S = 0.5

Metadata = tuple[tuple[str, str], ...]
Attempt = Callable[[float, Metadata], Awaitable[Any]]


class CallPolicy:
    """Makes calls of one service to others; used by the socket channel and the in-memory one."""

    def __init__(self, signer: TokenSigner, metrics: Metrics, default_timeout_s: float) -> None:
        self._signer = signer
        self._default_timeout_s = default_timeout_s
        self._seconds = metrics.histogram(
            "grpc_client_seconds", "Time until a call's answer, seconds.", ("method",)
        )
        self._calls = metrics.counter(
            "grpc_client_calls", "Calls made, by their error code (ok: none).", ("method", "code")
        )
        self._retries = metrics.counter(
            "grpc_client_retries", "Attempts after the first of a call.", ("method",)
        )

    def metadata(self) -> Metadata:
        """Trace id and token for a call made here and now."""
        token = self._signer.token(spoken_for())
        return ((TRACE_HEADER, trace_id() or new_trace_id()), (TOKEN_HEADER, token))

    def deadline_s(self, timeout_s: float | None) -> float:
        """The call's timeout, the default if it names none."""
        return self._default_timeout_s if timeout_s is None else timeout_s

    async def call(self, method: str, timeout_s: float | None, attempt: Attempt) -> Any:
        """Run attempts until one answers; only idempotent RPCs get a second one.

        `attempt(seconds_left, metadata)` raises RoomError. Raises the last attempt's RoomError.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.deadline_s(timeout_s)
        started = time.perf_counter()
        pause_s = RETRY_FIRST_S
        code = "ok"
        try:
            while True:
                try:
                    return await attempt(max(0.0, deadline - loop.time()), self.metadata())
                except RoomError as error:
                    code = error.code
                    again = error.kind is ErrorKind.UNAVAILABLE and rule_of(method).idempotent
                    if not again or loop.time() + pause_s >= deadline:
                        raise
                self._retries.labels(method).inc()
                await asyncio.sleep(pause_s)
                pause_s = min(pause_s * 2, RETRY_MOST_S)
                code = "ok"
        finally:
            self._calls.labels(method, code).inc()
            self._seconds.labels(method).observe(time.perf_counter() - started)
