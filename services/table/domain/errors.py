"""Refusals of the table; the codes are seen by clients (proto/riverbus/table/v1/table.proto)."""

from riverbus.core.errors import ErrorKind, RoomError


class TableError(RoomError):
    """A refusal by a rule of the table."""

    kind = ErrorKind.REFUSED


class TableUnknown(TableError):
    """Raised when no table of that name is configured."""

    code = "table_unknown"
    kind = ErrorKind.NOT_FOUND
    sentence = "There is no such table."


class NotSeated(TableError):
    """Raised when the caller has no seat at the table."""

    code = "not_seated"
    sentence = "You have no seat at this table."


class AlreadySeated(TableError):
    """Raised when one account asks for a second seat."""

    code = "already_seated"
    sentence = "You already have a seat at this table."


class SeatTaken(TableError):
    """Raised when the seat is somebody's, or no seat is free."""

    code = "seat_taken"
    sentence = "That seat is taken; choose another."


class SeatHeld(TableError):
    """Raised when every free seat is held for somebody on the waiting list."""

    code = "seat_held"
    sentence = "The free seat is held for who waited longest; join the waiting list."


class SeatImpossible(TableError):
    """Raised when the table has no seat of that number."""

    code = "seat_impossible"
    kind = ErrorKind.INVALID
    sentence = "The table has no such seat."


class BuyInOutOfRange(TableError):
    """Raised when fewer or more chips are brought than the table takes."""

    code = "buy_in_out_of_range"
    sentence = "That buy-in is outside the table's limits."


class AboveMaximum(TableError):
    """Raised when a top-up would lift a stack above the table's maximum."""

    code = "above_maximum"
    sentence = "You would have more chips in front than the table allows."


class AmountImpossible(TableError):
    """Raised when an amount is no multiple of the table's smallest chip, or out of bounds."""

    code = "amount_impossible"
    kind = ErrorKind.INVALID
    sentence = "That is no amount in this table's chips."


class TableNotOpen(TableError):
    """Raised when the table closes or is stopped."""

    code = "table_not_open"
    sentence = "The table takes no new players now."


class NotYourTurn(TableError):
    """Raised when somebody else is to act, or nobody."""

    code = "not_your_turn"
    sentence = "It is not your turn."


class StaleTurn(TableError):
    """Raised when an action names an earlier hand or turn (SE-10)."""

    code = "stale_turn"
    kind = ErrorKind.STALE
    sentence = "The table has moved on since then."


class PriceChanged(TableError):
    """Raised when an action names another price than the one to pay."""

    code = "price_changed"
    kind = ErrorKind.STALE
    sentence = "The price has changed; look again."


class AdvanceNotOffered(TableError):
    """Raised when an advance action cannot be right now (ACT-06)."""

    code = "advance_not_offered"
    sentence = "That cannot be prepared now."


class ActionIdReused(TableError):
    """Raised when an action id comes again with other content (SEAMS 4)."""

    code = "action_id_reused"
    kind = ErrorKind.CONFLICT
    sentence = "That action id was used for something else."


class ActionIdInvalid(TableError):
    """Raised when an action id is not 8 to 40 characters of [A-Za-z0-9_-]."""

    code = "action_id_invalid"
    kind = ErrorKind.INVALID
    sentence = "An action id has 8 to 40 letters, digits, - or _."


class StillMoving(TableError):
    """Raised when the seat's last request to the cashier is not answered yet (SEAMS 25)."""

    code = "cashier_busy"
    sentence = "The cashier still works on your last request."


class NoHand(TableError):
    """Raised when an operator cancels a hand and none runs, or it is settled already."""

    code = "no_hand"
    sentence = "There is no hand to cancel."


class HandNotRefused(TableError):
    """Raised when an operator resolves a hand and the wallet has not refused its result."""

    code = "hand_not_refused"
    sentence = "The cashier has refused no hand here: there is nothing to resolve."


class HandUnresolved(TableError):
    """Raised when a table is to go on while the wallet refuses its hand (SEAMS 19)."""

    code = "hand_unresolved"
    sentence = "The cashier refused the hand's result; resolve the hand first."


class WalletBehind(TableError):
    """Raised when a table is to go on while the wallet is older than its log (SEAMS 26)."""

    code = "wallet_behind"
    sentence = "The cashier's books are older than this table's; bring them up to date first."


class SharesWrong(TableError):
    """Raised when an operator's shares do not add up to the pots; the sentence says where."""

    code = "shares_wrong"
    kind = ErrorKind.INVALID
    sentence = "The shares do not add up to the pots."


class ReasonMissing(TableError):
    """Raised when an operator gives no reason, or one of over 500 characters."""

    code = "reason_missing"
    kind = ErrorKind.INVALID
    sentence = "Give the reason, in 1 to 500 characters on one line."


class OwnHand(TableError):
    """Raised when an operator decides a hand at a table where he has a seat."""

    code = "own_hand"
    sentence = "You have a seat at this table: somebody else must decide."


class ProposalUnknown(TableError):
    """Raised when an operator agrees to a resolution that does not wait, or not any more."""

    code = "proposal_unknown"
    kind = ErrorKind.STALE
    sentence = "That resolution does not wait for anybody; look at the hand again."


class SecondOperatorNeeded(TableError):
    """Raised when who proposed a resolution agrees to it too."""

    code = "second_operator_needed"
    sentence = "You proposed it: another operator must agree."


class SeatEmpty(TableError):
    """Raised when an operator removes somebody from an empty seat."""

    code = "seat_empty"
    sentence = "Nobody sits there."


class OperationImpossible(TableError):
    """Raised when an operator's command does not fit the table's state."""

    code = "operation_impossible"
    kind = ErrorKind.INVALID
    sentence = "That is not possible at this table now."


class BrokenTable(RoomError):
    """Raised when an invariant of the table does not hold: a bug, the table is quarantined."""

    code = "broken_table"
    kind = ErrorKind.INTERNAL
    sentence = "The table's books do not balance."
