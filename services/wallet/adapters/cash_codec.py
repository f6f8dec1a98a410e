"""Cashier's and operators' messages between protobuf and commands."""

from typing import Literal

from riverbus.pb.wallet.v1 import ledger_pb2, wallet_pb2
from services.wallet.adapters.event_codec import STANDINGS, WITHDRAWAL_STATES
from services.wallet.app.statements import Entry, Filter, kinds_of
from services.wallet.domain.accounts import AccountKey, Purpose
from services.wallet.domain.checks import check_currency, check_name, check_time
from services.wallet.domain.entities import Standing
from services.wallet.domain.errors import Malformed

Decision = Literal["approve", "refuse", "paid", "failed"]

_DECISIONS: dict[int, Decision] = {
    ledger_pb2.WITHDRAWAL_DECISION_APPROVE: "approve",
    ledger_pb2.WITHDRAWAL_DECISION_REFUSE: "refuse",
    ledger_pb2.WITHDRAWAL_DECISION_PAID: "paid",
    ledger_pb2.WITHDRAWAL_DECISION_FAILED: "failed",
}
_STANDINGS: dict[int, Standing] = {
    ledger_pb2.ACCOUNT_STANDING_OPEN: "open",
    ledger_pb2.ACCOUNT_STANDING_FROZEN: "frozen",
    ledger_pb2.ACCOUNT_STANDING_CLOSED: "closed",
}
_STATES = {number: name for name, number in WITHDRAWAL_STATES.items()}
_GROUPINGS = {
    ledger_pb2.RAKE_GROUPING_TABLE: "table",
    ledger_pb2.RAKE_GROUPING_GAME: "game",
    ledger_pb2.RAKE_GROUPING_PLAYER: "player",
    ledger_pb2.RAKE_GROUPING_DAY: "day",
}
_SEEN = {
    wallet_pb2.PURPOSE_UNSPECIFIED: Purpose.CASH,
    wallet_pb2.PURPOSE_CASH: Purpose.CASH,
    wallet_pb2.PURPOSE_HOLD: Purpose.HOLD,
    wallet_pb2.PURPOSE_ESCROW: Purpose.ESCROW,
}


def decision(number: int) -> Decision:
    """Raises Malformed for none."""
    if number not in _DECISIONS:
        raise Malformed("Say what is decided.")
    return _DECISIONS[number]


def standing(number: int) -> Standing:
    """Raises Malformed for none."""
    if number not in _STANDINGS:
        raise Malformed("Say what the account becomes.")
    return _STANDINGS[number]


def standing_number(name: Standing) -> ledger_pb2.AccountStanding.ValueType:
    """For the wire."""
    return STANDINGS[name]


def status(number: int) -> str:
    """A withdrawal's state; empty for all. Raises Malformed for one that nobody knows."""
    found = _STATES.get(wallet_pb2.WithdrawalState.ValueType(number), "")
    if number and not found:
        raise Malformed("There is no such state of a withdrawal.")
    return found


def grouping(number: int) -> str:
    """Raises Malformed for none."""
    found = _GROUPINGS.get(ledger_pb2.RakeGrouping.ValueType(number))
    if found is None:
        raise Malformed("Say what rake is summed by.")
    return found


def statement_filter(message: wallet_pb2.StatementFilter, account_id: str) -> Filter:
    """What to see of one of a player's accounts."""
    purpose = _SEEN.get(message.purpose)
    if purpose is None or (purpose == Purpose.ESCROW) != bool(message.table_id):
        raise Malformed("Statements are of cash, hold, or the escrow at a table.")
    check_currency(message.currency)
    check_time(message.since_ms)
    check_time(message.until_ms)
    if message.table_id:
        check_name(message.table_id, "table_id")
    key = AccountKey(purpose, account_id, message.table_id, message.currency)
    return Filter(key, message.since_ms, message.until_ms, kinds_of(message.kinds))


def entry(found: Entry) -> wallet_pb2.StatementEntry:
    """For the wire."""
    return wallet_pb2.StatementEntry(
        transfer_id=found.transfer_id,
        booked_at_ms=found.at_ms,
        kind=found.kind,
        change=found.change,
        balance=found.balance,
        subject=found.subject,
        operation_id=found.operation_id,
        note=found.note,
    )
