"""ReconcileTable (SEAMS 26): the table's view against the ledger's, and lost escrows home."""

from msgspec.structs import replace

from services.wallet.domain.accounts import escrow
from services.wallet.domain.book import Book
from services.wallet.domain.commands import ReconcileTable
from services.wallet.domain.entities import Hand, Seat, Table, TableDifference
from services.wallet.domain.events import TableDiffers
from services.wallet.domain.hands import owned_table
from services.wallet.domain.policy import Context, TransferKind
from services.wallet.domain.results import Reconciled, SeatStack
from services.wallet.domain.table_money import seat_key, send_home

STACK, NO_SEAT, HAND_CLOSED, HAND_OPEN, HAND_UNKNOWN = 1, 2, 3, 4, 5
HAND_CALLS = ("open:", "settle:", "cancel:")


def reconcile_table(book: Book, command: ReconcileTable, context: Context) -> Reconciled:
    """Record what differs; what differed before too, with nothing pending, is confirmed.

    What is as it was is not recorded again: only that the table was heard of.
    """
    table = owned_table(book, command.table_id, command.epoch)
    hand_pending = any(pending.startswith(HAND_CALLS) for pending in command.pending_ids)
    found = [] if hand_pending else _hand_differences(book, table, command)
    if not hand_pending:
        found += _stack_differences(book, table, command)
    before = set(table.differences)
    confirmed = tuple(difference in before for difference in found)
    count = sum(confirmed)
    if count > table.confirmed:
        book.tell(TableDiffers(table.key, count, _in_words(found)))
    after = replace(table, differences=tuple(found), confirmed=count)
    if after == book.find(Table, table.key):
        book.hear(table.key)
    else:
        book.put(replace(after, reconciled_at_ms=context.now_ms))
    sent_home = _lost_escrows_home(book, command, context)
    now = book.find(Table, table.key) or table
    hand = book.find(Hand, command.open_hand_id) if command.open_hand_id else None
    return Reconciled(
        differences=tuple(found),
        confirmed=confirmed,
        escrows=_escrows(book, now),
        open_hand_id=now.open_hand,
        hand_status=hand.status if hand else None,
        sent_home=sent_home,
    )


def _hand_differences(book: Book, table: Table, command: ReconcileTable) -> list[TableDifference]:
    found = []
    if command.open_hand_id and command.open_hand_id != table.open_hand:
        hand = book.find(Hand, command.open_hand_id)
        kind = HAND_UNKNOWN if hand is None else HAND_CLOSED
        found.append(TableDifference(kind, hand_id=command.open_hand_id))
    if table.open_hand and table.open_hand != command.open_hand_id:
        found.append(TableDifference(HAND_OPEN, hand_id=table.open_hand))
    return found


def _stack_differences(book: Book, table: Table, command: ReconcileTable) -> list[TableDifference]:
    pending = set(command.pending_account_ids)
    seated = {seat.account_id: seat.stack for seat in command.seats}
    found = []
    for account_id in (*table.members, *(name for name in seated if name not in table.members)):
        if account_id in pending:
            continue
        chips = escrow(account_id, table.key, table.currency)
        held = book.balance(chips) if table.currency else 0
        if account_id not in seated:
            if held:
                found.append(TableDifference(NO_SEAT, account_id, 0, held))
        elif seated[account_id] != held:
            found.append(TableDifference(STACK, account_id, seated[account_id], held))
    return found


def _lost_escrows_home(
    book: Book, command: ReconcileTable, context: Context
) -> tuple[SeatStack, ...]:
    """Escrows without a seat and without a pending call go home after ten minutes."""
    table = book.find(Table, command.table_id)
    if table is None:
        return ()
    hand = book.find(Hand, table.open_hand) if table.open_hand else None
    playing = {seat.account_id for seat in hand.line_up} if hand else set()
    claimed = {seat.account_id for seat in command.seats} | set(command.pending_account_ids)
    home = []
    for account_id in table.members:
        seat = book.find(Seat, seat_key(table.key, account_id))
        if seat is None:
            continue
        if account_id in claimed or account_id in playing:
            if seat.lost_since_ms:
                book.put(replace(seat, lost_since_ms=0))
        elif not seat.lost_since_ms:
            book.put(replace(seat, lost_since_ms=context.now_ms))
        elif context.now_ms - seat.lost_since_ms >= context.policy.lost_escrow_home_ms:
            where = (account_id, table.key, table.currency)
            done = send_home(book, where, TransferKind.SENT_HOME, context.now_ms)
            home.append(SeatStack(seat.number, account_id, done.returned))
    return tuple(home)


def _escrows(book: Book, table: Table) -> tuple[SeatStack, ...]:
    stacks = []
    for account_id in table.members:
        seat = book.find(Seat, seat_key(table.key, account_id))
        held = book.balance(escrow(account_id, table.key, table.currency))
        stacks.append(SeatStack(seat.number if seat else 0, account_id, held))
    return tuple(stacks)


def _in_words(found: list[TableDifference]) -> str:
    names = {
        STACK: "stack",
        NO_SEAT: "escrow without seat",
        HAND_CLOSED: "hand closed here",
        HAND_OPEN: "hand open here",
        HAND_UNKNOWN: "hand unknown here",
    }
    parts = [
        f"{names[item.kind]} {item.account_id or item.hand_id}: "
        f"table {item.table_amount}, wallet {item.wallet_amount}"
        for item in found
    ]
    return "; ".join(parts)[:500]
