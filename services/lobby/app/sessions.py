"""Signing in and out, looking sessions up, ending them."""

import msgspec

from services.lobby.app.attempts import Attempts
from services.lobby.app.ports import Tx
from services.lobby.app.purses import Purses
from services.lobby.app.requests import Login, OpenSession, Origin, cut
from services.lobby.app.room import Room
from services.lobby.domain import facts
from services.lobby.domain.accounts import Account, verify_open
from services.lobby.domain.errors import NoSession, WrongCredentials
from services.lobby.domain.names import name_key
from services.lobby.domain.registration import verify_password
from services.lobby.domain.sessions import (
    SESSIONS_MAX,
    Session,
    SessionKind,
    new_expiry,
    touched,
)

TOKEN_MAX = 200


async def open_session(
    room: Room, tx: Tx, account_id: str, kind: SessionKind, origin: Origin
) -> tuple[Session, str]:
    """A new session and its token; the oldest used of too many is ended."""
    now = room.clock.now_ms()
    token = room.secrets.new_token()
    session = Session(
        session_id=room.ids.uuid7(),
        account_id=account_id,
        token_hash=room.secrets.token_hash(token),
        kind=kind,
        opened_at_ms=now,
        used_at_ms=now,
        expires_at_ms=new_expiry(kind, now),
        address=cut(origin.address, 64),
        user_agent=cut(origin.user_agent, 200),
    )
    others = await tx.sessions.of_account(account_id)
    if len(others) >= SESSIONS_MAX:
        oldest_first = sorted(others, key=lambda other: other.used_at_ms)
        surplus = [other.session_id for other in oldest_first[: len(others) + 1 - SESSIONS_MAX]]
        await end_sessions(room, tx, account_id, surplus, "too_many_sessions")
    await tx.sessions.add(session)
    return session, token


async def end_sessions(
    room: Room, tx: Tx, account_id: str, session_ids: list[str], reason: str
) -> int:
    """Ends these sessions and tells gateways to close their sockets (SEAMS 36, GW-16)."""
    ended = await tx.sessions.remove(session_ids)
    if ended:
        fact = facts.SessionsRevoked(tuple(session_ids), reason)
        await tx.tell(room.fact(account_id, fact))
    return ended


class Doorkeeper:
    """Lets people in by password and tells whose a token is."""

    def __init__(self, room: Room, purses: Purses, attempts: Attempts) -> None:
        self._room = room
        self._purses = purses
        self._attempts = attempts

    async def sign_in(self, login: Login) -> OpenSession:
        """A new session. Raises WrongCredentials, TooManyAttempts, AccountIsClosed."""
        room = self._room
        account, stored = await self._look_up(login.login)
        self._attempts.verify(login.login, login.origin.address)
        if not await room.secrets.check_password(stored, login.password) or account is None:
            self._attempts.failed(login.login, login.origin.address)
            raise WrongCredentials
        self._attempts.succeeded(login.login)
        verify_open(account)
        renewed = ""
        if room.secrets.outdated(stored):
            renewed = await room.secrets.hash_password(login.password)
        async with room.store.begin() as tx:
            current = await tx.accounts.get(account.account_id, lock=True)
            if current is None or await tx.accounts.password_hash(current.account_id) != stored:
                raise WrongCredentials
            verify_open(current)
            if renewed:
                await tx.accounts.set_password_hash(current.account_id, renewed)
            session, token = await open_session(
                room, tx, current.account_id, login.kind, login.origin
            )
            now = room.clock.now_ms()
            await tx.accounts.save(msgspec.structs.replace(current, last_sign_in_ms=now))
        shown = await self._purses.open(current)
        shown = msgspec.structs.replace(shown, last_sign_in_ms=current.last_sign_in_ms)
        return OpenSession(shown, session, token)

    async def sign_out(self, token: str) -> None:
        """Ends the token's session; an unknown one is no error."""
        async with self._room.store.begin() as tx:
            session = await self._session(tx, token)
            if session is not None:
                await end_sessions(
                    self._room, tx, session.account_id, [session.session_id], "sign_out"
                )

    async def verify(self, token: str) -> tuple[Account, Session]:
        """Whose session the token is. Raises NoSession, AccountIsClosed."""
        now = self._room.clock.now_ms()
        async with self._room.store.begin() as tx:
            session = await self._session(tx, token)
            if session is None or session.expires_at_ms <= now:
                raise NoSession
            account = await tx.accounts.get(session.account_id)
            if account is None:
                raise NoSession
            verify_open(account)
            used = touched(session, now)
            if used is not None:
                await tx.sessions.save(used)
        return account, used or session

    async def change_password(self, account_id: str, session_id: str, old: str, new: str) -> None:
        """Replaces the password and ends all other sessions."""
        room = self._room
        async with room.store.begin() as tx:
            account = await tx.accounts.get(account_id)
            stored = await tx.accounts.password_hash(account_id)
        self._attempts.verify(account_id, "")
        if account is None or not await room.secrets.check_password(stored, old):
            self._attempts.failed(account_id, "")
            raise WrongCredentials
        self._attempts.succeeded(account_id)
        verify_password(new, name=account.name, email=account.email)
        hashed = await room.secrets.hash_password(new)
        async with room.store.begin() as tx:
            if await tx.accounts.password_hash(account_id) != stored:
                raise WrongCredentials
            await tx.accounts.set_password_hash(account_id, hashed)
            others = await self._others(tx, account_id, session_id)
            await end_sessions(room, tx, account_id, others, "password_changed")

    async def sessions(self, account_id: str) -> list[Session]:
        """Open sessions, newest first."""
        now = self._room.clock.now_ms()
        async with self._room.store.begin() as tx:
            found = await tx.sessions.of_account(account_id)
        return [session for session in found if session.expires_at_ms > now]

    async def revoke(self, account_id: str, session_id: str, present_id: str) -> int:
        """Ends one session of the account, or with an empty id all but the present one."""
        async with self._room.store.begin() as tx:
            if not session_id:
                others = await self._others(tx, account_id, present_id)
                return await end_sessions(self._room, tx, account_id, others, "revoked")
            own = {session.session_id for session in await tx.sessions.of_account(account_id)}
            if session_id not in own:
                raise NoSession("There is no such session.")
            return await end_sessions(self._room, tx, account_id, [session_id], "revoked")

    async def forget_expired(self) -> int:
        """Removes sessions that are over, a thousand at a time."""
        async with self._room.store.begin() as tx:
            return await tx.sessions.remove_expired(self._room.clock.now_ms(), 1_000)

    async def _look_up(self, login: str) -> tuple[Account | None, str]:
        wanted = cut(login.strip(), 254)
        async with self._room.store.begin() as tx:
            if "@" in wanted:
                account = await tx.accounts.by_email(wanted.lower())
            else:
                account = await tx.accounts.by_name(name_key(wanted))
            if account is None:
                return None, ""
            return account, await tx.accounts.password_hash(account.account_id)

    async def _session(self, tx: Tx, token: str) -> Session | None:
        if not 0 < len(token) <= TOKEN_MAX:
            return None
        return await tx.sessions.by_hash(self._room.secrets.token_hash(token))

    async def _others(self, tx: Tx, account_id: str, present_id: str) -> list[str]:
        found = await tx.sessions.of_account(account_id)
        return [each.session_id for each in found if each.session_id != present_id]
