"""The scanner finds what it is for: each planted leak raises."""

from typing import Any

import pytest

from tests.gateway.scanner import Leak, Scanner

STARTED = {"hand_started": {"hand_id": "h1"}}
SEATED = {"seat_changed": {"seat": {"seat": 1, "account_id": "ann"}}}


def frame(*facts: dict[str, Any], own: dict[str, Any] | None = None) -> dict[str, Any]:
    """An event's frame."""
    event: dict[str, Any] = {"event": {"hand_id": "h1", "facts": list(facts)}}
    return {"event": event if own is None else {**event, "own": own}}


def ann() -> Scanner:
    """Ann in seat 1 of a running hand, with her cards."""
    scanner = Scanner("ann")
    scanner.frame(frame(SEATED))
    scanner.frame(frame(STARTED, own={"seat": 1, "cards": "AsKd"}))
    return scanner


def test_what_may_be_seen_is_no_leak() -> None:
    scanner = ann()
    scanner.frame(frame({"board_dealt": {"cards": "2c3d4h", "board": "2c3d4h"}}))
    scanner.frame(frame({"dealt": {"seat": 2, "up": True, "cards": "9s"}}))
    scanner.frame(frame({"shown": {"seat": 2, "cards": "QhQd", "high_cards": "QhQd9s4h3d"}}))
    scanner.frame({"answer": {"action_id": "6h_VAqmXfL", "ok": True}})
    scanner.frame({"head": {"table_id": "t", "sequence": 7}})
    assert scanner.holes == {("h1", 1): "AsKd"}
    assert scanner.shown == {("h1", 2): "QhQd"}


@pytest.mark.parametrize(
    "leak",
    [
        frame({"dealt": {"seat": 2, "count": 2, "cards": "QhQd"}}),
        frame({"burned": {"count": 1, "card": "7c"}}),
        frame({"drew": {"seat": 2, "count": 1, "discards": "7c"}}),
        frame({"note": {"text": "seat 2 holds Qh and a queen"}}),
        frame({"shown": {"seat": 2, "cards": "QhQd", "high_cards": "QhQdAc"}}),
        frame({"acted": {"seat": 2, "verb": "fold"}}, {"shown": {"seat": 2, "cards": "QhQd"}}),
        frame(own={"seat": 2, "cards": "QhQd"}),
        frame({"hand_started": {"hand_id": "h2"}}, {"note": {"text": "AsKd"}}),
        {"notice": {"text": "next card: 2c"}},
        {"refusal": {"error": {"details": {"deck": "2c3c4c"}}}},
    ],
)
def test_each_planted_leak_is_found(leak: dict[str, Any]) -> None:
    with pytest.raises(Leak):
        ann().frame(leak)


def test_a_spectator_has_no_cards_of_their_own() -> None:
    scanner = Scanner("")
    with pytest.raises(Leak):
        scanner.frame(frame(STARTED, own={"seat": 0, "cards": "AsKd"}))
