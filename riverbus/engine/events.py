"""Everything that can happen in a hand, as frozen facts.

A fact carries the result (the stack after, the bet after, whose turn it is then), so that
Hand.apply assigns and never evaluates a rule. Cards that are not public are blanked by views.py.
Facts refer to nothing that could refer back, so the garbage collector can pass them by.
"""

import msgspec

from riverbus.core.games import Game, GameKind, LimitKind, Stakes, Street
from riverbus.engine.actions import Verb
from riverbus.engine.setup import PostKind


class DealtIn(msgspec.Struct, frozen=True, gc=False):
    """A seat with its chips, at the start or at the end of a hand."""

    seat: int
    stack: int


class Pot(msgspec.Struct, frozen=True, gc=False):
    """A pot and the seats that can win it."""

    amount: int
    eligible: tuple[int, ...]


class HandStarted(msgspec.Struct, frozen=True, gc=False, tag="hand_started"):
    """A hand begins."""

    game: Game
    limit: LimitKind
    kind: GameKind
    stakes: Stakes
    button: int
    """The button's seat, stud: the dealer's; it may be empty (dead button)."""
    seats: tuple[DealtIn, ...]
    """Who is dealt in, clockwise from the left of the button."""


class Posted(msgspec.Struct, frozen=True, gc=False, tag="posted"):
    """A forced payment."""

    seat: int
    kind: PostKind
    amount: int
    bet: int
    """Chips in front after it."""
    stack: int
    all_in: bool


class Dealt(msgspec.Struct, frozen=True, gc=False, tag="dealt"):
    """Cards to one player, face down or up; face down, `cards` is empty for other eyes."""

    seat: int
    count: int
    cards: tuple[int, ...]
    up: bool


class Burned(msgspec.Struct, frozen=True, gc=False, tag="burned"):
    """A burn card, nobody's to see: empty outside the log."""

    cards: tuple[int, ...]


class BoardDealt(msgspec.Struct, frozen=True, gc=False, tag="board_dealt"):
    """New cards on the board (stud's community card too), and the whole board."""

    cards: tuple[int, ...]
    board: tuple[int, ...]


class DeckMixed(msgspec.Struct, frozen=True, gc=False, tag="deck_mixed"):
    """Burns or discards were mixed in (STU-09, DRW-04): the new stub, for the log only."""

    count: int
    stub: tuple[int, ...]


class StreetStarted(msgspec.Struct, frozen=True, gc=False, tag="street_started"):
    """A street begins; its cards follow."""

    street: Street
    collected: int
    """Chips in all collected pots."""


class RoundStarted(msgspec.Struct, frozen=True, gc=False, tag="round_started"):
    """A betting round or the drawing begins, after the street's cards: its first price and turn."""

    price: int
    """What everybody must have in front to stay."""
    raise_to: int
    """Total of the smallest full bet or raise."""
    step: int
    """Size of the smallest full bet or raise."""
    bets: int
    """Fixed limit: bets and raises that count for the cap."""
    doubled: bool
    """An open pair allows the upper bet (STU-05)."""
    turn: int
    """Seat to act; 0: nobody can."""


class Acted(msgspec.Struct, frozen=True, gc=False, tag="acted"):
    """A player's action and everything that it changed."""

    seat: int
    verb: Verb
    paid: int
    bet: int
    """Chips in front after it."""
    stack: int
    all_in: bool
    protected: bool
    """All-in by disconnection (ACT-03): contests the pot so far, the stack stays."""
    price: int
    raise_to: int
    step: int
    bets: int
    locked: bool
    """An under-raise forbids raising to who has acted (CAP-05)."""
    turn: int
    """Seat to act next; 0: the round is over."""


class Drew(msgspec.Struct, frozen=True, gc=False, tag="drew"):
    """A draw; the number is public, the cards are the owner's."""

    seat: int
    count: int
    discards: tuple[int, ...]
    cards: tuple[int, ...]
    turn: int


class Returned(msgspec.Struct, frozen=True, gc=False, tag="returned"):
    """Chips that nobody could call come back (SHO-06)."""

    seat: int
    amount: int
    stack: int


class PotsMade(msgspec.Struct, frozen=True, gc=False, tag="pots_made"):
    """The bets in front were collected; all pots as they are now, main pot first."""

    pots: tuple[Pot, ...]


class ShowdownStarted(msgspec.Struct, frozen=True, gc=False, tag="showdown_started"):
    """The betting is over: who shows in which order (SHO-01)."""

    order: tuple[int, ...]


class Shown(msgspec.Struct, frozen=True, gc=False, tag="shown"):
    """Cards were turned up; the texts are empty before the hand is complete."""

    seat: int
    cards: tuple[int, ...]
    high: str
    low: str
    high_cards: tuple[int, ...]
    low_cards: tuple[int, ...]


class Mucked(msgspec.Struct, frozen=True, gc=False, tag="mucked"):
    """A player kept the cards down."""

    seat: int


class Raked(msgspec.Struct, frozen=True, gc=False, tag="raked"):
    """The house took its rake; for each pot, in order."""

    amounts: tuple[int, ...]
    total: int


class Awarded(msgspec.Struct, frozen=True, gc=False, tag="awarded"):
    """A share of a pot was paid."""

    pot: int
    """Index, 0 is the main pot."""
    seat: int
    amount: int
    half: str
    """'high', 'low', or '' when the pot was not split by halves."""
    odd: int
    """Odd chips contained in the amount."""
    stack: int
    text: str
    """The winning hand in words; empty: nobody showed."""


class HandEnded(msgspec.Struct, frozen=True, gc=False, tag="hand_ended"):
    """A hand is over; stacks of all who were dealt in."""

    stacks: tuple[DealtIn, ...]
    rake: int


class HandCancelled(msgspec.Struct, frozen=True, gc=False, tag="hand_cancelled"):
    """The hand is void; every stack is what it was at its start (ACT-05)."""

    reason: str
    stacks: tuple[DealtIn, ...]


Event = (
    HandStarted
    | Posted
    | Dealt
    | Burned
    | BoardDealt
    | DeckMixed
    | StreetStarted
    | RoundStarted
    | Acted
    | Drew
    | Returned
    | PotsMade
    | ShowdownStarted
    | Shown
    | Mucked
    | Raked
    | Awarded
    | HandEnded
    | HandCancelled
)
"""Any event; msgspec encodes and decodes the union by its tags."""
