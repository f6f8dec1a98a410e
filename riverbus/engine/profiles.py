"""The named profiles, and profiles read from TOML text. Pure: the caller reads the file."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from riverbus.core.games import Game, LimitKind
from riverbus.engine.rules import HouseRules

STONER = HouseRules()

STANDARD = msgspec.structs.replace(
    STONER,
    name="standard",
    bring_in_ties="suit",
    open_pair="opening",
)

WINNING_HAND = msgspec.structs.replace(
    STONER,
    name="winning_hand",
    games=(
        "holdem limit",
        "omaha limit",
        "stud5 limit",
        "stud limit",
        "draw limit",
        "draw pot-limit",
        "draw no-limit",
    ),
    omaha_seats_max=5,
    small_blind_rounding="down",
    stud_ante_fraction="1/2",
    heads_up_cap="cash_unlimited",
    button="dead",
    missing_small_blind="big_blind_pays_both",
    missing_small_blind_draw="two_big_blinds",
    missed_small_owes="small",
    burn_cards="streets",
    bring_in_ties="suit",
    stud_shortage="burns",
    checked_showdown="first_option",
    limit_buy_in_unit="lower_limit",
    short_buys="not_in_draw_and_stud",
)

PARTY = msgspec.structs.replace(
    STONER,
    name="party",
    games=(
        "holdem limit",
        "holdem pot-limit",
        "holdem no-limit",
        "omaha limit",
        "omaha pot-limit",
        "omaha no-limit",
        "omaha8 limit",
        "omaha8 pot-limit",
        "omaha8 no-limit",
        "stud limit",
        "stud8 limit",
    ),
    bring_in_ties="suit",
    checked_showdown="first_option",
)

CLASSIC = msgspec.structs.replace(
    STONER,
    name="classic",
    games=(
        "holdem limit",
        "holdem pot-limit",
        "holdem no-limit",
        "omaha limit",
        "omaha pot-limit",
        "omaha no-limit",
        "omaha8 limit",
        "omaha8 pot-limit",
        "omaha8 no-limit",
    ),
    holdem_seats_max=9,
    pot_limit_min_bet="upper_stake",
    show_all_at_showdown="omaha",
)

TDA = msgspec.structs.replace(
    WINNING_HAND,
    name="tda",
    holdem_seats_max=10,
    omaha_seats_max=10,
    draw_seats_max=6,
    pot_limit_blinds="full",
    heads_up_cap="round_unlimited",
    under_raise_fraction="1",
    limit_under_raise_fraction="1/2",
    limit_short_raise="complete",
    missing_small_blind="nobody",
    missing_small_blind_draw="nobody",
    big_blind_ante_order="blind_first",
    first_to_act_ties="suit",
    open_pair="none",
    stud_shortage="mix",
    seventh_opener="sixth",
    all_in_face_up=True,
    stud_odd_chip="suit",
    identical_hands="even",
    protection_uses=0,
)

PROFILES: Mapping[str, HouseRules] = {
    rules.name: rules for rules in (STONER, STANDARD, WINNING_HAND, PARTY, CLASSIC, TDA)
}


class ProfileError(ValueError):
    """Raised when a profile or a parameter over a profile is unknown, wrong or contradictory.

    `line` is the line of the profile's text that it is about; 0: not known, or no text.
    """

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.line = line


def profile(name: str) -> HouseRules:
    """The named profile; raises ProfileError when there is none of that name."""
    found = PROFILES.get(name)
    if found is None:
        raise ProfileError(f"no profile {name!r}; there are {', '.join(PROFILES)}")
    return found


def with_rules(base: HouseRules, parameters: Mapping[str, Any]) -> HouseRules:
    """The base with single parameters over it, all checked; raises ProfileError with the reason."""
    known = msgspec.structs.asdict(base)
    for key in parameters:
        if key not in known:
            raise ProfileError(f"no parameter {key!r} in the house rules")
    merged = {**known, **parameters}
    shown = merged["show_all_at_showdown"]
    if isinstance(shown, bool):
        merged["show_all_at_showdown"] = "always" if shown else "never"
    try:
        rules = msgspec.convert(merged, HouseRules)
    except msgspec.ValidationError as error:
        raise ProfileError(str(error)) from None
    verify_rules(rules)
    return rules


def load_profile(text: str) -> HouseRules:
    """A profile from TOML: `name`, optional `base` (a profile), and a `[rules]` table.

    Raises ProfileError with reason and line.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        raise ProfileError(f"not TOML: {error}", int(at[1]) if at else 0) from None
    for key in document:
        if key not in ("name", "base", "rules"):
            reason = f"unknown key {key!r}; a profile has name, base and [rules]"
            raise ProfileError(reason, _line_of(text, key))
    name, base, rules = document.get("name"), document.get("base", "stoner"), document.get("rules")
    if not isinstance(name, str) or name in PROFILES:
        raise ProfileError("a profile needs a name of its own", _line_of(text, "name"))
    if not isinstance(base, str):
        raise ProfileError("base must be the name of a profile", _line_of(text, "base"))
    if rules is not None and not isinstance(rules, dict):
        raise ProfileError("[rules] must be a table of parameters", _line_of(text, "rules"))
    if base not in PROFILES:
        raise ProfileError(f"no profile {base!r} to start from", _line_of(text, "base"))
    try:
        return with_rules(profile(base), {**(rules or {}), "name": name})
    except ProfileError as error:
        named = next((key for key in rules or {} if key in str(error)), "name")
        raise ProfileError(str(error), _line_of(text, named)) from None


def _line_of(text: str, key: str) -> int:
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*\[?{re.escape(key)}\b", line):
            return number
    return 1


def verify_rules(rules: HouseRules) -> None:
    """Raises ProfileError when two parameters contradict each other."""
    if rules.burn_cards == "none" and rules.stud_shortage != "rest":
        raise ProfileError(f"stud_shortage {rules.stud_shortage!r} needs burn_cards")
    if rules.stud_shortage == "rest" and rules.burn_cards != "none":
        raise ProfileError("stud_shortage 'rest' forgets the burn_cards: use 'burns' or 'mix'")
    if rules.all_in_face_up and rules.history_shows_called == "hidden":
        raise ProfileError("all_in_face_up shows what history_shows_called would hide")
    if rules.limit_buy_in_max and rules.limit_buy_in_unit == "lower_limit":
        _verify_range("limit_buy_in", rules.limit_buy_in_min, rules.limit_buy_in_max)
    if rules.limit_buy_in_max and rules.limit_buy_in_unit == "small_blind":
        _verify_range("limit_buy_in", rules.limit_buy_in_min, 2 * rules.limit_buy_in_max)
    if rules.big_bet_buy_in_max:
        _verify_range("big_bet_buy_in", rules.big_bet_buy_in_min, rules.big_bet_buy_in_max)
    if len(set(rules.games)) != len(rules.games):
        raise ProfileError("games names a game twice")
    for listed in rules.games:
        game, _, limit = listed.partition(" ")
        if game not in set(Game) or limit not in set(LimitKind):
            raise ProfileError(f"games: {listed!r} is no 'game limit' pair")


def _verify_range(name: str, least: int, most: int) -> None:
    if least > most:
        raise ProfileError(f"{name}_min lies above {name}_max")
