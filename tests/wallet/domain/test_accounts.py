"""Account numbers: from the identity alone, never 0, negative for pots and for nothing else."""

from services.wallet.domain.accounts import (
    AccountKey,
    Purpose,
    account_number,
    cash,
    escrow,
    outside,
    pot,
)


def test_only_pots_have_negative_numbers() -> None:
    """Statements ask for positive ones; the indexes leave the others out."""
    purposes = [value for name, value in vars(Purpose).items() if name.isupper()]
    for purpose in purposes:
        number = account_number(AccountKey(purpose, "x", "", "USD"))
        assert (number < 0) == (purpose == Purpose.POT)
        assert number != 0
        assert abs(number) < 2**62
    assert len(purposes) == 11


def test_numbers_of_identities() -> None:
    """They are in the database for ever: a change of the derivation would orphan every row."""
    assert account_number(outside("USD")) == 3541275132213798678
    assert account_number(pot("t1", "USD")) == -3687850623651990270
    different = {
        account_number(key)
        for key in (
            cash("a", "USD"),
            cash("a", "EUR"),
            cash("b", "USD"),
            escrow("a", "t", "USD"),
            escrow("a", "u", "USD"),
        )
    }
    assert len(different) == 5
