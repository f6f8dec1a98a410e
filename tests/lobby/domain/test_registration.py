"""Age, e-mail, password, declarations."""

import datetime

import pytest

from services.lobby.domain.errors import (
    BadBirthDate,
    BadCountry,
    BadEmail,
    TermsNotAccepted,
    UnderAge,
    WeakPassword,
)
from services.lobby.domain.registration import (
    COUNTRIES,
    MAJORITY_AGES,
    age_on,
    verify_age,
    verify_declarations,
    verify_email,
    verify_password,
)

TODAY = datetime.date(2026, 11, 30)


@pytest.mark.rule("ACC-01")
def test_eighteen_on_the_birthday_and_not_a_day_before() -> None:
    assert verify_age("2008-11-30", "AT", TODAY) == datetime.date(2008, 11, 30)
    with pytest.raises(UnderAge) as caught:
        verify_age("2008-12-01", "AT", TODAY)
    assert caught.value.details == {"least_age": "18"}


@pytest.mark.rule("ACC-01")
def test_a_later_majority_of_the_country_counts() -> None:
    assert MAJORITY_AGES["SG"] == 21
    with pytest.raises(UnderAge) as caught:
        verify_age("2006-01-01", "SG", TODAY)
    assert caught.value.details == {"least_age": "21"}
    assert verify_age("2005-11-30", "SG", TODAY)
    with pytest.raises(UnderAge):
        verify_age("2009-01-01", "AT", TODAY, {"AT": 16})


@pytest.mark.rule("ACC-01")
def test_a_leap_days_birthday_is_in_march() -> None:
    born = datetime.date(2008, 2, 29)
    assert age_on(born, datetime.date(2026, 2, 28)) == 17
    assert age_on(born, datetime.date(2026, 3, 1)) == 18
    assert age_on(born, datetime.date(2028, 2, 29)) == 20


@pytest.mark.parametrize(
    "birth_date",
    ["", "30.11.1990", "1990-02-30", "1990-1-1", "2027-01-01", "1900-01-01", "1990-11-30T00:00"],
)
def test_impossible_birth_dates(birth_date: str) -> None:
    with pytest.raises(BadBirthDate):
        verify_age(birth_date, "AT", TODAY)


def test_countries_are_iso_codes() -> None:
    assert len(COUNTRIES) == 249
    assert set(MAJORITY_AGES) <= COUNTRIES
    for country in ("", "at", "Austria", "XX", "EU"):
        with pytest.raises(BadCountry):
            verify_age("1990-01-01", country, TODAY)


def test_e_mail_addresses() -> None:
    assert verify_email(" Heron@Example.ORG ") == "heron@example.org"
    for email in ("", "a", "a@b", "a b@example.org", "a@example..org", "a@" + "x" * 250 + ".org"):
        with pytest.raises(BadEmail):
            verify_email(email)


def test_passwords() -> None:
    verify_password("correct horse", name="Heron", email="heron@example.org")
    for password in (
        "short",
        "x" * 257,
        "Password1",
        "aaaaaaaabb",
        "Heron-by-the-Weir",
        "weir-heron@example.org",
        "weir-heron",
    ):
        with pytest.raises(WeakPassword):
            verify_password(password, name="heron-by-the-weir", email="weir-heron@example.org")


@pytest.mark.rule("ACC-12")
def test_the_declarations_must_be_accepted() -> None:
    verify_declarations(True)
    with pytest.raises(TermsNotAccepted):
        verify_declarations(False)
