"""Saying something and reading what was said (CHT-01, CHT-02, CH-01 to CH-08)."""

import logging
import uuid
from collections import OrderedDict

import msgspec

from services.chat.app.chat_room import HISTORY_MAX, ChatRoom, page_size
from services.chat.app.ports import Tx
from services.chat.domain import rates, sanctions
from services.chat.domain.errors import (
    AccountIsSuspended,
    BadPage,
    MessageIdReused,
    Muted,
    TooFast,
)
from services.chat.domain.messages import Message, MessageKind
from services.chat.domain.rates import Bucket
from services.chat.domain.sanctions import Charge, Offence, Sanction
from services.chat.domain.texts import verify_message_id, verify_text
from services.chat.domain.word_filter import WordFilter

logger = logging.getLogger(__name__)

BUCKETS_MAX = 10_000
FLOOD_GUARD = "flood-guard"


class Said(msgspec.Struct, frozen=True):
    """What a player says; the sender comes from the caller's token alone (CH-04, SE-07)."""

    account_id: str
    name: str
    room: str
    text: str
    client_message_id: str


class Page(msgspec.Struct, frozen=True):
    """Messages in rising sequence, and whether there are more in that direction."""

    messages: tuple[Message, ...]
    more: bool
    language: str


class Speaking:
    """Rooms in which people talk."""

    def __init__(self, room: ChatRoom) -> None:
        self._room = room
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._filter = WordFilter((), mask_links=room.settings.mask_links)
        self._filter_revision = 0

    async def say(self, said: Said) -> Message:
        """The message as stored; the same client id gives the first answer again."""
        room = self._room
        room.rooms.language(said.room)
        verify_message_id(said.client_message_id)
        async with room.store.begin() as tx:
            known = await tx.messages.by_client_id(said.account_id, said.client_message_id)
            if known is not None:
                return _repeated(known, said)
            await self._verify_may_speak(tx, said.account_id)
            await self._refresh_filter(tx)
        line = verify_text(said.text, room.settings.text_max)
        await self._verify_rate(said.account_id)
        async with room.store.begin() as tx:
            sequence = await tx.messages.next_sequence(said.room)
            known = await tx.messages.by_client_id(said.account_id, said.client_message_id)
            if known is not None:
                return _repeated(known, said)
            message = self._message(said, line, sequence)
            await tx.messages.add(message)
        await room.crier.said(message)
        return message

    async def history(
        self, viewer_id: str | None, room_name: str, before: int, after: int, size: int
    ) -> Page:
        """A page without those whom the viewer ignores. Raises UnknownRoom, BadPage."""
        language = self._room.rooms.language(room_name)
        limit = page_size(size, HISTORY_MAX)
        if before < 0 or after < 0 or (before and after):
            raise BadPage
        async with self._room.store.begin() as tx:
            ignored = await tx.people.ignored(viewer_id) if viewer_id else []
            without = frozenset(ignored)
            if after:
                found = await tx.messages.after(room_name, after, without, limit + 1)
                return Page(tuple(found[:limit]), len(found) > limit, language)
            found = await tx.messages.before(room_name, before, without, limit + 1)
            return Page(tuple(reversed(found[:limit])), len(found) > limit, language)

    async def forget(self) -> int:
        """Removes messages that are older than the room keeps them, a thousand at a time."""
        keep_ms = self._room.settings.retention_days * sanctions.DAY_MS
        async with self._room.store.begin() as tx:
            return await tx.messages.forget(self._room.clock.now_ms() - keep_ms, 1_000)

    def _message(self, said: Said, line: str, sequence: int) -> Message:
        shown = self._filter.apply(line)
        return Message(
            message_id=self._room.ids.uuid7(),
            room=said.room,
            sequence=sequence,
            kind=MessageKind.PLAYER,
            sender_account_id=said.account_id,
            sender_name=said.name,
            text=shown.text,
            original=said.text,
            said_at_ms=self._room.clock.now_ms(),
            client_message_id=said.client_message_id,
            filtered=bool(shown.found),
        )

    async def _verify_may_speak(self, tx: Tx, account_id: str) -> None:
        now = self._room.clock.now_ms()
        standing = await tx.people.standing(account_id)
        if standing is not None and standing.barred_at(now):
            raise AccountIsSuspended
        ban = sanctions.silencing(await tx.sanctions.of_account(account_id), now)
        if ban is not None:
            raise muted(ban)

    async def _verify_rate(self, account_id: str) -> None:
        rules = self._room.settings.rates
        now = self._room.clock.now_ms()
        bucket = self._buckets.pop(account_id, None) or rates.full(rules, now)
        bucket, wait_ms = rates.take(rules, bucket, now)
        self._buckets[account_id] = bucket
        if len(self._buckets) > BUCKETS_MAX:
            self._buckets.popitem(last=False)
        if not wait_ms:
            return
        if rates.is_flood(rules, bucket):
            self._buckets.pop(account_id, None)
            raise muted(await self._mute_flooder(account_id))
        raise TooFast(details={"retry_after_ms": str(wait_ms)})

    async def _mute_flooder(self, account_id: str) -> Sanction:
        room = self._room
        charge = Charge(
            sanction_id=str(uuid.UUID(room.ids.uuid7())),
            account_id=account_id,
            offence=Offence.FLOODING,
            reason="You went on writing faster than the chat allows.",
            imposed_by=FLOOD_GUARD,
        )
        async with room.store.begin() as tx:
            ban = sanctions.impose(charge, (), room.settings.times, room.clock.now_ms())
            await tx.sanctions.add(ban)
        logger.info("flooder muted", extra={"account": account_id})
        await room.crier.sanction(ban)
        return ban

    async def _refresh_filter(self, tx: Tx) -> None:
        if await tx.office.word_revision() == self._filter_revision:
            return
        listed = await tx.office.word_list()
        self._filter = WordFilter(listed.words, mask_links=self._room.settings.mask_links)
        self._filter_revision = listed.revision


def muted(ban: Sanction) -> Muted:
    """The refusal that names the ban and its end."""
    return Muted(
        f"You are banned from chat: {ban.reason}",
        details={"until_ms": str(ban.until_ms), "sanction_id": ban.sanction_id},
    )


def _repeated(known: Message, said: Said) -> Message:
    if (known.room, known.original) != (said.room, said.text):
        raise MessageIdReused
    return known
