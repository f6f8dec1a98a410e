"""Cards as integers 0..51 (rank * 4 + suit; 2c is 0, As is 51), and their one text form.

The text of a card is exactly two characters, rank then suit: 'As', 'Td', '2c'. Nothing is guessed:
'10s', 'ts' and '1s' are refused (case EV-13).
"""

from collections.abc import Iterable, Sequence

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52
TEXTS: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""Text of each card, by its number."""

_ALL = frozenset(range(DECK_SIZE))
_INTS = {int}
_NUMBERS: dict[str, int] = {text: number for number, text in enumerate(TEXTS)}


class CardError(ValueError):
    """Raised when a text or a number is no card, or a card stands twice where it may only once."""


def card(text: str) -> int:
    """The number of the card with this text; raises CardError for anything else."""
    number = _NUMBERS.get(text)
    if number is None:
        raise CardError(f"{text!r} is no card: write rank and suit as in 'As', 'Td', '2c'")
    return number


def cards(text: str) -> tuple[int, ...]:
    """The cards of a text such as 'AsKd' or 'As Kd', in order; doubles raise CardError."""
    joined = "".join(text.split())
    if len(joined) % 2:
        raise CardError(f"{text!r} is no list of cards: two characters each")
    found = tuple(card(joined[at : at + 2]) for at in range(0, len(joined), 2))
    if len(set(found)) != len(found):
        raise CardError(f"{text!r} names a card twice")
    return found


def cards_text(numbers: Iterable[int]) -> str:
    """'AsKd' for the cards, without spaces, as events and views carry them."""
    return "".join([TEXTS[number] for number in numbers])


def rank_of(number: int) -> int:
    """0 for a deuce up to 12 for an ace."""
    return number >> 2


def suit_of(number: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades: the order of suits where they count (STU-01)."""
    return number & 3


def verify_permutation(numbers: Sequence[int]) -> None:
    """Raises CardError unless the numbers are the 52 cards, each once."""
    if set(numbers) == _ALL and len(numbers) == DECK_SIZE and set(map(type, numbers)) == _INTS:
        return
    if len(numbers) != DECK_SIZE:
        raise CardError(f"a deck has {DECK_SIZE} cards, not {len(numbers)}")
    for number in numbers:
        if type(number) is not int or not 0 <= number < DECK_SIZE:
            raise CardError(f"{number!r} is no card of a deck")
    if len(set(numbers)) != DECK_SIZE:
        raise CardError("a card stands twice in the deck")
