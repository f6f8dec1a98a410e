"""Seats between and during hands: sit, post, wait, sit out, top up, leave (ACT-07 to ACT-17)."""

import msgspec
import pytest

from riverbus.core.errors import RoomError
from riverbus.core.games import Game, LimitKind
from riverbus.engine.actions import BRING_IN, CALL, CHECK, FOLD, raise_to
from riverbus.engine.profiles import profile
from services.table.domain.commands import Leave, Sit, Suspend, WalletAway
from services.table.domain.facts import Note
from services.table.domain.state import IntentKind, SeatStatus, TableState
from services.table.domain.table import calls, settled
from tests.table.domain.felt import STUD, Felt, pace


def next_hand(felt: Felt) -> None:
    """Fold until another hand is dealt."""
    number = felt.table.core.hand_number
    while felt.table.core.hand_number == number:
        hand = felt.table.hand
        assert hand is not None
        legal = hand.legal_actions(felt.seat(felt.to_act).number)
        felt.act(felt.to_act, FOLD if legal.fold else BRING_IN)


def test_two_requests_for_one_seat_one_wins_and_the_other_loses_nothing() -> None:
    felt = Felt()
    felt.hold_wallet = True
    felt.run(Sit(account_id="A", action_id="action-a1", name="A", seat=3, buy_in=500))
    with pytest.raises(RoomError) as taken:
        felt.run(Sit(account_id="B", action_id="action-b1", name="B", seat=3, buy_in=500))
    assert taken.value.code == "seat_taken"
    assert [intent.account_id for intent in calls(felt.table)] == ["A"]
    with pytest.raises(RoomError) as twice:
        felt.run(Sit(account_id="A", action_id="action-a2", name="A", seat=4, buy_in=500))
    assert twice.value.code == "already_seated"


def test_a_refused_buy_in_frees_the_seat_and_the_repeated_id_says_why() -> None:
    felt = Felt()
    felt.hold_wallet = True
    sit = Sit(account_id="A", action_id="action-a1", name="A", seat=3, buy_in=500)
    answer = felt.run(sit)
    assert answer is not None
    assert answer.pending
    felt.refuse(next(calls(felt.table)), "insufficient_funds")
    assert felt.table.seat_of("A") is None
    again = felt.run(sit)
    assert again is not None
    assert (again.ok, again.pending, again.code) == (False, False, "insufficient_funds")
    felt.verify_replay()


def test_seams_25_a_lapsed_reservation_frees_the_seat_and_a_late_buy_in_goes_home() -> None:
    felt = Felt()
    felt.hold_wallet = True
    felt.run(Sit(account_id="A", action_id="action-a1", name="A", seat=3, buy_in=500))
    felt.wait(61)
    assert felt.table.seat_of("A") is None
    (intent,) = calls(felt.table)
    felt.do(settled(felt.table, intent))
    (home,) = calls(felt.table)
    assert (home.kind, home.account_id) == (IntentKind.STAND_UP, "A")
    felt.verify_replay()


@pytest.mark.rule("BLD-04", "BLD-05")
def test_bld_04_a_newcomer_posts_now_or_waits_for_the_big_blind() -> None:
    """A, B, C play; D posts a live big blind and is dealt in, E waits until the blind comes."""
    felt = Felt()
    for name in "ABC":
        felt.sit(name)
    next_hand(felt)
    felt.sit("E", wait_for_big_blind=True, seat=5)
    assert felt.seat("E").status is SeatStatus.WAITING
    for _ in range(6):
        places = felt.table.core.positions
        if "E" in felt.dealt_in():
            break
        next_hand(felt)
    assert felt.table.core.positions.big_blind == felt.seat("E").number
    felt.sit("D", seat=4)
    for _ in range(6):
        if "D" in felt.dealt_in():
            break
        next_hand(felt)
    places = felt.table.core.positions
    assert felt.bet("D") == 10
    assert felt.seat("D").new is False
    assert places.button != felt.seat("D").number


