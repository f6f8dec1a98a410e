"""Where the button and the blinds are in the next hand (BLD-02, BLD-06, BLD-09, BLD-16)."""

from collections.abc import Sequence

import msgspec

from riverbus.core.games import Game
from riverbus.engine.lineup import Positions, between, clockwise
from riverbus.engine.rules import HouseRules


class Places(msgspec.Struct, frozen=True, kw_only=True):
    """The places of one hand; a seat of 0 is nobody's."""

    button: int
    small_blind: int
    """The small blind's place; with a dead button it may be empty, then nobody posts it."""
    small_posted: bool = True
    big_blinds: tuple[int, ...]
    """One seat, or two when a missed small blind makes a second one post (BLD-09)."""
    pays_both: int = 0
    """The seat that pays a dead small blind beside its big blind (BLD-09)."""
    heads_up: bool = False

    @property
    def big_blind(self) -> int:
        """The last big blind: action starts at its left."""
        return self.big_blinds[-1]

    @property
    def blinds(self) -> tuple[int, ...]:
        """Every seat that posts a blind in its place."""
        return (self.small_blind, *self.big_blinds) if self.small_posted else self.big_blinds

    def before_big_blind(self, seat: int) -> bool:
        """Whether the seat lies between the button and the big blind."""
        return between(seat, self.button, self.big_blind)

    def before_small_blind(self, seat: int) -> bool:
        """Whether the seat lies between the button and the small blind's place."""
        return between(seat, self.button, self.small_blind)


def find_places(
    *,
    rules: HouseRules,
    game: Game,
    previous: Positions,
    clean: Sequence[int],
    ready: Sequence[int],
    late: Sequence[int],
    seats_max: int,
) -> Places:
    """The next hand's places.

    `clean` may take any place; whoever else is `ready` may only be met by the big blind. `late` is
    not empty when everybody starts anew: those seats get the big blind before others.
    """
    if not previous.big_blind:
        return _first_hand(previous.button or seats_max, clean, ready, late)
    if len(clean) == 2:
        return _two_clean(rules, previous, clean, ready, late)
    if rules.button == "dead" and not late:
        if previous.players == 2:
            return _grown_from_two(previous, clean, ready)
        return _dead_button(rules, game, previous, clean, ready)
    return _moving_button(previous, clean, ready)


def _first_hand(
    button: int, clean: Sequence[int], ready: Sequence[int], late: Sequence[int]
) -> Places:
    """The button is fixed by the table; a seat that nobody plays passes it on."""
    if button not in clean:
        button = clockwise(clean, button)[0]
    small = clockwise(clean, button)[0]
    big = clockwise(ready, small)[0]
    if big == button:
        return _heads_up(button, small)
    return Places(button=button, small_blind=small, big_blinds=(big,))


def _two_clean(
    rules: HouseRules,
    previous: Positions,
    clean: Sequence[int],
    ready: Sequence[int],
    late: Sequence[int],
) -> Places:
    """Two may take any place: they play heads-up unless the big blind reaches a third now.

    Whoever the big blind reaches next has it, so nobody pays it twice in a row (BLD-02).
    """
    big = late[0] if len(late) == 1 else clockwise(ready, previous.big_blind)[0]
    if big not in clean:
        small = clockwise(clean, big)[-1]
        return Places(button=clockwise(clean, small)[0], small_blind=small, big_blinds=(big,))
    if not rules.heads_up_switch and previous.players > 2 and not late:
        big = clockwise(clean, clockwise(clean, previous.button)[0])[0]
    return _heads_up(clockwise(clean, big)[0], big)


def _heads_up(button: int, big_blind: int) -> Places:
    return Places(button=button, small_blind=button, big_blinds=(big_blind,), heads_up=True)


def _dead_button(
    rules: HouseRules,
    game: Game,
    previous: Positions,
    clean: Sequence[int],
    ready: Sequence[int],
) -> Places:
    """The button goes to the last small blind's place, the small blind to the last big blind's."""
    button, small = previous.small_blind, previous.big_blind
    first = clockwise(ready, small)[0]
    if small in clean:
        return Places(button=button, small_blind=small, big_blinds=(first,))
    draw = game is Game.DRAW
    makes_up = rules.missing_small_blind_draw if draw else rules.missing_small_blind
    followers = [seat for seat in clockwise(ready, first) if seat not in (first, button)]
    if makes_up == "nobody" or first not in clean or not followers:
        return Places(button=button, small_blind=small, small_posted=False, big_blinds=(first,))
    return Places(
        button=button,
        small_blind=first,
        small_posted=False,
        big_blinds=(first, followers[0]),
        pays_both=0 if draw else first,
    )


def _grown_from_two(previous: Positions, clean: Sequence[int], ready: Sequence[int]) -> Places:
    """Two become more: the last big blind has the small one, the next player the big blind."""
    small = previous.big_blind
    if small not in clean:
        return _moving_button(previous, clean, ready)
    big = clockwise(ready, small)[0]
    others = [seat for seat in clean if seat not in (small, big)]
    return Places(button=clockwise(others, small)[-1], small_blind=small, big_blinds=(big,))


def _moving_button(previous: Positions, clean: Sequence[int], ready: Sequence[int]) -> Places:
    """The button goes to the next player, and the blinds to the next ones after it."""
    button = clockwise(clean, previous.button)[0]
    small = clockwise(clean, button)[0]
    return Places(button=button, small_blind=small, big_blinds=(clockwise(ready, small)[0],))
