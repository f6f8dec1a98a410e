"""Prize pools: buy-in and fee apart, paid back in full (MON-08, TRN-04, TRN-07)."""

from msgspec.structs import replace

from services.wallet.domain.accounts import AccountKey, cash, fees, pool, promotions
from services.wallet.domain.book import Book, Remembered
from services.wallet.domain.entities import Entrant, Tournament
from services.wallet.domain.errors import Declined, WalletError, WrongCurrency
from services.wallet.domain.outcomes import is_refusal, pack_refusal
from services.wallet.domain.players import known, offered, spender
from services.wallet.domain.policy import Context, TransferKind
from services.wallet.domain.results import Entered, Paid, PoolAfter, Returned
from services.wallet.domain.tournament_commands import (
    AddToPool,
    Enter,
    Leave,
    PayOut,
    Prize,
    Refund,
)


class PoolClosed(WalletError):
    """Raised when a tournament's money was paid out or refunded."""

    code = "pool_closed"
    sentence = "This tournament's money was paid out."


class NotEntered(WalletError):
    """Raised when somebody is paid, or buys more, who has not bought in."""

    code = "not_entered"
    sentence = "This player has not entered the tournament."


class PayoutMismatch(WalletError):
    """Raised when prizes do not empty the pool exactly."""

    code = "payout_mismatch"
    sentence = "The amounts do not sum to what the tournament holds."


class EntryReversed(WalletError):
    """Raised when an entry comes after it was given back."""

    code = "entry_reversed"
    sentence = "This entry was given back before it arrived; nothing was booked."


def entrant_key(tournament_id: str, account_id: str) -> str:
    """An Entrant's key."""
    return f"{tournament_id}/{account_id}"


def enter(book: Book, command: Enter, context: Context) -> Entered:
    """Buy-in to the pool, fee to the house."""
    player = spender(book, command.account_id)
    offered(command.currency, context.policy)
    tournament = _open(book, command.tournament_id, command.currency)
    key = entrant_key(command.tournament_id, command.account_id)
    entrant = book.find(Entrant, key)
    active = entrant is not None and entrant.active
    if command.kind == "buy_in" and active:
        raise Declined("already_entered", "This player has entered already.")
    if command.kind != "buy_in" and not active:
        raise NotEntered
    purse, prize_pool = cash(player.key, command.currency), _pool(tournament)
    if command.buy_in:
        book.move(TransferKind.TOURNAMENT_BUY_IN, purse, prize_pool, command.buy_in)
    if command.fee:
        book.move(TransferKind.TOURNAMENT_FEE, purse, _fees(tournament), command.fee)
    if entrant is None or not active:
        entrant = Entrant(
            key=key,
            tournament_id=tournament.key,
            account_id=player.key,
            entry_id=command.id,
            active=True,
        )
        tournament = replace(tournament, entrants=tournament.entrants + 1)
    book.put(
        replace(entrant, buy_in=entrant.buy_in + command.buy_in, fee=entrant.fee + command.fee)
    )
    book.put(tournament)
    return Entered(balance=book.balance(purse), pool=book.balance(prize_pool))


def leave(book: Book, command: Leave, context: Context) -> Returned:
    """All that was paid comes back, fee included; an unseen entry is barred."""
    purse = cash(command.account_id, command.currency)
    first = book.known.get(command.entry_id)
    if first is None:
        book.remember(command.entry_id, Remembered(b"", pack_refusal(EntryReversed())))
        return Returned(0, book.balance(purse))
    key = entrant_key(command.tournament_id, command.account_id)
    entrant = book.find(Entrant, key)
    if (
        is_refusal(first.outcome)
        or entrant is None
        or not entrant.active
        or entrant.entry_id != command.entry_id
    ):
        return Returned(0, book.balance(purse))
    tournament = _open(book, command.tournament_id, command.currency)
    returned = _give_back(book, tournament, entrant)
    book.put(replace(tournament, entrants=tournament.entrants - 1))
    book.put(replace(entrant, active=False, buy_in=0, fee=0))
    return Returned(returned, book.balance(purse))


