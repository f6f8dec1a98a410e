"""What the wallet remembers beside balances. Every one is frozen, has a text key, and is kept as a
row of its own table; fields only ever get added, with defaults.
"""

from typing import Literal

import msgspec

from riverbus.core.rake import NO_RAKE, RakePolicy

Standing = Literal["open", "frozen", "closed"]
HandStatus = Literal["open", "settled", "cancelled"]
WithdrawalStatus = Literal["requested", "approved", "paid", "refused", "failed", "cancelled"]


class Entity(msgspec.Struct, frozen=True, kw_only=True):
    """A remembered thing with its key. Defaults are left out of digests, so a field that a later
    release adds changes no digest of an older row.
    """

    key: str


class Player(Entity, frozen=True, kw_only=True):
    """One player, keyed by account id (MON-10: one set of accounts each)."""

    standing: Standing = "open"
    reason: str = ""
    bot: bool = False
    depositor: bool = False
    opened_at_ms: int = 0
    refilled_at_ms: int = 0
    currencies: tuple[str, ...] = ()
    frozen_by: str = ""


class Limits(Entity, frozen=True, kw_only=True):
    """A player's daily limits in a currency, keyed `ACCOUNT/CURRENCY`; negative: the room's.

    Spending is kept by rolling windows of an hour each: (start, deposited, transferred).
    """

    deposit: int = -1
    transfer: int = -1
    next_deposit: int = -1
    next_transfer: int = -1
    next_from_ms: int = 0
    hours: tuple[tuple[int, int, int], ...] = ()


class TableDifference(msgspec.Struct, frozen=True):
    """What differed at the last reconciliation."""

    kind: int
    account_id: str = ""
    table_amount: int = 0
    wallet_amount: int = 0
    hand_id: str = ""


class Table(Entity, frozen=True, kw_only=True):
    """One table, keyed by its id; `members` bought in and have not stood up."""

    currency: str = ""
    epoch: int = 0
    open_hand: str = ""
    last_hand: str = ""
    members: tuple[str, ...] = ()
    differences: tuple[TableDifference, ...] = ()
    confirmed: int = 0
    reconciled_at_ms: int = 0


class Seat(Entity, frozen=True, kw_only=True):
    """One player at one table, keyed `TABLE/ACCOUNT`: the reducing memory and the buy-in."""

    number: int = 0
    seated: bool = False
    buy_in_id: str = ""
    bought: int = 0
    left_with: int = 0
    left_at_ms: int = 0
    lost_since_ms: int = 0


class FrozenSeat(msgspec.Struct, frozen=True):
    """A seat of a hand's line-up and its stack at the start."""

    seat: int
    account_id: str
    stack: int


class Hand(Entity, frozen=True, kw_only=True):
    """One hand, keyed by its id. A tombstone is cancelled without a line-up."""

    table_id: str = ""
    currency: str = ""
    status: HandStatus = "open"
    game: str = ""
    line_up: tuple[FrozenSeat, ...] = ()
    policy: RakePolicy = NO_RAKE
    jackpot_id: str = ""
    jackpot_basis_points: int = 0
    closed_by: str = ""
    closed_at_ms: int = 0
    rake: int = 0
    raked_from: tuple[int, ...] = ()
    note: str = ""


class Deposit(Entity, frozen=True, kw_only=True):
    """A provider's payment, keyed `PROVIDER/REFERENCE`: begun, then booked once or refused."""

    account_id: str = ""
    currency: str = ""
    amount: int = 0
    operation_id: str = ""
    status: Literal["begun", "booked", "refused"] = "begun"


class Withdrawal(Entity, frozen=True, kw_only=True):
    """A withdrawal, keyed by the id of its request."""

    account_id: str = ""
    currency: str = ""
    amount: int = 0
    provider: str = ""
    status: WithdrawalStatus = "requested"
    requested_at_ms: int = 0
    changed_at_ms: int = 0
    reason: str = ""
    decided_by: str = ""


class Proposal(Entity, frozen=True, kw_only=True):
    """A correction or removal that waits for a second operator, keyed by the first one's id."""

    purpose: Literal["adjust", "remove"] = "adjust"
    account_id: str = ""
    currency: str = ""
    change: int = 0
    case_id: str = ""
    reason: str = ""
    proposed_by: str = ""
    status: Literal["waiting", "agreed", "declined"] = "waiting"
    decided_by: str = ""


class Tournament(Entity, frozen=True, kw_only=True):
    """A prize pool, keyed by the tournament's id; `added` is the house's part of it."""

    currency: str = ""
    added: int = 0
    entrants: int = 0
    closed: bool = False


class Entrant(Entity, frozen=True, kw_only=True):
    """A player in a tournament, keyed `TOURNAMENT/ACCOUNT`, with all that was paid in."""

    tournament_id: str = ""
    account_id: str = ""
    entry_id: str = ""
    active: bool = False
    buy_in: int = 0
    fee: int = 0


ENTITIES: tuple[type[Entity], ...] = (
    Player,
    Limits,
    Tournament,
    Entrant,
    Table,
    Seat,
    Hand,
    Deposit,
    Withdrawal,
    Proposal,
)
"""In the order in which rows are locked; the position is the number in an effect (from 1)."""
