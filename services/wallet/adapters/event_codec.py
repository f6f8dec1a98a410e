"""Events of a batch as wallet.v1 messages for the outbox."""

from collections.abc import Sequence
from functools import lru_cache

from riverbus.pb.wallet.v1 import events_pb2, ledger_pb2, wallet_pb2
from services.wallet.app.ports import Operation
from services.wallet.app.sealing import Message, NumberedOperation
from services.wallet.domain.accounts import AccountKey
from services.wallet.domain.book import Transfer
from services.wallet.domain.entities import Withdrawal
from services.wallet.domain.events import (
    Event,
    HandChanged,
    Refused,
    StandingChanged,
    TableDiffers,
)

SUBJECT = "wallet.event.batch"
MAX_PAYLOAD_BYTES = 262_144
TRANSFERS_AN_EVENT = 500

STANDINGS = {
    "open": ledger_pb2.ACCOUNT_STANDING_OPEN,
    "frozen": ledger_pb2.ACCOUNT_STANDING_FROZEN,
    "closed": ledger_pb2.ACCOUNT_STANDING_CLOSED,
}
WITHDRAWAL_STATES = {
    "requested": wallet_pb2.WITHDRAWAL_STATE_REQUESTED,
    "approved": wallet_pb2.WITHDRAWAL_STATE_APPROVED,
    "paid": wallet_pb2.WITHDRAWAL_STATE_PAID,
    "refused": wallet_pb2.WITHDRAWAL_STATE_REFUSED,
    "failed": wallet_pb2.WITHDRAWAL_STATE_FAILED,
    "cancelled": wallet_pb2.WITHDRAWAL_STATE_CANCELLED,
}


def encode_events(
    operations: Sequence[NumberedOperation], at_ms: int, last_event: int
) -> list[Message]:
    """Outbox rows in order, each at most about MAX_PAYLOAD_BYTES."""
    messages: list[Message] = []
    pending = events_pb2.WalletEvents()
    size = 0
    sequence = last_event
    for operation, first_transfer in operations:
        # Events are filled in where they stand: appending would copy each.
        for start in range(0, len(operation.transfers), TRANSFERS_AN_EVENT):
            event = pending.events.add()
            sequence += 1
            _stamp(event, sequence, at_ms, operation.trace)
            part = operation.transfers[start : start + TRANSFERS_AN_EVENT]
            _booked(event.booked, operation, part, first_transfer + start)
            size += 64 + 120 * len(part)
            if size >= MAX_PAYLOAD_BYTES:
                messages.append(_message(pending, sequence))
                pending = events_pb2.WalletEvents()
                size = 0
        for told in operation.events:
            event = _event(told)
            sequence += 1
            _stamp(event, sequence, at_ms, operation.trace)
            pending.events.append(event)
            size += 64
    if pending.events:
        messages.append(_message(pending, sequence))
    return messages


def withdrawal_message(withdrawal: Withdrawal) -> wallet_pb2.Withdrawal:
    """A withdrawal for the wire."""
    return wallet_pb2.Withdrawal(
        withdrawal_id=withdrawal.key,
        account_id=withdrawal.account_id,
        currency=withdrawal.currency,
        amount=withdrawal.amount,
        provider=withdrawal.provider,
        state=WITHDRAWAL_STATES[withdrawal.status],
        requested_at_ms=withdrawal.requested_at_ms,
        changed_at_ms=withdrawal.changed_at_ms,
        reason=withdrawal.reason,
    )


def _message(pending: events_pb2.WalletEvents, sequence: int) -> Message:
    return Message(sequence, SUBJECT, f"wallet-{sequence}", "", pending.SerializeToString())


def _stamp(event: events_pb2.WalletEvent, sequence: int, at_ms: int, trace: str) -> None:
    event.sequence = sequence
    event.at_ms = at_ms
    event.trace_id = trace


def _booked(
    booked: events_pb2.Booked, operation: Operation, transfers: Sequence[Transfer], first: int
) -> None:
    booked.operation_id = operation.id
    booked.kind = operation.kind
    booked.subject = operation.subject
    booked.currency = transfers[0].debit.currency
    add = booked.transfers.add
    # Field by field: keyword arguments cost twice as much, and every chip comes by here.
    for number, moved in enumerate(transfers, first):
        transfer = add()
        transfer.transfer_id = number
        transfer.debit.CopyFrom(_account(moved.debit))
        transfer.credit.CopyFrom(_account(moved.credit))
        transfer.amount = moved.amount
        transfer.debit_balance = moved.debit_after
        transfer.credit_balance = moved.credit_after


@lru_cache(maxsize=16_384)
def _account(key: AccountKey) -> events_pb2.AccountRef:
    return events_pb2.AccountRef(
        owner=key.owner, purpose=wallet_pb2.Purpose.ValueType(key.purpose), table_id=key.scope
    )


def _event(event: Event) -> events_pb2.WalletEvent:
    if isinstance(event, HandChanged):
        return events_pb2.WalletEvent(
            hand_changed=events_pb2.HandChanged(
                table_id=event.table_id,
                hand_id=event.hand_id,
                state=event.status,
                rake=event.rake,
            )
        )
    if isinstance(event, Refused):
        return events_pb2.WalletEvent(
            refused=events_pb2.Refused(
                operation_id=event.operation_id,
                kind=event.kind,
                account_id=event.account_id,
                code=event.code,
                subject=event.subject,
            )
        )
    if isinstance(event, StandingChanged):
        return events_pb2.WalletEvent(
            standing_changed=events_pb2.StandingChanged(
                account_id=event.account_id,
                standing=STANDINGS[event.standing],
                reason=event.reason,
            )
        )
    if isinstance(event, TableDiffers):
        return events_pb2.WalletEvent(
            table_differs=events_pb2.TableDiffers(
                table_id=event.table_id, differences=event.differences, detail=event.detail
            )
        )
    return events_pb2.WalletEvent(
        withdrawal_changed=events_pb2.WithdrawalChanged(
            withdrawal=withdrawal_message(event.withdrawal)
        )
    )
