"""The lobby as a gateway sees it: real gRPC, NATS and PostgreSQL."""

from collections.abc import AsyncIterator

import pytest

from riverbus.core.errors import RoomError
from riverbus.core.ports import Caller, Message
from riverbus.pb.lobby.v1 import account_event_pb2, lobby_pb2, operator_pb2, table_config_pb2
from riverbus.pb.table.v1 import events_pb2
from riverbus.runtime.bus import NatsBus
from riverbus.runtime.calls import speaking_for
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.lobby.rig import BOT_KEY, PASSWORD, TERMS, Rig, admin, lobby
from tests.runtime.waiting import until


@pytest.fixture
async def rig(
    keys: TestKeys, bus: NatsBus, nats_url: str, fresh_database: FreshDatabases
) -> AsyncIterator[Rig]:
    """A lobby with an empty database."""
    async with lobby(keys, nats_url, await fresh_database("lobby")) as made:
        yield made


def row(table_id: str, at_ms: int = 1, **fields: object) -> bytes:
    """A live row as a table's owner publishes it."""
    return table_config_pb2.TableRow(
        table_id=table_id,
        epoch=1,
        at_ms=at_ms,
        **fields,  # type: ignore[arg-type]
    ).SerializeToString()


@pytest.mark.rule("ACC-02", "ACC-12")
async def test_sign_up_opens_account_session_and_purse(rig: Rig) -> None:
    made = await rig.sign_up("Heron", origin=lobby_pb2.ClientOrigin(address="192.0.2.7"))
    assert made.account.name == "Heron"
    assert made.account.roles == ["player"]
    assert made.account.terms_version == TERMS
    assert not made.account.terms_due
    assert made.account.purse_open
    assert [each.id for each in rig.wallet.opened] == [f"open-account:{made.account.account_id}"]
    known = await rig.accounts.VerifySession(
        lobby_pb2.VerifySessionRequest(session_token=made.session_token)
    )
    assert (known.account_id, known.name) == (made.account.account_id, "Heron")
    assert known.may_play
    with pytest.raises(RoomError, match="terms_not_accepted"):
        await rig.sign_up("Egret", declarations_accepted=False)
    with pytest.raises(RoomError, match="stale_terms"):
        await rig.sign_up("Egret", terms_version="1999-01")


@pytest.mark.rule("ACC-10", "ACC-11", "ACC-12")
async def test_the_terms_say_who_answers_for_an_account(rig: Rig) -> None:
    terms = await rig.accounts.GetTerms(lobby_pb2.GetTermsRequest())
    assert terms.version == TERMS
    for words in ("You answer for every use", "not liable for one that was shared, lost or given"):
        assert words in terms.text.replace("\n", " ").replace("   ", " ")
    assert "Read these terms again once a month" in terms.text
    declared = " ".join(terms.declarations)
    for words in ("I answer for every use of my account", "not offended", "free of claims"):
        assert words in declared
    assert terms.majority_ages["SG"] == 21


async def test_sign_up_refuses_each_with_its_code(rig: Rig) -> None:
    await rig.sign_up("Heron")
    refused = {
        "bad_name": {"name": "a b"},
        "name_taken": {"name": "HER0N"},
        "name_refused": {"name": "Dea1er"},
        "bad_email": {"email": "nobody"},
        "email_taken": {"email": "HERON@example.org"},
        "weak_password": {"password": "12345678"},
        "bad_birth_date": {"birth_date": "17.5.1990"},
        "under_age": {"birth_date": "2020-01-01"},
        "bad_country": {"country": "Austria"},
        "terms_not_accepted": {"terms_version": ""},
        "bad_bot_key": {"bot_key": "guessed"},
    }
    for code, changes in refused.items():
        with pytest.raises(RoomError) as caught:
            await rig.sign_up("Egret", **changes)
        assert caught.value.code == code


