"""A table that cannot go on from its log: cancel its hand, begin anew from the escrows (SEAMS 13).

Nothing but headers in clear is read of the log; names come from its checkpoint if that can be read.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from riverbus.core.errors import RoomError
from riverbus.core.ports import Appended, Fenced, LogRecord
from services.table.app.errors import TableStopped
from services.table.app.journal import Entry, Header, Kind, readable
from services.table.app.pausing import growing_pauses
from services.table.app.ports import Outside, WalletStanding
from services.table.domain.records import Record, apply, everything
from services.table.domain.state import (
    Intent,
    IntentKind,
    Seat,
    SeatStatus,
    TableSettings,
    TableState,
)
from services.table.domain.table import new_table

NO_NAMES: Mapping[str, Seat] = MappingProxyType({})
REASON = "The house cancelled the hand; every chip is where it was before it."


async def rescue(settings: TableSettings, epoch: int, reason: str, outside: Outside) -> None:
    """Cancel the open hand at the wallet, then append a checkpoint made from the escrows."""
    stored = await outside.log.read(settings.table_id)
    headers = list(readable(stored, outside.codec))
    known_hand, sequence = "", 0
    if headers:
        index, last = headers[-1]
        known_hand, sequence = last.hand_id, last.sequence + len(stored) - 1 - index
    seats = await seats_from_wallet(
        settings, epoch, reason, outside, known_hand, _names(stored, outside)
    )
    table = new_table(settings)
    core = msgspec.structs.replace(
        table.core,
        epoch=epoch,
        sequence=sequence,
        state=TableState.PAUSED,
        reason="The house looked at this table; play goes on when it says so.",
        paused_by="operator",
    )
    table = msgspec.structs.replace(table, core=core, seats=seats)
    now_ms = outside.clock.now_ms()
    header = Header(
        record_id=outside.ids.uuid7(),
        kind=Kind.CHECKPOINT,
        table_id=settings.table_id,
        epoch=epoch,
        sequence=core.sequence,
        at_ms=now_ms,
    )
    if outside.calls is not None:  # what the wallet lost is given up: nobody repeats it later
        await outside.calls.cut(settings.table_id, now_ms)
    record = Record(at_ms=now_ms, checkpoint=True, changes=everything(table))
    sealed = outside.codec.encode(Entry(header=header, record=record))
    expected = stored[-1].sequence if stored else 0
    async for _ in growing_pauses(None):
        outcome = await outside.log.append(sealed, expected)
        if isinstance(outcome, Appended):
            return
        if isinstance(outcome, Fenced):
            raise TableStopped


async def seats_from_wallet(
    settings: TableSettings,
    epoch: int,
    reason: str,
    outside: Outside,
    known_hand: str = "",
    names: Mapping[str, Seat] = NO_NAMES,
) -> dict[int, Seat]:
    """Cancel whatever hand is open, then seat everybody who has an escrow (SEAMS 26)."""
    standing = await outside.neighbours.standing(settings.table_id)
    hand_id = standing.open_hand_id or known_hand
    if hand_id:
        cancel = Intent(
            id=f"cancel:{hand_id}",
            kind=IntentKind.CANCEL,
            made_ms=outside.clock.now_ms(),
            hand_id=hand_id,
            reason=reason or REASON,
        )
        try:
            await outside.neighbours.carry_out(cancel, settings, epoch)
        except RoomError as error:
            if error.code != "hand_settled":
                raise
        standing = await outside.neighbours.standing(settings.table_id)
    return _from_escrows(settings, standing, names)


def _from_escrows(
    settings: TableSettings, standing: WalletStanding, names: Mapping[str, Seat]
) -> dict[int, Seat]:
    """Everybody who has chips sits where the wallet says."""
    seats: dict[int, Seat] = {}
    free = list(range(1, settings.seats_max + 1))
    for chips in standing.escrows:
        known = names.get(chips.account_id)
        wanted = known.number if known is not None else chips.seat
        number = wanted if wanted in free else (free[0] if free else 0)
        if not number:
            continue
        free.remove(number)
        seats[number] = Seat(
            number=number,
            account_id=chips.account_id,
            name=known.name if known is not None else f"Seat {number}",
            avatar=known.avatar if known is not None else "",
            status=SeatStatus.WAITING,
            stack=chips.stack,
            new=False,
            protections_left=known.protections_left if known is not None else -1,
            bank_ms=settings.bank_s * 1_000,
        )
    return seats


def _names(stored: list[LogRecord], outside: Outside) -> dict[str, Seat]:
    """Seats of the last checkpoint by account, if it can be read."""
    for index, header in reversed(list(readable(stored, outside.codec))):
        if header.kind is not Kind.CHECKPOINT:
            continue
        try:
            record = outside.codec.decode(stored[index]).record
            if record is None:
                return {}
            table = apply(None, record)
        except Exception:
            return {}
        return {seat.account_id: seat for seat in table.seats.values()}
    return {}
