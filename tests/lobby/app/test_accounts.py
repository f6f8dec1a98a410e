"""Accounts through their life: the use cases over the store in memory."""

import pytest

from riverbus.core.errors import RoomError
from services.lobby.app.registration import add_operator
from services.lobby.domain.accounts import Profile, Visibility
from services.lobby.domain.audit import AuditEntry
from services.lobby.domain.errors import (
    AccountBarred,
    AccountIsClosed,
    BadEntry,
    FlagDecided,
    LastAdmin,
    NameIsFinal,
    NameTaken,
    NoSession,
    NotAboveSelf,
    ReasonMissing,
    StaleTerms,
    TermsNotAccepted,
    TooManyAttempts,
    WrongCredentials,
)
from services.lobby.domain.sessions import DAY_MS, SESSIONS_MAX
from tests.lobby.app.rig import ADMIN, PASSWORD, SUPPORT, Rig


@pytest.fixture
def rig() -> Rig:
    """An empty lobby."""
    return Rig()


@pytest.mark.rule("ACC-02")
async def test_a_new_version_of_the_terms_must_be_accepted_before_play(rig: Rig) -> None:
    made = await rig.sign_up("Heron")
    account_id = made.account.account_id
    assert rig.room.may_not_play(made.account) == ""
    later = Rig("2027-01", rig.store)
    account, _ = await later.doorkeeper.verify(made.token)
    assert later.room.may_not_play(account) == "terms_due"
    with pytest.raises(StaleTerms):
        await later.profiles.accept_terms(account_id, "2026-11", True)
    with pytest.raises(TermsNotAccepted):
        await later.profiles.accept_terms(account_id, "2027-01", False)
    accepted = await later.profiles.accept_terms(account_id, "2027-01", True)
    assert later.room.may_not_play(accepted) == ""
    versions = [version for _, version, _ in rig.store.state.terms]
    assert versions == ["2026-11", "2027-01"]


@pytest.mark.rule("ACC-11")
async def test_the_terms_are_to_be_read_again_each_month(rig: Rig) -> None:
    made = await rig.sign_up("Heron")
    rig.clock.move(30 * 86_400 - 1)
    assert not made.account.terms_reminder(rig.clock.now_ms())
    rig.clock.move(1)
    assert made.account.terms_reminder(rig.clock.now_ms())
    assert rig.room.may_not_play(made.account) == ""
    read = await rig.profiles.accept_terms(made.account.account_id, "2026-11", True)
    assert not read.terms_reminder(rig.clock.now_ms())


@pytest.mark.rule("ACC-03")
async def test_second_accounts_are_found_flagged_and_reviewed(rig: Rig) -> None:
    first = await rig.sign_up("Heron", address="192.0.2.1", device="d1")
    await rig.sign_up("Egret", address="192.0.2.2", device="d2", born="1980-01-01")
    await rig.sign_up("Otter", address="192.0.2.1", device="d3", born="1980-01-01")
    await rig.sign_up("Vole", address="192.0.2.1", device="d4")
    await rig.sign_up("Newt", address="192.0.2.9", device="d2")
    flags = await rig.records.flags(False, "", 10)
    found = sorted(each.ground for each in flags)
    assert found == ["address", "address", "birth_date_and_address", "device"]
    heron = await rig.office.inspect(SUPPORT, first.account.account_id)
    assert len(heron.flags) == 2
    flag = heron.flags[0]
    decided = await rig.records.decide(SUPPORT, flag.flag_id, "different_people")
    assert (decided.decided_by, decided.decision_reason) == ("0190-support", "House rule 3.")
    with pytest.raises(FlagDecided):
        await rig.records.decide(SUPPORT, flag.flag_id, "same_person")
    assert len(await rig.records.flags(False, "", 10)) == 3
    with pytest.raises(RoomError, match="bad_decision"):
        await rig.records.decide(SUPPORT, flag.flag_id, "maybe")


@pytest.mark.rule("INT-01", "INT-02")
async def test_suspected_for_two_days_then_banned_with_the_device(rig: Rig) -> None:
    made = await rig.sign_up("Heron", address="192.0.2.1", device="d1")
    account_id = made.account.account_id
    held = await rig.office.suspend(ADMIN, account_id, rig.clock.now_ms() + 2 * DAY_MS)
    assert rig.room.may_not_play(held) == "account_suspended"
    rig.clock.move(86_400)
    banned = await rig.office.close(ADMIN, account_id)
    rig.clock.move(3 * 86_400)
    assert rig.room.may_not_play(banned) == "account_closed"
    with pytest.raises(AccountBarred):
        await rig.sign_up("Egret", address="198.51.100.9", device="d1")
    neighbour = await rig.sign_up("Otter", address="192.0.2.1", device="d2")
    flags = await rig.records.flags(False, "", 10)
    assert [(each.account_id, each.ground) for each in flags] == [
        (neighbour.account.account_id, "birth_date_and_address")
    ]
    assert rig.facts()[:4] == ["Opened", "Suspended", "Closed", "SessionsRevoked"]