@pytest.mark.rule("BLD-07", "BLD-10", "ACT-17")
def test_act_17_who_sits_out_keeps_the_seat_misses_blinds_and_returns_by_paying_them() -> None:
    felt = Felt()
    for name in "ABCD":
        felt.sit(name)
    for _ in range(5):
        next_hand(felt)
    assert felt.dealt_in() == {"A", "B", "C", "D"}
    felt.options("B", sit_out=True)
    next_hand(felt)
    assert felt.seat("B").status is SeatStatus.SITTING_OUT
    for _ in range(8):
        if felt.seat("B").owes == "both":
            break
        next_hand(felt)
    assert felt.seat("B").owes == "both"
    before = felt.stacks()["B"]
    felt.options("B", sit_out=False)
    for _ in range(8):
        next_hand(felt)
        if "B" in felt.dealt_in():
            break
    number = felt.seat("B").number
    places = felt.table.core.positions
    paid = before - felt.stacks()["B"]
    if number == places.big_blind:
        assert paid == 10
    else:
        assert paid == 15  # the big blind live, the small blind dead
        assert felt.bet("B") == 10
    assert felt.seat("B").owes == ""


@pytest.mark.rule("ACT-07")
def test_act_07_who_sits_out_for_fifteen_minutes_is_removed_with_the_chips_returned() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    felt.sit("A")
    felt.options("A", sit_out=True)
    assert felt.seat("A").status is SeatStatus.SITTING_OUT
    felt.wait(14 * 60)
    assert felt.table.seat_of("A") is not None
    felt.wait(61)
    assert felt.table.seat_of("A") is None


@pytest.mark.rule("ACT-07")
def test_act_07_who_sits_out_for_too_many_hands_is_removed() -> None:
    felt = Felt()
    for name in "ABC":
        felt.sit(name)
    felt.options("C", sit_out=True)
    for _ in range(24):
        next_hand(felt)
    assert felt.table.seat_of("C") is None


@pytest.mark.rule("ACT-09")
def test_act_09_three_time_outs_in_an_hour_remove_a_slow_player() -> None:
    felt = Felt()
    felt.sit("A")
    felt.sit("B")
    for _ in range(40):
        if felt.table.seat_of("A") is None:
            break
        if felt.to_act == "A":
            felt.wait(30.1)
        elif felt.to_act:
            hand = felt.table.hand
            assert hand is not None
            legal = hand.legal_actions(felt.seat(felt.to_act).number)
            felt.act(felt.to_act, CHECK if legal.check else CALL)
    assert felt.table.seat_of("A") is None
    assert any(isinstance(n, Note) and n.code == "slow_play" for n in felt.facts(Note))


@pytest.mark.rule("ACT-10", "MON-01")
def test_act_10_chips_asked_for_in_a_hand_come_when_it_is_over() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    felt.sit("A")
    felt.sit("B")
    felt.wait(1)
    name = felt.to_act
    answer = felt.top_up(name, 500)
    assert answer is not None
    assert answer.pending
    assert felt.seat(name).top_up == 500
    hand = felt.table.hand
    assert hand is not None
    assert hand.stack[hand.position[felt.seat(name).number]] == 995
    felt.act(name, FOLD)
    assert felt.stacks()[name] == 995 + 500
    assert felt.seat(name).top_up == 0


def test_a_top_up_above_the_maximum_is_refused() -> None:
    felt = Felt(buy_in_max=1_000)
    felt.sit("A")
    with pytest.raises(RoomError) as refused:
        felt.top_up("A", 1)
    assert refused.value.code == "above_maximum"


@pytest.mark.rule("MON-02")
def test_mon_02_no_short_buys_where_the_house_has_none() -> None:
    for game, refused in ((Game.STUD, True), (Game.STUD5, False)):
        felt = Felt(
            rules=profile("winning_hand"), game=game, limit=LimitKind.FIXED, stakes=STUD,
            paces=pace(hand_gap_ms=1_000),
        )  # fmt: skip
        felt.sit("A", 100)
        number = felt.seat("A").number
        seats = {number: msgspec.structs.replace(felt.seat("A"), stack=20)}
        felt.table = felt.replayed = msgspec.structs.replace(felt.table, seats=seats)
        if refused:
            with pytest.raises(RoomError) as short:
                felt.top_up("A", 79)
            assert short.value.code == "buy_in_out_of_range"
            felt.top_up("A", 80)
            assert felt.seat("A").stack == 100
        else:
            felt.top_up("A", 79)
            assert felt.seat("A").stack == 99


