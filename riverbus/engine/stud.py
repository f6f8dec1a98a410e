"""What exposed cards decide in stud: the bring-in, who acts first, open pairs (STU-01 to 07)."""

from riverbus.engine.state import State


def bring_in_owner(state: State) -> int:
    """The position with the lowest door card, ace high; ties by suit or by seat (STU-01).

    A player who is all-in for the ante counts too (ST-02).
    """
    by_suit = state.rules.bring_in_ties == "suit"
    lowest, found = 99, -1
    for at in range(state.n):
        door = state.up[at][0]
        key = door if by_suit else door >> 2
        if key < lowest:
            lowest, found = key, at
    return found


Strength = tuple[tuple[int, ...], tuple[int, ...]]
_STRENGTHS: dict[tuple[int, ...], Strength] = {}
_STRENGTHS_MAX = 50_000


def board_strength(cards: list[int]) -> Strength:
    """Strength of up to five exposed cards: what is alike, then the ranks; no straights.

    Two pair beat any pair, so all the counts come before the first rank.
    """
    ranks = tuple([card >> 2 for card in cards])
    found = _STRENGTHS.get(ranks)
    if found is None:
        counts: dict[int, int] = {}
        for rank in ranks:
            counts[rank] = counts.get(rank, 0) + 1
        ordered = sorted([(count, rank) for rank, count in counts.items()], reverse=True)
        found = (tuple([count for count, _ in ordered]), tuple([rank for _, rank in ordered]))
        if len(_STRENGTHS) < _STRENGTHS_MAX:
            _STRENGTHS[ranks] = found
    return found


def boards_in_order(state: State, *, only_able: bool) -> list[int]:
    """Positions left in the hand, best board first; ties by the dealer's left or by suit (STU-04).

    With a community card it belongs to every board unless the rules let sixth street's order stand.
    """
    shared = state.board if state.rules.seventh_opener == "board" else []
    by_suit = state.rules.first_to_act_ties == "suit"
    keyed: list[tuple[Strength, tuple[int, ...], int]] = []
    for at in range(state.n):
        if state.folded[at] or (only_able and state.all_in[at]):
            continue
        strength = board_strength(state.up[at] + shared if shared else state.up[at])
        suits = _suits(state.up[at]) if by_suit else ()
        keyed.append((strength, suits, -at))
    keyed.sort(reverse=True)
    return [-at for _, _, at in keyed]


def _suits(cards: list[int]) -> tuple[int, ...]:
    """Suits by the weight of their cards: of equal boards the highest card's suit decides."""
    counts: dict[int, int] = {}
    for card in cards:
        counts[card >> 2] = counts.get(card >> 2, 0) + 1
    ordered = sorted(cards, key=lambda card: (counts[card >> 2], card), reverse=True)
    return tuple([card & 3 for card in ordered])


def open_pair_shows(state: State) -> bool:
    """Whether any player left shows a pair, on the street where it matters (STU-05, STU-06)."""
    if state.rules.open_pair == "none" or not state.fixed:
        return False
    if state.street_plan().street is not state.plan.open_pair_street:
        return False
    for at in range(state.n):
        up = state.up[at]
        if not state.folded[at] and len({card >> 2 for card in up}) < len(up):
            return True
    return False
