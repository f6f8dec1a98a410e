"""Which tables can be played, how they change, and the shipped seeds."""

from importlib.resources import files

import msgspec
import pytest

from riverbus.core.games import Game, GameKind, LimitKind, Stakes
from riverbus.core.rake import RakeCap, RakePolicy
from services.lobby.app.seeds import read_seeds
from services.lobby.domain.errors import BadState, BadTable, StaleRevision, TableIsClosed
from services.lobby.domain.tables import (
    Clocks,
    Table,
    TableState,
    changed,
    verify_table,
    with_house_buy_in,
    with_state,
)

HOLDEM = Table(
    table_id="oxbow",
    name="Oxbow",
    game=Game.HOLDEM,
    limit=LimitKind.NONE,
    stakes=Stakes(small_blind=1, big_blind=2),
    seats_max=6,
    buy_in_min=40,
    buy_in_max=200,
)
STUD = msgspec.structs.replace(
    HOLDEM,
    game=Game.STUD,
    limit=LimitKind.FIXED,
    stakes=Stakes(lower=5, upper=10, ante=1, bring_in=2),
    seats_max=8,
)


def with_(table: Table, **fields: object) -> Table:
    """The table with other fields."""
    return msgspec.structs.replace(table, **fields)


def test_good_tables() -> None:
    for table in (
        HOLDEM,
        STUD,
        with_(HOLDEM, rules={"raises_max": "4", "heads_up_switch": "false"}),
    ):
        rules = verify_table(table)
    assert (rules.raises_max, rules.heads_up_switch) == (4, False)


@pytest.mark.parametrize(
    ("table", "field"),
    [
        (with_(HOLDEM, table_id="Ox Bow"), "table_id"),
        (with_(HOLDEM, table_id=""), "table_id"),
        (with_(HOLDEM, name=" "), "name"),
        (with_(HOLDEM, name="x" * 41), "name"),
        (with_(HOLDEM, name="a\nb"), "name"),
        (with_(HOLDEM, profile="nobody"), "profile"),
        (with_(HOLDEM, rules={"raises_max": "many"}), "rules"),
        (with_(HOLDEM, rules={"no_such": "1"}), "rules"),
        (with_(HOLDEM, rules={"burn_cards": "streets"}), "rules"),
        (with_(HOLDEM, seats_max=1), "seats_max"),
        (with_(HOLDEM, seats_max=11), "seats_max"),
        (with_(STUD, seats_max=9), "seats_max"),
        (with_(HOLDEM, currency="usd"), "currency"),
        (with_(HOLDEM, kind=GameKind.TOURNAMENT), "kind"),
        (with_(HOLDEM, stakes=Stakes(small_blind=3, big_blind=2)), "small_blind"),
        (with_(HOLDEM, stakes=Stakes(small_blind=1, big_blind=10**15)), "big_blind"),
        (with_(HOLDEM, stakes=Stakes(small_blind=-1, big_blind=2)), "small_blind"),
        (with_(HOLDEM, stakes=Stakes(small_blind=1, big_blind=2, unit=2)), "small_blind"),
        (with_(HOLDEM, stakes=Stakes(small_blind=1, big_blind=2, upper=4)), "upper"),
        (with_(HOLDEM, limit=LimitKind.FIXED), "lower"),
        (with_(STUD, stakes=Stakes(lower=5, upper=10, ante=1)), "bring_in"),
        (with_(STUD, stakes=Stakes(lower=5, upper=10, ante=5, bring_in=2)), "ante"),
        (with_(STUD, stakes=Stakes(lower=5, upper=4, bring_in=2)), "lower"),
        (with_(HOLDEM, buy_in_min=1), "buy_in_min"),
        (with_(HOLDEM, buy_in_max=39), "buy_in_max"),
        (with_(HOLDEM, buy_in_max=10**16), "buy_in_max"),
        (with_(HOLDEM, rake=RakePolicy(basis_points=10_001)), "rake"),
        (with_(HOLDEM, rake=RakePolicy(caps=(RakeCap(4, 1), RakeCap(2, 1)))), "rake"),
        (with_(HOLDEM, clocks=Clocks(turn_s=1)), "turn_s"),
        (with_(HOLDEM, tags=("Two Words",)), "tags"),
        (with_(HOLDEM, language="German"), "language"),
    ],
)
@pytest.mark.rule("MON-11")
def test_bad_tables_name_the_field(table: Table, field: str) -> None:
    with pytest.raises(BadTable) as caught:
        verify_table(table)
    assert caught.value.details["field"] == field


