"""The calls of TableService that any table process answers: hands, absences, protection budgets."""

from typing import Any

import grpc.aio

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Clock
from riverbus.pb.table.v1 import table_pb2, table_pb2_grpc
from riverbus.runtime.calls import account, caller
from services.table.adapters.absence_store import AbsenceStore
from services.table.adapters.archive_store import ArchiveStore, HandUnknown
from services.table.adapters.archived import for_eyes, summary
from services.table.adapters.audit_client import AuditClient
from services.table.adapters.exports.ohh import to_ohh
from services.table.adapters.exports.phh import to_phh
from services.table.adapters.exports.text import to_text
from services.table.adapters.protection_store import ProtectionStore
from services.table.domain.errors import ReasonMissing

Context = grpc.aio.ServicerContext[Any, Any]
READS_ALL = frozenset({"support", "auditor"})
SEES_ALL = frozenset({"auditor"})
READING = "to read"
"""The reason of calls that ask for none; the audit log takes no entry without."""


class RequestRefused(RoomError):
    """Raised when a request is malformed: no such verb, card, operation or format."""

    code = "request_invalid"
    kind = ErrorKind.INVALID
    sentence = "That request is malformed."


class KeptServicer(table_pb2_grpc.TableServiceServicer):
    """Reads what is kept; what operators read of players' hands goes to the audit log."""

    def __init__(
        self,
        clock: Clock,
        archive: ArchiveStore | None,
        protections: ProtectionStore | None,
        absences: AbsenceStore | None,
        audit: AuditClient | None,
    ) -> None:
        self._clock = clock
        self._archive = archive
        self._protections = protections
        self._absences = absences
        self._audit = audit

    async def ResetProtection(
        self, request: table_pb2.ResetProtectionRequest, context: Context
    ) -> table_pb2.ResetProtectionResponse:
        if self._protections is None or not request.account_id:
            raise RequestRefused("Name the player whose budget is given back.")
        if not request.reason.strip():
            raise ReasonMissing
        await self._protections.reset(request.account_id, self._clock.now_ms())
        self._record("reset_protection", f"account:{request.account_id}", request.reason)
        return table_pb2.ResetProtectionResponse()

    async def ListAbsences(
        self, request: table_pb2.ListAbsencesRequest, context: Context
    ) -> table_pb2.ListAbsencesResponse:
        if self._absences is None:
            return table_pb2.ListAbsencesResponse()
        found, cursor = await self._absences.page(
            request.account_id, request.table_id, request.size, request.cursor
        )
        return table_pb2.ListAbsencesResponse(absences=found, next_cursor=cursor)

    async def ListHands(
        self, request: table_pb2.ListHandsRequest, context: Context
    ) -> table_pb2.ListHandsResponse:
        asked = request.account_id
        another = bool(asked) and asked != caller().account_id
        if another and not caller().roles & READS_ALL:
            raise HandUnknown
        hands, cursor = await self._need_archive().page(
            asked or account(), request.table_id, request.size, request.cursor
        )
        rows = []
        for kept in hands:
            row = summary(kept.hand, kept.seat)
            if another and not caller().roles & SEES_ALL:
                row.cards = ""
            rows.append(row)
        if another:
            self._record("list_hands", f"account:{asked}")
        return table_pb2.ListHandsResponse(hands=rows, next_cursor=cursor)

    async def GetHand(
        self, request: table_pb2.GetHandRequest, context: Context
    ) -> table_pb2.GetHandResponse:
        kept = await self._need_archive().hand(request.hand_id, account())
        roles = caller().roles
        if not kept.seat and not roles & READS_ALL:
            raise HandUnknown
        everything = not kept.seat and bool(roles & SEES_ALL)
        hand = for_eyes(kept.hand, kept.seat, everything=everything)
        response = table_pb2.GetHandResponse(
            summary=summary(hand, kept.seat), info=hand.info, seats=hand.seats
        )
        match request.format:
            case "" | "events":
                response.events.extend(hand.events)
            case "text":
                response.text = to_text(hand, kept.seat)
            case "phh":
                response.text = to_phh(hand)
            case "ohh":
                response.text = to_ohh(hand, kept.seat)
            case _:
                raise RequestRefused("There is no such format.")
        if not kept.seat:
            self._record("read_hand", f"hand:{request.hand_id}")
        return response

    def _record(self, call: str, subject: str, reason: str = READING) -> None:
        if self._audit is not None:
            action = f"{subject}.{self._clock.now_ms()}"
            self._audit.record(caller(), action, call, subject, reason)

    def _need_archive(self) -> ArchiveStore:
        if self._archive is None:
            raise HandUnknown
        return self._archive
