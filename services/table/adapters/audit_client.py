"""Operators' calls on tables go to the lobby's audit log, however long that takes."""

import asyncio
import hashlib
import logging
import uuid

import grpc.aio

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Caller, Clock
from riverbus.pb.lobby.v1 import operator_pb2, operator_pb2_grpc
from riverbus.runtime.tasks import end
from services.table.app.pausing import growing_pauses

WAITING_MAX = 1_000
AGAIN = (ErrorKind.UNAVAILABLE, ErrorKind.DEADLINE, ErrorKind.RATE_LIMITED, ErrorKind.INTERNAL)

log = logging.getLogger(__name__)


class AuditClient:
    """A queue and one task; the same call is one entry."""

    def __init__(self, channel: grpc.aio.Channel, clock: Clock) -> None:
        self._stub = operator_pb2_grpc.OperatorServiceStub(channel)
        self._clock = clock
        self._queue: asyncio.Queue[operator_pb2.AuditEntry] = asyncio.Queue(WAITING_MAX)
        self._task: asyncio.Task[None] | None = None

    def record(
        self,
        who: Caller,
        action_id: str,
        call: str,
        subject: str,
        reason: str,
        before: str = "",
        after: str = "",
    ) -> None:
        """Who did what to what, and why; before and after as JSON where it changed."""
        entry = operator_pb2.AuditEntry(
            entry_id=_entry_id(self._clock.now_ms(), who.account_id or "", action_id),
            at_ms=self._clock.now_ms(),
            actor_account_id=who.account_id or who.service,
            actor_name=who.name,
            call=call,
            subject=subject,
            reason=reason,
            before_json=before if before != after else "",
            after_json=after if before != after else "",
        )
        log.info("operator call", extra={"call": call, "subject": subject, "by": who.account_id})
        try:
            self._queue.put_nowait(entry)
        except asyncio.QueueFull:
            log.error("an operator call is not in the audit log", extra={"call": call})
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End; what waits is in the process's own log."""
        await end(self._task)

    async def _run(self) -> None:
        while not self._queue.empty():
            entry = self._queue.get_nowait()
            request = operator_pb2.RecordOperatorCallRequest(entry=entry)
            async for _ in growing_pauses(None):
                try:
                    await self._stub.RecordOperatorCall(request, timeout=5)
                except RoomError as error:
                    if error.kind not in AGAIN:
                        log.error(
                            "an operator call is not in the audit log",
                            extra={"call": entry.call, "code": error.code},
                        )
                        break
                    log.info("audit entry repeated", extra={"code": error.code})
                else:
                    break


def _entry_id(now_ms: int, account_id: str, action_id: str) -> str:
    """In a UUIDv7's form; the random part follows from the action, so a repeat within its
    millisecond is the same entry and the lobby's log has its order."""
    digest = hashlib.blake2b(f"{account_id}|{action_id}".encode(), digest_size=10).digest()
    tail = int.from_bytes(digest, "big")
    value = (now_ms << 80) | (7 << 76) | ((tail >> 62 & 0xFFF) << 64) | (2 << 62)
    return str(uuid.UUID(int=value | (tail & ((1 << 62) - 1))))
