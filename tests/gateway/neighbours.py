"""Stand-ins for the gateway's neighbours, over real gRPC: what a test tells them, they do.

One process plays lobby, wallet and chat; each table process is a server of its own and publishes
on the real bus. Identities come from the callers' tokens alone, as with the real services.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Bus
from riverbus.pb.chat.v1 import chat_pb2, chat_pb2_grpc
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.lobby.v1 import (
    account_event_pb2,
    lobby_pb2,
    lobby_pb2_grpc,
    table_config_pb2,
)
from riverbus.pb.table.v1 import events_pb2, ownership_pb2, table_pb2, table_pb2_grpc
from riverbus.pb.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from riverbus.runtime.calls import caller

FAR_MS = 4_000_000_000_000


def no_session() -> RoomError:
    """What the lobby says of an unknown token."""
    return RoomError("Sign in first.", code="no_session", kind=ErrorKind.UNAUTHENTICATED)


class Lobby(lobby_pb2_grpc.AccountServiceServicer, lobby_pb2_grpc.DirectoryServiceServicer):
    """Token `tok-NAME` is the session of account `acc-NAME`; `revoked` holds tokens that ended."""

    def __init__(self) -> None:
        self.revoked: set[str] = set()
        self.verified: list[str] = []
        self.expires_at_ms = FAR_MS
        self.may_play = True
        self.origins: list[lobby_pb2.ClientOrigin] = []
        self.tables: dict[str, lobby_pb2.Table] = {}

    async def VerifySession(self, request: Any, context: Any) -> lobby_pb2.VerifySessionResponse:
        """See lobby.proto."""
        token = request.session_token
        self.verified.append(token)
        if token in self.revoked or not token.startswith("tok-"):
            raise no_session()
        name = token.removeprefix("tok-").partition(".")[0]
        return lobby_pb2.VerifySessionResponse(
            account_id=account_of(name),
            name=name,
            roles=["player"],
            session_id=token,
            expires_at_ms=self.expires_at_ms,
            status=lobby_pb2.ACCOUNT_STATUS_ACTIVE,
            may_play=self.may_play,
            may_not_play_code="" if self.may_play else "terms_due",
        )

    async def SignUp(self, request: Any, context: Any) -> lobby_pb2.SignUpResponse:
        """See lobby.proto."""
        self.origins.append(request.origin)
        return lobby_pb2.SignUpResponse(
            account=_account(request.name), session_token=f"tok-{request.name}"
        )

    async def SignIn(self, request: Any, context: Any) -> lobby_pb2.SignInResponse:
        """See lobby.proto."""
        self.origins.append(request.origin)
        if request.password != "correct horse":
            raise RoomError(
                "Name or password is wrong.",
                code="wrong_credentials",
                kind=ErrorKind.UNAUTHENTICATED,
            )
        return lobby_pb2.SignInResponse(
            account=_account(request.login), session_token=f"tok-{request.login}"
        )

    async def SignOut(self, request: Any, context: Any) -> lobby_pb2.SignOutResponse:
        """See lobby.proto."""
        self.revoked.add(request.session_token)
        return lobby_pb2.SignOutResponse()

    async def GetAccount(self, request: Any, context: Any) -> lobby_pb2.GetAccountResponse:
        """See lobby.proto."""
        return lobby_pb2.GetAccountResponse(account=_account(caller().name))

    async def GetTerms(self, request: Any, context: Any) -> lobby_pb2.GetTermsResponse:
        """See lobby.proto."""
        return lobby_pb2.GetTermsResponse(version="1", text="Be kind.", declarations=["I am."])

    async def ListTables(self, request: Any, context: Any) -> lobby_pb2.ListTablesResponse:
        """See lobby.proto."""
        return lobby_pb2.ListTablesResponse(tables=self.tables.values())

    async def GetTable(self, request: Any, context: Any) -> lobby_pb2.GetTableResponse:
        """See lobby.proto."""
        if request.table_id not in self.tables:
            raise RoomError("No such table.", code="unknown_table", kind=ErrorKind.NOT_FOUND)
        return lobby_pb2.GetTableResponse(table=self.tables[request.table_id])

    def add_table(self, table_id: str) -> lobby_pb2.Table:
        """A hold'em table in the directory."""
        config = table_config_pb2.TableConfig(
            table_id=table_id,
            name=table_id.title(),
            game=types_pb2.GAME_HOLDEM,
            limit=types_pb2.LIMIT_NONE,
            stakes=types_pb2.Stakes(small_blind=50, big_blind=100, unit=1),
            seats_max=6,
            currency="PLAY",
            state=table_config_pb2.CONFIGURED_STATE_OPEN,
        )
        row = table_config_pb2.TableRow(table_id=table_id, seated=2)
        table = lobby_pb2.Table(config=config, row=row)
        self.tables[table_id] = table
        return table


