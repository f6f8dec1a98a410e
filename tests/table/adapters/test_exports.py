"""Finished hands as PHH, Open Hand History and text: replayed, read back, without hidden cards."""

import functools
import io
import json
import re
import tomllib
from contextlib import redirect_stderr
from decimal import Decimal
from pathlib import Path

import pytest
from pokerkit.notation import PokerStarsParser

from riverbus.core.games import Game, LimitKind, Stakes
from riverbus.core.rake import RakeCap, RakePolicy
from riverbus.engine.profiles import profile
from riverbus.pb.table.v1 import events_pb2, log_pb2
from riverbus.sim.phh.player import play
from riverbus.sim.phh.reader import parse_hand
from services.table.adapters.archived import cards_of, for_eyes
from services.table.adapters.exports.ohh import to_ohh
from services.table.adapters.exports.phh import to_phh
from services.table.adapters.exports.story import FormatNotForGame
from services.table.adapters.exports.text import to_text
from tests.table.adapters.bookkeeper import read_ohh, read_text
from tests.table.adapters.played import archived_hands
from tests.table.domain.felt import BLINDS, STUD

HOUSE = 30
"""Hands by the rules of a cash room, at the end of `many`."""
LIVE, DEAD = events_pb2.POST_KIND_LIVE, events_pb2.POST_KIND_DEAD
PHH_GAMES: list[tuple[Game, LimitKind, Stakes, int]] = [
    (Game.HOLDEM, LimitKind.NONE, BLINDS, 6),
    (Game.HOLDEM, LimitKind.FIXED, BLINDS, 6),
    (Game.OMAHA, LimitKind.POT, BLINDS, 6),
    (Game.OMAHA8, LimitKind.FIXED, BLINDS, 6),
    (Game.STUD, LimitKind.FIXED, STUD, 6),
    (Game.STUD8, LimitKind.FIXED, STUD, 6),
]


def hands(game: Game, limit: LimitKind, stakes: Stakes, seats: int) -> list[log_pb2.ArchivedHand]:
    """Some random hands as the archive keeps them."""
    found = archived_hands(game, limit, stakes, seats)
    assert len(found) >= 5
    return found


@pytest.mark.parametrize(("game", "limit", "stakes", "seats"), PHH_GAMES)
def test_phh_exports_replay_to_the_same_stacks(
    game: Game, limit: LimitKind, stakes: Stakes, seats: int
) -> None:
    replayed = 0
    found = [*hands(game, limit, stakes, seats), *many(game, limit)]
    if game is Game.STUD8:
        found = found[:-HOUSE]  # the house lets an open pair bet double; the format has one rule
    for hand in found:
        if LIVE in kinds_posted(hand) or protected(hand):
            with pytest.raises(FormatNotForGame):
                to_phh(hand)
            continue
        text = to_phh(hand)
        raw = tomllib.loads(text, parse_float=Decimal)
        outcome = play(parse_hand(Path("hand.phh"), raw))
        assert outcome.agrees, text
        rake = sum(f.hand_ended.rake for e in hand.events for f in e.facts)
        assert sum(outcome.got) == sum(ends(hand).values()) + rake
        assert (outcome.expected is None) == bool(rake), "stacks after rake are no poker"
        replayed += 1
    assert replayed >= 45


def test_phh_has_no_code_for_draw() -> None:
    hand = hands(Game.DRAW, LimitKind.FIXED, BLINDS, 5)[0]
    with pytest.raises(FormatNotForGame):
        to_phh(hand)


def kinds_posted(hand: log_pb2.ArchivedHand) -> set[int]:
    """Which posts there were."""
    return {f.posted.kind for e in hand.events for f in e.facts if f.HasField("posted")}


def protected(hand: log_pb2.ArchivedHand) -> bool:
    """Whether somebody was all-in by disconnection."""
    return any(f.acted.protected for e in hand.events for f in e.facts)


