"""The one table from error kinds to gRPC status, and the way of a RoomError over the wire."""

import grpc
import grpc.aio
from google.protobuf.message import DecodeError

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.pb.common.v1 import errors_pb2
from riverbus.runtime.calls import ERROR_HEADER

STATUS: dict[ErrorKind, grpc.StatusCode] = {
    ErrorKind.INVALID: grpc.StatusCode.INVALID_ARGUMENT,
    ErrorKind.UNAUTHENTICATED: grpc.StatusCode.UNAUTHENTICATED,
    ErrorKind.FORBIDDEN: grpc.StatusCode.PERMISSION_DENIED,
    ErrorKind.NOT_FOUND: grpc.StatusCode.NOT_FOUND,
    ErrorKind.CONFLICT: grpc.StatusCode.ALREADY_EXISTS,
    ErrorKind.REFUSED: grpc.StatusCode.FAILED_PRECONDITION,
    ErrorKind.STALE: grpc.StatusCode.ABORTED,
    ErrorKind.RATE_LIMITED: grpc.StatusCode.RESOURCE_EXHAUSTED,
    ErrorKind.UNAVAILABLE: grpc.StatusCode.UNAVAILABLE,
    ErrorKind.DEADLINE: grpc.StatusCode.DEADLINE_EXCEEDED,
    ErrorKind.INTERNAL: grpc.StatusCode.INTERNAL,
    ErrorKind.NOT_OWNER: grpc.StatusCode.OUT_OF_RANGE,
}

_BARE: dict[grpc.StatusCode, tuple[ErrorKind, str, str]] = {
    grpc.StatusCode.UNAVAILABLE: (
        ErrorKind.UNAVAILABLE,
        "service_unavailable",
        "A part of the room is away; try again.",
    ),
    grpc.StatusCode.DEADLINE_EXCEEDED: (
        ErrorKind.DEADLINE,
        "deadline_exceeded",
        "No answer came in time; whether it was done is not known.",
    ),
    grpc.StatusCode.CANCELLED: (
        ErrorKind.UNAVAILABLE,
        "call_cancelled",
        "The call was cut off; whether it was done is not known.",
    ),
    grpc.StatusCode.UNIMPLEMENTED: (
        ErrorKind.INVALID,
        "not_implemented",
        "This server does not know that call.",
    ),
    grpc.StatusCode.RESOURCE_EXHAUSTED: (
        ErrorKind.INVALID,
        "message_too_large",
        "The message is larger than allowed.",
    ),
}


def to_detail(error: RoomError) -> errors_pb2.ErrorDetail:
    """The error as the message that services and clients exchange."""
    return errors_pb2.ErrorDetail(
        code=error.code, sentence=error.sentence, kind=error.kind.value, details=error.details
    )


def from_detail(detail: errors_pb2.ErrorDetail) -> RoomError:
    """The error that the message tells of; a kind of a newer release counts as internal."""
    try:
        kind = ErrorKind(detail.kind)
    except ValueError:
        kind = ErrorKind.INTERNAL
    return RoomError(detail.sentence, code=detail.code, kind=kind, details=dict(detail.details))


def to_room_error(error: grpc.aio.AioRpcError) -> RoomError:
    """What a failed call means to the caller: the RoomError of the other side, if any."""
    metadata = error.trailing_metadata()
    raw = metadata.get(ERROR_HEADER) if metadata is not None else None
    if isinstance(raw, bytes):
        try:
            return from_detail(errors_pb2.ErrorDetail.FromString(raw))
        except DecodeError:
            pass
    kind, code, sentence = _BARE.get(
        error.code(), (ErrorKind.INTERNAL, RoomError.code, RoomError.sentence)
    )
    return RoomError(sentence, code=code, kind=kind, details={"status": error.code().name})


def internal_error() -> RoomError:
    """What callers hear of a bug: nothing about its inside."""
    return RoomError(code="internal", kind=ErrorKind.INTERNAL)
