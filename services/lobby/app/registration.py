"""Signing up (ACC-01 to ACC-04, ACC-11, ACC-12) and the room's own first operators."""

import hmac

import msgspec

from services.lobby.app.ports import Tx
from services.lobby.app.purses import Purses
from services.lobby.app.requests import OpenSession, Registration, cut
from services.lobby.app.room import Room
from services.lobby.app.sessions import open_session
from services.lobby.domain import accounts, facts
from services.lobby.domain.accounts import Account, Profile
from services.lobby.domain.audit import AuditEntry
from services.lobby.domain.duplicates import DuplicateFlag, grounds, verify_not_barred
from services.lobby.domain.errors import (
    BadBotKey,
    BadProfile,
    StaleTerms,
    TermsNotAccepted,
)
from services.lobby.domain.names import name_key
from services.lobby.domain.profiles import verify_profile
from services.lobby.domain.registration import (
    verify_age,
    verify_declarations,
    verify_email,
    verify_password,
)
from services.lobby.domain.sessions import SessionKind

ALIKE_MAX = 20
LOCATION_MAX = 100


class Registrar:
    """Makes accounts."""

    def __init__(self, room: Room, purses: Purses) -> None:
        self._room = room
        self._purses = purses

    async def sign_up(self, asked: Registration) -> OpenSession:
        """A new account with its first session. Errors as SignUp in lobby.proto lists them."""
        room = self._room
        account = self._verified(asked)
        password_hash = await room.secrets.hash_password(asked.password)
        async with room.store.begin() as tx:
            await tx.accounts.add(account, password_hash)
            await tx.accounts.record_terms(
                account.account_id,
                account.terms_version,
                account.opened_at_ms,
                account.sign_up_address,
            )
            await self._flag_alike(tx, account)
            kind = SessionKind.BEARER if account.bot else asked.kind
            session, token = await open_session(room, tx, account.account_id, kind, asked.origin)
            await tx.tell(room.fact(account.account_id, facts.Opened(account.name)))
        return OpenSession(await self._purses.open(account), session, token)

    def _verified(self, asked: Registration) -> Account:
        room = self._room
        key = room.names.verify(asked.name)
        email_key = verify_email(asked.email)
        verify_age(asked.birth_date, asked.country, room.today(), room.majority_ages)
        verify_password(asked.password, name=asked.name, email=email_key)
        verify_declarations(asked.declarations_accepted)
        if not asked.terms_version:
            raise TermsNotAccepted
        if asked.terms_version != room.terms.version:
            raise StaleTerms
        if len(asked.location) > LOCATION_MAX:
            raise BadProfile(details={"field": "location"})
        now = room.clock.now_ms()
        return Account(
            account_id=room.ids.uuid7(),
            name=asked.name,
            name_key=key,
            email=asked.email.strip(),
            email_key=email_key,
            birth_date=asked.birth_date,
            country=asked.country,
            opened_at_ms=now,
            terms_version=asked.terms_version,
            terms_read_at_ms=now,
            profile=verify_profile(Profile(location=asked.location[:60])),
            sign_up_address=cut(asked.origin.address, 64),
            sign_up_device=cut(asked.origin.device_id, 64),
            last_sign_in_ms=now,
            bot=self._is_bot(asked.bot_key),
        )

    def _is_bot(self, key: str) -> bool:
        if not key:
            return False
        if not self._room.bot_key or not hmac.compare_digest(
            key.encode(), self._room.bot_key.encode()
        ):
            raise BadBotKey
        return True

    async def _flag_alike(self, tx: Tx, account: Account) -> None:
        alike = await tx.accounts.alike(account, ALIKE_MAX)
        verify_not_barred(account, alike)
        for other in alike:
            for ground in grounds(account, other)[:1]:
                await tx.records.add_flag(
                    DuplicateFlag(
                        flag_id=self._room.ids.uuid7(),
                        account_id=account.account_id,
                        other_account_id=other.account_id,
                        ground=ground,
                        found_at_ms=account.opened_at_ms,
                    )
                )


async def add_operator(
    room: Room,
    *,
    name: str,
    email: str,
    password: str,
    roles: tuple[str, ...],
    reason: str,
) -> Account:
    """Makes an operator's account, or gives an existing account of that name these roles.

    For the command line only: it reaches the database directly. House names are allowed here. The
    password of an existing account is replaced if one is given. Raises as SignUp and SetRoles do.
    """
    key = name_key(name)
    why = accounts.verify_reason(reason)
    if password:
        verify_password(password, name=name, email=email)
    password_hash = await room.secrets.hash_password(password) if password else ""
    async with room.store.begin() as tx:
        known = await tx.accounts.by_name(key)
        if known is None:
            account = _operator_account(room, name, key, email, roles)
            await tx.accounts.add(account, password_hash)
        else:
            account = accounts.set_roles(known, roles, other_admins=await _other_admins(tx, known))
            account = await tx.accounts.save(account)
            if password_hash:
                await tx.accounts.set_password_hash(account.account_id, password_hash)
            await tx.tell(room.fact(account.account_id, facts.RolesChanged(account.roles)))
        await tx.records.add_entry(
            AuditEntry(
                entry_id=room.ids.uuid7(),
                at_ms=room.clock.now_ms(),
                actor_account_id="cli",
                actor_name="cli",
                service="lobby",
                call="operator_add",
                subject=f"account:{account.account_id}",
                reason=why,
                before_json=_roles_json(known),
                after_json=_roles_json(account),
            )
        )
    return account


def _operator_account(
    room: Room, name: str, key: str, email: str, roles: tuple[str, ...]
) -> Account:
    now = room.clock.now_ms()
    plain = Account(
        account_id=room.ids.uuid7(),
        name=name,
        name_key=key,
        email=email,
        email_key=verify_email(email),
        birth_date="",
        country="",
        opened_at_ms=now,
        terms_version=room.terms.version,
        terms_read_at_ms=now,
    )
    return accounts.set_roles(plain, roles, other_admins=0)


async def _other_admins(tx: Tx, account: Account) -> int:
    return await tx.accounts.count_admins() - int("admin" in account.roles)


def _roles_json(account: Account | None) -> str:
    if account is None:
        return ""
    return msgspec.json.encode({"name": account.name, "roles": account.roles}).decode()
