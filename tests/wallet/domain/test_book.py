"""The book: nothing leaves the range of 64 bits, and a refused command leaves no trace."""

import pytest

from riverbus.core.errors import RoomError
from services.wallet.domain.accounts import MAX_AMOUNT, MAX_BALANCE, cash, outside, promotions
from services.wallet.domain.book import Book, NotLoaded
from services.wallet.domain.errors import BrokenInvariant

ANN, BOB, WORLD = cash("ann", "USD"), cash("bob", "USD"), outside("USD")


def book(**held: int) -> Book:
    made = Book()
    keys = {"ann": ANN, "bob": BOB, "world": WORLD}
    made.balances.update({keys[name]: amount for name, amount in held.items()})
    made.begin()
    return made


def test_an_account_holds_no_more_than_it_may() -> None:
    full = book(ann=MAX_BALANCE - 1, bob=5)
    full.move(1, BOB, ANN, 1)
    with pytest.raises(RoomError, match="balance_overflow"):
        full.move(1, BOB, ANN, 1)
    empty = book(world=1 - MAX_BALANCE, ann=0)
    empty.move(1, WORLD, ANN, 1)
    with pytest.raises(RoomError, match="balance_overflow"):
        empty.move(1, WORLD, ANN, 1)


def test_below_zero_only_the_house_and_the_world() -> None:
    made = book(ann=10, bob=0)
    made.balances[promotions("USD")] = 0
    with pytest.raises(RoomError, match="insufficient_funds"):
        made.move(1, ANN, BOB, 11)
    made.move(1, ANN, BOB, 10)
    made.move(1, promotions("USD"), ANN, 7)
    assert made.balance(promotions("USD")) == -7


@pytest.mark.parametrize("amount", [0, -1, -(2**63)])
def test_nothing_and_less_is_no_transfer(amount: int) -> None:
    with pytest.raises(RoomError, match="invalid_amount"):
        book(ann=10, bob=0).move(1, ANN, BOB, amount)


def test_large_amounts_go_in_parts_that_a_row_may_hold() -> None:
    made = book(ann=3 * MAX_AMOUNT + 5, bob=0)
    made.move(1, ANN, BOB, 2 * MAX_AMOUNT + 5)
    done = made.end().transfers
    assert [moved.amount for moved in done] == [MAX_AMOUNT, MAX_AMOUNT, 5]
    assert (made.balance(ANN), made.balance(BOB)) == (MAX_AMOUNT, 2 * MAX_AMOUNT + 5)
    with pytest.raises(RoomError, match="insufficient_funds"):
        made.move(1, ANN, BOB, MAX_AMOUNT + 1)
    made.undo()
    assert (made.balance(ANN), made.balance(BOB)) == (3 * MAX_AMOUNT + 5, 0)


def test_currencies_never_meet_and_nobody_pays_himself() -> None:
    made = book(ann=10, bob=0)
    made.balances[cash("ann", "EUR")] = 0
    for other in (ANN, cash("ann", "EUR")):
        with pytest.raises(BrokenInvariant):
            made.move(1, ANN, other, 1)


def test_what_was_not_loaded_is_no_zero() -> None:
    with pytest.raises(NotLoaded):
        book(ann=10).move(1, ANN, BOB, 1)