def test_seams_25_leaving_in_a_hand_strikes_out_a_waiting_top_up_and_takes_everything() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    felt.sit("A")
    felt.sit("B")
    felt.wait(1)
    name = felt.to_act
    other = "B" if name == "A" else "A"
    felt.act(name, CALL)
    felt.top_up(other, 500)
    leave = Leave(account_id=other, action_id="leave-other")
    answer = felt.run(leave)
    assert answer is not None
    assert answer.pending
    assert felt.table.seat_of(other) is None  # folded at once: it was its turn; then settled
    assert felt.stacks() == {name: 1_010}
    final = felt.run(leave)
    assert final is not None
    assert final.ok
    assert not final.pending
    felt.verify_replay()


def test_auto_top_up_fills_between_hands() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    felt.sit("A")
    felt.sit("B")
    felt.wait(1)
    name = felt.to_act
    felt.options(name, auto_top_up=1_000)
    felt.act(name, FOLD)
    assert felt.stacks()[name] == 1_000


def test_who_is_broke_sits_out_and_leaves_after_two_minutes() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    felt.deck.stack("Ac 2d Ad 7s Ah As 9c 9d 4h")
    felt.sit("A", 200)
    felt.sit("B", 200)
    felt.wait(1)
    felt.act(felt.to_act, raise_to(200))
    felt.act(felt.to_act, CALL)
    broke = next(name for name, stack in felt.stacks().items() if stack == 0)
    assert felt.seat(broke).status is SeatStatus.SITTING_OUT
    felt.wait(121)
    assert felt.table.seat_of(broke) is None


@pytest.mark.rule("ACT-16")
def test_act_16_with_auto_ante_off_one_joins_each_hand_by_im_in() -> None:
    felt = Felt(game=Game.STUD, limit=LimitKind.FIXED, stakes=STUD)
    for name in "ABC":
        felt.sit(name)
    felt.options("C", auto_ante=False)
    next_hand(felt)
    assert felt.dealt_in() == {"A", "B"}
    felt.options("C", in_next_hand=True)
    next_hand(felt)
    assert felt.dealt_in() == {"A", "B", "C"}
    next_hand(felt)
    assert felt.dealt_in() == {"A", "B"}


@pytest.mark.rule("ACT-10")
def test_act_10_with_auto_post_off_who_should_post_a_blind_sits_out_instead() -> None:
    felt = Felt()
    for name in "ABC":
        felt.sit(name)
    felt.options("C", auto_post=False)
    for _ in range(3):
        if felt.seat("C").status is SeatStatus.SITTING_OUT:
            break
        next_hand(felt)
    assert felt.seat("C").status is SeatStatus.SITTING_OUT
    assert felt.stacks()["C"] >= 985


def test_sit_out_next_big_blind_plays_on_until_it_comes() -> None:
    felt = Felt()
    for name in "ABC":
        felt.sit(name)
    next_hand(felt)
    felt.options("C", sit_out_next_big_blind=True)
    for _ in range(4):
        assert felt.table.core.positions.big_blind != felt.seat("C").number or (
            felt.seat("C").status is not SeatStatus.SITTING_OUT
        )
        next_hand(felt)
        if felt.seat("C").status is SeatStatus.SITTING_OUT:
            break
    assert felt.seat("C").status is SeatStatus.SITTING_OUT
    assert not felt.seat("C").options.sit_out_next_big_blind


def test_a_line_lost_for_thirty_seconds_sits_out_and_comes_back_with_it() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    for name in "ABC":
        felt.sit(name)
    felt.wait(1)
    felt.line("C", up=False)
    felt.wait(40)
    for _ in range(6):
        if felt.seat("C").status is SeatStatus.SITTING_OUT:
            break
        if felt.to_act and felt.to_act != "C":
            felt.act(felt.to_act, FOLD)
        felt.wait(31 if felt.to_act == "C" else 1)
    assert felt.seat("C").status is SeatStatus.SITTING_OUT
    assert not felt.seat("C").options.sit_out
    felt.line("C", up=True)
    assert felt.seat("C").status is not SeatStatus.SITTING_OUT