@pytest.mark.rule("ACC-05")
async def test_a_profile_is_shown_as_far_as_the_player_allows(rig: Rig) -> None:
    heron = (await rig.sign_up("Heron")).account.account_id
    egret = (await rig.sign_up("Egret")).account.account_id
    profile = Profile("otter", "Linz", "Fishing.", Visibility.PLAYERS, Visibility.NOBODY)
    await rig.profiles.update(heron, profile)
    shown = {
        viewer: (await rig.profiles.seen([heron], viewer))[0][1] for viewer in (heron, egret, None)
    }
    assert shown[heron] == profile
    assert (shown[egret].avatar, shown[egret].location, shown[egret].about) == ("otter", "", "")
    assert (shown[None].avatar, shown[None].about) == ("", "")
    for bad in (Profile(avatar="../x"), Profile(location="x" * 61), Profile(about="a\nb")):
        with pytest.raises(RoomError, match="bad_profile"):
            await rig.profiles.update(heron, bad)


@pytest.mark.rule("ACC-04", "ACC-13")
async def test_a_name_never_changes_unless_the_house_refused_it(rig: Rig) -> None:
    heron = (await rig.sign_up("Heron")).account
    await rig.sign_up("Egret")
    with pytest.raises(NameIsFinal):
        await rig.profiles.replace_name(heron.account_id, "Stork")
    refused = await rig.office.refuse_name(SUPPORT, heron.account_id)
    assert rig.room.may_not_play(refused) == "name_refused"
    with pytest.raises(NameTaken):
        await rig.profiles.replace_name(heron.account_id, "EGRET")
    renamed = await rig.profiles.replace_name(heron.account_id, "Stork")
    assert rig.room.may_not_play(renamed) == ""
    with pytest.raises(NameIsFinal):
        await rig.profiles.replace_name(heron.account_id, "Crane")
    assert rig.facts()[-1] == "NameReplaced"


@pytest.mark.rule("ACC-07", "ACC-17", "INT-04")
async def test_the_house_closes_an_account_and_says_why(rig: Rig) -> None:
    made = await rig.sign_up("Heron")
    account_id = made.account.account_id
    silent = type(ADMIN)(ADMIN.account_id, ADMIN.name, ADMIN.roles, "")
    with pytest.raises(ReasonMissing):
        await rig.office.close(silent, account_id)
    await rig.office.close(ADMIN, account_id)
    with pytest.raises(NoSession):
        await rig.doorkeeper.verify(made.token)
    with pytest.raises(AccountIsClosed):
        await rig.sign_in("heron")
    with pytest.raises(NameTaken):
        await rig.sign_up("HERON")
    entry = (await rig.records.entries(f"account:{account_id}", "", "", 10))[0]
    assert (entry.actor_name, entry.call, entry.reason) == (
        "Boss",
        "close_account",
        "House rule 3.",
    )
    assert PASSWORD not in entry.before_json + entry.after_json


@pytest.mark.rule("ACC-07")
async def test_looking_at_an_account_is_recorded_too(rig: Rig) -> None:
    account_id = (await rig.sign_up("Heron")).account.account_id
    await rig.office.inspect(SUPPORT, account_id)
    entries = await rig.records.entries("", SUPPORT.account_id, "", 10)
    assert [(each.call, each.subject) for each in entries] == [
        ("inspect_account", f"account:{account_id}")
    ]


async def test_a_suspension_ends_by_itself(rig: Rig) -> None:
    made = await rig.sign_up("Heron")
    until = rig.clock.now_ms() + 2 * DAY_MS
    held = await rig.office.suspend(SUPPORT, made.account.account_id, until)
    assert rig.room.may_not_play(held) == "account_suspended"
    rig.clock.move(2 * 86_400)
    account, _ = await rig.doorkeeper.verify(made.token)
    assert rig.room.may_not_play(account) == ""
    with pytest.raises(RoomError, match="bad_until"):
        await rig.office.suspend(SUPPORT, made.account.account_id, until)