async def test_sign_in_by_name_or_email_and_sign_out(rig: Rig) -> None:
    await rig.sign_up("Heron")
    for login in ("heron", "Heron@Example.org"):
        opened = await rig.accounts.SignIn(lobby_pb2.SignInRequest(login=login, password=PASSWORD))
        assert (await rig.caller_of(opened.session_token)).name == "Heron"
    with pytest.raises(RoomError, match="wrong_credentials"):
        await rig.accounts.SignIn(lobby_pb2.SignInRequest(login="heron", password="wrong one"))
    with pytest.raises(RoomError, match="wrong_credentials"):
        await rig.accounts.SignIn(lobby_pb2.SignInRequest(login="nobody", password=PASSWORD))
    await rig.accounts.SignOut(lobby_pb2.SignOutRequest(session_token=opened.session_token))
    with pytest.raises(RoomError, match="no_session"):
        await rig.caller_of(opened.session_token)


async def test_gw_16_revoked_sessions_are_told_to_gateways(rig: Rig, bus: NatsBus) -> None:
    told: list[account_event_pb2.AccountEvent] = []

    async def hear(message: Message) -> None:
        told.append(account_event_pb2.AccountEvent.FromString(message.data))

    made = await rig.sign_up("Heron")
    other = await rig.accounts.SignIn(lobby_pb2.SignInRequest(login="heron", password=PASSWORD))
    await bus.consume("ACCOUNTS", hear, subjects=[f"account.event.{made.account.account_id}"])
    heron = await rig.caller_of(made.session_token)
    with speaking_for(heron):
        listed = await rig.accounts.ListSessions(lobby_pb2.ListSessionsRequest())
        assert [each.present for each in listed.sessions] == [False, True]
        answer = await rig.accounts.RevokeSession(lobby_pb2.RevokeSessionRequest())
    assert answer.revoked == 1
    with pytest.raises(RoomError, match="no_session"):
        await rig.caller_of(other.session_token)
    await rig.caller_of(made.session_token)
    await until(lambda: len(told) >= 2)
    assert told[0].opened.name == "Heron"
    assert told[1].sessions_revoked.session_ids == [other.session.session_id]


async def test_gw_16_suspension_and_closure_are_told_and_enforced(rig: Rig, bus: NatsBus) -> None:
    told: list[str] = []

    async def hear(message: Message) -> None:
        event = account_event_pb2.AccountEvent.FromString(message.data)
        told.append(event.WhichOneof("fact") or "")

    made = await rig.sign_up("Heron")
    account_id = made.account.account_id
    await bus.consume("ACCOUNTS", hear, subjects=[f"account.event.{account_id}"])
    with speaking_for(admin()):
        await rig.operators.SuspendAccount(
            operator_pb2.SuspendAccountRequest(account_id=account_id, reason="Chip dumping?")
        )
        known = await rig.accounts.VerifySession(
            lobby_pb2.VerifySessionRequest(session_token=made.session_token)
        )
        assert (known.may_play, known.may_not_play_code) == (False, "account_suspended")
        await rig.operators.LiftSuspension(
            operator_pb2.LiftSuspensionRequest(account_id=account_id, reason="Cleared.")
        )
        await rig.operators.CloseAccount(
            operator_pb2.CloseAccountRequest(account_id=account_id, reason="Wrong data.")
        )
        audit = await rig.operators.ListAudit(
            operator_pb2.ListAuditRequest(subject=f"account:{account_id}")
        )
    with pytest.raises(RoomError, match="no_session"):
        await rig.caller_of(made.session_token)
    with pytest.raises(RoomError, match="account_closed"):
        await rig.accounts.SignIn(lobby_pb2.SignInRequest(login="heron", password=PASSWORD))
    await until(lambda: len(told) == 5)
    assert told == [
        "opened",
        "suspended",
        "suspension_lifted",
        "closed",
        "sessions_revoked",
    ]
    assert [(each.call, each.reason) for each in audit.entries] == [
        ("close_account", "Wrong data."),
        ("lift_suspension", "Cleared."),
        ("suspend_account", "Chip dumping?"),
    ]
    assert '"status":"active"' in audit.entries[2].before_json
    assert '"status":"suspended"' in audit.entries[2].after_json