def test_seams_36_a_suspended_player_folds_leaves_and_has_no_protection() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    for name in "ABC":
        felt.sit(name)
    felt.wait(1)
    name = felt.to_act
    felt.run(Suspend(name))
    assert felt.to_act != name
    while felt.to_act:
        felt.act(felt.to_act, FOLD)
    assert felt.table.seat_of(name) is None


def test_seams_18_the_table_waits_for_the_cashier_and_goes_on_by_itself() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    felt.sit("A")
    felt.sit("B")
    felt.wait(1)
    felt.hold_wallet = True
    felt.act(felt.to_act, FOLD)
    felt.run(WalletAway(True))
    assert felt.table.core.state is TableState.WAITING_FOR_WALLET
    felt.wait(30)
    assert felt.table.core.hand_number == 1
    felt.hold_wallet = False
    felt.run(WalletAway(False))
    felt.wait(1)
    assert felt.table.core.state.value == "open"
    assert felt.table.core.hand_number == 2
    assert felt.to_act


@pytest.mark.rule("ACT-05")
def test_act_05_a_cancelled_hand_gives_every_chip_back_and_says_why() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    felt.sit("A")
    felt.sit("B")
    felt.wait(1)
    felt.act(felt.to_act, raise_to(300))
    felt.operate("cancel_hand", reason="The power failed.")
    assert felt.stacks() == {"A": 1_000, "B": 1_000}
    notes = [n.text for n in felt.facts(Note) if isinstance(n, Note)]
    assert "The power failed." in notes
    felt.verify_replay()


def test_seams_19_a_refused_settle_pauses_the_table_and_cancelling_resolves_it() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    felt.sit("A")
    felt.sit("B")
    felt.wait(1)
    felt.hold_wallet = True
    felt.act(felt.to_act, FOLD)
    (settle,) = calls(felt.table)
    felt.refuse(settle, "settlement_pots")
    assert felt.table.core.state is TableState.PAUSED
    assert not list(calls(felt.table))
    felt.operate("cancel_hand", reason="Wrong books.")
    (cancel,) = calls(felt.table)
    assert cancel.kind is IntentKind.CANCEL
    felt.hold_wallet = False
    felt.settle()
    felt.operate("resume")
    felt.wait(1)
    assert felt.table.core.hand_number == 2


def test_seams_20_a_refused_open_deals_no_card_and_the_second_one_pauses() -> None:
    felt = Felt()
    felt.hold_wallet = True
    for name in "AB":
        felt.run(Sit(account_id=name, action_id=f"action-{name}", name=name, seat=0, buy_in=500))
        felt.do(settled(felt.table, next(calls(felt.table))))
    felt.settle()
    ids = set()
    for _ in range(2):
        (opening,) = calls(felt.table)
        assert opening.kind is IntentKind.OPEN
        ids.add(opening.hand_id)
        felt.refuse(opening, "stack_mismatch")
        assert felt.table.hand is None
        felt.wait(2)
    assert len(ids) == 2
    assert felt.table.core.state is TableState.PAUSED
    felt.verify_replay()


def test_closing_sends_everybody_home_after_the_hand() -> None:
    felt = Felt()
    felt.sit("A")
    felt.sit("B")
    felt.operate("close", reason="Good night.")
    felt.act(felt.to_act, FOLD)
    assert not felt.table.seats
    assert felt.table.core.state is TableState.CLOSED
    with pytest.raises(RoomError) as refused:
        felt.sit("C")
    assert refused.value.code == "table_not_open"


def test_pausing_lets_the_hand_end_and_resuming_deals_again() -> None:
    felt = Felt()
    felt.sit("A")
    felt.sit("B")
    felt.operate("pause", reason="A moment.")
    felt.act(felt.to_act, FOLD)
    assert felt.to_act == ""
    assert felt.table.core.state is TableState.PAUSED
    felt.operate("resume")
    assert felt.to_act


def test_removing_a_player_folds_in_turn_and_returns_the_chips() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    for name in "ABC":
        felt.sit(name)
    felt.wait(1)
    name = felt.to_act
    felt.operate("remove_player", seat=felt.seat(name).number, reason="House rules.")
    while felt.to_act:
        felt.act(felt.to_act, FOLD)
    assert felt.table.seat_of(name) is None
