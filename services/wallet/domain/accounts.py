"""Ledger accounts: who owns what for which purpose in which currency, and their ids.

An account's id is derived from its identity, so a row whose owner was altered no longer fits its
id. Ids of transit accounts (pots) are negative: statements never ask for them.
"""

from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

PLAY = "PLAY"
MAX_AMOUNT = 10**15
MAX_BALANCE = 4 * 10**18
HOUSE = "house"
CACHED = 262_144


class Purpose:
    """What an account is for; the numbers are those of the wire and of the database.

    Plain numbers: members of an enum hash in Python code, and every account is hashed all the time.
    """

    CASH = 1
    HOLD = 2
    ESCROW = 3
    POT = 4
    RAKE = 5
    POOL = 6
    FEES = 7
    JACKPOT = 8
    PROMOTIONS = 9
    OUTSIDE = 10
    CONFISCATED = 11


MAY_BE_NEGATIVE = frozenset({Purpose.PROMOTIONS, Purpose.OUTSIDE})
PLAYER_PURPOSES = frozenset({Purpose.CASH, Purpose.HOLD, Purpose.ESCROW})
TABLE_PURPOSES = frozenset({Purpose.ESCROW, Purpose.POT, Purpose.RAKE})
"""Accounts of one table: who holds the table's row holds them too."""


class AccountKey(NamedTuple):
    """An account's identity; `scope` is the table of an escrow, else empty."""

    purpose: int
    owner: str
    scope: str
    currency: str


@lru_cache(maxsize=CACHED)
def account_number(key: AccountKey) -> int:
    """The id: 62 bits of SHA-256 over the identity, negative for pots; never 0."""
    text = f"{key.purpose}|{key.owner}|{key.scope}|{key.currency}"
    number = (int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 2) or 1
    return -number if key.purpose == Purpose.POT else number


@lru_cache(maxsize=CACHED)
def cash(account_id: str, currency: str) -> AccountKey:
    """A player's cash."""
    return AccountKey(Purpose.CASH, account_id, "", currency)


def hold(account_id: str, currency: str) -> AccountKey:
    """A player's money on its way out."""
    return AccountKey(Purpose.HOLD, account_id, "", currency)


@lru_cache(maxsize=CACHED)
def escrow(account_id: str, table_id: str, currency: str) -> AccountKey:
    """A player's chips at a table."""
    return AccountKey(Purpose.ESCROW, account_id, table_id, currency)


def pot(table_id: str, currency: str) -> AccountKey:
    """Where a settlement's transfers meet; zero before and after."""
    return AccountKey(Purpose.POT, table_id, "", currency)


def rake(table_id: str, currency: str) -> AccountKey:
    """The house's rake of a table."""
    return AccountKey(Purpose.RAKE, table_id, "", currency)


def pool(tournament_id: str, currency: str) -> AccountKey:
    """A prize pool."""
    return AccountKey(Purpose.POOL, tournament_id, "", currency)


def fees(tournament_id: str, currency: str) -> AccountKey:
    """The house's fees of a tournament."""
    return AccountKey(Purpose.FEES, tournament_id, "", currency)


def jackpot(jackpot_id: str, currency: str) -> AccountKey:
    """A jackpot fund."""
    return AccountKey(Purpose.JACKPOT, jackpot_id, "", currency)


def confiscated(case_id: str, currency: str) -> AccountKey:
    """Chips removed by a decision in an integrity case."""
    return AccountKey(Purpose.CONFISCATED, case_id, "", currency)


def promotions(currency: str) -> AccountKey:
    """The house's own money; negative where it has given more than it took."""
    return AccountKey(Purpose.PROMOTIONS, HOUSE, "", currency)


def outside(currency: str) -> AccountKey:
    """The world: banks for money, the mint for play chips."""
    return AccountKey(Purpose.OUTSIDE, HOUSE, "", currency)
