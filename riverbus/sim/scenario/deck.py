"""The two permutations that deal a scenario's fixed cards.

Who gets which card of the deck depends on the play (folds, draws, a short stub), so a scenario is
played until its decks stand still: each pass tells which deck place served which slot, and the
next pass puts the fixed cards there. Everything else comes in ascending order, 2c first.
"""

from collections.abc import Iterable, Sequence

import msgspec

from riverbus.core.cards import DECK_SIZE
from riverbus.engine import events as ev
from riverbus.sim.scenario.model import FixedCards

Slot = tuple[str, int]
"""Whose card and which: ('board', 0), ('burn', 2), ('3', 0) for the first card of seat 3."""


class Decks(msgspec.Struct, frozen=True):
    """What a hand is dealt from."""

    deck: tuple[int, ...]
    mix: tuple[int, ...]


class Served(msgspec.Struct):
    """Which card each slot got: before anything was mixed, and after each mixing with its stub."""

    before: list[tuple[Slot, int]]
    mixed: list[tuple[tuple[int, ...], list[tuple[Slot, int]]]]


def served(happened: Iterable[ev.Event]) -> Served:
    """Reads the slots from a hand's events."""
    found = Served([], [])
    counts: dict[str, int] = {}
    into = found.before

    def take(whose: str, dealt: Sequence[int]) -> None:
        for card in dealt:
            slot = (whose, counts.get(whose, 0))
            counts[whose] = slot[1] + 1
            into.append((slot, card))

    for event in happened:
        if isinstance(event, ev.Dealt | ev.Drew):
            take(str(event.seat), event.cards)
        elif isinstance(event, ev.Burned):
            take("burn", event.cards)
        elif isinstance(event, ev.BoardDealt):
            take("board", event.cards)
        elif isinstance(event, ev.DeckMixed):
            into = []
            found.mixed.append((event.stub, into))
    return found


def build_decks(fixed: FixedCards, seats: dict[str, int], known: Served, used: Decks) -> Decks:
    """The next pass's permutations; `known` was read from a hand dealt from `used`."""
    wanted = _wanted(fixed, seats)
    all_fixed = set(wanted.values())
    filler = [card for card in range(DECK_SIZE) if card not in all_fixed]
    at = {card: place for place, card in enumerate(used.deck)}
    places = {at[card]: wanted[slot] for slot, card in known.before if slot in wanted}
    deck = _fill(places, filler, all_fixed)
    return Decks(deck, _mix(wanted, known))


def first_decks(fixed: FixedCards, seats: dict[str, int]) -> Decks:
    """What the first pass deals: all that is not fixed, in order."""
    ascending = tuple(range(DECK_SIZE))
    all_fixed = set(_wanted(fixed, seats).values())
    filler = [card for card in range(DECK_SIZE) if card not in all_fixed]
    return Decks(_fill({}, filler, all_fixed), ascending)


def misdealt(fixed: FixedCards, seats: dict[str, int], got: Served) -> str:
    """The first fixed card that its slot did not get, in words; empty: all are as wanted."""
    wanted = _wanted(fixed, seats)
    after = [entry for _, dealt in got.mixed for entry in dealt]
    for slot, card in [*got.before, *after]:
        if slot in wanted and wanted[slot] != card:
            whose, number = slot
            return f"card {number + 1} of {_name(whose, seats)}"
    return ""


def _wanted(fixed: FixedCards, seats: dict[str, int]) -> dict[Slot, int]:
    wanted: dict[Slot, int] = {}
    for name, listed in fixed.players.items():
        if name in seats:
            wanted.update({(str(seats[name]), nth): card for nth, card in enumerate(listed)})
    wanted.update({("board", nth): card for nth, card in enumerate(fixed.board)})
    wanted.update({("burn", nth): card for nth, card in enumerate(fixed.burns)})
    return wanted


def _mix(wanted: dict[Slot, int], known: Served) -> tuple[int, ...]:
    """The order in which mixed cards come: as wanted, the rest of each stub ascending."""
    mix: list[int] = []
    for stub, dealt in known.mixed:
        here = {slot: wanted[slot] for slot, _ in dealt if slot in wanted}
        rest = iter(sorted(card for card in stub if card not in here.values()))
        mix += [here[slot] if slot in here else next(rest) for slot, _ in dealt]
        mix += rest
    ordered = list(dict.fromkeys([*mix, *range(DECK_SIZE)]))
    return tuple(ordered)


def _fill(places: dict[int, int], filler: list[int], all_fixed: set[int]) -> tuple[int, ...]:
    """Fixed cards in their places, the others ascending, fixed ones without a place last."""
    placed = set(places.values())
    rest = iter([*filler, *sorted(all_fixed - placed)])
    deck: list[int] = []
    seen: set[int] = set()
    for place in range(DECK_SIZE):
        card = places.get(place, -1)
        if card < 0 or card in seen:
            card = next(rest)
        seen.add(card)
        deck.append(card)
    return tuple(deck)


def _name(whose: str, seats: dict[str, int]) -> str:
    for name, seat in seats.items():
        if str(seat) == whose:
            return name
    return f"the {whose}"
