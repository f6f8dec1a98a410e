"""What players and tables ask without changing anything."""

from typing import NamedTuple, Protocol

from riverbus.core.ports import Clock
from services.wallet.app.ports import Store
from services.wallet.domain.accounts import (
    PLAY,
    PLAYER_PURPOSES,
    AccountKey,
    Purpose,
    escrow,
    fees,
    pool,
)
from services.wallet.domain.checks import check_name
from services.wallet.domain.entities import Hand, Player, Seat, Table, Tournament, Withdrawal
from services.wallet.domain.errors import NotFound, UnknownAccount
from services.wallet.domain.players import refill_amount, refill_due_ms
from services.wallet.domain.policy import RoomPolicy
from services.wallet.domain.results import SeatStack
from services.wallet.domain.table_money import seat_key


class PlayerBalances(NamedTuple):
    """A player's accounts, and when play chips come back."""

    player: Player
    balances: dict[AccountKey, int]
    refill_at_ms: int
    refill_amount: int


class TableView(NamedTuple):
    """A table and its escrows."""

    table: Table
    escrows: list[SeatStack]


class PoolView(NamedTuple):
    """A tournament, its pool and the house's fees."""

    tournament: Tournament
    pool: int
    fees: int


class WithdrawalFinder(Protocol):
    """Finds withdrawals by player and state."""

    async def withdrawals(self, account_id: str, status: str, limit: int) -> list[str]:
        """Ids, newest first."""
        ...


class Reads:
    """Reads over the store; nothing is locked."""

    def __init__(
        self, store: Store, finder: WithdrawalFinder, clock: Clock, policy: RoomPolicy
    ) -> None:
        self._store = store
        self._finder = finder
        self._clock = clock
        self._policy = policy

    async def known(self, account_id: str) -> Player:
        """The player. Raises UnknownAccount."""
        check_name(account_id, "account_id")
        player = await self._store.entity(Player, account_id)
        if player is None:
            raise UnknownAccount(details={"account_id": account_id})
        return player

    async def player(self, account_id: str) -> PlayerBalances:
        """Cash in every open currency, and what else is not empty. Raises UnknownAccount."""
        player = await self.known(account_id)
        held = await self._store.accounts_of(account_id)
        for currency in (PLAY, *player.currencies):
            held.setdefault(AccountKey(Purpose.CASH, account_id, "", currency), 0)
        shown = {
            key: amount
            for key, amount in sorted(held.items())
            if amount or key.purpose == Purpose.CASH
        }
        play = sum(
            amount
            for key, amount in held.items()
            if key.currency == PLAY and key.purpose in PLAYER_PURPOSES
        )
        due = refill_due_ms(player, self._policy)
        return PlayerBalances(
            player,
            shown,
            0 if due <= self._clock.now_ms() else due,
            refill_amount(play, self._policy),
        )

    async def withdrawals(self, account_id: str, status: str, limit: int) -> list[Withdrawal]:
        """Withdrawals, newest first; empty account or status: all. Raises UnknownAccount."""
        if account_id:
            await self.known(account_id)
        keys = await self._finder.withdrawals(account_id, status, limit)
        found = {item.key: item for item in await self._store.entities(Withdrawal, keys)}
        return [found[key] for key in keys if key in found]

    async def pool(self, tournament_id: str) -> PoolView:
        """A tournament's pool. Raises NotFound."""
        check_name(tournament_id, "tournament_id")
        tournament = await self._store.entity(Tournament, tournament_id)
        if tournament is None:
            raise NotFound("There is no such tournament.", code="unknown_tournament")
        keys = pool(tournament.key, tournament.currency), fees(tournament.key, tournament.currency)
        held = await self._store.balances(keys)
        return PoolView(tournament, held[keys[0]], held[keys[1]])

    async def hand(self, hand_id: str) -> Hand | None:
        """A hand, if it was ever seen."""
        check_name(hand_id, "hand_id")
        return await self._store.entity(Hand, hand_id)

    async def table(self, table_id: str) -> TableView:
        """A table's epoch, open hand and escrows; an unseen table has none."""
        check_name(table_id, "table_id")
        table = await self._store.entity(Table, table_id)
        if table is None:
            return TableView(Table(key=table_id), [])
        keys = {name: escrow(name, table.key, table.currency) for name in table.members}
        held = await self._store.balances(list(keys.values()))
        seats = {
            seat.key: seat
            for seat in await self._store.entities(Seat, [seat_key(table_id, n) for n in keys])
        }
        stacks = []
        for name, key in keys.items():
            seat = seats.get(seat_key(table_id, name))
            stacks.append(SeatStack(seat.number if seat else 0, name, held[key]))
        return TableView(table, stacks)
