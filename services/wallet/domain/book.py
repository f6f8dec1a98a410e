"""The working set of one batch: balances and entities as loaded, with a journal to undo by.

A command's decision moves amounts and puts entities here; when it is refused, everything it did is
taken back. The store then writes what is left changed.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from services.wallet.domain.accounts import (
    MAX_AMOUNT,
    MAX_BALANCE,
    MAY_BE_NEGATIVE,
    PLAYER_PURPOSES,
    AccountKey,
)
from services.wallet.domain.entities import Entity, Entrant
from services.wallet.domain.errors import (
    BalanceOverflow,
    BrokenInvariant,
    InsufficientFunds,
    InvalidAmount,
)
from services.wallet.domain.events import Event

E = TypeVar("E", bound=Entity)
EntityId = tuple[type[Entity], str]


class Transfer(NamedTuple):
    """One immutable movement, with what both sides held afterwards."""

    kind: int
    debit: AccountKey
    credit: AccountKey
    amount: int
    debit_after: int
    credit_after: int


class Remembered(NamedTuple):
    """The stored outcome of a call; an empty hash stands for any content."""

    content_hash: bytes
    outcome: bytes


class Effects(NamedTuple):
    """What one command did; `also` are outcomes to store under other ids."""

    transfers: list[Transfer]
    changed: dict[EntityId, None]
    events: list[Event]
    also: dict[str, Remembered]


class NotLoaded(Exception):
    """Raised when a decision needs a row that its batch has not loaded: it is run in the next."""


class Book:
    """Balances by account and entities by type and key. Not loaded is an error, not a zero."""

    def __init__(self) -> None:
        self.balances: dict[AccountKey, int] = {}
        self.entities: dict[EntityId, Entity | None] = {}
        self.known: dict[str, Remembered] = {}
        self.complete: set[str] = set()
        self.heard: set[str] = set()
        self._undo_entities: list[tuple[EntityId, Entity | None]] = []
        self._effects = Effects([], {}, [], {})

    def begin(self) -> None:
        """From here on a command's doings are journalled."""
        self._undo_entities = []
        self._effects = Effects([], {}, [], {})

    def end(self) -> Effects:
        """The command stands; what it did."""
        return self._effects

    def undo(self) -> None:
        """The command is refused: as if it had never been."""
        for moved in reversed(self._effects.transfers):
            self.balances[moved.debit] = moved.debit_after + moved.amount
            self.balances[moved.credit] = moved.credit_after - moved.amount
        for entity_id, entity in reversed(self._undo_entities):
            self.entities[entity_id] = entity
        self.begin()

    def owned(self, owner: str, currency: str) -> int:
        """What a player holds in all loaded accounts of a currency."""
        return sum(
            amount
            for key, amount in self.balances.items()
            if key.owner == owner and key.currency == currency and key.purpose in PLAYER_PURPOSES
        )

    def balance(self, key: AccountKey) -> int:
        """What an account holds now."""
        try:
            return self.balances[key]
        except KeyError:
            raise NotLoaded(key) from None

    def find(self, kind: type[E], key: str) -> E | None:
        """An entity, or None where there is none."""
        try:
            found = self.entities[kind, key]
        except KeyError:
            raise NotLoaded(kind, key) from None
        if found is not None and not isinstance(found, kind):
            raise BrokenInvariant(f"{key} is no {kind.__name__}")
        return found

    def add_entrants(self, tournament_id: str, entrants: Sequence[Entrant]) -> None:
        """All entrants of a tournament were loaded."""
        self.complete.add(tournament_id)
        for entrant in entrants:
            self.entities.setdefault((Entrant, entrant.key), entrant)

    def entrants(self, tournament_id: str) -> list[Entrant]:
        """All active entrants of a tournament, by key."""
        if tournament_id not in self.complete:
            raise NotLoaded(tournament_id)
        found = [
            entity
            for entity in self.entities.values()
            if isinstance(entity, Entrant)
            and entity.tournament_id == tournament_id
            and entity.active
        ]
        return sorted(found, key=lambda entrant: entrant.key)

    def put(self, entity: Entity) -> None:
        """Remember an entity's new state."""
        entity_id = (type(entity), entity.key)
        try:
            before = self.entities[entity_id]
        except KeyError:
            raise NotLoaded(entity_id) from None
        if before == entity:
            return
        self._undo_entities.append((entity_id, before))
        self.entities[entity_id] = entity
        self._effects.changed[entity_id] = None

    def move(self, kind: int, debit: AccountKey, credit: AccountKey, amount: int) -> None:
        """Transfer an amount, in parts where it is larger than a transfer may be.

        Raises InvalidAmount, InsufficientFunds, BalanceOverflow.
        """
        while amount > MAX_AMOUNT:
            self.move(kind, debit, credit, MAX_AMOUNT)
            amount -= MAX_AMOUNT
        if amount < 1:
            raise InvalidAmount
        if debit == credit or debit.currency != credit.currency:
            raise BrokenInvariant(f"no transfer from {debit} to {credit}")
        balances = self.balances
        try:
            before, other = balances[debit], balances[credit]
        except KeyError as error:
            raise NotLoaded(error.args[0]) from None
        left, reached = before - amount, other + amount
        if left < 0 and debit.purpose not in MAY_BE_NEGATIVE:
            raise InsufficientFunds(details={"balance": str(before), "needed": str(amount)})
        if left < -MAX_BALANCE or reached > MAX_BALANCE:
            raise BalanceOverflow
        balances[debit] = left
        balances[credit] = reached
        self._effects.transfers.append(Transfer(kind, debit, credit, amount, left, reached))

    def remember(self, other_id: str, remembered: Remembered) -> None:
        """Store an outcome under another id than the command's own."""
        self._effects.also[other_id] = remembered

    def hear(self, table_id: str) -> None:
        """A table was heard of and nothing is new: the time is kept, outside of the chain."""
        self.heard.add(table_id)

    def tell(self, event: Event) -> None:
        """Send an event with the command's commit."""
        self._effects.events.append(event)
