"""Ignore lists of viewers (CH-07), and what the lobby tells of accounts (SEAMS 36)."""

from services.chat.app.chat_room import ChatRoom
from services.chat.app.moderation import verify_account_id
from services.chat.app.ports import Standing
from services.chat.domain.errors import IgnoreSelf, TooManyIgnored

IGNORED_MAX = 200


class People:
    """Who hears whom."""

    def __init__(self, room: ChatRoom) -> None:
        self._room = room

    async def ignore(self, account_id: str, other_id: str) -> list[str]:
        """The list with one more. Raises IgnoreSelf, TooManyIgnored, BadAccount."""
        verify_account_id(other_id)
        if other_id == account_id:
            raise IgnoreSelf
        async with self._room.store.begin() as tx:
            known = await tx.people.ignored(account_id)
            if other_id not in known and len(known) >= IGNORED_MAX:
                raise TooManyIgnored
            await tx.people.ignore(account_id, other_id)
            ignored = await tx.people.ignored(account_id)
        await self._room.crier.ignored(account_id, ignored)
        return ignored

    async def unignore(self, account_id: str, other_id: str) -> list[str]:
        """The list with one less; not there is no error."""
        async with self._room.store.begin() as tx:
            await tx.people.unignore(account_id, other_id)
            ignored = await tx.people.ignored(account_id)
        await self._room.crier.ignored(account_id, ignored)
        return ignored

    async def ignored(self, account_id: str) -> list[str]:
        """Whom the account ignores."""
        async with self._room.store.begin() as tx:
            return await tx.people.ignored(account_id)

    async def told(self, standing: Standing) -> None:
        """The lobby suspended, closed or freed an account; told again is nothing."""
        async with self._room.store.begin() as tx:
            await tx.people.set_standing(standing)