def add_to_pool(book: Book, command: AddToPool, context: Context) -> PoolAfter:
    """A guarantee's shortfall, paid by the house (TRN-04)."""
    offered(command.currency, context.policy)
    tournament = _open(book, command.tournament_id, command.currency)
    prize_pool = _pool(tournament)
    book.move(TransferKind.GUARANTEE, promotions(command.currency), prize_pool, command.amount)
    book.put(replace(tournament, added=tournament.added + command.amount))
    return PoolAfter(book.balance(prize_pool))


def pay_out(book: Book, command: PayOut, context: Context) -> Paid:
    """Prizes that sum to the pool, to entrants only; then the pool is closed."""
    tournament = _open(book, command.tournament_id, command.currency)
    prize_pool = _pool(tournament)
    _check_sum(command.prizes, book.balance(prize_pool))
    for prize in command.prizes:
        _pay(book, tournament, prize_pool, prize, TransferKind.PRIZE)
    book.put(replace(tournament, closed=True))
    return Paid(tuple((prize.account_id, prize.amount) for prize in command.prizes))


def refund(book: Book, command: Refund, context: Context) -> Paid:
    """The house's additions home, then buy-ins and fees back to the entrants."""
    tournament = _open(book, command.tournament_id, command.currency)
    prize_pool, kept = _pool(tournament), _fees(tournament)
    if tournament.added:
        house = promotions(command.currency)
        book.move(TransferKind.TOURNAMENT_RETURN, prize_pool, house, tournament.added)
    if command.refunds:
        _check_sum(command.refunds, book.balance(prize_pool) + book.balance(kept))
        paid = [_refund_amount(book, tournament, prize) for prize in command.refunds]
    else:
        paid = [
            (entrant.account_id, _give_back(book, tournament, entrant))
            for entrant in book.entrants(tournament.key)
        ]
    book.put(replace(tournament, closed=True, added=0))
    return Paid(tuple(item for item in paid if item[1]))


def _refund_amount(book: Book, tournament: Tournament, prize: Prize) -> tuple[str, int]:
    """An operator's amount, from the pool first and then from the fees."""
    prize_pool, kept = _pool(tournament), _fees(tournament)
    first = min(prize.amount, book.balance(prize_pool))
    for source, amount in ((prize_pool, first), (kept, prize.amount - first)):
        if amount:
            part = Prize(prize.account_id, amount)
            _pay(book, tournament, source, part, TransferKind.TOURNAMENT_RETURN)
    return prize.account_id, prize.amount


def _pay(
    book: Book, tournament: Tournament, source: AccountKey, prize: Prize, kind: TransferKind
) -> None:
    known(book, prize.account_id)
    entrant = book.find(Entrant, entrant_key(tournament.key, prize.account_id))
    if entrant is None or not entrant.active:
        raise NotEntered(details={"account_id": prize.account_id})
    book.move(kind, source, cash(prize.account_id, tournament.currency), prize.amount)


def _give_back(book: Book, tournament: Tournament, entrant: Entrant) -> int:
    purse = cash(entrant.account_id, tournament.currency)
    for source, amount in (
        (_pool(tournament), entrant.buy_in),
        (_fees(tournament), entrant.fee),
    ):
        if amount:
            book.move(TransferKind.TOURNAMENT_RETURN, source, purse, amount)
    return entrant.buy_in + entrant.fee


def _check_sum(prizes: tuple[Prize, ...], held: int) -> None:
    total = sum(prize.amount for prize in prizes)
    if total != held:
        raise PayoutMismatch(details={"pool": str(held), "prizes": str(total)})


def _open(book: Book, tournament_id: str, currency: str) -> Tournament:
    found = book.find(Tournament, tournament_id)
    tournament = found or Tournament(key=tournament_id, currency=currency)
    if tournament.closed:
        raise PoolClosed
    if tournament.currency != currency:
        raise WrongCurrency(details={"currency": tournament.currency})
    return tournament


def _pool(tournament: Tournament) -> AccountKey:
    return pool(tournament.key, tournament.currency)


def _fees(tournament: Tournament) -> AccountKey:
    return fees(tournament.key, tournament.currency)
