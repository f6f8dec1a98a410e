"""A table as it is configured, and the check that it can be played like that.

Amounts are minor units. The lobby refuses at the door what the engine could not deal.
"""

import enum
import re
import unicodedata

import msgspec

from riverbus.core.games import MAX_AMOUNT, MAX_STAKE, PLANS, Game, GameKind, LimitKind, Stakes
from riverbus.core.rake import NO_RAKE, RakePolicy
from riverbus.engine.profiles import PROFILES, ProfileError, verify_rules
from riverbus.engine.rules import HouseRules
from riverbus.engine.table_limits import buy_in
from riverbus.engine.table_limits import seats_max as seats_limit
from services.lobby.domain.errors import (
    BadState,
    BadTable,
    StaleRevision,
    TableIsClosed,
)

NAME_MAX = 40
TAGS_MAX = 8
RULES_MAX = 50
_SLUG = re.compile(r"[a-z0-9-]{1,40}")
_TAG = re.compile(r"[a-z0-9-]{1,20}")
_CURRENCY = re.compile(r"PLAY|[A-Z]{3}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


class TableState(enum.StrEnum):
    """As the operator wants it; closed is set once nobody sits there any more."""

    OPEN = "open"
    PAUSED = "paused"
    CLOSING = "closing"
    CLOSED = "closed"


class Clocks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Turn clock and time bank, seconds and hands; a refill of 0 never comes."""

    turn_s: int = 20
    bank_s: int = 30
    bank_refill_s: int = 5
    bank_refill_hands: int = 10


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table's configuration; `revision` counts its changes from 1."""

    table_id: str
    name: str
    game: Game
    limit: LimitKind
    stakes: Stakes
    seats_max: int
    profile: str = "stoner"
    rules: dict[str, str] = {}
    currency: str = "PLAY"
    buy_in_min: int
    buy_in_max: int
    rake: RakePolicy = NO_RAKE
    clocks: Clocks = Clocks()
    kind: GameKind = GameKind.CASH
    state: TableState = TableState.OPEN
    tags: tuple[str, ...] = ()
    language: str = "en"
    notice: str = ""
    revision: int = 1
    changed_at_ms: int = 0


def verify_table(table: Table) -> HouseRules:
    """The rules that the table plays by. Raises BadTable with the field's name."""
    _verify_words(table)
    rules = house_rules(table)
    _need(table.kind is GameKind.CASH, "kind", "Tournaments make their own tables.")
    most = seats_limit(rules, table.game)
    _need(2 <= table.seats_max <= most, "seats_max", f"This game seats 2 to {most}.")
    _need(_CURRENCY.fullmatch(table.currency) is not None, "currency", "PLAY or an ISO code.")
    _verify_stakes(table)
    _verify_buy_in(table)
    _verify_rake(table.rake)
    clocks = table.clocks
    _need(5 <= clocks.turn_s <= 600, "turn_s", "A turn lasts 5 to 600 seconds.")
    for field in ("bank_s", "bank_refill_s", "bank_refill_hands"):
        _need(0 <= getattr(clocks, field) <= 3_600, field, "From 0 to 3600.")
    return rules


def house_rules(table: Table) -> HouseRules:
    """The profile with the table's own parameters. Raises BadTable."""
    profile = PROFILES.get(table.profile)
    if profile is None:
        raise BadTable(f"There is no profile {table.profile!r}.", details={"field": "profile"})
    _need(len(table.rules) <= RULES_MAX, "rules", f"At most {RULES_MAX} parameters.")
    settings = {**msgspec.structs.asdict(profile), **table.rules}
    try:
        rules = msgspec.convert(settings, HouseRules, strict=False)
        verify_rules(rules)
        return rules
    except (msgspec.ValidationError, ProfileError) as error:
        raise BadTable(f"House rules: {error}.", details={"field": "rules"}) from error


def with_house_buy_in(table: Table) -> Table:
    """A table that sets no buy-in takes the house's, or raises BadTable (MON-02, MON-03)."""
    if table.buy_in_min or table.buy_in_max:
        return table
    limits = buy_in(house_rules(table), table.limit, table.stakes)
    return msgspec.structs.replace(
        table, buy_in_min=limits.least, buy_in_max=limits.most or MAX_AMOUNT
    )


def changed(old: Table, new: Table, now_ms: int) -> Table:
    """`new` as the next revision of `old`. Raises StaleRevision, TableIsClosed, BadTable."""
    if old.state in (TableState.CLOSING, TableState.CLOSED):
        raise TableIsClosed
    if new.revision != old.revision:
        raise StaleRevision
    for field in ("table_id", "game", "limit", "currency", "kind"):
        same = getattr(old, field) == getattr(new, field)
        _need(same, field, "That never changes; make another table.")
    _need(new.state is old.state, "state", "Set the state by its own call.")
    verify_table(new)
    return msgspec.structs.replace(new, revision=old.revision + 1, changed_at_ms=now_ms)


def with_state(old: Table, state: TableState, notice: str, now_ms: int) -> Table:
    """The table opened, paused or closing. Raises BadState, TableIsClosed."""
    if state is TableState.CLOSED:
        raise BadState
    if old.state in (TableState.CLOSING, TableState.CLOSED):
        raise TableIsClosed
    shown = "" if state is TableState.OPEN else notice
    return msgspec.structs.replace(
        old, state=state, notice=shown, revision=old.revision + 1, changed_at_ms=now_ms
    )


def _verify_words(table: Table) -> None:
    _need(_SLUG.fullmatch(table.table_id) is not None, "table_id", "1 to 40 of a-z, 0-9, hyphen.")
    name = table.name.strip()
    printable = all(unicodedata.category(char)[0] not in "CZ" or char == " " for char in name)
    _need(0 < len(name) <= NAME_MAX and printable, "name", f"1 to {NAME_MAX} characters.")
    _need(len(table.tags) <= TAGS_MAX, "tags", f"At most {TAGS_MAX} tags.")
    _need(all(_TAG.fullmatch(tag) for tag in table.tags), "tags", "1 to 20 of a-z, 0-9, hyphen.")
    _need(_LANGUAGE.fullmatch(table.language) is not None, "language", "A BCP 47 tag.")


def _verify_stakes(table: Table) -> None:
    stakes = table.stakes
    amounts = {
        name: getattr(stakes, name)
        for name in ("small_blind", "big_blind", "lower", "upper", "ante", "bring_in")
    }
    _need(1 <= stakes.unit <= MAX_STAKE, "unit", "The smallest chip is at least 1.")
    for name, amount in amounts.items():
        _need(0 <= amount <= MAX_STAKE, name, f"From 0 to {MAX_STAKE}.")
        _need(amount % stakes.unit == 0, name, f"A multiple of the smallest chip, {stakes.unit}.")
    plan = PLANS[table.game]
    if table.limit is LimitKind.FIXED:
        _need(0 < stakes.lower <= stakes.upper, "lower", "Fixed limit has a lower and upper bet.")
    else:
        _need(stakes.upper == 0, "upper", "Only fixed limit has an upper bet.")
    if plan.stud:
        _need(stakes.small_blind == stakes.big_blind == 0, "big_blind", "Stud has no blinds.")
        _need(stakes.lower > 0, "lower", "Stud has a smallest bet.")
        _need(0 < stakes.bring_in <= stakes.lower, "bring_in", "From 1 to the smallest bet.")
        _need(stakes.ante < stakes.lower, "ante", "Smaller than the smallest bet.")
    else:
        _need(stakes.bring_in == 0, "bring_in", "Only stud has a bring-in.")
        _need(0 < stakes.small_blind <= stakes.big_blind, "small_blind", "From 1 to the big blind.")
        if table.limit is LimitKind.FIXED:
            _need(stakes.lower == stakes.big_blind, "lower", "It is the big blind.")
        else:
            _need(stakes.lower == 0, "lower", "Only fixed limit has a lower bet.")


def smallest_bet(table: Table) -> int:
    """What the buy-in is measured by: the big blind, or stud's smallest bet."""
    return table.stakes.big_blind or table.stakes.lower


def _verify_buy_in(table: Table) -> None:
    low, high = table.buy_in_min, table.buy_in_max
    _need(low >= smallest_bet(table), "buy_in_min", "At least one big blind or bet.")
    _need(low <= high <= MAX_AMOUNT, "buy_in_max", "Not below the least, at most 10^15.")
    unit = table.stakes.unit
    _need(low % unit == 0 and high % unit == 0, "buy_in_min", "Multiples of the smallest chip.")


def _verify_rake(rake: RakePolicy) -> None:
    _need(0 <= rake.basis_points <= 10_000, "rake", "From 0 to 10000 basis points.")
    _need(len(rake.caps) <= 10, "rake", "At most ten caps.")
    players = [entry.players for entry in rake.caps]
    _need(players == sorted(set(players)), "rake", "Caps ascend by players.")
    _need(all(0 < number <= 10 for number in players), "rake", "Caps are for 1 to 10 players.")
    _need(all(0 <= entry.cap <= MAX_STAKE for entry in rake.caps), "rake", "A cap is too large.")


def _need(holds: bool, field: str, sentence: str) -> None:
    if not holds:
        raise BadTable(sentence, details={"field": field})
