"""What one must be and give to register: age, country, e-mail, password, declarations."""

import datetime
import re
from collections.abc import Mapping
from types import MappingProxyType

from services.lobby.domain.errors import (
    BadBirthDate,
    BadCountry,
    BadEmail,
    TermsNotAccepted,
    UnderAge,
    WeakPassword,
)

ADULT_AGE = 18
PASSWORD_MIN = 8
PASSWORD_MAX = 256
EMAIL_MAX = 254
OLDEST_YEARS = 120

MAJORITY_AGES: Mapping[str, int] = MappingProxyType({
    "AE": 21, "BH": 21, "CA": 19, "CM": 21, "DZ": 19, "EG": 21, "HN": 21, "KR": 19, "KW": 21,
    "LS": 21, "NZ": 20, "PR": 21, "SG": 21, "TH": 20, "US": 21,
})  # fmt: skip
"""Age of majority where it is above 18; for federations the highest of their parts (ACC-01)."""

COUNTRIES = frozenset((
    "AD", "AE", "AF", "AG", "AI", "AL", "AM", "AO", "AQ", "AR", "AS", "AT", "AU", "AW", "AX",
    "AZ", "BA", "BB", "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BL", "BM", "BN", "BO", "BQ",
    "BR", "BS", "BT", "BV", "BW", "BY", "BZ", "CA", "CC", "CD", "CF", "CG", "CH", "CI", "CK",
    "CL", "CM", "CN", "CO", "CR", "CU", "CV", "CW", "CX", "CY", "CZ", "DE", "DJ", "DK", "DM",
    "DO", "DZ", "EC", "EE", "EG", "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR",
    "GA", "GB", "GD", "GE", "GF", "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GS",
    "GT", "GU", "GW", "GY", "HK", "HM", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN",
    "IO", "IQ", "IR", "IS", "IT", "JE", "JM", "JO", "JP", "KE", "KG", "KH", "KI", "KM", "KN",
    "KP", "KR", "KW", "KY", "KZ", "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT", "LU", "LV",
    "LY", "MA", "MC", "MD", "ME", "MF", "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ",
    "MR", "MS", "MT", "MU", "MV", "MW", "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI",
    "NL", "NO", "NP", "NR", "NU", "NZ", "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM",
    "PN", "PR", "PS", "PT", "PW", "PY", "QA", "RE", "RO", "RS", "RU", "RW", "SA", "SB", "SC",
    "SD", "SE", "SG", "SH", "SI", "SJ", "SK", "SL", "SM", "SN", "SO", "SR", "SS", "ST", "SV",
    "SX", "SY", "SZ", "TC", "TD", "TF", "TG", "TH", "TJ", "TK", "TL", "TM", "TN", "TO", "TR",
    "TT", "TV", "TW", "TZ", "UA", "UG", "UM", "US", "UY", "UZ", "VA", "VC", "VE", "VG", "VI",
    "VN", "VU", "WF", "WS", "YE", "YT", "ZA", "ZM", "ZW",
))  # fmt: skip
"""ISO 3166-1 alpha-2."""

DECLARATIONS = (
    "I am of age where I live and what I have told about myself is true.",
    "I know the games, I am not offended by them, and I understand that I can lose.",
    "I answer for every use of my account, and hold the house and its partners free of claims "
    "that arise from it.",
)
"""What is accepted beside the terms (ACC-10, ACC-12, ACC-17)."""

_EMAIL = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)
_WELL_KNOWN = frozenset((
    "password", "passw0rd", "password1", "password12", "password123", "12345678", "123456789",
    "1234567890", "qwertyui", "qwertyuiop", "qwerty123", "1q2w3e4r", "11111111", "00000000",
    "iloveyou", "sunshine", "princess", "football", "baseball", "superman", "trustno1",
    "letmein1", "welcome1", "abcdefgh", "abcd1234", "pokerpoker", "riverbus", "holdem123",
    "texasholdem", "administrator", "changeme",
))  # fmt: skip


def verify_age(
    birth_date: str,
    country: str,
    today: datetime.date,
    majority_ages: Mapping[str, int] = MAJORITY_AGES,
) -> datetime.date:
    """The birth date. Raises BadBirthDate, BadCountry, UnderAge (ACC-01). `today` is UTC's."""
    if country not in COUNTRIES:
        raise BadCountry
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", birth_date, flags=re.ASCII):
        raise BadBirthDate
    try:
        born = datetime.date.fromisoformat(birth_date)
    except ValueError as error:
        raise BadBirthDate from error
    age = age_on(born, today)
    if age < 0 or age > OLDEST_YEARS:
        raise BadBirthDate
    least = max(ADULT_AGE, majority_ages.get(country, ADULT_AGE))
    if age < least:
        raise UnderAge(f"You must be {least} to play here.", details={"least_age": str(least)})
    return born


def age_on(born: datetime.date, today: datetime.date) -> int:
    """Full years; who was born on 29 February has a birthday on 1 March in other years."""
    had_it = (today.month, today.day) >= (born.month, born.day)
    return today.year - born.year - (0 if had_it else 1)


def verify_email(email: str) -> str:
    """The key that must be unique: lower case, no surrounding space. Raises BadEmail."""
    stripped = email.strip()
    if len(stripped) > EMAIL_MAX or not _EMAIL.fullmatch(stripped) or ".." in stripped:
        raise BadEmail
    return stripped.lower()


def verify_password(password: str, *, name: str, email: str) -> None:
    """Raises WeakPassword."""
    if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        raise WeakPassword
    folded = password.casefold()
    if folded in _WELL_KNOWN or len(set(folded)) < 4:
        raise WeakPassword
    if folded in (name.casefold(), email.casefold(), email.partition("@")[0].casefold()):
        raise WeakPassword("The password must not be your name or e-mail address.")


def verify_declarations(accepted: bool) -> None:
    """Raises TermsNotAccepted (ACC-12)."""
    if not accepted:
        raise TermsNotAccepted