class Wallet(wallet_pb2_grpc.WalletServiceServicer):
    """Everybody has 1,000 in cash and 500 at table `river`."""

    async def GetBalances(self, request: Any, context: Any) -> wallet_pb2.GetBalancesResponse:
        """See wallet.proto."""
        cash = wallet_pb2.Balance(currency="PLAY", purpose=wallet_pb2.PURPOSE_CASH, amount=1000)
        escrow = wallet_pb2.Balance(
            currency="PLAY", purpose=wallet_pb2.PURPOSE_ESCROW, table_id="river", amount=500
        )
        return wallet_pb2.GetBalancesResponse(balances=[cash, escrow])

    async def RefillPlayChips(self, request: Any, context: Any) -> Any:
        """See wallet.proto."""
        raise RoomError("Not yet.", code="refill_too_soon", kind=ErrorKind.REFUSED)


class Chat(chat_pb2_grpc.ChatServiceServicer):
    """Keeps what is said and publishes it."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self.said: list[chat_pb2.ChatMessage] = []
        self.ignored: dict[str, list[str]] = {}

    async def Say(self, request: Any, context: Any) -> chat_pb2.SayResponse:
        """See chat.proto."""
        message = chat_pb2.ChatMessage(
            room=request.room,
            sequence=len(self.said) + 1,
            sender_account_id=caller().account_id or "",
            sender_name=caller().name,
            text=request.text,
        )
        self.said.append(message)
        event = chat_pb2.ChatEvent(said=message)
        await self._bus.publish(f"chat.{request.room}", event.SerializeToString())
        return chat_pb2.SayResponse(message=message)

    async def History(self, request: Any, context: Any) -> chat_pb2.HistoryResponse:
        """See chat.proto."""
        return chat_pb2.HistoryResponse(messages=self.said)

    async def ListIgnored(self, request: Any, context: Any) -> chat_pb2.ListIgnoredResponse:
        """See chat.proto."""
        ignored = self.ignored.get(caller().account_id or "", [])
        return chat_pb2.ListIgnoredResponse(ignored=chat_pb2.IgnoreList(account_ids=ignored))


Command = Callable[[Any, str], Awaitable[table_pb2.CommandAnswer]]


class TableProcess(table_pb2_grpc.TableServiceServicer):
    """A process that owns tables; each has an event list that the test appends to."""

    def __init__(self, bus: Bus, name: str) -> None:
        self._bus = bus
        self.name = name
        self.epoch = 1
        self.owns = True
        self.events: dict[str, list[events_pb2.PublicEvent]] = {}
        self.parts: dict[tuple[str, str, int], events_pb2.PrivatePart] = {}
        self.seats: dict[str, dict[int, str]] = {}
        self.commands: list[tuple[str, Any]] = []
        self.behave: Command | None = None
        self.history_from = 0
        self.views = 0
        self.replays = 0
        self.mute_heads = 0

    def _check(self) -> None:
        if not self.owns:
            raise RoomError("Elsewhere.", code="not_owner", kind=ErrorKind.NOT_OWNER)

    def _known(self, table_id: str) -> None:
        if table_id not in self.events:
            raise RoomError("No such table.", code="table_unknown", kind=ErrorKind.NOT_FOUND)

    async def GetTable(self, request: Any, context: Any) -> table_pb2.GetTableResponse:
        """See table.proto."""
        self._check()
        self.views += 1
        table_id = request.table_id
        self._known(table_id)
        sequence = len(self.events[table_id])
        view = events_pb2.TableView(table_id=table_id, epoch=self.epoch, sequence=sequence)
        for seat, account in self.seats.get(table_id, {}).items():
            view.seats.add(seat=seat, account_id=account)
            if account == caller().account_id:
                view.own.seat = seat
                part = self.parts.get((table_id, account, sequence))
                if part is not None:
                    view.own.CopyFrom(part.view)
        return table_pb2.GetTableResponse(view=view)

    async def RequestHead(self, request: Any, context: Any) -> table_pb2.RequestHeadResponse:
        """See table.proto."""
        self._check()
        self._known(request.table_id)
        if self.mute_heads:
            self.mute_heads -= 1
        else:
            await self.head(request.table_id, request.nonce)
        return table_pb2.RequestHeadResponse()

    async def ListEvents(self, request: Any, context: Any) -> table_pb2.ListEventsResponse:
        """See table.proto."""
        self._check()
        self.replays += 1
        if request.after_sequence < self.history_from:
            raise RoomError("Too old.", code="history_gone", kind=ErrorKind.STALE)
        account = caller().account_id or ""
        events = self.events[request.table_id][request.after_sequence :]
        parts = [
            self.parts[key]
            for event in events
            if (key := (request.table_id, account, event.sequence)) in self.parts
        ]
        return table_pb2.ListEventsResponse(events=events, parts=parts)

    async def _command(self, request: Any) -> table_pb2.CommandAnswer:
        self._check()
        account = caller().account_id or ""
        self.commands.append((account, request))
        if self.behave is not None:
            return await self.behave(request, account)
        return table_pb2.CommandAnswer(action_id=request.action_id, ok=True)

    async def Sit(self, request: Any, context: Any) -> table_pb2.SitResponse:
        """See table.proto."""
        return table_pb2.SitResponse(answer=await self._command(request))

    async def Act(self, request: Any, context: Any) -> table_pb2.ActResponse:
        """See table.proto."""
        return table_pb2.ActResponse(answer=await self._command(request))

    async def Leave(self, request: Any, context: Any) -> table_pb2.LeaveResponse:
        """See table.proto."""
        return table_pb2.LeaveResponse(answer=await self._command(request))

    async def ListHands(self, request: Any, context: Any) -> table_pb2.ListHandsResponse:
        """See table.proto."""
        return table_pb2.ListHandsResponse(hands=[table_pb2.HandSummary(hand_id="h")])

    # -- what the test does ------------------------------------------------------------------

    def open(self, table_id: str, seats: dict[int, str] | None = None) -> None:
        """A table without events."""
        self.events[table_id] = []
        self.seats[table_id] = seats or {}

    def add(self, table_id: str, **private: str) -> events_pb2.PublicEvent:
        """The next event; `ann="AsAd"` gives account acc-ann a private part."""
        sequence = len(self.events[table_id]) + 1
        event = events_pb2.PublicEvent(table_id=table_id, epoch=self.epoch, sequence=sequence)
        seats = {account: seat for seat, account in self.seats[table_id].items()}
        for name, cards in private.items():
            account = account_of(name)
            seat = seats[account]
            event.private_seats.append(seat)
            view = events_pb2.PrivateView(seat=seat, cards=cards)
            self.parts[table_id, account, sequence] = events_pb2.PrivatePart(
                table_id=table_id, epoch=self.epoch, sequence=sequence, seat=seat, view=view
            )
        event.facts.add(note=events_pb2.Note(code="n", text=str(sequence)))
        self.events[table_id].append(event)
        return event

    async def send(self, event: events_pb2.PublicEvent, *, parts: bool = True) -> None:
        """Publish: private parts first."""
        if parts:
            for (table_id, account, sequence), part in self.parts.items():
                if (table_id, sequence) == (event.table_id, event.sequence):
                    subject = f"player.{account}.table.{table_id}"
                    await self._bus.publish(subject, part.SerializeToString())
        await self._bus.publish(f"table.{event.table_id}.event", event.SerializeToString())

    async def head(self, table_id: str, nonce: str = "") -> None:
        """Publish where the stream stands."""
        head = events_pb2.Head(
            table_id=table_id,
            epoch=self.epoch,
            sequence=len(self.events[table_id]),
            nonce=nonce,
        )
        await self._bus.publish(f"table.{table_id}.head", head.SerializeToString())

    async def claim(self, table_id: str, address: str, epoch: int) -> None:
        """Write the lease."""
        self.epoch = epoch
        lease = ownership_pb2.Lease(owner=self.name, address=address, epoch=epoch)
        bucket = await self._bus.key_value("leases")
        await bucket.put(table_id, lease.SerializeToString())


async def revoke(bus: Bus, name: str, *tokens: str, kind: str = "sessions") -> None:
    """The lobby's event that ends sessions or suspends."""
    event = account_event_pb2.AccountEvent(event_id=f"e-{name}", account_id=account_of(name))
    if kind == "sessions":
        event.sessions_revoked.session_ids.extend(tokens)
    else:
        event.suspended.reason = "Because."
    message_id = f"{name}-{kind}-{asyncio.get_running_loop().time()}"
    await bus.append(
        f"account.event.{event.account_id}", event.SerializeToString(), message_id=message_id
    )


def account_of(name: str) -> str:
    """The account id of a name."""
    return f"acc-{name}"


def _account(name: str) -> lobby_pb2.Account:
    return lobby_pb2.Account(account_id=account_of(name), name=name, roles=["player"])
