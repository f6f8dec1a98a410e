"""Clocks, lost lines, protection, advance actions (ACT-01 to ACT-06, ACT-12 to ACT-14)."""

import msgspec
import pytest

from riverbus.core.errors import RoomError
from riverbus.core.games import Game, LimitKind
from riverbus.engine.actions import BRING_IN, CALL, CHECK, FOLD, bet, raise_to
from riverbus.engine.profiles import profile
from services.table.domain.commands import Act, Outcome
from services.table.domain.facts import ActedBecause
from services.table.domain.table import settled
from services.table.domain.views import private_view
from tests.table.domain.felt import STUD, Felt, pace


def three() -> Felt:
    """Three players dealt in with 1,000 each and a few folded blinds; blinds 5/10."""
    felt = Felt()
    for name in "ABC":
        felt.sit(name)
    for _ in range(10):
        if felt.dealt_in() == {"A", "B", "C"}:
            break
        felt.act(felt.to_act, FOLD)
    assert felt.dealt_in() == {"A", "B", "C"}
    return felt


def positions(felt: Felt) -> tuple[str, str, str]:
    """Button, small blind, big blind by name."""
    places = felt.table.core.positions
    name = {number: seat.account_id for number, seat in felt.table.seats.items()}
    return name[places.button], name[places.small_blind], name[places.big_blind]


@pytest.mark.rule("ACT-01", "ACT-13")
def test_act_01_out_of_time_without_a_bet_is_a_fold_after_thirty_seconds() -> None:
    felt = three()
    button, _, _ = positions(felt)
    assert felt.to_act == button
    felt.wait(29.9)
    assert felt.to_act == button
    felt.wait(0.2)
    assert felt.to_act != button
    hand = felt.table.hand
    assert hand is not None
    assert hand.folded[hand.position[felt.seat(button).number]]
    assert felt.seat(button).protections_left == 2
    told = felt.facts(ActedBecause)[-1]
    assert isinstance(told, ActedBecause)
    assert told.reason == "timeout"


@pytest.mark.rule("ACT-01", "ACT-03", "ACT-14")
def test_act_01_out_of_time_with_a_bet_in_is_all_in_while_protection_is_left() -> None:
    felt = three()
    button, small, big = positions(felt)
    felt.act(button, raise_to(30))
    assert felt.to_act == small
    felt.wait(30.1)
    hand = felt.table.hand
    assert hand is not None
    at = hand.position[felt.seat(small).number]
    assert hand.protected[at]
    assert not hand.folded[at]
    assert felt.seat(small).protections_left == 1
    assert private_view(felt.table, felt.seat(small).number).protections_left == 1
    assert hand.stack[at] == felt.seat(small).stack - 5  # the rest of the stack is untouched
    felt.act(big, CALL)
    assert felt.to_act == big  # the others play on for a side pot
    now = felt.table.hand
    assert now is not None
    assert [pot.amount for pot in now.pots] == [15, 50]
    assert felt.seat(small).number not in now.pots[1].eligible


@pytest.mark.rule("ACT-02")
def test_act_02_a_lost_line_with_a_bet_in_has_thirty_seconds_then_checks_if_free() -> None:
    felt = three()
    button, small, big = positions(felt)
    felt.act(button, CALL)
    felt.act(small, CALL)
    assert felt.to_act == big
    felt.wait(20)
    felt.line(big, up=False)
    felt.wait(29)
    assert felt.to_act == big
    felt.wait(2)
    hand = felt.table.hand
    assert hand is not None
    assert not hand.folded[hand.position[felt.seat(big).number]]
    assert len(hand.board) == 3
    assert felt.seat(big).protections_left == 2


@pytest.mark.rule("ACT-02")
def test_act_02_a_player_who_comes_back_in_time_acts() -> None:
    felt = three()
    button, _, _ = positions(felt)
    felt.line(button, up=False)
    felt.wait(25)
    felt.line(button, up=True)
    felt.act(button, CALL)
    assert felt.bet(button) == 10


@pytest.mark.rule("ACT-02", "ACT-03", "ACT-04")
def test_act_04_the_third_lost_line_in_a_day_folds() -> None:
    """Heads-up; A loses the line each time on the button with the small blind in, facing 10."""
    felt = Felt()
    felt.sit("A")
    felt.sit("B")
    outcomes = []
    for _ in range(3):
        while positions(felt)[1] != "A":
            felt.act(felt.to_act, FOLD)
        assert felt.to_act == "A"
        felt.line("A", up=False)
        felt.wait(30.1)
        told = felt.facts(ActedBecause)[-1]
        assert isinstance(told, ActedBecause)
        outcomes.append("protected" if told.acted.protected else told.acted.verb.value)
        felt.line("A", up=True)
    assert outcomes == ["protected", "protected", "fold"]
    assert felt.seat("A").protections_left == 0


