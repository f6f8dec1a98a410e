"""What operators and the players concerned do about chat: bans, appeals, removals, words."""

import msgspec

from services.chat.app.chat_room import ChatRoom, Operator, operator_call
from services.chat.app.ports import Tx, WordList
from services.chat.domain import sanctions
from services.chat.domain.errors import (
    BadAccount,
    MessageEmpty,
    MessageTooLong,
    StaleRevision,
    UnknownMessage,
    UnknownSanction,
)
from services.chat.domain.messages import Message, MessageKind
from services.chat.domain.sanctions import AppealState, Charge, Sanction
from services.chat.domain.texts import verify_text
from services.chat.domain.word_filter import BannedWord, verify_words

APPEAL_MAX = 1_000
ACCOUNT_ID_MAX = 64


def verify_account_id(account_id: str) -> str:
    """Raises BadAccount."""
    if not 0 < len(account_id) <= ACCOUNT_ID_MAX or not account_id.isascii():
        raise BadAccount
    return account_id


class Moderation:
    """Bans and what follows from them."""

    def __init__(self, room: ChatRoom) -> None:
        self._room = room

    async def mute(self, operator: Operator, charge: Charge) -> Sanction:
        """The ban by the ladder or the offence's time (CHT-03, CHT-06); again is the same."""
        room = self._room
        verify_account_id(charge.account_id)
        async with room.store.begin() as tx:
            await tx.sanctions.lock_account(charge.account_id)
            known = await tx.sanctions.get(charge.sanction_id)
            if known is not None:
                return sanctions.repeated(charge, known)
            earlier = await tx.sanctions.of_account(charge.account_id)
            ban = sanctions.impose(charge, earlier, room.settings.times, room.clock.now_ms())
            await tx.sanctions.add(ban)
            await self._audit(tx, operator, "mute", None, ban)
        await room.crier.sanction(ban)
        return ban

    async def unmute(self, operator: Operator, sanction_id: str, strike_out: bool) -> Sanction:
        """Ended before its time. Raises UnknownSanction, SanctionOver."""
        room = self._room
        async with room.store.begin() as tx:
            old = await _existing(tx, sanction_id)
            new = sanctions.lift(
                old,
                operator.reason,
                operator.account_id,
                strike_out,
                room.clock.now_ms(),
            )
            await self._save(tx, operator, "unmute", old, new)
        await room.crier.sanction(new)
        return new

    async def appeal(self, account_id: str, sanction_id: str, text: str) -> Sanction:
        """A player's appeal, once. Raises UnknownSanction for somebody else's ban."""
        words = text.strip()
        if not words:
            raise MessageEmpty
        if len(words) > APPEAL_MAX:
            raise MessageTooLong(details={"limit": str(APPEAL_MAX)})
        async with self._room.store.begin() as tx:
            old = await _existing(tx, sanction_id)
            if old.account_id != account_id:
                raise UnknownSanction
            new = sanctions.appeal(old, words, self._room.clock.now_ms())
            await tx.sanctions.save(new)
        await self._room.crier.sanction(new)
        return new

    async def decide(self, operator: Operator, sanction_id: str, decision: AppealState) -> Sanction:
        """The appeal decided. Raises NoAppeal, AppealDecided, BadDecision."""
        room = self._room
        async with room.store.begin() as tx:
            old = await _existing(tx, sanction_id)
            new = sanctions.decide(
                old, decision, operator.reason, operator.account_id, room.clock.now_ms()
            )
            await self._save(tx, operator, "decide_appeal", old, new)
        await room.crier.sanction(new)
        return new

    async def own(self, account_id: str) -> list[Sanction]:
        """A player's bans, newest first."""
        async with self._room.store.begin() as tx:
            return (await tx.sanctions.of_account(account_id))[:100]

    async def page(
        self, account_id: str, open_appeals: bool, before_id: str, limit: int
    ) -> list[Sanction]:
        """Bans of one account or all."""
        async with self._room.store.begin() as tx:
            return await tx.sanctions.page(account_id, open_appeals, before_id, limit)

    async def _save(
        self, tx: Tx, operator: Operator, call: str, old: Sanction, new: Sanction
    ) -> None:
        await tx.sanctions.save(new)
        await self._audit(tx, operator, call, old, new)

    async def _audit(
        self, tx: Tx, operator: Operator, call: str, old: Sanction | None, new: Sanction
    ) -> None:
        subject = f"account:{new.account_id}"
        await tx.office.add_call(operator_call(self._room, operator, call, subject, old, new))


class Desk:
    """Messages and words in operators' hands."""

    def __init__(self, room: ChatRoom) -> None:
        self._room = room

    async def remove(self, operator: Operator, message_id: str) -> None:
        """Hides a message from everybody; the text is kept. Raises UnknownMessage."""
        async with self._room.store.begin() as tx:
            message = await tx.messages.get(message_id)
            if message is None:
                raise UnknownMessage
            hidden = msgspec.structs.replace(message, removed=True)
            await tx.messages.save(hidden)
            subject = f"message:{message_id}"
            await tx.office.add_call(
                operator_call(self._room, operator, "remove_message", subject, message, hidden)
            )
        await self._room.crier.removed(hidden)

    async def review(
        self, room_name: str, account_id: str, filtered_only: bool, before_id: str, limit: int
    ) -> list[Message]:
        """Messages with what was typed, newest first."""
        async with self._room.store.begin() as tx:
            return await tx.messages.review(room_name, account_id, filtered_only, before_id, limit)

    async def announce(self, operator: Operator, room_name: str, text: str) -> int:
        """Says something as the house in one room or all; in how many (CH-04)."""
        room = self._room
        line = verify_text(text, room.settings.text_max)
        if room_name:
            room.rooms.language(room_name)
        names = [room_name] if room_name else list(room.rooms.all())
        messages = []
        async with room.store.begin() as tx:
            for name in sorted(names):
                message = Message(
                    message_id=room.ids.uuid7(),
                    room=name,
                    sequence=await tx.messages.next_sequence(name),
                    kind=MessageKind.HOUSE,
                    sender_account_id="",
                    sender_name="",
                    text=line,
                    original=text,
                    said_at_ms=room.clock.now_ms(),
                )
                await tx.messages.add(message)
                messages.append(message)
            subject = f"room:{room_name or 'all'}"
            await tx.office.add_call(operator_call(room, operator, "announce", subject, None, line))
        for message in messages:
            await room.crier.said(message)
        return len(messages)

    async def word_list(self) -> WordList:
        """The banned words."""
        async with self._room.store.begin() as tx:
            return await tx.office.word_list()

    async def set_word_list(
        self, operator: Operator, words: list[BannedWord], revision: int
    ) -> WordList:
        """Replaces the list. Raises BadWordList, StaleRevision."""
        new = WordList(verify_words(words), revision + 1)
        async with self._room.store.begin() as tx:
            old = await tx.office.word_list()
            if old.revision != revision or not await tx.office.set_word_list(new, revision):
                raise StaleRevision
            before = [each.word for each in old.words]
            after = [each.word for each in new.words]
            await tx.office.add_call(
                operator_call(self._room, operator, "set_word_list", "words", before, after)
            )
        return new


async def _existing(tx: Tx, sanction_id: str) -> Sanction:
    found = await tx.sanctions.get(sanction_id, lock=True)
    if found is None:
        raise UnknownSanction
    return found