def ends(hand: log_pb2.ArchivedHand) -> dict[int, int]:
    """Stacks after the hand by seat."""
    return {
        stack.seat: stack.stack
        for event in hand.events
        for fact in event.facts
        if fact.HasField("hand_ended")
        for stack in fact.hand_ended.stacks
    }


@functools.cache
def many(game: Game, limit: LimitKind) -> list[log_pb2.ArchivedHand]:
    """Hands of full and short tables, with rake, antes, debts and short stacks."""
    stakes = STUD if game in (Game.STUD, Game.STUD8, Game.STUD5) else BLINDS
    seats = 5 if game is Game.DRAW else 6
    raked = RakePolicy(version="1", basis_points=500, caps=(RakeCap(2, 30),))
    return [
        *archived_hands(game, limit, stakes, seats, count=25, rake=raked),
        *archived_hands(game, limit, stakes, 2, count=15, seed=3),
        *archived_hands(
            game, limit, stakes, 4, count=HOUSE, seed=5, chips=150, breaks=True,
            rules=profile("stoner"),
        ),
    ]  # fmt: skip


EVERY = [
    (game, limit)
    for game in Game
    for limit in LimitKind
    if not (limit is not LimitKind.FIXED and game in (Game.STUD, Game.STUD8))
]


@pytest.mark.parametrize(("game", "limit"), EVERY)
def test_a_bookkeeper_who_only_has_the_export_comes_to_the_same_stacks(
    game: Game, limit: LimitKind
) -> None:
    """Every line and action is one that the formats know, every raise and all-in is told right."""
    found = many(game, limit)
    assert len(found) >= 60
    for hand in found:
        expected = ends(hand)
        names = {seat.seat: seat.name for seat in hand.seats}
        for view in (for_eyes(hand, hand.seats[0].seat, everything=False), hand):
            text = to_text(view, hand.seats[0].seat)
            books = read_text(text)
            assert books.stacks == {names[seat]: stack for seat, stack in expected.items()}, text
            books = read_ohh(to_ohh(view, hand.seats[0].seat))
            assert books.stacks == {str(seat): stack for seat, stack in expected.items()}


OHH_ACTIONS = {
    "Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle",
    "Post Dead", "Post Extra Blind", "Fold", "Check", "Bet", "Raise", "Call",
}  # fmt: skip
OHH_STREETS = {
    Game.STUD: "Third Street", Game.STUD8: "Third Street", Game.STUD5: "Second Street",
}  # fmt: skip


@pytest.mark.parametrize(("game", "limit"), EVERY)
def test_open_hand_history_keeps_to_the_specification(game: Game, limit: LimitKind) -> None:
    """Version 1.4.6; it has no streets for stud and draw and no discards: those are ours."""
    for hand in many(game, limit):
        document = json.loads(to_ohh(hand, hand.seats[0].seat))["ohh"]
        assert document["spec_version"] == "1.4.6"
        assert document["game_type"] in (
            "Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo", "Draw", "FiveCardStud",
        )  # fmt: skip
        assert document["bet_limit"]["bet_type"] in ("NL", "PL", "FL")
        assert document["flags"] == []
        ids = [player["id"] for player in document["players"]]
        assert len(set(ids)) == len(ids)
        assert document["hero_player_id"] in ids
        rounds = document["rounds"]
        assert [one["id"] for one in rounds] == list(range(len(rounds)))
        assert rounds[0]["street"] == OHH_STREETS.get(game, "Preflop")
        actions = [action for one in rounds for action in one["actions"]]
        numbers = [action["action_number"] for action in actions]
        assert numbers == list(range(1, len(numbers) + 1))
        assert all(action["player_id"] in ids for action in actions)
        known = OHH_ACTIONS | ({"Draws", "Stands Pat"} if game is Game.DRAW else set())
        assert {action["action"] for action in actions} <= known
        shown = [a for one in rounds if one["street"] == "Showdown" for a in one["actions"]]
        assert all(action["action"] in ("Shows Cards", "Mucks Cards") for action in shown)
        if game in (Game.HOLDEM, Game.OMAHA, Game.OMAHA8):
            streets = [one["street"] for one in rounds]
            order = ["Preflop", "Flop", "Turn", "River", "Showdown"]
            assert streets == [street for street in order if street in streets]
            assert all(a["action"] != "Bet" for a in rounds[0]["actions"])
        assert [pot["number"] for pot in document["pots"]] == list(range(len(document["pots"])))


