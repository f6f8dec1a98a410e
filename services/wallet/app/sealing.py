"""Turns decided operations into the rows of one batch: numbered, digested, linked to the chain."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from services.wallet.app.ports import Changes, Operation
from services.wallet.domain import chain
from services.wallet.domain.accounts import account_number
from services.wallet.domain.chain import BatchRow, OperationRow, TransferRow


class Head(NamedTuple):
    """The chain's end: numbers of the last rows and the hash so far."""

    batch: int = 0
    at_ms: int = 0
    last_operation: int = 0
    last_transfer: int = 0
    last_event: int = 0
    hash: bytes = chain.GENESIS


class Message(NamedTuple):
    """An outbox row; the sequence is that of the last event in it."""

    sequence: int
    subject: str
    message_id: str
    trace_id: str
    payload: bytes


class NumberedOperation(NamedTuple):
    """An operation and the number of its first transfer."""

    operation: Operation
    first_transfer: int


Encode = Callable[[Sequence[NumberedOperation], int, int], Sequence[Message]]
"""`encode(operations, at_ms, last_event)` gives the outbox rows."""


class Sealed(NamedTuple):
    """All rows of a batch, and the head after it."""

    head: Head
    batch: BatchRow
    operations: list[OperationRow]
    transfers: list[TransferRow]
    messages: Sequence[Message]


def seal(head: Head, changes: Changes, encode: Encode) -> Sealed:
    """The batch's rows; call it with the head locked."""
    at_ms = max(changes.at_ms, head.at_ms)
    transfer_id = head.last_transfer
    number = head.last_operation
    operations: list[OperationRow] = []
    transfers: list[TransferRow] = []
    numbered: list[NumberedOperation] = []
    for operation in changes.operations:
        number += 1
        numbered.append(NumberedOperation(operation, transfer_id + 1))
        operations.append(
            OperationRow(
                number,
                operation.id,
                operation.kind,
                operation.account,
                operation.subject,
                operation.note,
                operation.content_hash,
                operation.outcome,
                operation.effects,
            )
        )
        for moved in operation.transfers:
            transfer_id += 1
            transfers.append(
                TransferRow(
                    transfer_id,
                    number,
                    int(moved.kind),
                    account_number(moved.debit),
                    account_number(moved.credit),
                    moved.amount,
                    moved.debit_after,
                    moved.credit_after,
                )
            )
    messages = encode(numbered, at_ms, head.last_event)
    row = BatchRow(
        head.batch + 1,
        at_ms,
        head.last_operation + 1,
        len(operations),
        head.last_transfer + 1,
        len(transfers),
        chain.operations_digest(operations),
        chain.transfers_digest(transfers),
        b"".join([chain.message_digest(*message) for message in messages]),
        b"",
    )
    row = row._replace(hash=chain.batch_hash(head.hash, row))
    last_event = messages[-1].sequence if messages else head.last_event
    after = Head(row.batch, at_ms, number, transfer_id, last_event, row.hash)
    return Sealed(after, row, operations, transfers, messages)
