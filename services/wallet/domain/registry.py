"""The handling of players' and tables' commands; with registry_ledger, of all."""

from services.wallet.domain import (
    accounts,
    hands,
    players,
    reconcile,
    registry_ledger,
    table_money,
)
from services.wallet.domain.book import Book, EntityId
from services.wallet.domain.commands import (
    BuyIn,
    CancelHand,
    OpenAccount,
    OpenHand,
    ReconcileTable,
    RefillPlayChips,
    ReverseBuyIn,
    SettleHand,
    StandUp,
    TableCommand,
    TopUp,
)
from services.wallet.domain.entities import Hand, Player, Seat, Table
from services.wallet.domain.handlers import HANDLERS, More, handles
from services.wallet.domain.results import (
    BoughtIn,
    Granted,
    HandClosed,
    HandOpened,
    Opened,
    Reconciled,
    Returned,
    ToppedUp,
)
from services.wallet.domain.table_money import seat_key

__all__ = ["HANDLERS"]


def _player(command: OpenAccount | RefillPlayChips) -> list[EntityId]:
    return [(Player, command.account_id)]


def _granted(command: OpenAccount, book: Book) -> More:
    play = accounts.PLAY
    return More(accounts=[accounts.outside(play), accounts.cash(command.account_id, play)])


def _refilled(command: RefillPlayChips, book: Book) -> More:
    play = accounts.PLAY
    return More(
        accounts=[accounts.outside(play), accounts.cash(command.account_id, play)],
        owners=[(command.account_id, play)],
    )


def _seat(command: TableCommand) -> list[EntityId]:
    return [
        (Player, command.account_id),
        (Table, command.table_id),
        (Seat, seat_key(command.table_id, command.account_id)),
    ]


def _seat_money(command: TableCommand, book: Book) -> More:
    table = book.find(Table, command.table_id)
    return More(
        entities=[(Hand, table.open_hand)] if table and table.open_hand else [],
        accounts=[
            accounts.cash(command.account_id, command.currency),
            accounts.escrow(command.account_id, command.table_id, command.currency),
        ],
    )


def _opened(command: OpenHand) -> list[EntityId]:
    needed: list[EntityId] = [(Table, command.table_id), (Hand, command.hand_id)]
    needed += [(Player, item.account_id) for item in command.top_ups]
    needed += [(Seat, seat_key(command.table_id, name)) for name in _waiting(command)]
    return needed


def _opened_money(command: OpenHand, book: Book) -> More:
    table_id, currency = command.table_id, command.currency
    waiting = _waiting(command)
    dealt = [seat.account_id for seat in command.line_up]
    return More(
        accounts=[
            *(accounts.escrow(account_id, table_id, currency) for account_id in (*dealt, *waiting)),
            *(accounts.cash(account_id, currency) for account_id in waiting),
        ]
    )


def _waiting(command: OpenHand) -> list[str]:
    topped = [item.account_id for item in command.top_ups]
    return topped + [item.account_id for item in command.departures]


def _closed(command: SettleHand | CancelHand) -> list[EntityId]:
    return [(Table, command.table_id), (Hand, command.hand_id)]


def _closed_money(command: SettleHand | CancelHand, book: Book) -> More:
    hand = book.find(Hand, command.hand_id)
    if hand is None or not hand.line_up:
        return More()
    table_id, currency = hand.table_id, hand.currency
    needed = [accounts.escrow(seat.account_id, table_id, currency) for seat in hand.line_up]
    if isinstance(command, SettleHand):
        needed.append(accounts.pot(table_id, currency))
        needed.append(accounts.rake(table_id, currency))
        if hand.jackpot_id:
            needed.append(accounts.jackpot(hand.jackpot_id, currency))
    return More(accounts=needed)


def _reconciled(command: ReconcileTable) -> list[EntityId]:
    needed: list[EntityId] = [(Table, command.table_id)]
    if command.open_hand_id:
        needed.append((Hand, command.open_hand_id))
    return needed


def _reconciled_money(command: ReconcileTable, book: Book) -> More:
    table = book.find(Table, command.table_id)
    if table is None:
        return More()
    entities: list[EntityId] = [(Seat, seat_key(table.key, name)) for name in table.members]
    if table.open_hand:
        entities.append((Hand, table.open_hand))
    seated = [seat.account_id for seat in command.seats] if table.currency else []
    names = {*table.members, *seated}
    return More(
        entities=entities,
        accounts=[
            *(accounts.escrow(name, table.key, table.currency) for name in names),
            *(accounts.cash(name, table.currency) for name in table.members),
        ],
    )


handles(OpenAccount, Opened, _player, _granted, players.open_account)
handles(RefillPlayChips, Granted, _player, _refilled, players.refill_play_chips)
handles(BuyIn, BoughtIn, _seat, _seat_money, table_money.buy_in)
handles(ReverseBuyIn, Returned, _seat, _seat_money, table_money.reverse_buy_in)
handles(TopUp, ToppedUp, _seat, _seat_money, table_money.top_up)
handles(StandUp, Returned, _seat, _seat_money, table_money.stand_up)
handles(OpenHand, HandOpened, _opened, _opened_money, hands.open_hand)
handles(SettleHand, HandClosed, _closed, _closed_money, hands.settle_hand)
handles(CancelHand, HandClosed, _closed, _closed_money, hands.cancel_hand)
handles(
    ReconcileTable,
    Reconciled,
    _reconciled,
    _reconciled_money,
    reconcile.reconcile_table,
    asks=True,
)
registry_ledger.register()
