"""A result that the wallet refuses: who decides, what adds up, what is called next (SEAMS 19)."""

from typing import Any

import msgspec
import pytest

from riverbus.core.errors import RoomError
from riverbus.core.rake import RakePolicy
from riverbus.engine.actions import CALL, CHECK, FOLD, raise_to
from services.table.domain.commands import Agree, Operate, Outcome, PotDecision, Resolve, SeatChips
from services.table.domain.facts import Note
from services.table.domain.settlement import PotShare
from services.table.domain.state import IntentKind, Phase, TableState
from services.table.domain.table import calls
from tests.table.domain.felt import Felt, pace


def refused_hand(**settings: object) -> Felt:
    """A raises to 300 with B in: 600 in the pot, checked down; the wallet refuses the result."""
    felt = Felt(paces=pace(hand_gap_ms=1_000), **settings)
    felt.sit("A")
    felt.sit("B")
    felt.wait(1)
    felt.hold_wallet = True
    felt.act(felt.to_act, raise_to(300))
    felt.act(felt.to_act, CALL)
    while felt.to_act:
        felt.act(felt.to_act, CHECK)
    (settle,) = calls(felt.table)
    felt.refuse(settle, "settlement_rake")
    return felt


def pots(*shares: dict[int, int], rake: int | None = None) -> tuple[PotDecision, ...]:
    return tuple(
        PotDecision(tuple(PotShare(seat, amount) for seat, amount in one.items()), rake)
        for one in shares
    )


def resolve(felt: Felt, **changes: Any) -> Resolve:
    """Floor gives seat 1 four hundred and seat 2 two hundred, unless told otherwise."""
    whole = Resolve(
        account_id="floor", action_id=felt.action_id(), name="Floor", reason="Two tables, one pot.",
        pots=pots({1: 400, 2: 200}),
    )  # fmt: skip
    return msgspec.structs.replace(whole, **changes)


def agree(felt: Felt, proposal: str, who: str = "boss") -> Agree:
    return Agree(
        account_id=who, action_id=felt.action_id(), name=who.title(), proposal=proposal,
        reason="I saw it too.",
    )  # fmt: skip


def refusal(felt: Felt, command: Resolve | Agree | Operate) -> str:
    before = felt.table
    with pytest.raises(RoomError) as refused:
        felt.run(command)
    assert felt.table is before
    return refused.value.code


def book(felt: Felt) -> None:
    """The wallet books the one call as it says."""
    (intent,) = calls(felt.table)
    assert intent.settlement is not None
    stacks = {s.account_id: 1_000 for s in felt.table.seats.values()}
    for seat in intent.settlement.seats:
        stacks[felt.table.seats[seat.seat].account_id] -= seat.contributed - seat.returned
    for pot in intent.settlement.pots:
        for share in pot.shares:
            stacks[felt.table.seats[share.seat].account_id] += share.amount
    chips = tuple(SeatChips(account, stack) for account, stack in stacks.items())
    felt.do(Outcome(intent_id=intent.id, ok=True, stacks=chips))


def test_seams_19_shares_of_an_operator_are_the_content_of_the_next_attempt() -> None:
    felt = refused_hand()
    hand_id = felt.table.core.hand_id
    answer = felt.run(resolve(felt))
    assert answer is not None
    assert (answer.ok, answer.proposal) == (True, "")
    (intent,) = calls(felt.table)
    assert (intent.id, intent.attempt) == (f"settle:{hand_id}:2", 2)
    assert intent.settlement is not None
    assert intent.settlement.resolution == "Two tables, one pot."
    assert [(s.contributed, s.returned) for s in intent.settlement.seats] == [(300, 0), (300, 0)]
    assert intent.resolved is not None
    assert (intent.resolved.by, intent.resolved.hand_id) == ("floor", hand_id)
    book(felt)
    assert felt.stacks() == {"A": 1_100, "B": 900}
    assert felt.table.core.state is TableState.PAUSED
    assert felt.table.core.phase is Phase.IDLE
    told = [note.text for note in felt.facts(Note) if isinstance(note, Note)]
    assert "The house decided the hand: Two tables, one pot." in told
    felt.verify_replay()
    felt.hold_wallet = False
    felt.operate("resume")
    felt.wait(1)
    assert felt.table.core.hand_number == 2


def test_seams_19_a_second_refusal_makes_a_third_attempt() -> None:
    felt = refused_hand()
    felt.run(resolve(felt))
    (second,) = calls(felt.table)
    felt.refuse(second, "settlement_rake")
    felt.run(resolve(felt, pots=pots({1: 570}, rake=30)))
    (third,) = calls(felt.table)
    assert third.id.endswith(":3")
    assert third.settlement is not None
    assert third.settlement.pots[0].rake == 30
    felt.verify_replay()


def test_seams_19_above_the_limit_another_operator_must_agree() -> None:
    felt = refused_hand()
    proposed = resolve(felt, alone_max=599)
    answer = felt.run(proposed)
    assert answer is not None
    assert answer.proposal == proposed.action_id
    assert not list(calls(felt.table)), "nothing is called before the consent"
    assert felt.replayed.core.proposal == felt.table.core.proposal
    assert felt.run(proposed) == answer
    assert refusal(felt, agree(felt, answer.proposal, "floor")) == "second_operator_needed"
    assert refusal(felt, agree(felt, "another-proposal")) == "proposal_unknown"
    assert refusal(felt, agree(felt, answer.proposal, "A")) == "own_hand"
    felt.run(agree(felt, answer.proposal))
    (intent,) = calls(felt.table)
    assert intent.resolved is not None
    assert (intent.resolved.by, intent.resolved.agreed_by) == ("floor", "boss")
    assert felt.table.core.proposal is None
    book(felt)
    assert felt.stacks() == {"A": 1_100, "B": 900}
    felt.verify_replay()


