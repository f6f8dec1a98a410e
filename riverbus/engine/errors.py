"""Refusals of the engine: a rule of play, or a hand that cannot be dealt.

A RuleError never changes the hand. Codes are stable; docs/protocol.md lists them for clients.
"""

from riverbus.core.errors import ErrorKind, RoomError

RULE_CODES: dict[str, str] = {
    "no_hand": "No hand is being played.",
    "not_your_turn": "Another player is to act.",
    "betting_over": "Nobody can bet any more in this hand.",
    "bet_pending": "A bet, the bring-in too, must be answered: no check, no further opening bet.",
    "nothing_to_call": "There is no bet to call, or none to be protected against.",
    "nothing_to_raise": "There is no bet to raise.",
    "nothing_to_protect": "All-in by disconnection needs chips in the pot.",
    "raise_closed": "The cap, an under-raise or opponents without chips forbid a raise.",
    "bet_too_small": "The bet is below the least.",
    "bet_too_large": "The bet is above the pot.",
    "raise_too_small": "The total is below the least raise.",
    "raise_too_large": "The total is above the pot raise.",
    "wrong_size": "Fixed limit: the total is none of the fixed sizes.",
    "not_enough_chips": "The stack is too small.",
    "not_in_chips": "The total is no multiple of the smallest chip.",
    "amount_not_asked": "This action takes no amount.",
    "amount_not_whole": "An amount is a whole number.",
    "bring_in_forced": "The lowest card must bring it in or complete.",
    "no_bring_in": "No bring-in is due.",
    "not_a_draw": "Cards are discarded in the draw only.",
    "draw_pending": "It is time to draw or to stand pat.",
    "wrong_discards": "Up to five different cards can be discarded.",
    "not_your_card": "A discard is not among the player's cards.",
    "stand_pat_discards": "Standing pat discards nothing.",
    "not_showdown": "Cards are shown at the showdown only.",
    "no_choice": "This player has no choice between showing and mucking now.",
    "illegal_action": "The action does not belong to this round.",
}
"""Every code of a RuleError, and when it is given."""


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
