"""Every refusal of the lobby, with its stable code; each says when it is raised."""

from riverbus.core.errors import ErrorKind, RoomError


class BadName(RoomError):
    """Raised when a screen name has other characters or another length than ACC-04 allows."""

    code = "bad_name"
    kind = ErrorKind.INVALID
    sentence = "A screen name has 3 to 20 letters, digits, hyphens or underscores."


class NameTaken(RoomError):
    """Raised when a name looks like one that exists (ACC-04, CH-10)."""

    code = "name_taken"
    kind = ErrorKind.CONFLICT
    sentence = "That name, or one that looks like it, is taken. Choose another."


class NameRefused(RoomError):
    """Raised when a name is reserved for the house or offensive (ACC-04)."""

    code = "name_refused"
    kind = ErrorKind.REFUSED
    sentence = "The house does not give out that name. Choose another."


class NameIsFinal(RoomError):
    """Raised when a name that was not refused is to be changed (ACC-04)."""

    code = "name_is_final"
    kind = ErrorKind.REFUSED
    sentence = "A screen name never changes."


class BadEmail(RoomError):
    """Raised when an e-mail address is malformed or over 254 characters."""

    code = "bad_email"
    kind = ErrorKind.INVALID
    sentence = "That is not an e-mail address."


class EmailTaken(RoomError):
    """Raised when an account with that e-mail address exists (ACC-03)."""

    code = "email_taken"
    kind = ErrorKind.CONFLICT
    sentence = "There is an account with that e-mail address. Sign in instead."


class WeakPassword(RoomError):
    """Raised when a password is too short, too long, well known or the player's name."""

    code = "weak_password"
    kind = ErrorKind.INVALID
    sentence = "Choose a password of 8 to 256 characters that is not easy to guess."


class BadBirthDate(RoomError):
    """Raised when a birth date is malformed, in the future or over 120 years ago."""

    code = "bad_birth_date"
    kind = ErrorKind.INVALID
    sentence = "Give the birth date as YYYY-MM-DD."


class UnderAge(RoomError):
    """Raised when somebody is younger than 18 or the country's majority (ACC-01)."""

    code = "under_age"
    kind = ErrorKind.REFUSED
    sentence = "You are too young to play here."


class BadCountry(RoomError):
    """Raised when a country is not an ISO 3166-1 alpha-2 code."""

    code = "bad_country"
    kind = ErrorKind.INVALID
    sentence = "Choose your country from the list."


class TermsNotAccepted(RoomError):
    """Raised when terms or declarations were not accepted (ACC-02, ACC-12)."""

    code = "terms_not_accepted"
    kind = ErrorKind.REFUSED
    sentence = "The terms in force and the declarations must be accepted."


class StaleTerms(RoomError):
    """Raised when another version of the terms was accepted than is in force (ACC-02)."""

    code = "stale_terms"
    kind = ErrorKind.STALE
    sentence = "The terms have changed. Read the new version and accept it."


class BadBotKey(RoomError):
    """Raised when the key for bots' accounts is wrong or not set in this room."""

    code = "bad_bot_key"
    kind = ErrorKind.FORBIDDEN
    sentence = "That key does not open accounts for bots."


class AccountBarred(RoomError):
    """Raised when an account is asked for on the device of one that was closed (INT-01)."""

    code = "account_barred"
    kind = ErrorKind.FORBIDDEN
    sentence = "The house opens no account here. Write to support."


class WrongCredentials(RoomError):
    """Raised when name and password do not belong together; which was wrong is not told."""

    code = "wrong_credentials"
    kind = ErrorKind.UNAUTHENTICATED
    sentence = "Name or password is wrong."


class TooManyAttempts(RoomError):
    """Raised when a login or an address failed too often; details: retry_after_ms."""

    code = "too_many_attempts"
    kind = ErrorKind.RATE_LIMITED
    sentence = "Too many wrong attempts. Wait a little."


class NoSession(RoomError):
    """Raised when a session token is unknown, ended or expired."""

    code = "no_session"
    kind = ErrorKind.UNAUTHENTICATED
    sentence = "Your session has ended. Sign in again."


class AccountIsClosed(RoomError):
    """Raised when an account was closed by the house (ACC-07)."""

    code = "account_closed"
    kind = ErrorKind.FORBIDDEN
    sentence = "This account was closed by the house."


class AccountIsSuspended(RoomError):
    """Raised when a suspended account wants to take part."""

    code = "account_suspended"
    kind = ErrorKind.FORBIDDEN
    sentence = "This account is suspended."


