"""What the gateway itself refuses; refusals of other services pass through as they are."""

from riverbus.core.errors import ErrorKind, RoomError


class FrameTooLarge(RoomError):
    """Raised when a frame is longer than MAX_FRAME_BYTES."""

    code = "frame_too_large"
    kind = ErrorKind.INVALID
    sentence = "The frame is longer than this room takes."


class MalformedFrame(RoomError):
    """Raised when a frame is no JSON object or no protobuf message at all."""

    code = "malformed_frame"
    kind = ErrorKind.INVALID
    sentence = "The frame cannot be read."


class WrongForm(RoomError):
    """Raised for text on a binary connection and for bytes on a JSON one."""

    code = "wrong_form"
    kind = ErrorKind.INVALID
    sentence = "This connection was opened for the other form of frames."


class UnknownField(RoomError):
    """Raised for a field or enum value outside the protocol version of the connection."""

    code = "unknown_field"
    kind = ErrorKind.INVALID
    sentence = "The frame has a field that this protocol version does not know."


class BadField(RoomError):
    """Raised for a field of the wrong type or out of range."""

    code = "bad_field"
    kind = ErrorKind.INVALID
    sentence = "A field of the frame has a value that cannot be."


class NotOneFrame(RoomError):
    """Raised when none or several of the frames are set."""

    code = "not_one_frame"
    kind = ErrorKind.INVALID
    sentence = "A frame carries exactly one message."


class HelloFirst(RoomError):
    """Raised for any other frame before hello, and for a second hello."""

    code = "hello_first"
    kind = ErrorKind.INVALID
    sentence = "The first frame of a connection, and only the first, is hello."


class ProtocolUnknown(RoomError):
    """Raised when the hello names a protocol version that is not spoken here."""

    code = "protocol_unknown"
    kind = ErrorKind.INVALID
    sentence = "This room does not speak that protocol version; reload or update the client."


class NotSignedIn(RoomError):
    """Raised when a request or frame needs a signed-in player."""

    code = "not_signed_in"
    kind = ErrorKind.UNAUTHENTICATED
    sentence = "Sign in first."


class MayNotPlay(RoomError):
    """Raised when the account may look but not sit or speak; the code says why."""

    code = "may_not_play"
    kind = ErrorKind.FORBIDDEN
    sentence = "This account may not play at the moment."


class CreditsGone(RoomError):
    """Raised when a connection or address has asked more than its credits allow."""

    code = "too_many_requests"
    kind = ErrorKind.RATE_LIMITED
    sentence = "That was too much at once; wait a moment."


class TooManyWatched(RoomError):
    """Raised when a connection follows more tables or rooms than it may."""

    code = "too_many_watched"
    kind = ErrorKind.REFUSED
    sentence = "One connection cannot follow more at a time."


class ForeignOrigin(RoomError):
    """Raised when a page of another site asks in the player's name."""

    code = "foreign_origin"
    kind = ErrorKind.FORBIDDEN
    sentence = "This request comes from another site."


class TableUnreachable(RoomError):
    """Raised when nobody owns a table, or its owner does not answer in time."""

    code = "table_unreachable"
    kind = ErrorKind.UNAVAILABLE
    sentence = "The table does not answer at the moment; it will come back by itself."


class TableUnknown(RoomError):
    """Raised when no process ever owned a table of that name."""

    code = "table_unknown"
    kind = ErrorKind.NOT_FOUND
    sentence = "There is no such table."


class OutcomeUnknown(RoomError):
    """Raised when an action's 15 seconds are over (SEAMS 33)."""

    code = "outcome_unknown"
    kind = ErrorKind.DEADLINE
    sentence = "No answer came in time. Send the same action again to learn its outcome."
