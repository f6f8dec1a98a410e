"""Table and wallet disagree: who is believed, and which calls come again (SEAMS 25, 26)."""

import pytest

from riverbus.core.errors import RoomError
from riverbus.engine.actions import FOLD
from services.table.domain.booked import booked_calls, in_order
from services.table.domain.commands import Reconciled, Repeated, SeatChips, Sit
from services.table.domain.facts import Note
from services.table.domain.state import IntentKind, Phase, TableState
from services.table.domain.table import calls, first_record, new_table, settled
from tests.table.domain.felt import Felt, pace


def two_players() -> Felt:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    felt.sit("A")
    felt.sit("B")
    return felt


def resting() -> Felt:
    """Two players with a thousand each at a paused table."""
    felt = Felt()
    felt.operate("pause")
    felt.sit("A")
    felt.sit("B")
    return felt


def test_seams_26_a_departure_is_asked_again_with_the_stack_of_the_escrow() -> None:
    felt = resting()
    felt.hold_wallet = True
    felt.leave("A")
    (home,) = calls(felt.table)
    assert (home.kind, home.expected) == (IntentKind.STAND_UP, 1_000)
    felt.refuse(home, "stack_mismatch")
    assert not list(calls(felt.table)), "it waits for the comparison"
    felt.do(Reconciled(escrows=(SeatChips("A", 700), SeatChips("B", 1_300))))
    (again,) = calls(felt.table)
    assert (again.id, again.expected) == (home.id, 700)
    felt.hold_wallet = False
    felt.settle()
    assert felt.table.seat_of("A") is None
    assert felt.seat("B").stack == 1_300
    felt.verify_replay()


def test_seams_26_a_top_up_waits_as_well_and_its_answer_stays_open() -> None:
    felt = resting()
    felt.hold_wallet = True
    felt.top_up("A", 500)
    (more,) = calls(felt.table)
    assert more.expected == 1_000
    felt.refuse(more, "stack_mismatch")
    assert felt.seat("A").top_up == 500
    felt.do(Repeated())
    (again,) = calls(felt.table)
    assert (again.id, again.expected) == (more.id, 1_000)


def test_seams_26_a_settle_that_an_older_wallet_did_not_know_is_made_again() -> None:
    felt = two_players()
    felt.wait(1)
    felt.hold_wallet = True
    felt.act(felt.to_act, FOLD)
    (settle,) = calls(felt.table)
    felt.refuse(settle, "unknown_hand")
    assert felt.table.core.state is TableState.PAUSED
    felt.do(Repeated())
    assert [intent.id for intent in calls(felt.table)] == [settle.id]
    assert felt.table.core.state.value == "open"
    felt.hold_wallet = False
    felt.settle()
    felt.wait(1)
    assert felt.table.core.hand_number == 2
    felt.verify_replay()


def test_seams_26_a_refused_repetition_pauses_and_nothing_but_its_end_resumes() -> None:
    felt = two_players()
    felt.do(Repeated(refused="insufficient_funds", call="buyin:x"))
    assert felt.table.core.state is TableState.PAUSED
    assert "older than this table's" in felt.table.core.reason
    felt.wait(60)
    assert felt.table.core.phase is Phase.IDLE
    with pytest.raises(RoomError) as refused:
        felt.operate("resume")
    assert refused.value.code == "wallet_behind"
    felt.do(Repeated())
    assert felt.table.core.state.value == "open"
    felt.wait(1)
    assert felt.table.core.phase.value == "playing"
    felt.verify_replay()


def test_seams_26_an_operator_s_pause_outlasts_the_repetition() -> None:
    felt = two_players()
    felt.operate("pause", reason="Lunch.")
    felt.do(Repeated(refused="insufficient_funds", call="buyin:x"))
    felt.do(Repeated())
    assert felt.table.core.state is TableState.PAUSED
    felt.operate("resume")
    assert felt.table.core.state.value == "open"


def test_seams_26_a_hand_that_the_wallet_closed_otherwise_is_given_up() -> None:
    """Its settle was refused as `hand_cancelled`: seats from the escrows, the operator resumes."""
    felt = two_players()
    felt.wait(1)
    felt.hold_wallet = True
    felt.act(felt.to_act, FOLD)
    (settle,) = calls(felt.table)
    felt.refuse(settle, "hand_cancelled")
    felt.do(Reconciled(hand_closed=True, escrows=(SeatChips("A", 1_000), SeatChips("B", 1_000))))
    assert felt.stacks() == {"A": 1_000, "B": 1_000}
    assert felt.table.core.phase is Phase.IDLE
    assert not felt.table.intents
    assert "hand_cancelled" in [n.code for n in felt.facts(Note) if isinstance(n, Note)]
    felt.do(Repeated())
    assert felt.table.core.state is TableState.PAUSED
    felt.hold_wallet = False
    felt.operate("resume")
    felt.wait(1)
    assert felt.table.core.hand_number == 2
    felt.verify_replay()


