"""Button, blinds, debts and newcomers over several hands."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverbus.core.games import Game, GameKind, Stakes
from riverbus.engine.lineup import HandPlan, LineupError, LineupSeat, NoHand, Positions
from riverbus.engine.next_hand import plan_next_hand
from riverbus.engine.profiles import PROFILES, STONER, TDA, WINNING_HAND, with_rules
from riverbus.engine.rules import HouseRules

STAKES = Stakes(small_blind=5, big_blind=10, lower=10, upper=20)


class Table:
    """Seats and positions carried from hand to hand, as a table does."""

    def __init__(
        self,
        rules: HouseRules,
        seats: Sequence[int],
        *,
        button: int,
        kind: GameKind = GameKind.CASH,
        game: Game = Game.HOLDEM,
        stakes: Stakes = STAKES,
        seats_max: int = 10,
    ) -> None:
        self.rules, self.kind, self.game, self.stakes = rules, kind, game, stakes
        self.seats_max = seats_max
        self.seats = {seat: LineupSeat(seat=seat, stack=1000) for seat in seats}
        self.previous = Positions(button=button)

    def change(self, seat: int, **fields: Any) -> None:
        known = self.seats.get(seat, LineupSeat(seat=seat, stack=1000))
        self.seats[seat] = msgspec.structs.replace(known, **fields)

    def plan(self) -> HandPlan | NoHand:
        return plan_next_hand(
            rules=self.rules,
            stakes=self.stakes,
            game=self.game,
            kind=self.kind,
            seats=list(self.seats.values()),
            previous=self.previous,
            seats_max=self.seats_max,
        )

    def deal(self) -> HandPlan:
        plan = self.plan()
        assert isinstance(plan, HandPlan)
        self.previous = plan.positions
        for standing in plan.seats:
            self.change(standing.seat, owes=standing.owes, new=standing.new, posts=False)
        return plan

    def posts(self, plan: HandPlan) -> list[tuple[int, str, int]]:
        return [(post.seat, post.kind, post.amount) for post in plan.posts]


def places(plan: HandPlan) -> tuple[int, int, int]:
    at = plan.positions
    return at.button, at.small_blind, at.big_blind


def blinds(plan: HandPlan) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for post in plan.posts:
        found.setdefault(post.kind, []).append(post.seat)
    return found


@pytest.mark.rule("BLD-01", "BLD-16")
def test_the_button_goes_round_and_the_blinds_sit_left_of_it() -> None:
    table = Table(STONER, [1, 3, 4, 7], button=7)
    assert places(table.deal()) == (7, 1, 3)
    plan = table.deal()
    assert places(plan) == (1, 3, 4)
    assert plan.dealt_in == (3, 4, 7, 1)


@pytest.mark.parametrize(("busted", "expected"), [(1, (3, 3, 2)), (2, (3, 3, 1)), (3, (2, 2, 1))])
@pytest.mark.parametrize("rules", [STONER, WINNING_HAND, TDA], ids=lambda r: r.name)
@pytest.mark.rule("BLD-02")
def test_bl_02_three_become_two(
    rules: HouseRules, busted: int, expected: tuple[int, int, int]
) -> None:
    table = Table(rules, [1, 2, 3], button=1, kind=GameKind.TOURNAMENT)
    table.deal()
    del table.seats[busted]
    assert places(table.deal()) == expected


def test_bl_02_plain_rotation_without_the_switch() -> None:
    table = Table(msgspec.structs.replace(STONER, heads_up_switch=False), [1, 2, 3], button=1)
    table.deal()
    del table.seats[2]
    assert places(table.deal()) == (3, 3, 1)
    table = Table(msgspec.structs.replace(STONER, heads_up_switch=False), [1, 2, 3], button=1)
    table.deal()
    del table.seats[1]
    assert places(table.deal()) == (2, 2, 3), "seat 3 pays the big blind twice in a row"


@pytest.mark.rule("BLD-06")
def test_bl_04_small_blind_busts_dead_button() -> None:
    table = Table(TDA, [1, 2, 3, 4, 5], button=1, kind=GameKind.TOURNAMENT)
    table.deal()
    del table.seats[2]
    assert places(table.deal()) == (2, 3, 4)
    assert places(table.deal()) == (3, 4, 5)


@pytest.mark.rule("BLD-06")
def test_bl_04_small_blind_busts_moving_button() -> None:
    table = Table(STONER, [1, 2, 3, 4, 5], button=1, kind=GameKind.TOURNAMENT)
    table.deal()
    del table.seats[2]
    assert places(table.deal()) == (3, 4, 5)


def test_bl_05_both_blinds_bust() -> None:
    table = Table(TDA, [1, 2, 3, 4, 5], button=1, kind=GameKind.TOURNAMENT)
    table.deal()
    del table.seats[2], table.seats[3]
    plan = table.deal()
    assert places(plan) == (2, 3, 4)
    assert blinds(plan) == {"big_blind": [4]}
    assert plan.dealt_in[-1] == 1
    plan = table.deal()
    assert places(plan) == (3, 4, 5)
    assert plan.dealt_in[-1] == 1


def test_bl_08_newcomers_in_a_cash_game() -> None:
    table = Table(WINNING_HAND, [1, 3, 4, 6, 8], button=1)
    for seat in (2, 5, 9):
        table.change(seat, new=True, posts=seat != 9)
    plan = table.deal()
    assert places(plan) == (1, 3, 4)
    refused = {standing.seat: standing.refused for standing in plan.seats if standing.refused}
    assert refused == {2: "waits_for_button", 9: "waits_for_blind"}
    assert ("live", [5]) in blinds(plan).items()


def test_bl_08_newcomers_in_a_tournament() -> None:
    table = Table(TDA, [1, 3, 4, 6, 8], button=1, kind=GameKind.TOURNAMENT)
    for seat in (2, 5, 9):
        table.change(seat, new=True)
    plan = table.deal()
    assert set(plan.dealt_in) == {1, 3, 4, 5, 6, 8, 9}
    assert blinds(plan) == {"small_blind": [3], "big_blind": [4]}


@pytest.mark.parametrize(
    ("owes", "posts"),
    [
        ("small", [(8, "dead", 5)]),
        ("both", [(8, "live", 10), (8, "dead", 5)]),
        ("", []),
    ],
)
def test_bl_07_missed_blinds_owed(owes: str, posts: list[tuple[int, str, int]]) -> None:
    table = Table(WINNING_HAND, [1, 3, 4, 6, 8], button=1)
    table.change(8, owes=owes, posts=True)
    plan = table.deal()
    assert [entry for entry in table.posts(plan) if entry[0] == 8] == posts
    assert 8 in plan.dealt_in


def test_bl_07_the_small_blind_alone_may_count() -> None:
    rules = msgspec.structs.replace(WINNING_HAND, missed_small_is="live")
    table = Table(rules, [1, 3, 4, 6, 8], button=1)
    table.change(8, owes="small", posts=True)
    assert (8, "live", 5) in table.posts(table.deal())


@pytest.mark.rule("BLD-07", "BLD-08")
def test_a_missed_small_blind_is_small_and_a_missed_big_blind_is_both() -> None:
    table = Table(WINNING_HAND, [1, 2, 3, 4, 5, 6], button=1)
    table.deal()
    table.change(3, sitting_out=True)  # was the big blind
    table.change(4, sitting_out=True)  # would be the big blind
    plan = table.deal()
    owed = {standing.seat: standing.owes for standing in plan.seats if standing.owes}
    assert owed == {3: "small", 4: "both"}


def test_one_who_comes_back_before_the_blinds_owes_nothing() -> None:
    table = Table(WINNING_HAND, [1, 2, 3, 4, 5, 6], button=1)
    table.deal()
    table.change(6, sitting_out=True)
    plan = table.deal()
    assert all(not standing.owes for standing in plan.seats)
    table.change(6, sitting_out=False)
    assert 6 in table.deal().dealt_in


@pytest.mark.rule("BLD-10")
def test_stoner_asks_both_for_one_missed_blind() -> None:
    table = Table(STONER, [1, 2, 3, 4, 5], button=1)
    table.deal()
    table.change(3, sitting_out=True)
    plan = table.deal()
    assert {s.seat: s.owes for s in plan.seats if s.owes} == {3: "both"}


@pytest.mark.rule("BLD-09")
def test_the_acting_big_blind_pays_a_missed_small_blind_too() -> None:
    table = Table(WINNING_HAND, [1, 2, 3, 4, 5], button=1)
    table.deal()
    table.change(3, sitting_out=True)
    plan = table.deal()
    assert table.posts(plan) == [(4, "big_blind", 10), (5, "big_blind", 10), (4, "dead", 5)]
    assert plan.positions.button == 2
    assert places(table.deal()) == (4, 5, 1)


@pytest.mark.rule("BLD-09")
def test_draw_has_two_big_blinds_and_the_first_catches_a_break() -> None:
    stakes = Stakes(small_blind=5, big_blind=10, lower=10, upper=20, ante=1)
    table = Table(WINNING_HAND, [1, 2, 3, 4, 5], button=1, game=Game.DRAW, stakes=stakes)
    table.deal()
    table.change(3, sitting_out=True)
    plan = table.deal()
    paid = [post for post in table.posts(plan) if post[1] != "ante"]
    assert paid == [(4, "big_blind", 10), (5, "big_blind", 10)]
    assert places(table.deal()) == (4, 5, 1)


@pytest.mark.rule("BLD-12")
def test_too_few_chips_for_the_blind() -> None:
    table = Table(STONER, [1, 2, 3, 4], button=1)
    table.change(4, stack=9)
    assert set(table.deal().dealt_in) == {1, 2, 3}
    table = Table(STONER, [1, 2, 3, 4], button=1, kind=GameKind.TOURNAMENT)
    table.change(4, stack=9)
    assert set(table.deal().dealt_in) == {1, 2, 3, 4}


def test_bl_11_no_hand_for_one_player_and_the_button_stays() -> None:
    table = Table(STONER, [1, 2], button=1)
    table.deal()
    table.change(2, sitting_out=True)
    assert isinstance(table.plan(), NoHand)


def test_a_newcomer_joins_two_players_as_the_big_blind() -> None:
    table = Table(WINNING_HAND, [1, 5], button=1)
    table.deal()
    table.change(3, new=True)
    plan = table.deal()
    assert (places(plan), set(plan.dealt_in)) == ((5, 5, 1), {1, 5})
    plan = table.deal()
    assert (places(plan), set(plan.dealt_in)) == ((5, 1, 3), {1, 3, 5})


def test_the_last_one_and_a_newcomer_start_anew() -> None:
    table = Table(STONER, [1, 5], button=1)
    table.deal()
    del table.seats[1]
    table.change(3, new=True)
    plan = table.deal()
    assert (places(plan), set(plan.dealt_in)) == ((5, 5, 3), {3, 5})


@pytest.mark.rule("STU-13", "ACT-16")
def test_stud_has_a_fixed_dealer_and_no_blinds() -> None:
    stakes = Stakes(lower=10, upper=20, ante=2, bring_in=5)
    table = Table(STONER, [1, 2, 3], button=0, game=Game.STUD, stakes=stakes, seats_max=8)
    for _ in range(2):
        plan = table.deal()
        assert (plan.positions.button, plan.dealt_in) == (8, (1, 2, 3))
        assert table.posts(plan) == [(1, "ante", 2), (2, "ante", 2), (3, "ante", 2)]
    table.change(2, joins_ante=False)
    assert table.deal().dealt_in == (1, 3)
    table.change(3, stack=11)
    assert isinstance(table.plan(), NoHand)


@pytest.mark.parametrize(
    ("order", "kinds"),
    [
        ("blind_first", ["small_blind", "big_blind", "big_blind_ante"]),
        ("ante_first", ["big_blind_ante", "small_blind", "big_blind"]),
    ],
)
def test_bl_13_ante_or_blind_first(order: str, kinds: list[str]) -> None:
    rules = with_rules(TDA, {"big_blind_ante_order": order})
    stakes = Stakes(small_blind=50, big_blind=100, ante=100, ante_from_big_blind=True)
    table = Table(rules, [1, 2, 3], button=1, kind=GameKind.TOURNAMENT, stakes=stakes)
    assert [kind for _, kind, _ in table.posts(table.deal())] == kinds


def test_a_debt_that_the_chips_do_not_cover_keeps_a_player_out() -> None:
    table = Table(WINNING_HAND, [1, 3, 4, 6, 8], button=1)
    table.change(8, owes="both", posts=True, stack=14)
    plan = table.deal()
    assert 8 not in plan.dealt_in
    assert plan.seats[-1].refused == "too_few_chips"


@pytest.mark.parametrize(
    "seats",
    [
        [LineupSeat(seat=1, stack=5), LineupSeat(seat=1, stack=5)],
        [LineupSeat(seat=0, stack=5)],
        [LineupSeat(seat=11, stack=5)],
        [LineupSeat(seat=1, stack=-1)],
    ],
)
def test_impossible_seats_are_refused(seats: list[LineupSeat]) -> None:
    with pytest.raises(LineupError):
        plan_next_hand(
            rules=STONER,
            stakes=STAKES,
            game=Game.HOLDEM,
            kind=GameKind.CASH,
            seats=seats,
            previous=Positions(),
            seats_max=10,
        )


SEAT_CHANGE = st.tuples(st.integers(1, 6), st.sampled_from(["out", "in", "leave", "sit", "post"]))


@given(
    profile=st.sampled_from(sorted(PROFILES)),
    kind=st.sampled_from(GameKind),
    changes=st.lists(st.lists(SEAT_CHANGE, max_size=3), max_size=12),
)
def test_whatever_happens_the_places_make_sense(
    profile: str, kind: GameKind, changes: list[list[tuple[int, str]]]
) -> None:
    table = Table(PROFILES[profile], [1, 2, 4, 5], button=1, kind=kind, seats_max=6)
    for hand in changes:
        for seat, change in hand:
            if change == "leave":
                table.seats.pop(seat, None)
            elif change == "sit" and seat not in table.seats:
                table.change(seat, new=True)
            elif seat in table.seats and change in ("out", "in"):
                table.change(seat, sitting_out=change == "out")
            elif seat in table.seats and change == "post":
                table.change(seat, posts=True)
        plan = table.plan()
        if isinstance(plan, NoHand):
            continue
        table.deal()
        verify(plan, table)


def verify(plan: HandPlan, table: Table) -> None:
    dealt = set(plan.dealt_in)
    posted = blinds(plan)
    assert len(dealt) >= 2
    assert dealt <= set(table.seats)
    assert posted["big_blind"], "somebody pays the big blind"
    assert {post.seat for post in plan.posts} <= dealt
    bigs = posted["big_blind"] + posted.get("live", [])
    assert len(bigs) == len(set(bigs)), "nobody pays two live blinds"
    assert not set(posted.get("small_blind", [])) & set(bigs)
    if len(dealt) == 2:
        assert posted["small_blind"] == [plan.positions.button]
    else:
        assert plan.positions.button not in posted["big_blind"]


@given(
    profile=st.sampled_from(sorted(PROFILES)),
    game=st.sampled_from([Game.HOLDEM, Game.DRAW]),
    seated=st.lists(
        st.tuples(st.integers(1, 9), st.sampled_from(["", "new", "small", "both"])),
        min_size=2,
        max_size=6,
        unique_by=lambda entry: entry[0],
    ),
)
def test_whoever_waits_plays_within_a_round_and_the_big_blind_is_fair(
    profile: str, game: Game, seated: list[tuple[int, str]]
) -> None:
    numbers = [seat for seat, _ in seated]
    table = Table(PROFILES[profile], numbers, button=numbers[0], game=game, seats_max=9)
    for seat, standing in seated:
        new = standing == "new"
        table.change(seat, new=new, owes="" if new else standing)
    paid = dict.fromkeys(numbers, 0)
    played: set[int] = set()
    last = 0
    for hand in range(3 * len(numbers)):
        plan = table.deal()
        played |= set(plan.dealt_in)
        bigs = blinds(plan)["big_blind"]
        assert last not in bigs, "twice in a row"
        last = bigs[-1]
        for seat in bigs:
            paid[seat] += 1
        assert hand < len(numbers) or played == set(numbers)
    assert max(paid.values()) - min(paid.values()) <= 2
