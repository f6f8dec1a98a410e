"""The chat's store in memory, for the one-process simulator and fast tests.

A transaction works on a copy and swaps it in at its end; one runs at a time. It passes the contract
tests of the PostgreSQL store.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.chat.app.ports import OperatorCall, Standing, WordList
from services.chat.domain.messages import Message
from services.chat.domain.sanctions import AppealState, Sanction


class State:
    """Everything kept, by id. Structs are frozen, so a shallow copy is a whole one."""

    def __init__(self) -> None:
        self.sequences: dict[str, int] = {}
        self.messages: dict[str, Message] = {}
        self.sanctions: dict[str, Sanction] = {}
        self.ignored: dict[tuple[str, str], None] = {}
        self.standings: dict[str, Standing] = {}
        self.calls: dict[str, OperatorCall] = {}
        self.words = WordList()

    def copy(self) -> "State":
        """An independent state with the same content."""
        made = State()
        for name, kept in vars(self).items():
            setattr(made, name, dict(kept) if isinstance(kept, dict) else kept)
        return made


class MemoryMessages:
    """See ports.Messages."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def next_sequence(self, room: str) -> int:
        """See ports.Messages."""
        number = self._state.sequences.get(room, 0) + 1
        self._state.sequences[room] = number
        return number

    async def add(self, message: Message) -> None:
        """See ports.Messages."""
        self._state.messages[message.message_id] = message

    async def by_client_id(self, account_id: str, client_message_id: str) -> Message | None:
        """See ports.Messages."""
        wanted = (account_id, client_message_id)
        for message in self._state.messages.values():
            if (message.sender_account_id, message.client_message_id) == wanted:
                return message if client_message_id else None
        return None

    async def get(self, message_id: str) -> Message | None:
        """See ports.Messages."""
        return self._state.messages.get(message_id)

    async def save(self, message: Message) -> None:
        """See ports.Messages."""
        if message.message_id in self._state.messages:
            self._state.messages[message.message_id] = message

    async def before(
        self, room: str, sequence: int, without: frozenset[str], limit: int
    ) -> list[Message]:
        """See ports.Messages."""
        found = [
            message
            for message in reversed(self._of_room(room, without))
            if not sequence or message.sequence < sequence
        ]
        return found[:limit]

    async def after(
        self, room: str, sequence: int, without: frozenset[str], limit: int
    ) -> list[Message]:
        """See ports.Messages."""
        of_room = self._of_room(room, without)
        return [message for message in of_room if message.sequence > sequence][:limit]

    async def review(
        self, room: str, account_id: str, filtered_only: bool, before_id: str, limit: int
    ) -> list[Message]:
        """See ports.Messages."""
        found = [
            message
            for key, message in sorted(self._state.messages.items(), reverse=True)
            if room in ("", message.room)
            and account_id in ("", message.sender_account_id)
            and (message.filtered or not filtered_only)
            and (not before_id or key < before_id)
        ]
        return found[:limit]

    async def forget(self, before_ms: int, limit: int) -> int:
        """See ports.Messages."""
        about = {sanction.message_id for sanction in self._state.sanctions.values()}
        old = [
            key
            for key, message in self._state.messages.items()
            if message.said_at_ms < before_ms and key not in about
        ]
        for key in old[:limit]:
            del self._state.messages[key]
        return len(old[:limit])

    def _of_room(self, room: str, without: frozenset[str]) -> list[Message]:
        found = [
            message
            for message in self._state.messages.values()
            if message.room == room and message.sender_account_id not in without
        ]
        return sorted(found, key=lambda message: message.sequence)


class MemorySanctions:
    """See ports.Sanctions."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def lock_account(self, account_id: str) -> None:
        """One transaction runs at a time anyway."""

    async def add(self, sanction: Sanction) -> None:
        """See ports.Sanctions."""
        self._state.sanctions[sanction.sanction_id] = sanction

    async def get(self, sanction_id: str, *, lock: bool = False) -> Sanction | None:
        """See ports.Sanctions."""
        return self._state.sanctions.get(sanction_id)

    async def save(self, sanction: Sanction) -> None:
        """See ports.Sanctions."""
        if sanction.sanction_id in self._state.sanctions:
            self._state.sanctions[sanction.sanction_id] = sanction

    async def of_account(self, account_id: str) -> list[Sanction]:
        """See ports.Sanctions."""
        found = [s for s in self._state.sanctions.values() if s.account_id == account_id]
        return sorted(found, key=lambda s: (s.from_ms, s.sanction_id), reverse=True)

    async def page(
        self, account_id: str, open_appeals: bool, before_id: str, limit: int
    ) -> list[Sanction]:
        """See ports.Sanctions."""
        found = [
            sanction
            for key, sanction in sorted(self._state.sanctions.items(), reverse=True)
            if account_id in ("", sanction.account_id)
            and (sanction.appeal_state is AppealState.OPEN or not open_appeals)
            and (not before_id or key < before_id)
        ]
        return found[:limit]


class MemoryPeople:
    """See ports.People."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def ignored(self, account_id: str) -> list[str]:
        """See ports.People."""
        return [other for whose, other in self._state.ignored if whose == account_id]

    async def ignore(self, account_id: str, other_id: str) -> None:
        """See ports.People."""
        self._state.ignored.setdefault((account_id, other_id))

    async def unignore(self, account_id: str, other_id: str) -> None:
        """See ports.People."""
        self._state.ignored.pop((account_id, other_id), None)

    async def standing(self, account_id: str) -> Standing | None:
        """See ports.People."""
        return self._state.standings.get(account_id)

    async def set_standing(self, standing: Standing) -> None:
        """See ports.People."""
        known = self._state.standings.get(standing.account_id)
        if known is None or known.told_at_ms <= standing.told_at_ms:
            self._state.standings[standing.account_id] = standing


class MemoryOffice:
    """See ports.Office."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def word_revision(self) -> int:
        """See ports.Office."""
        return self._state.words.revision

    async def word_list(self) -> WordList:
        """See ports.Office."""
        return self._state.words

    async def set_word_list(self, words: WordList, expected: int) -> bool:
        """See ports.Office."""
        if self._state.words.revision != expected:
            return False
        self._state.words = words
        return True

    async def add_call(self, call: OperatorCall) -> None:
        """See ports.Office."""
        self._state.calls[call.entry_id] = call

    async def calls(self, limit: int) -> list[OperatorCall]:
        """See ports.Office."""
        return [self._state.calls[key] for key in sorted(self._state.calls)[:limit]]

    async def drop_call(self, entry_id: str) -> None:
        """See ports.Office."""
        self._state.calls.pop(entry_id, None)


class MemoryTx:
    """One transaction. See ports.Tx."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.messages = MemoryMessages(state)
        self.sanctions = MemorySanctions(state)
        self.people = MemoryPeople(state)
        self.office = MemoryOffice(state)


class MemoryStore:
    """See ports.Store."""

    def __init__(self) -> None:
        self.state = State()
        self._one_at_a_time = asyncio.Lock()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[MemoryTx]:
        """See ports.Store."""
        async with self._one_at_a_time:
            tx = MemoryTx(self.state.copy())
            yield tx
            self.state = tx.state
