"""The domain's structs as protobuf messages, and tables back."""

from riverbus.core.games import Stakes
from riverbus.core.rake import RakeCap, RakePolicy
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.lobby.v1 import (
    account_event_pb2,
    lobby_pb2,
    operator_pb2,
    table_config_pb2,
)
from riverbus.pb.table.v1 import events_pb2
from services.lobby.adapters import enums
from services.lobby.app.directory import Listed
from services.lobby.app.ports import Place
from services.lobby.app.room import Room
from services.lobby.domain import facts
from services.lobby.domain.accounts import Account, Profile
from services.lobby.domain.audit import AuditEntry
from services.lobby.domain.duplicates import DuplicateFlag
from services.lobby.domain.errors import BadTable
from services.lobby.domain.rows import TableRow
from services.lobby.domain.sessions import Session
from services.lobby.domain.tables import Clocks, Table, TableState
from services.lobby.domain.waiting import Waiter

_ROUNDINGS = {"", "down", "half_even", "half_up"}
_PER = {"", "hand", "pot"}


def account_message(room: Room, account: Account) -> lobby_pb2.Account:
    """The account as its player and operators see it."""
    now = room.clock.now_ms()
    return lobby_pb2.Account(
        account_id=account.account_id,
        name=account.name,
        email=account.email,
        country=account.country,
        roles=account.roles,
        status=enums.STATUSES[account.status_at(now)],
        status_reason=account.status_reason,
        suspended_until_ms=account.suspended_until_ms,
        opened_at_ms=account.opened_at_ms,
        terms_version=account.terms_version,
        terms_due=account.terms_due(room.terms.version),
        terms_reminder=account.terms_reminder(now),
        name_refused=account.name_refused,
        profile=profile_message(account, account.profile),
        last_sign_in_ms=account.last_sign_in_ms,
        purse_open=account.purse_open,
    )


def profile_message(account: Account, profile: Profile) -> lobby_pb2.Profile:
    """The parts of a profile that its viewer may see."""
    return lobby_pb2.Profile(
        account_id=account.account_id,
        name=account.name,
        avatar=profile.avatar,
        location=profile.location,
        about=profile.about,
        avatar_visibility=enums.VISIBILITIES[profile.avatar_visibility],
        about_visibility=enums.VISIBILITIES[profile.about_visibility],
        bot=account.bot,
    )


def profile_of(message: lobby_pb2.Profile) -> Profile:
    """A profile as the player wants it."""
    return Profile(
        avatar=message.avatar,
        location=message.location,
        about=message.about,
        avatar_visibility=enums.visibility_of(message.avatar_visibility),
        about_visibility=enums.visibility_of(message.about_visibility),
    )


def session_message(session: Session, present_id: str) -> lobby_pb2.Session:
    """A session without its token."""
    return lobby_pb2.Session(
        session_id=session.session_id,
        kind=enums.SESSION_KINDS[session.kind],
        opened_at_ms=session.opened_at_ms,
        used_at_ms=session.used_at_ms,
        expires_at_ms=session.expires_at_ms,
        address=session.address,
        user_agent=session.user_agent,
        present=session.session_id == present_id,
    )


def flag_message(flag: DuplicateFlag) -> operator_pb2.DuplicateFlag:
    """A duplicate flag."""
    return operator_pb2.DuplicateFlag(
        flag_id=flag.flag_id,
        account_id=flag.account_id,
        other_account_id=flag.other_account_id,
        ground=flag.ground,
        found_at_ms=flag.found_at_ms,
        decision=flag.decision,
        decision_reason=flag.decision_reason,
        decided_by=flag.decided_by,
    )


def entry_message(entry: AuditEntry) -> operator_pb2.AuditEntry:
    """An audit entry."""
    fields = {name: getattr(entry, name) for name in entry.__struct_fields__}
    return operator_pb2.AuditEntry(**fields)


def entry_of(message: operator_pb2.AuditEntry, service: str) -> AuditEntry:
    """An audit entry of another service."""
    return AuditEntry(
        entry_id=message.entry_id,
        at_ms=message.at_ms,
        actor_account_id=message.actor_account_id,
        actor_name=message.actor_name,
        service=service,
        call=message.call,
        subject=message.subject,
        reason=message.reason,
        before_json=message.before_json,
        after_json=message.after_json,
    )


def table_message(table: Table) -> table_config_pb2.TableConfig:
    """A table as the table service reads it."""
    stakes, rake, clocks = table.stakes, table.rake, table.clocks
    return table_config_pb2.TableConfig(
        table_id=table.table_id,
        name=table.name,
        game=enums.GAMES[table.game],
        limit=enums.LIMITS[table.limit],
        stakes=types_pb2.Stakes(
            **{name: getattr(stakes, name) for name in stakes.__struct_fields__}
        ),
        seats_max=table.seats_max,
        profile=table.profile,
        rules=table.rules,
        currency=table.currency,
        buy_in_min_minor=table.buy_in_min,
        buy_in_max_minor=table.buy_in_max,
        rake=types_pb2.RakePolicy(
            version=rake.version,
            basis_points=rake.basis_points,
            caps=[types_pb2.RakeCap(players=each.players, cap=each.cap) for each in rake.caps],
            no_flop_no_drop=rake.no_flop_no_drop,
            rounding=rake.rounding,
            per=rake.per,
        ),
        clocks=table_config_pb2.TableClocks(
            **{name: getattr(clocks, name) for name in clocks.__struct_fields__}
        ),
        kind=enums.KINDS[table.kind],
        state=enums.STATES[table.state],
        tags=table.tags,
        language=table.language,
        revision=table.revision,
        changed_at_ms=table.changed_at_ms,
        notice=table.notice,
    )


