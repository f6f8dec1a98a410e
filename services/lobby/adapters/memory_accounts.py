"""Accounts and sessions in memory."""

from collections.abc import Sequence

import msgspec

from services.lobby.adapters.memory_state import State, newest
from services.lobby.domain.accounts import Account, Status
from services.lobby.domain.errors import EmailTaken, NameTaken, StaleRevision
from services.lobby.domain.sessions import Session


class MemoryAccounts:
    """See ports.Accounts."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add(self, account: Account, password_hash: str) -> None:
        """See ports.Accounts."""
        self._verify_free(account)
        self._state.accounts[account.account_id] = account
        self._state.hashes[account.account_id] = password_hash

    async def get(self, account_id: str, *, lock: bool = False) -> Account | None:
        """See ports.Accounts."""
        return self._state.accounts.get(account_id)

    async def by_name(self, name_key: str) -> Account | None:
        """See ports.Accounts."""
        return self._first("name_key", name_key)

    async def by_email(self, email_key: str) -> Account | None:
        """See ports.Accounts."""
        return self._first("email_key", email_key)

    async def many(self, account_ids: Sequence[str]) -> list[Account]:
        """See ports.Accounts."""
        known = self._state.accounts
        return [known[each] for each in dict.fromkeys(account_ids) if each in known]

    async def save(self, account: Account) -> Account:
        """See ports.Accounts."""
        known = self._state.accounts.get(account.account_id)
        if known is None or known.revision != account.revision:
            raise StaleRevision
        self._verify_free(account)
        raised = msgspec.structs.replace(account, revision=account.revision + 1)
        self._state.accounts[account.account_id] = raised
        return raised

    async def password_hash(self, account_id: str) -> str:
        """See ports.Accounts."""
        return self._state.hashes.get(account_id, "")

    async def set_password_hash(self, account_id: str, password_hash: str) -> None:
        """See ports.Accounts."""
        if account_id in self._state.hashes:
            self._state.hashes[account_id] = password_hash

    async def record_terms(self, account_id: str, version: str, at_ms: int, address: str) -> None:
        """See ports.Accounts."""
        self._state.terms.setdefault((account_id, version, at_ms), address)

    async def find(self, query: str, before_id: str, limit: int) -> list[Account]:
        """See ports.Accounts."""
        wanted = query.lower()
        found = [
            account
            for account in newest(self._state.accounts, before_id)
            if account.account_id == query
            or wanted in account.name.lower()
            or wanted in account.email.lower()
        ]
        return found[:limit]

    async def alike(self, account: Account, limit: int) -> list[Account]:
        """See ports.Accounts."""
        found = [
            other
            for other in newest(self._state.accounts, "")
            if other.account_id != account.account_id
            and not other.bot
            and (
                (other.sign_up_address and other.sign_up_address == account.sign_up_address)
                or (other.sign_up_device and other.sign_up_device == account.sign_up_device)
            )
        ]
        found.sort(key=lambda other: other.status is not Status.CLOSED)
        return found[:limit]

    async def count_admins(self) -> int:
        """See ports.Accounts."""
        accounts = self._state.accounts.values()
        return sum("admin" in each.roles and each.status is not Status.CLOSED for each in accounts)

    async def without_purse(self, after_id: str, limit: int) -> list[str]:
        """See ports.Accounts."""
        found = sorted(
            key
            for key, account in self._state.accounts.items()
            if not account.purse_open and key > after_id
        )
        return found[:limit]

    def _first(self, field: str, value: str) -> Account | None:
        accounts = self._state.accounts.values()
        return next((each for each in accounts if getattr(each, field) == value), None)

    def _verify_free(self, account: Account) -> None:
        for other in self._state.accounts.values():
            if other.account_id == account.account_id:
                continue
            if other.name_key == account.name_key:
                raise NameTaken
            if other.email_key == account.email_key:
                raise EmailTaken


class MemorySessions:
    """See ports.Sessions."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add(self, session: Session) -> None:
        """See ports.Sessions."""
        self._state.sessions[session.session_id] = session

    async def by_hash(self, token_hash: bytes) -> Session | None:
        """See ports.Sessions."""
        sessions = self._state.sessions.values()
        return next((each for each in sessions if each.token_hash == token_hash), None)

    async def of_account(self, account_id: str) -> list[Session]:
        """See ports.Sessions."""
        listed = newest(self._state.sessions, "")
        return [each for each in listed if each.account_id == account_id]

    async def save(self, session: Session) -> None:
        """See ports.Sessions."""
        if session.session_id in self._state.sessions:
            self._state.sessions[session.session_id] = session

    async def remove(self, session_ids: Sequence[str]) -> int:
        """See ports.Sessions."""
        return sum(self._state.sessions.pop(each, None) is not None for each in session_ids)

    async def remove_expired(self, now_ms: int, limit: int) -> int:
        """See ports.Sessions."""
        over = [
            each.session_id
            for each in self._state.sessions.values()
            if each.expires_at_ms <= now_ms
        ]
        return await self.remove(over[:limit])
