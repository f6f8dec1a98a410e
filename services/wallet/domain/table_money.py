"""A player's chips on their way to a table and back: buy-in, top-up, stand-up, reversal."""

from msgspec.structs import replace

from services.wallet.domain.accounts import MAX_AMOUNT, cash, escrow
from services.wallet.domain.book import Book, Remembered
from services.wallet.domain.commands import BuyIn, ReverseBuyIn, StandUp, TopUp
from services.wallet.domain.entities import Hand, Seat, Table
from services.wallet.domain.errors import (
    AlreadyBoughtIn,
    BuyInReversed,
    BuyInTooLarge,
    BuyInTooSmall,
    ChipsInPlay,
    EscrowDiffers,
    HandOpen,
    InsufficientFunds,
    NotBoughtIn,
    Reducing,
    WrongCurrency,
)
from services.wallet.domain.outcomes import is_refusal, pack_refusal
from services.wallet.domain.players import offered, spender
from services.wallet.domain.policy import Context, TransferKind
from services.wallet.domain.results import BoughtIn, Returned, ToppedUp


def seat_key(table_id: str, account_id: str) -> str:
    """A seat's key; table ids hold no slash."""
    return f"{table_id}/{account_id}"


def buy_in(book: Book, command: BuyIn, context: Context) -> BoughtIn:
    """Cash to escrow within the table's limits, and not below what one left with (ACT-11)."""
    if not command.replay:
        spender(book, command.account_id)
        offered(command.currency, context.policy)
    table = playing_for(book, command.table_id, command.currency)
    key = seat_key(command.table_id, command.account_id)
    seat = book.find(Seat, key) or Seat(key=key)
    chips = escrow(command.account_id, command.table_id, command.currency)
    if book.balance(chips):
        raise AlreadyBoughtIn
    if not command.replay:
        _within_limits(command, seat, context)
    purse = cash(command.account_id, command.currency)
    book.move(TransferKind.BUY_IN, purse, chips, command.amount)
    book.put(
        replace(
            seat,
            number=command.seat,
            seated=True,
            buy_in_id=command.id,
            bought=command.amount,
            lost_since_ms=0,
        )
    )
    book.put(replace(table, members=_with(table.members, command.account_id)))
    return BoughtIn(stack=book.balance(chips), balance=book.balance(purse))


def reverse_buy_in(book: Book, command: ReverseBuyIn, context: Context) -> Returned:
    """Send an unwanted buy-in home, or bar it for ever (SEAMS 23); the memory stays as it was."""
    purse = cash(command.account_id, command.currency)
    first = book.known.get(command.buy_in_id)
    if first is None:
        book.remember(command.buy_in_id, Remembered(b"", pack_refusal(BuyInReversed())))
        return Returned(returned=0, balance=book.balance(purse))
    _in_currency(book, command)
    key = seat_key(command.table_id, command.account_id)
    seat = book.find(Seat, key)
    if is_refusal(first.outcome) or seat is None or seat.buy_in_id != command.buy_in_id:
        return Returned(returned=0, balance=book.balance(purse))
    not_dealt_in(book, command.table_id, command.account_id)
    chips = escrow(command.account_id, command.table_id, command.currency)
    if book.balance(chips) != seat.bought:
        raise ChipsInPlay
    book.move(TransferKind.REVERSE_BUY_IN, chips, purse, seat.bought)
    book.put(replace(seat, seated=False, buy_in_id="", bought=0))
    _without(book, command.table_id, command.account_id)
    return Returned(returned=seat.bought, balance=book.balance(purse))


def top_up(book: Book, command: TopUp, context: Context) -> ToppedUp:
    """More chips between hands (MON-01)."""
    not_dealt_in(book, command.table_id, command.account_id)
    _expect(book, command, command.expected_stack)
    where = (command.account_id, command.table_id, command.currency)
    if command.replay and command.booked_amount:
        return add_chips(book, where, command.booked_amount, MAX_AMOUNT, up_to_max=False)
    spender(book, command.account_id)
    return add_chips(book, where, command.amount, command.max_buy_in, command.up_to_max)