def played() -> Felt:
    """Two hands, a refused buy-in, a top-up and a departure."""
    felt = two_players()
    felt.wait(1)
    felt.act(felt.to_act, FOLD)
    felt.top_up("A", 100)
    felt.hold_wallet = True
    felt.run(Sit(account_id="C", action_id="action-c1", name="C", seat=3, buy_in=500))
    (refused,) = calls(felt.table)
    felt.refuse(refused, "insufficient_funds")
    felt.hold_wallet = False
    felt.wait(1)
    felt.leave(felt.to_act)
    return felt


def test_seams_26_the_records_tell_which_calls_were_booked_in_order() -> None:
    felt = played()
    first = first_record(new_table(felt.table.settings), 0)
    found = booked_calls([first, *felt.records])
    kinds = [call.intent.kind.value for call in found]
    assert kinds == [
        "buyin", "buyin", "open", "settle", "topup", "open", "settle", "standup",
    ]  # fmt: skip
    assert all(call.terms.currency == "PLAY" for call in found)
    assert [call.intent.id for call in found] == [call.intent.id for call in in_order(found * 2)]


def test_seams_26_what_stands_before_a_checkpoint_and_is_booked_after_it_is_found() -> None:
    """The buy-in's intent is older than the opening's checkpoint."""
    felt = two_players()
    felt.hold_wallet = True
    felt.run(Sit(account_id="C", action_id="action-c1", name="C", seat=3, buy_in=500))
    (sits,) = calls(felt.table)
    felt.wait(1)
    for intent in list(calls(felt.table)):
        felt.do(settled(felt.table, intent))
    start = max(at for at, record in enumerate(felt.records) if record.checkpoint)
    found = booked_calls(felt.records[start:])
    assert sits.id in [call.intent.id for call in found]


def test_seams_26_a_hand_without_a_result_was_cancelled_before_the_next() -> None:
    felt = played()
    first = first_record(new_table(felt.table.settings), 0)
    found = booked_calls([first, *felt.records])
    opened = [call for call in found if call.intent.kind is IntentKind.OPEN]
    lost = [call for call in found if call.intent.id != f"settle:{opened[0].intent.hand_id}:1"]
    ids = [call.intent.id for call in in_order(lost)]
    at = ids.index(opened[1].intent.id)
    assert ids[at - 1] == f"cancel:{opened[0].intent.hand_id}"


def test_seams_25_a_late_buy_in_that_is_refused_moves_nothing() -> None:
    felt = Felt()
    felt.hold_wallet = True
    felt.run(Sit(account_id="A", action_id="action-a1", name="A", seat=3, buy_in=500))
    felt.wait(61)
    with pytest.raises(RoomError) as busy:
        felt.run(Sit(account_id="A", action_id="action-a2", name="A", seat=3, buy_in=500))
    assert busy.value.code == "cashier_busy"
    (intent,) = calls(felt.table)
    felt.refuse(intent, "insufficient_funds")
    assert not felt.table.intents
    felt.hold_wallet = False
    felt.run(Sit(account_id="A", action_id="action-a3", name="A", seat=3, buy_in=500))
    assert felt.seat("A").stack == 500
    felt.verify_replay()


def test_seams_25_the_seat_of_a_lapsed_reservation_is_another_s_when_the_chips_come_late() -> None:
    """The stand-up is the first player's; the second keeps seat and chips."""
    felt = Felt()
    felt.hold_wallet = True
    felt.run(Sit(account_id="A", action_id="action-a1", name="A", seat=3, buy_in=500))
    felt.wait(61)
    (late,) = calls(felt.table)
    felt.run(Sit(account_id="B", action_id="action-b1", name="B", seat=3, buy_in=700))
    for intent in list(calls(felt.table)):
        felt.do(settled(felt.table, intent))
    (home,) = calls(felt.table)
    assert (home.kind, home.account_id, home.expected) == (IntentKind.STAND_UP, "A", -1)
    assert late.id != home.id
    felt.do(settled(felt.table, home))
    assert (felt.seat("B").number, felt.seat("B").stack) == (3, 700)
    felt.verify_replay()


def test_seams_25_a_top_up_that_is_with_the_wallet_is_awaited_before_the_departure() -> None:
    felt = resting()
    felt.hold_wallet = True
    felt.top_up("A", 300)
    felt.leave("A")
    (more,) = calls(felt.table)
    assert more.kind is IntentKind.TOP_UP
    felt.do(settled(felt.table, more))
    (home,) = calls(felt.table)
    assert (home.kind, home.expected) == (IntentKind.STAND_UP, 1_300)
    felt.do(settled(felt.table, home))
    assert felt.table.seat_of("A") is None
    felt.verify_replay()


def test_seams_25_leaving_strikes_out_a_waiting_top_up_that_the_wallet_never_hears_of() -> None:
    felt = two_players()
    felt.wait(1)
    name = felt.to_act
    other = "B" if name == "A" else "A"
    felt.top_up(other, 500)
    felt.leave(other)
    felt.hold_wallet = True
    felt.act(name, FOLD)
    asked = []
    while waiting := list(calls(felt.table)):
        asked += [intent.kind for intent in waiting]
        for intent in waiting:
            felt.do(settled(felt.table, intent))
    assert IntentKind.TOP_UP not in asked
    assert IntentKind.STAND_UP in asked
    told = [a.answer for a in felt.table.memory[other] if a.answer.code == "left"]
    assert [answer.ok for answer in told] == [False]
    felt.verify_replay()
