"""Refusals of the engine: a rule of play, or a hand that cannot be dealt.

A RuleError never changes the hand. Codes are stable; docs/protocol.md lists them for clients.
"""

from riverbus.core.errors import ErrorKind, RoomError


class RuleError(RoomError):
    """Raised when a rule of play forbids an action now; the code says which rule."""

    code = "illegal_action"
    kind = ErrorKind.REFUSED
    sentence = "That is not possible now."

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence, code=code)


class SetupError(RoomError):
    """Raised when a hand cannot be dealt: cards, seats, chips, stakes or posts are wrong."""

    code = "impossible_hand"
    kind = ErrorKind.INVALID
    sentence = "This hand cannot be dealt."

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence, code=code)


class BrokenHandError(RoomError):
    """Raised when an invariant of the engine does not hold: a bug, the table must stop."""

    code = "broken_hand"
    kind = ErrorKind.INTERNAL
    sentence = "The hand's books do not balance."
