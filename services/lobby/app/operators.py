"""What operators do with accounts; each change is audited in the same transaction."""

from collections.abc import Sequence

import msgspec

from services.lobby.app.ports import Tx
from services.lobby.app.requests import Operator
from services.lobby.app.room import Room
from services.lobby.app.sessions import end_sessions
from services.lobby.domain import accounts, facts
from services.lobby.domain.accounts import Account, verify_reason
from services.lobby.domain.audit import AuditEntry
from services.lobby.domain.duplicates import DECISIONS, DuplicateFlag
from services.lobby.domain.errors import (
    BadDecision,
    BadEntry,
    FlagDecided,
    UnknownAccount,
    UnknownFlag,
)
from services.lobby.domain.sessions import Session

_TEXT_MAX = 20_000


class Inspection(msgspec.Struct, frozen=True):
    """All that support needs of an account."""

    account: Account
    sessions: tuple[Session, ...]
    flags: tuple[DuplicateFlag, ...]


async def record(
    room: Room,
    tx: Tx,
    operator: Operator,
    call: str,
    subject: str,
    before: object = None,
    after: object = None,
) -> None:
    """Writes an operator's call into the audit log, in the transaction of the change itself."""
    await tx.records.add_entry(
        AuditEntry(
            entry_id=room.ids.uuid7(),
            at_ms=room.clock.now_ms(),
            actor_account_id=operator.account_id,
            actor_name=operator.name,
            service="lobby",
            call=call,
            subject=subject,
            reason=operator.reason,
            before_json="" if before is None else msgspec.json.encode(before).decode(),
            after_json="" if after is None else msgspec.json.encode(after).decode(),
        )
    )


class AccountOffice:
    """Accounts in operators' hands."""

    def __init__(self, room: Room) -> None:
        self._room = room

    async def find(self, query: str, before_id: str, limit: int) -> list[Account]:
        """Newest first."""
        async with self._room.store.begin() as tx:
            return await tx.accounts.find(query.strip()[:100], before_id, limit)

    async def inspect(self, operator: Operator, account_id: str) -> Inspection:
        """Everything of one account; that it was looked at is recorded (ACC-07)."""
        async with self._room.store.begin() as tx:
            account = await _existing(tx, account_id)
            sessions = await tx.sessions.of_account(account_id)
            flags = await tx.records.flags_of(account_id)
            await record(self._room, tx, operator, "inspect_account", f"account:{account_id}")
        return Inspection(account, tuple(sessions), tuple(flags))

    async def suspend(self, operator: Operator, account_id: str, until_ms: int) -> Account:
        """Suspended; gateways, tables and chat hear of it (SEAMS 36)."""
        reason = verify_reason(operator.reason)
        async with self._room.store.begin() as tx:
            old = await _existing(tx, account_id, lock=True)
            accounts.verify_against(operator.account_id, operator.roles, old)
            new = accounts.suspend(old, until_ms, reason, self._room.clock.now_ms())
            fact = facts.Suspended(until_ms, reason)
            return await self._change(tx, operator, "suspend_account", old, new, fact)

    async def lift(self, operator: Operator, account_id: str) -> Account:
        """Whole again."""
        reason = verify_reason(operator.reason)
        async with self._room.store.begin() as tx:
            old = await _existing(tx, account_id, lock=True)
            new = accounts.lift(old)
            fact = facts.SuspensionLifted(reason)
            return await self._change(tx, operator, "lift_suspension", old, new, fact)

    async def close(self, operator: Operator, account_id: str) -> Account:
        """Closed for good, all sessions ended (ACC-07, ACC-17)."""
        reason = verify_reason(operator.reason)
        async with self._room.store.begin() as tx:
            old = await _existing(tx, account_id, lock=True)
            accounts.verify_against(operator.account_id, operator.roles, old)
            new = accounts.close(old, reason)
            fact = facts.Closed(reason)
            saved = await self._change(tx, operator, "close_account", old, new, fact)
            await self._end_all(tx, account_id)
            return saved

    async def set_roles(self, operator: Operator, account_id: str, roles: Sequence[str]) -> Account:
        """These roles. Raises BadRole, LastAdmin."""
        verify_reason(operator.reason)
        async with self._room.store.begin() as tx:
            old = await _existing(tx, account_id, lock=True)
            others = await tx.accounts.count_admins() - int("admin" in old.roles)
            new = accounts.set_roles(old, tuple(roles), other_admins=others)
            fact = facts.RolesChanged(new.roles)
            return await self._change(tx, operator, "set_roles", old, new, fact)

    async def end_sessions(self, operator: Operator, account_id: str) -> int:
        """Ends all sessions; how many."""
        verify_reason(operator.reason)
        async with self._room.store.begin() as tx:
            await _existing(tx, account_id)
            await record(self._room, tx, operator, "end_sessions", f"account:{account_id}")
            return await self._end_all(tx, account_id)

    async def refuse_name(self, operator: Operator, account_id: str) -> Account:
        """The name must be replaced before play (ACC-13)."""
        verify_reason(operator.reason)
        async with self._room.store.begin() as tx:
            old = await _existing(tx, account_id, lock=True)
            new = accounts.refuse_name(old)
            return await self._change(tx, operator, "refuse_name", old, new, None)

    async def _change(
        self,
        tx: Tx,
        operator: Operator,
        call: str,
        old: Account,
        new: Account,
        fact: facts.Fact | None,
    ) -> Account:
        saved = await tx.accounts.save(new)
        subject = f"account:{old.account_id}"
        await record(self._room, tx, operator, call, subject, _shown(old), _shown(new))
        if fact is not None:
            await tx.tell(self._room.fact(old.account_id, fact))
        return saved

    async def _end_all(self, tx: Tx, account_id: str) -> int:
        open_ids = [each.session_id for each in await tx.sessions.of_account(account_id)]
        return await end_sessions(self._room, tx, account_id, open_ids, "operator")


