"""What a hand starts from: decided between hands and by the shuffle, checked at the door."""

from enum import StrEnum

import msgspec

from riverbus.core.cards import CardError, verify_permutation
from riverbus.core.games import (
    MAX_AMOUNT,
    MAX_STAKE,
    PLANS,
    Game,
    GameKind,
    LimitKind,
    Stakes,
)
from riverbus.core.rake import NO_RAKE, RakePolicy
from riverbus.engine.errors import SetupError
from riverbus.engine.rules import HouseRules

SEATS_MAX = 10


class PostKind(StrEnum):
    """Kinds of forced payment."""

    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    ANTE = "ante"
    """Each player's own ante: no part of a bet; a short one is contested for its size only."""
    BIG_BLIND_ANTE = "big_blind_ante"
    """One ante for everybody: dead money in the main pot (SP-13)."""
    LIVE = "live"
    """A big blind posted by a newcomer or a returning player; counts as a bet."""
    DEAD = "dead"
    """A missed small blind: straight to the main pot, no part of a call (BLD-11)."""


class Post(msgspec.Struct, frozen=True):
    """A payment that is due before the cards; a short stack pays what it has."""

    seat: int
    kind: PostKind
    amount: int


class SeatIn(msgspec.Struct, frozen=True):
    """A seat that is dealt in, with its chips before anything is posted."""

    seat: int
    stack: int


class HandSetup(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a hand needs; the same setup and actions always give the same hand."""

    game: Game
    limit: LimitKind
    kind: GameKind
    stakes: Stakes
    rules: HouseRules
    seats: tuple[SeatIn, ...]
    """Who is dealt in, in any order."""
    button: int
    """Button's seat (stud: the dealer's); it may be empty: a dead button."""
    posts: tuple[Post, ...]
    """Blinds, antes and debts in the order in which they are paid; the bring-in is not among them.

    The first round starts left of the last BIG_BLIND, without one left of the button.
    """
    deck: tuple[int, ...]
    """The 52 cards in dealing order."""
    mix: tuple[int, ...]
    """A second permutation: cards that are mixed later come in the order they have in here."""
    rake: RakePolicy = NO_RAKE


def verify_setup(setup: HandSetup) -> None:
    """Raises SetupError when the hand cannot be dealt."""
    for permutation in (setup.deck, setup.mix):
        try:
            verify_permutation(permutation)
        except CardError as error:
            raise SetupError("impossible_deck", str(error)) from None
    _verify_stakes(setup)
    _verify_seats(setup)
    _verify_posts(setup)


def cards_needed(game: Game, players: int, *, burns: bool, burn_before_draw: bool) -> int:
    """Cards that must be in the deck for so many players; later shortages have their own rules.

    With the most players of each game 52 are enough, so a hand needs no check of its own.
    """
    plan = PLANS[game]
    first = plan.streets[0]
    if plan.stud:  # a short seventh street is dealt by STU-08 and STU-09
        each = sum(street.down + street.up for street in plan.streets)
        if each == 7:
            each = 6
        return players * each + (3 if burns else 0)
    if plan.board:
        return players * first.down + 5 + (3 if burns else 0)
    return players * first.down + (1 if burn_before_draw else 0)


def _whole(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _verify_stakes(setup: HandSetup) -> None:
    stakes = setup.stakes
    amounts = (
        stakes.small_blind,
        stakes.big_blind,
        stakes.lower,
        stakes.upper,
        stakes.ante,
        stakes.bring_in,
        stakes.unit,
    )
    if set(map(type, amounts)) != {int} or min(amounts) < 0 or max(amounts) > MAX_STAKE:
        raise SetupError("impossible_stakes", f"stakes are whole numbers up to {MAX_STAKE}")
    if stakes.unit == 0:
        raise SetupError("impossible_stakes", "the smallest chip is worth at least 1")
    plan = PLANS[setup.game]
    if plan.stud:
        if not 0 < stakes.bring_in <= stakes.lower:
            raise SetupError("impossible_stakes", "stud needs a bring-in, at most the lower limit")
    elif stakes.big_blind <= 0:
        raise SetupError("impossible_stakes", "a game with blinds needs a big blind")
    if stakes.small_blind > stakes.big_blind:
        raise SetupError("impossible_stakes", "the small blind is above the big blind")
    if setup.limit is LimitKind.FIXED and not 0 < stakes.lower <= stakes.upper:
        raise SetupError("impossible_stakes", "fixed limit needs a lower and an upper stake")


def _verify_seats(setup: HandSetup) -> None:
    count = len(setup.seats)
    numbers = {seat.seat for seat in setup.seats}
    most = SEATS_MAX if PLANS[setup.game].board else 8 if PLANS[setup.game].stud else 6
    if not 2 <= count <= most:
        raise SetupError("impossible_seats", f"{setup.game} is dealt to 2 to {most}, not {count}")
    if len(numbers) != count:
        raise SetupError("impossible_seats", "a seat is dealt in twice")
    for seat in setup.seats:
        if not _whole(seat.seat, 1, SEATS_MAX):
            raise SetupError("impossible_seats", f"seat {seat.seat!r} is not 1 to {SEATS_MAX}")
        if not _whole(seat.stack, 1, MAX_AMOUNT):
            raise SetupError(
                "impossible_stack", f"stack {seat.stack!r} is not 1 to {MAX_AMOUNT}, a whole number"
            )
    if not _whole(setup.button, 1, SEATS_MAX):
        raise SetupError("impossible_seats", f"button {setup.button!r} is not 1 to {SEATS_MAX}")


def _verify_posts(setup: HandSetup) -> None:
    numbers = {seat.seat for seat in setup.seats}
    for post in setup.posts:
        if post.seat not in numbers:
            raise SetupError("impossible_post", f"seat {post.seat} posts but is not dealt in")
        if not _whole(post.amount, 1, MAX_STAKE):
            raise SetupError("impossible_post", f"a post of {post.amount!r} is no amount")
