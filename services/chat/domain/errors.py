"""Every refusal of the chat, with its stable code; each says when it is raised."""

from riverbus.core.errors import ErrorKind, RoomError


class UnknownRoom(RoomError):
    """Raised when there is no such room, or its table is closed."""

    code = "unknown_room"
    kind = ErrorKind.NOT_FOUND
    sentence = "There is no such chat room."


class MessageEmpty(RoomError):
    """Raised when a message has nothing that can be seen."""

    code = "message_empty"
    kind = ErrorKind.INVALID
    sentence = "Write something."


class MessageTooLong(RoomError):
    """Raised when a message has too many characters; details: limit (CH-08)."""

    code = "message_too_long"
    kind = ErrorKind.INVALID
    sentence = "That message is too long."


class BadCharacters(RoomError):
    """Raised when a message has control characters (CH-04)."""

    code = "bad_characters"
    kind = ErrorKind.INVALID
    sentence = "That message has characters that cannot be shown."


class BadMessageId(RoomError):
    """Raised when a client's message id is malformed."""

    code = "bad_message_id"
    kind = ErrorKind.INVALID
    sentence = "A message id has 8 to 40 letters, digits, hyphens or underscores."


class MessageIdReused(RoomError):
    """Raised when a message id was used for another text or room."""

    code = "message_id_reused"
    kind = ErrorKind.CONFLICT
    sentence = "That message id was used for another message."


class TooFast(RoomError):
    """Raised when somebody says too much in too short a time; details: retry_after_ms (CHT-02)."""

    code = "too_fast"
    kind = ErrorKind.RATE_LIMITED
    sentence = "Not so fast. Wait a moment."


class Muted(RoomError):
    """Raised when somebody is banned from chat; details: until_ms, sanction_id (CHT-03)."""

    code = "muted"
    kind = ErrorKind.FORBIDDEN
    sentence = "You are banned from chat."


class AccountIsSuspended(RoomError):
    """Raised when the lobby suspended or closed the account."""

    code = "account_suspended"
    kind = ErrorKind.FORBIDDEN
    sentence = "This account is suspended."


class BadPage(RoomError):
    """Raised when a page size, cursor or bound is malformed."""

    code = "bad_page"
    kind = ErrorKind.INVALID
    sentence = "That page does not exist."


class IgnoreSelf(RoomError):
    """Raised when somebody wants to ignore themselves."""

    code = "ignore_self"
    kind = ErrorKind.INVALID
    sentence = "You cannot ignore yourself."


class TooManyIgnored(RoomError):
    """Raised when an ignore list is full."""

    code = "too_many_ignored"
    kind = ErrorKind.REFUSED
    sentence = "You can ignore 200 players."


class BadAccount(RoomError):
    """Raised when an account id is malformed."""

    code = "bad_account"
    kind = ErrorKind.INVALID
    sentence = "That is not an account."


class UnknownSanction(RoomError):
    """Raised when there is no such sanction, or it is somebody else's."""

    code = "unknown_sanction"
    kind = ErrorKind.NOT_FOUND
    sentence = "There is no such chat ban."


class SanctionOver(RoomError):
    """Raised when a sanction has ended already."""

    code = "sanction_over"
    kind = ErrorKind.REFUSED
    sentence = "That chat ban is over."


class AlreadyAppealed(RoomError):
    """Raised when a sanction was appealed against before."""

    code = "already_appealed"
    kind = ErrorKind.CONFLICT
    sentence = "You have appealed against that chat ban before."


class NoAppeal(RoomError):
    """Raised when there is no appeal to decide."""

    code = "no_appeal"
    kind = ErrorKind.REFUSED
    sentence = "Nobody has appealed against that chat ban."


class AppealDecided(RoomError):
    """Raised when an appeal was decided before."""

    code = "appeal_decided"
    kind = ErrorKind.CONFLICT
    sentence = "That appeal was decided before."


class BadDecision(RoomError):
    """Raised when a decision is neither upheld nor struck out."""

    code = "bad_decision"
    kind = ErrorKind.INVALID
    sentence = "Uphold the chat ban or strike it out."


class BadOffence(RoomError):
    """Raised when an offence is not one of the list."""

    code = "bad_offence"
    kind = ErrorKind.INVALID
    sentence = "Say for what: choose one of the offences."


class BadDuration(RoomError):
    """Raised when a duration is out of bounds, or given where the ladder sets it (CHT-06)."""

    code = "bad_duration"
    kind = ErrorKind.INVALID
    sentence = "A mute lasts from a minute to thirty days; the ladder sets its own."


class SanctionIdReused(RoomError):
    """Raised when a sanction id is malformed or was used for another sanction."""

    code = "sanction_id_reused"
    kind = ErrorKind.CONFLICT
    sentence = "That sanction id was used for another chat ban."


class ReasonMissing(RoomError):
    """Raised when an operator gives no reason, or one over 500 characters."""

    code = "reason_missing"
    kind = ErrorKind.INVALID
    sentence = "Say why, in 1 to 500 characters."


class UnknownMessage(RoomError):
    """Raised when there is no such message."""

    code = "unknown_message"
    kind = ErrorKind.NOT_FOUND
    sentence = "There is no such message."


class BadWordList(RoomError):
    """Raised when a word list has a malformed word or too many."""

    code = "bad_word_list"
    kind = ErrorKind.INVALID
    sentence = "A word list has up to 2000 words of 2 to 40 letters or digits."


class StaleRevision(RoomError):
    """Raised when the word list was changed since it was read."""

    code = "stale_revision"
    kind = ErrorKind.STALE
    sentence = "Somebody changed it meanwhile. Read it again."
