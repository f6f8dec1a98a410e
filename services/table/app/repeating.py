"""Brings a wallet up to date that is older than the table's log (SEAMS 26).

The calls that it lost are made again in order, with their ids and content: what it still knows it
answers as before. The first refusal ends it, and an operator must look.
"""

import logging

import msgspec

from riverbus.core.errors import RoomError
from services.table.app.conversations import AGAIN, STALE_EPOCH
from services.table.app.pausing import growing_pauses
from services.table.app.ports import Outside
from services.table.domain.booked import CLOSING, BookedCall, booked_calls, in_order
from services.table.domain.commands import Repeated
from services.table.domain.state import Table

log = logging.getLogger(__name__)


async def repeat_calls(table: Table, outside: Outside) -> Repeated:
    """What came of it. Raises RoomError where log, stream or wallet do not answer."""
    table_id = table.settings.table_id
    calls = await _all_calls(table_id, outside)
    missing = calls[await _known(calls, outside) :]
    for call in missing:
        code = await _call(call, table, outside)
        if code:
            return Repeated(refused=code, call=call.intent.id)
    log.info("calls repeated", extra={"table": table_id, "calls": len(missing)})
    return Repeated()


async def _all_calls(table_id: str, outside: Outside) -> list[BookedCall]:
    """Those that are kept, then those that still stand in the log.

    The log is read first: what leaves it meanwhile is kept by then.
    """
    stored = await outside.log.read(table_id)
    kept: list[BookedCall] = []
    cut_ms = 0
    if outside.calls is not None:
        kept, cut_ms = await outside.calls.read(table_id)
    records = (outside.codec.money(one) for one in stored)
    logged = booked_calls(record for record in records if record is not None)
    return in_order([call for call in (*kept, *logged) if call.intent.made_ms > cut_ms])


async def _known(calls: list[BookedCall], outside: Outside) -> int:
    """How many calls the wallet surely knows: all up to the last hand that it has closed.

    A ledger from a backup is a beginning of the whole one, so halving finds the place.
    """
    ends = [at for at, call in enumerate(calls) if call.intent.kind in CLOSING]
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high) // 2
        if await outside.neighbours.hand_closed(calls[ends[middle]].intent.hand_id):
            low = middle + 1
        else:
            high = middle
    return ends[low - 1] + 1 if low else 0


async def _call(call: BookedCall, table: Table, outside: Outside) -> str:
    """The refusal's code; empty: it is booked."""
    async for last in growing_pauses():
        try:
            await outside.neighbours.repeat(call, table.settings, table.core.epoch)
        except RoomError as error:
            if error.code == STALE_EPOCH or (error.kind in AGAIN and last):
                raise
            if error.kind not in AGAIN:
                log.error(
                    "a repeated call is refused",
                    extra={
                        "table": table.settings.table_id,
                        "intent": call.intent.id,
                        "code": error.code,
                        "content": msgspec.json.encode(call.intent).decode(),
                    },
                )
                return error.code
        else:
            return ""
    return ""
