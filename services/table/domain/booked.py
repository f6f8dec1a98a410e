"""Wallet calls that were booked, in order, as a table's records tell (SEAMS 26).

They are kept beside the log, so that a wallet from an older backup gets them again.
"""

from collections.abc import Iterable, Sequence

import msgspec

from riverbus.core.games import Game, LimitKind
from riverbus.core.rake import RakePolicy
from services.table.domain.records import Record
from services.table.domain.state import Intent, IntentKind, TableSettings

CLOSING = (IntentKind.SETTLE, IntentKind.CANCEL)


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What of a table's settings a call contains."""

    currency: str
    game: Game
    limit: LimitKind
    rake: RakePolicy
    reducing_window_min: int

    def onto(self, settings: TableSettings) -> TableSettings:
        """The settings as they were for the call."""
        return msgspec.structs.replace(
            settings,
            currency=self.currency,
            game=self.game,
            limit=self.limit,
            rake=self.rake,
            rules=msgspec.structs.replace(
                settings.rules, reducing_window_min=self.reducing_window_min
            ),
        )


class BookedCall(msgspec.Struct, frozen=True):
    """A call that the wallet booked."""

    intent: Intent
    terms: Terms
    amount: int = 0
    """What was added or went home."""


def booked_calls(records: Iterable[Record]) -> list[BookedCall]:
    """The calls that the records, from a checkpoint on, tell as booked."""
    settings: TableSettings | None = None
    intents: dict[str, Intent] = {}
    found = []
    for record in records:
        if record.checkpoint:
            intents.clear()
        for booked in record.booked:
            intent = intents.get(booked.intent_id)
            if intent is not None and settings is not None:
                found.append(BookedCall(intent, terms_of(settings), booked.amount))
        for change in record.changes:
            if isinstance(change.value, Intent):
                intents[change.key] = change.value
            elif change.part == "intent":
                intents.pop(change.key, None)
            elif isinstance(change.value, TableSettings) and not change.key:
                settings = change.value
    return found


def terms_of(settings: TableSettings) -> Terms:
    """What of the settings a call contains."""
    return Terms(
        currency=settings.currency,
        game=settings.game,
        limit=settings.limit,
        rake=settings.rake,
        reducing_window_min=settings.rules.reducing_window_min,
    )


def in_order(calls: Sequence[BookedCall]) -> list[BookedCall]:
    """Each call once, and every hand closed before the next is opened.

    A hand that was opened and closed by no call of the log was cancelled without a replay.
    """
    found: dict[str, BookedCall] = {}
    open_hand: BookedCall | None = None
    for call in calls:
        intent = call.intent
        if intent.id in found:
            continue
        if intent.kind is IntentKind.OPEN:
            if open_hand is not None:
                cancelled = cancellation(open_hand)
                found.setdefault(cancelled.intent.id, cancelled)
            open_hand = call
        elif (
            intent.kind in CLOSING
            and open_hand is not None
            and open_hand.intent.hand_id == intent.hand_id
        ):
            open_hand = None
        found[intent.id] = call
    return list(found.values())


def cancellation(opened: BookedCall) -> BookedCall:
    """The call that closes a hand of which no result is known."""
    hand_id = opened.intent.hand_id
    intent = Intent(
        id=f"cancel:{hand_id}",
        kind=IntentKind.CANCEL,
        made_ms=opened.intent.made_ms,
        hand_id=hand_id,
        reason="cancelled without a replay",
    )
    return BookedCall(intent, opened.terms)
