"""Bodies of the REST API. Requests refuse unknown fields; amounts are in minor units."""

from typing import Annotated

from msgspec import Meta, Struct

from services.gateway.domain import frames as f

Short = Annotated[str, Meta(max_length=100)]
Password = Annotated[str, Meta(min_length=1, max_length=256)]
ActionId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{8,40}$")]
Kind = Annotated[str, Meta(pattern="^(browser|bearer)$")]


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of request bodies."""


class Error(Struct, frozen=True):
    """What went wrong: a stable code, a sentence for people, facts that go with it."""

    code: str
    sentence: str
    details: dict[str, str]


class ErrorBody(Struct, frozen=True):
    """Every refusal has this shape."""

    error: Error


class Done(Struct, frozen=True):
    """It was done."""

    done: bool = True


class SignUp(Strict, frozen=True):
    """A registration. The country is ISO 3166-1 alpha-2, the date YYYY-MM-DD."""

    name: Short
    email: Annotated[str, Meta(max_length=254)]
    password: Password
    birth_date: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    country: Annotated[str, Meta(pattern="^[A-Z]{2}$")]
    terms_version: Annotated[str, Meta(max_length=40)]
    declarations_accepted: bool
    location: Short = ""
    kind: Kind = "browser"
    device_id: Annotated[str, Meta(max_length=64)] = ""
    bot_key: Annotated[str, Meta(max_length=200)] = ""


class SignIn(Strict, frozen=True):
    """Name or e-mail, and password."""

    login: Annotated[str, Meta(min_length=1, max_length=254)]
    password: Password
    kind: Kind = "browser"
    device_id: Annotated[str, Meta(max_length=64)] = ""


class Profile(Struct, frozen=True):
    """What others may see. Visibility is "nobody", "players" or "everybody"."""

    avatar: str = ""
    location: str = ""
    about: str = ""
    avatar_visibility: str = "players"
    about_visibility: str = "nobody"


class PublicProfile(Struct, frozen=True):
    """Another player, as far as that player allows."""

    account_id: str
    name: str
    avatar: str
    location: str
    about: str


Visibility = Annotated[str, Meta(pattern="^(nobody|players|everybody)$")]


class ProfileChange(Strict, frozen=True):
    """The whole profile as it shall be."""

    avatar: Annotated[str, Meta(pattern="^[a-z0-9-]{0,30}$")] = ""
    location: Annotated[str, Meta(max_length=60)] = ""
    about: Annotated[str, Meta(max_length=280)] = ""
    avatar_visibility: Visibility = "players"
    about_visibility: Visibility = "nobody"


class Account(Struct, frozen=True):
    """The player's own account."""

    account_id: str
    name: str
    email: str
    country: str
    roles: tuple[str, ...]
    status: str
    status_reason: str
    terms_version: str
    terms_due: bool
    name_refused: bool
    opened_at_ms: int
    last_sign_in_ms: int
    purse_open: bool
    profile: Profile


class SignedIn(Struct, frozen=True):
    """The account; the token only for sessions of kind bearer (browsers get a cookie)."""

    account: Account
    token: str = ""


class Session(Struct, frozen=True):
    """An open session."""

    session_id: str
    kind: str
    opened_at_ms: int
    used_at_ms: int
    expires_at_ms: int
    address: str
    user_agent: str
    present: bool


class Sessions(Struct, frozen=True):
    """Open sessions, newest first."""

    sessions: tuple[Session, ...]


class Revoked(Struct, frozen=True):
    """How many sessions ended."""

    revoked: int


class Terms(Struct, frozen=True):
    """The terms in force, and the statements that are accepted with them."""

    version: str
    text: str
    declarations: tuple[str, ...]
    majority_ages: dict[str, int]


class AcceptTerms(Strict, frozen=True):
    """Acceptance of the version that was shown."""

    version: Annotated[str, Meta(max_length=40)]
    accepted: bool


class NewName(Strict, frozen=True):
    """A new screen name for one that the house refused."""

    name: Short


class NewPassword(Strict, frozen=True):
    """Old and new password."""

    old_password: Password
    new_password: Password


class Balances(Struct, frozen=True):
    """The purse, one entry per currency; `refill_at_ms` is 0 when a refill is possible now."""

    balances: tuple[f.Balance, ...]
    refill_at_ms: int
    refill_amount: int


class Refill(Strict, frozen=True):
    """Play chips, please; the id is made once per intent."""

    action_id: ActionId


class Refilled(Struct, frozen=True):
    """Play chips granted, and what is there now."""

    granted: int
    balance: int


class StatementEntry(Struct, frozen=True):
    """One booking: signed change, balance after it."""

    transfer_id: int
    booked_at_ms: int
    kind: str
    change: int
    balance: int
    subject: str
    note: str


class Statement(Struct, frozen=True):
    """Bookings, newest first."""

    entries: tuple[StatementEntry, ...]
    next_cursor: str


class Tables(Struct, frozen=True):
    """A page of the lobby."""

    tables: tuple[f.LobbyRow, ...]
    next_cursor: str


class Clocks(Struct, frozen=True):
    """Turn clock and time bank, seconds and hands."""

    turn_s: int
    bank_s: int
    bank_refill_s: int
    bank_refill_hands: int


class TableDetail(Struct, frozen=True):
    """One table with its house rules: every parameter in force (docs/house-rules.md explains each),
    and the names of those that this table sets otherwise than its profile.
    """

    table: f.LobbyRow
    rules: dict[str, str]
    changed_rules: tuple[str, ...]
    clocks: Clocks
    language: str
    notice: str


class Waiting(Struct, frozen=True):
    """A place on a waiting list; 1 is next."""

    table_id: str
    place: int
    waiting: int
    joined_at_ms: int
    offer_expires_at_ms: int


class WaitingList(Struct, frozen=True):
    """The player's places."""

    waiting: tuple[Waiting, ...]


class HandSummary(Struct, frozen=True):
    """A row of the hand list."""

    hand_id: str
    number: int
    table_id: str
    table_name: str
    started_ms: int
    cards: str
    board: str
    net: int
    pot: int
    currency: str


class Hands(Struct, frozen=True):
    """Own hands, newest first."""

    hands: tuple[HandSummary, ...]
    next_cursor: str


class Hand(Struct, frozen=True):
    """One hand: its events for format "events", else its text."""

    summary: HandSummary
    info: f.TableInfo
    seats: tuple[f.SeatView, ...]
    events: tuple[f.PublicEvent, ...]
    text: str


class Ignored(Struct, frozen=True):
    """Accounts whose chat the player does not see."""

    account_ids: tuple[str, ...]


class Sanction(Struct, frozen=True):
    """A ban from chat. `until_ms` 0: for life; `ended_at_ms` 0: it was not ended early. `appeal` is
    "none", "open", "upheld" or "struck_out"; `decision` says why, once somebody decided.
    """

    sanction_id: str
    offence: str
    from_ms: int
    until_ms: int
    reason: str
    ended_at_ms: int
    appeal: str
    decision: str


class Sanctions(Struct, frozen=True):
    """The player's bans, newest first."""

    sanctions: tuple[Sanction, ...]


class Appeal(Strict, frozen=True):
    """Why a ban should go."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class Profiles(Struct, frozen=True):
    """Other players; accounts that are unknown are left out."""

    profiles: tuple[PublicProfile, ...]
