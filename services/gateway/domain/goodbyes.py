"""Why a connection ends, what the client is told, and when it may come back."""

from msgspec import Struct


class Ending(Struct, frozen=True):
    """A goodbye's code and text, the wait before a reconnect (-1: do not), the close code."""

    code: str
    text: str
    retry_ms: int
    close_code: int


REPLACED = Ending("replaced", "This client connected again.", -1, 4001)
SIGNED_OUT = Ending("signed_out", "The session has ended; sign in again.", -1, 4002)
TOO_SLOW = Ending("too_slow", "The connection could not keep up; coming back helps.", 500, 4003)
DRAINING = Ending("draining", "This server is stopping; another one takes over.", 0, 4004)
CREDITS_GONE = Ending("credits_gone", "Too many frames; wait a moment.", 10_000, 4005)
SUSPENDED = Ending("suspended", "The account is suspended.", -1, 4006)
NO_HELLO = Ending("no_hello", "No hello came in time.", 1_000, 4007)
SILENT = Ending("silent", "The line was silent for too long.", 500, 4008)
TOO_MANY = Ending("too_many_connections", "This account has too many connections.", -1, 4009)
