"""The one exception that crosses a border between services, and the kinds it comes in.

A kind says what the caller may do about it; the code is stable and seen by clients; the sentence is
for people. Domains subclass RoomError in their own errors.py with a fixed code and kind.
"""

from enum import StrEnum


class ErrorKind(StrEnum):
    """What sort of refusal it is; riverbus/runtime/errors.py maps each to one gRPC status."""

    INVALID = "invalid"  # the request is malformed: never right, whatever the state
    UNAUTHENTICATED = "unauthenticated"  # nobody is signed in, or the proof does not hold
    FORBIDDEN = "forbidden"  # known, but not allowed to do this
    NOT_FOUND = "not_found"  # the thing named does not exist, or not for this caller
    CONFLICT = "conflict"  # it exists already, or the id was used with other content
    REFUSED = "refused"  # a rule of play or of money says no in this state
    STALE = "stale"  # the caller saw an older state: read again, then decide
    RATE_LIMITED = "rate_limited"  # too often: later it may go through
    UNAVAILABLE = "unavailable"  # a server is away or draining: the same call may be repeated
    DEADLINE = "deadline"  # no answer in time: the outcome is unknown
    INTERNAL = "internal"  # a bug; logged as an error where it happened
    NOT_OWNER = "not_owner"  # another pod owns the table; details name owner and epoch


USER_KINDS = frozenset(ErrorKind) - {
    ErrorKind.UNAVAILABLE,
    ErrorKind.DEADLINE,
    ErrorKind.INTERNAL,
}
"""Kinds that are a caller's mistake or bad luck: never logged as errors."""


class RoomError(Exception):
    """A refusal with a stable code, a sentence for people, a kind and optional details.

    Raised in domains, carried over gRPC by riverbus/runtime/errors.py, raised again at the caller.
    """

    code: str = "internal"
    kind: ErrorKind = ErrorKind.INTERNAL
    sentence: str = "Something went wrong on our side."

    def __init__(
        self,
        sentence: str | None = None,
        *,
        code: str | None = None,
        kind: ErrorKind | None = None,
        details: dict[str, str] | None = None,
    ) -> None:
        if code is not None:
            self.code = code
        if kind is not None:
            self.kind = kind
        if sentence is not None:
            self.sentence = sentence
        self.details: dict[str, str] = dict(details or {})
        super().__init__(self.sentence)

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence}"
