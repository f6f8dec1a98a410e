"""One batch: load, decide in order of arrival with running balances, keep, all in one commit."""

import logging
from collections.abc import Sequence
from typing import Any

import msgspec

from riverbus.core.errors import RoomError
from riverbus.core.ports import Clock
from services.wallet.app.ports import Balances, Changes, Operation, Store, Told, Transaction
from services.wallet.domain.accounts import AccountKey
from services.wallet.domain.book import Book, EntityId, NotLoaded, Remembered
from services.wallet.domain.chain import effect
from services.wallet.domain.commands import Command
from services.wallet.domain.entities import Entity
from services.wallet.domain.errors import IdReused, WalletError
from services.wallet.domain.events import Refused
from services.wallet.domain.outcomes import pack_refusal, pack_result, unpack
from services.wallet.domain.policy import Context, RoomPolicy
from services.wallet.domain.registry import HANDLERS

log = logging.getLogger(__name__)


class Order(msgspec.Struct, frozen=True):
    """A checked command on its way, with the hash of its content."""

    command: Command
    content_hash: bytes
    trace: str = ""


class Deferred:
    """The outcome of a command that needs rows which another one of its batch made."""


DEFERRED = Deferred()
Outcome = Any
"""A result, a RoomError to raise, or DEFERRED."""


async def book_batch(
    store: Store, orders: Sequence[Order], clock: Clock, policy: RoomPolicy, told: Told
) -> list[Outcome]:
    """Book all in one commit; each order's own outcome, in order."""
    batch = 0
    moved: Balances = {}
    async with store.transaction() as transaction:
        book = await _load(transaction, orders)
        context = Context(clock.now_ms(), policy)
        before = dict(book.balances)
        existed = {key for key, entity in book.entities.items() if entity is not None}
        operations: list[Operation] = []
        changed: dict[EntityId, None] = {}
        outcomes = [_decide(book, order, context, operations, changed) for order in orders]
        if book.heard:
            await transaction.heard(book.heard, context.now_ms)
        if operations:
            moved = _moved(before, book)
            entities = [(key not in existed, _present(book, key)) for key in changed]
            changes = Changes(context.now_ms, operations, moved, entities)
            batch = await transaction.write(changes)
    if moved:
        told(batch, moved)
    return outcomes


async def _load(transaction: Transaction, orders: Sequence[Order]) -> Book:
    book = Book()
    wanted: dict[EntityId, None] = {}
    ids: list[str] = []
    for order in orders:
        command = order.command
        for entity_id in HANDLERS[type(command)].needs(command):
            wanted[entity_id] = None
        ids.append(command.id)
        ids.extend(command.other_ids)
    book.entities.update(await transaction.entities(wanted))
    book.known.update(await transaction.outcomes(ids))
    more: dict[EntityId, None] = {}
    accounts: dict[AccountKey, None] = {}
    owners: dict[tuple[str, str], None] = {}
    for order in orders:
        if order.command.id in book.known:
            continue
        more_of = HANDLERS[type(order.command)].more
        needed = more_of(order.command, book)
        if needed.tournament:
            book.add_entrants(needed.tournament, await transaction.entrants(needed.tournament))
            needed = more_of(order.command, book)
        for entity_id in needed.entities:
            if entity_id not in book.entities:
                more[entity_id] = None
        for key in needed.accounts:
            accounts[key] = None
        for owner in needed.owners:
            owners[owner] = None
    if more:
        book.entities.update(await transaction.entities(more))
    if accounts or owners:
        book.balances.update(await transaction.accounts(accounts, owners))
    return book


def _decide(
    book: Book,
    order: Order,
    context: Context,
    operations: list[Operation],
    changed: dict[EntityId, None],
) -> Outcome:
    command = order.command
    handler = HANDLERS[type(command)]
    known = book.known.get(command.id)
    if known is not None:
        return _again(known, order, handler.result)
    book.begin()
    try:
        result = handler.decide(book, command, context)
    except NotLoaded:
        book.undo()
        return DEFERRED
    except WalletError as refusal:
        book.undo()
        if refusal.stored and not command.replay:
            outcome = pack_refusal(refusal)
            events = [_refused(command, refusal)] if refusal.alarming else []
            operations.append(_operation(order, outcome, b"", (), events))
            book.known[command.id] = Remembered(order.content_hash, outcome)
        return refusal
    except Exception:
        book.undo()
        log.exception("a decision failed", extra={"kind": command.KIND, "operation": command.id})
        return RoomError()
    done = book.end()
    if handler.asks and not any(done):
        return result
    outcome = pack_result(result)
    effects = b"".join([effect(_present(book, entity_id)) for entity_id in done.changed])
    operations.append(_operation(order, outcome, effects, done.transfers, done.events))
    changed.update(done.changed)
    book.known[command.id] = Remembered(order.content_hash, outcome)
    for other_id, remembered in done.also.items():
        book.known[other_id] = remembered
        operations.append(
            Operation(
                other_id,
                f"{command.KIND}_part",
                command.account,
                command.subject,
                "",
                remembered.content_hash,
                remembered.outcome,
                b"",
                (),
                (),
            )
        )
    return result


def _again(known: Remembered, order: Order, kind: type[Any]) -> Outcome:
    """The first answer for a repeated id (SEAMS 18); other content is refused."""
    if known.content_hash and known.content_hash != order.content_hash:
        return IdReused()
    try:
        return unpack(known.outcome, kind)
    except WalletError as refusal:
        return refusal


def _operation(
    order: Order, outcome: bytes, effects: bytes, transfers: Sequence[Any], events: Sequence[Any]
) -> Operation:
    command = order.command
    return Operation(
        command.id,
        command.KIND,
        command.account,
        command.subject,
        command.note,
        order.content_hash,
        outcome,
        effects,
        transfers,
        events,
        order.trace,
    )


def _refused(command: Command, refusal: WalletError) -> Refused:
    return Refused(command.id, command.KIND, command.account, refusal.code, command.subject)


def _moved(before: dict[AccountKey, int], book: Book) -> dict[AccountKey, tuple[int, int]]:
    return {key: (before[key], now) for key, now in book.balances.items() if before[key] != now}


def _present(book: Book, entity_id: EntityId) -> Entity:
    entity = book.entities[entity_id]
    if entity is None:
        raise NotLoaded(entity_id)
    return entity
