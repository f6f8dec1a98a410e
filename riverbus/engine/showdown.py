"""Who shows in which order, who may muck, and what hands are worth (SHO-01 to SHO-04, SHO-13)."""

from riverbus.engine import evaluate
from riverbus.engine import events as ev
from riverbus.engine.hand_classes import NAMES
from riverbus.engine.state import State
from riverbus.engine.stud import boards_in_order


def read_hands(state: State) -> None:
    """Works out the classes of all hands that are left, once the cards are complete."""
    highs, lows = [0] * state.n, [0] * state.n
    board, plan = state.board, state.plan
    for at in range(state.n):
        if state.folded[at]:
            continue
        hole = state.hole[at]
        if plan.omaha:
            highs[at] = evaluate.omaha_high_of_nine(*board, *hole)
            if plan.hi_lo:
                lows[at] = evaluate.omaha_low8(hole, board)
        else:
            size = len(hole) + len(board)
            read = evaluate.high_of_seven if size == 7 else evaluate.high_of_five
            highs[at] = read(*hole, *board)
            if plan.hi_lo:
                lows[at] = evaluate.low8([*hole, *board])
    state.highs, state.lows = highs, lows


def show_order(state: State) -> list[int]:
    """The positions in the order in which they show (SHO-01)."""
    start = state.aggressor
    if start < 0 or state.folded[start]:
        start = state.first_actor if state.rules.checked_showdown == "first_option" else -1
    if start < 0 or state.folded[start]:
        start = boards_in_order(state, only_able=False)[0] if state.plan.stud else 0
    around = [*range(start, state.n), *range(start)]
    return [at for at in around if not state.folded[at]]


def shown_event(state: State, at: int) -> ev.Shown:
    """The fact that these cards are up; in words when the hand is complete."""
    seat, cards = state.seats[at], tuple(state.hole[at])
    if not state.highs:
        return ev.Shown(seat, cards, "", "", (), ())
    number, low = state.highs[at], state.lows[at]
    board = state.board
    if state.plan.omaha:
        five = evaluate.five_of_omaha_high(cards, board, number)
        low_five = evaluate.five_of_omaha_low(cards, board, low) if low else ()
    else:
        five = evaluate.five_of_high([*cards, *board], number)
        low_five = evaluate.five_of_low([*cards, *board], low) if low else ()
    return ev.Shown(seat, cards, NAMES[number], evaluate.low_text(low), five, low_five)


def next_to_show(state: State, pot: int) -> int:
    """The position that shows next for this pot, -1 when all its hands are settled.

    Those in the last side pot come first (SD-04); a pot with one claimant needs no show.
    """
    eligible = state.pots[pot].eligible
    if len(eligible) == 1:
        return -1
    order = state.show_order
    if order is None:
        order = tuple(show_order(state))
    for at in order:
        if not state.shown[at] and not state.mucked[at] and state.seats[at] in eligible:
            return at
    return -1


def may_muck(state: State, at: int, pot: int) -> bool:
    """Whether the player may keep the cards down: beaten in every pot, and not the first to show.

    Where all must show, never.
    """
    everybody = state.rules.show_all_at_showdown
    if everybody == "always" or (everybody == "omaha" and state.plan.omaha):
        return False
    seat = state.seats[at]
    for index in range(pot + 1):
        eligible = state.pots[index].eligible
        if seat in eligible and not _beaten(state, at, eligible):
            return False
    return True


def _beaten(state: State, at: int, eligible: tuple[int, ...]) -> bool:
    """Whether shown hands beat this one in the pot, for high and, in hi-lo, for low."""
    highs, lows = state.highs, state.lows
    low = lows[at]
    beaten_high, beaten_low = False, not (state.plan.hi_lo and low)
    for seat in eligible:
        other = state.position[seat]
        if not state.shown[other]:
            continue
        if highs[other] < highs[at]:
            beaten_high = True
        if lows[other] and lows[other] < low:
            beaten_low = True
    return beaten_high and beaten_low
