"""A player's own account: profile, terms, a refused name (ACC-02, ACC-05, ACC-11, ACC-13)."""

from collections.abc import Callable

import msgspec

from services.lobby.app.ports import Tx
from services.lobby.app.room import Room
from services.lobby.domain import accounts, facts
from services.lobby.domain.accounts import Account, Profile, Status
from services.lobby.domain.errors import StaleTerms, TermsNotAccepted, TooMany, UnknownAccount
from services.lobby.domain.names import name_key
from services.lobby.domain.profiles import verify_profile, visible_profile

PROFILES_MAX = 50


class Profiles:
    """What players see and set of accounts."""

    def __init__(self, room: Room) -> None:
        self._room = room

    async def own(self, account_id: str) -> Account:
        """The account. Raises UnknownAccount."""
        async with self._room.store.begin() as tx:
            return await _existing(tx, account_id)

    async def update(self, account_id: str, profile: Profile) -> Account:
        """The account with the new profile. Raises BadProfile."""
        verified = verify_profile(profile)
        return await self._change(
            account_id, lambda account: msgspec.structs.replace(account, profile=verified)
        )

    async def seen(
        self, account_ids: list[str], viewer_id: str | None
    ) -> list[tuple[Account, Profile]]:
        """Accounts in the order asked for, each with the profile that the viewer may see."""
        return [
            (account, visible_profile(account, viewer_id))
            for account in await self._existing(account_ids)
        ]

    async def suspended(self, account_ids: list[str]) -> list[str]:
        """Those of the accounts that are suspended or closed. Raises TooMany."""
        now_ms = self._room.clock.now_ms()
        return [
            account.account_id
            for account in await self._existing(account_ids)
            if account.status_at(now_ms) is not Status.ACTIVE
        ]

    async def _existing(self, account_ids: list[str]) -> list[Account]:
        """In the order asked for, unknown ones left out."""
        if len(account_ids) > PROFILES_MAX:
            raise TooMany(f"At most {PROFILES_MAX} accounts at once.")
        async with self._room.store.begin() as tx:
            found = {each.account_id: each for each in await tx.accounts.many(account_ids)}
        return [found[each] for each in dict.fromkeys(account_ids) if each in found]

    async def accept_terms(self, account_id: str, version: str, accepted: bool) -> Account:
        """Records the acceptance, or that the terms were read again (ACC-02, ACC-11)."""
        if not accepted:
            raise TermsNotAccepted
        if version != self._room.terms.version:
            raise StaleTerms
        now = self._room.clock.now_ms()
        async with self._room.store.begin() as tx:
            account = await _existing(tx, account_id, lock=True)
            await tx.accounts.record_terms(account_id, version, now, "")
            return await tx.accounts.save(
                msgspec.structs.replace(account, terms_version=version, terms_read_at_ms=now)
            )

    async def replace_name(self, account_id: str, name: str) -> Account:
        """Another name for a refused one. Raises NameIsFinal, BadName, NameTaken, NameRefused."""
        async with self._room.store.begin() as tx:
            account = await _existing(tx, account_id, lock=True)
            verify = self._room.names.verify if account.name_refused else name_key
            renamed = accounts.replace_name(account, name, verify(name))
            saved = await tx.accounts.save(renamed)
            await tx.tell(self._room.fact(account_id, facts.NameReplaced(name)))
            return saved

    async def _change(self, account_id: str, change: Callable[[Account], Account]) -> Account:
        async with self._room.store.begin() as tx:
            account = await _existing(tx, account_id, lock=True)
            return await tx.accounts.save(change(account))


async def _existing(tx: Tx, account_id: str, *, lock: bool = False) -> Account:
    account = await tx.accounts.get(account_id, lock=lock)
    if account is None:
        raise UnknownAccount
    return account