def table_of(message: table_config_pb2.TableConfig) -> Table:
    """A table as an operator wants it. Raises BadTable where a field has no meaning."""
    rake, stakes, clocks = message.rake, message.stakes, message.clocks
    if rake.rounding not in _ROUNDINGS or rake.per not in _PER:
        raise BadTable("Rake is rounded down, half_even or half_up, per hand or pot.")
    plain = Clocks()
    return Table(
        table_id=message.table_id,
        name=message.name,
        game=enums.game_of(message.game),
        limit=enums.limit_of(message.limit),
        stakes=Stakes(
            small_blind=stakes.small_blind,
            big_blind=stakes.big_blind,
            lower=stakes.lower,
            upper=stakes.upper,
            ante=stakes.ante,
            bring_in=stakes.bring_in,
            unit=stakes.unit or 1,
            ante_from_big_blind=stakes.ante_from_big_blind,
        ),
        seats_max=message.seats_max,
        profile=message.profile or "stoner",
        rules=dict(message.rules),
        currency=message.currency,
        buy_in_min=message.buy_in_min_minor,
        buy_in_max=message.buy_in_max_minor,
        rake=RakePolicy(
            version=rake.version,
            basis_points=rake.basis_points,
            caps=tuple(RakeCap(each.players, each.cap) for each in rake.caps),
            no_flop_no_drop=rake.no_flop_no_drop,
            rounding=rake.rounding or "down",  # type: ignore[arg-type]
            per=rake.per or "hand",  # type: ignore[arg-type]
        ),
        clocks=Clocks(
            turn_s=clocks.turn_s or plain.turn_s,
            bank_s=clocks.bank_s,
            bank_refill_s=clocks.bank_refill_s,
            bank_refill_hands=clocks.bank_refill_hands,
        ),
        kind=enums.kind_of(message.kind),
        state=enums.state_of(message.state) if message.state else TableState.OPEN,
        tags=tuple(message.tags),
        language=message.language or "en",
        notice=message.notice,
        revision=message.revision,
        changed_at_ms=message.changed_at_ms,
    )


def row_of(data: bytes) -> TableRow:
    """A live row as its owner published it. Raises DecodeError for what is none."""
    message = table_config_pb2.TableRow.FromString(data)
    return TableRow(
        table_id=message.table_id,
        epoch=message.epoch,
        at_ms=message.at_ms,
        seated=message.seated,
        playing=message.playing,
        closed=message.state == events_pb2.TABLE_STATE_CLOSED,
        seated_account_ids=tuple(message.seated_account_ids),
        encoded=data,
    )


def listed_message(listed: Listed) -> lobby_pb2.Table:
    """A table with its live row; who sits there only in the row's preview of seats."""
    message = lobby_pb2.Table(config=table_message(listed.table), waiting=listed.waiting)
    if listed.row is not None:
        message.row.ParseFromString(listed.row.encoded)
        message.row.ClearField("seated_account_ids")
        message.row.waiting = listed.waiting
    return message


def waiting_message(waiter: Waiter, place: Place) -> lobby_pb2.Waiting:
    """A place on a waiting list."""
    return lobby_pb2.Waiting(
        table_id=waiter.table_id,
        place=place.place,
        waiting=place.waiting,
        joined_at_ms=waiter.joined_at_ms,
        offer_expires_at_ms=waiter.offer_until_ms,
    )


def fact_subject(fact: facts.AccountFact) -> str:
    """Where a fact is told."""
    return f"account.event.{fact.account_id}"


def fact_message(fact: facts.AccountFact) -> account_event_pb2.AccountEvent:
    """A fact as others read it."""
    message = account_event_pb2.AccountEvent(
        event_id=fact.event_id, account_id=fact.account_id, at_ms=fact.at_ms
    )
    match fact.fact:
        case facts.Opened(name=name):
            message.opened.name = name
        case facts.SessionsRevoked(session_ids=ids, reason=reason):
            message.sessions_revoked.session_ids.extend(ids)
            message.sessions_revoked.reason = reason
        case facts.Suspended(until_ms=until_ms, reason=reason):
            message.suspended.until_ms = until_ms
            message.suspended.reason = reason
        case facts.SuspensionLifted(reason=reason):
            message.suspension_lifted.reason = reason
        case facts.Closed(reason=reason):
            message.closed.reason = reason
        case facts.RolesChanged(roles=roles):
            message.roles_changed.roles.extend(roles)
        case facts.NameReplaced(name=name):
            message.name_replaced.name = name
    return message
