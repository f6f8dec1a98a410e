"""What the chat's use cases need from outside.

A store gives transactions: everything inside `async with store.begin() as tx` is kept together or
not at all. Pages are rows in falling order of their id.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import msgspec

from services.chat.domain.messages import Message
from services.chat.domain.sanctions import Sanction
from services.chat.domain.word_filter import BannedWord


class Standing(msgspec.Struct, frozen=True):
    """What the lobby told of an account; `until_ms` 0 with `barred` means without an end."""

    account_id: str
    barred: bool
    until_ms: int = 0
    told_at_ms: int = 0

    def barred_at(self, now_ms: int) -> bool:
        """Whether the account may not speak now."""
        return self.barred and (self.until_ms == 0 or now_ms < self.until_ms)


class WordList(msgspec.Struct, frozen=True):
    """The banned words; `revision` counts the changes, 0 before the first."""

    words: tuple[BannedWord, ...] = ()
    revision: int = 0


class OperatorCall(msgspec.Struct, frozen=True):
    """An operator's call, to be written into the lobby's audit log."""

    entry_id: str
    at_ms: int
    actor_account_id: str
    actor_name: str
    call: str
    subject: str
    reason: str
    before_json: str = ""
    after_json: str = ""


class Messages(Protocol):
    """Messages of all rooms."""

    async def next_sequence(self, room: str) -> int:
        """The next number of the room; others who want one wait until this transaction ends."""
        ...

    async def add(self, message: Message) -> None:
        """A new message."""
        ...

    async def by_client_id(self, account_id: str, client_message_id: str) -> Message | None:
        """The message that the account sent under this id."""
        ...

    async def get(self, message_id: str) -> Message | None:
        """One message."""
        ...

    async def save(self, message: Message) -> None:
        """Writes a changed message."""
        ...

    async def before(
        self, room: str, sequence: int, without: frozenset[str], limit: int
    ) -> list[Message]:
        """Those below the sequence (0: the newest), newest first, without these senders."""
        ...

    async def after(
        self, room: str, sequence: int, without: frozenset[str], limit: int
    ) -> list[Message]:
        """Those above the sequence, oldest first, without these senders."""
        ...

    async def review(
        self, room: str, account_id: str, filtered_only: bool, before_id: str, limit: int
    ) -> list[Message]:
        """Newest first; empty room or account means any."""
        ...

    async def forget(self, before_ms: int, limit: int) -> int:
        """Removes messages said before that time, unless a sanction is about them; how many."""
        ...


class Sanctions(Protocol):
    """Chat bans."""

    async def lock_account(self, account_id: str) -> None:
        """One decision at a time about an account, until the transaction ends."""
        ...

    async def add(self, sanction: Sanction) -> None:
        """A new one."""
        ...

    async def get(self, sanction_id: str, *, lock: bool = False) -> Sanction | None:
        """One sanction."""
        ...

    async def save(self, sanction: Sanction) -> None:
        """Writes a changed one."""
        ...

    async def of_account(self, account_id: str) -> list[Sanction]:
        """All of an account, newest first."""
        ...

    async def page(
        self, account_id: str, open_appeals: bool, before_id: str, limit: int
    ) -> list[Sanction]:
        """In falling order of id; an empty account means any."""
        ...


class People(Protocol):
    """Ignore lists, and what the lobby told of accounts."""

    async def ignored(self, account_id: str) -> list[str]:
        """Whom the account ignores, in order of ignoring."""
        ...

    async def ignore(self, account_id: str, other_id: str) -> None:
        """Adds; again is nothing."""
        ...

    async def unignore(self, account_id: str, other_id: str) -> None:
        """Removes; not there is nothing."""
        ...

    async def standing(self, account_id: str) -> Standing | None:
        """What was told last."""
        ...

    async def set_standing(self, standing: Standing) -> None:
        """Keeps it, unless something later was told before."""
        ...


class Office(Protocol):
    """The word list, and operators' calls on their way to the lobby."""

    async def word_revision(self) -> int:
        """Revision of the list, which is dearer to read."""
        ...

    async def word_list(self) -> WordList:
        """The list."""
        ...

    async def set_word_list(self, words: WordList, expected: int) -> bool:
        """Replaces the list of that revision; False if it was changed meanwhile."""
        ...

    async def add_call(self, call: OperatorCall) -> None:
        """Kept until the lobby has it."""
        ...

    async def calls(self, limit: int) -> list[OperatorCall]:
        """The oldest that the lobby does not have yet."""
        ...

    async def drop_call(self, entry_id: str) -> None:
        """The lobby has it."""
        ...


class Tx(Protocol):
    """One transaction."""

    @property
    def messages(self) -> Messages: ...
    @property
    def sanctions(self) -> Sanctions: ...
    @property
    def people(self) -> People: ...
    @property
    def office(self) -> Office: ...


class Store(Protocol):
    """Where the chat keeps things."""

    def begin(self) -> AbstractAsyncContextManager[Tx]:
        """A transaction; an exception rolls it back."""
        ...


class Rooms(Protocol):
    """Which rooms there are: the lobby's, and those of tables that are not closed."""

    def language(self, room: str) -> str:
        """Language of the room, BCP 47 (CHT-01). Raises UnknownRoom."""
        ...

    def all(self) -> Sequence[str]:
        """Every room."""
        ...


class Crier(Protocol):
    """Tells sockets what happened; messages may be lost, History repairs that."""

    async def said(self, message: Message) -> None:
        """To everybody in the room."""
        ...

    async def removed(self, message: Message) -> None:
        """To everybody in the room."""
        ...

    async def sanction(self, sanction: Sanction) -> None:
        """To the player."""
        ...

    async def ignored(self, account_id: str, ignored: Sequence[str]) -> None:
        """To the player's own sockets."""
        ...


class AuditLog(Protocol):
    """The lobby's audit log."""

    async def record(self, call: OperatorCall) -> None:
        """Writes the call; the same id again is nothing. Raises RoomError if it is away."""
        ...
