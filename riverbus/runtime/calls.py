"""What belongs to the call that is being handled: trace id and caller.

Context variables, set by the server's interceptors and by tests; tasks started inside inherit them.
"""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar, Token
from typing import TypeVar

import msgspec

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Caller

TRACE_HEADER = "riverbus-trace"
TOKEN_HEADER = "riverbus-token"
ERROR_HEADER = "riverbus-error-bin"

_T = TypeVar("_T")


class Incoming(msgspec.Struct, frozen=True):
    """The call being handled, its caller verified."""

    caller: Caller
    method: str = ""


_trace: ContextVar[str] = ContextVar("riverbus_trace", default="")
_incoming: ContextVar[Incoming | None] = ContextVar("riverbus_incoming", default=None)
_speaking_for: ContextVar[Caller | None] = ContextVar("riverbus_speaking_for", default=None)


def new_trace_id() -> str:
    """16 random bytes in hex, as W3C trace context has them."""
    return secrets.token_hex(16)


def trace_id() -> str:
    """The current trace id, empty outside of any."""
    return _trace.get()


@contextmanager
def tracing(trace: str = "") -> Iterator[str]:
    """Everything inside carries this trace id in logs, calls and messages; a new one if empty."""
    value = trace or new_trace_id()
    token = _trace.set(value)
    try:
        yield value
    finally:
        _reset(_trace, token)


def traced(headers: Mapping[str, str]) -> dict[str, str]:
    """Headers of a bus message, with the current trace id if there is one."""
    trace = _trace.get()
    return {TRACE_HEADER: trace, **headers} if trace else dict(headers)


@contextmanager
def tracing_message(headers: Mapping[str, str]) -> Iterator[None]:
    """What a message's handler does carries the trace id of its headers, if there is one."""
    with tracing(headers[TRACE_HEADER]) if TRACE_HEADER in headers else nullcontext():
        yield


def caller() -> Caller:
    """The verified caller of the RPC being handled; RoomError `unauthenticated` outside of one."""
    incoming = _incoming.get()
    if incoming is None:
        raise RoomError("Sign in first.", code="unauthenticated", kind=ErrorKind.UNAUTHENTICATED)
    return incoming.caller


def account() -> str:
    """The account for which the RPC being handled is made; RoomError if there is none."""
    found = caller().account_id
    if found is None:
        raise RoomError("Sign in first.", code="unauthenticated", kind=ErrorKind.UNAUTHENTICATED)
    return found


def incoming() -> Incoming | None:
    """The call being handled, if any."""
    return _incoming.get()


@contextmanager
def handling(call: Incoming) -> Iterator[None]:
    """Everything inside is done for this call."""
    token = _incoming.set(call)
    try:
        yield
    finally:
        _reset(_incoming, token)


@contextmanager
def speaking_for(who: Caller) -> Iterator[None]:
    """Calls inside carry a token for this account, signed by us (only the gateway is believed)."""
    token = _speaking_for.set(who)
    try:
        yield
    finally:
        _reset(_speaking_for, token)


def spoken_for() -> Caller | None:
    """For the client: the account to speak for, None for the service itself."""
    return _speaking_for.get()


def _reset(variable: ContextVar[_T], token: Token[_T]) -> None:
    """A generator that is closed in another context cannot reset; the context is gone then."""
    try:
        variable.reset(token)
    except ValueError:
        return
