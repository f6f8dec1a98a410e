"""Hands: opened with frozen stacks, closed exactly once (SEAMS 19 to 23)."""

from msgspec.structs import replace

from services.wallet.domain.accounts import escrow, jackpot, pot, rake
from services.wallet.domain.book import Book, Remembered
from services.wallet.domain.commands import (
    CancelHand,
    OpenHand,
    SettleHand,
    StandUp,
    TopUp,
    WaitingDeparture,
    WaitingTopUp,
    content_hash,
)
from services.wallet.domain.entities import FrozenSeat, Hand, Table
from services.wallet.domain.errors import (
    BrokenInvariant,
    EpochStale,
    HandAlreadyOpen,
    HandCancelled,
    HandClosed,
    HandSettled,
    IdReused,
    NotBoughtIn,
    StackMismatch,
    UnknownHand,
    WalletError,
)
from services.wallet.domain.events import HandChanged
from services.wallet.domain.outcomes import is_refusal, pack_result, unpack
from services.wallet.domain.players import spender
from services.wallet.domain.policy import Context, TransferKind
from services.wallet.domain.results import (
    DepartureOutcome,
    HandOpened,
    Returned,
    SeatStack,
    ToppedUp,
    TopUpOutcome,
)
from services.wallet.domain.results import HandClosed as Closed
from services.wallet.domain.settlement import refused, verify_settlement
from services.wallet.domain.table_money import add_chips, playing_for, send_home


def open_hand(book: Book, command: OpenHand, context: Context) -> HandOpened:
    """Departures, top-ups, then the line-up's stacks are frozen (MON-01)."""
    table = owned_table(book, command.table_id, command.epoch)
    if table.open_hand:
        raise HandAlreadyOpen(details={"hand_id": table.open_hand})
    known = book.find(Hand, command.hand_id)
    if known is not None:
        raise HandCancelled if known.status == "cancelled" else HandClosed
    table = replace(playing_for(book, command.table_id, command.currency), epoch=table.epoch)
    book.put(table)
    departures = tuple(_depart(book, command, item, context) for item in command.departures)
    _expect_stacks(book, command)
    top_ups = tuple(_top_up(book, command, item) for item in command.top_ups)
    stacks = tuple(
        SeatStack(seat.seat, seat.account_id, _stack(book, command, seat.account_id))
        for seat in command.line_up
    )
    for seat in stacks:
        if seat.stack < 1:
            raise NotBoughtIn(details={"seat": str(seat.seat)})
    book.put(
        Hand(
            key=command.hand_id,
            table_id=command.table_id,
            currency=command.currency,
            game=command.game,
            line_up=tuple(FrozenSeat(item.seat, item.account_id, item.stack) for item in stacks),
            policy=command.policy,
            jackpot_id=command.jackpot_id,
            jackpot_basis_points=command.jackpot_basis_points,
        )
    )
    now = book.find(Table, table.key) or table
    book.put(replace(now, open_hand=command.hand_id))
    book.tell(HandChanged(command.table_id, command.hand_id, "open"))
    return HandOpened(stacks=stacks, top_ups=top_ups, departures=departures)


def settle_hand(book: Book, command: SettleHand, context: Context) -> Closed:
    """Book a result, once, if it adds up (SEAMS 21)."""
    table = owned_table(book, command.table_id, command.epoch)
    hand = book.find(Hand, command.hand_id)
    if hand is None:
        raise UnknownHand
    if hand.table_id != command.table_id:
        raise refused("settlement_seat", "The hand was opened at another table.")
    if hand.status == "cancelled":
        raise HandCancelled
    if hand.status == "settled":
        raise HandSettled(details={"closed_by": hand.closed_by})
    changes, raked = verify_settlement(hand, command)
    stacks = _book_changes(book, hand, changes)
    funded = _book_rake(book, hand, raked)
    if book.balance(pot(hand.table_id, hand.currency)):
        raise BrokenInvariant("a settlement left chips in the pot account")
    spent = {item.seat: item.contributed - item.returned for item in command.seats}
    book.put(
        replace(
            hand,
            status="settled",
            closed_by=command.id,
            closed_at_ms=context.now_ms,
            rake=raked,
            raked_from=_split(raked, [spent[seat.seat] for seat in hand.line_up]),
            note=command.resolution,
        )
    )
    book.put(replace(table, open_hand="", last_hand=hand.key))
    book.tell(HandChanged(hand.table_id, hand.key, "settled", raked))
    return Closed(stacks=stacks, rake=raked, jackpot=funded)


def cancel_hand(book: Book, command: CancelHand, context: Context) -> Closed:
    """Every stack as at the start (ACT-05); an unseen hand gets a tombstone (SEAMS 23)."""
    table = owned_table(book, command.table_id, command.epoch)
    hand = book.find(Hand, command.hand_id)
    if hand is None:
        hand = Hand(key=command.hand_id, table_id=command.table_id)
    elif hand.status == "settled":
        raise HandSettled(details={"closed_by": hand.closed_by})
    if hand.table_id != command.table_id:
        raise refused("settlement_seat", "The hand was opened at another table.")
    if hand.status == "open":
        hand = replace(
            hand,
            status="cancelled",
            closed_by=command.id,
            closed_at_ms=context.now_ms,
            note=command.reason,
        )
        book.put(hand)
        if table.open_hand == hand.key:
            table = replace(table, open_hand="", last_hand=hand.key)
        book.tell(HandChanged(hand.table_id, hand.key, "cancelled"))
    book.put(table)
    stacks = tuple(
        SeatStack(
            seat.seat,
            seat.account_id,
            book.balance(escrow(seat.account_id, hand.table_id, hand.currency)),
        )
        for seat in hand.line_up
    )
    return Closed(stacks=stacks, tombstone=not hand.line_up)


