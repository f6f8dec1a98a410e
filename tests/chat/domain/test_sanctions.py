"""The ladder of chat bans and its appeals."""

import uuid

import pytest

from services.chat.domain.errors import (
    AlreadyAppealed,
    AppealDecided,
    BadDuration,
    NoAppeal,
    ReasonMissing,
    SanctionIdReused,
    SanctionOver,
)
from services.chat.domain.sanctions import (
    DAY_MS,
    HOUR_MS,
    AppealState,
    Charge,
    Offence,
    Sanction,
    Times,
    appeal,
    decide,
    impose,
    lift,
    silencing,
)

NOW = 1_790_000_000_000


def charge(offence: Offence = Offence.BAD_LANGUAGE, duration_ms: int = 0) -> Charge:
    return Charge(str(uuid.uuid4()), "a", offence, "Abuse.", "mod", "", duration_ms)


def ban(offence: Offence = Offence.BAD_LANGUAGE, *earlier: Sanction) -> Sanction:
    return impose(charge(offence), earlier, Times(), NOW)


@pytest.mark.rule("CHT-03", "CHT-06")
def test_bans_grow_with_each_repeat() -> None:
    bans: list[Sanction] = []
    for number in range(7):
        offence = Offence.CARD_TALK if number % 2 else Offence.BAD_LANGUAGE
        bans.append(ban(offence, *bans))
    lengths = [each.until_ms - NOW if each.until_ms else 0 for each in bans]
    day = 24 * HOUR_MS
    assert lengths == [day, 2 * day, 3 * day, 7 * day, 30 * day, 0, 0]
    assert [each.step for each in bans] == [1, 2, 3, 4, 5, 6, 6]
    assert bans[5].in_force(NOW + 10_000 * DAY_MS)


@pytest.mark.rule("CHT-06")
def test_advertising_and_flooding_are_muted_for_a_set_time_off_the_ladder() -> None:
    times = Times(advertising_ms=3 * HOUR_MS, flooding_ms=5 * 60_000)
    advertising = impose(charge(Offence.ADVERTISING), (), times, NOW)
    flooding = impose(charge(Offence.FLOODING), (advertising,), times, NOW)
    longer = impose(charge(Offence.FLOODING, 2 * HOUR_MS), (), times, NOW)
    assert advertising.until_ms - NOW == 3 * HOUR_MS
    assert flooding.until_ms - NOW == 5 * 60_000
    assert longer.until_ms - NOW == 2 * HOUR_MS
    assert ban(Offence.BAD_LANGUAGE, advertising, flooding).step == 1
    for duration in (59_000, 31 * DAY_MS):
        with pytest.raises(BadDuration):
            impose(charge(Offence.FLOODING, duration), (), times, NOW)
    with pytest.raises(BadDuration):
        impose(charge(Offence.CARD_TALK, HOUR_MS), (), times, NOW)


@pytest.mark.rule("CHT-04", "CHT-05")
def test_card_talk_takes_the_ladder_and_coffee_housing_is_for_good() -> None:
    talk = ban(Offence.CARD_TALK)
    assert (talk.step, talk.until_ms - NOW) == (1, DAY_MS)
    influence = ban(Offence.COFFEE_HOUSING, talk)
    assert (influence.step, influence.until_ms) == (0, 0)
    assert influence.in_force(NOW + 10_000 * DAY_MS)


@pytest.mark.rule("CHT-03")
def test_what_was_struck_out_does_not_count() -> None:
    first = ban()
    mistake = lift(ban(Offence.BAD_LANGUAGE, first), "Wrong person.", "mod", True, NOW + 1)
    served = lift(first, "Enough.", "mod", False, NOW + 1)
    assert ban(Offence.BAD_LANGUAGE, served, mistake).step == 2
    with pytest.raises(SanctionOver):
        lift(mistake, "Again.", "mod", True, NOW + 2)
    with pytest.raises(ReasonMissing):
        lift(first, " ", "mod", False, NOW + 1)


def test_an_appeal_is_made_once_and_decided_once() -> None:
    made = ban()
    with pytest.raises(NoAppeal):
        decide(made, AppealState.UPHELD, "No.", "mod", NOW)
    asked = appeal(made, "It was a joke.", NOW + 1)
    with pytest.raises(AlreadyAppealed):
        appeal(asked, "Please.", NOW + 2)
    upheld = decide(asked, AppealState.UPHELD, "It was not.", "boss", NOW + 3)
    assert upheld.in_force(NOW + 3)
    struck = decide(asked, AppealState.STRUCK_OUT, "It was.", "boss", NOW + 3)
    assert not struck.in_force(NOW + 3)
    assert struck.struck_out
    with pytest.raises(AppealDecided):
        decide(upheld, AppealState.STRUCK_OUT, "Changed my mind.", "boss", NOW + 4)
    with pytest.raises(SanctionOver):
        appeal(ban(), "Too late.", NOW + 2 * DAY_MS)


def test_the_longest_ban_in_force_is_named() -> None:
    short, life = ban(Offence.FLOODING), ban(Offence.COFFEE_HOUSING)
    assert silencing([short, life], NOW) is life
    assert silencing([short], NOW) is short
    assert silencing([short], NOW + DAY_MS) is None


def test_a_sanction_id_is_a_uuid() -> None:
    wrong = Charge("abc", "a", Offence.FLOODING, "Fast.", "mod")
    with pytest.raises(SanctionIdReused):
        impose(wrong, (), Times(), NOW)
