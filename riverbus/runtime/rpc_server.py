"""What happens around every RPC handler, over a socket or in memory alike.

In this order: trace id, token and access, deadline, the handler, errors to status, metrics, logs.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import grpc
import grpc.aio
import msgspec

from riverbus.core.errors import USER_KINDS, ErrorKind, RoomError
from riverbus.runtime.access import check_access
from riverbus.runtime.calls import (
    ERROR_HEADER,
    TOKEN_HEADER,
    TRACE_HEADER,
    Incoming,
    handling,
    tracing,
)
from riverbus.runtime.errors import STATUS, internal_error, to_detail
from riverbus.runtime.logs import log_context
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.tokens import TokenVerifier

log = logging.getLogger(__name__)


class DeadlineRequired(RoomError):
    """Raised when a call carries no deadline."""

    code = "deadline_required"
    kind = ErrorKind.INVALID
    sentence = "Every call needs a deadline."


class CallCut(RoomError):
    """Raised in place of a cancellation, so that the caller hears something (GW-19)."""

    code = "call_cancelled"
    kind = ErrorKind.UNAVAILABLE
    sentence = "The call was cut off; whether it was done is not known."


class Starting(RoomError):
    """Raised while the service is not ready to answer; nothing was done."""

    code = "starting"
    kind = ErrorKind.UNAVAILABLE
    sentence = "This part of the room is still starting; try again."


class CallHead(msgspec.Struct, frozen=True):
    """What is known of a call before its handler runs. `seconds_left` None: no deadline."""

    method: str
    metadata: Mapping[str, str]
    seconds_left: float | None


class Guard:
    """Runs handlers and turns whatever they do into an answer or a RoomError."""

    def __init__(self, verifier: TokenVerifier, metrics: Metrics) -> None:
        self._verifier = verifier
        self.open = True
        self._seconds = metrics.histogram(
            "grpc_server_seconds", "Time that a handler took, seconds.", ("method",)
        )
        self._calls = metrics.counter(
            "grpc_server_calls", "Calls answered, by their error code (ok: none).",
            ("method", "code"),
        )  # fmt: skip
        self._running = metrics.gauge("grpc_server_running", "Calls being handled now.")

    async def run(self, head: CallHead, work: Callable[[], Awaitable[Any]]) -> Any:
        """The handler's answer. Raises RoomError and nothing else, cancellation included."""
        started = time.perf_counter()
        code = "ok"
        self._running.inc()
        with tracing(head.metadata.get(TRACE_HEADER, "")), log_context(method=head.method):
            try:
                return await self._admitted(head, work)
            except RoomError as error:
                code = error.code
                if error.kind not in USER_KINDS:
                    log.warning("call failed", extra={"code": code, "sentence": error.sentence})
                raise
            except asyncio.CancelledError:
                code = CallCut.code
                task = asyncio.current_task()
                if task is not None:
                    task.uncancel()
                raise CallCut from None
            except Exception as error:
                code = "internal"
                log.exception("handler failed")
                raise internal_error() from error
            finally:
                self._running.dec()
                self._calls.labels(head.method, code).inc()
                self._seconds.labels(head.method).observe(time.perf_counter() - started)

    async def _admitted(self, head: CallHead, work: Callable[[], Awaitable[Any]]) -> Any:
        if not self.open:
            raise Starting
        caller = self._verifier.verify(head.metadata.get(TOKEN_HEADER, ""))
        check_access(head.method, caller)
        if head.seconds_left is None:
            raise DeadlineRequired
        with handling(Incoming(caller=caller, method=head.method)):
            return await work()


def guarded(guard: Guard, method: str, handler: Any) -> Any:
    """A grpc.aio handler with the Guard around it."""
    if handler.unary_unary is not None:
        inner = handler.unary_unary

        async def unary(request: Any, context: Any) -> Any:
            try:
                return await guard.run(_head(method, context), lambda: inner(request, context))
            except RoomError as error:
                return await _abort(context, error)

        return grpc.unary_unary_rpc_method_handler(
            unary, handler.request_deserializer, handler.response_serializer
        )
    if handler.unary_stream is not None:
        stream = handler.unary_stream

        async def streaming(request: Any, context: Any) -> None:
            async def pump() -> None:
                async for answer in stream(request, context):
                    await context.write(answer)

            try:
                await guard.run(_head(method, context), pump)
            except RoomError as error:
                await _abort(context, error)

        return grpc.unary_stream_rpc_method_handler(
            streaming, handler.request_deserializer, handler.response_serializer
        )
    raise TypeError(f"{method}: no RPC of ours streams requests")


def _head(method: str, context: Any) -> CallHead:
    metadata = {
        key: value for key, value in context.invocation_metadata() if isinstance(value, str)
    }
    return CallHead(method, metadata, context.time_remaining())


async def _abort(context: Any, error: RoomError) -> None:
    detail = to_detail(error).SerializeToString()
    await context.abort(STATUS[error.kind], error.sentence, ((ERROR_HEADER, detail),))