def owned_table(book: Book, table_id: str, epoch: int) -> Table:
    """The table under this epoch, not yet put back. Raises EpochStale."""
    table = book.find(Table, table_id) or Table(key=table_id)
    if epoch < table.epoch:
        raise EpochStale(details={"epoch": str(table.epoch)})
    return replace(table, epoch=epoch) if epoch > table.epoch else table


def _expect_stacks(book: Book, command: OpenHand) -> None:
    for seat in command.line_up:
        stack = _stack(book, command, seat.account_id)
        if stack != seat.expected_stack:
            raise StackMismatch(
                details={
                    "seat": str(seat.seat),
                    "escrow": str(stack),
                    "expected": str(seat.expected_stack),
                }
            )


def _depart(
    book: Book, command: OpenHand, item: WaitingDeparture, context: Context
) -> DepartureOutcome:
    single = StandUp(
        id=item.id,
        account_id=item.account_id,
        table_id=command.table_id,
        currency=command.currency,
    )
    content = content_hash(single)
    before = book.known.get(item.id)
    if before is not None:
        if before.content_hash != content:
            raise IdReused(details={"id": item.id})
        if is_refusal(before.outcome):
            return DepartureOutcome(item.id, 0)
        done: Returned = unpack(before.outcome, Returned)
        return DepartureOutcome(item.id, done.returned)
    where = (item.account_id, command.table_id, command.currency)
    done = send_home(book, where, TransferKind.STAND_UP, context.now_ms)
    book.remember(item.id, Remembered(content, pack_result(done)))
    return DepartureOutcome(item.id, done.returned)


def _top_up(book: Book, command: OpenHand, item: WaitingTopUp) -> TopUpOutcome:
    single = TopUp(
        id=item.id,
        account_id=item.account_id,
        table_id=command.table_id,
        currency=command.currency,
        amount=item.amount,
        max_buy_in=item.max_buy_in,
        up_to_max=item.up_to_max,
    )
    content = content_hash(single)
    try:
        before = book.known.get(item.id)
        if before is not None:
            if before.content_hash != content:
                raise IdReused
            done: ToppedUp = unpack(before.outcome, ToppedUp)
            return TopUpOutcome(item.id, done.added)
        spender(book, item.account_id)
        where = (item.account_id, command.table_id, command.currency)
        done = add_chips(book, where, item.amount, item.max_buy_in, item.up_to_max)
    except WalletError as refusal:
        return TopUpOutcome(item.id, 0, refusal.code)
    book.remember(item.id, Remembered(content, pack_result(done)))
    return TopUpOutcome(item.id, done.added)


def _stack(book: Book, command: OpenHand, account_id: str) -> int:
    return book.balance(escrow(account_id, command.table_id, command.currency))


def _book_changes(book: Book, hand: Hand, changes: dict[int, int]) -> tuple[SeatStack, ...]:
    """Losers pay into the pot, then winners take from it: one transfer a seat at most."""
    middle = pot(hand.table_id, hand.currency)
    keys = [escrow(seat.account_id, hand.table_id, hand.currency) for seat in hand.line_up]
    for seat, key in zip(hand.line_up, keys, strict=True):
        if book.balance(key) != seat.stack:
            raise BrokenInvariant(f"a frozen stack of hand {hand.key} has moved")
        if changes[seat.seat] < 0:
            book.move(TransferKind.SETTLE, key, middle, -changes[seat.seat])
    for seat, key in zip(hand.line_up, keys, strict=True):
        if changes[seat.seat] > 0:
            book.move(TransferKind.SETTLE, middle, key, changes[seat.seat])
    return tuple(
        SeatStack(seat.seat, seat.account_id, book.balance(key))
        for seat, key in zip(hand.line_up, keys, strict=True)
    )


def _book_rake(book: Book, hand: Hand, raked: int) -> int:
    """The rake to the table's account, the jackpot's part (rounded down) to its fund."""
    if not raked:
        return 0
    middle = pot(hand.table_id, hand.currency)
    funded = raked * hand.jackpot_basis_points // 10_000 if hand.jackpot_id else 0
    if raked - funded:
        kept = rake(hand.table_id, hand.currency)
        book.move(TransferKind.RAKE, middle, kept, raked - funded)
    if funded:
        fund = jackpot(hand.jackpot_id, hand.currency)
        book.move(TransferKind.JACKPOT_DROP, middle, fund, funded)
    return funded


def _split(amount: int, weights: list[int]) -> tuple[int, ...]:
    """An amount in proportion to weights; what is left goes one each to the earliest payers."""
    whole = sum(weights)
    if not amount or not whole:
        return ()
    parts = [amount * weight // whole for weight in weights]
    left = amount - sum(parts)
    for position, weight in enumerate(weights):
        if left and weight:
            parts[position] += 1
            left -= 1
    return tuple(parts)