@pytest.mark.filterwarnings("ignore:The field 'time_zone_abbreviation'")
def test_pokerkit_s_parser_reads_the_text_as_a_hand_that_can_be_played() -> None:
    """An independent parser; it knows no-limit hold'em. Its engine plays every action."""
    parse = PokerStarsParser()
    compared = 0
    for seed in range(4):
        for hand in archived_hands(Game.HOLDEM, LimitKind.NONE, BLINDS, 6, count=50, seed=seed):
            if {LIVE, DEAD} & kinds_posted(hand):
                continue  # it knows no blinds out of turn
            text = to_text(hand, 1)
            with redirect_stderr(io.StringIO()):
                [found] = parse(text, parse_value=_cents, error_status=True)
            order = {seat.name: seat for seat in hand.seats}
            players = found.players or []
            assert found.starting_stacks == [order[name].stack for name in players]
            final = [order[name].seat for name in players]
            *_, state = found
            shown = [f for e in hand.events for f in e.facts if f.HasField("shown")]
            mucked = any(f.HasField("mucked") for e in hand.events for f in e.facts)
            if shown and mucked:
                continue  # it cannot know who of two unseen hands would have won
            assert list(state.stacks) == [ends(hand)[seat] for seat in final], text
            compared += 1
    assert compared >= 100


def _cents(text: str) -> int:
    return int(Decimal(text) * 100)


@pytest.mark.rule("INT-05", "SHO-04")
@pytest.mark.parametrize(
    ("game", "limit", "stakes", "seats"),
    [*PHH_GAMES, (Game.DRAW, LimitKind.FIXED, BLINDS, 5), (Game.STUD5, LimitKind.FIXED, STUD, 6)],
)
def test_no_export_tells_a_folded_player_s_cards(
    game: Game, limit: LimitKind, stakes: Stakes, seats: int
) -> None:
    for hand in hands(game, limit, stakes, seats):
        view = for_eyes(hand, 1, everything=False)
        folded = {
            f.acted.seat for e in hand.events for f in e.facts
            if f.HasField("acted") and f.acted.verb == 1 and f.acted.seat != 1
        }  # fmt: skip
        for seat in folded:
            up = {
                f.dealt.cards for e in hand.events for f in e.facts
                if f.HasField("dealt") and f.dealt.up and f.dealt.seat == seat
            }  # fmt: skip
            held = cards_of(hand, seat)
            hidden = [held[at : at + 2] for at in range(0, len(held), 2)]
            texts = [to_text(view, 1), to_ohh(view, 1)]
            for card in hidden:
                if card in "".join(up):
                    continue
                for text in texts:
                    assert not re.search(rf"[\[ \"]{card}[\] \",]", text), (card, text)


def test_a_hand_as_text() -> None:
    hand = hands(Game.HOLDEM, LimitKind.NONE, BLINDS, 6)[1]
    text = to_text(hand, 1)
    lines = text.splitlines()
    assert re.match(
        r"PokerStars Hand #\d+:  Hold'em No Limit \(0\.05/0\.10\) - \d{4}/\d\d/\d\d .* UTC$",
        lines[0],
    )
    assert re.match(r"Table 'Felt' 6-max Seat #\d is the button$", lines[1])
    assert sum(line.startswith("Seat ") for line in lines) == 2 * len(hand.seats)
    assert "*** HOLE CARDS ***" in lines
    assert "*** SUMMARY ***" in lines
    assert any(re.match(r"Total pot [\d.]+.* \| Rake 0$", line) for line in lines)
