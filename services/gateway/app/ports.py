"""What the gateway's use cases need from outside; adapters/ has the real ones."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct, UnsetType

from riverbus.core.ports import Caller, Subscription
from services.gateway.domain import frames as f
from services.gateway.domain.wire import Form

Command = f.Sit | f.Act | f.SetAdvance | f.SetOptions | f.TopUp | f.Leave


class Session(Struct, frozen=True):
    """Who is signed in, and whether play is open to them."""

    caller: Caller
    expires_at_ms: int
    may_play: bool = True
    may_not_play_code: str = ""

    @property
    def account_id(self) -> str:
        """The account; sessions always have one."""
        return self.caller.account_id or ""


class Part(Struct, frozen=True):
    """A viewer's private part of one event."""

    table_id: str
    epoch: int
    sequence: int
    seat: int
    view: f.PrivateView


class Replayed(Struct, frozen=True):
    """An event from a table's history with the caller's part."""

    event: f.PublicEvent
    own: f.PrivateView | UnsetType


class FrameEncoder(Protocol):
    """Frames to bytes; an event's shared piece is encoded once."""

    def encode(self, frame: f.ServerFrame, form: Form) -> bytes:
        """A whole frame."""
        ...

    def public_piece(self, event: f.PublicEvent, form: Form) -> bytes:
        """What an event's frames share."""
        ...

    def event_frame(self, piece: bytes, own: f.PrivateView | UnsetType, form: Form) -> bytes:
        """One viewer's frame of an event."""
        ...


class Sessions(Protocol):
    """The lobby's word on sessions."""

    async def verify(self, token: str) -> Session:
        """Whose session it is. Raises RoomError `no_session`, `account_closed`."""
        ...


class Tables(Protocol):
    """The owner of each table, wherever it is. All raise RoomError."""

    async def view(self, table_id: str, caller: Caller) -> f.TableView:
        """The table as the caller may see it."""
        ...

    async def events(self, table_id: str, after: int, caller: Caller) -> Sequence[Replayed]:
        """Events after a sequence. Raises `history_gone`."""
        ...

    async def request_head(self, table_id: str, nonce: str) -> None:
        """Have the owner publish a head with the nonce."""
        ...

    async def command(
        self, table_id: str, command: Command, caller: Caller, rtt_ms: int
    ) -> f.Answer:
        """Carry a player's command to the owner, within its 15 s (SEAMS 33)."""
        ...


class TableListener(Protocol):
    """Hears what is published about one table."""

    def on_event(self, event: f.PublicEvent) -> None:
        """A public event."""
        ...

    def on_head(self, head: f.TableHead, nonce: str) -> None:
        """Where the stream stands."""
        ...


class TableBus(Protocol):
    """Table subjects of the bus."""

    async def follow(self, table_id: str, listener: TableListener) -> Subscription:
        """Subscribe to the table's public subjects; subscribed and flushed on return."""
        ...


class PlayerListener(Protocol):
    """Hears what is published for one account."""

    def on_part(self, account_id: str, part: Part) -> None:
        """A private part of a table's event."""
        ...

    def on_purse(self, account_id: str) -> None:
        """The account's balances changed."""
        ...

    def on_notice(self, account_id: str, notice: f.Notice) -> None:
        """Something to tell the player."""
        ...

    def on_ignored(self, account_id: str, ignored: frozenset[str]) -> None:
        """The player's ignore list, whole."""
        ...


class PlayerBus(Protocol):
    """Private subjects of the bus."""

    async def follow(self, account_id: str, listener: PlayerListener) -> Subscription:
        """Subscribe to the account's subjects; subscribed and flushed on return."""
        ...


class PurseView(Struct, frozen=True):
    """A player's balances, one per currency, and the tables at which chips lie."""

    balances: tuple[f.Balance, ...] = ()
    tables: tuple[str, ...] = ()


class Purse(Protocol):
    """The wallet's word on balances."""

    async def read(self, caller: Caller) -> PurseView:
        """The caller's purse."""
        ...


class Chat(Protocol):
    """The chat service and its subjects."""

    async def say(self, say: f.ChatSay, caller: Caller) -> f.ChatMessage:
        """Say something; the same action id gives the first answer."""
        ...

    async def history(self, room: str, caller: Caller) -> Sequence[f.ChatMessage]:
        """The latest lines, oldest first."""
        ...

    async def ignored(self, caller: Caller) -> frozenset[str]:
        """Whom the caller ignores."""
        ...

    async def follow(self, room: str, listener: Callable[[f.ChatMessage], None]) -> Subscription:
        """Subscribe to a room's lines; subscribed and flushed on return."""
        ...


class Directory(Protocol):
    """The lobby's list of tables."""

    async def rows(self) -> Sequence[f.LobbyRow]:
        """All tables that are not closed for good."""
        ...

    async def follow(self, listener: Callable[[], None]) -> Subscription:
        """Call the listener after changes, so that rows are read again."""
        ...


class PresenceBus(Protocol):
    """Where presence is published."""

    async def publish(self, accounts: Sequence[tuple[str, Sequence[int]]]) -> None:
        """The whole list: account and the numbers of its connections."""
        ...