@pytest.mark.rule("MON-02", "MON-03")
def test_a_table_without_a_buy_in_takes_the_houses() -> None:
    big_bet = with_house_buy_in(with_(HOLDEM, buy_in_min=0, buy_in_max=0))
    assert (big_bet.buy_in_min, big_bet.buy_in_max) == (20, 40)
    limit = with_house_buy_in(
        with_(
            HOLDEM,
            limit=LimitKind.FIXED,
            stakes=Stakes(small_blind=1, big_blind=2, lower=2, upper=4),
            buy_in_min=0,
            buy_in_max=0,
        )
    )
    assert (limit.buy_in_min, limit.buy_in_max) == (10, 40)
    verify_table(limit)
    assert with_house_buy_in(HOLDEM) is HOLDEM


def test_a_change_raises_the_revision_and_keeps_what_never_changes() -> None:
    new = changed(HOLDEM, with_(HOLDEM, name="Old Oxbow"), 5)
    assert (new.name, new.revision, new.changed_at_ms) == ("Old Oxbow", 2, 5)
    with pytest.raises(StaleRevision):
        changed(new, HOLDEM, 6)
    with pytest.raises(BadTable):
        changed(HOLDEM, with_(HOLDEM, currency="USD"), 6)


def test_closing_is_for_good() -> None:
    paused = with_state(HOLDEM, TableState.PAUSED, "A word with the dealer.", 5)
    assert paused.notice
    assert not with_state(paused, TableState.OPEN, "Done.", 6).notice
    closing = with_state(paused, TableState.CLOSING, "Season is over.", 7)
    for state in TableState:
        with pytest.raises((TableIsClosed, BadState)):
            with_state(closing, state, "", 8)
    with pytest.raises(TableIsClosed):
        changed(closing, closing, 8)


@pytest.mark.rule("ACC-15", "MON-12")
def test_the_shipped_seeds_are_good() -> None:
    text = (files("services.lobby") / "seeds" / "tables.toml").read_text(encoding="utf-8")
    seeds = read_seeds(text)
    tables = [table for seed in seeds for table in seed.tables]
    assert len({table.table_id for table in tables}) == len(tables)
    holdem = seeds[0].tables
    assert {table.game for table in holdem} == {Game.HOLDEM}
    assert {table.limit for table in holdem} == set(LimitKind)
    assert {table.seats_max for table in holdem} == {2, 6, 9}
    assert {table.game for table in tables} == set(Game)
    assert {table.currency for table in tables} == {"PLAY"}
    assert all(table.seats_max == 2 for table in tables if "heads-up" in table.tags)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("seeds = 1", "Expected `array`"),
        ("[[seeds]]\nkey = 'a'\nnonsense = 1", "unknown field"),
        ("not toml", "Seed file"),
        (
            "[[seeds]]\nkey = 'a'\n[[seeds.tables]]\ntable_id = 'x'\nname = 'X'\ngame = 'holdem'\n"
            "limit = 'no-limit'\nseats_max = 12\nbuy_in_min = 40\nbuy_in_max = 50\n"
            "stakes = { small_blind = 1, big_blind = 2 }",
            "Seed a, table x, seats_max",
        ),
    ],
)
def test_a_bad_seed_file_says_where(text: str, reason: str) -> None:
    with pytest.raises(BadTable, match=reason):
        read_seeds(text)