def test_seams_19_a_later_proposal_replaces_the_one_that_waits() -> None:
    felt = refused_hand()
    first, second = (resolve(felt, alone_max=0) for _ in range(2))
    felt.run(first)
    felt.run(msgspec.structs.replace(second, pots=pots({2: 600})))
    assert refusal(felt, agree(felt, first.action_id)) == "proposal_unknown"
    felt.run(agree(felt, second.action_id))
    (intent,) = calls(felt.table)
    assert intent.settlement is not None
    assert intent.settlement.pots[0].shares == (PotShare(2, 600),)


def test_seams_19_cancelling_a_refused_hand_above_the_limit_needs_two_as_well() -> None:
    felt = refused_hand()
    operate = Operate(
        account_id="floor", action_id=felt.action_id(), operation="cancel_hand", reason="Void.",
        alone_max=599,
    )  # fmt: skip
    answer = felt.run(operate)
    assert answer is not None
    assert answer.proposal
    assert not list(calls(felt.table))
    felt.run(agree(felt, answer.proposal))
    (intent,) = calls(felt.table)
    assert (intent.kind, intent.reason) == (IntentKind.CANCEL, "Void.")
    chips = (SeatChips("A", 1_000), SeatChips("B", 1_000))
    felt.do(Outcome(intent_id=intent.id, ok=True, stacks=chips))
    assert felt.stacks() == {"A": 1_000, "B": 1_000}
    assert felt.table.core.positions.button == 0, "a void hand moves no button"
    felt.verify_replay()


@pytest.mark.parametrize(
    "wrong",
    [
        {"pots": pots({1: 400, 2: 201})},
        {"pots": pots({1: 599})},
        {"pots": pots({1: 600}, rake=1)},
        {"pots": pots({1: 601}, rake=-1)},
        {"pots": pots({3: 600})},
        {"pots": pots({1: 700, 2: -100})},
        {"pots": pots({1: 300}, {2: 300})},
        {"pots": ()},
    ],
)
def test_seams_19_shares_that_do_not_add_up_are_refused(wrong: dict[str, Any]) -> None:
    felt = refused_hand()
    assert refusal(felt, resolve(felt, **wrong)) == "shares_wrong"


def test_seams_19_the_sentence_says_what_each_pot_holds() -> None:
    felt = refused_hand()
    with pytest.raises(RoomError) as refused:
        felt.run(resolve(felt, pots=pots({1: 1})))
    assert "Pot 1 holds 600 for seats 1, 2" in refused.value.sentence


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501, "two\nlines"])
def test_seams_19_each_decision_says_why(reason: str) -> None:
    felt = refused_hand()
    assert refusal(felt, resolve(felt, reason=reason)) == "reason_missing"


def test_seams_19_nobody_judges_at_the_own_table() -> None:
    felt = refused_hand()
    assert refusal(felt, resolve(felt, account_id="A")) == "own_hand"


def test_seams_19_only_a_refused_hand_is_resolved() -> None:
    """In play, and while the wallet still has the settle, nobody decides anything else."""
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    assert refusal(felt, resolve(felt)) == "hand_not_refused"
    felt.sit("A")
    felt.sit("B")
    felt.wait(1)
    assert refusal(felt, resolve(felt)) == "hand_not_refused"
    felt.hold_wallet = True
    felt.act(felt.to_act, FOLD)
    assert felt.table.core.phase is Phase.CLOSING_HAND
    assert refusal(felt, resolve(felt)) == "hand_not_refused"
    assert refusal(felt, agree(felt, "action-0001")) == "hand_not_refused"
    cancel = Operate(
        account_id="floor", action_id=felt.action_id(), operation="cancel_hand", reason="No."
    )
    assert refusal(felt, cancel) == "no_hand"


def test_seams_19_a_table_does_not_go_on_before_its_hand_is_resolved() -> None:
    felt = refused_hand()
    resume = Operate(
        account_id="floor", action_id=felt.action_id(), operation="resume", reason="Go on."
    )
    assert refusal(felt, resume) == "hand_unresolved"


def test_seams_19_a_closing_table_waits_for_its_refused_hand() -> None:
    felt = Felt(paces=pace(hand_gap_ms=1_000))
    felt.sit("A")
    felt.sit("B")
    felt.wait(1)
    felt.operate("close", reason="Good night.")
    felt.hold_wallet = True
    felt.act(felt.to_act, FOLD)
    (settle,) = calls(felt.table)
    felt.refuse(settle, "settlement_pots")
    assert felt.table.core.state.value == "closing"
    assert "operator" in felt.table.core.reason
    felt.run(resolve(felt, cancel=True, pots=()))
    felt.hold_wallet = False
    felt.settle()
    assert felt.table.core.state is TableState.CLOSED
    assert not felt.table.seats
    felt.verify_replay()


def test_seams_19_the_rake_of_the_hand_stays_as_played_unless_the_operator_gives_another() -> None:
    felt = refused_hand(rake=RakePolicy(version="1", basis_points=500))
    assert refusal(felt, resolve(felt)) == "shares_wrong"
    felt.run(resolve(felt, pots=pots({1: 570})))
    (intent,) = calls(felt.table)
    assert intent.settlement is not None
    assert intent.settlement.pots[0].rake == 30
