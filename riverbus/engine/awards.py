"""How a pot is divided: best hands, halves, odd chips (SHO-07 to SHO-10, SHO-17, HL cases).

Each pot is divided by itself after its rake. Shares are counted in the table's smallest chip.
"""

from collections.abc import Sequence

from riverbus.engine import evaluate
from riverbus.engine import events as ev
from riverbus.engine.hand_classes import NAMES, low_text
from riverbus.engine.state import State


def award_pot(state: State, index: int, events: list[ev.Event]) -> None:
    """Pays out one pot to its winners."""
    pot = state.pots[index]
    net = pot.amount - (state.rakes[index] if state.rakes is not None else 0)
    claimants = [at for at in map(state.position.__getitem__, pot.eligible) if not state.mucked[at]]
    if len(claimants) == 1:
        at = claimants[0]
        text = NAMES[state.highs[at]] if state.shown[at] and state.highs else ""
        _pay(state, events, index, at, net, "", 0, text)
        return
    highs, lows = state.highs, state.lows
    best = min([highs[at] for at in claimants])
    winners = [at for at in claimants if highs[at] == best]
    low_winners: list[int] = []
    if state.plan.hi_lo:
        best_low = min([lows[at] for at in claimants if lows[at]], default=0)
        low_winners = [at for at in claimants if best_low and lows[at] == best_low]
    if not low_winners:
        _split(state, events, index, winners, net, "")
        return
    if winners == low_winners and state.rules.identical_hands == "even":
        _split(state, events, index, winners, net, "")
        return
    low_half = net // 2
    low_half -= low_half % state.stakes.unit
    _split(state, events, index, winners, net - low_half, "high")
    _split(state, events, index, low_winners, low_half, "low")


def _split(
    state: State, events: list[ev.Event], index: int, winners: list[int], chips: int, half: str
) -> None:
    """Equal shares; odd chips one by one from the left of the button, in stud maybe by suit."""
    unit = state.stakes.unit
    count = len(winners)
    share = chips // (unit * count) * unit
    odd = chips - share * count
    if odd and count > 1 and state.plan.stud and state.rules.stud_odd_chip == "suit":
        winners = sorted(winners, key=lambda at: _suit_key(state, at, half), reverse=True)
    for at in winners:
        extra = min(unit, odd)
        if at == winners[-1]:
            extra = odd
        odd -= extra
        if share + extra:
            text = low_text(state.lows[at]) if half == "low" else NAMES[state.highs[at]]
            _pay(state, events, index, at, share + extra, half, extra if count > 1 else 0, text)


def _suit_key(state: State, at: int, half: str) -> tuple[int, int]:
    """The highest card by suit in the five that play (HL-13); in a low the ace is the lowest."""
    cards: Sequence[int] = [*state.hole[at], *state.board]
    if half == "low":
        five = evaluate.five_of_low(cards, state.lows[at])
        return max([(((card >> 2) + 1) % 13, card & 3) for card in five])
    five = evaluate.five_of_high(cards, state.highs[at])
    return max([(card >> 2, card & 3) for card in five])


def _pay(
    state: State,
    events: list[ev.Event],
    index: int,
    at: int,
    amount: int,
    half: str,
    odd: int,
    text: str,
) -> None:
    stack = state.stack[at] + amount
    state.emit(events, ev.Awarded(index, state.seats[at], amount, half, odd, stack, text))
