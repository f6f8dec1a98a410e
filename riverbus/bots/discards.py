"""Which cards to throw away in five-card draw: the plain rules that everybody learns."""

from collections import Counter
from collections.abc import Sequence

from riverbus.core.cards import rank_of, suit_of

STRAIGHT_SPAN = 4


def discards(hand: Sequence[int], most: int = 5) -> list[int]:
    """Keep made hands, groups, four to a flush or an open straight, else the two highest."""
    ranks = Counter(rank_of(card) for card in hand)
    groups = {rank for rank, count in ranks.items() if count > 1}
    if groups:
        loose = [card for card in hand if rank_of(card) not in groups]
        full = len(loose) == 0
        return [] if full else sorted(loose)[:most]
    if _made(hand):
        return []
    suit, count = Counter(suit_of(card) for card in hand).most_common(1)[0]
    if count == 4:
        return [card for card in hand if suit_of(card) != suit][:most]
    for dropped in sorted(hand):
        kept = sorted(rank_of(card) for card in hand if card != dropped)
        if kept[-1] - kept[0] == 3 and kept[0] > 0 and kept[-1] < 12:
            return [dropped][:most]
    return sorted(hand)[:3][:most]


def _made(hand: Sequence[int]) -> bool:
    ranks = sorted(rank_of(card) for card in hand)
    straight = ranks[-1] - ranks[0] == STRAIGHT_SPAN or ranks == [0, 1, 2, 3, 12]
    return straight or len({suit_of(card) for card in hand}) == 1
