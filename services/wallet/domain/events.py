"""What the wallet tells beside its transfers; the adapter turns them into wallet.v1 events."""

import msgspec

from services.wallet.domain.entities import Standing, Withdrawal


class StandingChanged(msgspec.Struct, frozen=True, tag=True):
    """An account was frozen, freed or closed."""

    account_id: str
    standing: Standing
    reason: str


class TableDiffers(msgspec.Struct, frozen=True, tag=True):
    """A table and the ledger differ, confirmed."""

    table_id: str
    differences: int
    detail: str


class WithdrawalChanged(msgspec.Struct, frozen=True, tag=True):
    """A withdrawal has a new state."""

    withdrawal: Withdrawal


class HandChanged(msgspec.Struct, frozen=True, tag=True):
    """A hand was opened or closed."""

    table_id: str
    hand_id: str
    status: str
    rake: int = 0


class Refused(msgspec.Struct, frozen=True, tag=True):
    """A call was refused for a reason that integrity wants to know."""

    operation_id: str
    kind: str
    account_id: str
    code: str
    subject: str


Event = StandingChanged | TableDiffers | WithdrawalChanged | HandChanged | Refused