@pytest.mark.rule("ACT-04")
def test_act_04_without_protection_left_the_chips_in_the_pot_are_forfeited() -> None:
    felt = three()
    _, small, big = positions(felt)
    number = felt.seat(small).number
    seats = dict(felt.table.seats)
    seats[number] = msgspec.structs.replace(seats[number], protections_left=0)
    felt.table = msgspec.structs.replace(felt.table, seats=seats)
    felt.act(felt.to_act, raise_to(30))
    assert felt.to_act == small
    felt.line(small, up=False)
    felt.wait(30.1)
    assert felt.to_act == big
    hand = felt.table.hand
    assert hand is not None
    assert hand.folded[hand.position[number]]
    assert hand.stack[hand.position[number]] == felt.seat(small).stack - 5


def test_seams_29_a_use_that_is_not_booked_is_an_intent_that_outlives_the_hand() -> None:
    """Granted without the database; hands go on, and the booking changes nothing but the count."""
    felt = three()
    button, small, _ = positions(felt)
    felt.act(button, CALL)
    felt.hold_wallet = True
    felt.wait(30.1)
    [asked] = felt.table.intents.values()
    felt.do(Outcome(intent_id=asked.id, ok=True, unbooked_ms=felt.now_ms))
    hand = felt.table.hand
    assert hand is not None
    assert hand.protected[hand.position[felt.seat(small).number]]
    [late] = felt.table.intents.values()
    assert (late.hand_id, late.seat, late.granted_ms) == (asked.hand_id, asked.seat, felt.now_ms)
    number = felt.table.core.hand_number
    while felt.table.core.hand_number == number:
        for intent in [i for i in felt.table.intents.values() if not i.granted_ms]:
            felt.do(settled(felt.table, intent))
        if felt.to_act:
            felt.act(felt.to_act, FOLD)
        felt.settle()
    stacks = felt.stacks()
    assert felt.table.intents[late.id] == late
    felt.do(Outcome(intent_id=late.id, ok=True, protections_left=1))
    assert late.id not in felt.table.intents
    assert felt.seat(small).protections_left == 1
    assert felt.stacks() == stacks
    felt.verify_replay()


@pytest.mark.rule("ACT-13")
def test_act_13_an_ante_is_no_bet_so_a_lost_line_is_a_fold_without_protection() -> None:
    felt = Felt(game=Game.STUD, limit=LimitKind.FIXED, stakes=STUD)
    felt.sit("A")
    felt.sit("B")
    first = felt.to_act
    felt.act(first, BRING_IN)
    second = felt.to_act
    felt.line(second, up=False)
    felt.wait(30.1)
    assert felt.seat(second).protections_left == 2
    assert felt.stacks()[first] == 1_002


def test_the_tda_profile_has_no_protection() -> None:
    felt = Felt(rules=profile("tda"))
    felt.sit("A")
    felt.sit("B")
    assert felt.seat("A").protections_left == -1


@pytest.mark.rule("ACT-01")
def test_the_time_bank_comes_after_the_clock_and_is_used_up_by_the_second() -> None:
    felt = Felt(bank_s=20)
    felt.sit("A")
    felt.sit("B")
    name = felt.to_act
    felt.wait(31)
    turn = felt.table.core.turn
    assert turn is not None
    assert turn.bank
    assert felt.to_act == name
    felt.wait(5)
    felt.act(name, CALL)
    assert 13_500 <= felt.seat(name).bank_ms <= 14_500


def test_an_action_within_the_measured_round_trip_after_the_deadline_counts() -> None:
    felt = Felt()
    felt.sit("A")
    felt.sit("B")
    first = felt.to_act
    felt.act(first, CALL, rtt_ms=400)
    felt.act(felt.to_act, CHECK, rtt_ms=400)
    name = felt.to_act
    felt.wait(30.3)
    assert felt.to_act == name
    felt.act(name, CHECK)


# -- advance actions (ACT-06) --------------------------------------------------------------------


