"""What the app needs from outside beside riverbus.core.ports."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import msgspec

from riverbus.core.ports import Clock, HandLog, Ids, Lease, LogRecord, Shuffle, Subscription
from services.table.app.journal import Codec
from services.table.domain.booked import BookedCall
from services.table.domain.commands import Outcome, SeatChips
from services.table.domain.facts import PrivateView, PublicEvent
from services.table.domain.state import Intent, Table, TableSettings


class Part(msgspec.Struct, frozen=True):
    """A private part and whose it is."""

    account_id: str
    seat: int
    view: PrivateView


class Publisher(Protocol):
    """Tells the world; never raises for a lost connection."""

    async def publish(self, table_id: str, event: PublicEvent, parts: Sequence[Part]) -> None:
        """Private parts first, then the public event (SEAMS 31)."""
        ...

    async def head(
        self, table_id: str, epoch: int, sequence: int, at_ms: int, nonce: str = ""
    ) -> None:
        """Where the table's stream stands (SEAMS 32)."""
        ...

    async def row(self, table: Table, at_ms: int) -> None:
        """The table's row in the lobby's directory."""
        ...


class WalletView(msgspec.Struct, frozen=True, kw_only=True):
    """What the wallet says of a table (SEAMS 26)."""

    hand_closed: bool = False
    foreign_hand: str = ""
    differs: bool = False
    confirmed: bool = False
    escrows: tuple[SeatChips, ...] = ()


class Escrow(msgspec.Struct, frozen=True):
    """A seat's chips as the wallet has them."""

    seat: int
    account_id: str
    stack: int


class WalletStanding(msgspec.Struct, frozen=True, kw_only=True):
    """What the wallet knows of a table without asking what the table thinks."""

    epoch: int = 0
    open_hand_id: str = ""
    escrows: tuple[Escrow, ...] = ()


class Neighbours(Protocol):
    """Wallet and database. Raises RoomError of kind unavailable or deadline to be called again."""

    async def carry_out(self, intent: Intent, settings: TableSettings, epoch: int) -> Outcome:
        """One call with the intent's id; a refusal is an outcome. `epoch_stale` is raised."""
        ...

    async def reconcile(self, table: Table, epoch: int, *, takeover: bool) -> WalletView:
        """Compare the table with the wallet."""
        ...

    async def repeat(self, call: BookedCall, settings: TableSettings, epoch: int) -> Outcome:
        """As carry_out, of a call that was booked before; a refusal is not stored (SEAMS 26)."""
        ...

    async def hand_closed(self, hand_id: str) -> bool:
        """Whether the wallet has closed the hand; it may never have seen it."""
        ...

    async def standing(self, table_id: str) -> WalletStanding:
        """Highest epoch, open hand and escrows of a table."""
        ...


class FinishedHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that is closed, as the archive takes it: its records, cards still sealed in them."""

    hand_id: str
    table_id: str
    number: int
    settings: TableSettings
    accounts: tuple[tuple[int, str, str], ...]
    """Seat, account and name of everybody who sat there."""
    started_ms: int
    ended_ms: int
    records: tuple[LogRecord, ...]


class Calls(Protocol):
    """Keeps the wallet calls that were booked. Raises RoomError of kind unavailable."""

    async def keep(self, table_id: str, key: str, calls: Sequence[BookedCall]) -> None:
        """Store them once under the key."""
        ...

    async def cut(self, table_id: str, at_ms: int) -> None:
        """Calls made until then are never repeated."""
        ...

    async def read(self, table_id: str) -> tuple[list[BookedCall], int]:
        """All that is kept, oldest first, and the last cut, Unix ms (0: none)."""
        ...


class Archive(Protocol):
    """Keeps finished hands."""

    async def keep(self, hand: FinishedHand) -> None:
        """Store it once; again is no error. Raises RoomError of kind unavailable."""
        ...


class Retention(Protocol):
    """Forgets what is older than it may be. None: another process is at it now."""

    async def delete_hands(self, before_ms: int, most: int) -> int | None:
        """Delete hands that ended before; how many."""
        ...

    async def anonymise_hands(self, before_ms: int, most: int) -> int | None:
        """Take the people out of hands that ended before; how many."""
        ...

    async def forget_absences(self, before_ms: int, most: int) -> int | None:
        """Delete absences that began, and protection uses that were made, before; how many."""
        ...

    async def oldest_hand_ms(self, *, with_names: bool) -> int | None:
        """When the oldest hand ended, of all or of those that still have names."""
        ...


class Absence(msgspec.Struct, frozen=True, kw_only=True):
    """A seated player whose line is lost, or who sits out; `ended_ms` 0: still."""

    account_id: str
    began_ms: int
    kind: str
    """'disconnected' or 'sitting_out'."""
    table_id: str
    seat: int
    hand_id: str = ""
    """The hand in progress that the player was dealt into when it began."""
    ended_ms: int = 0
    ending: str = ""
    """'returned' or 'left'."""

    @property
    def key(self) -> tuple[str, int, str, str]:
        """What names it."""
        return self.account_id, self.began_ms, self.kind, self.table_id


class Absences(Protocol):
    """The record of absences. Raises RoomError of kind unavailable."""

    async def write(self, absences: Sequence[Absence]) -> None:
        """Add them, or their ends; again is no error, and an end stays."""
        ...

    async def still_open(self, table_ids: Sequence[str]) -> list[Absence]:
        """Those at these tables that have no end yet."""
        ...


class Configurations(Protocol):
    """The lobby's tables."""

    async def watch(
        self, handler: Callable[[str, TableSettings | None], Awaitable[None]]
    ) -> Subscription:
        """All tables before this returns, then each change; None: the table is gone."""
        ...


class Heartbeat(msgspec.Struct, frozen=True, kw_only=True):
    """A table process says that it lives."""

    pod: str
    address: str
    build: str
    ready: bool
    tables: int
    at_ms: int


class Heartbeats(Protocol):
    """Heartbeats over core NATS."""

    async def beat(self, heartbeat: Heartbeat) -> None:
        """Say it."""
        ...

    async def listen(self, handler: Callable[[Heartbeat], Awaitable[None]]) -> Subscription:
        """Hear all, one's own too."""
        ...

    def on_gap(self, listener: Callable[[], None]) -> None:
        """Called when heartbeats may have been missed."""
        ...


class Outside(msgspec.Struct, frozen=True, kw_only=True):
    """Everything outside that a table's actor uses."""

    clock: Clock
    ids: Ids
    shuffle: Shuffle
    log: HandLog
    lease: Lease
    codec: Codec
    publisher: Publisher
    neighbours: Neighbours
    archive: Archive | None = None
    calls: Calls | None = None