async def test_the_purse_is_opened_later_when_the_wallet_was_away(rig: Rig) -> None:
    rig.wallet.away = True
    made = await rig.sign_up("Heron")
    assert not made.account.purse_open
    rig.wallet.away = False
    await until(lambda: bool(rig.wallet.opened))
    opened = await rig.accounts.SignIn(lobby_pb2.SignInRequest(login="heron", password=PASSWORD))
    assert opened.account.purse_open


async def test_bots_sign_up_by_key_and_are_known_to_the_wallet(rig: Rig) -> None:
    made = await rig.sign_up("Otter", bot_key=BOT_KEY)
    assert made.account.profile.bot
    assert made.session.kind == lobby_pb2.SESSION_KIND_BEARER
    assert rig.wallet.opened[0].bot


async def test_an_operator_needs_the_role(rig: Rig) -> None:
    heron = await rig.player("Heron")
    with speaking_for(heron), pytest.raises(RoomError, match="not_allowed"):
        await rig.operators.FindAccounts(operator_pb2.FindAccountsRequest())


@pytest.mark.rule("ACC-08", "ACC-15")
async def test_seeded_tables_are_listed_and_in_the_bucket(rig: Rig, bus: NatsBus) -> None:
    listed = await rig.directory.ListTables(lobby_pb2.ListTablesRequest())
    configs = {each.config.table_id: each.config for each in listed.tables}
    assert len(configs) >= 6
    assert {each.seats_max for each in configs.values()} >= {2, 6, 9}
    assert len({each.limit for each in configs.values()}) == 3
    head_to_head = [each for each in configs.values() if "heads-up" in each.tags]
    assert head_to_head
    assert all(each.seats_max == 2 for each in head_to_head)
    bucket = await bus.key_value("tables")
    entries = {entry.key: entry.value or b"" for entry in await bucket.entries()}
    assert set(entries) == set(configs)
    stored = table_config_pb2.TableConfig.FromString(entries["oxbow"])
    assert stored == configs["oxbow"]


@pytest.mark.rule("ACC-08")
async def test_live_rows_are_shown_and_waiting_players_are_offered_seats(
    rig: Rig, bus: NatsBus
) -> None:
    now = _now()
    offers: list[account_event_pb2.SeatOffer] = []

    async def hear(message: Message) -> None:
        offers.append(account_event_pb2.SeatOffer.FromString(message.data))

    await bus.subscribe("lobby.offers", hear)
    heron = await rig.player("Heron")
    full = row("millrace", now, seated=2, average_pot_minor=900, seated_account_ids=["a", "b"])
    await bus.publish("lobby.tables", full)
    shown = await _shown(rig, "millrace", seated=2)
    assert shown.row.average_pot_minor == 900
    assert not shown.row.seated_account_ids
    with speaking_for(heron):
        joined = await rig.directory.JoinWaitingList(
            lobby_pb2.JoinWaitingListRequest(table_id="millrace")
        )
    assert (joined.waiting.place, joined.waiting.offer_expires_at_ms) == (1, 0)
    free = row("millrace", now + 1, seated=1, seated_account_ids=["a"])
    await bus.publish("lobby.tables", free)
    await until(lambda: bool(offers))
    assert offers[0].account_id == heron.account_id
    seated = row("millrace", now + 2, seated=2, seated_account_ids=["a", heron.account_id or ""])
    await bus.publish("lobby.tables", seated)
    await until(lambda: len(offers) == 2)
    assert offers[1].withdrawn
    with speaking_for(heron), pytest.raises(RoomError, match="already_seated"):
        await rig.directory.JoinWaitingList(lobby_pb2.JoinWaitingListRequest(table_id="millrace"))