@pytest.mark.rule("ACT-06")
def test_act_06_a_prepared_check_lapses_when_somebody_bets() -> None:
    felt = three()
    button, small, big = positions(felt)
    felt.act(button, CALL)
    felt.act(small, CALL)
    felt.act(big, CHECK)
    assert felt.to_act == small
    felt.prepare(button, "check")
    felt.act(small, bet(20))
    assert felt.seat(button).advance is None
    felt.act(big, FOLD)
    assert felt.to_act == button


@pytest.mark.rule("ACT-06")
def test_act_06_check_fold_becomes_a_fold_and_call_any_calls_whatever_comes() -> None:
    felt = three()
    button, small, big = positions(felt)
    felt.prepare(small, "call_any")
    felt.act(button, raise_to(50))
    assert felt.bet(small) == 50
    assert felt.to_act == big


@pytest.mark.rule("ACT-06")
def test_act_06_a_prepared_call_names_its_price_and_nothing_else_is_offered() -> None:
    felt = three()
    button, small, big = positions(felt)
    with pytest.raises(RoomError) as refused:
        felt.prepare(small, "call", 7)
    assert refused.value.code == "advance_not_offered"
    felt.prepare(small, "call", 5)
    felt.act(button, raise_to(50))
    assert felt.to_act == small
    assert felt.seat(small).advance is None
    felt.act(small, FOLD)
    felt.act(big, FOLD)


def test_se_14_an_advance_action_goes_out_with_its_pace() -> None:
    felt = Felt(paces=pace(advance_ms=350))
    felt.sit("A")
    felt.sit("B")
    first = felt.to_act
    other = "B" if first == "A" else "A"
    felt.prepare(other, "call_any")
    felt.act(first, CALL)
    assert felt.to_act == other
    felt.wait(0.4)
    assert felt.to_act != other or len(felt.table.hand.board) == 3  # type: ignore[union-attr]


# -- what an action must name --------------------------------------------------------------------


def test_se_10_late_and_repeated_actions_are_stale_or_answered_as_before() -> None:
    felt = Felt()
    felt.sit("A")
    felt.sit("B")
    name, turn = felt.to_act, felt.table.core.turn
    assert turn is not None
    act = Act(
        account_id=name,
        action_id="once-only-1",
        hand_id=felt.table.core.hand_id,
        turn=turn.number,
        price=turn.price,
        action=CALL,
    )
    first = felt.run(act)
    assert felt.run(act) == first
    with pytest.raises(RoomError) as reused:
        felt.run(
            Act(
                account_id=name,
                action_id="once-only-1",
                hand_id=felt.table.core.hand_id,
                turn=turn.number,
                price=turn.price,
                action=FOLD,
            )
        )
    assert reused.value.code == "action_id_reused"
    late = Act(
        account_id=name,
        action_id="late-one-1",
        hand_id="an-older-hand",
        turn=4,
        price=0,
        action=FOLD,
    )
    with pytest.raises(RoomError) as stale:
        felt.run(late)
    assert stale.value.code == "stale_turn"


def test_another_price_or_another_s_turn_is_refused() -> None:
    felt = Felt()
    felt.sit("A")
    felt.sit("B")
    name, turn = felt.to_act, felt.table.core.turn
    assert turn is not None
    other = "B" if name == "A" else "A"
    common = {"hand_id": felt.table.core.hand_id, "turn": turn.number, "action": CALL}
    with pytest.raises(RoomError) as price:
        felt.run(Act(account_id=name, action_id="price-000", price=99, **common))  # type: ignore[arg-type]
    assert price.value.code == "price_changed"
    with pytest.raises(RoomError) as turn_error:
        felt.run(Act(account_id=other, action_id="other-000", price=5, **common))  # type: ignore[arg-type]
    assert turn_error.value.code == "not_your_turn"
    with pytest.raises(RoomError) as seat:
        felt.run(Act(account_id="Z", action_id="nobody-00", price=5, **common))  # type: ignore[arg-type]
    assert seat.value.code == "not_seated"


@pytest.mark.rule("ACT-12")
def test_act_12_who_cannot_cover_the_bet_goes_all_in_and_acts_no_more() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    felt.deck.stack("2c 3d 2d 4s")  # one card each, twice: the first hand's button gets 3d 4s
    felt.sit("A", 1_000)
    felt.sit("B", 200)
    assert felt.to_act == "A"
    felt.act("A", raise_to(500))
    felt.act("B", CALL)
    assert felt.to_act == ""
    assert sum(felt.stacks().values()) == 1_200
    assert sorted(felt.stacks().values()) in ([0, 1_200], [400, 800])
