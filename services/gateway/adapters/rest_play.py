"""Tables, purse, hands and waiting lists over REST. Other services decide; this translates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from riverbus.engine.profiles import ProfileError, profile
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc
from riverbus.pb.table.v1 import table_pb2
from riverbus.pb.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from services.gateway.adapters import frames_pb
from services.gateway.adapters import rest_models as m
from services.gateway.adapters.lobby_rows import lobby_row
from services.gateway.adapters.neighbours import purse_view
from services.gateway.adapters.owner_calls import OwnerCalls
from services.gateway.adapters.rest import Call, Parameter, Route
from services.gateway.adapters.rest_accounts import UUID
from services.gateway.domain import frames as f

TABLE = Parameter("table_id", "The table.", "[a-z0-9-]{1,40}", where="path")
CURSOR = Parameter(
    "cursor", "Where to go on: next_cursor of the page before.", r"[\x21-\x7e]{0,200}"
)
CURRENCY = Parameter("currency", "PLAY or an ISO code.", "[A-Z]{3,4}")
GAMES = "|".join(sorted(set(f.Game) - {f.Game.UNSPECIFIED}))
LIMITS = "|".join(sorted(set(f.Limit) - {f.Limit.UNSPECIFIED}))


class PlayRoutes:
    """The handlers."""

    def __init__(
        self,
        lobby: lobby_pb2_grpc.DirectoryServiceAsyncStub,
        wallet: wallet_pb2_grpc.WalletServiceAsyncStub,
        calls: OwnerCalls,
    ) -> None:
        self._lobby = lobby
        self._wallet = wallet
        self._calls = calls

    def routes(self) -> list[Route]:
        """All operations around play."""
        size = Parameter("size", "Rows a page.", least=1, most=100)
        hand = Parameter("hand_id", "The hand.", UUID, where="path")
        table = Parameter("table_id", "Only this table.", TABLE.pattern)
        whose = Parameter("account_id", "Operators: another account's hands.", UUID)
        filters = (
            Parameter("game", "Only this game.", GAMES),
            Parameter("limit", "Only this limit.", LIMITS),
            CURRENCY,
            Parameter("seats_max", "Only this number of seats.", least=2, most=10),
            Parameter("free_seat", "Only tables with a free seat.", "true|false"),
        )
        form = Parameter("format", "How the hand is written.", "events|text|phh|ohh")
        return [
            Route("GET", "/tables", "tables", "The lobby's tables, by name.", self.tables, m.Tables,
                  parameters=(*filters, size, CURSOR), signed_in=False),
            Route("GET", "/tables/{table_id}", "table", "One table with its house rules.",
                  self.table, m.TableDetail, parameters=(TABLE,), signed_in=False,
                  statuses=(404,)),
            Route("GET", "/waiting", "waiting", "Own places on waiting lists.", self.waiting,
                  m.WaitingList),
            Route("POST", "/tables/{table_id}/waiting", "joinWaiting", "Wait for a seat.",
                  self.join_waiting, m.Waiting, parameters=(TABLE,),
                  statuses=(403, 404, 409, 422)),
            Route("DELETE", "/tables/{table_id}/waiting", "leaveWaiting", "Wait no longer.",
                  self.leave_waiting, m.Done, parameters=(TABLE,), statuses=(404,)),
            Route("GET", "/balances", "balances", "The own purse.", self.balances, m.Balances,
                  statuses=(404,)),
            Route("POST", "/refill", "refill", "Fill up play chips.", self.refill, m.Refilled,
                  m.Refill, statuses=(404, 409, 422)),
            Route("GET", "/statement", "statement", "Own bookings in one currency.",
                  self.statement, m.Statement, parameters=(CURRENCY, size, CURSOR),
                  statuses=(404,)),
            Route("GET", "/hands", "hands", "Own hands, newest first.", self.hands, m.Hands,
                  parameters=(table, whose, size, CURSOR), statuses=(404,)),
            Route("GET", "/hands/{hand_id}", "hand", "One hand, as the player may see it.",
                  self.hand, m.Hand, parameters=(hand, form), statuses=(404,)),
        ]  # fmt: skip

    async def tables(self, call: Call) -> m.Tables:
        """GET /api/tables."""
        query = call.query
        request = lobby_pb2.ListTablesRequest(
            game=frames_pb.GAME_NUMBERS[f.Game(query.get("game", "unspecified"))],
            limit=frames_pb.LIMIT_NUMBERS[f.Limit(query.get("limit", "unspecified"))],
            currency=query.get("currency", ""),
            seats_max=query.get("seats_max", 0),
            free_seat=query.get("free_seat") == "true",
            page=_page(call),
        )
        found = await self._lobby.ListTables(request)
        return m.Tables(tuple(lobby_row(table) for table in found.tables), found.next_cursor)

    async def table(self, call: Call) -> m.TableDetail:
        """GET /api/tables/{table_id}."""
        request = lobby_pb2.GetTableRequest(table_id=call.path["table_id"])
        table = (await self._lobby.GetTable(request)).table
        clocks = table.config.clocks
        return m.TableDetail(
            table=lobby_row(table),
            rules=house_rules(table.config.profile, table.config.rules),
            changed_rules=tuple(sorted(table.config.rules)),
            clocks=m.Clocks(
                turn_s=clocks.turn_s,
                bank_s=clocks.bank_s,
                bank_refill_s=clocks.bank_refill_s,
                bank_refill_hands=clocks.bank_refill_hands,
            ),
            language=table.config.language,
            notice=table.config.notice,
        )

    async def waiting(self, call: Call) -> m.WaitingList:
        """GET /api/waiting."""
        found = await self._lobby.ListWaiting(lobby_pb2.ListWaitingRequest())
        return m.WaitingList(tuple(_waiting(place) for place in found.waiting))

    async def join_waiting(self, call: Call) -> m.Waiting:
        """POST /api/tables/{table_id}/waiting."""
        request = lobby_pb2.JoinWaitingListRequest(table_id=call.path["table_id"])
        return _waiting((await self._lobby.JoinWaitingList(request)).waiting)

    async def leave_waiting(self, call: Call) -> m.Done:
        """DELETE /api/tables/{table_id}/waiting."""
        request = lobby_pb2.LeaveWaitingListRequest(table_id=call.path["table_id"])
        await self._lobby.LeaveWaitingList(request)
        return m.Done()

    async def balances(self, call: Call) -> m.Balances:
        """GET /api/balances."""
        found = await self._wallet.GetBalances(wallet_pb2.GetBalancesRequest())
        purse = purse_view(found.balances)
        return m.Balances(purse.balances, found.refill_at_ms, found.refill_amount)

    async def refill(self, call: Call) -> m.Refilled:
        """POST /api/refill. The id is the player's own, so it is joined with the account."""
        body: m.Refill = call.body
        account = call.session.account_id if call.session is not None else ""
        request = wallet_pb2.RefillPlayChipsRequest(id=f"refill:{account}:{body.action_id}")
        done = await self._wallet.RefillPlayChips(request)
        return m.Refilled(done.granted, done.balance)

    async def statement(self, call: Call) -> m.Statement:
        """GET /api/statement."""
        chosen = wallet_pb2.StatementFilter(currency=call.query.get("currency", "PLAY"))
        request = wallet_pb2.GetStatementRequest(
            filter=chosen,
            page_size=call.query.get("size", 0),
            page=call.query.get("cursor", ""),
        )
        found = await self._wallet.GetStatement(request)
        entries = tuple(
            m.StatementEntry(
                transfer_id=entry.transfer_id,
                booked_at_ms=entry.booked_at_ms,
                kind=entry.kind,
                change=entry.change,
                balance=entry.balance,
                subject=entry.subject,
                note=entry.note,
            )
            for entry in found.entries
        )
        return m.Statement(entries, found.next_page)

    async def hands(self, call: Call) -> m.Hands:
        """GET /api/hands, from any table process: the archive is shared."""
        request = table_pb2.ListHandsRequest(
            table_id=call.query.get("table_id", ""),
            size=call.query.get("size", 0),
            cursor=call.query.get("cursor", ""),
            account_id=call.query.get("account_id", ""),
        )
        found = await self._calls.anyone(lambda stub, s: stub.ListHands(request, timeout=s))
        return m.Hands(tuple(_summary(hand) for hand in found.hands), found.next_cursor)

    async def hand(self, call: Call) -> m.Hand:
        """GET /api/hands/{hand_id}."""
        request = table_pb2.GetHandRequest(
            hand_id=call.path["hand_id"], format=call.query.get("format", "events")
        )
        found = await self._calls.anyone(lambda stub, s: stub.GetHand(request, timeout=s))
        return m.Hand(
            summary=_summary(found.summary),
            info=frames_pb.TableInfo_from_pb(found.info),
            seats=tuple(frames_pb.SeatView_from_pb(seat) for seat in found.seats),
            events=tuple(frames_pb.PublicEvent_from_pb(event) for event in found.events),
            text=found.text,
        )


def house_rules(name: str, changed: Mapping[str, str]) -> dict[str, str]:
    """Every parameter in force at a table, by name: the profile's, or the table's own."""
    try:
        rules = msgspec.to_builtins(profile(name))
    except ProfileError:
        rules = {}
    plain = {key: _shown(value) for key, value in rules.items() if key != "name"}
    return {**plain, **changed}


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _page(call: Call) -> types_pb2.PageRequest:
    return types_pb2.PageRequest(
        size=call.query.get("size", 0), cursor=call.query.get("cursor", "")
    )


def _waiting(place: lobby_pb2.Waiting) -> m.Waiting:
    return m.Waiting(
        table_id=place.table_id,
        place=place.place,
        waiting=place.waiting,
        joined_at_ms=place.joined_at_ms,
        offer_expires_at_ms=place.offer_expires_at_ms,
    )


def _summary(hand: table_pb2.HandSummary) -> m.HandSummary:
    return m.HandSummary(
        hand_id=hand.hand_id,
        number=hand.number,
        table_id=hand.table_id,
        table_name=hand.table_name,
        started_ms=hand.started_ms,
        cards=hand.cards,
        board=hand.board,
        net=hand.net,
        pot=hand.pot,
        currency=hand.currency,
    )
