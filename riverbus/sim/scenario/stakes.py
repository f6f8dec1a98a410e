"""A scenario's stakes, completed by the room's defaults, and those of a later level."""

from collections.abc import Mapping
from typing import Any

from riverbus.core.games import MAX_AMOUNT, Game, LimitKind, Stakes
from riverbus.engine.rules import HouseRules
from riverbus.engine.table_limits import TableLimitError, resolve_stakes
from riverbus.sim.scenario.fields import Fields
from riverbus.sim.scenario.model import Level, Scenario


def read_stakes(
    top: Fields, rules: HouseRules, game: Game, limit: LimitKind, given: Mapping[str, Any]
) -> Stakes:
    """The stakes that a table states, completed by the room's defaults."""
    fields = Fields(dict(given), top.text, top.file, ("stakes", 0))
    fields.only("small_blind big_blind lower upper ante bring_in unit ante_from")
    sizes = {
        key: fields.amount(key, 0, MAX_AMOUNT)
        for key in ("small_blind", "big_blind", "lower", "upper", "ante", "bring_in", "unit")
        if fields.has(key)
    }
    source = fields.one_of("ante_from", ("each", "big_blind"), "each")
    try:
        return resolve_stakes(
            rules, game, limit, **sizes, ante_from_big_blind=source == "big_blind"
        )
    except TableLimitError as error:
        raise top.error("stakes", str(error)) from None


def stakes_of_level(scenario: Scenario, level: Level) -> Stakes:
    """The stakes of a later tournament level: the blinds, or stud's limits."""
    given = dict(scenario.stakes_given)
    by_limits = "lower" in given or "upper" in given
    for key in ("lower", "upper", "small_blind", "big_blind", "bring_in", "ante"):
        given.pop(key, None)
    first, second = ("lower", "upper") if by_limits else ("small_blind", "big_blind")
    given.update({first: level.first, second: level.second})
    if level.ante is not None:
        given["ante"] = level.ante
    top = Fields({}, "", scenario.file)
    return read_stakes(top, scenario.rules, scenario.game, scenario.limit, given)
