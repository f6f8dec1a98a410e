"""Players: opening, play chips, standing."""

from msgspec.structs import replace

from services.wallet.domain.accounts import PLAY, cash, outside
from services.wallet.domain.book import Book
from services.wallet.domain.commands import OpenAccount, RefillPlayChips
from services.wallet.domain.entities import Player
from services.wallet.domain.errors import (
    AccountClosed,
    AccountFrozen,
    Declined,
    InvalidCurrency,
    UnknownAccount,
)
from services.wallet.domain.policy import Context, RoomPolicy, TransferKind
from services.wallet.domain.results import Granted, Opened


def open_account(book: Book, command: OpenAccount, context: Context) -> Opened:
    """Open a player's accounts once, and grant the first play chips (MON-10, MON-12)."""
    currencies = tuple(sorted({*command.currencies} - {PLAY}))
    for currency in currencies:
        offered(currency, context.policy)
    known = book.find(Player, command.account_id)
    if known is not None:
        return Opened(granted=0)
    book.put(
        Player(
            key=command.account_id,
            bot=command.bot,
            opened_at_ms=context.now_ms,
            currencies=currencies,
        )
    )
    granted = context.policy.play_grant
    if granted:
        book.move(TransferKind.GRANT, outside(PLAY), cash(command.account_id, PLAY), granted)
    return Opened(granted=granted)


def refill_play_chips(book: Book, command: RefillPlayChips, context: Context) -> Granted:
    """Fill a poor player's chips up, not more often than the policy says."""
    player = spender(book, command.account_id)
    policy = context.policy
    held = book.owned(player.key, PLAY)
    amount = refill_amount(held, policy)
    if amount == 0:
        raise Declined("refill_not_needed", "You still have play chips enough.", held=str(held))
    due = refill_due_ms(player, policy)
    if context.now_ms < due:
        raise Declined("refill_too_soon", "Play chips come back later.", at_ms=str(due))
    purse = cash(player.key, PLAY)
    book.move(TransferKind.REFILL, outside(PLAY), purse, amount)
    book.put(replace(player, refilled_at_ms=context.now_ms))
    return Granted(granted=amount, balance=book.balance(purse))


def refill_amount(held: int, policy: RoomPolicy) -> int:
    """What a refill would give; 0 while the player is not poor."""
    return policy.refill_to - held if held < policy.refill_below else 0


def refill_due_ms(player: Player, policy: RoomPolicy) -> int:
    """From when the next refill is possible; a first one is possible at once."""
    if not player.refilled_at_ms:
        return 0
    every = policy.bot_refill_every_ms if player.bot else policy.refill_every_ms
    return player.refilled_at_ms + every


def known(book: Book, account_id: str) -> Player:
    """A player in any standing. Raises UnknownAccount."""
    player = book.find(Player, account_id)
    if player is None:
        raise UnknownAccount(details={"account_id": account_id})
    return player


def spender(book: Book, account_id: str) -> Player:
    """A player who may spend (SEAMS 24). Raises AccountFrozen, AccountClosed."""
    player = known(book, account_id)
    if player.standing == "frozen":
        raise AccountFrozen
    if player.standing == "closed":
        raise AccountClosed
    return player


def offered(currency: str, policy: RoomPolicy) -> None:
    """Raises InvalidCurrency for one that the room does not offer."""
    if currency != PLAY and currency not in policy.currencies:
        raise InvalidCurrency