def add_chips(
    book: Book, where: tuple[str, str, str], amount: int, maximum: int, up_to_max: bool
) -> ToppedUp:
    """Cash to an escrow of (account, table, currency) up to a maximum."""
    account_id, table_id, currency = where
    table = playing_for(book, table_id, currency)
    if account_id not in table.members:
        raise NotBoughtIn
    purse, chips = cash(account_id, currency), escrow(account_id, table_id, currency)
    if up_to_max:
        amount = min(amount, maximum - book.balance(chips), book.balance(purse))
        if amount < 1:
            raise BuyInTooLarge if book.balance(chips) >= maximum else InsufficientFunds
    elif book.balance(chips) + amount > maximum:
        raise BuyInTooLarge(details={"maximum": str(maximum)})
    book.move(TransferKind.TOP_UP, purse, chips, amount)
    return ToppedUp(added=amount, stack=book.balance(chips), balance=book.balance(purse))


def stand_up(book: Book, command: StandUp, context: Context) -> Returned:
    """The whole escrow home; what one left with is remembered (ACT-11)."""
    _in_currency(book, command)
    not_dealt_in(book, command.table_id, command.account_id)
    _expect(book, command, command.expected_stack)
    return send_home(
        book,
        (command.account_id, command.table_id, command.currency),
        TransferKind.STAND_UP,
        context.now_ms,
    )


def send_home(book: Book, where: tuple[str, str, str], kind: TransferKind, now_ms: int) -> Returned:
    """Escrow to cash, whatever the account's standing. Without a buy-in nothing happens.

    A seat that leaves with nothing has no memory to keep: a real bust clears it (WL-10).
    """
    account_id, table_id, currency = where
    purse, chips = cash(account_id, currency), escrow(account_id, table_id, currency)
    amount = book.balance(chips)
    if amount:
        book.move(kind, chips, purse, amount)
    seat = book.find(Seat, seat_key(table_id, account_id))
    if seat is not None and seat.seated:
        book.put(
            replace(
                seat,
                seated=False,
                buy_in_id="",
                bought=0,
                left_with=amount,
                left_at_ms=now_ms,
                lost_since_ms=0,
            )
        )
    _without(book, table_id, account_id)
    return Returned(returned=amount, balance=book.balance(purse))


def not_dealt_in(book: Book, table_id: str, account_id: str) -> None:
    """Raises HandOpen while the player's stack is frozen."""
    table = book.find(Table, table_id)
    if table is None or not table.open_hand:
        return
    hand = book.find(Hand, table.open_hand)
    if hand is not None and any(seat.account_id == account_id for seat in hand.line_up):
        raise HandOpen(details={"hand_id": hand.key})


def playing_for(book: Book, table_id: str, currency: str) -> Table:
    """The table, playing for this currency (MON-04); an empty one may change it."""
    table = book.find(Table, table_id) or Table(key=table_id, currency=currency)
    if table.currency == currency:
        return table
    if table.members or table.open_hand:
        raise WrongCurrency(details={"currency": table.currency})
    return replace(table, currency=currency)


def _expect(book: Book, command: TopUp | StandUp, stack: int | None) -> None:
    """Chips move only where table and ledger agree on what is there (SEAMS 26)."""
    held = book.balance(escrow(command.account_id, command.table_id, command.currency))
    if stack is not None and stack != held:
        raise EscrowDiffers(details={"escrow": str(held), "expected": str(stack)})


def _in_currency(book: Book, command: StandUp | ReverseBuyIn) -> None:
    """Raises WrongCurrency where a member's chips are of another (MON-04)."""
    table = book.find(Table, command.table_id)
    if table is None or command.account_id not in table.members:
        return
    if table.currency != command.currency:
        raise WrongCurrency(details={"currency": table.currency})


def _within_limits(command: BuyIn, seat: Seat, context: Context) -> None:
    low, high = command.min_buy_in, command.max_buy_in
    window = command.reducing_window_ms
    window = context.policy.reducing_window_ms if window is None else window
    until = seat.left_at_ms + window
    if not seat.seated and seat.left_with and context.now_ms < until:
        if command.amount < seat.left_with:
            raise Reducing(details={"minimum": str(seat.left_with), "until_ms": str(until)})
        high = max(high, seat.left_with)
    if command.amount < low:
        raise BuyInTooSmall(details={"minimum": str(low)})
    if command.amount > high:
        raise BuyInTooLarge(details={"maximum": str(high)})


def _with(members: tuple[str, ...], account_id: str) -> tuple[str, ...]:
    return members if account_id in members else (*members, account_id)


def _without(book: Book, table_id: str, account_id: str) -> None:
    table = book.find(Table, table_id)
    if table is not None and account_id in table.members:
        members = tuple(member for member in table.members if member != account_id)
        book.put(replace(table, members=members))
