"""A scenario's outcome for people and for programs."""

from typing import Any

import msgspec

from riverbus.core.cards import cards_text
from riverbus.engine import events as ev
from riverbus.sim.scenario.checks import pots, returned
from riverbus.sim.scenario.errors import ScenarioError
from riverbus.sim.scenario.play import Outcome
from riverbus.sim.scenario.room import PlayedHand

_CARD_FIELDS = ("cards", "board", "stub", "discards", "high_cards", "low_cards")


def line_of(outcome: Outcome) -> str:
    """'file [profile]: ok', or the first difference."""
    scenario = outcome.scenario
    head = f"{scenario.file} [{scenario.profile}]"
    if outcome.failed is None:
        return f"{head}: ok"
    failed = outcome.failed
    return f"{head}: step {failed.step!r}: expected {failed.expected}, got {failed.got}"


def json_of(outcome: Outcome) -> dict[str, Any]:
    """The report's JSON object."""
    failed = outcome.failed
    return {
        "file": outcome.scenario.file,
        "profile": outcome.scenario.profile,
        "ok": failed is None,
        "failed": None
        if failed is None
        else {"step": failed.step, "expected": failed.expected, "got": failed.got},
        "stacks": outcome.stacks,
        "rake": outcome.rake,
        "hands": [_hand(played) for played in outcome.hands],
    }


def json_of_error(error: ScenarioError) -> dict[str, Any]:
    """The JSON object of a file that cannot be read."""
    return {"file": error.file, "ok": False, "line": error.line, "reason": error.reason}


def _hand(played: PlayedHand) -> dict[str, Any]:
    hand = played.hand
    return {
        "events": [_event(event) for event in played.events],
        "pots": [{"amount": pot.amount, "to": dict(pot.to)} for pot in pots(played)],
        "returned": returned(played),
        "stacks": {
            name: hand.stack[hand.position[seat]] for seat, name in sorted(played.names.items())
        },
    }


def _event(event: ev.Event) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(event)
    for key in _CARD_FIELDS:
        if key in plain:
            plain[key] = cards_text(plain[key])
    return plain
