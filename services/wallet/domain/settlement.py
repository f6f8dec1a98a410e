"""Whether a settlement adds up (SEAMS 21): a pure check against the open hand's frozen stacks."""

from riverbus.core.rake import rake_of_pots
from services.wallet.domain.commands import PotResult, SettleHand
from services.wallet.domain.entities import Hand
from services.wallet.domain.errors import SettlementRefused


def verify_settlement(hand: Hand, settle: SettleHand) -> tuple[dict[int, int], int]:
    """(change of each dealt seat, rake), which sum to zero.

    Raises SettlementRefused with the code that says where it does not add up.
    """
    stacks = {seat.seat: seat.stack for seat in hand.line_up}
    changes = dict.fromkeys(stacks, 0)
    put_in = 0
    for result in settle.seats:
        if result.seat not in stacks:
            raise refused("settlement_seat", f"Seat {result.seat} was not dealt in.")
        if changes[result.seat]:
            raise refused("settlement_seat", f"Seat {result.seat} is listed twice.")
        spent = result.contributed - result.returned
        if not 0 <= result.returned <= result.contributed or spent > stacks[result.seat]:
            raise refused(
                "settlement_stack",
                f"Seat {result.seat} spent {spent} of a stack of {stacks[result.seat]}.",
            )
        changes[result.seat] = -spent
        put_in += spent
    _check_listed(stacks, settle)
    held = sum(pot.amount for pot in settle.pots)
    if held != put_in:
        raise refused("settlement_pots", f"The pots hold {held}, the seats put in {put_in}.")
    expected = rake_of_pots(
        hand.policy, [pot.amount for pot in settle.pots], len(stacks), settle.drop_point_reached
    )
    for pot, owed in zip(settle.pots, expected, strict=True):
        _verify_pot(pot, owed, changes)
        for share in pot.shares:
            changes[share.seat] += share.amount
    return changes, sum(expected)


def _check_listed(stacks: dict[int, int], settle: SettleHand) -> None:
    listed = [result.seat for result in settle.seats]
    if len(listed) != len(set(listed)):
        raise refused("settlement_seat", "A seat is listed twice.")
    if len(listed) != len(stacks):
        raise refused("settlement_seat", "Every seat that was dealt in must be listed.")


def _verify_pot(pot: PotResult, owed: int, changes: dict[int, int]) -> None:
    if pot.amount < 1:
        raise refused("settlement_pots", f"A pot holds {pot.amount}.")
    if any(seat not in changes for seat in pot.eligible):
        raise refused("settlement_seat", "A pot names a seat that was not dealt in.")
    if pot.rake != owed:
        raise refused("settlement_rake", f"The rake of a pot is {owed}, not {pot.rake}.")
    paid = pot.rake
    for share in pot.shares:
        if share.seat not in pot.eligible:
            raise refused("settlement_winner", f"Seat {share.seat} may not win this pot.")
        if share.amount < 0:
            raise refused("settlement_shares", "A share is negative.")
        paid += share.amount
    if paid != pot.amount:
        raise refused("settlement_shares", f"Shares and rake give {paid} of a pot of {pot.amount}.")


def refused(code: str, sentence: str) -> SettlementRefused:
    """A refusal that says where."""
    return SettlementRefused(sentence, code=code)