class BadSessionKind(RoomError):
    """Raised when a session is asked for that is neither a browser's nor a bearer's."""

    code = "bad_session_kind"
    kind = ErrorKind.INVALID
    sentence = "A session is for a browser or a bearer."


class BadProfile(RoomError):
    """Raised when a part of a profile is too long or malformed; details: field."""

    code = "bad_profile"
    kind = ErrorKind.INVALID
    sentence = "A part of the profile is too long or has characters that cannot be shown."


class TooMany(RoomError):
    """Raised when more things are asked for at once than allowed."""

    code = "too_many"
    kind = ErrorKind.INVALID
    sentence = "Too many at once."


class BadPage(RoomError):
    """Raised when a page size or cursor is malformed."""

    code = "bad_page"
    kind = ErrorKind.INVALID
    sentence = "That page does not exist."


class UnknownAccount(RoomError):
    """Raised when there is no such account."""

    code = "unknown_account"
    kind = ErrorKind.NOT_FOUND
    sentence = "There is no such account."


class BadUntil(RoomError):
    """Raised when a suspension would end in the past."""

    code = "bad_until"
    kind = ErrorKind.INVALID
    sentence = "A suspension ends in the future, or when it is lifted."


class ReasonMissing(RoomError):
    """Raised when an operator gives no reason, or one over 500 characters."""

    code = "reason_missing"
    kind = ErrorKind.INVALID
    sentence = "Say why, in 1 to 500 characters."


class NotAboveSelf(RoomError):
    """Raised when an operator acts against an administrator or against themselves."""

    code = "not_above_self"
    kind = ErrorKind.FORBIDDEN
    sentence = "That needs an administrator other than the account concerned."


class BadRole(RoomError):
    """Raised when a role does not exist."""

    code = "bad_role"
    kind = ErrorKind.INVALID
    sentence = "There is no such role."


class LastAdmin(RoomError):
    """Raised when the room would be left without an administrator."""

    code = "last_admin"
    kind = ErrorKind.REFUSED
    sentence = "The room needs at least one administrator."


class UnknownFlag(RoomError):
    """Raised when there is no such duplicate flag."""

    code = "unknown_flag"
    kind = ErrorKind.NOT_FOUND
    sentence = "There is no such flag."


class FlagDecided(RoomError):
    """Raised when a flag was decided before."""

    code = "flag_decided"
    kind = ErrorKind.CONFLICT
    sentence = "That flag was decided before."


class BadDecision(RoomError):
    """Raised when a decision is none of those offered."""

    code = "bad_decision"
    kind = ErrorKind.INVALID
    sentence = "Decide `same_person` or `different_people`."


class BadEntry(RoomError):
    """Raised when an audit entry of another service is malformed."""

    code = "bad_entry"
    kind = ErrorKind.INVALID
    sentence = "An audit entry names who, what, about what and why."


class UnknownTable(RoomError):
    """Raised when there is no such table."""

    code = "unknown_table"
    kind = ErrorKind.NOT_FOUND
    sentence = "There is no such table."


class BadTable(RoomError):
    """Raised when a table's configuration contradicts itself or the rules; details: field."""

    code = "bad_table"
    kind = ErrorKind.INVALID
    sentence = "The table cannot be played like that."


class TableExists(RoomError):
    """Raised when a table id is in use or was used before."""

    code = "table_exists"
    kind = ErrorKind.CONFLICT
    sentence = "There is, or was, a table of that id."


class StaleRevision(RoomError):
    """Raised when something was changed since it was read."""

    code = "stale_revision"
    kind = ErrorKind.STALE
    sentence = "Somebody changed it meanwhile. Read it again."


class TableIsClosed(RoomError):
    """Raised when a closing or closed table is to be changed or joined."""

    code = "table_closed"
    kind = ErrorKind.REFUSED
    sentence = "That table is closed."


class BadState(RoomError):
    """Raised when a table is to be put into a state that operators cannot set."""

    code = "bad_state"
    kind = ErrorKind.INVALID
    sentence = "A table can be opened, paused or closed."


class AlreadySeated(RoomError):
    """Raised when somebody who sits at a table wants to wait for it."""

    code = "already_seated"
    kind = ErrorKind.REFUSED
    sentence = "You sit at that table already."


class TooManyLists(RoomError):
    """Raised when somebody waits at ten tables already."""

    code = "too_many_lists"
    kind = ErrorKind.REFUSED
    sentence = "You can wait for ten tables at once."