class Records:
    """Duplicate flags and the audit log."""

    def __init__(self, room: Room) -> None:
        self._room = room

    async def flags(self, include_decided: bool, before_id: str, limit: int) -> list[DuplicateFlag]:
        """Newest first."""
        async with self._room.store.begin() as tx:
            return await tx.records.flags(include_decided, before_id, limit)

    async def decide(self, operator: Operator, flag_id: str, decision: str) -> DuplicateFlag:
        """Closes a flag with a decision (ACC-03, INT-04). Raises BadDecision, FlagDecided."""
        reason = verify_reason(operator.reason)
        if decision not in DECISIONS:
            raise BadDecision
        async with self._room.store.begin() as tx:
            flag = await tx.records.flag(flag_id, lock=True)
            if flag is None:
                raise UnknownFlag
            if flag.decision:
                raise FlagDecided
            decided = msgspec.structs.replace(
                flag,
                decision=decision,
                decision_reason=reason,
                decided_by=operator.account_id,
            )
            await tx.records.save_flag(decided)
            await record(self._room, tx, operator, "decide_flag", f"flag:{flag_id}", flag, decided)
            return decided

    async def entries(
        self, subject: str, actor_id: str, before_id: str, limit: int
    ) -> list[AuditEntry]:
        """Newest first."""
        async with self._room.store.begin() as tx:
            return await tx.records.entries(subject, actor_id, before_id, limit)

    async def add(self, entry: AuditEntry) -> None:
        """An operator's call of another service. Raises BadEntry."""
        needed = (entry.entry_id, entry.actor_account_id, entry.call, entry.subject, entry.reason)
        longest = max(map(len, (*needed, entry.before_json, entry.after_json)))
        if not all(needed) or longest > _TEXT_MAX or entry.at_ms <= 0:
            raise BadEntry
        async with self._room.store.begin() as tx:
            await tx.records.add_entry(entry)


def _shown(account: Account) -> dict[str, object]:
    return {
        "name": account.name,
        "status": account.status,
        "status_reason": account.status_reason,
        "suspended_until_ms": account.suspended_until_ms,
        "roles": account.roles,
        "name_refused": account.name_refused,
    }


async def _existing(tx: Tx, account_id: str, *, lock: bool = False) -> Account:
    account = await tx.accounts.get(account_id, lock=lock)
    if account is None:
        raise UnknownAccount
    return account