async def test_only_admins_act_against_operators_and_nobody_against_themselves(
    rig: Rig,
) -> None:
    account_id = (await rig.sign_up("Heron")).account.account_id
    await rig.office.set_roles(ADMIN, account_id, ["support"])
    with pytest.raises(NotAboveSelf):
        await rig.office.suspend(SUPPORT, account_id, 0)
    own = type(ADMIN)(account_id, "Heron", frozenset({"admin"}), "Me.")
    with pytest.raises(NotAboveSelf):
        await rig.office.suspend(own, account_id, 0)
    await rig.office.suspend(ADMIN, account_id, 0)


async def test_the_room_keeps_an_administrator(rig: Rig) -> None:
    boss = await add_operator(
        rig.room,
        name="Operator",
        email="boss@example.org",
        password=PASSWORD,
        roles=("admin",),
        reason="First start.",
    )
    assert boss.roles == ("player", "admin")
    with pytest.raises(LastAdmin):
        await rig.office.set_roles(ADMIN, boss.account_id, [])
    again = await add_operator(
        rig.room,
        name="Operator",
        email="",
        password="",
        roles=("admin", "floor"),
        reason="More to do.",
    )
    assert again.account_id == boss.account_id
    assert again.roles == ("player", "floor", "admin")
    assert (await rig.sign_in("operator")).account.roles == again.roles
    entries = await rig.records.entries("", "cli", "", 10)
    assert [each.reason for each in entries] == ["More to do.", "First start."]
    with pytest.raises(RoomError, match="bad_role"):
        await rig.office.set_roles(ADMIN, boss.account_id, ["king"])


async def test_wrong_passwords_slow_down_and_tell_nothing(rig: Rig) -> None:
    await rig.sign_up("Heron")
    for login in ("heron", "nobody", "nobody@example.org"):
        for _ in range(5):
            with pytest.raises(WrongCredentials):
                await rig.sign_in(login, "a wrong one")
        with pytest.raises(TooManyAttempts) as caught:
            await rig.sign_in(login, PASSWORD)
        assert caught.value.details == {"retry_after_ms": "2000"}
    rig.clock.move(2)
    assert (await rig.sign_in("HERON")).account.name == "Heron"


async def test_sessions_are_bounded_expire_and_end_with_the_password(rig: Rig) -> None:
    made = await rig.sign_up("Heron")
    account_id = made.account.account_id
    rig.clock.move(1)
    for _ in range(SESSIONS_MAX):
        last = await rig.sign_in("heron")
    assert len(await rig.doorkeeper.sessions(account_id)) == SESSIONS_MAX
    with pytest.raises(NoSession):
        await rig.doorkeeper.verify(made.token)
    await rig.doorkeeper.change_password(
        account_id, last.session.session_id, PASSWORD, "another long one"
    )
    assert len(await rig.doorkeeper.sessions(account_id)) == 1
    with pytest.raises(WrongCredentials):
        await rig.sign_in("heron")
    rig.clock.move(30 * 86_400)
    with pytest.raises(NoSession):
        await rig.doorkeeper.verify(last.token)
    assert await rig.doorkeeper.forget_expired() == 1
    for token in ("", "x" * 10_000, "unknown"):
        with pytest.raises(NoSession):
            await rig.doorkeeper.verify(token)


async def test_only_hashes_of_tokens_and_passwords_are_kept(rig: Rig) -> None:
    made = await rig.sign_up("Heron")
    kept = repr(vars(rig.store.state))
    assert made.token not in kept
    assert PASSWORD not in kept


async def test_purses_are_repaired_when_the_wallet_is_back(rig: Rig) -> None:
    rig.wallet.away = True
    made = await rig.sign_up("Heron")
    assert not made.account.purse_open
    assert await rig.purses.repair() == 1
    assert not (await rig.sign_in("heron")).account.purse_open
    rig.wallet.away = False
    assert await rig.purses.repair() == 0
    assert rig.wallet.opened == [(made.account.account_id, False)]
    assert (await rig.profiles.own(made.account.account_id)).purse_open


async def test_other_services_operator_calls_are_kept_once(rig: Rig) -> None:
    entry = AuditEntry("0190-e", 1, "op", "Op", "table", "cancel_hand", "table:oxbow", "Power cut.")
    await rig.records.add(entry)
    await rig.records.add(entry)
    assert await rig.records.entries("table:oxbow", "", "", 10) == [entry]
    with pytest.raises(BadEntry):
        await rig.records.add(AuditEntry("0190-f", 1, "op", "Op", "table", "x", "table:y", ""))