async def test_an_operator_changes_pauses_and_closes_a_table(rig: Rig, bus: NatsBus) -> None:
    bucket = await bus.key_value("tables")
    with speaking_for(admin()):
        table = (
            await rig.directory.GetTable(lobby_pb2.GetTableRequest(table_id="weir"))
        ).table.config
        table.name = "Old Weir"
        changed = await rig.operators.ChangeTable(
            operator_pb2.ChangeTableRequest(config=table, reason="A better name.")
        )
        assert changed.config.revision == 2
        with pytest.raises(RoomError, match="stale_revision"):
            await rig.operators.ChangeTable(
                operator_pb2.ChangeTableRequest(config=table, reason="Again.")
            )
        await rig.operators.SetTableState(
            operator_pb2.SetTableStateRequest(
                table_id="weir",
                state=table_config_pb2.CONFIGURED_STATE_CLOSING,
                reason="Season is over.",
            )
        )
        entry = await bucket.get("weir")
        assert entry is not None
        stored = table_config_pb2.TableConfig.FromString(entry.value or b"")
        assert stored.state == table_config_pb2.CONFIGURED_STATE_CLOSING
        assert stored.notice == "Season is over."
        await bus.publish("lobby.tables", row("weir", _now(), state=events_pb2.TABLE_STATE_CLOSED))
        await _gone(rig, "weir")
        with pytest.raises(RoomError, match="table_closed"):
            await rig.operators.SetTableState(
                operator_pb2.SetTableStateRequest(
                    table_id="weir",
                    state=table_config_pb2.CONFIGURED_STATE_OPEN,
                    reason="Open again.",
                )
            )


async def test_a_bad_table_is_refused_at_the_door(rig: Rig) -> None:
    with speaking_for(admin()):
        shown = await rig.directory.GetTable(lobby_pb2.GetTableRequest(table_id="oxbow"))
        table = shown.table.config
        with pytest.raises(RoomError, match="table_exists"):
            await rig.operators.CreateTable(
                operator_pb2.CreateTableRequest(config=table, reason="Twice.")
            )
        table.table_id = "oxbow-2"
        table.seats_max = 11
        with pytest.raises(RoomError, match="bad_table") as caught:
            await rig.operators.CreateTable(
                operator_pb2.CreateTableRequest(config=table, reason="Eleven seats.")
            )
        assert caught.value.details["field"] == "seats_max"


@pytest.mark.rule("ACC-08")
async def test_se_07_a_request_names_no_account(rig: Rig) -> None:
    fields = {
        field.name
        for message in (
            lobby_pb2.JoinWaitingListRequest,
            lobby_pb2.ChangePasswordRequest,
            lobby_pb2.UpdateProfileRequest,
            lobby_pb2.RevokeSessionRequest,
        )
        for field in message.DESCRIPTOR.fields
    }
    assert not {"account_id", "user_id", "name"} & fields
    with pytest.raises(RoomError, match="not_allowed"):
        await rig.accounts.GetAccount(lobby_pb2.GetAccountRequest())
    nobody = Caller("gateway", "0190-nobody", "Nobody", frozenset({"player"}), "s")
    with speaking_for(nobody), pytest.raises(RoomError, match="unknown_account"):
        await rig.accounts.GetAccount(lobby_pb2.GetAccountRequest())


def _now() -> int:
    from riverbus.runtime.sources import SystemClock

    return SystemClock().now_ms()


async def _shown(rig: Rig, table_id: str, *, seated: int) -> lobby_pb2.Table:
    """The table once its row has so many seated."""
    while True:
        shown = await rig.directory.GetTable(lobby_pb2.GetTableRequest(table_id=table_id))
        if shown.table.row.seated == seated:
            return shown.table


async def _gone(rig: Rig, table_id: str) -> None:
    """Returns once the table is no longer listed."""
    while True:
        listed = await rig.directory.ListTables(lobby_pb2.ListTablesRequest())
        if table_id not in {each.config.table_id for each in listed.tables}:
            return
